// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_H
#define LINUX_KERNEL_H

#include "linux-kernel-interface.h"

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernel declaration.
 */

namespace ns3
{

/**
 * @defgroup linux-kernel A real Linux kernel on a node
 * User-mode Linux in virtual time.
 */

class LinuxKernelProcess;
class LinuxKernelSockets;
class MessageFiles;
class ProcessorClaim;
class Socket;
class TimeTravelLink;
class VhostUserCard;

/**
 * @ingroup linux-kernel
 * A real Linux kernel as the network stack of a node. It is a process of its own, User-mode
 * Linux with time travel (CONFIG_UML_TIME_TRAVEL_SUPPORT, 5.10 and later): while it computes, the
 * simulation's time stands still, and while it waits, its next timer is one event of the
 * simulation. Its processor is infinitely fast.
 *
 * The kernel boots at the start of the simulation, from the host's own files, which it cannot
 * change. Programs have their own /tmp to write to.
 *
 * The object is aggregated to its node (LinuxKernelHelper::Install()). A kernel that cannot be
 * started, panics, ends or hangs ends the simulation with one line. Order of use:
 * LinuxKernelHelper::Install(), AddInterface(), SetSysctl(), SetUp() and Run(), then
 * Simulator::Run(). Settings that must be known at the boot are refused with one error line if they
 * come later. The same seed and run give the same packets at the same nanosecond. Each reading of
 * the clock by a process takes 256 ns of simulated time, and the kernel's tick is 1 ms.
 *
 * The following are not possible, and end the simulation with one error line: an internet stack of
 * ns-3 on the same node, ChecksumEnabled = false while another node has an internet stack, and a
 * start at a time other than 0.
 */
class LinuxKernel : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxKernel();
    ~LinuxKernel() override;

    /// TracedCallback signature for the end of a program.
    /// @param program number that Run() returned
    /// @param status its exit status, or 128 plus the number of the signal that ended it
    typedef void (*EndTracedCallback)(uint32_t program, int status);

    /**
     * Give the kernel an interface before the simulation starts. The first one is eth0. Fatal if
     * the device is on another node, or has an interface already.
     * @param device of the kernel's node, which has no internet stack
     * @param address of the interface; 0.0.0.0 for none
     * @param mask of its network
     * @return the interface
     */
    Ptr<LinuxKernelInterface> AddInterface(Ptr<NetDevice> device,
                                           Ipv4Address address = Ipv4Address::GetAny(),
                                           Ipv4Mask mask = Ipv4Mask("255.255.255.0"));
    /// @return the interfaces, eth0 first
    const std::vector<Ptr<LinuxKernelInterface>>& GetInterfaces() const;
    /**
     * Set a value below /proc/sys when the kernel has started. Fatal after the start of the
     * simulation, unless both are one line of 1 to 8000 bytes, and if the name has blanks. If the
     * kernel does not take the whole value, the simulation ends with one line.
     * @param name with dots or slashes, such as net.ipv4.tcp_congestion_control
     * @param value for it
     */
    void SetSysctl(const std::string& name, const std::string& value);
    /**
     * Run a command when the kernel has started and its interfaces are up. If it fails, the
     * simulation ends with one line. Commands run in the order of the calls.
     * @param command for /bin/sh, such as "tc qdisc replace dev eth0 root fq_codel"; one line of 1
     * to 8000 bytes
     */
    void SetUp(const std::string& command);
    /**
     * Run a program. Fatal after the start of the simulation, and for more than 1000 programs.
     * @param start when it starts, 0 or more
     * @param command for /bin/sh; one line of 1 to 8000 bytes
     * @param output file for its output, which is written when the program or the simulation ends;
     * empty: none
     * @return its number, for the trace source End
     */
    uint32_t Run(Time start, const std::string& command, const std::string& output = "");
    /**
     * @param program number of a program; std::out_of_range is thrown for another number
     * @return whether it has ended, and its exit status
     */
    std::pair<bool, int> GetEnd(uint32_t program) const;
    /**
     * @param program number of a program that has ended; before Simulator::Destroy()
     * @return what it has written
     */
    std::string GetOutput(uint32_t program) const;
    /// @return what the kernel has written to its console so far, or wrote before it ended
    std::string GetConsole() const;
    /// @return a TCP socket of the kernel for an application of the simulation, see
    /// LinuxKernelSocket
    Ptr<Socket> CreateSocket();
    /**
     * Send a request to the program "linux-kernel-agent calls sockets", which makes the requested
     * system calls, see LinuxKernelCalls. Fatal before the start of the simulation and after its
     * end.
     * @param order the request: one line of at most 1400 bytes
     */
    void SendOrder(const std::string& order);
    /// @param handler called with each answer to a request
    void SetAnswerHandler(std::function<void(const std::string& answer)> handler);
    /// @return number of turns that the kernel has had; in a turn, it runs until it waits
    uint64_t GetTurns() const;
    /**
     * Fix the random stream from which the kernel's random pool is seeded.
     * @param stream number of the stream
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    /**
     * Boots the kernel and lets it run until it waits. The program ends with one line if the kernel
     * is on no node or on one with an internet stack, if the simulation is past its start, if
     * another node has a stack without checksums (ChecksumEnabled), or if the kernel cannot be
     * started.
     */
    void DoInitialize() override;
    /**
     * The kernel's process ends. What programs that still ran have written is copied to their
     * output files; the end of a program is not traced for them.
     */
    void DoDispose() override;
    /// Notes the number of the node, for messages.
    void NotifyNewAggregate() override;

  private:
    /// A program of the plan.
    struct Program
    {
        Time start;           ///< when it starts
        std::string command;  ///< for /bin/sh
        std::string output;   ///< file for its output
        bool hasEnded{false}; ///< by exit or by a signal; status is valid
        int status{0};        ///< its exit status
    };

    /**
     * @param text that the plan will have; ends the simulation if it comes too late, or is no line
     * of 1 to 8000 bytes
     */
    void RequireLine(const std::string& text) const;
    /**
     * End the simulation if other nodes would send packets without checksums, which a kernel drops
     * without a word.
     */
    void RequireChecksums() const;
    /// Fatal if a command of SetUp() still runs.
    void RequireSetUp() const;
    /// @param timeOfDay attribute TimeOfDay; fatal once the kernel runs
    void SetTimeOfDay(Time timeOfDay);
    /// @return attribute TimeOfDay
    Time GetTimeOfDay() const;
    /**
     * @return path of the kernel's program
     * @throws std::runtime_error if there is none
     */
    std::string FindKernel() const;
    /**
     * Write what the agent does: seed, sysctls, commands and programs.
     * @throws std::runtime_error if the file cannot be written
     */
    void WritePlan() const;
    /**
     * Start the process, and accept its connections in the order in which it makes them.
     * @throws std::runtime_error if a program is missing or cannot be started
     */
    void Boot();
    /// @param listener number in m_listeners to which the kernel connects
    void Connect(std::size_t listener);
    /**
     * Call the kernel, which therefore has a turn now.
     * @param card that calls
     * @param queue of the card
     */
    void Call(VhostUserCard& card, uint32_t queue);
    /**
     * Serve the kernel until it waits. The simulation ends if no message comes for Patience, or if
     * the kernel has ended.
     */
    void Serve();
    /**
     * Read what the kernel sends to the calendar, which is a mistake.
     * @throws std::runtime_error always
     */
    void ReadCalendar() const;
    /// @param isThere whether the kernel has sent a message rather than closed its socket
    void RequireMessage(bool isThere) const;
    /// @param report line of the agent: a program has ended, or something has failed
    void HandleReport(const std::string& report);
    /**
     * @param program number
     * @param status exit status
     */
    void NoteEnd(std::size_t program, int status);
    /**
     * Let the kernel compute until it waits. Its frames are passed at the time at which it has made
     * them, and then comes its next turn.
     */
    void Continue();
    /// Plan what comes next: the frames of a kernel that is ahead of the simulation, or its turn.
    void Plan();
    /// Plan the kernel's next turn, and pass the frames of its cards.
    void PassFrames();
    /// The kernel's turn.
    void Wake();
    /**
     * @return the time, ns, up to which the kernel may run without asking: the next event, at most
     * Lookahead from now
     */
    uint64_t GetFreeUntil() const;
    /**
     * @param program number
     * @return file in the kernel's folder
     */
    std::string GetOutputFile(std::size_t program) const;
    /// @param program whose output is copied to its file, if it has one
    void KeepOutput(std::size_t program) const;
    /// @return the kernel's panic, or the last line of its console
    std::string GetLastWords() const;
    /**
     * End the simulation with one line: node, time, reason, and the kernel's last words.
     * @param reason why
     */
    [[noreturn]] void Fail(const std::string& reason) const;

    std::string m_kernel;              ///< attribute Kernel
    std::string m_agent;               ///< attribute Agent
    std::string m_parameters;          ///< attribute Parameters
    uint32_t m_memory;                 ///< attribute Memory
    Time m_timeOfDay;                  ///< attribute TimeOfDay
    Time m_patience;                   ///< attribute Patience
    Time m_lookahead;                  ///< attribute Lookahead
    Ptr<RandomVariableStream> m_boot;  ///< attribute BootTime, s
    Ptr<UniformRandomVariable> m_seed; ///< seeds the kernel's random pool

    uint32_t m_node{0};                                         ///< number of the node
    std::vector<Ptr<LinuxKernelInterface>> m_interfaces;        ///< see GetInterfaces
    std::vector<std::pair<std::string, std::string>> m_sysctls; ///< path and value, see SetSysctl
    std::vector<std::string> m_setUp;                           ///< commands, see SetUp
    std::vector<Program> m_programs;                            ///< by number

    Time m_bootTime;                               ///< drawn: the kernel's clock begins with it
    std::shared_ptr<ProcessorClaim> m_processor;   ///< on which simulation and kernel run
    std::unique_ptr<LinuxKernelProcess> m_process; ///< the kernel; null before the boot
    std::unique_ptr<TimeTravelLink> m_link;        ///< the kernel's clock; null before the boot
    std::shared_ptr<LinuxKernelSockets> m_sockets; ///< see CreateSocket
    std::vector<VhostUserCard*> m_cards;           ///< of interfaces and m_sockets; null before
    std::unique_ptr<MessageFiles> m_files;         ///< on which the kernel sends messages
    /// Sockets that listen until the kernel connects, else -1: of the calendar, the interfaces'
    /// cards, and the card of m_sockets
    std::vector<int> m_listeners;
    int m_calendar{-1};                       ///< socket of the calendar; -1 until it connects
    EventId m_event;                          ///< the kernel's next turn
    EventId m_setUpCheck;                     ///< see RequireSetUp
    bool m_isSetUp{false};                    ///< all commands of SetUp() have ended
    TracedCallback<uint32_t, int> m_endTrace; ///< End
};

} // namespace ns3

#endif // LINUX_KERNEL_H

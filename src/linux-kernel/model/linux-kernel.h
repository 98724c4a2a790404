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
 * The kernel boots from the host's own files, which it cannot change, at the start of the
 * simulation. Programs write to a /tmp of their own.
 *
 * The object is aggregated to its node (LinuxKernelHelper::Install()). A kernel that cannot be
 * started, panics, ends or hangs ends the simulation with one line.
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
    /// @param status its exit status, or 128 and the number of the signal that ended it
    typedef void (*EndTracedCallback)(uint32_t program, int status);

    /**
     * Give the kernel an interface before the simulation starts. The first one is eth0.
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
     * Set a value below /proc/sys when the kernel has started.
     * @param name with dots or slashes, such as net.ipv4.tcp_congestion_control
     * @param value for it
     */
    void SetSysctl(const std::string& name, const std::string& value);
    /**
     * Run a command when the kernel has started and its interfaces are up. If it fails, the
     * simulation ends with one line.
     * @param command for /bin/sh, such as "tc qdisc replace dev eth0 root fq_codel"
     */
    void SetUp(const std::string& command);
    /**
     * Run a program.
     * @param start when it starts
     * @param command for /bin/sh
     * @param output file for its output, which is written when the program or the simulation ends;
     * empty: none
     * @return its number, for the trace source End
     */
    uint32_t Run(Time start, const std::string& command, const std::string& output = "");
    /**
     * @param program number of a program
     * @return whether it has ended, and its exit status
     */
    std::pair<bool, int> GetEnd(uint32_t program) const;
    /**
     * @param program number of a program that has ended; before Simulator::Destroy()
     * @return what it has written
     */
    std::string GetOutput(uint32_t program) const;
    /// @return what the kernel has written on its console so far, and before it has ended
    std::string GetConsole() const;
    /// @return a TCP socket of the kernel for an application of the simulation, see
    /// LinuxKernelSocket
    Ptr<Socket> CreateSocket();
    /**
     * Send an order to the program "linux-kernel-agent calls sockets", which makes system calls as
     * told, see LinuxKernelCalls.
     * @param order one line of at most 1400 bytes
     */
    void SendOrder(const std::string& order);
    /// @param handler called with each answer to an order
    void SetAnswerHandler(std::function<void(const std::string& answer)> handler);
    /// @return messages between the kernel and the calendar
    uint64_t GetMessages() const;
    /**
     * Fix the random stream from which the kernel's random pool is seeded.
     * @param stream number of the stream
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    void NotifyNewAggregate() override;

  private:
    /// A program of the plan.
    struct Program
    {
        Time start;          ///< when it starts
        std::string command; ///< for /bin/sh
        std::string output;  ///< file for its output
        bool hasEnded{false};
        int status{0}; ///< its exit status
    };

    void RequireLine(const std::string& text) const;
    void RequireChecksums() const;
    std::string FindKernel() const;
    void WritePlan() const;
    void Boot();
    void Connect(std::size_t listener);
    std::vector<VhostUserCard*> GetCards() const;
    void Serve(const std::function<bool()>& isDone);
    void ServeUntilAnswered(const VhostUserCard& card);
    void ReadSockets();
    void HandleReport(const std::string& report);
    void NoteEnd(std::size_t program, int status);
    void Continue();
    void PassFrames();
    void Wake();
    uint64_t GetFreeUntil() const;
    std::string GetOutputFile(std::size_t program) const;
    void KeepOutput(std::size_t program) const;
    std::string GetLastWords() const;
    [[noreturn]] void Fail(const std::string& reason) const;

    std::string m_kernel;              ///< attribute Kernel
    std::string m_agent;               ///< attribute Agent
    std::string m_parameters;          ///< attribute Parameters
    uint32_t m_memory;                 ///< attribute Memory
    Time m_timeOfDay;                  ///< attribute TimeOfDay
    Time m_patience;                   ///< attribute Patience
    Time m_lookahead;                  ///< attribute Lookahead
    Ptr<UniformRandomVariable> m_seed; ///< seeds the kernel's random pool

    uint32_t m_node{0}; ///< number of the node
    std::vector<Ptr<LinuxKernelInterface>> m_interfaces;
    std::vector<std::pair<std::string, std::string>> m_sysctls;
    std::vector<std::string> m_setUp;
    std::vector<Program> m_programs;

    std::unique_ptr<LinuxKernelProcess> m_process;
    std::unique_ptr<TimeTravelLink> m_link;
    std::shared_ptr<LinuxKernelSockets> m_sockets; ///< see CreateSocket
    /// Sockets that listen until the kernel connects, else -1: of the calendar, the interfaces'
    /// cards, and the card of m_sockets
    std::vector<int> m_listeners;
    EventId m_event; ///< the kernel's next turn
    TracedCallback<uint32_t, int> m_endTrace;
};

} // namespace ns3

#endif // LINUX_KERNEL_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_SCRIPT_SYSTEM_H
#define LINUX_KERNEL_SCRIPT_SYSTEM_H

#include "ns3/linux-kernel-calls.h"
#include "ns3/tcp-script-runner.h"
#include "ns3/tcp-script-system.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel-script
 * ns3::LinuxKernelScriptSystem declaration.
 */

namespace ns3
{

/**
 * @defgroup linux-kernel-script Packet scripts for a real kernel
 * Plays packet scripts against the kernel of the module linux-kernel.
 */

/**
 * @ingroup linux-kernel-script
 * A real Linux kernel that a packet script tests. It has a new boot for each script. The calls of
 * the script are system calls, its commands run in a shell of the kernel, and its state variables
 * are the fields of struct tcp_info.
 *
 * @code
 *   TcpScriptRunner runner(LinuxKernelScriptSystem::GetMaker());
 *   const auto mismatches = runner.Run(ReadTcpScript("handshake.pkt"));
 * @endcode
 * The interface is a TUN device with the name tun0, as packetdrill's is. It has the offloads of a
 * network card (checksums, TSO), and a packet counts as sent when the interface takes it. A call
 * that is given up goes on in the kernel. IPv6 is refused, because the kernel is built without it.
 */
class LinuxKernelScriptSystem : public TcpScriptSystem
{
  public:
    /**
     * @param kernel program of the kernel; empty: the one that ./ns3 kernel has built
     * @return what makes such systems for TcpScriptRunner
     */
    static TcpScriptRunner::SystemMaker GetMaker(const std::string& kernel = "");

    /**
     * @param network to put the kernel on
     * @param kernel see GetMaker()
     * @throws TcpScriptError if the network has IPv6, which the kernel is built without
     */
    LinuxKernelScriptSystem(const TcpScriptNetwork& network, const std::string& kernel);
    ~LinuxKernelScriptSystem() override;

    /**
     * Boots the kernel with the simulation, and enters the script's folder; ends the simulation if
     * the kernel cannot.
     * @param ready called when calls can be made
     */
    void Start(std::function<void()> ready) override;
    /**
     * @param id not used
     * @param call of the script, which outlives the call
     * @param mayBlock not used: the kernel blocks the thread of the call or not
     * @param done called with the result
     */
    void Execute(uint32_t id, const TcpScriptCall& call, bool mayBlock, Done done) override;
    /**
     * Does nothing: the thread of the call stays in the kernel, as that of a program would.
     * @param id not used
     */
    void GiveUp(uint32_t id) override;
    /**
     * @param command for a shell in the kernel, with packetdrill's variable PACKETDRILL_PID
     * @param done called with the exit status
     */
    void RunCommand(const std::string& command, std::function<void(int status)> done) override;
    /**
     * Reads struct tcp_info of the socket that was made or accepted last.
     * @param done called when GetState() has the new values
     */
    void Update(std::function<void()> done) override;
    /**
     * @param name of a field, see ReadTcpInfo()
     * @return its value at the last Update(); none if there is no such field
     */
    std::optional<TcpScriptValue> GetState(const std::string& name) const override;
    /**
     * packetdrill begins 250 us behind a multiple of 10 ms (run.c, schedule_start_time_usecs).
     * @param now the time
     * @return the next such time
     */
    Time GetBegin(Time now) const override;
    /**
     * @return 10 us: each reading of the clock takes 256 ns in the kernel, which reads it for each
     * packet
     */
    Time GetDelay() const override;

  private:
    using Answer = LinuxKernelCalls::Answer; ///< of a system call

    /// ns-3 computes checksums only if told, and a kernel drops packets without.
    class Checksums
    {
      public:
        /// Let ns-3 compute checksums.
        Checksums();
        Checksums(const Checksums&) = delete;
        Checksums& operator=(const Checksums&) = delete;
        /// Restore the setting.
        ~Checksums();

      private:
        bool m_before; ///< whether ns-3 computed them
    };

    /**
     * Gives one order after the other, and reads the kernel's clock at the end. An order that fails
     * ends the simulation.
     * @param orders for LinuxKernelCalls
     * @param index of the next one
     * @param ready called when all are done
     */
    void Prepare(const std::vector<std::string>& orders,
                 std::size_t index,
                 const std::function<void()>& ready);
    /**
     * @param descriptor of the script
     * @return the kernel's file; if there is none, a number that the kernel refuses
     */
    int64_t GetFile(int32_t descriptor) const;
    /**
     * @param call that has returned
     * @param answer of the kernel
     * @return what the script compares with its expectation
     */
    Result MakeResult(const TcpScriptCall& call, const Answer& answer);
    /**
     * A script chooses the numbers of its descriptors by the results that it expects, as
     * packetdrill lets it.
     * @param call that made a file
     * @param fd of the kernel
     * @return the script's descriptor, 3 or more if the script does not say; a difference if it is
     * open already and the call is not accept(), as in packetdrill
     */
    Result Insert(const TcpScriptCall& call, int64_t fd);
    /**
     * @param descriptor of the script
     * @param fd of the kernel
     * @param result gets a difference if the descriptor is open already, or below 0
     */
    void InsertAs(int32_t descriptor, int64_t fd, Result& result);

    TcpScriptNetwork m_network;                ///< see the constructor
    Checksums m_checksums;                     ///< for the life of this object
    std::unique_ptr<LinuxKernelCalls> m_calls; ///< into the kernel
    std::map<int32_t, int64_t> m_files;        ///< of the kernel, by the script's descriptors
    std::set<int64_t> m_sockets;               ///< files that are sockets
    int64_t m_current{-1};                     ///< fd of the socket created or accepted last
    int64_t m_clockOffset{0}; ///< of the kernel's clock at the start of the simulation, ns
    std::map<std::string, TcpScriptValue> m_state; ///< of that socket, see Update()
};

} // namespace ns3

#endif // LINUX_KERNEL_SCRIPT_SYSTEM_H

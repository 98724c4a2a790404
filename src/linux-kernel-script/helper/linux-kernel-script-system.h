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
#include <string>

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

    void Start(std::function<void()> ready) override;
    void Execute(uint32_t id, const TcpScriptCall& call, bool mayBlock, Done done) override;
    void GiveUp(uint32_t id) override;
    void RunCommand(const std::string& command, std::function<void(int status)> done) override;
    void Update(std::function<void()> done) override;
    std::optional<TcpScriptValue> GetState(const std::string& name) const override;
    Time GetBegin(Time now) const override;
    Time GetDelay() const override;

  private:
    using Answer = LinuxKernelCalls::Answer;

    /// ns-3 computes checksums only if told, and a kernel drops packets without.
    class Checksums
    {
      public:
        Checksums();
        Checksums(const Checksums&) = delete;
        Checksums& operator=(const Checksums&) = delete;
        ~Checksums();

      private:
        bool m_before; ///< whether ns-3 computed them
    };

    int64_t GetFile(int32_t descriptor) const;
    Result MakeResult(const TcpScriptCall& call, const Answer& answer);
    int32_t Insert(const TcpScriptCall& call, int64_t fd);

    TcpScriptNetwork m_network;
    Checksums m_checksums;
    std::unique_ptr<LinuxKernelCalls> m_calls;
    std::map<int32_t, int64_t> m_files;            ///< of the kernel, by the script's descriptors
    int64_t m_current{-1};                         ///< fd of the socket created or accepted last
    std::map<std::string, TcpScriptValue> m_state; ///< of that socket, see Update()
};

} // namespace ns3

#endif // LINUX_KERNEL_SCRIPT_SYSTEM_H

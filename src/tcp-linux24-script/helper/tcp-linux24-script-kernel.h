// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SCRIPT_KERNEL_H
#define TCP_LINUX24_SCRIPT_KERNEL_H

#include "ns3/tcp-script-kernel.h"

namespace ns3
{

/**
 * @defgroup tcp-linux24-script Packet scripts against the sockets of Linux
 * What the modules tcp-linux24 and tcp-script, neither of which knows the other, have in common.
 */

/**
 * @ingroup tcp-linux24-script
 * Answers packet scripts for sockets that are a TcpLinux24Socket, and as TcpScriptKernel for all
 * others. A program that plays scripts against the sockets of Linux calls
 *
 * @code
 *   runner.SetKernel(std::make_shared<TcpLinux24ScriptKernel>());
 * @endcode
 */
class TcpLinux24ScriptKernel : public TcpScriptKernel
{
  public:
    /// @param factory of the sockets; only TcpLinux24SocketFactory knows settings of Linux
    /// @return as TcpScriptKernel
    const TcpScriptSysctlRules& GetSysctlRules(TypeId factory) const override;

    /**
     * As TcpScriptKernel. Buffers get twice the size, at most twice 65535 bytes (net/core/sock.c of
     * 2.4.18).
     */
    std::string SetOption(Ptr<Socket> socket,
                          bool isFresh,
                          const std::string& option,
                          uint32_t value) const override;
    std::optional<uint32_t> GetOption(Ptr<Socket> socket, const std::string& option) const override;

    /**
     * Names of the kernel: state, cwnd, ssthresh, packets_out, sacked_out, lost_out, retrans_out,
     * fackets_out, reordering (segments), snd_mss, rcv_mss, rcv_ssthresh (bytes), retrans_stamp
     * (ticks) and rto (seconds).
     * @param socket any socket
     * @param name of a state variable
     * @return its value; none if the socket is another one, has no connection or there is no such
     * name
     */
    std::optional<TcpScriptValue> GetState(Ptr<Socket> socket,
                                           const std::string& name) const override;
    std::optional<uint32_t> GetMoreFlag(Ptr<Socket> socket) const override;
};

} // namespace ns3

#endif // TCP_LINUX24_SCRIPT_KERNEL_H

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
     * As TcpScriptKernel, with TCP_MAXSEG, SO_SNDBUF, SO_RCVBUF, TCP_CORK and IP_MTU_DISCOVER of
     * Linux. Buffers get twice the size, at most twice 65535 bytes, at least 2048 bytes for sending
     * and 256 for receiving (net/core/sock.c of 2.4.18). EINVAL if both TCP_CORK and TCP_NODELAY
     * would be set, and for SO_RCVBUF once the peer's SYN has come.
     * @param socket any socket
     * @param isFresh whether it neither listens nor has begun a connection; for other sockets only
     * @param option by its C name
     * @param value for it
     * @return name of errno; empty if the option is set
     */
    std::string SetOption(Ptr<Socket> socket,
                          bool isFresh,
                          const std::string& option,
                          uint32_t value) const override;
    /**
     * As TcpScriptKernel, with TCP_MAXSEG, TCP_CORK and SO_SNDBUF of Linux. TCP_MAXSEG is 536
     * before a connection (tcp_v4_init_sock); SO_SNDBUF is the size that the buffer has before it
     * grows.
     * @param socket any socket
     * @param option by its C name
     * @return its value; none if the socket has no such option
     */
    std::optional<uint32_t> GetOption(Ptr<Socket> socket, const std::string& option) const override;

    /**
     * Names of the kernel: state, cwnd, ssthresh, packets_out, sacked_out, lost_out, retrans_out,
     * fackets_out, reordering (segments), snd_mss, rcv_mss, rcv_ssthresh (bytes), retrans_stamp
     * (ticks) and rto (seconds). A sender of Linux 2.0 has rcv_ack_cnt (identical ACKs) and
     * retransmits, but neither state, retrans_stamp nor those from sacked_out to reordering.
     * @param socket any socket
     * @param name of a state variable
     * @return its value; none if the socket is another one, has no connection or there is no such
     * name
     */
    std::optional<TcpScriptValue> GetState(Ptr<Socket> socket,
                                           const std::string& name) const override;
    /**
     * @param socket any socket
     * @return TcpLinux24Socket::SEND_MORE; none if the socket is another one
     */
    std::optional<uint32_t> GetMoreFlag(Ptr<Socket> socket) const override;
};

} // namespace ns3

#endif // TCP_LINUX24_SCRIPT_KERNEL_H

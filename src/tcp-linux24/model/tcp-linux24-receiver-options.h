// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_RECEIVER_OPTIONS_H
#define TCP_LINUX24_RECEIVER_OPTIONS_H

#include <cstdint>

namespace ns3
{

/// @ingroup tcp-linux24
/// Kernels whose TCP shares nothing but the protocol.
enum class TcpLinuxGeneration
{
    LINUX20, ///< 2.0.32
    LINUX24, ///< 2.4 and 2.6
};

/**
 * @ingroup tcp-linux24
 * What tells one receiver from another. The defaults are those of vanilla 2.4.18 on i386 with a
 * peer that uses timestamps (include/net/tcp.h, net/ipv4/tcp_input.c, net/ipv4/tcp.c).
 */
struct TcpLinux24ReceiverOptions
{
    uint32_t ticksPerSecond{100}; ///< HZ: 100 in 2.0 and 2.4, 1000 in 2.6; 100..1000

    /// @name Agreed on in the handshake
    /// @{
    bool sack{true};            ///< SACK permitted by both sides
    bool timestamps{true};      ///< timestamps used by both sides
    uint32_t mss{1448};         ///< advertised MSS less the timestamp option, bytes; 88..65495
    uint32_t sendMss{1448};     ///< own full segment, bytes: a first guess of the peer's; >= 88
    uint32_t firstWindow{5792}; ///< offered with the SYN or SYN-ACK, bytes, see GetFirstWindow()
    /// @}

    /// @name The host
    /// @{
    /**
     * When to acknowledge, and what window to offer.
     */
    TcpLinuxGeneration generation{TcpLinuxGeneration::LINUX24};
    bool finalCutPush{true};     ///< up to 2.4.18: PSH on a full segment asks for an ACK
    bool dsack{true};            ///< tcp_dsack: report duplicates, if SACK is permitted
    uint32_t windowClamp{65535}; ///< largest window that can be offered, bytes: 65535 << scale
    /// 2.6: windows are multiples of 1 << windowUnit, 0 to 14 (rcv_wscale); 0: of segments
    uint8_t windowUnit{0};
    uint32_t rcvbuf{87380}; ///< receive buffer, bytes of memory; >= 2048
    /// 2.6: the receive buffer may grow to so much, bytes of memory (tcp_rmem); 0: it does not
    uint32_t maxRcvbuf{0};
    uint32_t segmentOverhead{452}; ///< memory of a segment beside its payload, bytes; 0..2048
    /// @}

    /// @name When to acknowledge; ACK skipping (Gopal and Raychaudhuri 2005)
    /// @{
    /**
     * An ACK is due when as many full segments wait for it: 2 in Linux
     */
    uint32_t ackSegments{2};
    bool delayedAcks{true};      ///< false: an ACK is due for every segment with data
    uint32_t ackSkip{0};         ///< of every ackSkip + 1 ACKs due for data in order one is sent
    bool adaptiveAckSkip{false}; ///< none is skipped that the sender would miss
    uint32_t leastAcks{4};       ///< adaptive: ACKs that each flight keeps at least; >= 2
    /// @}
};

} // namespace ns3

#endif // TCP_LINUX24_RECEIVER_OPTIONS_H

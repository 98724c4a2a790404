// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_OPTIONS_H
#define TCP_LINUX24_OPTIONS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What tells one Linux kernel from another, and what a host can set. The defaults are those of
 * vanilla 2.4.18 on i386 (include/net/tcp.h, net/ipv4/tcp_input.c, net/ipv4/tcp_output.c).
 */
struct TcpLinux24Options
{
    /// ssthresh before the first loss (tcp_v4_init_sock).
    static constexpr uint32_t INFINITE_SSTHRESH = 0x7fffffff;

    /// @name Time
    /// @{
    uint32_t ticksPerSecond{100}; ///< HZ: 100 in 2.0 and 2.4, 1000 in 2.6; 100..1000
    uint32_t minRto{200};         ///< TCP_RTO_MIN, least term of the variance in the RTO, ms
    uint32_t initialRto{3000};    ///< TCP_TIMEOUT_INIT, ms
    /// @}

    /// @name Faults and their repairs
    /// @{
    bool retransStampFromSyn{true}; ///< up to 2.4.18: retrans_stamp keeps the SYN's time
    bool rttSeqFromUna{true};       ///< up to 2.4.18: rttvar decays with every ACK
    bool synWindowScaled{true};     ///< 2.4: max_window takes that of a SYN-ACK for scaled
    uint32_t firstDeviation{4};     ///< mdev after the first sample, in m: 4, from 2.4.19 on 2
    bool finalCutPush{true};        ///< up to 2.4.18: PSH on a full segment asks for an ACK
    bool bicMaximumFault{false};    ///< 2.6.8: BIC's last maximum is 15/4 of cwnd, not 15/16
    /// @}

    /// @name Mechanisms
    /// @{
    bool sack{true};             ///< tcp_sack
    bool dsack{true};            ///< tcp_dsack
    bool fack{true};             ///< tcp_fack
    bool timestamps{true};       ///< tcp_timestamps
    bool frto{false};            ///< tcp_frto (2.6.8)
    bool bic{false};             ///< tcp_bic (2.6.8)
    bool retransCollapse{true};  ///< tcp_retrans_collapse
    bool retransTrim{false};     ///< 2.6.8: what is acknowledged is not sent again (tcp_trim_head)
    bool fullSegmentPush{false}; ///< 2.6.8: PSH at the end of a write, even in a full segment
    bool cautiousRestart{true};  ///< 2.4: after a pause 2 segments on a slow path (tcp_init_cwnd)
    uint32_t reordering{3};      ///< tcp_reordering, segments; 3..127
    uint32_t maxBurst{3};        ///< tcp_max_burst, segments
    /// @}

    /// @name Connection
    /// @{
    uint32_t initialCwnd{2};                     ///< segments, 1..65535
    uint32_t initialSsthresh{INFINITE_SSTHRESH}; ///< segments
    uint32_t cwndClamp{65535};                   ///< snd_cwnd_clamp, segments
    uint32_t mss{1448};                          ///< data bytes of a full segment
    bool noDelay{false};                         ///< TCP_NODELAY
    uint32_t synRetries{5};                      ///< repeats of a SYN
    uint32_t retries{15};                        ///< tcp_retries2: RTOs before giving up
    /// tcp_orphan_retries: the same of an orphan; 0: 8 while the RTO is below 120 s, then none
    uint32_t orphanRetries{0};
    /// @}

    /// @name Memory
    /// @{
    uint32_t sendBuffer{131072};     ///< sndbuf, bytes of memory
    uint32_t segmentOverhead{452};   ///< memory of a segment beside its data ("truesize")
    bool retransmitMemoryTest{true}; ///< refuse a retransmission when too much waits below TCP
    /// @}
};

} // namespace ns3

#endif // TCP_LINUX24_OPTIONS_H

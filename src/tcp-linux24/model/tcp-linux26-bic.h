// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX26_BIC_H
#define TCP_LINUX26_BIC_H

#include "tcp-linux24-segment.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Binary increase congestion control as in Linux 2.6.8 (net/ipv4/tcp_input.c:
 * bictcp_cwnd, tcp_recalc_ssthresh), fault of its integer arithmetic included.
 */
class TcpLinux26Bic
{
  public:
    /**
     * @param ticksPerSecond HZ
     * @param maximumFault whether fast convergence has the fault of 2.6.8, see
     * TcpLinux24Options::bicMaximumFault
     */
    TcpLinux26Bic(uint32_t ticksPerSecond, bool maximumFault);

    /// A segment was lost.
    /// @param cwnd segments
    /// @return ssthresh, segments
    uint32_t GetReducedSsthresh(uint32_t cwnd);
    /**
     * Above ssthresh.
     * @param cwnd segments
     * @param now the present
     * @return ACKs that must be counted before cwnd grows by one
     */
    uint32_t GetAcksPerStep(uint32_t cwnd, TcpTick now);
    void Forget(); ///< There is no last maximum any more (init_bictcp)

  private:
    /**
     * Fast convergence: a connection that lost below its last maximum gives way to others.
     * @param cwnd at the loss, segments
     * @return new last maximum, segments: meant to be 15/16 of cwnd, but 15/4 by the integer
     * expression of 2.6.8
     */
    uint32_t GetConvergedMaximum(uint32_t cwnd) const;
    /**
     * bictcp_cwnd() without its memory: up to 14 segments as Reno; below the last maximum a quarter
     * of the way to it in each round trip, 32 segments at most; near it a step in 11/4 round trips;
     * above it first slowly, then faster, up to 32 segments in a round trip.
     * @param cwnd segments
     * @return ACKs for one step; 0 counts as 1
     */
    uint32_t Compute(uint32_t cwnd) const;

    bool m_maximumFault;       ///< whether the last maximum is 15/4 of cwnd
    uint32_t m_interval;       ///< between two computations for one cwnd, ticks
    uint32_t m_lastMaximum{0}; ///< cwnd at the last loss, or what the kernel makes of it
    uint32_t m_lastCwnd{0};    ///< that m_acksPerStep is for
    uint32_t m_acksPerStep{0}; ///< 0: not computed since the last loss
    TcpTick m_lastTime{0};     ///< of the computation
};

} // namespace ns3

#endif // TCP_LINUX26_BIC_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_RTT_ESTIMATOR_H
#define TCP_LINUX24_RTT_ESTIMATOR_H

#include "tcp-linux-rtt-estimator.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-segment.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Round-trip estimator and retransmission timeout (net/ipv4/tcp_input.c: tcp_rtt_estimator,
 * tcp_set_rto, tcp_bound_rto). The minimum of 200 ms bounds the variance, not the timeout: RTO =
 * srtt + max(4 mdev, 200 ms), and not max(srtt + 4 mdev, 200 ms) as in RFC 2988. A falling round
 * trip raises the deviation by an eighth only, and rttvar follows a peak at once and falls slowly.
 */
class TcpLinux24RttEstimator : public TcpLinuxRttEstimator
{
  public:
    /// @param options the kernel
    explicit TcpLinux24RttEstimator(const TcpLinux24Options& options);

    /**
     * Take a sample.
     * @param ticks measured; 0 counts as 1
     * @param sndUna snd_una, after the ACK
     * @param sndNxt snd_nxt
     */
    void AddSample(int32_t ticks, TcpOffset sndUna, TcpOffset sndNxt);
    /// Forget everything: 3 s until a sample comes (tcp_init_metrics, without timestamps).
    void Reset();

    uint32_t GetMaxDeviation() const; ///< @return mdev_max
    uint32_t GetVariance() const;     ///< @return rttvar

  private:
    /**
     * The end of tcp_rtt_estimator().
     * @param sndUna snd_una, after the ACK
     * @param sndNxt snd_nxt
     */
    void UpdateVariance(TcpOffset sndUna, TcpOffset sndNxt);

    uint32_t m_minVariance; ///< TCP_RTO_MIN, ticks
    uint32_t m_firstFactor; ///< see TcpLinux24Options::firstDeviation
    bool m_seqFromUna;      ///< see TcpLinux24Options::rttSeqFromUna
    int32_t m_mdevMax;      ///< see GetMaxDeviation
    int32_t m_rttvar;       ///< see GetVariance
    TcpOffset m_rttSeq{0};  ///< rtt_seq: rttvar may fall when snd_una has passed it
};

} // namespace ns3

#endif // TCP_LINUX24_RTT_ESTIMATOR_H

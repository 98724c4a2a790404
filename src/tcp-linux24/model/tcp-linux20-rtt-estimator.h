// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX20_RTT_ESTIMATOR_H
#define TCP_LINUX20_RTT_ESTIMATOR_H

#include "tcp-linux-rtt-estimator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Round-trip estimator and retransmission timeout of Linux 2.0.32 (net/ipv4/tcp_input.c:
 * tcp_rtt_estimator, tcp_set_rto), in ticks of 10 ms. The timeout depends on the congestion window:
 * at a window of one segment it is nearly doubled.
 */
class TcpLinux20RttEstimator : public TcpLinuxRttEstimator
{
  public:
    /// @param minRto least timeout, ticks
    /// @param initialRto until the first sample, ticks
    explicit TcpLinux20RttEstimator(uint32_t minRto = 20, uint32_t initialRto = 300);

    /**
     * Take a sample.
     * @param ticks measured, 0 or more; as long as all are 0 the next one counts as the first,
     * afterwards 0 counts as 1
     * @param cwnd congestion window, segments, 1 or more
     */
    void AddSample(int32_t ticks, uint32_t cwnd);

  private:
    uint32_t m_minRto; ///< see the constructor
};

} // namespace ns3

#endif // TCP_LINUX20_RTT_ESTIMATOR_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux20-rtt-estimator.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_RTO = 12000; ///< 120 s
/// A shift by more is undefined in C; the term has long been 0.
constexpr uint32_t MOST_SHIFT = 31;

} // namespace

TcpLinux20RttEstimator::TcpLinux20RttEstimator(uint32_t minRto, uint32_t initialRto)
    : TcpLinuxRttEstimator(initialRto, MAX_RTO),
      m_minRto(minRto)
{
}

// tcp_rtt_estimator and tcp_set_rto of 2.0.32.
void
TcpLinux20RttEstimator::AddSample(int32_t ticks, uint32_t cwnd)
{
    // A first sample of 0 ticks leaves srtt at 0, so that the next one counts as the first again.
    if (m_srtt == 0)
    {
        m_srtt = 8 * ticks;
        m_mdev = 2 * ticks;
    }
    else
    {
        const int32_t error = std::max(ticks, 1) - m_srtt / 8;
        m_srtt += error;
        m_mdev += std::abs(error) - m_mdev / 4;
    }
    // A quarter more than the estimate, and with a window of one segment the estimate once more: a
    // peer may delay its ACK of a lone segment.
    const auto base = static_cast<uint32_t>(m_srtt / 8 + m_mdev);
    const uint32_t shift = std::min(cwnd - 1, MOST_SHIFT);
    m_rto = std::clamp(base + base / 4 + (base >> shift), m_minRto, MAX_RTO);
}

} // namespace ns3

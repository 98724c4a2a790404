// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-rtt-estimator.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint64_t MILLISECONDS_PER_SECOND = 1000;
/// TCP_RTO_MAX, seconds.
constexpr uint32_t MAX_RTO_SECONDS = 120;

/// @param milliseconds duration
/// @param ticksPerSecond HZ
/// @return ticks, at least one
uint32_t
GetTicks(uint32_t milliseconds, uint32_t ticksPerSecond)
{
    const uint64_t ticks = uint64_t{milliseconds} * ticksPerSecond / MILLISECONDS_PER_SECOND;
    return std::max(static_cast<uint32_t>(ticks), 1U);
}

} // namespace

TcpLinux24RttEstimator::TcpLinux24RttEstimator(const TcpLinux24Options& options)
    : TcpLinuxRttEstimator(GetTicks(options.initialRto, options.ticksPerSecond),
                           MAX_RTO_SECONDS * options.ticksPerSecond),
      m_minVariance(GetTicks(options.minRto, options.ticksPerSecond)),
      m_firstFactor(options.firstDeviation),
      m_seqFromUna(options.rttSeqFromUna)
{
    Reset();
}

// tcp_v4_init_sock, and tcp_init_metrics for a handshake that gave no timestamp: nothing is known
// of the path, and the timeout is the initial one.
void
TcpLinux24RttEstimator::Reset()
{
    m_srtt = 0;
    m_mdev = m_mdevMax = m_rttvar = static_cast<int32_t>(m_initialRto);
    m_rto = m_initialRto;
}

// tcp_rtt_estimator, tcp_set_rto. srtt is kept times 8 and mdev times 4, so that the gains 1/8 and
// 1/4 of Jacobson (1988) are shifts. A sample of 0 ticks counts as one: on a LAN all are shorter.
void
TcpLinux24RttEstimator::AddSample(int32_t ticks, TcpOffset sndUna, TcpOffset sndNxt)
{
    const int32_t sample = std::max(ticks, 1);
    const auto floor = static_cast<int32_t>(m_minVariance);
    if (m_srtt == 0)
    {
        // The first sample is all that is known; 2.4.18 takes twice the deviation that it was meant
        // to take, 2.4.19 corrected it.
        m_srtt = 8 * sample;
        m_mdev = static_cast<int32_t>(m_firstFactor) * sample;
        m_mdevMax = m_rttvar = std::max(m_mdev, floor);
        m_rttSeq = sndNxt;
    }
    else
    {
        const int32_t error = sample - m_srtt / 8;
        m_srtt += error;
        int32_t change = std::abs(error) - m_mdev / 4;
        if (error < 0 && change > 0)
        {
            change /= 8; // a falling round trip is no reason for a longer timeout
        }
        m_mdev += change;
        UpdateVariance(sndUna, sndNxt);
    }
    // rttvar is the deviation times 4 already, and its floor is the least timeout above the round
    // trip: RTO = srtt + max(4 mdev, 200 ms), and not max(srtt + 4 mdev, 200 ms) as in RFC 2988.
    m_rto = std::min(static_cast<uint32_t>(m_srtt / 8 + m_rttvar), m_maxRto);
}

// The end of tcp_rtt_estimator: rttvar follows a peak at once and falls slowly, lest many samples
// of one window make it forget what the last window has shown.
void
TcpLinux24RttEstimator::UpdateVariance(TcpOffset sndUna, TcpOffset sndNxt)
{
    if (m_mdev > m_mdevMax)
    {
        m_mdevMax = m_mdev;
        m_rttvar = std::max(m_rttvar, m_mdevMax);
    }
    // Meant for once in a round trip: when all is acknowledged that was sent at the last
    // time. 2.4.18 sets the mark to snd_una, which the very next ACK passes.
    if (sndUna > m_rttSeq)
    {
        if (m_mdevMax < m_rttvar)
        {
            m_rttvar -= (m_rttvar - m_mdevMax) / 4;
        }
        m_rttSeq = m_seqFromUna ? sndUna : sndNxt;
        m_mdevMax = static_cast<int32_t>(m_minVariance);
    }
}

uint32_t
TcpLinux24RttEstimator::GetMaxDeviation() const
{
    return static_cast<uint32_t>(m_mdevMax);
}

uint32_t
TcpLinux24RttEstimator::GetVariance() const
{
    return static_cast<uint32_t>(m_rttvar);
}

} // namespace ns3

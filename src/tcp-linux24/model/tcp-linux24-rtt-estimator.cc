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

/// @param milliseconds duration @param ticksPerSecond HZ @return ticks, at least one
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

void
TcpLinux24RttEstimator::Reset()
{
    m_srtt = 0;
    m_mdev = m_mdevMax = m_rttvar = static_cast<int32_t>(m_initialRto);
    m_rto = m_initialRto;
}

void
TcpLinux24RttEstimator::AddSample(int32_t ticks, TcpOffset sndUna, TcpOffset sndNxt)
{
    const int32_t sample = std::max(ticks, 1);
    const auto floor = static_cast<int32_t>(m_minVariance);
    if (m_srtt == 0)
    {
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
    m_rto = std::min(static_cast<uint32_t>(m_srtt / 8 + m_rttvar), m_maxRto);
}

void
TcpLinux24RttEstimator::UpdateVariance(TcpOffset sndUna, TcpOffset sndNxt)
{
    if (m_mdev > m_mdevMax)
    {
        m_mdevMax = m_mdev;
        m_rttvar = std::max(m_rttvar, m_mdevMax);
    }
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

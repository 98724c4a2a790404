// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux26-bic.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Up to this window BIC is Reno (bictcp low_window), segments.
constexpr uint32_t LOW_WINDOW = 14;
/// 1/beta of the reduction.
constexpr uint32_t BETA = 8;
/// Share of the distance to the last maximum that is taken in one round trip.
constexpr uint32_t SEARCH = 4;
/// Largest increase in one round trip, segments.
constexpr uint32_t MAX_INCREMENT = 32;
/// Round trips that the last step before the maximum is spread over, times SEARCH.
constexpr uint32_t SMOOTH = 11;
/// A window computed less than 1/32 s ago stays.
constexpr uint32_t COMPUTATIONS_PER_SECOND = 32;

} // namespace

TcpLinux26Bic::TcpLinux26Bic(uint32_t ticksPerSecond, bool maximumFault)
    : m_maximumFault(maximumFault),
      m_interval(ticksPerSecond / COMPUTATIONS_PER_SECOND)
{
}

// tcp_recalc_ssthresh of 2.6.8.
uint32_t
TcpLinux26Bic::GetReducedSsthresh(uint32_t cwnd)
{
    m_acksPerStep = 0;
    m_lastMaximum = cwnd < m_lastMaximum ? GetConvergedMaximum(cwnd) : cwnd;
    const uint32_t reduced = cwnd > LOW_WINDOW ? cwnd - cwnd / BETA : cwnd / 2;
    return std::max(reduced, 2U);
}

// Fast convergence is meant to set the last maximum to 15/16 of cwnd; the integer expression of
// 2.6.8 gives 15/4.
uint32_t
TcpLinux26Bic::GetConvergedMaximum(uint32_t cwnd) const
{
    return m_maximumFault ? cwnd * (2 * BETA - 1) / (BETA / 2) : cwnd - cwnd / (2 * BETA);
}

// bictcp_cwnd: the result is kept for 1/32 s as long as the window stays.
uint32_t
TcpLinux26Bic::GetAcksPerStep(uint32_t cwnd, TcpTick now)
{
    const bool fresh = GetTicksBetween(now, m_lastTime) <= static_cast<int32_t>(m_interval);
    if (m_acksPerStep == 0 || cwnd != m_lastCwnd || !fresh)
    {
        m_lastCwnd = cwnd;
        m_lastTime = now;
        m_acksPerStep = std::max(Compute(cwnd), 1U);
    }
    return m_acksPerStep;
}

void
TcpLinux26Bic::Forget()
{
    m_lastMaximum = m_lastCwnd = m_acksPerStep = 0;
}

uint32_t
TcpLinux26Bic::Compute(uint32_t cwnd) const
{
    if (cwnd <= LOW_WINDOW)
    {
        return cwnd;
    }
    if (cwnd < m_lastMaximum)
    {
        // Binary search: each round trip covers a quarter of the way to the last maximum, 32
        // segments at most; the last segment takes several round trips.
        const uint32_t distance = (m_lastMaximum - cwnd) / SEARCH;
        if (distance > MAX_INCREMENT)
        {
            return cwnd / MAX_INCREMENT;
        }
        return distance <= 1 ? cwnd * SMOOTH / SEARCH : cwnd / distance;
    }
    // Above the last maximum the next one is unknown: first slowly, then faster and faster.
    if (cwnd < m_lastMaximum + SEARCH)
    {
        return cwnd * SMOOTH / SEARCH;
    }
    if (cwnd < m_lastMaximum + MAX_INCREMENT * (SEARCH - 1))
    {
        return cwnd * (SEARCH - 1) / (cwnd - m_lastMaximum);
    }
    return cwnd / MAX_INCREMENT;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-congestion-window.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// ssthresh from here on counts as unknown (tcp_init_cwnd).
constexpr uint32_t UNKNOWN_SSTHRESH = 65535;
/// Least window that validation leaves, segments.
constexpr uint32_t LEAST_USED = 2;

} // namespace

TcpLinux24CongestionWindow::TcpLinux24CongestionWindow(const TcpLinux24Options& options)
    : m_isBic(options.bic),
      m_isRestartCautious(options.cautiousRestart),
      m_ticksPerSecond(options.ticksPerSecond),
      m_clamp(options.cwndClamp),
      m_maxBurst(options.maxBurst),
      m_bic(options.ticksPerSecond, options.bicMaximumFault),
      m_cwnd(options.initialCwnd),
      m_ssthresh(options.initialSsthresh)
{
}

uint32_t
TcpLinux24CongestionWindow::GetCount() const
{
    return m_count;
}

uint32_t
TcpLinux24CongestionWindow::GetPriorSsthresh() const
{
    return m_priorSsthresh;
}

uint32_t
TcpLinux24CongestionWindow::GetCurrentSsthresh(bool isReducing) const
{
    return isReducing ? m_ssthresh : std::max(m_ssthresh, m_cwnd / 2 + m_cwnd / 4);
}

void
TcpLinux24CongestionWindow::Touch(TcpTick now)
{
    m_stamp = now;
}

// tcp_cong_avoid, and bictcp_cwnd.
void
TcpLinux24CongestionWindow::Grow(TcpTick now)
{
    m_stamp = now;
    if (m_cwnd <= m_ssthresh)
    {
        m_cwnd = std::min(m_cwnd + 1, m_clamp); // slow start counts ACKs, not segments
        return;
    }
    const uint32_t needed = m_isBic ? m_bic.GetAcksPerStep(m_cwnd, now) : m_cwnd;
    if (m_count >= needed)
    {
        m_cwnd = std::min(m_cwnd + 1, m_clamp);
        m_count = 0;
    }
    else
    {
        ++m_count;
    }
}

void
TcpLinux24CongestionWindow::Set(uint32_t cwnd)
{
    m_cwnd = cwnd;
}

void
TcpLinux24CongestionWindow::Restart(uint32_t cwnd)
{
    m_cwnd = cwnd;
    m_count = 0;
}

void
TcpLinux24CongestionWindow::ForgetMaximum()
{
    m_bic.Forget();
}

// The kernel keeps the threshold of before in 16 bits.
void
TcpLinux24CongestionWindow::LowerSsthresh(uint32_t prior)
{
    m_priorSsthresh = static_cast<uint16_t>(prior);
    m_ssthresh = GetReducedSsthresh();
}

void
TcpLinux24CongestionWindow::SetSsthresh(uint32_t ssthresh)
{
    m_ssthresh = ssthresh;
}

void
TcpLinux24CongestionWindow::ForgetPriorSsthresh()
{
    m_priorSsthresh = 0;
}

void
TcpLinux24CongestionWindow::ResetCount()
{
    m_count = 0;
}

void
TcpLinux24CongestionWindow::ReduceByRateHalving(uint32_t inFlight, TcpTick now)
{
    const uint32_t count = m_count + 1U;
    m_count = count % 2;
    if (count / 2 > 0 && m_cwnd > m_ssthresh / 2)
    {
        m_cwnd -= count / 2;
    }
    m_cwnd = std::min(m_cwnd, inFlight + 1);
    m_stamp = now;
}

void
TcpLinux24CongestionWindow::Moderate(uint32_t inFlight, TcpTick now)
{
    m_cwnd = std::min(m_cwnd, inFlight + m_maxBurst);
    m_stamp = now;
}

void
TcpLinux24CongestionWindow::Limit(uint32_t most)
{
    m_cwnd = std::min(m_cwnd, most);
}

void
TcpLinux24CongestionWindow::Undo(bool full)
{
    if (m_priorSsthresh != 0)
    {
        m_cwnd = std::max(m_cwnd, 2 * m_ssthresh);
        if (full && m_priorSsthresh > m_ssthresh)
        {
            m_ssthresh = m_priorSsthresh;
        }
    }
    else
    {
        m_cwnd = std::max(m_cwnd, m_ssthresh); // an old reduction is not taken back
    }
}

uint32_t
TcpLinux24CongestionWindow::GetReducedSsthresh()
{
    return m_isBic ? m_bic.GetReducedSsthresh(m_cwnd) : std::max(m_cwnd / 2, 2U);
}

uint32_t
TcpLinux24CongestionWindow::GetRestartCwnd(uint32_t mss, uint32_t srtt) const
{
    // tcp_init_cwnd: 2 to 4 segments by their size. In 2.4 it is 2 on an unknown or slow path (srtt
    // above 20 ms; srtt is kept times 8), and never more than ssthresh.
    uint32_t cwnd = mss > 1460 ? 2 : (mss > 1095 ? 3 : 4);
    if (!m_isRestartCautious)
    {
        return cwnd;
    }
    const bool slow = srtt > 8 * m_ticksPerSecond / 50;
    if (srtt == 0 || (m_ssthresh >= UNKNOWN_SSTHRESH && slow))
    {
        cwnd = 2;
    }
    return std::min(cwnd, m_ssthresh);
}

// tcp_cwnd_restart: the network may have changed since.
bool
TcpLinux24CongestionWindow::RestartAfterIdle(int32_t idle,
                                             uint32_t rto,
                                             uint32_t srtt,
                                             uint32_t mss,
                                             bool isReducing,
                                             TcpTick now)
{
    const uint32_t restart = std::min(GetRestartCwnd(mss, srtt), m_cwnd);
    const uint32_t before = m_cwnd;
    m_ssthresh = GetCurrentSsthresh(isReducing);
    while ((idle -= static_cast<int32_t>(rto)) > 0 && m_cwnd > restart)
    {
        m_cwnd /= 2;
    }
    m_cwnd = std::max(m_cwnd, restart);
    m_stamp = now;
    m_used = 0;
    return m_cwnd != before;
}

// tcp_cwnd_validate, tcp_cwnd_application_limited.
bool
TcpLinux24CongestionWindow::Validate(uint32_t packetsOut, uint32_t rto, bool mayDecay, TcpTick now)
{
    if (packetsOut >= m_cwnd)
    {
        m_used = 0; // the window limits the sender, as it should
        m_stamp = now;
        return false;
    }
    m_used = std::max(m_used, packetsOut);
    if (GetTicksBetween(now, m_stamp) < static_cast<int32_t>(rto))
    {
        return false;
    }
    m_stamp = now;
    if (!mayDecay)
    {
        return false;
    }
    const uint32_t used = std::max(m_used, LEAST_USED);
    m_used = 0;
    if (used >= m_cwnd)
    {
        return false;
    }
    m_ssthresh = GetCurrentSsthresh(false);
    m_cwnd = (m_cwnd + used) / 2;
    return true;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux26-receive-space.h"

#include <algorithm>

namespace ns3
{

TcpLinux26ReceiveSpace::TcpLinux26ReceiveSpace(uint32_t firstWindow)
    : m_space(firstWindow)
{
}

// tcp_rcv_rtt_measure: a window that was offered comes back as data after a round trip, or later.
// So the least sample counts.
void
TcpLinux26ReceiveSpace::MeasureWindow(TcpOffset rcvNxt, uint32_t rcvWnd, TcpTick now)
{
    if (m_windowStart)
    {
        if (rcvNxt < m_windowEnd)
        {
            return;
        }
        const uint32_t sample = std::max<uint32_t>(now - *m_windowStart, 1);
        // The kernel compares the sample with the estimate in eighths.
        if (m_roundTrip == 0 || sample < m_roundTrip)
        {
            m_roundTrip = 8 * sample;
        }
    }
    m_windowEnd = rcvNxt + rcvWnd;
    m_windowStart = now;
}

// tcp_rcv_rtt_measure_ts: what an echo says is exact, and is smoothed as a sender's round trip.
void
TcpLinux26ReceiveSpace::MeasureEcho(TcpTick echo, TcpTick now)
{
    const auto sample = static_cast<uint32_t>(std::max(GetTicksBetween(now, echo), 1));
    m_roundTrip = m_roundTrip == 0 ? 8 * sample : m_roundTrip - m_roundTrip / 8 + sample;
}

// tcp_rcv_space_adjust: what the application has read in one round trip is what the sender's window
// is; in slow start it is twice as much in the next. The space never shrinks.
std::optional<uint32_t>
TcpLinux26ReceiveSpace::Read(TcpOffset copied, TcpTick now)
{
    std::optional<uint32_t> grown;
    if (m_readingStart)
    {
        if (m_roundTrip == 0 || now - *m_readingStart < m_roundTrip / 8)
        {
            return grown;
        }
        const auto space = static_cast<uint32_t>(2 * (copied - m_readBefore));
        if (space > m_space)
        {
            m_space = space;
            grown = space;
        }
    }
    m_readBefore = copied;
    m_readingStart = now;
    return grown;
}

uint32_t
TcpLinux26ReceiveSpace::GetRoundTrip() const
{
    return m_roundTrip;
}

} // namespace ns3

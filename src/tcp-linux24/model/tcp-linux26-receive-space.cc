// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux26-receive-space.h"

#include <algorithm>

namespace ns3
{

TcpLinux26ReceiveSpace::TcpLinux26ReceiveSpace(uint32_t firstWindow)
    : m_space(firstWindow)
{
}

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

void
TcpLinux26ReceiveSpace::MeasureEcho(TcpTick echo, TcpTick now)
{
    const auto sample = static_cast<uint32_t>(std::max(GetTicksBetween(now, echo), 1));
    m_roundTrip = m_roundTrip == 0 ? 8 * sample : m_roundTrip - m_roundTrip / 8 + sample;
}

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

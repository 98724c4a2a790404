// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-ack-skip.h"

#include <algorithm>
#include <utility>

namespace ns3
{

TcpLinux24AckSkip::TcpLinux24AckSkip(uint32_t most, std::optional<uint32_t> leastAcks)
    : m_most(most),
      m_leastAcks(leastAcks)
{
}

void
TcpLinux24AckSkip::DataReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now)
{
    if (m_leastAcks)
    {
        m_meter.DataReceived(end, echo, now);
    }
}

void
TcpLinux24AckSkip::Forbid()
{
    m_isForbidden = true;
    m_meter.Restart();
}

void
TcpLinux24AckSkip::AckSent()
{
    m_isForbidden = false;
    m_skippedInRow = 0;
}

bool
TcpLinux24AckSkip::Decide(TcpOffset ack, TcpOffset lastAck, bool isTail, TcpTick now)
{
    const TcpLinux24AckSkipReason reason = GetReason(ack, lastAck, isTail);
    const bool isSkipped = reason == TcpLinux24AckSkipReason::SKIPPED;
    if (isSkipped)
    {
        ++m_skippedInRow;
        ++m_skipped;
        m_lastSkip = ack;
    }
    m_decision =
        TcpLinux24AckSkipDecision{reason, ack - lastAck, m_meter.GetFlight(), m_skippedInRow};
    // This ACK leaves now, so that its time is known.
    if (m_leastAcks && !isSkipped)
    {
        m_meter.AckSent(ack, now);
    }
    return isSkipped;
}

// What forbids it whatever the window comes first.
TcpLinux24AckSkipReason
TcpLinux24AckSkip::GetReason(TcpOffset ack, TcpOffset lastAck, bool isTail) const
{
    if (m_isForbidden)
    {
        return TcpLinux24AckSkipReason::TROUBLE;
    }
    if (m_skippedInRow >= m_most)
    {
        return TcpLinux24AckSkipReason::ENOUGH;
    }
    if (!m_leastAcks)
    {
        return TcpLinux24AckSkipReason::SKIPPED;
    }
    if (isTail)
    {
        return TcpLinux24AckSkipReason::TAIL;
    }
    const std::optional<TcpOffset> flight = m_meter.GetFlight();
    if (!flight)
    {
        return TcpLinux24AckSkipReason::UNKNOWN;
    }
    if (m_meter.IsGrowing())
    {
        return TcpLinux24AckSkipReason::SLOW_START;
    }
    // If this one is skipped, the next one is due after as much data as this one was.
    const TcpOffset step = ack - std::max(lastAck, m_lastSkip);
    const TcpOffset gap = ack - lastAck + step;
    return gap * *m_leastAcks > *flight ? TcpLinux24AckSkipReason::SMALL_WINDOW
                                        : TcpLinux24AckSkipReason::SKIPPED;
}

bool
TcpLinux24AckSkip::IsAdaptive() const
{
    return m_leastAcks.has_value();
}

TcpOffset
TcpLinux24AckSkip::GetLastSkip() const
{
    return m_lastSkip;
}

uint32_t
TcpLinux24AckSkip::GetSkipped() const
{
    return m_skipped;
}

std::optional<TcpLinux24AckSkipDecision>
TcpLinux24AckSkip::TakeDecision()
{
    return std::exchange(m_decision, std::nullopt);
}

} // namespace ns3

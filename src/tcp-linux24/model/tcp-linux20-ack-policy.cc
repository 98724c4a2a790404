// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux20-ack-policy.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// The first ato and the limits of the delay are these parts of a second.
/// 330 ms at first; then at most 500 ms, and 20 ms when the peer pushes (tcp_send_delayed_ack).
constexpr uint32_t FIRST_ATO_PER_SECOND = 3;
constexpr uint32_t MAX_DELAY_PER_SECOND = 2;
constexpr uint32_t MAX_DELAY_AFTER_PUSH_PER_SECOND = 50;

} // namespace

TcpLinux20AckPolicy::TcpLinux20AckPolicy(const TcpLinux24ReceiverOptions& options,
                                         const TcpLinuxRttEstimator& rtt)
    : m_options(options),
      m_rtt(&rtt)
{
}

// tcp_delack_estimator: half of the old delay and the new gap.
void
TcpLinux20AckPolicy::SegmentArrived(uint32_t length, TcpTick now)
{
    // A gap longer than the timeout is a pause of the peer, which says nothing about the next one.
    const auto gap = static_cast<uint32_t>(std::max(GetTicksBetween(now, m_lastReceived), 1));
    m_lastReceived = now;
    m_bytesReceived += length;
    if (m_ato == 0)
    {
        m_ato = m_options.ticksPerSecond / FIRST_ATO_PER_SECOND;
    }
    else
    {
        m_ato = gap > m_rtt->GetRto() ? m_rtt->GetRto() : m_ato / 2 + gap;
    }
}

// tcp_queue of 2.0.32 counts bytes and looks at PSH; window and options do not matter to it.
void
TcpLinux20AckPolicy::DataReceived(uint32_t /* length */,
                                  uint32_t /* sackOptionBytes */,
                                  bool isRemnant,
                                  uint32_t /* rcvWnd */,
                                  TcpTick /* now */)
{
    m_scheduled = true;
    m_pushed = isRemnant;
}

// tcp_fin: the peer must not wait for its last ACK.
void
TcpLinux20AckPolicy::FinReceived(bool /* isLocalClosed */)
{
    Schedule();
}

void
TcpLinux20AckPolicy::Schedule()
{
    m_scheduled = m_immediate = true;
}

// tcp_queue: acknowledged at once, and once more when the timeout has passed.
void
TcpLinux20AckPolicy::OutOfOrder()
{
    Schedule();
    m_outOfOrder = true;
}

void
TcpLinux20AckPolicy::AckSent()
{
    // An ACK settles everything but its own repetition, see OutOfOrder().
    m_timer = m_repeat;
    m_scheduled = m_timer.has_value();
    m_repeat.reset();
    m_immediate = m_outOfOrder = false;
    m_bytesReceived = 0;
}

// An ACK leaves at once or is delayed (tcp_queue, tcp_send_delayed_ack); an earlier deadline stays.
TcpLinux24AckDue
TcpLinux20AckPolicy::Decide(const Situation& /* situation */, TcpTick now)
{
    if (!m_scheduled)
    {
        return TcpLinux24AckDue::NONE;
    }
    if (m_immediate || !m_options.delayedAcks)
    {
        m_repeat = m_outOfOrder ? std::optional(now + m_rtt->GetRto()) : std::nullopt;
        return TcpLinux24AckDue::NOW;
    }
    const TcpTick deadline = now + GetDelay();
    if (!m_timer || GetTicksBetween(*m_timer, deadline) > 0)
    {
        m_timer = deadline;
    }
    return TcpLinux24AckDue::DELAYED;
}

uint32_t
TcpLinux20AckPolicy::GetDelay() const
{
    // So many are not left unacknowledged for longer than a tick (max_unacked)
    if (m_bytesReceived >= m_options.ackSegments * m_options.sendMss)
    {
        return 1; // a timer of this tick fires at the next
    }
    const uint32_t limit = m_options.ticksPerSecond /
                           (m_pushed ? MAX_DELAY_AFTER_PUSH_PER_SECOND : MAX_DELAY_PER_SECOND);
    return std::max(std::min(m_ato, limit), 1U);
}

// Reading causes an ACK only by the window that it opens.
bool
TcpLinux20AckPolicy::DecideAtRead(const Situation& /* situation */, bool /* isEmptied */) const
{
    return false;
}

bool
TcpLinux20AckPolicy::OnTimer(TcpTick now)
{
    if (!m_timer || GetTicksBetween(*m_timer, now) > 0)
    {
        return false;
    }
    m_timer.reset();
    return m_scheduled;
}

std::optional<TcpTick>
TcpLinux20AckPolicy::GetTimer() const
{
    return m_timer;
}

uint32_t
TcpLinux20AckPolicy::GetRcvMss() const
{
    return m_options.sendMss;
}

uint32_t
TcpLinux20AckPolicy::GetAto() const
{
    return m_ato;
}

bool
TcpLinux20AckPolicy::IsScheduled() const
{
    return m_scheduled;
}

} // namespace ns3

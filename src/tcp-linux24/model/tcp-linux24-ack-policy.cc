// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-ack-policy.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// TCP_MAX_QUICKACKS.
constexpr uint32_t MAX_QUICK_ACKS = 16;
/// TCP_MIN_RCVMSS and TCP_MIN_MSS, bytes.
constexpr uint32_t MIN_RCV_MSS = 536;
constexpr uint32_t MIN_MSS = 88;
/// Timestamp option with its padding, bytes.
constexpr uint32_t TIMESTAMP_BYTES = 12;
/// TCP_ATO_MIN, TCP_DELACK_MAX and the general maximum are these parts of a second.
constexpr uint32_t MIN_ATO_PER_SECOND = 25;
constexpr uint32_t MAX_INTERACTIVE_DELAY_PER_SECOND = 5;
constexpr uint32_t MAX_DELAY_PER_SECOND = 2;

} // namespace

TcpLinux24AckPolicy::TcpLinux24AckPolicy(const TcpLinux24ReceiverOptions& options,
                                         const TcpLinuxRttEstimator& rtt)
    : m_options(options),
      m_rtt(&rtt),
      m_atoMin(options.ticksPerSecond / MIN_ATO_PER_SECOND),
      m_rcvMss(
          std::max(std::min({options.mss, options.sendMss, options.firstWindow / 2, MIN_RCV_MSS}),
                   MIN_MSS)),
      m_skip(options.ackSkip,
             options.adaptiveAckSkip ? std::optional(options.leastAcks) : std::nullopt)
{
}

void
TcpLinux24AckPolicy::DataReceived(uint32_t length,
                                  uint32_t sackOptionBytes,
                                  bool isRemnant,
                                  uint32_t rcvWnd,
                                  TcpTick now)
{
    m_scheduled = true;
    MeasureSegment(length, sackOptionBytes, isRemnant);
    MeasureGap(rcvWnd, now);
}

// tcp_measure_rcv_mss: what counts as a full segment of this peer, which needs the size twice in a
// row unless it is larger than the last one. What is smaller ends a message (PUSHED).
void
TcpLinux24AckPolicy::MeasureSegment(uint32_t length, uint32_t sackOptionBytes, bool isRemnant)
{
    // 2.4.18 lets PSH ask for an ACK even when the segment is full ("final cut"); 2.4.19 does not.
    const uint32_t lastSmall = m_lastSmall;
    m_lastSmall = 0;
    if (length >= m_rcvMss)
    {
        m_rcvMss = length;
        m_pushed |= m_options.finalCutPush && isRemnant;
        return;
    }
    // SACK blocks shrink a full segment; without them its size is always the same.
    const uint32_t size = length + sackOptionBytes;
    // Two tests of the kernel: large enough for any path, or whole (without PSH or FIN) and not
    // tiny.
    const uint32_t withOptions = size + (m_options.timestamps ? TIMESTAMP_BYTES : 0);
    if (withOptions >= MIN_RCV_MSS || (withOptions >= MIN_MSS && !isRemnant))
    {
        m_lastSmall = size;
        if (size == lastSmall)
        {
            m_rcvMss = size;
            return;
        }
    }
    m_pushed = true;
}

// tcp_event_data_recv: the delay of an ACK follows the gaps between segments, so that the next one
// can come before it ends.
void
TcpLinux24AckPolicy::MeasureGap(uint32_t rcvWnd, TcpTick now)
{
    const auto gap = static_cast<uint32_t>(std::max(GetTicksBetween(now, m_lastReceived), 0));
    m_lastReceived = now;
    // The first data of a connection: its sender is in slow start and needs each ACK.
    if (m_ato == 0)
    {
        RaiseQuick(rcvWnd);
        m_ato = m_atoMin;
    }
    // Back to back: the delay sinks to the shortest one.
    else if (gap <= m_atoMin / 2)
    {
        m_ato = m_ato / 2 + m_atoMin / 2;
    }
    // Within the delay: it moves half of the way to the gap.
    else if (gap < m_ato)
    {
        m_ato = std::min(m_ato / 2 + gap, m_rtt->GetRto());
    }
    else if (gap > m_rtt->GetRto())
    {
        RaiseQuick(rcvWnd); // the sender begins again with a small window
    }
}

// tcp_incr_quickack: half a window of segments is acknowledged one by one, for a sender in slow
// start.
void
TcpLinux24AckPolicy::RaiseQuick(uint32_t rcvWnd)
{
    const uint32_t half = rcvWnd / (2 * m_rcvMss);
    m_quick = std::max(m_quick, half == 0 ? 2 : std::min(half, MAX_QUICK_ACKS));
}

void
TcpLinux24AckPolicy::EchoReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now)
{
    m_skip.DataReceived(end, echo, now);
}

// A FIN is acknowledged at once only if we have closed, too (tcp_fin).
void
TcpLinux24AckPolicy::FinReceived(bool isLocalClosed)
{
    Schedule();
    if (isLocalClosed)
    {
        m_immediate = true;
    }
    else
    {
        m_pingpong = true; // the own FIN may soon carry the ACK
    }
}

// tcp_enter_quickack_mode: the sender is repairing something and needs ACKs.
void
TcpLinux24AckPolicy::EnterQuickMode(uint32_t rcvWnd)
{
    RaiseQuick(rcvWnd);
    m_pingpong = false;
    m_ato = m_atoMin;
    m_skip.Forbid();
}

// tcp_grow_window: the sender is to learn of the larger window.
void
TcpLinux24AckPolicy::WindowGrew()
{
    m_quick |= 1;
}

// tcp_clamp_window, __tcp_select_window: no haste to get more.
void
TcpLinux24AckPolicy::MemoryScarce()
{
    m_quick = 0;
}

void
TcpLinux24AckPolicy::Schedule()
{
    m_scheduled = true;
    m_skip.Forbid();
}

void
TcpLinux24AckPolicy::ForbidSkip()
{
    m_skip.Forbid();
}

// tcp_data_queue: the ACK of what filled the last hole leaves at once.
void
TcpLinux24AckPolicy::HolesClosed()
{
    m_pingpong = false;
}

// Whatever has left with an ACK settles what was due (tcp_event_ack_sent), and uses up a quick one.
void
TcpLinux24AckPolicy::AckSent()
{
    if (m_quick > 0 && --m_quick == 0)
    {
        m_ato = m_atoMin;
    }
    m_scheduled = m_pushed = m_immediate = false;
    m_timer.reset();
    m_skip.AckSent();
}

// tcp_event_data_sent: an answer within the delay means that ACKs can ride on answers.
void
TcpLinux24AckPolicy::DataSent(TcpTick now)
{
    if (now - m_lastReceived < m_ato)
    {
        m_pingpong = true;
    }
}

// __tcp_ack_snd_check: two full segments wait and the window need not shrink, or ACKs are quick.
bool
TcpLinux24AckPolicy::IsDue(const Situation& situation) const
{
    const bool isMuch = GetWaiting(situation) > GetMostUnacknowledged() && situation.isWindowKept;
    return !m_options.delayedAcks || isMuch || (m_quick > 0 && !m_pingpong);
}

// Bytes since the last ACK that was due, sent or not.
TcpOffset
TcpLinux24AckPolicy::GetWaiting(const Situation& situation) const
{
    return situation.rcvNxt - std::max(situation.rcvWup, m_skip.GetLastSkip());
}

TcpOffset
TcpLinux24AckPolicy::GetMostUnacknowledged() const
{
    return static_cast<TcpOffset>(m_options.ackSegments - 1) * m_rcvMss;
}

// A hole, or what asks for an ACK at once, comes before all counting (tcp_ack_snd_check).
TcpLinux24AckDue
TcpLinux24AckPolicy::Decide(const Situation& situation, TcpTick now)
{
    // Nothing has come that an ACK is owed for.
    if (!m_scheduled)
    {
        return TcpLinux24AckDue::NONE;
    }
    if (m_immediate || situation.hasHoles)
    {
        return TcpLinux24AckDue::NOW;
    }
    const bool isDue = IsDue(situation);
    const uint32_t delay = GetDelay();
    if (IsTimerNear(delay, now))
    {
        return TcpLinux24AckDue::NOW;
    }
    if (isDue && !m_skip.Decide(situation.rcvNxt, situation.rcvWup, m_pushed, now))
    {
        return TcpLinux24AckDue::NOW;
    }
    // A skipped ACK waits as a delayed one does. Where the choice is ours it does not wait longer
    // than the shortest delay, which is well below any sender's timeout.
    StartTimer(isDue && m_skip.IsAdaptive() ? m_atoMin : delay, now);
    return TcpLinux24AckDue::DELAYED;
}

// The application has read: an ACK leaves if two segments wait for it, or if a message ended that
// it has read completely (cleanup_rbuf). A skipped ACK comes back by the second rule alone.
bool
TcpLinux24AckPolicy::DecideAtRead(const Situation& situation, bool isEmptied) const
{
    return m_scheduled && (GetWaiting(situation) > GetMostUnacknowledged() ||
                           (isEmptied && m_pushed && !m_pingpong));
}

// tcp_send_delayed_ack: for interactive peers 200 ms at most, else 500 ms, and never more than a
// round trip.
uint32_t
TcpLinux24AckPolicy::GetDelay() const
{
    // The shortest delay needs no limit.
    if (m_ato <= m_atoMin)
    {
        return m_ato;
    }
    uint32_t limit =
        m_options.ticksPerSecond /
        (m_pingpong || m_pushed ? MAX_INTERACTIVE_DELAY_PER_SECOND : MAX_DELAY_PER_SECOND);
    if (m_rtt->GetSrtt() > 0)
    {
        limit = std::min(limit, std::max(m_rtt->GetSrtt() / 8, m_atoMin));
    }
    return std::max(std::min(m_ato, limit), 1U);
}

// tcp_send_delayed_ack: a timer that is nearly due is not waited for.
bool
TcpLinux24AckPolicy::IsTimerNear(uint32_t delay, TcpTick now) const
{
    return m_timer && GetTicksBetween(*m_timer, now + delay / 4) <= 0;
}

// A timer of this tick would fire at the next one; an earlier one stays.
void
TcpLinux24AckPolicy::StartTimer(uint32_t delay, TcpTick now)
{
    if (!m_timer || GetTicksBetween(*m_timer, now + delay) > 0)
    {
        m_timer = now + delay;
    }
}

// tcp_delack_timer. An ACK that no answer has taken along means that the delay was too short for
// that.
bool
TcpLinux24AckPolicy::OnTimer(TcpTick now)
{
    if (!m_timer || GetTicksBetween(*m_timer, now) > 0)
    {
        return false;
    }
    m_timer.reset();
    if (!m_scheduled)
    {
        return false;
    }
    // Either the application did not answer in time, as it used to, or the peer's next segment did
    // not come: in the latter case it gets more time.
    m_ato = m_pingpong ? m_atoMin : std::min(2 * m_ato, m_rtt->GetRto());
    m_pingpong = false;
    return true;
}

std::optional<TcpTick>
TcpLinux24AckPolicy::GetTimer() const
{
    return m_timer;
}

uint32_t
TcpLinux24AckPolicy::GetRcvMss() const
{
    return m_rcvMss;
}

uint32_t
TcpLinux24AckPolicy::GetQuick() const
{
    return m_quick;
}

uint32_t
TcpLinux24AckPolicy::GetAto() const
{
    return m_ato;
}

bool
TcpLinux24AckPolicy::IsPingpong() const
{
    return m_pingpong;
}

bool
TcpLinux24AckPolicy::IsScheduled() const
{
    return m_scheduled;
}

uint32_t
TcpLinux24AckPolicy::GetSkipped() const
{
    return m_skip.GetSkipped();
}

std::optional<TcpLinux24AckSkipDecision>
TcpLinux24AckPolicy::TakeSkipDecision()
{
    return m_skip.TakeDecision();
}

} // namespace ns3

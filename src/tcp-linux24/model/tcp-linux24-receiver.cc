// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-receiver.h"

#include "tcp-linux20-ack-policy.h"
#include "tcp-linux24-ack-policy.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// TCP_PAWS_WINDOW: a timestamp may be that much older, ticks of the peer.
constexpr int32_t PAWS_WINDOW = 1;
/// TCP_PAWS_24DAYS: after that a timestamp says nothing, seconds.
constexpr uint64_t PAWS_SECONDS = 24 * 24 * 60 * 60;
/// TCP_PAWS_MSL: the life of a segment, seconds.
constexpr uint32_t SEGMENT_LIFE_SECONDS = 60;
/// tcp_disordered_ack takes the fastest clock a peer may have: ticks per second.
constexpr uint64_t FASTEST_PEER_CLOCK = 1024;
/// Shorter segments do not open the window, bytes.
constexpr uint32_t MIN_GROWING_LENGTH = 128;

/// @param options host and connection
/// @param rtt the sender's estimator
/// @return of the kernel
std::unique_ptr<TcpLinuxAckPolicy>
MakeAckPolicy(const TcpLinux24ReceiverOptions& options, const TcpLinuxRttEstimator& rtt)
{
    if (options.generation == TcpLinuxGeneration::LINUX20)
    {
        return std::make_unique<TcpLinux20AckPolicy>(options, rtt);
    }
    return std::make_unique<TcpLinux24AckPolicy>(options, rtt);
}

} // namespace

TcpLinux24Receiver::TcpLinux24Receiver(const TcpLinux24ReceiverOptions& options,
                                       const TcpLinuxRttEstimator& rtt)
    : m_options(options),
      m_rtt(&rtt),
      m_policy(MakeAckPolicy(options, rtt)),
      m_window(options),
      m_space(options.firstWindow),
      m_queue(options.segmentOverhead),
      m_sacks(options)
{
}

uint32_t
TcpLinux24Receiver::GetFirstWindow(uint32_t mss, uint32_t rcvbuf, uint8_t scale, uint32_t clamp)
{
    return TcpLinux24ReceiveWindow::GetFirstWindow(mss, rcvbuf, scale, clamp);
}

void
TcpLinux24Receiver::SetTsRecent(TcpTick timestamp, TcpTick now)
{
    m_tsRecent = timestamp;
    m_tsRecentStamp = now;
}

// A timestamp below the last one marks an old segment, unless so much time has passed that the
// peer's clock may have wrapped around (tcp_paws_check).
bool
TcpLinux24Receiver::IsOldDuplicate(std::optional<TcpTick> timestamp, bool reset, TcpTick now) const
{
    if (!m_options.timestamps || !timestamp || GetTicksBetween(*timestamp, m_tsRecent) >= 0)
    {
        return false;
    }
    const uint64_t seconds = reset ? SEGMENT_LIFE_SECONDS : PAWS_SECONDS;
    return now - m_tsRecentStamp < seconds * m_options.ticksPerSecond;
}

// tcp_paws_discard. One tick of age is forgiven, for peers whose ticks and packets get out of
// order; a timestamp of 24 days ago may have wrapped.
bool
TcpLinux24Receiver::IsOldTimestamp(const TcpLinux24Arrival& arrival, TcpTick now) const
{
    if (!m_options.timestamps || !arrival.timestamp)
    {
        return false;
    }
    const int32_t age = GetTicksBetween(m_tsRecent, *arrival.timestamp);
    if (age <= PAWS_WINDOW || now - m_tsRecentStamp >= PAWS_SECONDS * m_options.ticksPerSecond)
    {
        return false;
    }
    const uint64_t replayWindow = m_rtt->GetRto() * FASTEST_PEER_CLOCK / m_options.ticksPerSecond;
    const bool isDisorderedAck = arrival.duplicateAck && arrival.GetEnd() == arrival.start &&
                                 arrival.start == m_rcvNxt &&
                                 static_cast<uint64_t>(age) <= replayWindow;
    return !isDisorderedAck;
}

// tcp_replace_ts_recent: only from a segment that covers the last ACK, so that a later echo tells
// the time of the oldest segment that it acknowledges.
void
TcpLinux24Receiver::UpdateTsRecent(const TcpLinux24Arrival& arrival, TcpTick now)
{
    if (arrival.timestamp && arrival.start <= m_window.GetRcvWup() &&
        (GetTicksBetween(*arrival.timestamp, m_tsRecent) >= 0 ||
         now - m_tsRecentStamp >= PAWS_SECONDS * m_options.ticksPerSecond))
    {
        SetTsRecent(*arrival.timestamp, now);
    }
}

// The first steps of tcp_rcv_established on the slow path: PAWS, then the sequence number.
TcpLinux24Fate
TcpLinux24Receiver::Check(const TcpLinux24Arrival& arrival, TcpTick now)
{
    // A RST is never old: the peer's clock may have begun anew with the peer.
    const TcpOffset end = arrival.GetEnd();
    const bool isOld = !arrival.reset && IsOldTimestamp(arrival, now);
    if (!isOld && end >= m_window.GetRcvWup() &&
        arrival.start <= m_rcvNxt + m_window.GetRemaining(m_rcvNxt))
    {
        UpdateTsRecent(arrival, now);
        return end == arrival.start ? TcpLinux24Fate::NOTHING : TcpLinux24Fate::ACCEPTED;
    }
    // tcp_send_dupack: an old segment shows that the sender repeats itself, and D-SACK tells it so.
    if (end != arrival.start && arrival.start < m_rcvNxt && !arrival.reset)
    {
        m_policy->EnterQuickMode(m_window.GetRcvWnd());
        m_sacks.SetDuplicate({arrival.start, std::min(end, m_rcvNxt)});
    }
    return isOld ? TcpLinux24Fate::OLD_TIMESTAMP : TcpLinux24Fate::OUT_OF_WINDOW;
}

// tcp_data_queue: where the segment lies decides about it. Behind the FIN, before rcv_nxt, across
// it, beyond the window, and then in order or behind a hole.
TcpLinux24Fate
TcpLinux24Receiver::Receive(const TcpLinux24Arrival& arrival, TcpTick now)
{
    const TcpOffset end = arrival.GetEnd();
    if (end == arrival.start)
    {
        return TcpLinux24Fate::NOTHING;
    }
    if (m_finReceived && arrival.start >= m_rcvNxt)
    {
        return TcpLinux24Fate::AFTER_FIN;
    }
    m_sacks.CancelDuplicate();
    m_policy->SegmentArrived(arrival.length, now);
    if (end <= m_rcvNxt)
    {
        m_sacks.SetDuplicate({arrival.start, end});
        RefuseOutOfWindow();
        return TcpLinux24Fate::DUPLICATE;
    }
    const uint32_t remaining = m_window.GetRemaining(m_rcvNxt);
    // Partly old: the old part is reported, the new one taken ("queue_and_out" of the kernel).
    if (arrival.start < m_rcvNxt)
    {
        m_sacks.SetDuplicate({arrival.start, m_rcvNxt});
        m_policy->EnterQuickMode(m_window.GetRcvWnd());
    }
    // A zero window takes nothing, which is how a sender probes it.
    if (remaining == 0 || arrival.start >= m_rcvNxt + remaining)
    {
        return RefuseOutOfWindow();
    }
    return arrival.start <= m_rcvNxt ? AcceptInOrder(arrival, now) : AcceptOutOfOrder(arrival);
}

// The label out_of_window of tcp_data_queue: an ACK at once tells the sender where the window is.
TcpLinux24Fate
TcpLinux24Receiver::RefuseOutOfWindow()
{
    m_policy->EnterQuickMode(m_window.GetRcvWnd());
    m_policy->Schedule();
    return TcpLinux24Fate::OUT_OF_WINDOW;
}

// skb->truesize: the memory that a driver has allocated for the segment.
TcpLinux24StoredSegment
TcpLinux24Receiver::GetStored(const TcpLinux24Arrival& arrival) const
{
    return {arrival.start,
            arrival.GetEnd(),
            arrival.length + m_options.segmentOverhead,
            arrival.fin};
}

// tcp_data_queue, "queue data for delivery to the user".
TcpLinux24Fate
TcpLinux24Receiver::AcceptInOrder(const TcpLinux24Arrival& arrival, TcpTick now)
{
    if (!MakeRoom(true))
    {
        return TcpLinux24Fate::NO_MEMORY;
    }
    m_queue.Append(GetStored(arrival), m_rcvNxt);
    m_rcvNxt = arrival.GetEnd();
    if (arrival.length > 0)
    {
        m_policy->EchoReceived(arrival.GetEnd(), arrival.echo, now);
        m_policy->DataReceived(arrival.length,
                               arrival.sackOptionBytes,
                               arrival.push || arrival.fin,
                               m_window.GetRcvWnd(),
                               now);
        MeasureRoundTrip(arrival, now);
        GrowWindow(arrival);
    }
    if (arrival.fin)
    {
        EndStream();
    }
    FillHoles();
    return TcpLinux24Fate::ACCEPTED;
}

// tcp_rcv_rtt_measure, tcp_rcv_rtt_measure_ts of 2.6: a receiver has no ACKs to time.
void
TcpLinux24Receiver::MeasureRoundTrip(const TcpLinux24Arrival& arrival, TcpTick now)
{
    if (m_options.maxRcvbuf == 0)
    {
        return;
    }
    m_space.MeasureWindow(m_rcvNxt, m_window.GetRcvWnd(), now);
    if (arrival.echo.value_or(0) != 0 && arrival.length >= m_policy->GetRcvMss())
    {
        m_space.MeasureEcho(*arrival.echo, now);
    }
}

// tcp_rcv_space_adjust of 2.6.
void
TcpLinux24Receiver::AdjustSpace(uint32_t bytes, TcpTick now)
{
    if (m_options.maxRcvbuf == 0)
    {
        return;
    }
    if (const auto space = m_space.Read(m_copied + bytes, now))
    {
        m_window.GrowBuffer(*space);
    }
}

// tcp_grow_window. Short segments would open it for memory that they do not deserve.
void
TcpLinux24Receiver::GrowWindow(const TcpLinux24Arrival& arrival)
{
    if (arrival.length >= MIN_GROWING_LENGTH &&
        m_window.Grow(arrival.length,
                      arrival.length + m_options.segmentOverhead,
                      m_policy->GetRcvMss(),
                      m_queue.GetMemory()))
    {
        m_policy->WindowGrew();
    }
}

// tcp_fin: nothing can come behind the FIN. In FIN_WAIT_1 and FIN_WAIT_2 its ACK leaves before the
// list of SACK blocks is emptied. Who does not understand D-SACK would not understand these blocks.
void
TcpLinux24Receiver::EndStream()
{
    m_finReceived = true;
    m_policy->FinReceived(m_finQueued);
    m_queue.Purge();
    m_sacksGoWithFin = m_finQueued && m_options.dsack;
    if (!m_sacksGoWithFin)
    {
        m_sacks.Clear();
    }
}

// Data in order may have closed a hole (tcp_ofo_queue).
void
TcpLinux24Receiver::FillHoles()
{
    if (!m_queue.HasHoles())
    {
        return;
    }
    m_policy->ForbidSkip();
    m_rcvNxt = m_queue.Drain(m_rcvNxt, m_sacks);
    if (m_queue.IsFinReached())
    {
        EndStream();
    }
    if (!m_queue.HasHoles())
    {
        m_policy->HolesClosed();
    }
    if (!m_sacksGoWithFin)
    {
        m_sacks.Remove(m_rcvNxt);
    }
}

// tcp_data_queue, behind a hole: the ACK that leaves at once is a duplicate, and carries SACK
// blocks.
TcpLinux24Fate
TcpLinux24Receiver::AcceptOutOfOrder(const TcpLinux24Arrival& arrival)
{
    m_policy->EnterQuickMode(m_window.GetRcvWnd());
    if (!MakeRoom(false))
    {
        return TcpLinux24Fate::NO_MEMORY;
    }
    m_policy->OutOfOrder();
    const bool isNew = m_queue.Insert(GetStored(arrival), m_sacks);
    m_sacks.Add({arrival.start, arrival.GetEnd()});
    return isNew ? TcpLinux24Fate::ACCEPTED : TcpLinux24Fate::DUPLICATE;
}

// tcp_prune_queue: first the window is lowered, then wasteful segments are copied together, then
// what is out of order is thrown away. 2.0.32 refuses what comes.
bool
TcpLinux24Receiver::MakeRoom(bool isInOrder)
{
    // As in the kernel the last segment may exceed the buffer; only the next one finds it full.
    if (m_queue.GetMemory() <= m_window.GetRcvbuf())
    {
        return true;
    }
    if (m_options.generation == TcpLinuxGeneration::LINUX24)
    {
        m_policy->MemoryScarce();
        m_window.Clamp(m_queue.GetMemory(),
                       GetReadable(),
                       m_queue.GetOutOfOrderBytes(),
                       m_policy->GetRcvMss());
        m_queue.Collapse();
        // What is out of order goes first, because the sender still has a copy (OfoPruned).
        if (m_queue.GetMemory() > m_window.GetRcvbuf() && m_queue.HasHoles())
        {
            m_queue.Purge();
            m_sacks.Clear();
        }
    }
    // What is out of order must not keep out what would set it free.
    return (isInOrder ? m_queue.GetInOrderMemory() : m_queue.GetMemory()) <= m_window.GetRcvbuf();
}

// __tcp_select_window also ends the quick ACKs when memory is short.
uint32_t
TcpLinux24Receiver::SelectWindow()
{
    if (m_window.IsScarce(m_queue.GetMemory()))
    {
        m_policy->MemoryScarce();
    }
    return m_window.Select(m_policy->GetRcvMss(), m_queue.GetMemory());
}

// What the decision on an ACK depends on. Whether two full segments wait is asked first, as it is
// cheap.
TcpLinuxAckPolicy::Situation
TcpLinux24Receiver::GetSituation()
{
    const TcpOffset unacknowledged = m_rcvNxt - m_window.GetRcvWup();
    return {m_rcvNxt,
            m_window.GetRcvWup(),
            unacknowledged > (m_options.ackSegments - 1) * TcpOffset{m_policy->GetRcvMss()} &&
                SelectWindow() >= m_window.GetRcvWnd(),
            m_queue.HasHoles()};
}

// The policy is asked only if something waits for an ACK (tcp_ack_snd_check).
TcpLinux24AckDue
TcpLinux24Receiver::DecideAck(TcpTick now)
{
    return m_policy->IsScheduled() ? m_policy->Decide(GetSituation(), now) : TcpLinux24AckDue::NONE;
}

// cleanup_rbuf: an ACK that was waiting for the reader, or one that announces a window twice as
// large.
bool
TcpLinux24Receiver::Read(uint32_t bytes)
{
    if (bytes == 0)
    {
        return false;
    }
    m_copied += bytes;
    m_queue.Release(m_copied);
    const TcpLinuxAckPolicy::Situation situation{m_rcvNxt,
                                                 m_window.GetRcvWup(),
                                                 true,
                                                 m_queue.HasHoles()};
    if (m_policy->DecideAtRead(situation, m_queue.GetMemory() == 0))
    {
        return true;
    }
    const uint32_t remaining = m_window.GetRemaining(m_rcvNxt);
    // Nothing more will come, or the offer is still more than half of the largest.
    if (m_finReceived || 2 * remaining > m_window.GetClamp())
    {
        return false;
    }
    const uint32_t window = SelectWindow();
    return window > 0 && window >= 2 * remaining;
}

// tcp_fin: when both sides have closed nothing will carry an ACK.
void
TcpLinux24Receiver::FinQueued()
{
    m_finQueued = true;
}

std::optional<TcpTick>
TcpLinux24Receiver::GetTimer() const
{
    return m_policy->GetTimer();
}

bool
TcpLinux24Receiver::OnTimer(TcpTick now)
{
    return m_policy->OnTimer(now);
}

// What the next segment offers. Asking changes nothing; AckSent() does.
uint32_t
TcpLinux24Receiver::GetWindow() const
{
    return std::max(m_window.Select(m_policy->GetRcvMss(), m_queue.GetMemory()),
                    m_window.GetRemaining(m_rcvNxt));
}

// tcp_select_window, tcp_event_ack_sent. A window once offered is not taken back.
void
TcpLinux24Receiver::AckSent()
{
    const uint32_t selected = SelectWindow();
    m_window.Offer(std::max(selected, m_window.GetRemaining(m_rcvNxt)), m_rcvNxt);
    m_sacks.Sent();
    if (m_sacksGoWithFin)
    {
        m_sacks.Clear();
        m_sacksGoWithFin = false;
    }
    m_policy->AckSent();
}

void
TcpLinux24Receiver::DataSent(TcpTick now)
{
    m_policy->DataSent(now);
}

TcpOffset
TcpLinux24Receiver::GetRcvNxt() const
{
    return m_rcvNxt;
}

TcpLinux24SackList
TcpLinux24Receiver::GetSacks() const
{
    return m_sacks.Get();
}

uint32_t
TcpLinux24Receiver::GetSackBytes() const
{
    return m_sacks.GetOptionBytes();
}

std::optional<TcpTick>
TcpLinux24Receiver::GetEcho() const
{
    return m_options.timestamps ? std::optional(m_tsRecent) : std::nullopt;
}

TcpOffset
TcpLinux24Receiver::GetRcvWup() const
{
    return m_window.GetRcvWup();
}

uint32_t
TcpLinux24Receiver::GetRcvWnd() const
{
    return m_window.GetRcvWnd();
}

uint32_t
TcpLinux24Receiver::GetRcvSsthresh() const
{
    return m_window.GetRcvSsthresh();
}

uint32_t
TcpLinux24Receiver::GetRcvMss() const
{
    return m_policy->GetRcvMss();
}

uint32_t
TcpLinux24Receiver::GetQuick() const
{
    return m_policy->GetQuick();
}

uint32_t
TcpLinux24Receiver::GetAto() const
{
    return m_policy->GetAto();
}

bool
TcpLinux24Receiver::IsAckScheduled() const
{
    return m_policy->IsScheduled();
}

bool
TcpLinux24Receiver::IsPingpong() const
{
    return m_policy->IsPingpong();
}

bool
TcpLinux24Receiver::IsFinReceived() const
{
    return m_finReceived;
}

bool
TcpLinux24Receiver::HasHoles() const
{
    return m_queue.HasHoles();
}

// The FIN takes a position, but no byte.
uint32_t
TcpLinux24Receiver::GetReadable() const
{
    return static_cast<uint32_t>(m_rcvNxt - m_copied - (m_finReceived ? 1 : 0));
}

uint32_t
TcpLinux24Receiver::GetRcvbuf() const
{
    return m_window.GetRcvbuf();
}

uint32_t
TcpLinux24Receiver::GetMemory() const
{
    return m_queue.GetMemory();
}

uint32_t
TcpLinux24Receiver::GetSkippedAcks() const
{
    return m_policy->GetSkipped();
}

std::optional<TcpLinux24AckSkipDecision>
TcpLinux24Receiver::TakeAckSkipDecision()
{
    return m_policy->TakeSkipDecision();
}

} // namespace ns3

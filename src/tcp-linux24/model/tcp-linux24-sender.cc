// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

TcpLinux24Sender::TcpLinux24Sender(const TcpLinux24Options& options, TcpLinuxSenderHost& host)
    : TcpLinuxSender(host, options.segmentOverhead),
      m_options(options),
      m_rtt(options),
      m_timer(options, m_rtt),
      m_scoreboard(m_queue, options),
      m_congestion(options, m_queue, m_scoreboard, m_rtt, host),
      m_window(options.synWindowScaled),
      m_writer(m_queue, m_window, options.noDelay, options.fullSegmentPush),
      m_mss(options.mss)
{
}

// The SYN is the first segment of the queue, and timed like others (tcp_connect).
void
TcpLinux24Sender::Connect(TcpTick now)
{
    m_queue.PushSyn(now);
    m_queue.MarkSent();
    m_congestion.OnSynSent(now);
    if (m_host.Transmit(m_queue.GetHead(), {}) == TcpLinux24Transmit::LOCAL_DROP)
    {
        m_congestion.EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
    }
    m_timer.StartRetransmission(now);
}

// The request becomes a connection, which starts with the window of its last ACK
// (tcp_create_openreq_child).
void
TcpLinux24Sender::Accepted(const TcpLinux24Ack& ack, TcpTick now)
{
    m_queue.SkipSyn();
    m_congestion.Touch(now);
    m_lastAck = now;
    m_window.Start(ack);
    if (m_timestamps && ack.echo.value_or(0) != 0)
    {
        TakeSample(GetTicksBetween(now, *ack.echo), now);
    }
}

void
TcpLinux24Sender::Negotiated(bool sack, bool timestamps, uint32_t mss)
{
    m_scoreboard.Negotiated(sack && m_options.sack);
    m_timestamps = timestamps && m_options.timestamps;
    m_mss = mss;
}

void
TcpLinux24Sender::SetNoDelay(bool noDelay)
{
    m_writer.SetNoDelay(noDelay);
}

// What was cut before keeps its size until it is sent.
void
TcpLinux24Sender::SetMss(uint32_t mss)
{
    m_mss = mss;
}

void
TcpLinux24Sender::Orphan()
{
    m_timer.Orphan();
}

void
TcpLinux24Sender::Write(uint32_t bytes, TcpTick now)
{
    m_writer.Append(bytes, GetCurrentMss());
    Push(now);
    m_writer.EndWrite();
    m_congestion.Validate(m_timer.IsOrphan(), now);
}

void
TcpLinux24Sender::WriteMore(uint32_t bytes, TcpTick now)
{
    m_writer.SetMore(true);
    Write(bytes, now);
    m_writer.SetMore(false);
}

bool
TcpLinux24Sender::SetCork(bool cork, TcpTick now)
{
    m_writer.SetCork(cork);
    if (!cork)
    {
        PushPending(now);
    }
    return true;
}

void
TcpLinux24Sender::PushPending(TcpTick now)
{
    Push(now);
}

// The buffer grows to two windows, if it is what keeps the window from being used (tcp_new_space).
void
TcpLinux24Sender::GrowSendBuffer(uint32_t most, TcpTick now)
{
    if (m_scoreboard.GetPacketsOut() >= GetCwnd())
    {
        return; // the window is the limit, and not the buffer
    }
    const uint64_t segments = 2 * uint64_t{std::max(GetCwnd(), m_scoreboard.GetReordering() + 1)};
    const uint64_t memory = segments * (m_mss + m_options.segmentOverhead);
    m_options.sendBuffer =
        std::max(m_options.sendBuffer, static_cast<uint32_t>(std::min<uint64_t>(memory, most)));
    m_congestion.Touch(now);
}

// The FIN follows the data (tcp_send_fin).
void
TcpLinux24Sender::Close(TcpTick now)
{
    if (m_closed)
    {
        return;
    }
    m_closed = true;
    if (!m_queue.HasUnsent())
    {
        m_queue.BeginSegment();
    }
    m_queue.AddFin(); // rides on the last segment, if that still waits (tcp_send_fin)
    Push(now);
}

uint32_t
TcpLinux24Sender::GetTailRoom() const
{
    return m_writer.GetTailRoom(GetCurrentMss());
}

// tcp_current_mss.
uint32_t
TcpLinux24Sender::GetCurrentMss() const
{
    return m_window.LimitMss(m_mss, m_timestamps) - m_host.GetSackBytes();
}

TcpOffset
TcpLinux24Sender::GetWindowEnd() const
{
    return m_window.GetEnd(GetSndUna());
}

// tcp_write_xmit, and then __tcp_push_pending_frames, which starts the probe timer if nothing could
// leave.
void
TcpLinux24Sender::Push(TcpTick now)
{
    if (m_dead || GetSndUna() < 0)
    {
        return;
    }
    bool sent = false;
    // SACK blocks shrink segments; a D-SACK block goes with the first one, but counts for all.
    const uint32_t mss = GetCurrentMss();
    while (m_queue.HasUnsent())
    {
        const size_t first = m_queue.GetSent();
        const bool last = first + 1 == m_queue.GetSize();
        if (!MaySend(m_queue[first], !last))
        {
            break;
        }
        if (m_queue[first].GetDataLength() > mss)
        {
            m_queue.Split(first, mss); // cut when the MSS was larger
        }
        if (!SendFirst(now))
        {
            break;
        }
        if (m_queue[first].GetDataLength() < mss)
        {
            m_writer.NoteSmallSent(GetSndNxt());
        }
        sent = true;
    }
    if (sent)
    {
        m_congestion.Validate(m_timer.IsOrphan(), now);
    }
    if (m_queue.GetSent() == 0 && m_queue.HasUnsent())
    {
        m_timer.StartProbing(now);
    }
}

// tcp_transmit_skb and update_send_head for the segment at send_head.
bool
TcpLinux24Sender::SendFirst(TcpTick now)
{
    // A pause ends the ACK clock: after an RTO of silence the window starts small again.
    if (m_queue.GetSent() == 0 && m_lastDataSent)
    {
        const int32_t idle = GetTicksBetween(now, *m_lastDataSent);
        if (idle > static_cast<int32_t>(m_rtt.GetRto()))
        {
            m_congestion.RestartAfterIdle(idle, m_mss, now);
        }
    }
    m_lastDataSent = now;
    TcpLinux24Segment& segment = m_queue[m_queue.GetSent()];
    segment.when = now;
    if (m_host.Transmit(segment, {}) == TcpLinux24Transmit::LOCAL_DROP)
    {
        // It stays the first to be sent; the next ACK or timer tries again.
        m_congestion.EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
        return false;
    }
    m_queue.MarkSent();
    if (m_queue.GetSent() == 1)
    {
        m_timer.StartRetransmission(now);
    }
    return true;
}

// tcp_snd_test. A FIN leaves whatever cwnd says.
bool
TcpLinux24Sender::MaySend(const TcpLinux24Segment& segment, bool ignoreNagle) const
{
    const bool window = segment.end <= GetWindowEnd();
    const bool cwnd = GetInFlight() < GetCwnd() || segment.fin;
    return window && cwnd && (ignoreNagle || !m_writer.IsHeld(segment, GetCurrentMss()));
}

// tcp_may_send_now: whether anything new could leave, so that nothing old needs to.
bool
TcpLinux24Sender::MaySendNow() const
{
    if (!m_queue.HasUnsent())
    {
        return false;
    }
    const size_t first = m_queue.GetSent();
    const bool last = first + 1 == m_queue.GetSize();
    const TcpLinux24Segment& segment = m_queue[first];
    return MaySend(segment, true) &&
           (last || m_writer.IsNoDelay() || !m_writer.IsHeld(segment, GetCurrentMss()));
}

// An acceptable segment with ACK has come: this is the first half of tcp_ack, and what follows the
// second.
void
TcpLinux24Sender::OnAck(const TcpLinux24Ack& ack, TcpTick now)
{
    if (m_dead || ack.ack > GetSndNxt())
    {
        return; // acknowledges what was never sent
    }
    const TcpOffset priorUna = GetSndUna();
    if (ack.ack < priorUna)
    {
        // Overtaken by a later ACK: its SACK blocks are tagged, but start nothing.
        m_congestion.TagSacks(ack, priorUna, m_window.GetLargest(), m_mss);
        Push(now);
        return;
    }
    TcpLinux24AckEvent event{.priorUna = priorUna,
                             .echo = m_timestamps ? ack.echo : std::nullopt,
                             .data = ack.hasData,
                             .windowUpdate = m_window.Update(ack, priorUna),
                             .congestionEcho = ack.congestionEcho};
    // snd_una moves before SACKs are tagged, so that the walk knows what is about to leave.
    m_queue.Acknowledge(ack.ack);
    const TcpLinux24SackFindings findings =
        m_congestion.TagSacks(ack, priorUna, m_window.GetLargest(), m_mss);
    event.newlySacked = findings.newlySacked;
    event.dataLost = findings.dataLost;
    m_lastAck = now;
    if (m_queue.GetSent() == 0)
    {
        // Nothing is outstanding: ACKs of an idle connection do not touch the congestion state.
        OnProbeAnswered(now);
        Push(now);
        return;
    }
    event.priorInFlight = GetInFlight();
    RemoveAcknowledged(event, now);
    switch (m_congestion.OnAck(event, [this] { return MaySendNow(); }, now))
    {
    case TcpLinux24AckAction::RETRANSMIT_HEAD:
        Retransmit(0, TcpLinux24Retransmission::TIMEOUT, now);
        m_timer.StartRetransmission(now);
        break;
    case TcpLinux24AckAction::RETRANSMIT_LOST:
        RetransmitQueue(now);
        break;
    case TcpLinux24AckAction::NOTHING:
        break;
    }
    Push(now);
}

// What is acknowledged leaves the queue, and gives a sample of the round trip
// (tcp_clean_rtx_queue).
void
TcpLinux24Sender::RemoveAcknowledged(TcpLinux24AckEvent& event, TcpTick now)
{
    // Karn: a segment that was sent twice cannot be timed without timestamps.
    bool repeated = false;
    std::optional<TcpTick> sent;
    while (m_queue.GetSent() > 0 && m_queue.GetHead().end <= GetSndUna())
    {
        const TcpLinux24Segment head = m_scoreboard.RemoveHead();
        event.synAcked |= head.syn;
        event.dataAcked |= !head.syn;
        repeated |= head.everRetransmitted;
        if (!head.everRetransmitted && !sent)
        {
            sent = head.when;
        }
        ++event.removed;
    }
    if (event.removed == 0)
    {
        return;
    }
    if (event.synAcked)
    {
        m_congestion.OnSynAcked();
    }
    if (event.echo.value_or(0) != 0)
    {
        // tcp_ack_saw_tstamp: the echo tells which copy is acknowledged, so Karn's rule is not
        // needed.
        TakeSample(GetTicksBetween(now, *event.echo), now);
    }
    else if (sent && !repeated)
    {
        TakeSample(GetTicksBetween(now, *sent), now); // tcp_ack_no_tstamp
    }
    if (event.synAcked && !m_timestamps && m_rtt.GetSrtt() > 0)
    {
        m_rtt.Reset(); // tcp_init_metrics throws the SYN's sample away; a repeated SYN gives none
    }
    // tcp_ack_packets_out: the timer counts from the ACK, and not from when the next segment was
    // sent.
    m_timer.Stop();
    if (m_queue.GetSent() > 0)
    {
        m_timer.StartRetransmission(now);
    }
}

// tcp_rtt_estimator, tcp_set_rto; the round trip also ends the backing off.
void
TcpLinux24Sender::TakeSample(int32_t ticks, TcpTick now)
{
    m_rtt.AddSample(ticks, GetSndUna(), GetSndNxt());
    m_timer.ResetBackoff();
    m_lastAck = now;
    m_host.RttSampled(ticks);
}

// The peer has answered while nothing was outstanding: its window is open now or still closed
// (tcp_ack_probe).
void
TcpLinux24Sender::OnProbeAnswered(TcpTick now)
{
    m_timer.CountAnswer();
    if (m_queue.IsEmpty())
    {
        return;
    }
    if (m_queue.GetHead().end <= GetWindowEnd())
    {
        m_timer.EndProbing();
    }
    else
    {
        m_timer.ContinueProbing(now);
    }
}

// tcp_transmit_skb calls tcp_enter_cwr for pure ACKs, too.
void
TcpLinux24Sender::OnLocalDrop(TcpTick now)
{
    m_congestion.EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
}

// tcp_write_timer: the purpose it was set for decides.
void
TcpLinux24Sender::OnTimer(TcpTick now)
{
    m_timer.Stop();
    if (m_dead)
    {
        return;
    }
    if (m_timer.IsProbe())
    {
        Probe(now);
    }
    else if (m_queue.GetSent() > 0)
    {
        OnRetransmissionTimeout(now);
    }
}

// The head was not acknowledged in time (tcp_retransmit_timer).
void
TcpLinux24Sender::OnRetransmissionTimeout(TcpTick now)
{
    const bool synSent = m_queue.GetHead().syn;
    // The peer has shrunk its window to nothing over what was sent. As long as it answers at all,
    // that is no reason to give up.
    const bool closed = m_window.Get() == 0 && !synSent && !m_timer.IsOrphan();
    const uint32_t most = synSent ? m_options.synRetries : m_timer.GetMostRetries();
    const bool hopeless =
        closed ? m_timer.IsSilentTooLong(now, m_lastAck) : m_congestion.GetTimeouts() >= most;
    if (hopeless)
    {
        GiveUp();
        return;
    }
    // F-RTO needs new data that the peer's window has room for.
    if (m_options.frto && !closed && m_queue.HasUnsent() &&
        m_queue[m_queue.GetSent()].end <= GetWindowEnd())
    {
        m_congestion.EnterFrto();
    }
    else
    {
        m_congestion.EnterLoss(TcpLinux24Reason::TIMEOUT);
    }
    const Outcome outcome = Retransmit(0, TcpLinux24Retransmission::TIMEOUT, now);
    if (outcome == Outcome::LOCAL_DROP && !closed)
    {
        // Nothing left: the timeout does not double for a lack of room below.
        m_congestion.CountTimeout(true);
        m_timer.RetrySoon(now);
        return;
    }
    if (!closed)
    {
        m_congestion.CountTimeout(false);
        m_timer.CountTimeout();
    }
    m_rtt.Backoff();
    m_timer.StartRetransmission(now);
}

// tcp_write_err. The host ends the connection when the call has returned.
void
TcpLinux24Sender::GiveUp()
{
    m_dead = true;
    m_host.GaveUp();
}

// What is marked lost is sent again in order, as far as cwnd allows (tcp_xmit_retransmit_queue).
void
TcpLinux24Sender::RetransmitQueue(TcpTick now)
{
    const TcpLinux24State state = m_congestion.GetState();
    const auto reason = state == TcpLinux24State::LOSS ? TcpLinux24Retransmission::GO_BACK_N
                                                       : TcpLinux24Retransmission::LOST;
    // lost_out tells how many tags there are: the walk ends with the last of them.
    uint32_t lost = m_scoreboard.GetLostOut();
    for (size_t i = 0; i < m_queue.GetSent() && lost > 0; ++i)
    {
        if (GetInFlight() >= GetCwnd())
        {
            return;
        }
        if (!m_queue[i].lost)
        {
            continue;
        }
        // Marked, and not on its way for the second time.
        if (!m_queue[i].sacked && !m_queue[i].retransmitted &&
            Retransmit(i, reason, now) != Outcome::SENT)
        {
            return;
        }
        --lost;
    }
    // Forward retransmissions are for Recovery alone (in Loss all is marked lost), need SACK to
    // know what is missing, and come after new data.
    if (m_congestion.GetState() == TcpLinux24State::RECOVERY && m_scoreboard.IsSack() &&
        !MaySendNow())
    {
        RetransmitForward(now);
    }
}

// Forward retransmissions: what lies below the highest SACK and is not marked lost is sent again
// rather than nothing.
void
TcpLinux24Sender::RetransmitForward(TcpTick now)
{
    for (size_t i = 0;
         i < m_queue.GetSent() && i < m_scoreboard.GetFacketsOut() && GetInFlight() < GetCwnd();
         ++i)
    {
        const TcpLinux24Segment& segment = m_queue[i];
        if (segment.sacked || segment.retransmitted || segment.lost)
        {
            continue;
        }
        if (Retransmit(i, TcpLinux24Retransmission::FORWARD, now) != Outcome::SENT)
        {
            return;
        }
    }
}

void
TcpLinux24Sender::SimpleRetransmit(TcpTick now)
{
    if (!m_dead && m_scoreboard.MarkTooLong(GetCurrentMss()))
    {
        m_congestion.EnterMtuLoss();
        RetransmitQueue(now);
    }
}

// One segment is sent again, if memory and window allow it (tcp_retransmit_skb).
TcpLinux24Sender::Outcome
TcpLinux24Sender::Retransmit(size_t index, TcpLinux24Retransmission reason, TcpTick now)
{
    // A copy more would take memory that the socket may not have: wmem_alloc above 1.25 times
    // wmem_queued.
    const uint32_t queued = m_queue.GetMemory();
    const uint32_t memory = std::min(queued + queued / 4, m_options.sendBuffer);
    if (m_options.retransmitMemoryTest && m_host.GetMemoryBelow() > memory)
    {
        return Outcome::REFUSED;
    }
    // Beyond a window that has shrunk only the head is sent, as a probe.
    if (index > 0 && m_queue[index].start >= GetWindowEnd())
    {
        return Outcome::REFUSED;
    }
    m_scoreboard.Fit(index, GetCurrentMss(), GetWindowEnd());
    TcpLinux24Segment& segment = m_queue[index];
    segment.when = now;
    m_lastDataSent = now;
    if (m_host.Transmit(segment, reason) == TcpLinux24Transmit::LOCAL_DROP)
    {
        m_congestion.EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
        return Outcome::LOCAL_DROP;
    }
    m_scoreboard.MarkRetransmitted(index);
    m_congestion.OnRetransmission(now);
    if (index == 0)
    {
        m_timer.StartRetransmission(now);
    }
    return Outcome::SENT;
}

// The timer fired while nothing was outstanding (tcp_probe_timer, tcp_write_wakeup).
void
TcpLinux24Sender::Probe(TcpTick now)
{
    if (m_queue.GetSent() > 0 || m_queue.IsEmpty())
    {
        return;
    }
    if (m_timer.IsProbedEnough())
    {
        GiveUp();
        return;
    }
    // tcp_write_wakeup: with room for a part of a segment that part is the probe, else an old
    // number.
    const TcpOffset room = GetWindowEnd() - m_queue.GetHead().start;
    if (room > 0)
    {
        if (SendWhatFits(room, now))
        {
            m_timer.ForgetProbes(); // ordinary data now, with the retransmission timer
            return;
        }
        m_timer.ProbeRefused(now);
    }
    else if (SendEmptyProbe(now))
    {
        m_timer.ProbeSent(now);
    }
    else
    {
        m_timer.ProbeRefused(now);
    }
}

// A part of a segment, since the window has room for it: the persist timer overcomes silly windows.
bool
TcpLinux24Sender::SendWhatFits(TcpOffset room, TcpTick now)
{
    const uint32_t mss = GetCurrentMss();
    const TcpLinux24Segment& head = m_queue.GetHead();
    m_writer.NotePushed(head.end);
    // Whatever the peer has room for, it is to read it; so with the rest (tcp_write_wakeup).
    m_queue.GetHead().push = true;
    if (room < head.GetLength() || head.GetDataLength() > mss)
    {
        m_queue.Split(0, static_cast<uint32_t>(std::min<TcpOffset>(room, mss)));
        m_queue.GetHead().push = true;
    }
    return SendFirst(now);
}

bool
TcpLinux24Sender::SendEmptyProbe(TcpTick now)
{
    // tcp_xmit_probe_skb: a sequence number the peer has acknowledged, which it has to answer.
    const TcpOffset old = GetSndUna() - 1;
    const TcpLinux24Segment probe{.start = old, .end = old, .when = now};
    if (m_host.Transmit(probe, {}) == TcpLinux24Transmit::LOCAL_DROP)
    {
        m_congestion.EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
        return false;
    }
    return true;
}

std::optional<TcpTick>
TcpLinux24Sender::GetTimer() const
{
    return m_timer.Get();
}

uint32_t
TcpLinux24Sender::GetCwnd() const
{
    return m_congestion.GetCwnd();
}

uint32_t
TcpLinux24Sender::GetSsthresh() const
{
    return m_congestion.GetSsthresh();
}

uint32_t
TcpLinux24Sender::GetPacketsOut() const
{
    return m_scoreboard.GetPacketsOut();
}

uint32_t
TcpLinux24Sender::GetInFlight() const
{
    return m_scoreboard.GetInFlight();
}

uint32_t
TcpLinux24Sender::GetBytesInFlight() const
{
    return m_scoreboard.GetBytesInFlight();
}

uint32_t
TcpLinux24Sender::GetFacketsOut() const
{
    return m_scoreboard.GetFacketsOut();
}

TcpTick
TcpLinux24Sender::GetRetransStamp() const
{
    return m_congestion.GetUndo().GetStamp();
}

uint32_t
TcpLinux24Sender::GetSndWnd() const
{
    return m_window.Get();
}

uint32_t
TcpLinux24Sender::GetQueueMemory() const
{
    return m_queue.GetMemory();
}

// tcp_write_space, tcp_min_write_space: waking for every ACK would cost more than it brings.
bool
TcpLinux24Sender::IsSpaceWorthWaking(uint32_t buffer) const
{
    const uint32_t memory = m_queue.GetMemory();
    return memory < buffer && buffer - memory >= memory / 2;
}

uint32_t
TcpLinux24Sender::GetSendBuffer() const
{
    return m_options.sendBuffer;
}

const TcpLinux24RttEstimator&
TcpLinux24Sender::GetRtt() const
{
    return m_rtt;
}

const TcpLinux24Scoreboard&
TcpLinux24Sender::GetScoreboard() const
{
    return m_scoreboard;
}

const TcpLinux24Congestion&
TcpLinux24Sender::GetCongestion() const
{
    return m_congestion;
}

} // namespace ns3

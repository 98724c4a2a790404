// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux20-sender.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// How long a partial segment waits at most, ticks (30 s).
constexpr uint32_t PARTIAL_TICKS = 3000;
constexpr uint32_t MOST_CWND = 2048;        ///< growth ends here, segments
constexpr uint32_t MAX_DUP_ACKS = 3;        ///< identical ACKs after the first
constexpr uint32_t LEAST_COUNTING_CWND = 3; ///< with less no three duplicates can come
constexpr uint32_t LEAST_SSTHRESH = 2;      ///< after a fast retransmit, segments
constexpr uint32_t MAX_PROBE_TICKS = 12000; ///< 120 s
constexpr uint32_t MOST_PROBE_SHIFT = 16;   ///< beyond, the interval is at its maximum anyway
/// Memory for later writes in a segment that begins with less than a full one, beside that of a
/// full segment, bytes (do_tcp_sendmsg).
constexpr uint32_t PARTIAL_RESERVE = 128;

} // namespace

TcpLinux20Sender::TcpLinux20Sender(const TcpLinux20Options& options, TcpLinuxSenderHost& host)
    : TcpLinuxSender(host, options.segmentOverhead),
      m_options(options),
      m_rtt(options.minRto, options.initialRto),
      m_cwnd(options.initialCwnd),
      m_ssthresh(options.initialSsthresh)
{
}

// The SYN is the first segment of the queue (tcp_connect).
void
TcpLinux20Sender::Connect(TcpTick now)
{
    m_lastArrival = now;
    m_queue.PushSyn(now);
    NoteMemory(m_queue.GetHead(), 0);
    SendFirst(now);
}

// The connection of a passive opener begins with what its last ACK offers.
void
TcpLinux20Sender::Accepted(const TcpLinux24Ack& ack, TcpTick now)
{
    m_lastArrival = now;
    m_queue.SkipSyn();
    m_identicalAcks = 1;
    m_maxWindow = ack.window;
    m_windowEnd = ack.window;
    Push(now);
    if (m_packetsOut == 0)
    {
        SendPartial(now);
    }
}

// There are no options but the MSS.
void
TcpLinux20Sender::Negotiated(bool /* sack */, bool /* timestamps */, uint32_t mss)
{
    m_options.mss = mss;
}

void
TcpLinux20Sender::SetMss(uint32_t mss)
{
    m_options.mss = mss;
}

// 2.0.32 does not react to a smaller MTU before its timer fires.
void
TcpLinux20Sender::SimpleRetransmit(TcpTick /* now */)
{
}

void
TcpLinux20Sender::Orphan()
{
}

// The buffer has one size.
void
TcpLinux20Sender::GrowSendBuffer(uint32_t /* most */, TcpTick /* now */)
{
}

uint32_t
TcpLinux20Sender::GetSendBuffer() const
{
    return std::numeric_limits<uint32_t>::max();
}

void
TcpLinux20Sender::SetNoDelay(bool noDelay)
{
    m_options.noDelay = noDelay;
}

// tcp_send_fin: the FIN is always a segment of its own.
void
TcpLinux20Sender::Close(TcpTick now)
{
    // Data written before the close leaves first, full or not.
    if (m_closed || m_dead)
    {
        return;
    }
    m_closed = true;
    SendPartial(now);
    const bool alone = !m_queue.HasUnsent() && GetSndUna() >= 0;
    m_queue.BeginSegment();
    NoteMemory(m_queue.GetTail(), 0);
    m_queue.AddFin();
    if (alone)
    {
        SendFirst(now); // neither window nor cwnd holds back a FIN that finds no data waiting
    }
}

// do_tcp_sendmsg: data joins the partial segment, if there is one, and begins another one for the
// rest.
void
TcpLinux20Sender::Write(uint32_t bytes, TcpTick now)
{
    const uint32_t mss = GetCurrentMss();
    while (bytes > 0 && !m_dead)
    {
        const bool joins = m_partial;
        if (!joins)
        {
            m_queue.BeginSegment();
            TcpLinux24Segment& begun = m_queue.GetTail();
            // The header is built here, and later writes do not change it (tcp_build_header).
            begun.push = bytes <= mss;
            NoteMemory(begun, bytes < mss ? mss + PARTIAL_RESERVE : mss);
        }
        TcpLinux24Segment& last = m_queue.GetTail();
        const uint32_t taken = std::min(bytes, mss - std::min(mss, last.GetDataLength()));
        m_queue.ExtendTail(taken);
        bytes -= taken;
        if (last.GetDataLength() >= mss || (joins && m_packetsOut == 0))
        {
            Queue(now);
        }
        else
        {
            HoldPartial(now);
        }
    }
    // Nagle: a partial segment leaves if nothing is outstanding. TCP_NODELAY lets it leave in any
    // case, but only within the peer's window; beyond, writes join it, so that packets become
    // larger than what was written.
    if (m_packetsOut == 0 || (m_options.noDelay && m_queue.GetWriteEnd() < m_windowEnd))
    {
        SendPartial(now);
    }
}

// sock_wmalloc charges the whole buffer when the segment begins. What joins it is free.
void
TcpLinux20Sender::NoteMemory(TcpLinux24Segment& segment, uint32_t bytes)
{
    segment.memory = bytes + m_options.segmentOverhead;
    m_memory += segment.memory;
}

// The last segment is not full: it waits for more data, for half a minute at most
// (tcp_enqueue_partial).
void
TcpLinux20Sender::HoldPartial(TcpTick now)
{
    m_partial = true;
    m_partialTimer = now + PARTIAL_TICKS;
}

// The partial segment is closed and may leave as it is (tcp_send_partial).
void
TcpLinux20Sender::SendPartial(TcpTick now)
{
    if (m_partial)
    {
        Queue(now);
    }
}

// The last segment is complete and takes its place in the queue (tcp_send_skb).
void
TcpLinux20Sender::Queue(TcpTick now)
{
    m_partial = false;
    m_partialTimer.reset();
    RestartAfterIdle(now);
    Push(now);
}

// tcp_send_skb: the window starts again when nothing is under way and the peer was silent for an
// RTO.
void
TcpLinux20Sender::RestartAfterIdle(TcpTick now)
{
    const auto rto = static_cast<int32_t>(m_rtt.GetRto());
    if (m_queue.GetSent() == 0 && GetTicksBetween(now, m_lastArrival) > rto)
    {
        m_cwnd = 1;
        m_cwndCount = 0;
    }
}

// tcp_write_xmit, tcp_send_probe0. As long as a timeout is being repaired, nothing new leaves.
void
TcpLinux20Sender::Push(TcpTick now)
{
    if (m_dead || GetSndUna() < 0)
    {
        return;
    }
    while (m_queue.GetSent() < GetClosed() && m_queue[m_queue.GetSent()].end <= m_windowEnd &&
           m_retransmits == 0 && m_packetsOut < m_cwnd)
    {
        SendFirst(now);
    }
    if (m_queue.GetSent() > 0 || GetClosed() == 0)
    {
        m_probeTimer.reset();
        m_probes = m_probeBackoff = 0;
    }
    else if (!m_probeTimer)
    {
        m_probeTimer = now + m_rtt.GetRto();
    }
}

// The first segment that was not sent, whatever the window says.
void
TcpLinux20Sender::SendFirst(TcpTick now)
{
    TcpLinux24Segment& segment = m_queue[m_queue.GetSent()];
    segment.when = now;
    m_queue.MarkSent();
    ++m_packetsOut;
    m_host.Transmit(segment, {});
}

// Segments that take no more data, and so may leave.
size_t
TcpLinux20Sender::GetClosed() const
{
    return m_queue.GetSize() - (m_partial ? 1 : 0);
}

// A peer with a small buffer gets segments of half its window (max_window).
uint32_t
TcpLinux20Sender::GetCurrentMss() const
{
    return m_maxWindow < 2 ? m_options.mss : std::min(m_options.mss, m_maxWindow / 2);
}

// An acceptable segment with ACK has come (tcp_ack).
void
TcpLinux20Sender::OnAck(const TcpLinux24Ack& ack, TcpTick now)
{
    // Nothing is learned from an ACK of what was never sent, or of before snd_una.
    m_lastArrival = now;
    if (m_dead || ack.ack > GetSndNxt() || ack.ack < GetSndUna())
    {
        return;
    }
    m_maxWindow = std::max(m_maxWindow, ack.window);
    if (m_queue.GetSent() > 0 && ack.ack > GetSndUna())
    {
        Grow();
    }
    // A duplicate repeats the number and the right edge of the window, carries no data and is not
    // an echo of go-back-N, which lies below high_seq.
    const TcpOffset windowEnd = ack.ack + ack.window;
    if (ack.ack == GetSndUna() && windowEnd == m_windowEnd && !ack.hasData &&
        ack.ack < GetSndNxt() && ack.ack > m_highSeq)
    {
        CountDuplicate(now);
    }
    else
    {
        // The ACK of new data ends fast recovery: the window deflates to the threshold.
        if (m_identicalAcks > MAX_DUP_ACKS)
        {
            m_cwnd = std::max(m_ssthresh, 1U);
            m_cwndCount = 0;
        }
        m_identicalAcks = 1;
        m_windowEnd = windowEnd;
    }
    m_queue.Acknowledge(ack.ack);
    m_probes = 0;
    const bool removed = RemoveAcknowledged(now);
    Push(now);
    if (m_queue.GetSize() == 1 && m_queue.GetSent() == 0)
    {
        SendPartial(now);
    }
    // After a timeout: go-back-N, one window after the other.
    if (removed && m_retransmits > 0)
    {
        while (m_packetsOut < m_cwnd && RetransmitNext(TcpLinux24Retransmission::GO_BACK_N, now))
        {
        }
    }
}

// Slow start up to ssthresh, then a segment for every window of ACKs. An ACK counts, not what it
// acknowledges.
void
TcpLinux20Sender::Grow()
{
    if (m_cwnd >= MOST_CWND)
    {
        return;
    }
    if (m_cwnd <= m_ssthresh)
    {
        ++m_cwnd;
    }
    else if (m_cwndCount >= m_cwnd)
    {
        ++m_cwnd;
        m_cwndCount = 0;
    }
    else
    {
        ++m_cwndCount;
    }
}

// Identical ACKs. The fourth one is the third duplicate: the head is sent again, and the window
// inflates by what has left the network.
void
TcpLinux20Sender::CountDuplicate(TcpTick now)
{
    // With a window of one or two segments duplicates cannot come from a loss.
    if (m_cwnd >= LEAST_COUNTING_CWND || m_identicalAcks > MAX_DUP_ACKS + 1)
    {
        ++m_identicalAcks;
    }
    else
    {
        return;
    }
    if (m_identicalAcks == MAX_DUP_ACKS + 1)
    {
        m_ssthresh = std::max(GetHalfWindow(), LEAST_SSTHRESH);
        m_cwnd = m_ssthresh + MAX_DUP_ACKS + 1;
        m_cwndCount = 0;
        // The retransmission takes the place of the lost one: packets_out stays.
        const uint32_t packetsOut = m_packetsOut;
        m_next = 0;
        RetransmitNext(TcpLinux24Retransmission::DUPLICATE, now);
        m_packetsOut = packetsOut;
    }
    else if (m_identicalAcks > MAX_DUP_ACKS + 1)
    {
        ++m_cwnd;
    }
}

// Nothing is timed while a timeout is being repaired (Karn): an ACK may then be that of either
// copy.
bool
TcpLinux20Sender::RemoveAcknowledged(TcpTick now)
{
    bool removed = false;
    while (m_queue.GetSent() > 0 && m_queue.GetHead().end <= GetSndUna())
    {
        const TcpLinux24Segment& head = m_queue.GetHead();
        if (head.syn)
        {
            // The handshake says nothing about the path of full segments.
            m_rtt = TcpLinux20RttEstimator(m_options.minRto, m_options.initialRto);
        }
        else if (m_retransmits == 0)
        {
            const int32_t ticks = GetTicksBetween(now, head.when);
            m_rtt.AddSample(ticks, m_cwnd);
            m_host.RttSampled(ticks);
        }
        m_memory -= m_queue.RemoveHead().memory;
        m_next -= m_next > 0;
        m_packetsOut -= m_packetsOut > 0;
        removed = true;
    }
    if (m_queue.GetSent() == 0)
    {
        m_packetsOut = m_retransmits = 0;
    }
    return removed;
}

// Half of the window that was really used, of cwnd or of the peer.
uint32_t
TcpLinux20Sender::GetHalfWindow() const
{
    return std::min(m_cwnd, GetSndWnd() / GetCurrentMss()) / 2;
}

// tcp_do_retransmit for one segment. A copy that still waits in the link queue is not overtaken by
// another one.
bool
TcpLinux20Sender::RetransmitNext(TcpLinux24Retransmission reason, TcpTick now)
{
    if (m_next >= m_queue.GetSent() || m_host.IsInLinkQueue(m_queue[m_next]))
    {
        return false;
    }
    TcpLinux24Segment& segment = m_queue[m_next++];
    segment.when = now;
    segment.everRetransmitted = true;
    ++m_packetsOut;
    m_host.Transmit(segment, reason);
    return true;
}

// One timer of three purposes: the head's retransmission, counted from when it was last sent; the
// probe of a closed window; the partial segment.
std::optional<TcpTick>
TcpLinux20Sender::GetTimer() const
{
    if (m_dead)
    {
        return {};
    }
    std::optional<TcpTick> first = m_probeTimer;
    if (m_queue.GetSent() > 0)
    {
        first = m_queue.GetHead().when + m_rtt.GetRto();
    }
    if (m_partialTimer && (!first || GetTicksBetween(*first, *m_partialTimer) > 0))
    {
        first = m_partialTimer;
    }
    return first;
}

// The timer may be due for two reasons at once: the partial segment leaves behind what is sent
// again.
void
TcpLinux20Sender::OnTimer(TcpTick now)
{
    const auto isDue = [now](TcpTick tick) { return GetTicksBetween(now, tick) >= 0; };
    if (m_dead)
    {
        return;
    }
    if (m_queue.GetSent() > 0 && isDue(m_queue.GetHead().when + m_rtt.GetRto()))
    {
        OnRetransmissionTimeout(now);
    }
    else if (m_queue.GetSent() == 0 && m_probeTimer && isDue(*m_probeTimer))
    {
        Probe(now);
    }
    if (m_partialTimer && isDue(*m_partialTimer))
    {
        SendPartial(now);
    }
}

// tcp_retransmit: everything is outstanding again, and is sent again in order as ACKs come.
void
TcpLinux20Sender::OnRetransmissionTimeout(TcpTick now)
{
    const bool syn = m_queue.GetHead().syn;
    if (m_retransmits >= (syn ? m_options.synRetries : m_options.retries))
    {
        GiveUp();
        return;
    }
    // Unlike after a fast retransmit no least threshold: with a small window it may become 0, and
    // the window grows by congestion avoidance from the start.
    m_ssthresh = GetHalfWindow();
    m_cwnd = 1;
    m_cwndCount = 0;
    ++m_retransmits;
    m_highSeq = GetSndNxt();
    m_packetsOut = 0;
    m_next = 0;
    RetransmitNext(TcpLinux24Retransmission::TIMEOUT, now);
    m_rtt.Backoff();
}

// The peer offers no window: it is asked again, with longer and longer pauses (tcp_send_probe0).
void
TcpLinux20Sender::Probe(TcpTick now)
{
    if (m_probes >= m_options.retries)
    {
        GiveUp();
        return;
    }
    ++m_probes;
    m_probeBackoff = std::min(m_probeBackoff + 1, MOST_PROBE_SHIFT);
    const uint64_t interval = static_cast<uint64_t>(m_rtt.GetRto()) << m_probeBackoff;
    m_probeTimer = now + static_cast<uint32_t>(std::min<uint64_t>(interval, MAX_PROBE_TICKS));
    m_host.Transmit({.start = GetSndUna() - 1, .end = GetSndUna() - 1, .when = now}, {});
}

// The peer does not answer any more (tcp_write_timeout).
void
TcpLinux20Sender::GiveUp()
{
    m_dead = true;
    m_host.GaveUp();
}

uint32_t
TcpLinux20Sender::GetCwnd() const
{
    return m_cwnd;
}

uint32_t
TcpLinux20Sender::GetSsthresh() const
{
    return m_ssthresh;
}

uint32_t
TcpLinux20Sender::GetCwndCount() const
{
    return m_cwndCount;
}

uint32_t
TcpLinux20Sender::GetPacketsOut() const
{
    return m_packetsOut;
}

uint32_t
TcpLinux20Sender::GetIdenticalAcks() const
{
    return m_identicalAcks;
}

uint32_t
TcpLinux20Sender::GetRetransmits() const
{
    return m_retransmits;
}

TcpOffset
TcpLinux20Sender::GetHighSeq() const
{
    return m_highSeq;
}

TcpOffset
TcpLinux20Sender::GetWindowEnd() const
{
    return m_windowEnd;
}

uint32_t
TcpLinux20Sender::GetPartialLength() const
{
    return m_partial ? m_queue.GetTail().GetDataLength() : 0;
}

uint32_t
TcpLinux20Sender::GetInFlight() const
{
    return m_packetsOut;
}

uint32_t
TcpLinux20Sender::GetBytesInFlight() const
{
    return m_queue.GetData(std::min<size_t>(m_packetsOut, m_queue.GetSent()));
}

uint32_t
TcpLinux20Sender::GetFacketsOut() const
{
    return 0;
}

TcpTick
TcpLinux20Sender::GetRetransStamp() const
{
    return 0;
}

// The window may have shrunk below what was sent.
uint32_t
TcpLinux20Sender::GetSndWnd() const
{
    return static_cast<uint32_t>(std::max<TcpOffset>(m_windowEnd - GetSndUna(), 0));
}

uint32_t
TcpLinux20Sender::GetQueueMemory() const
{
    return m_memory;
}

// def_callback3 of net/ipv4/af_inet.c.
bool
TcpLinux20Sender::IsSpaceWorthWaking(uint32_t buffer) const
{
    return m_memory <= buffer / 2;
}

uint32_t
TcpLinux20Sender::GetTailRoom() const
{
    const uint32_t mss = GetCurrentMss();
    return m_partial ? mss - std::min(mss, m_queue.GetTail().GetDataLength()) : 0;
}

const TcpLinux20RttEstimator&
TcpLinux20Sender::GetRtt() const
{
    return m_rtt;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: retransmission timeout and retransmission (net/ipv4/tcp_timer.c,
// tcp_retransmit_timer; tcp_input.c, tcp_enter_loss; tcp_output.c, tcp_retransmit_skb).

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// TCP_RESOURCE_PROBE_INTERVAL is HZ/2.
constexpr uint32_t RESOURCE_PROBES_PER_SECOND = 2;
/// TCP_RTO_MAX, seconds: so long may a peer with a closed window be silent.
constexpr uint32_t MAX_INTERVAL_SECONDS = 120;

} // namespace

void
TcpLinux24Sender::OnRetransmissionTimeout(TcpTick now)
{
    const bool synSent = m_queue.front().syn;
    const bool closed = m_sndWnd == 0 && !synSent && !m_orphan;
    const auto patience = static_cast<int32_t>(MAX_INTERVAL_SECONDS * m_options.ticksPerSecond);
    const bool hopeless =
        closed ? GetTicksBetween(now, m_lastAck) > patience
               : m_retransmits >= (synSent ? m_options.synRetries : GetMostRetries(m_rtt.GetRto()));
    if (hopeless)
    {
        m_dead = true;
        m_host.GaveUp();
        return;
    }
    const bool unsent = m_packetsOut < m_queue.size();
    if (m_options.frto && !closed && unsent && m_queue[m_packetsOut].end <= m_sndUna + m_sndWnd)
    {
        EnterFrto();
    }
    else
    {
        EnterLoss(TcpLinux24Reason::TIMEOUT);
    }
    const Outcome outcome = Retransmit(0, TcpLinux24Retransmission::TIMEOUT, now);
    if (outcome == Outcome::LOCAL_DROP && !closed)
    {
        m_retransmits = std::max(m_retransmits, 1U);
        const uint32_t interval = m_options.ticksPerSecond / RESOURCE_PROBES_PER_SECOND;
        StartTimer(now, std::min(m_rtt.GetRto(), interval));
        return;
    }
    if (!closed)
    {
        ++m_retransmits;
        // Probes of a closed window go on from here until there is a new sample.
        m_backoff = std::min(m_backoff + 1, MAX_BACKOFF);
    }
    m_rtt.Backoff();
    StartTimer(now, m_rtt.GetRto());
}

uint32_t
TcpLinux24Sender::GetMostRetries(uint64_t interval) const
{
    if (!m_orphan)
    {
        return m_options.retries;
    }
    const uint64_t most = uint64_t{MAX_INTERVAL_SECONDS} * m_options.ticksPerSecond;
    return interval < most ? m_options.orphanRetries : 0;
}

void
TcpLinux24Sender::Reduce()
{
    // Not twice in one window.
    if (m_state <= TcpLinux24State::DISORDER || m_sndUna == m_highSeq ||
        (m_state == TcpLinux24State::LOSS && m_retransmits == 0))
    {
        m_priorSsthresh = static_cast<uint16_t>(GetCurrentSsthresh());
        m_ssthresh = GetReducedSsthresh();
    }
}

void
TcpLinux24Sender::EnterLoss(TcpLinux24Reason reason)
{
    const bool forget = reason == TcpLinux24Reason::RENEGING;
    Reduce();
    m_cwnd = 1;
    m_cwndCount = 0;
    m_sackedOut = m_lostOut = m_retransOut = m_facketsOut = 0;
    m_undoRetrans = 0;
    m_undoMarker = forget ? std::nullopt : std::optional(m_sndUna);
    for (size_t i = 0; i < m_packetsOut; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        if (segment.everRetransmitted)
        {
            m_undoMarker.reset();
        }
        segment.retransmitted = false;
        segment.sacked = segment.sacked && !forget;
        segment.lost = !segment.sacked;
        m_lostOut += segment.lost;
        m_sackedOut += segment.sacked;
        m_facketsOut = segment.sacked ? static_cast<uint32_t>(i + 1) : m_facketsOut;
    }
    m_reordering = std::min(m_reordering, m_options.reordering);
    m_highSeq = m_sndNxt;
    m_frtoPhase = 0;
    SetState(TcpLinux24State::LOSS, reason);
}

void
TcpLinux24Sender::EnterFrto()
{
    Reduce();
    m_frtoPhase = 1;
    m_undoMarker = m_sndUna;
    m_undoRetrans = 0;
    m_retransOut = 0;
    if (!m_sack)
    {
        // Later kernels do so (tcp_reset_reno_sack); 2.6.8 could stall with duplicates still
        // counted.
        m_sackedOut = m_facketsOut = 0;
    }
    for (size_t i = 0; i < m_packetsOut; ++i)
    {
        m_queue[i].retransmitted = m_queue[i].everRetransmitted = false;
    }
    m_frtoHighmark = m_sndNxt;
    SetState(TcpLinux24State::OPEN, TcpLinux24Reason::FRTO);
}

void
TcpLinux24Sender::EnterFrtoLoss(uint32_t allowed)
{
    m_sackedOut = m_lostOut = m_facketsOut = 0;
    for (size_t i = 0; i < m_packetsOut; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        segment.lost = !segment.sacked && segment.end <= m_frtoHighmark;
        m_lostOut += segment.lost;
        m_sackedOut += segment.sacked;
        m_facketsOut = segment.sacked ? static_cast<uint32_t>(i + 1) : m_facketsOut;
    }
    m_cwnd = allowed + GetInFlight() + 1;
    m_cwndCount = 0;
    m_undoMarker.reset();
    m_reordering = std::min(m_reordering, m_options.reordering);
    m_highSeq = m_frtoHighmark;
    m_frtoPhase = 0;
    SetState(TcpLinux24State::LOSS, TcpLinux24Reason::FRTO);
}

void
TcpLinux24Sender::RetransmitQueue(TcpTick now)
{
    const auto reason = m_state == TcpLinux24State::LOSS ? TcpLinux24Retransmission::GO_BACK_N
                                                         : TcpLinux24Retransmission::LOST;
    uint32_t lost = m_lostOut;
    for (size_t i = 0; i < m_packetsOut && lost > 0; ++i)
    {
        if (GetInFlight() >= m_cwnd)
        {
            return;
        }
        if (!m_queue[i].lost)
        {
            continue;
        }
        if (!m_queue[i].sacked && !m_queue[i].retransmitted &&
            Retransmit(i, reason, now) != Outcome::SENT)
        {
            return;
        }
        --lost;
    }
    if (m_state == TcpLinux24State::RECOVERY && m_sack && !MaySendNow())
    {
        RetransmitForward(now);
    }
}

void
TcpLinux24Sender::SimpleRetransmit(TcpTick now)
{
    const uint32_t lost = m_lostOut;
    const uint32_t mss = GetCurrentMss();
    for (size_t i = 0; i < m_packetsOut; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        if (segment.GetDataLength() <= mss || segment.sacked)
        {
            continue;
        }
        m_retransOut -= segment.retransmitted;
        segment.retransmitted = false;
        m_lostOut += !segment.lost;
        segment.lost = true;
    }
    if (m_lostOut == lost || m_dead)
    {
        return;
    }
    if (!m_sack)
    {
        // As enter-loss does. 2.4.18 keeps the count, and packets_out can fall below it in Loss.
        m_sackedOut = 0;
    }
    m_frtoPhase = 0;
    if (m_state != TcpLinux24State::LOSS)
    {
        m_highSeq = m_sndNxt;
        m_ssthresh = GetCurrentSsthresh();
        m_priorSsthresh = 0;
        m_undoMarker.reset();
        SetState(TcpLinux24State::LOSS, TcpLinux24Reason::MTU_REDUCED);
    }
    RetransmitQueue(now);
}

void
TcpLinux24Sender::RetransmitForward(TcpTick now)
{
    for (size_t i = 0; i < m_packetsOut && i < m_facketsOut && GetInFlight() < m_cwnd; ++i)
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
TcpLinux24Sender::Fit(size_t index)
{
    TcpLinux24Segment& segment = m_queue[index];
    const uint32_t mss = GetCurrentMss();
    const bool tooLong = segment.GetDataLength() > mss;
    if (segment.start < m_sndUna && (tooLong || (segment.fin && m_sndUna == segment.end - 1)))
    {
        // Only the FIN is missing, or the part before snd_una would become a segment of its own.
        m_queueMemory -= static_cast<uint32_t>(m_sndUna - segment.start);
        segment.start = m_sndUna;
    }
    if (segment.GetDataLength() > mss)
    {
        Split(index, mss);
    }
    TryCollapse(index);
}

TcpLinux24Sender::Outcome
TcpLinux24Sender::Retransmit(size_t index, TcpLinux24Retransmission reason, TcpTick now)
{
    const uint32_t memory = std::min(m_queueMemory + m_queueMemory / 4, m_options.sendBuffer);
    if (m_options.retransmitMemoryTest && m_host.GetMemoryBelow() > memory)
    {
        return Outcome::REFUSED;
    }
    if (index > 0 && m_queue[index].start >= m_sndUna + static_cast<TcpOffset>(m_sndWnd))
    {
        return Outcome::REFUSED;
    }
    Fit(index);
    TcpLinux24Segment& segment = m_queue[index];
    segment.when = now;
    m_lastDataSent = now;
    if (m_host.Transmit(segment, reason) == TcpLinux24Transmit::LOCAL_DROP)
    {
        EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
        return Outcome::LOCAL_DROP;
    }
    segment.retransmitted = segment.everRetransmitted = true;
    segment.ackSeq = m_sndNxt;
    ++m_retransOut;
    ++m_undoRetrans;
    m_retransStamp = m_retransStamp == 0 ? now : m_retransStamp;
    if (index == 0)
    {
        StartTimer(now, m_rtt.GetRto());
    }
    return Outcome::SENT;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.0.32 sender: ACKs, retransmission, timers (net/ipv4/tcp_input.c: tcp_ack;
// net/ipv4/tcp_output.c: tcp_do_retransmit; net/ipv4/tcp_timer.c).

#include "tcp-linux20-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t MOST_CWND = 2048;        ///< growth ends here, segments
constexpr uint32_t MAX_DUP_ACKS = 3;        ///< identical ACKs after the first
constexpr uint32_t LEAST_COUNTING_CWND = 3; ///< with less no three duplicates can come
constexpr uint32_t LEAST_SSTHRESH = 2;      ///< after a fast retransmit, segments
constexpr uint32_t MAX_PROBE_TICKS = 12000; ///< 120 s
constexpr uint32_t MOST_PROBE_SHIFT = 16;   ///< beyond, the interval is at its maximum anyway

} // namespace

void
TcpLinux20Sender::OnAck(const TcpLinux24Ack& ack, TcpTick now)
{
    m_lastArrival = now;
    if (m_dead || ack.ack > m_sndNxt || ack.ack < m_sndUna)
    {
        return;
    }
    m_maxWindow = std::max(m_maxWindow, ack.window);
    if (m_sent > 0 && ack.ack > m_sndUna)
    {
        Grow();
    }
    const TcpOffset windowEnd = ack.ack + ack.window;
    if (ack.ack == m_sndUna && windowEnd == m_windowEnd && !ack.hasData && ack.ack < m_sndNxt &&
        ack.ack > m_highSeq)
    {
        CountDuplicate(now);
    }
    else
    {
        if (m_identicalAcks > MAX_DUP_ACKS)
        {
            m_cwnd = std::max(m_ssthresh, 1U);
        }
        m_identicalAcks = 1;
        m_windowEnd = windowEnd;
    }
    m_sndUna = ack.ack;
    m_probes = 0;
    const bool removed = RemoveAcknowledged(now);
    Push(now);
    if (m_queue.size() == 1 && m_sent == 0)
    {
        SendPartial(now);
    }
    if (removed && m_retransmits > 0)
    {
        while (m_packetsOut < m_cwnd && RetransmitNext(TcpLinux24Retransmission::GO_BACK_N, now))
        {
        }
    }
}

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

void
TcpLinux20Sender::CountDuplicate(TcpTick now)
{
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

bool
TcpLinux20Sender::RemoveAcknowledged(TcpTick now)
{
    bool removed = false;
    while (m_sent > 0 && m_queue.front().end <= m_sndUna)
    {
        const TcpLinux24Segment& head = m_queue.front();
        if (head.syn)
        {
            // the handshake says nothing about the path of full segments
            m_rtt = TcpLinux20RttEstimator(m_options.minRto, m_options.initialRto);
        }
        else if (m_retransmits == 0)
        {
            m_rtt.AddSample(GetTicksBetween(now, head.when), m_cwnd);
        }
        m_queue.pop_front();
        --m_sent;
        m_next -= m_next > 0;
        m_packetsOut -= m_packetsOut > 0;
        removed = true;
    }
    if (m_sent == 0)
    {
        m_packetsOut = m_retransmits = 0;
    }
    return removed;
}

uint32_t
TcpLinux20Sender::GetHalfWindow() const
{
    return std::min(m_cwnd, GetSndWnd() / GetCurrentMss()) / 2;
}

bool
TcpLinux20Sender::RetransmitNext(TcpLinux24Retransmission reason, TcpTick now)
{
    if (m_next >= m_sent || m_host.IsInLinkQueue(m_queue[m_next]))
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

std::optional<TcpTick>
TcpLinux20Sender::GetTimer() const
{
    if (m_dead)
    {
        return {};
    }
    std::optional<TcpTick> first = m_probeTimer;
    if (m_sent > 0)
    {
        first = m_queue.front().when + m_rtt.GetRto();
    }
    if (m_partialTimer && (!first || GetTicksBetween(*first, *m_partialTimer) > 0))
    {
        first = m_partialTimer;
    }
    return first;
}

void
TcpLinux20Sender::OnTimer(TcpTick now)
{
    const auto isDue = [now](TcpTick tick) { return GetTicksBetween(now, tick) >= 0; };
    if (m_dead)
    {
        return;
    }
    if (m_sent > 0 && isDue(m_queue.front().when + m_rtt.GetRto()))
    {
        OnRetransmissionTimeout(now);
    }
    else if (m_sent == 0 && m_probeTimer && isDue(*m_probeTimer))
    {
        Probe(now);
    }
    if (m_partialTimer && isDue(*m_partialTimer))
    {
        SendPartial(now);
    }
}

void
TcpLinux20Sender::OnRetransmissionTimeout(TcpTick now)
{
    const bool syn = m_queue.front().syn;
    if (m_retransmits >= (syn ? m_options.synRetries : m_options.retries))
    {
        GiveUp();
        return;
    }
    m_ssthresh = GetHalfWindow();
    m_cwnd = 1;
    m_cwndCount = 0;
    ++m_retransmits;
    m_highSeq = m_sndNxt;
    m_packetsOut = 0;
    m_next = 0;
    RetransmitNext(TcpLinux24Retransmission::TIMEOUT, now);
    m_rtt.Backoff();
}

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
    m_host.Transmit({.start = m_sndUna - 1, .end = m_sndUna - 1, .when = now}, {});
}

void
TcpLinux20Sender::GiveUp()
{
    m_dead = true;
    m_host.GaveUp();
}

} // namespace ns3

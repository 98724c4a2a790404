// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: what an ACK does (net/ipv4/tcp_input.c, tcp_ack).

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

void
TcpLinux24Sender::OnAck(const TcpLinux24Ack& ack, TcpTick now)
{
    if (m_dead || ack.ack > m_sndNxt)
    {
        return;
    }
    AckFlags flags{.data = ack.hasData, .echo = ack.congestionEcho};
    m_echo = ack.echo;
    const TcpOffset priorUna = m_sndUna;
    if (ack.ack < m_sndUna)
    {
        TagSacks(ack, priorUna, flags);
        Push(now);
        return;
    }
    flags.windowUpdate = UpdateWindow(ack);
    m_sndUna = ack.ack;
    TagSacks(ack, priorUna, flags);
    m_lastAck = now;
    if (m_packetsOut == 0)
    {
        m_probes = 0;
        OnProbeAnswered(now);
        Push(now);
        return;
    }
    const uint32_t priorInFlight = GetInFlight();
    const uint32_t removed = RemoveAcknowledged(flags, now);
    if (m_frtoPhase > 0)
    {
        ProcessFrto(priorUna, now);
    }
    const bool dubious = IsDubious(flags);
    const bool reducing = m_state == TcpLinux24State::CWR || m_state == TcpLinux24State::RECOVERY;
    const bool mayRaise = !dubious || (!reducing && (!flags.echo || m_cwnd < m_ssthresh));
    if (flags.dataAcked && priorInFlight >= m_cwnd && mayRaise)
    {
        Grow(now);
    }
    if (dubious)
    {
        Alert(priorUna, removed, flags, now);
    }
    Push(now);
}

bool
TcpLinux24Sender::UpdateWindow(const TcpLinux24Ack& ack)
{
    // A segment that only shrinks the window is no update.
    const bool update = ack.ack > m_sndUna || ack.sequence > m_windowSequence ||
                        (ack.sequence == m_windowSequence && ack.window > m_sndWnd);
    if (update)
    {
        m_sndWnd = ack.window;
        m_windowSequence = ack.sequence;
        m_maxWindow = std::max(m_maxWindow, m_sndWnd);
    }
    return update;
}

bool
TcpLinux24Sender::IsDubious(const AckFlags& flags) const
{
    return !flags.IsNotDuplicate() || flags.newlySacked || flags.echo ||
           m_state != TcpLinux24State::OPEN;
}

void
TcpLinux24Sender::Forget(const TcpLinux24Segment& segment)
{
    m_sackedOut -= segment.sacked;
    m_lostOut -= segment.lost;
    m_retransOut -= segment.retransmitted;
    m_facketsOut -= m_facketsOut > 0;
    m_queueMemory -= m_options.segmentOverhead + segment.GetDataLength();
}

uint32_t
TcpLinux24Sender::RemoveAcknowledged(AckFlags& flags, TcpTick now)
{
    uint32_t removed = 0;
    bool repeated = false;
    std::optional<TcpTick> sent;
    while (m_packetsOut > 0 && m_queue.front().end <= m_sndUna)
    {
        const TcpLinux24Segment& head = m_queue.front();
        flags.synAcked |= head.syn;
        flags.dataAcked |= !head.syn;
        repeated |= head.everRetransmitted;
        if (!head.everRetransmitted && !sent)
        {
            sent = head.when;
        }
        Forget(head);
        m_queue.pop_front();
        --m_packetsOut;
        ++removed;
    }
    if (removed == 0)
    {
        return 0;
    }
    if (flags.synAcked && !m_options.retransStampFromSyn)
    {
        m_retransStamp = 0;
    }
    if (m_timestamps && m_echo.value_or(0) != 0)
    {
        TakeSample(GetTicksBetween(now, *m_echo), now);
    }
    else if (sent && !repeated)
    {
        TakeSample(GetTicksBetween(now, *sent), now);
    }
    if (flags.synAcked && !m_timestamps && m_rtt.GetSrtt() > 0)
    {
        m_rtt.Reset(); // tcp_init_metrics throws the SYN's sample away; a repeated SYN gives none
    }
    m_timer.reset();
    if (m_packetsOut > 0)
    {
        StartTimer(now, m_rtt.GetRto());
    }
    return removed;
}

void
TcpLinux24Sender::TakeSample(int32_t ticks, TcpTick now)
{
    m_rtt.AddSample(ticks, m_sndUna, m_sndNxt);
    m_backoff = 0;
    m_lastAck = now;
}

void
TcpLinux24Sender::Grow(TcpTick now)
{
    m_cwndStamp = now;
    if (m_cwnd <= m_ssthresh)
    {
        m_cwnd = std::min(m_cwnd + 1, m_options.cwndClamp);
        return;
    }
    const uint32_t needed = m_options.bic ? m_bic.GetAcksPerStep(m_cwnd, now) : m_cwnd;
    if (m_cwndCount >= needed)
    {
        m_cwnd = std::min(m_cwnd + 1, m_options.cwndClamp);
        m_cwndCount = 0;
    }
    else
    {
        ++m_cwndCount;
    }
}

void
TcpLinux24Sender::ProcessFrto(TcpOffset priorUna, TcpTick now)
{
    if (m_sndUna == priorUna || m_sndUna >= m_frtoHighmark)
    {
        EnterFrtoLoss(m_frtoPhase);
        return;
    }
    m_retransmits = 0; // the peer is alive; only Loss would forget the timeouts otherwise
    if (m_frtoPhase == 1)
    {
        m_cwnd = GetInFlight() + 2;
        m_frtoPhase = 2;
        return;
    }
    m_cwnd = std::min(m_cwnd, m_ssthresh);
    ModerateCwnd(now);
    m_frtoPhase = 0;
}

} // namespace ns3

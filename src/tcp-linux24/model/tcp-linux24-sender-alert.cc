// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: what dubious ACKs do to the congestion state (net/ipv4/tcp_input.c,
// tcp_fastretrans_alert).

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

void
TcpLinux24Sender::Alert(TcpOffset priorUna, uint32_t acked, const AckFlags& flags, TcpTick now)
{
    bool duplicate = m_sndUna == priorUna && !flags.IsNotDuplicate();
    if (m_packetsOut == 0)
    {
        m_sackedOut = 0;
    }
    if (m_sackedOut == 0)
    {
        m_facketsOut = 0;
    }
    if (flags.echo)
    {
        m_priorSsthresh = 0;
    }
    if (m_sackedOut > 0 && m_queue.front().sacked)
    {
        Renege(now);
        return;
    }
    if (flags.dataLost && m_sndUna < m_highSeq && m_state != TcpLinux24State::OPEN &&
        m_facketsOut > m_reordering)
    {
        MarkHeadLost(m_facketsOut - m_reordering);
    }
    if (m_sack)
    {
        m_sackedOut = std::min(m_sackedOut, GetPacketsOut() - m_lostOut);
    }
    if (!LeaveEpisode(now))
    {
        return;
    }
    if (m_state == TcpLinux24State::RECOVERY)
    {
        duplicate = ProcessRecovery(priorUna, acked, duplicate, now);
    }
    else if ((m_state == TcpLinux24State::LOSS && !ProcessLoss(flags, now)) ||
             !ProcessDefault(priorUna, duplicate, flags.echo, now))
    {
        return;
    }
    if (duplicate || (m_packetsOut > 0 && HasTimedOut(m_queue.front(), now)))
    {
        UpdateScoreboard(now);
    }
    ReduceCwnd(now);
    RetransmitQueue(now);
}

void
TcpLinux24Sender::Renege(TcpTick now)
{
    EnterLoss(TcpLinux24Reason::RENEGING);
    ++m_retransmits;
    Retransmit(0, TcpLinux24Retransmission::TIMEOUT, now);
    StartTimer(now, m_rtt.GetRto());
}

bool
TcpLinux24Sender::LeaveEpisode(TcpTick now)
{
    if (m_state == TcpLinux24State::OPEN)
    {
        m_retransStamp = 0;
        return true;
    }
    if (m_sndUna < m_highSeq)
    {
        return true;
    }
    switch (m_state)
    {
    case TcpLinux24State::LOSS:
        m_retransmits = 0;
        return !TryUndoRecovery(now);
    case TcpLinux24State::CWR:
        if (m_sndUna != m_highSeq)
        {
            m_cwnd = std::min(m_cwnd, m_ssthresh);
            SetState(TcpLinux24State::OPEN, TcpLinux24Reason::HIGH_SEQ_REACHED);
        }
        return true;
    case TcpLinux24State::DISORDER:
        TryUndoDsack(now);
        if (!m_undoMarker || !m_sack || m_sndUna != m_highSeq)
        {
            m_undoMarker.reset();
            SetState(TcpLinux24State::OPEN, TcpLinux24Reason::HIGH_SEQ_REACHED);
        }
        return true;
    case TcpLinux24State::RECOVERY:
        if (!m_sack)
        {
            m_sackedOut = 0;
        }
        if (TryUndoRecovery(now))
        {
            return false;
        }
        m_cwnd = std::min(m_cwnd, m_ssthresh);
        m_cwndStamp = now;
        return true;
    case TcpLinux24State::OPEN:
        break;
    }
    return true;
}

bool
TcpLinux24Sender::ProcessRecovery(TcpOffset priorUna, uint32_t acked, bool duplicate, TcpTick now)
{
    if (m_sndUna == priorUna)
    {
        if (!m_sack && duplicate)
        {
            AddRenoSack();
        }
        return duplicate;
    }
    if (!m_sack)
    {
        RemoveRenoSacks(acked);
    }
    return TryUndoPartial(acked, now);
}

bool
TcpLinux24Sender::ProcessLoss(const AckFlags& flags, TcpTick now)
{
    if (flags.dataAcked)
    {
        m_retransmits = 0;
    }
    if (TryUndoLoss(now))
    {
        return m_state == TcpLinux24State::OPEN;
    }
    ModerateCwnd(now);
    RetransmitQueue(now);
    return false;
}

bool
TcpLinux24Sender::ProcessDefault(TcpOffset priorUna, bool duplicate, bool echo, TcpTick now)
{
    if (!m_sack)
    {
        if (m_sndUna != priorUna)
        {
            m_sackedOut = 0;
        }
        if (duplicate)
        {
            AddRenoSack();
        }
    }
    if (m_state == TcpLinux24State::DISORDER)
    {
        TryUndoDsack(now);
    }
    const auto reason = FindReasonToRecover(now);
    if (!reason)
    {
        TryToOpen(echo, now);
        return false;
    }
    EnterRecovery(*reason, echo);
    return true;
}

std::optional<TcpLinux24Reason>
TcpLinux24Sender::FindReasonToRecover(TcpTick now) const
{
    if (m_lostOut > 0)
    {
        return TcpLinux24Reason::LOST_SEGMENT;
    }
    if ((m_sack ? m_facketsOut : m_sackedOut + 1) > m_reordering)
    {
        return TcpLinux24Reason::FORWARD_ACK;
    }
    if (m_packetsOut > 0 && HasTimedOut(m_queue.front(), now))
    {
        return TcpLinux24Reason::HEAD_TIMED_OUT;
    }
    if (m_packetsOut <= m_reordering &&
        m_sackedOut >= std::max(GetPacketsOut() / 2, m_options.reordering) && !MaySendNow())
    {
        return TcpLinux24Reason::FEW_OUTSTANDING;
    }
    return {};
}

void
TcpLinux24Sender::EnterRecovery(TcpLinux24Reason reason, bool echo)
{
    m_highSeq = m_sndNxt;
    m_priorSsthresh = 0;
    m_undoMarker = m_sndUna;
    m_undoRetrans = static_cast<int32_t>(m_retransOut);
    if (m_state < TcpLinux24State::CWR)
    {
        const uint32_t prior = echo ? 0 : GetCurrentSsthresh();
        m_priorSsthresh = static_cast<uint16_t>(prior);
        m_ssthresh = GetReducedSsthresh();
    }
    m_cwndCount = 0;
    SetState(TcpLinux24State::RECOVERY, reason);
}

void
TcpLinux24Sender::TryToOpen(bool echo, TcpTick now)
{
    if (m_retransOut == 0)
    {
        m_retransStamp = 0;
    }
    if (echo)
    {
        EnterCwr(TcpLinux24Reason::CONGESTION_ECHO, now);
    }
    if (m_state == TcpLinux24State::CWR)
    {
        ReduceCwnd(now);
        return;
    }
    const bool suspicious = m_sackedOut > 0 || m_retransOut > 0 || m_undoMarker;
    const auto state = suspicious ? TcpLinux24State::DISORDER : TcpLinux24State::OPEN;
    if (state != m_state)
    {
        SetState(state,
                 suspicious ? TcpLinux24Reason::DUBIOUS_ACK : TcpLinux24Reason::NOTHING_SUSPICIOUS);
        m_highSeq = m_sndNxt;
    }
    ModerateCwnd(now);
}

void
TcpLinux24Sender::EnterCwr(TcpLinux24Reason reason, TcpTick now)
{
    m_priorSsthresh = 0;
    if (m_state >= TcpLinux24State::CWR)
    {
        return;
    }
    m_undoMarker.reset();
    m_ssthresh = GetReducedSsthresh();
    m_cwnd = std::min(m_cwnd, GetInFlight() + 1);
    m_cwndCount = 0;
    m_highSeq = m_sndNxt;
    m_cwndStamp = now;
    SetState(TcpLinux24State::CWR, reason);
}

bool
TcpLinux24Sender::HasTimedOut(const TcpLinux24Segment& segment, TcpTick now) const
{
    return GetTicksBetween(now, segment.when) > static_cast<int32_t>(m_rtt.GetRto());
}

void
TcpLinux24Sender::MarkLost(TcpLinux24Segment& segment)
{
    if (!segment.sacked && !segment.retransmitted && !segment.lost)
    {
        segment.lost = true;
        ++m_lostOut;
    }
}

void
TcpLinux24Sender::MarkHeadLost(uint32_t segments)
{
    for (size_t i = 0; i < std::min<size_t>(segments, m_packetsOut); ++i)
    {
        if (m_queue[i].end > m_highSeq)
        {
            return;
        }
        MarkLost(m_queue[i]);
    }
}

void
TcpLinux24Sender::UpdateScoreboard(TcpTick now)
{
    const bool overtaken = m_fack && m_facketsOut > m_reordering;
    MarkHeadLost(overtaken ? m_facketsOut - m_reordering : 1);
    if (m_packetsOut > 0 && HasTimedOut(m_queue.front(), now))
    {
        for (size_t i = 0; i < m_packetsOut; ++i)
        {
            if (HasTimedOut(m_queue[i], now))
            {
                MarkLost(m_queue[i]);
            }
        }
    }
    // Without SACK the duplicates counted so far have no tags: 2.4.18 lets the sum exceed
    // packets_out.
    m_sackedOut = std::min(m_sackedOut, GetPacketsOut() - m_lostOut);
}

void
TcpLinux24Sender::ReduceCwnd(TcpTick now)
{
    // Rate halving: one segment less for every second ACK, down to half of ssthresh.
    const uint32_t count = m_cwndCount + 1U;
    m_cwndCount = count % 2;
    if (count / 2 > 0 && m_cwnd > m_ssthresh / 2)
    {
        m_cwnd -= count / 2;
    }
    m_cwnd = std::min(m_cwnd, GetInFlight() + 1);
    m_cwndStamp = now;
}

void
TcpLinux24Sender::ModerateCwnd(TcpTick now)
{
    m_cwnd = std::min(m_cwnd, GetInFlight() + m_options.maxBurst);
    m_cwndStamp = now;
}

void
TcpLinux24Sender::AddRenoSack()
{
    ++m_sackedOut;
    CheckRenoReordering(0);
}

void
TcpLinux24Sender::RemoveRenoSacks(uint32_t acked)
{
    if (acked > 0)
    {
        m_sackedOut -= std::min(m_sackedOut, acked - 1);
    }
    CheckRenoReordering(acked);
}

void
TcpLinux24Sender::CheckRenoReordering(uint32_t acked)
{
    const uint32_t holes = std::min(std::max(m_lostOut, 1U), GetPacketsOut());
    if (m_sackedOut + holes > m_packetsOut)
    {
        m_sackedOut = GetPacketsOut() - holes;
        UpdateReordering(GetPacketsOut() + acked);
    }
}

uint32_t
TcpLinux24Sender::GetCurrentSsthresh() const
{
    const bool reducing = m_state == TcpLinux24State::CWR || m_state == TcpLinux24State::RECOVERY;
    return reducing ? m_ssthresh : std::max(m_ssthresh, m_cwnd / 2 + m_cwnd / 4);
}

uint32_t
TcpLinux24Sender::GetReducedSsthresh()
{
    return m_options.bic ? m_bic.GetReducedSsthresh(m_cwnd) : std::max(m_cwnd / 2, 2U);
}

} // namespace ns3

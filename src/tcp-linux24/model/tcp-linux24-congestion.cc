// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-congestion.h"

#include <algorithm>

namespace ns3
{

TcpLinux24Congestion::TcpLinux24Congestion(const TcpLinux24Options& options,
                                           const TcpLinuxWriteQueue& queue,
                                           TcpLinux24Scoreboard& scoreboard,
                                           const TcpLinux24RttEstimator& rtt,
                                           TcpLinuxSenderHost& host)
    : m_options(options),
      m_queue(queue),
      m_scoreboard(scoreboard),
      m_rtt(rtt),
      m_host(host),
      m_window(options)
{
}

TcpLinux24State
TcpLinux24Congestion::GetState() const
{
    return m_state;
}

uint32_t
TcpLinux24Congestion::GetCwndCount() const
{
    return m_window.GetCount();
}

uint32_t
TcpLinux24Congestion::GetPriorSsthresh() const
{
    return m_window.GetPriorSsthresh();
}

TcpOffset
TcpLinux24Congestion::GetHighSeq() const
{
    return m_highSeq;
}

uint32_t
TcpLinux24Congestion::GetFrtoPhase() const
{
    return m_frtoPhase;
}

uint32_t
TcpLinux24Congestion::GetTimeouts() const
{
    return m_timeouts;
}

const TcpLinux24UndoRecord&
TcpLinux24Congestion::GetUndo() const
{
    return m_undo;
}

void
TcpLinux24Congestion::OnSynSent(TcpTick now)
{
    // The SYN-ACK's echo is checked against this time; up to 2.4.18 it stays (tcp_connect).
    m_undo.StampSyn(now);
    Touch(now);
}

void
TcpLinux24Congestion::OnSynAcked()
{
    if (!m_options.retransStampFromSyn)
    {
        m_undo.ForgetStamp(); // the repair of 2.4.19 (tcp_clean_rtx_queue)
    }
}

void
TcpLinux24Congestion::Touch(TcpTick now)
{
    m_window.Touch(now);
}

// To stay in a state is no transition, and nobody is notified.
void
TcpLinux24Congestion::SetState(TcpLinux24State state, TcpLinux24Reason reason)
{
    if (state != m_state)
    {
        const TcpLinux24State old = m_state;
        m_state = state;
        m_host.StateChanged(old, state, reason);
    }
}

bool
TcpLinux24Congestion::IsReducing() const
{
    return m_state == TcpLinux24State::CWR || m_state == TcpLinux24State::RECOVERY;
}

TcpLinux24SackFindings
TcpLinux24Congestion::TagSacks(const TcpLinux24Ack& ack,
                               TcpOffset priorUna,
                               uint32_t maxWindow,
                               uint32_t mss)
{
    const TcpLinux24SackContext context{.priorUna = priorUna,
                                        .maxWindow = maxWindow,
                                        .mss = mss,
                                        .highSeq = m_highSeq,
                                        .undoMarker = m_undo.GetMarker(),
                                        .inRecovery = m_state == TcpLinux24State::RECOVERY,
                                        .inLoss = m_state == TcpLinux24State::LOSS};
    const TcpLinux24SackFindings findings = m_scoreboard.Tag(ack, context);
    m_undo.Needless(findings.needless);
    return findings;
}

bool
TcpLinux24Congestion::IsDubious(const TcpLinux24AckEvent& event) const
{
    return !event.IsNotDuplicate() || event.newlySacked || event.congestionEcho ||
           m_state != TcpLinux24State::OPEN;
}

// This is the second half of tcp_ack.
TcpLinux24AckAction
TcpLinux24Congestion::OnAck(const TcpLinux24AckEvent& event, const MaySend& maySend, TcpTick now)
{
    if (m_frtoPhase > 0)
    {
        ProcessFrto(event.priorUna, now);
    }
    // A window that was not full does not grow. A dubious ACK lets it grow only in Disorder and
    // Loss: slow start after a timeout is made of dubious ACKs.
    const bool dubious = IsDubious(event);
    const bool mayRaise =
        !dubious || (!IsReducing() && (!event.congestionEcho || GetCwnd() < GetSsthresh()));
    if (event.dataAcked && event.priorInFlight >= GetCwnd() && mayRaise)
    {
        m_window.Grow(now);
    }
    return dubious ? Alert(event, maySend, now) : TcpLinux24AckAction::NOTHING;
}

// These are the steps A to F of tcp_fastretrans_alert.
TcpLinux24AckAction
TcpLinux24Congestion::Alert(const TcpLinux24AckEvent& event, const MaySend& maySend, TcpTick now)
{
    bool duplicate = m_queue.GetUna() == event.priorUna && !event.IsNotDuplicate();
    m_scoreboard.DropStaleCounts();
    if (event.congestionEcho)
    {
        m_window.ForgetPriorSsthresh(); // A: what the network asked for is not undone
    }
    if (m_scoreboard.GetSackedOut() > 0 && m_queue.GetHead().sacked)
    {
        // B: an ACK below the head, which was SACKed: the peer has thrown away what it had, and so
        // all other SACKs are worth nothing (tcp_check_sack_reneging).
        EnterLoss(TcpLinux24Reason::RENEGING);
        ++m_timeouts;
        return TcpLinux24AckAction::RETRANSMIT_HEAD;
    }
    const uint32_t facketsOut = m_scoreboard.GetFacketsOut();
    const uint32_t reordering = m_scoreboard.GetReordering();
    if (event.dataLost && m_queue.GetUna() < m_highSeq && m_state != TcpLinux24State::OPEN &&
        facketsOut > reordering)
    {
        // C: data sent after the episode began has arrived, so that what is missing of the episode
        // is known already.
        m_scoreboard.MarkHeadLost(facketsOut - reordering, m_highSeq);
    }
    m_scoreboard.LimitSacked(); // D
    if (!LeaveEpisode(event, now))
    {
        return TcpLinux24AckAction::NOTHING; // E: the episode is over, or lasts for one ACK more
    }
    // F: what the ACK means in the state that is left.
    switch (m_state)
    {
    case TcpLinux24State::RECOVERY:
        duplicate = ProcessRecovery(event, duplicate, now);
        break;
    case TcpLinux24State::LOSS:
        m_timeouts = event.dataAcked ? 0 : m_timeouts; // the peer is alive
        if (!TryUndoLoss(event, now))
        {
            Moderate(now);
            return TcpLinux24AckAction::RETRANSMIT_LOST; // go-back-N goes on
        }
        if (m_state != TcpLinux24State::OPEN)
        {
            return TcpLinux24AckAction::NOTHING; // undone, but without SACK Loss stays
        }
        [[fallthrough]];
    default:
        if (!ProcessDefault(event, duplicate, maySend, now))
        {
            return TcpLinux24AckAction::NOTHING;
        }
        break;
    }
    const uint32_t rto = m_rtt.GetRto();
    if (duplicate || m_scoreboard.HasHeadTimedOut(now, rto))
    {
        m_scoreboard.MarkLosses(m_highSeq, now, rto);
    }
    ReduceByRateHalving(now);
    return TcpLinux24AckAction::RETRANSMIT_LOST;
}

// Step E of tcp_fastretrans_alert: everything that was outstanding when the episode began is
// acknowledged.
bool
TcpLinux24Congestion::LeaveEpisode(const TcpLinux24AckEvent& event, TcpTick now)
{
    if (m_state == TcpLinux24State::OPEN)
    {
        // Nothing is being repaired. That the stamp goes only here, on a dubious ACK, is why the
        // SYN's time survives a clean connection (2.4.18, fault of retrans_stamp).
        m_undo.ForgetStamp();
        return true;
    }
    if (m_queue.GetUna() < m_highSeq)
    {
        return true; // still under way
    }
    switch (m_state)
    {
    case TcpLinux24State::LOSS:
        m_timeouts = 0;
        return !TryUndoRecovery(event, now);
    case TcpLinux24State::CWR:
        // One ACK more than high_seq, so that the last rate-halving steps are made.
        if (m_queue.GetUna() != m_highSeq)
        {
            m_window.Limit(GetSsthresh());
            SetState(TcpLinux24State::OPEN, TcpLinux24Reason::HIGH_SEQ_REACHED);
        }
        return true;
    case TcpLinux24State::DISORDER:
        TryUndoDsack(now);
        // With SACK a D-SACK may still come with the next ACK: wait for it while undo is possible.
        if (!m_undo.GetMarker() || !m_scoreboard.IsSack() || m_queue.GetUna() != m_highSeq)
        {
            m_undo.Forget();
            SetState(TcpLinux24State::OPEN, TcpLinux24Reason::HIGH_SEQ_REACHED);
        }
        return true;
    case TcpLinux24State::RECOVERY:
        m_scoreboard.ForgetDuplicates();
        if (TryUndoRecovery(event, now))
        {
            return false;
        }
        m_window.Limit(GetSsthresh()); // tcp_complete_cwr
        m_window.Touch(now);
        return true;
    case TcpLinux24State::OPEN:
        break;
    }
    return true;
}

// The case TCP_CA_Recovery. Returns whether more of the scoreboard must be marked lost.
bool
TcpLinux24Congestion::ProcessRecovery(const TcpLinux24AckEvent& event, bool duplicate, TcpTick now)
{
    const bool sack = m_scoreboard.IsSack();
    if (m_queue.GetUna() == event.priorUna)
    {
        if (!sack && duplicate)
        {
            m_scoreboard.AddDuplicate();
        }
        return duplicate;
    }
    // A partial ACK: either the next hole begins here, or the episode was a mistake.
    if (!sack)
    {
        m_scoreboard.RemoveDuplicates(event.removed);
    }
    return TryUndoPartial(event, now);
}

// The default case of tcp_fastretrans_alert: Open, Disorder and CWR, and Loss just undone. The
// answer is whether Recovery begins.
bool
TcpLinux24Congestion::ProcessDefault(const TcpLinux24AckEvent& event,
                                     bool duplicate,
                                     const MaySend& maySend,
                                     TcpTick now)
{
    if (!m_scoreboard.IsSack())
    {
        if (m_queue.GetUna() != event.priorUna)
        {
            m_scoreboard.ForgetDuplicates();
        }
        if (duplicate)
        {
            m_scoreboard.AddDuplicate();
        }
    }
    if (m_state == TcpLinux24State::DISORDER)
    {
        TryUndoDsack(now);
    }
    const auto reason = FindReasonToRecover(maySend, now);
    if (!reason)
    {
        TryToOpen(event.congestionEcho, now);
        return false;
    }
    EnterRecovery(*reason, event.congestionEcho);
    return true;
}

// tcp_time_to_recover. Duplicate ACKs that carry no new SACK move neither of its counts: with SACK
// negotiated they start no fast retransmission.
std::optional<TcpLinux24Reason>
TcpLinux24Congestion::FindReasonToRecover(const MaySend& maySend, TcpTick now) const
{
    const uint32_t packetsOut = m_scoreboard.GetPacketsOut();
    const uint32_t sackedOut = m_scoreboard.GetSackedOut();
    const uint32_t reordering = m_scoreboard.GetReordering();
    if (m_scoreboard.GetLostOut() > 0)
    {
        return TcpLinux24Reason::LOST_SEGMENT;
    }
    if ((m_scoreboard.IsSack() ? m_scoreboard.GetFacketsOut() : sackedOut + 1) > reordering)
    {
        return TcpLinux24Reason::FORWARD_ACK;
    }
    if (m_scoreboard.HasHeadTimedOut(now, m_rtt.GetRto()))
    {
        return TcpLinux24Reason::HEAD_TIMED_OUT;
    }
    // So little is outstanding that no more duplicates can come, and nothing new will cause any.
    if (packetsOut <= reordering && sackedOut >= std::max(packetsOut / 2, m_options.reordering) &&
        !maySend())
    {
        return TcpLinux24Reason::FEW_OUTSTANDING;
    }
    return {};
}

// The end of tcp_fastretrans_alert, when it is time to recover.
void
TcpLinux24Congestion::EnterRecovery(TcpLinux24Reason reason, bool congestionEcho)
{
    m_highSeq = m_queue.GetNext();
    m_window.ForgetPriorSsthresh();
    m_undo.Begin(m_queue.GetUna(), m_scoreboard.GetRetransOut());
    if (m_state < TcpLinux24State::CWR)
    {
        // From CWR on the threshold has been lowered before.
        m_window.LowerSsthresh(congestionEcho ? 0 : m_window.GetCurrentSsthresh(false));
    }
    m_window.ResetCount();
    SetState(TcpLinux24State::RECOVERY, reason);
}

// tcp_try_to_open: nothing is to be recovered; the state shows whether something is suspicious.
void
TcpLinux24Congestion::TryToOpen(bool congestionEcho, TcpTick now)
{
    const uint32_t retransOut = m_scoreboard.GetRetransOut();
    if (retransOut == 0)
    {
        m_undo.ForgetStamp();
    }
    if (congestionEcho)
    {
        EnterCwr(TcpLinux24Reason::CONGESTION_ECHO, now);
    }
    if (m_state == TcpLinux24State::CWR)
    {
        ReduceByRateHalving(now);
        return;
    }
    const bool suspicious = m_scoreboard.GetSackedOut() > 0 || retransOut > 0 || m_undo.GetMarker();
    const auto state = suspicious ? TcpLinux24State::DISORDER : TcpLinux24State::OPEN;
    if (state != m_state)
    {
        SetState(state,
                 suspicious ? TcpLinux24Reason::DUBIOUS_ACK : TcpLinux24Reason::NOTHING_SUSPICIOUS);
        m_highSeq = m_queue.GetNext();
    }
    Moderate(now);
}

// tcp_enter_cwr: the window is halved, a step with every second ACK, without any loss.
void
TcpLinux24Congestion::EnterCwr(TcpLinux24Reason reason, TcpTick now)
{
    m_window.ForgetPriorSsthresh();
    if (m_state >= TcpLinux24State::CWR)
    {
        return; // the window is being reduced already
    }
    m_undo.Forget();
    m_window.LowerSsthresh(0);
    m_window.Limit(m_scoreboard.GetInFlight() + 1);
    m_window.ResetCount();
    m_window.Touch(now);
    m_highSeq = m_queue.GetNext();
    SetState(TcpLinux24State::CWR, reason);
}

void
TcpLinux24Congestion::LowerSsthreshOnce()
{
    // Not twice in one window: only when no episode is under way, when the last one has just
    // ended, or when the go-back-N of an earlier timeout has made progress.
    if (m_state <= TcpLinux24State::DISORDER || m_queue.GetUna() == m_highSeq ||
        (m_state == TcpLinux24State::LOSS && m_timeouts == 0))
    {
        m_window.LowerSsthresh(m_window.GetCurrentSsthresh(IsReducing()));
    }
}

// Everything begins anew: slow start from one segment, and all that is not SACKed is sent again
// (tcp_enter_loss).
void
TcpLinux24Congestion::EnterLoss(TcpLinux24Reason reason)
{
    const bool reneged = reason == TcpLinux24Reason::RENEGING;
    LowerSsthreshOnce();
    m_window.Restart(1);
    m_undo.Begin(m_queue.GetUna(), 0);
    // If something had been sent again before, an ACK's echo can be that of a retransmission, and
    // the kernel does not trust it.
    if (m_scoreboard.MarkAllLost(reneged) || reneged)
    {
        m_undo.Forget();
    }
    m_scoreboard.ResetReordering();
    m_highSeq = m_queue.GetNext();
    m_frtoPhase = 0;
    SetState(TcpLinux24State::LOSS, reason);
}

void
TcpLinux24Congestion::EnterMtuLoss()
{
    m_scoreboard.ForgetDuplicates(); // 2.4.18 keeps them, and packets_out can fall below the count
    m_frtoPhase = 0;
    if (m_state != TcpLinux24State::LOSS)
    {
        // No sign of congestion: cwnd stays, and there is nothing to undo.
        m_highSeq = m_queue.GetNext();
        m_window.SetSsthresh(m_window.GetCurrentSsthresh(IsReducing()));
        m_window.ForgetPriorSsthresh();
        m_undo.Forget();
        SetState(TcpLinux24State::LOSS, TcpLinux24Reason::MTU_REDUCED);
    }
}

// tcp_retransmit_timer: a retransmission that did not leave counts once at most.
void
TcpLinux24Congestion::CountTimeout(bool isRefused)
{
    m_timeouts = isRefused ? std::max(m_timeouts, 1U) : m_timeouts + 1;
}

void
TcpLinux24Congestion::OnRetransmission(TcpTick now)
{
    m_undo.Retransmitted(now);
}

// tcp_enter_frto: the head alone is sent again, and the next two ACKs decide.
void
TcpLinux24Congestion::EnterFrto()
{
    LowerSsthreshOnce();
    m_frtoPhase = 1;
    m_undo.Begin(m_queue.GetUna(), 0);
    m_scoreboard.ForgetRetransmissions();
    m_frtoHighmark = m_queue.GetNext();
    SetState(TcpLinux24State::OPEN, TcpLinux24Reason::FRTO);
}

// The two ACKs after a timeout decide whether it was genuine (tcp_process_frto).
void
TcpLinux24Congestion::ProcessFrto(TcpOffset priorUna, TcpTick now)
{
    const TcpOffset una = m_queue.GetUna();
    if (una == priorUna || una >= m_frtoHighmark)
    {
        // A duplicate ACK, or everything acknowledged by the retransmission alone: the timeout was
        // genuine.
        EnterFrtoLoss();
        return;
    }
    m_timeouts = 0; // the peer is alive; only Loss would forget the timeouts otherwise
    if (m_frtoPhase == 1)
    {
        // The first ACK advances: two new segments are sent instead of a second old one.
        m_window.Set(m_scoreboard.GetInFlight() + 2);
        m_frtoPhase = 2;
        return;
    }
    // The second one advances, too, with what was never sent again: the timeout was spurious.
    m_window.Limit(GetSsthresh());
    Moderate(now);
    m_frtoPhase = 0;
}

// tcp_enter_frto_loss: the ordinary Loss, a round trip late.
void
TcpLinux24Congestion::EnterFrtoLoss()
{
    m_scoreboard.MarkLostUpTo(m_frtoHighmark);
    m_window.Restart(m_frtoPhase + m_scoreboard.GetInFlight() + 1);
    m_window.ForgetMaximum(); // init_bictcp(), which tcp_enter_loss does not call
    m_undo.Forget();
    m_scoreboard.ResetReordering();
    m_highSeq = m_frtoHighmark;
    m_frtoPhase = 0;
    SetState(TcpLinux24State::LOSS, TcpLinux24Reason::FRTO);
}

// The window goes back to what it was before the reduction (tcp_undo_cwr).
void
TcpLinux24Congestion::UndoCwr(bool full, TcpLinux24Undo rule, TcpTick now)
{
    m_window.Undo(full);
    Moderate(now); // the window opens again, but no burst leaves
    m_host.Undone(rule);
}

// tcp_try_undo_recovery. The answer is whether the episode lasts for one ACK more.
bool
TcpLinux24Congestion::TryUndoRecovery(const TcpLinux24AckEvent& event, TcpTick now)
{
    const bool undo = m_undo.MayUndo(event.echo);
    if (undo)
    {
        UndoCwr(true, TcpLinux24Undo::FULL, now);
        m_undo.Forget();
    }
    if (m_queue.GetUna() == m_highSeq && !m_scoreboard.IsSack())
    {
        // NewReno: duplicates of what was sent again must not start a fast retransmission.
        Moderate(now);
        return true;
    }
    SetState(TcpLinux24State::OPEN,
             undo ? TcpLinux24Reason::UNDO : TcpLinux24Reason::HIGH_SEQ_REACHED);
    return false;
}

// The peer has reported each retransmission as needless (tcp_try_undo_dsack).
void
TcpLinux24Congestion::TryUndoDsack(TcpTick now)
{
    if (m_undo.IsAllNeedless())
    {
        UndoCwr(true, TcpLinux24Undo::DSACK, now);
        m_undo.Forget();
    }
}

// tcp_try_undo_partial. Returns whether the next hole is marked lost.
bool
TcpLinux24Congestion::TryUndoPartial(const TcpLinux24AckEvent& event, TcpTick now)
{
    const bool sack = m_scoreboard.IsSack();
    const bool failed = !sack || m_scoreboard.GetFacketsOut() > m_scoreboard.GetReordering();
    if (!m_undo.MayUndo(event.echo))
    {
        return failed;
    }
    // The hole closed by itself. The rest of Recovery goes on, with the window of before.
    if (m_scoreboard.GetRetransOut() == 0)
    {
        m_undo.ForgetStamp();
    }
    const uint32_t overtaken =
        sack ? m_scoreboard.GetFacketsOut() : m_scoreboard.GetSackedOut() + 1;
    m_scoreboard.UpdateReordering(overtaken + event.removed);
    UndoCwr(false, TcpLinux24Undo::PARTIAL, now);
    return false;
}

// An ACK in Loss shows that the originals have arrived: nothing is lost (tcp_try_undo_loss).
bool
TcpLinux24Congestion::TryUndoLoss(const TcpLinux24AckEvent& event, TcpTick now)
{
    if (!m_undo.MayUndo(event.echo))
    {
        return false;
    }
    m_scoreboard.ForgetLosses();
    UndoCwr(true, TcpLinux24Undo::LOSS, now);
    m_timeouts = 0;
    m_undo.Forget();
    if (m_scoreboard.IsSack())
    {
        SetState(TcpLinux24State::OPEN, TcpLinux24Reason::UNDO);
    }
    return true;
}

// tcp_cwnd_restart.
void
TcpLinux24Congestion::RestartAfterIdle(int32_t idle, uint32_t mss, TcpTick now)
{
    if (m_window.RestartAfterIdle(idle, m_rtt.GetRto(), m_rtt.GetSrtt(), mss, IsReducing(), now))
    {
        m_host.WindowDecayed(TcpLinux24Decay::IDLE);
    }
}

// If the application waits for space in the send buffer, or has closed the connection, that it uses
// less is not its choice.
void
TcpLinux24Congestion::Validate(bool isOrphan, TcpTick now)
{
    const bool mayDecay =
        m_state == TcpLinux24State::OPEN && !m_host.IsWriterSleeping() && !isOrphan;
    if (m_window.Validate(m_scoreboard.GetPacketsOut(), m_rtt.GetRto(), mayDecay, now))
    {
        m_host.WindowDecayed(TcpLinux24Decay::UNUSED);
    }
}

// What is in flight now limits the window.
void
TcpLinux24Congestion::Moderate(TcpTick now)
{
    m_window.Moderate(m_scoreboard.GetInFlight(), now);
}

void
TcpLinux24Congestion::ReduceByRateHalving(TcpTick now)
{
    m_window.ReduceByRateHalving(m_scoreboard.GetInFlight(), now);
}

} // namespace ns3

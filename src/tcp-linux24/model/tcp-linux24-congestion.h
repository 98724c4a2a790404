// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_CONGESTION_H
#define TCP_LINUX24_CONGESTION_H

#include "tcp-linux-sender-host.h"
#include "tcp-linux-write-queue.h"
#include "tcp-linux24-congestion-window.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux24-scoreboard.h"
#include "tcp-linux24-undo-record.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// What an ACK turned out to be (FLAG_* of tcp_input.c), once it has been applied to the queue.
struct TcpLinux24AckEvent
{
    TcpOffset priorUna{0};         ///< snd_una before it
    uint32_t priorInFlight{0};     ///< in flight with its SACK blocks, before segments were removed
    uint32_t removed{0};           ///< segments that it removed
    std::optional<TcpTick> echo{}; ///< TSecr, if timestamps are used
    bool data{false};              ///< the segment carries data
    bool windowUpdate{false};      ///< it moved the window
    bool dataAcked{false};         ///< it acknowledged data
    bool synAcked{false};          ///< it acknowledged the SYN
    bool newlySacked{false};       ///< a SACK block tagged something
    bool dataLost{false};          ///< a SACK block ends above high_seq
    bool congestionEcho{false};    ///< ECE

    /// @return true unless it is a duplicate ACK
    bool IsNotDuplicate() const
    {
        return data || windowUpdate || dataAcked || synAcked;
    }
};

/// @ingroup tcp-linux24
/// What is to be sent again after an ACK.
enum class TcpLinux24AckAction
{
    NOTHING,         ///< the state machine has nothing to ask for
    RETRANSMIT_LOST, ///< what is marked lost, as far as cwnd allows (tcp_xmit_retransmit_queue)
    RETRANSMIT_HEAD, ///< the head, as after a timeout: the peer has reneged on its SACKs
};

/**
 * @ingroup tcp-linux24
 * Congestion control of Linux 2.4: the five states, when an episode begins and ends, and when a
 * mistaken one is undone (net/ipv4/tcp_input.c: tcp_fastretrans_alert and the functions around it,
 * tcp_enter_loss, tcp_enter_cwr, tcp_enter_frto, tcp_process_frto). What becomes of the window is
 * up to the TcpLinux24CongestionWindow.
 *
 * It reads the queue and marks segments in the scoreboard, but sends nothing: what it wants sent
 * again is its answer to OnAck().
 */
class TcpLinux24Congestion
{
  public:
    /// Whether new data may leave now (tcp_may_send_now).
    using MaySend = std::function<bool()>;

    /**
     * @param options the kernel
     * @param queue of the sender
     * @param scoreboard of the sender
     * @param rtt of the sender
     * @param host is notified of transitions
     * All but the options outlive this object.
     */
    TcpLinux24Congestion(const TcpLinux24Options& options,
                         const TcpLinuxWriteQueue& queue,
                         TcpLinux24Scoreboard& scoreboard,
                         const TcpLinux24RttEstimator& rtt,
                         TcpLinuxSenderHost& host);

    /// @name State, by the kernel's names
    /// @{
    /**
     * @return snd_cwnd, segments
     */
    uint32_t GetCwnd() const
    {
        return m_window.Get();
    }

    /// @return snd_ssthresh, segments
    uint32_t GetSsthresh() const
    {
        return m_window.GetSsthresh();
    }

    TcpLinux24State GetState() const;            ///< @return ca_state
    uint32_t GetCwndCount() const;               ///< @return snd_cwnd_cnt
    uint32_t GetPriorSsthresh() const;           ///< @return prior_ssthresh, segments; 0: no undo
    TcpOffset GetHighSeq() const;                ///< @return high_seq
    uint32_t GetFrtoPhase() const;               ///< @return 1 or 2 while F-RTO decides, else 0
    uint32_t GetTimeouts() const;                ///< @return retransmits: timeouts in a row
    const TcpLinux24UndoRecord& GetUndo() const; ///< @return what may be undone
    /// @}

    /// @name Connection
    /// @{
    /**
     * A SYN leaves.
     * @param now the present
     */
    void OnSynSent(TcpTick now);
    /// The peer has acknowledged the SYN.
    void OnSynAcked();
    /// The window counts as used up to now.
    /// @param now the present
    void Touch(TcpTick now);
    /// @}

    /// @name ACKs
    /// @{
    /**
     * @param ack an ACK
     * @param priorUna snd_una before it
     * @param maxWindow largest window of the peer, bytes
     * @param mss data bytes of a full segment
     * @return what its SACK blocks have changed
     */
    TcpLinux24SackFindings TagSacks(const TcpLinux24Ack& ack,
                                    TcpOffset priorUna,
                                    uint32_t maxWindow,
                                    uint32_t mss);
    /**
     * An ACK was applied to the queue (second half of tcp_ack).
     * @param event what it is
     * @param maySend asked when it matters
     * @param now the present
     * @return what is to be sent again
     */
    TcpLinux24AckAction OnAck(const TcpLinux24AckEvent& event, const MaySend& maySend, TcpTick now);
    /// @}

    /// @name Other events
    /// @{
    /**
     * The link queue refused a packet, or the peer echoes congestion (tcp_enter_cwr).
     * @param reason which of them
     * @param now the present
     */
    void EnterCwr(TcpLinux24Reason reason, TcpTick now);
    /// The retransmission timer fired, or the head is SACKed (tcp_enter_loss).
    /// @param reason TIMEOUT or RENEGING
    void EnterLoss(TcpLinux24Reason reason);
    /// The retransmission timer fired, and new data may show that it was spurious
    /// (tcp_enter_frto).
    void EnterFrto();
    /// What is too long for the path was marked lost (tcp_simple_retransmit).
    void EnterMtuLoss();
    /// The head was sent again, or refused, after a timeout.
    /// @param isRefused by the link queue
    void CountTimeout(bool isRefused);
    /// A segment was sent again.
    /// @param now the present
    void OnRetransmission(TcpTick now);
    /// Data follows after a pause (tcp_cwnd_restart).
    /// @param idle since data was sent last, ticks
    /// @param mss data bytes of a full segment
    /// @param now the present
    void RestartAfterIdle(int32_t idle, uint32_t mss, TcpTick now);
    /// Data was sent or written: a window that the application does not use decays
    /// (tcp_cwnd_validate).
    /// @param isOrphan whether there is no application any more
    /// @param now the present
    void Validate(bool isOrphan, TcpTick now);
    /// @}

  private:
    /// @name ACKs
    /// @{
    /**
     * @return whether the window is being reduced: CWR or Recovery
     */
    bool IsReducing() const;
    /**
     * @param event an ACK
     * @return whether it needs more than the fast path: a duplicate, new SACKs, ECE, or any state
     * but Open
     */
    bool IsDubious(const TcpLinux24AckEvent& event) const;
    /**
     * tcp_fastretrans_alert(), steps A to F.
     * @param event an ACK
     * @param maySend asked when it matters
     * @param now the present
     * @return what is to be sent again
     */
    TcpLinux24AckAction Alert(const TcpLinux24AckEvent& event, const MaySend& maySend, TcpTick now);
    /**
     * Step E of tcp_fastretrans_alert(): high_seq is acknowledged.
     * @param event an ACK
     * @param now the present
     * @return false if the ACK has no further effect
     */
    bool LeaveEpisode(const TcpLinux24AckEvent& event, TcpTick now);
    /**
     * The case TCP_CA_Recovery.
     * @param event an ACK
     * @param duplicate whether it is a duplicate
     * @param now the present
     * @return whether more of the scoreboard must be marked lost
     */
    bool ProcessRecovery(const TcpLinux24AckEvent& event, bool duplicate, TcpTick now);
    /**
     * The default case: Open, Disorder and CWR, and Loss just undone.
     * @param event an ACK
     * @param duplicate whether it is a duplicate
     * @param maySend asked when it matters
     * @param now the present
     * @return whether Recovery begins
     */
    bool ProcessDefault(const TcpLinux24AckEvent& event,
                        bool duplicate,
                        const MaySend& maySend,
                        TcpTick now);
    /**
     * tcp_time_to_recover()
     * @param maySend whether new data may leave
     * @param now the present
     * @return why Recovery begins; none if it does not
     */
    std::optional<TcpLinux24Reason> FindReasonToRecover(const MaySend& maySend, TcpTick now) const;
    /**
     * @param reason why
     * @param congestionEcho whether the ACK has ECE; the reduction is then not undone
     */
    void EnterRecovery(TcpLinux24Reason reason, bool congestionEcho);
    /**
     * tcp_try_to_open()
     * @param congestionEcho whether the ACK has ECE
     * @param now the present
     */
    void TryToOpen(bool congestionEcho, TcpTick now);
    /**
     * @param state new; to stay in a state is no transition
     * @param reason why
     */
    void SetState(TcpLinux24State state, TcpLinux24Reason reason);
    /// @}

    /// @name F-RTO
    /// @{
    /**
     * tcp_process_frto(): two ACKs after the timeout decide.
     * @param priorUna snd_una before the ACK
     * @param now the present
     */
    void ProcessFrto(TcpOffset priorUna, TcpTick now);
    /// tcp_enter_frto_loss(): the ordinary Loss, a round trip late.
    void EnterFrtoLoss();
    /// @}

    /// @name Undo
    /// @{
    /**
     * tcp_undo_cwr()
     * @param full whether ssthresh goes back, too
     * @param rule of the undo
     * @param now the present
     */
    void UndoCwr(bool full, TcpLinux24Undo rule, TcpTick now);
    /**
     * tcp_try_undo_recovery()
     * @param event an ACK
     * @param now the present
     * @return whether the episode lasts for one ACK more
     */
    bool TryUndoRecovery(const TcpLinux24AckEvent& event, TcpTick now);
    /**
     * tcp_try_undo_dsack()
     * @param now the present
     */
    void TryUndoDsack(TcpTick now);
    /**
     * tcp_try_undo_partial()
     * @param event a partial ACK
     * @param now the present
     * @return whether the next hole is marked lost
     */
    bool TryUndoPartial(const TcpLinux24AckEvent& event, TcpTick now);
    /**
     * tcp_try_undo_loss()
     * @param event an ACK
     * @param now the present
     * @return whether nothing is lost
     */
    bool TryUndoLoss(const TcpLinux24AckEvent& event, TcpTick now);
    /// @}

    /// @name Window
    /// @{
    /**
     * tcp_cwnd_down()
     * @param now the present
     */
    void ReduceByRateHalving(TcpTick now);
    /**
     * tcp_moderate_cwnd()
     * @param now the present
     */
    void Moderate(TcpTick now);
    /// Lower ssthresh for a timeout, unless the episode has lowered it already.
    void LowerSsthreshOnce();
    /// @}

    TcpLinux24Options m_options;         ///< the kernel
    const TcpLinuxWriteQueue& m_queue;   ///< snd_una, snd_nxt
    TcpLinux24Scoreboard& m_scoreboard;  ///< outcomes of segments
    const TcpLinux24RttEstimator& m_rtt; ///< rto, srtt
    TcpLinuxSenderHost& m_host;          ///< is notified
    TcpLinux24UndoRecord m_undo;         ///< see GetUndo
    TcpLinux24CongestionWindow m_window; ///< cwnd and ssthresh

    TcpLinux24State m_state{TcpLinux24State::OPEN}; ///< see GetState
    TcpOffset m_highSeq{0};                         ///< see GetHighSeq
    uint32_t m_timeouts{0};                         ///< see GetTimeouts
    uint32_t m_frtoPhase{0};                        ///< see GetFrtoPhase
    TcpOffset m_frtoHighmark{0};                    ///< frto_highmark
};

} // namespace ns3

#endif // TCP_LINUX24_CONGESTION_H

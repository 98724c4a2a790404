// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_H
#define TCP_LINUX24_SENDER_H

#include "tcp-linux-sender.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux26-bic.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection as Linux 2.4 has it, in plain C++: write queue with
 * scoreboard, congestion state machine, retransmission timer, undo.
 */
class TcpLinux24Sender : public TcpLinuxSender
{
  public:
    /// @param options the kernel @param host below, outlives the sender
    TcpLinux24Sender(const TcpLinux24Options& options, TcpLinuxSenderHost& host);

    /// @name Data that may wait for more
    /// @{
    /**
     * TCP_CORK: a segment that is not full waits, until a timer probes for it. Off: what waits is
     * sent.
     * @param cork whether it is on
     * @param now the present
     */
    void SetCork(bool cork, TcpTick now);
    /// MSG_MORE: as Write(), but what is not full waits. @param bytes more data @param now the
    /// present
    void WriteMore(uint32_t bytes, TcpTick now);
    /// What may be sent now is sent. @param now the present
    void PushPending(TcpTick now);
    /// @}

    /// @name TcpLinuxSender
    /// @{
    void Connect(TcpTick now) override;
    void Accepted(const TcpLinux24Ack& ack, TcpTick now) override;
    void Negotiated(bool sack, bool timestamps, uint32_t mss) override;
    void SetMss(uint32_t mss) override;
    void SimpleRetransmit(TcpTick now) override;
    void Close(TcpTick now) override;
    void Orphan() override;
    void Write(uint32_t bytes, TcpTick now) override;
    void GrowSendBuffer(uint32_t most, TcpTick now) override;
    void SetNoDelay(bool noDelay) override;
    void OnAck(const TcpLinux24Ack& ack, TcpTick now) override;
    void OnLocalDrop(TcpTick now) override;
    void OnTimer(TcpTick now) override;
    std::optional<TcpTick> GetTimer() const override;
    uint32_t GetPacketsOut() const override;
    uint32_t GetInFlight() const override;
    uint32_t GetFacketsOut() const override;
    TcpTick GetRetransStamp() const override;
    uint32_t GetSndWnd() const override;
    uint32_t GetQueueMemory() const override;
    uint32_t GetSendBuffer() const override;
    uint32_t GetTailRoom() const override;
    const TcpLinux24RttEstimator& GetRtt() const override;
    /// @}

    /// @name State, by the kernel's names
    /// @{
    TcpLinux24State GetState() const;  ///< @return ca_state
    uint32_t GetCwndCount() const;     ///< @return snd_cwnd_cnt
    uint32_t GetPriorSsthresh() const; ///< @return prior_ssthresh, segments; 0: no undo
    uint32_t GetSackedOut() const;     ///< @return sacked_out, segments
    uint32_t GetLostOut() const;       ///< @return lost_out, segments
    uint32_t GetRetransOut() const;    ///< @return retrans_out, segments
    uint32_t GetReordering() const;    ///< @return reordering, segments
    bool IsFack() const;               ///< @return true while FACK is in force
    TcpOffset GetHighSeq() const;      ///< @return high_seq
    std::optional<TcpOffset> GetUndoMarker() const; ///< @return undo_marker
    int32_t GetUndoRetrans() const;                 ///< @return undo_retrans
    uint32_t GetFrtoPhase() const;                  ///< @return 1 or 2 while F-RTO decides, else 0
                                                    /// @}

  private:
    /// Doublings beyond which the probe interval is at its maximum anyway.
    static constexpr uint32_t MAX_BACKOFF = 16;
    friend class TcpLinux24SenderPeer; // tests set states that no short history leads to

    /// What tagging finds out on its way through the queue.
    struct SackWalk
    {
        uint32_t priorFackets;                   ///< fackets_out before
        uint32_t reordering;                     ///< lowest position that was overtaken
        TcpOffset lostRetransmission{INT64_MIN}; ///< highest block that proves one
    };

    /// What an ACK turned out to be (FLAG_* of tcp_input.c).
    struct AckFlags
    {
        bool data{false};         ///< the segment carries data
        bool windowUpdate{false}; ///< it moved the window
        bool dataAcked{false};    ///< it acknowledged data
        bool synAcked{false};     ///< it acknowledged the SYN
        bool newlySacked{false};  ///< a SACK block tagged something
        bool dataLost{false};     ///< a SACK block ends above high_seq
        bool echo{false};         ///< ECE

        /// @return true unless it is a duplicate ACK
        bool IsNotDuplicate() const
        {
            return data || windowUpdate || dataAcked || synAcked;
        }
    };

    /// How a retransmission went.
    enum class Outcome
    {
        SENT,       ///< on its way
        LOCAL_DROP, ///< refused by the link queue
        REFUSED,    ///< not tried
    };

    /// What the timer is for.
    enum class TimerPurpose
    {
        RETRANSMIT, ///< RTO
        PROBE,      ///< zero window, or everything refused locally
    };

    /// @name Sending
    /// @{
    void Append(uint32_t bytes);
    void Push(TcpTick now);
    bool SendHead(TcpTick now);
    bool MaySend(const TcpLinux24Segment& segment, bool ignoreNagle) const;
    bool MaySendNow() const;
    bool IsHeldByNagle(const TcpLinux24Segment& segment) const;
    void RestartAfterIdle(TcpTick now);
    void ValidateCwnd(TcpTick now);
    void StartProbeTimer(TcpTick now);
    void Probe(TcpTick now);
    void OnProbeAnswered(TcpTick now);
    TcpTick GetProbeTime(TcpTick now, uint32_t most) const;
    uint32_t GetRestartCwnd() const;
    uint32_t GetCurrentMss() const;
    void Split(size_t index, uint32_t bytes);
    bool TryCollapse(size_t index);
    void Fit(size_t index);
    /// @}

    /// @name ACKs
    /// @{
    bool UpdateWindow(const TcpLinux24Ack& ack);
    uint32_t RemoveAcknowledged(AckFlags& flags, TcpTick now);
    void Forget(const TcpLinux24Segment& segment);
    void TakeSample(int32_t ticks, TcpTick now);
    void Grow(TcpTick now);
    bool IsDubious(const AckFlags& flags) const;
    void ProcessFrto(TcpOffset priorUna, TcpTick now);
    /// @}

    /// @name SACK
    /// @{
    void TagSacks(const TcpLinux24Ack& ack, TcpOffset priorUna, AckFlags& flags);
    void TagBlock(const TcpRange& block, bool duplicate, SackWalk& walk, AckFlags& flags);
    void TagSegment(TcpLinux24Segment& segment,
                    uint32_t position,
                    bool duplicate,
                    SackWalk& walk,
                    AckFlags& flags);
    void FindLostRetransmissions(TcpOffset highest, AckFlags& flags);
    void UpdateReordering(uint32_t metric);
    /// @}

    /// @name Congestion states
    /// @{
    void Alert(TcpOffset priorUna, uint32_t acked, const AckFlags& flags, TcpTick now);
    void Renege(TcpTick now);
    bool LeaveEpisode(TcpTick now);
    bool ProcessRecovery(TcpOffset priorUna, uint32_t acked, bool duplicate, TcpTick now);
    bool ProcessDefault(TcpOffset priorUna, bool duplicate, bool echo, TcpTick now);
    bool ProcessLoss(const AckFlags& flags, TcpTick now);
    std::optional<TcpLinux24Reason> FindReasonToRecover(TcpTick now) const;
    void EnterRecovery(TcpLinux24Reason reason, bool echo);
    void TryToOpen(bool echo, TcpTick now);
    void EnterCwr(TcpLinux24Reason reason, TcpTick now);
    void EnterLoss(TcpLinux24Reason reason);
    void EnterFrto();
    void EnterFrtoLoss(uint32_t allowed);
    void UpdateScoreboard(TcpTick now);
    void MarkHeadLost(uint32_t segments);
    void MarkLost(TcpLinux24Segment& segment);
    bool HasTimedOut(const TcpLinux24Segment& segment, TcpTick now) const;
    void ReduceCwnd(TcpTick now);
    void ModerateCwnd(TcpTick now);
    void AddRenoSack();
    void RemoveRenoSacks(uint32_t acked);
    void CheckRenoReordering(uint32_t acked);
    uint32_t GetCurrentSsthresh() const;
    uint32_t GetReducedSsthresh();
    void Reduce();
    void SetState(TcpLinux24State state, TcpLinux24Reason reason);
    /// @}

    /// @name Undo
    /// @{
    bool MayUndo() const;
    void UndoCwr(bool full, TcpLinux24Undo rule, TcpTick now);
    bool TryUndoRecovery(TcpTick now);
    void TryUndoDsack(TcpTick now);
    bool TryUndoPartial(uint32_t acked, TcpTick now);
    bool TryUndoLoss(TcpTick now);
    /// @}

    /// @name Retransmission
    /// @{
    void OnRetransmissionTimeout(TcpTick now);
    void RetransmitQueue(TcpTick now);
    void RetransmitForward(TcpTick now);
    Outcome Retransmit(size_t index, TcpLinux24Retransmission reason, TcpTick now);
    void StartTimer(TcpTick now, uint32_t ticks);
    uint32_t GetMostRetries(uint64_t interval) const;
    /// @}

    TcpLinux24Options m_options;  ///< the kernel
    TcpLinux24RttEstimator m_rtt; ///< round trips
    TcpLinux26Bic m_bic;          ///< if the options say so
    bool m_sack{false};           ///< negotiated
    bool m_timestamps{false};     ///< negotiated
    bool m_fack{false};           ///< no reordering seen yet
    bool m_orphan{false};         ///< see Orphan
    uint32_t m_mss;               ///< data bytes of a full segment

    size_t m_packetsOut{0};        ///< the first of them, which were sent
    uint32_t m_queueMemory{0};     ///< see GetQueueMemory
    bool m_cork{false};            ///< see SetCork
    bool m_more{false};            ///< during WriteMore
    TcpOffset m_smallEnd{-1};      ///< snd_sml: end of the last small segment sent
    TcpOffset m_pushedEnd{0};      ///< pushed_seq: end of the last segment with PSH
    uint32_t m_sndWnd{0};          ///< see GetSndWnd
    uint32_t m_maxWindow{0};       ///< max_window
    TcpOffset m_windowSequence{0}; ///< snd_wl1

    TcpLinux24State m_state{TcpLinux24State::OPEN}; ///< see GetState
    uint16_t m_cwndCount{0};                        ///< see GetCwndCount
    uint16_t m_priorSsthresh{0};                    ///< see GetPriorSsthresh
    uint32_t m_cwndUsed{0};                         ///< snd_cwnd_used
    TcpTick m_cwndStamp{0};                         ///< snd_cwnd_stamp
    uint32_t m_sackedOut{0};                        ///< see GetSackedOut
    uint32_t m_lostOut{0};                          ///< see GetLostOut
    uint32_t m_retransOut{0};                       ///< see GetRetransOut
    uint32_t m_facketsOut{0};                       ///< see GetFacketsOut
    uint32_t m_reordering;                          ///< see GetReordering
    TcpOffset m_highSeq{0};                         ///< see GetHighSeq
    std::optional<TcpOffset> m_undoMarker;          ///< see GetUndoMarker
    int32_t m_undoRetrans{0};                       ///< see GetUndoRetrans
    TcpTick m_retransStamp{0};                      ///< see GetRetransStamp
    uint32_t m_frtoPhase{0};                        ///< see GetFrtoPhase
    TcpOffset m_frtoHighmark{0};                    ///< frto_highmark

    std::optional<TcpTick> m_timer;                        ///< see GetTimer
    TimerPurpose m_timerPurpose{TimerPurpose::RETRANSMIT}; ///< of m_timer
    uint32_t m_retransmits{0};                             ///< timeouts in a row
    uint32_t m_probes{0};                                  ///< probes without an answer
    uint32_t m_backoff{0}; ///< doublings of the probe interval; timeouts since the last sample
    std::optional<TcpTick> m_lastDataSent; ///< lsndtime
    TcpTick m_lastAck{0};                  ///< rcv_tstamp
    std::optional<TcpTick> m_echo;         ///< of the ACK being processed
};

} // namespace ns3

#endif // TCP_LINUX24_SENDER_H

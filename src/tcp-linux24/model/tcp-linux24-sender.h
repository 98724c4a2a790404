// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_H
#define TCP_LINUX24_SENDER_H

#include "tcp-linux24-options.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux24-segment.h"
#include "tcp-linux26-bic.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// States of congestion control, in the kernel's order (include/linux/tcp.h, enum tcp_ca_state).
enum class TcpLinux24State
{
    OPEN,     ///< nothing suspicious
    DISORDER, ///< duplicate ACKs or SACKs
    CWR,      ///< window is being reduced without a loss
    RECOVERY, ///< fast retransmission
    LOSS,     ///< after a retransmission timeout
};

/// @ingroup tcp-linux24
/// Why the state changed.
enum class TcpLinux24Reason
{
    DUBIOUS_ACK,        ///< "try to open" found something outstanding
    NOTHING_SUSPICIOUS, ///< "try to open" found nothing
    LOCAL_DROP,         ///< the link queue refused a packet
    CONGESTION_ECHO,    ///< ECE
    LOST_SEGMENT,       ///< recovery test 1: a segment is marked lost
    FORWARD_ACK,        ///< recovery test 2: fackets_out, or duplicates without SACK
    HEAD_TIMED_OUT,     ///< recovery test 3: the head is older than the RTO
    FEW_OUTSTANDING,    ///< recovery test 4: early retransmission
    TIMEOUT,            ///< RTO
    RENEGING,           ///< the head turned out to be SACKed
    MTU_REDUCED,        ///< path MTU shrank
    HIGH_SEQ_REACHED,   ///< the episode's last segment is acknowledged
    UNDO,               ///< the reduction was a mistake
    FRTO,               ///< F-RTO decided that the timeout was genuine
};

/// @ingroup tcp-linux24
/// Which rule took a reduction back (3.9 of the module's documentation).
enum class TcpLinux24Undo
{
    LOSS,    ///< on an ACK in Loss
    FULL,    ///< when high_seq was reached
    PARTIAL, ///< on a partial ACK in Recovery
    DSACK,   ///< every retransmission was reported needless
};

/// @ingroup tcp-linux24
/// Why a segment was sent again.
enum class TcpLinux24Retransmission
{
    TIMEOUT,   ///< head, at the RTO
    LOST,      ///< marked lost, in Recovery
    GO_BACK_N, ///< marked lost, in Loss
    FORWARD,   ///< not marked, in Recovery with nothing new to send
};

/// @ingroup tcp-linux24
/// What became of a segment that was handed down.
enum class TcpLinux24Transmit
{
    SENT,       ///< accepted
    LOCAL_DROP, ///< the link queue refused it (NET_XMIT_DROP)
};

/// @ingroup tcp-linux24
/// The layer below the sender, and those who watch it.
class TcpLinux24SenderHost
{
  public:
    virtual ~TcpLinux24SenderHost() = default;
    /**
     * Send a segment, now. One without any position asks for a window probe: an empty segment with
     * an old sequence number (tcp_xmit_probe_skb).
     * @param segment what
     * @param retransmission why, if it is one
     * @return whether the link queue took it
     */
    virtual TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                        std::optional<TcpLinux24Retransmission> retransmission) = 0;
    /// @return memory of this socket's packets that wait below TCP, bytes (sk_wmem_alloc)
    virtual uint32_t GetMemoryBelow() const = 0;
    /// @return true while the application sleeps for space in the send buffer
    virtual bool IsWriterSleeping() const = 0;
    /// The state changed. @param from, to states @param reason why
    virtual void StateChanged(TcpLinux24State from,
                              TcpLinux24State to,
                              TcpLinux24Reason reason) = 0;
    /// A reduction was taken back; cwnd and ssthresh are the new ones. @param undo by which rule
    virtual void Undone(TcpLinux24Undo undo) = 0;
    /// Too many timeouts: the connection is dead. The sender does nothing more.
    virtual void GaveUp() = 0;
};

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection as Linux 2.4 has it, in plain C++: write queue with
 * scoreboard, congestion state machine, retransmission timer, undo. It knows ticks and positions in
 * the byte stream, nothing of packets, sockets or the simulator.
 *
 * Every call may send segments through the host. After a call the host arms its retransmission
 * timer for GetTimer() and calls OnTimer() at the start of that tick.
 */
class TcpLinux24Sender
{
  public:
    /// @param options the kernel @param host below, outlives the sender
    TcpLinux24Sender(const TcpLinux24Options& options, TcpLinux24SenderHost& host);

    /// @name Connection
    /// @{
    /**
     * Active open: the SYN leaves (through Transmit()).
     * @param now the present
     */
    void Connect(TcpTick now);
    /**
     * Passive open: the final ACK of the handshake came. The SYN-ACK is not the sender's: in Linux
     * a listener repeats it without any congestion state.
     * @param ack the final ACK
     * @param now the present
     */
    void Accepted(const TcpLinux24Ack& ack, TcpTick now);
    /**
     * What the handshake agreed on; to be called before the ACK of the SYN is handed in.
     * @param sack, timestamps both sides have it
     * @param mss data bytes of a full segment
     */
    void Negotiated(bool sack, bool timestamps, uint32_t mss);
    /// Segments get this size from now on, also those sent again (tcp_sync_mss).
    /// @param mss data bytes of a full segment
    void SetMss(uint32_t mss);
    /// Packets above the path MTU were dropped: what is longer than a full segment now is lost, and
    /// sent again without touching cwnd (tcp_simple_retransmit). @param now the present
    void SimpleRetransmit(TcpTick now);
    /// Queue a FIN behind the data. @param now the present
    void Close(TcpTick now);
    /// The application has no socket any more: fewer repeats from now on (tcp_orphan_retries).
    void Orphan();
    /// @}

    /// @name Data
    /// @{
    /// The application writes. @param bytes more data @param now the present
    void Write(uint32_t bytes, TcpTick now);
    /// The application sleeps for space and some became free: the buffer may grow, to two windows
    /// of full segments (tcp_new_space). @param most bytes of memory @param now the present
    void GrowSendBuffer(uint32_t most, TcpTick now);
    /// @param noDelay TCP_NODELAY
    void SetNoDelay(bool noDelay);
    /// An acceptable segment with ACK came. @param ack what it says @param now the present
    void OnAck(const TcpLinux24Ack& ack, TcpTick now);
    /// The retransmission (or probe) timer fired. @param now the present
    void OnTimer(TcpTick now);
    /// The link queue refused a pure ACK of this connection. @param now the present
    void OnLocalDrop(TcpTick now);
    /// @return tick at whose start the timer fires, if it runs
    std::optional<TcpTick> GetTimer() const;
    /// @}

    /// @name State, by the kernel's names
    /// @{
    TcpLinux24State GetState() const;  ///< @return ca_state
    uint32_t GetCwnd() const;          ///< @return snd_cwnd, segments
    uint32_t GetCwndCount() const;     ///< @return snd_cwnd_cnt
    uint32_t GetSsthresh() const;      ///< @return snd_ssthresh, segments
    uint32_t GetPriorSsthresh() const; ///< @return prior_ssthresh, segments; 0: no undo
    uint32_t GetPacketsOut() const;    ///< @return packets_out, segments
    uint32_t GetSackedOut() const;     ///< @return sacked_out, segments
    uint32_t GetLostOut() const;       ///< @return lost_out, segments
    uint32_t GetRetransOut() const;    ///< @return retrans_out, segments
    uint32_t GetFacketsOut() const;    ///< @return fackets_out, segments
    uint32_t GetInFlight() const;      ///< @return tcp_packets_in_flight(), segments
    uint32_t GetReordering() const;    ///< @return reordering, segments
    bool IsFack() const;               ///< @return true while FACK is in force
    TcpOffset GetSndUna() const;       ///< @return snd_una
    TcpOffset GetSndNxt() const;       ///< @return snd_nxt
    TcpOffset GetHighSeq() const;      ///< @return high_seq
    TcpOffset GetWriteEnd() const;     ///< @return write_seq: end of what was written
    uint32_t GetSndWnd() const;        ///< @return snd_wnd, bytes
    TcpTick GetRetransStamp() const;   ///< @return retrans_stamp; 0: none
    std::optional<TcpOffset> GetUndoMarker() const; ///< @return undo_marker
    int32_t GetUndoRetrans() const;                 ///< @return undo_retrans
    uint32_t GetFrtoPhase() const;                  ///< @return 1 or 2 while F-RTO decides, else 0
    uint32_t GetQueueMemory() const;                ///< @return memory of the write queue, bytes
    uint32_t GetSendBuffer() const;                 ///< @return sndbuf, bytes of memory
    uint32_t GetTailRoom() const; ///< @return bytes that the last unsent segment can still take
    const TcpLinux24RttEstimator& GetRtt() const;          ///< @return srtt, rttvar, rto
    const std::deque<TcpLinux24Segment>& GetQueue() const; ///< @return write queue, unsent included
                                                           /// @}

  private:
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
    TcpLinux24SenderHost& m_host; ///< below
    TcpLinux24RttEstimator m_rtt; ///< round trips
    TcpLinux26Bic m_bic;          ///< if the options say so
    bool m_sack{false};           ///< negotiated
    bool m_timestamps{false};     ///< negotiated
    bool m_fack{false};           ///< no reordering seen yet
    bool m_dead{false};           ///< gave up
    bool m_orphan{false};         ///< see Orphan
    uint32_t m_mss;               ///< data bytes of a full segment

    std::deque<TcpLinux24Segment> m_queue; ///< write queue, the oldest first
    size_t m_packetsOut{0};                ///< the first of them, which were sent
    uint32_t m_queueMemory{0};             ///< see GetQueueMemory
    TcpOffset m_sndUna{-1};                ///< see GetSndUna
    TcpOffset m_sndNxt{-1};                ///< see GetSndNxt
    TcpOffset m_writeEnd{0};               ///< see GetWriteEnd
    TcpOffset m_smallEnd{-1};              ///< snd_sml: end of the last small segment sent
    TcpOffset m_pushedEnd{0};              ///< pushed_seq: end of the last segment with PSH
    bool m_closed{false};                  ///< FIN queued
    uint32_t m_sndWnd{0};                  ///< see GetSndWnd
    uint32_t m_maxWindow{0};               ///< max_window
    TcpOffset m_windowSequence{0};         ///< snd_wl1

    TcpLinux24State m_state{TcpLinux24State::OPEN}; ///< see GetState
    uint32_t m_cwnd;                                ///< see GetCwnd
    uint16_t m_cwndCount{0};                        ///< see GetCwndCount
    uint32_t m_ssthresh;                            ///< see GetSsthresh
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
    uint32_t m_backoff{0};                                 ///< doublings of the probe interval
    std::optional<TcpTick> m_lastDataSent;                 ///< lsndtime
    TcpTick m_lastAck{0};                                  ///< rcv_tstamp
    std::optional<TcpTick> m_echo;                         ///< of the ACK being processed
};

} // namespace ns3

#endif // TCP_LINUX24_SENDER_H

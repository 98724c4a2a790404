// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_RECEIVER_H
#define TCP_LINUX24_RECEIVER_H

#include "tcp-linux-ack-policy.h"
#include "tcp-linux-rtt-estimator.h"
#include "tcp-linux24-receive-queue.h"
#include "tcp-linux24-receive-window.h"
#include "tcp-linux24-receiver-options.h"
#include "tcp-linux24-sack-blocks.h"
#include "tcp-linux24-segment.h"
#include "tcp-linux26-receive-space.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// A segment of the peer, as the receiver sees it.
struct TcpLinux24Arrival
{
    TcpOffset start;                    ///< sequence number, in the peer's stream
    uint32_t length{0};                 ///< payload, bytes
    bool syn{false};                    ///< SYN seen again, takes one position before the payload
    bool fin{false};                    ///< FIN, takes one position after the payload
    bool push{false};                   ///< PSH or URG
    std::optional<TcpTick> timestamp{}; ///< TSval; none without the option
    uint32_t sackOptionBytes{0};        ///< option bytes beside timestamps: they shrink payload
    bool duplicateAck{false};           ///< pure ACK of snd_una that leaves the window as it is
    bool reset{false};                  ///< RST: PAWS does not stop it, nothing answers it
    std::optional<TcpTick> echo{};      ///< TSecr; none without the option

    /// @return one past the last byte of payload
    TcpOffset GetDataEnd() const
    {
        return start + (syn ? 1 : 0) + length;
    }

    /// @return one past the last position, FIN included
    TcpOffset GetEnd() const
    {
        return GetDataEnd() + (fin ? 1 : 0);
    }
};

/// @ingroup tcp-linux24
/// The outcome of a segment.
enum class TcpLinux24Fate
{
    ACCEPTED,      ///< kept, in order or not
    NOTHING,       ///< it takes no sequence space
    DUPLICATE,     ///< dropped: all of it was there already
    OLD_TIMESTAMP, ///< dropped by PAWS
    OUT_OF_WINDOW, ///< dropped: left of what was acknowledged, or right of the window
    NO_MEMORY,     ///< dropped: the receive buffer is full
    AFTER_FIN,     ///< dropped: it lies beyond the end of the stream
    REFUSED,       ///< dropped: there is no connection to take it, or its flags forbid or end one
    BACKLOG_FULL,  ///< dropped: a SYN, as too many other handshakes wait for their last ACK
    NO_ROUTE,      ///< dropped: a SYN, as there is no route for the SYN-ACK
};

/**
 * @ingroup tcp-linux24
 * The receiving half of a TCP connection as in Linux 2.4, in plain C++: out-of-order queue,
 * SACK and D-SACK, quick and delayed ACKs, window. With the ACK policy and the window of 2.0.32,
 * without SACK and timestamps, it is the receiving half of that kernel. It knows ticks and
 * positions in the peer's stream, nothing of packets, sockets or the simulator; the payload itself
 * stays with the host.
 *
 * The host does this for every segment of an established connection:
 * -# Check(). Anything but ACCEPTED or NOTHING: drop the segment, send an ACK (not for a RST).
 * -# if the segment has payload or FIN, Receive(): keep the payload if it says ACCEPTED;
 * -# give the ACK to the sender, which may send;
 * -# DecideAck(): send an ACK if it says NOW;
 * -# let the application read, and call Read(): send an ACK if it says so.
 *
 * An application that reads while the segment is taken in is counted after DecideAck() all the
 * same.
 *
 * Every segment with ACK that leaves carries GetRcvNxt(), GetWindow(), GetSacks() and GetEcho(),
 * and is followed by AckSent(); by DataSent() too if it carries data. After each call the host arms
 * its delayed-ACK timer for GetTimer(), and calls OnTimer() at the start of that tick.
 */
class TcpLinux24Receiver
{
  public:
    /**
     * The connection is set up; the next position expected is 0, and all before it is acknowledged.
     * @param options host and connection
     * @param rtt the sender's estimator (srtt and rto limit the delay); outlives the receiver
     */
    TcpLinux24Receiver(const TcpLinux24ReceiverOptions& options, const TcpLinuxRttEstimator& rtt);

    /**
     * First window of a connection (tcp_select_initial_window).
     * @param mss advertised MSS: of a SYN with nothing taken off, of a SYN-ACK less the timestamp
     *        option if it will be used, bytes
     * @param rcvbuf receive buffer, bytes of memory
     * @param scale shift of the window field
     * @param clamp largest window, bytes
     * @return window, bytes
     */
    static uint32_t GetFirstWindow(uint32_t mss,
                                   uint32_t rcvbuf,
                                   uint8_t scale = 0,
                                   uint32_t clamp = UINT32_MAX);

    /// Timestamp of the peer's SYN or SYN-ACK.
    /// @param timestamp TSval
    /// @param now the present
    void SetTsRecent(TcpTick timestamp, TcpTick now);
    /**
     * The test for segments of connections that are not established (tcp_paws_check): stricter than
     * that of Check(), but a RST counts once the connection was silent for the life of a segment.
     * @param timestamp TSval, if there is one
     * @param reset the segment is a RST
     * @param now the present
     * @return true if it is an old duplicate
     */
    bool IsOldDuplicate(std::optional<TcpTick> timestamp, bool reset, TcpTick now) const;

    /// @name Input
    /// @{
    /**
     * PAWS, sequence check, ts_recent (tcp_paws_discard, tcp_sequence, tcp_replace_ts_recent). Old
     * data is reported by D-SACK with the ACK (tcp_send_dupack).
     * @param arrival any segment
     * @param now the present
     * @return ACCEPTED, or NOTHING if it takes no position; OLD_TIMESTAMP or OUT_OF_WINDOW: drop it
     *         and send an ACK
     */
    TcpLinux24Fate Check(const TcpLinux24Arrival& arrival, TcpTick now);
    /**
     * Take in payload and FIN (tcp_data_queue, tcp_event_data_recv, tcp_fin).
     * @param arrival a segment that passed Check()
     * @param now the present
     * @return its outcome
     */
    TcpLinux24Fate Receive(const TcpLinux24Arrival& arrival, TcpTick now);
    /**
     * Whether to acknowledge what Receive() took in (tcp_ack_snd_check). May start the timer.
     * @param now the present
     * @return NOW: send an ACK
     */
    TcpLinux24AckDue DecideAck(TcpTick now);
    /**
     * The application has read (cleanup_rbuf).
     * @param bytes read, at most GetReadable()
     * @return true: send an ACK
     */
    bool Read(uint32_t bytes);
    /// The application reads; before Read(). In 2.6 the buffer may grow (tcp_rcv_space_adjust).
    /// @param bytes it reads
    /// @param now the present
    void AdjustSpace(uint32_t bytes, TcpTick now);
    /// The own FIN is queued, if not sent yet: a FIN of the peer is from now on acknowledged at
    /// once (tcp_fin).
    void FinQueued();
    /// @}

    /// @name Timer
    /// @{
    /**
     * @return tick at whose start the delayed-ACK timer fires, if it runs
     */
    std::optional<TcpTick> GetTimer() const;
    /// The timer fired (tcp_delack_timer).
    /// @param now the present
    /// @return true: send an ACK
    bool OnTimer(TcpTick now);
    /// @}

    /// @name Output
    /// @{
    TcpOffset GetRcvNxt() const;            ///< @return acknowledgment number
    uint32_t GetWindow() const;             ///< @return window to offer, bytes before scaling
    TcpLinux24SackList GetSacks() const;    ///< @return SACK blocks, a D-SACK first
    uint32_t GetSackBytes() const;          ///< @return option bytes of GetSacks()
    std::optional<TcpTick> GetEcho() const; ///< @return TSecr; none without timestamps
    /// A segment with ACK left (tcp_select_window, tcp_event_ack_sent).
    void AckSent();
    /// A segment with data left; after AckSent() (tcp_event_data_sent).
    /// @param now the present
    void DataSent(TcpTick now);
    /// @}

    /// @name State, by the kernel's names
    /// @{
    TcpOffset GetRcvWup() const;     ///< @return rcv_wup: acknowledgment number last sent
    uint32_t GetRcvWnd() const;      ///< @return rcv_wnd: window last offered, bytes
    uint32_t GetRcvSsthresh() const; ///< @return rcv_ssthresh: limit of the window, bytes
    uint32_t GetRcvMss() const;      ///< @return ack.rcv_mss: the peer's segment size, bytes
    uint32_t GetQuick() const;       ///< @return ack.quick: ACKs to be sent at once
    uint32_t GetAto() const;         ///< @return ack.ato, ticks
    bool IsAckScheduled() const;     ///< @return whether an ACK is owed, now or later
    bool IsPingpong() const;         ///< @return ack.pingpong: the connection is interactive
    bool IsFinReceived() const;      ///< @return true when the whole stream has come
    bool HasHoles() const;           ///< @return true while data out of order waits
    uint32_t GetReadable() const;    ///< @return bytes that can be read
    uint32_t GetRcvbuf() const;      ///< @return rcvbuf, bytes of memory
    uint32_t GetMemory() const;      ///< @return rmem_alloc: memory of received segments, bytes
    uint32_t GetSkippedAcks() const; ///< @return decisions to skip an ACK, see ackSkip
    /// @return what ACK skipping has decided since the last call, if it was asked
    std::optional<TcpLinux24AckSkipDecision> TakeAckSkipDecision();
    /// @}

  private:
    /**
     * tcp_paws_discard(): one tick of age is forgiven (TCP_PAWS_WINDOW), a timestamp that comes 24
     * days after the last one says nothing, and a duplicate ACK within an RTO of the fastest clock
     * is accepted (tcp_disordered_ack).
     * @param arrival any segment
     * @param now the present
     * @return true if PAWS drops it; false without timestamps
     */
    bool IsOldTimestamp(const TcpLinux24Arrival& arrival, TcpTick now) const;
    /**
     * tcp_replace_ts_recent(): only from a segment that covers the last ACK, so that the echo tells
     * the time of the oldest segment that it acknowledges.
     * @param arrival a segment that PAWS and window let through
     * @param now the present
     */
    void UpdateTsRecent(const TcpLinux24Arrival& arrival, TcpTick now);
    /**
     * tcp_data_queue(), "queue data for delivery to the user"; then what waits behind the hole that
     * it fills (FillHoles()).
     * @param arrival begins at rcv_nxt or before it, and reaches beyond
     * @param now the present
     * @return ACCEPTED or NO_MEMORY
     */
    TcpLinux24Fate AcceptInOrder(const TcpLinux24Arrival& arrival, TcpTick now);
    /**
     * tcp_data_queue(), behind a hole: quick mode begins, and an ACK with SACK blocks is due at
     * once.
     * @param arrival begins right of rcv_nxt
     * @return ACCEPTED, DUPLICATE if all of it was there already, or NO_MEMORY
     */
    TcpLinux24Fate AcceptOutOfOrder(const TcpLinux24Arrival& arrival);
    /**
     * The label out_of_window of tcp_data_queue(): an ACK that leaves soon tells the sender where
     * the window is.
     * @return OUT_OF_WINDOW
     */
    TcpLinux24Fate RefuseOutOfWindow();
    /**
     * tcp_grow_window(), for segments of 128 bytes and more: shorter ones waste the buffer.
     * @param arrival in order, taken in
     */
    void GrowWindow(const TcpLinux24Arrival& arrival);
    /**
     * tcp_rcv_rtt_measure() and tcp_rcv_rtt_measure_ts() of 2.6: a receiver, which has no ACKs to
     * time, measures how long a window of data takes, or uses the echo of a full segment. Only for
     * a receive buffer that may grow.
     * @param arrival in order, taken in
     * @param now the present
     */
    void MeasureRoundTrip(const TcpLinux24Arrival& arrival, TcpTick now);
    /**
     * tcp_fin(): nothing can come behind the FIN, so that the out-of-order queue is purged. If our
     * own FIN is queued and D-SACK is used, the ACK of the peer's FIN still carries the SACK blocks
     * so far.
     */
    void EndStream();
    /**
     * tcp_ofo_queue(): data in order may have closed a hole; what follows it moves over. The ACK
     * for that is not skipped.
     */
    void FillHoles();
    /**
     * tcp_prune_queue(): if the received segments take more than the buffer, the window is lowered,
     * wasteful segments are copied together, and what is out of order is thrown away, because the
     * sender still has it. The segment that overruns the buffer is kept; only the next one finds it
     * full. 2.0.32 refuses it without pruning.
     * @param isInOrder whether the segment that comes is in order, for which only memory in order
     * counts
     * @return whether there is room
     */
    bool MakeRoom(bool isInOrder);
    /**
     * __tcp_select_window(), which also ends quick ACKs when less than half of the buffer is free.
     * @return window for the next ACK, were nothing promised yet, bytes
     */
    uint32_t SelectWindow();
    /**
     * @return what the policy's decision depends on. The window is computed, and quick ACKs are
     * ended, only if enough bytes wait for an ACK
     */
    TcpLinuxAckPolicy::Situation GetSituation();
    /**
     * @param arrival to be kept
     * @return it, with the memory that a driver would have allocated: payload and segmentOverhead
     * (truesize)
     */
    TcpLinux24StoredSegment GetStored(const TcpLinux24Arrival& arrival) const;

    TcpLinux24ReceiverOptions m_options;         ///< host and connection
    const TcpLinuxRttEstimator* m_rtt;           ///< rto
    std::unique_ptr<TcpLinuxAckPolicy> m_policy; ///< when to acknowledge
    TcpLinux24ReceiveWindow m_window;            ///< what to offer
    TcpLinux26ReceiveSpace m_space;              ///< buffer that the application needs
    TcpLinux24ReceiveQueue m_queue;              ///< what has come
    TcpLinux24SackBlocks m_sacks;                ///< what to report
    TcpOffset m_rcvNxt{0};                       ///< see GetRcvNxt
    TcpOffset m_copied{0};        ///< copied_seq: end of what the application has read
    bool m_finReceived{false};    ///< see IsFinReceived
    bool m_finQueued{false};      ///< see FinQueued
    bool m_sacksGoWithFin{false}; ///< the ACK of the peer's FIN carries the SACK blocks so far
    TcpTick m_tsRecent{0};        ///< ts_recent
    TcpTick m_tsRecentStamp{0};   ///< when ts_recent was taken (ts_recent_stamp)
};

} // namespace ns3

#endif // TCP_LINUX24_RECEIVER_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SCOREBOARD_H
#define TCP_LINUX24_SCOREBOARD_H

#include "tcp-linux-write-queue.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// What the interpretation of SACK blocks depends on beside the queue.
struct TcpLinux24SackContext
{
    TcpOffset priorUna{0};                 ///< snd_una before the ACK
    uint32_t maxWindow{0};                 ///< max_window: largest window ever offered, bytes
    uint32_t mss{0};                       ///< data bytes of a full segment
    TcpOffset highSeq{0};                  ///< high_seq
    std::optional<TcpOffset> undoMarker{}; ///< undo_marker
    bool inRecovery{false};                ///< the congestion state is Recovery
    bool inLoss{false};                    ///< the congestion state is Loss
};

/// @ingroup tcp-linux24
/// What SACK blocks have told.
struct TcpLinux24SackFindings
{
    bool newlySacked{false}; ///< a block tagged something, or found a lost retransmission
    bool dataLost{false};    ///< a block ends above high_seq
    int32_t needless{0};     ///< retransmissions that D-SACK blocks report as needless
};

/**
 * @ingroup tcp-linux24
 * What a sender of Linux 2.4 thinks became of each segment it has sent: SACKed, lost, sent again
 * (the tags of struct tcp_skb_cb), and the counts of these tags. SACK blocks, forward
 * acknowledgments (FACK), duplicate ACKs without SACK, and the reordering that was seen all end up
 * here (net/ipv4/tcp_input.c: tcp_sacktag_write_queue, tcp_mark_head_lost, tcp_update_scoreboard,
 * tcp_update_reordering, tcp_add_reno_sack). What follows from it for the congestion window is
 * TcpLinux24Congestion's.
 *
 * With SACK the counts always equal the tags. Without it sacked_out counts duplicate ACKs.
 */
class TcpLinux24Scoreboard
{
  public:
    /// @param queue whose segments carry the tags; outlives this
    /// @param options the kernel
    TcpLinux24Scoreboard(TcpLinuxWriteQueue& queue, const TcpLinux24Options& options);

    /// The handshake is over.
    /// @param sack whether both sides have SACK
    void Negotiated(bool sack);

    /// @name Counts, by the kernel's names
    /// @{
    /**
     * @return packets_out, segments
     */
    uint32_t GetPacketsOut() const
    {
        return static_cast<uint32_t>(m_queue.GetSent());
    }

    /// @return sacked_out, segments
    uint32_t GetSackedOut() const
    {
        return m_sackedOut;
    }

    /// @return lost_out, segments
    uint32_t GetLostOut() const
    {
        return m_lostOut;
    }

    /// @return retrans_out, segments
    uint32_t GetRetransOut() const
    {
        return m_retransOut;
    }

    /// @return fackets_out: position of the highest SACKed segment, segments
    uint32_t GetFacketsOut() const
    {
        return m_facketsOut;
    }

    /// @return segments thought to be on their way (tcp_packets_in_flight)
    uint32_t GetInFlight() const
    {
        return GetPacketsOut() - m_sackedOut - m_lostOut + m_retransOut;
    }

    /// @return data of these segments, bytes; without SACK duplicate ACKs count for the first
    /// segments behind the head that are not lost
    uint32_t GetBytesInFlight() const;

    /// @return reordering, segments
    uint32_t GetReordering() const
    {
        return m_reordering;
    }

    /// @return true if SACK was negotiated
    bool IsSack() const
    {
        return m_sack;
    }

    /// @return true while FACK is in force: SACK was negotiated and no reordering seen
    bool IsFack() const
    {
        return m_fack;
    }

    /// @}

    /// @name What ACKs tell
    /// @{
    /**
     * Interpret the SACK blocks of an ACK (tcp_sacktag_write_queue). The queue has moved snd_una,
     * and still has the segments that the ACK removes.
     * @param ack with blocks or without
     * @param context the rest of the connection
     * @return what is new
     */
    TcpLinux24SackFindings Tag(const TcpLinux24Ack& ack, const TcpLinux24SackContext& context);
    /// The head is acknowledged, and leaves the queue and the counts.
    /// @return it
    TcpLinux24Segment RemoveHead();
    /// Without SACK a duplicate ACK counts as one more segment received (tcp_add_reno_sack).
    void AddDuplicate();
    /// Without SACK an ACK took segments away, each but the first of which had a duplicate
    /// (tcp_remove_reno_sacks).
    /// @param acked segments removed
    void RemoveDuplicates(uint32_t acked);
    /// Without SACK: duplicates counted so far say nothing any more (tcp_reset_reno_sack).
    void ForgetDuplicates();
    /// An overtaken segment shows how far packets get out of order (tcp_update_reordering).
    /// @param metric segments it was overtaken by
    void UpdateReordering(uint32_t metric);
    /// What can no longer hold once packets_out or sacked_out is 0 goes.
    void DropStaleCounts();
    /// With SACK: what is SACKed is not lost, too (tcp_sync_left_out).
    void LimitSacked();
    /// @}

    /// @name Marking segments lost
    /// @{
    /**
     * @param segment that was sent
     * @param now the present
     * @param rto ticks
     * @return whether it was last sent longer ago than the RTO (tcp_skb_timedout)
     */
    static bool HasTimedOut(const TcpLinux24Segment& segment, TcpTick now, uint32_t rto);
    /// @param now the present
    /// @param rto ticks
    /// @return whether that holds for the head (tcp_head_timedout)
    bool HasHeadTimedOut(TcpTick now, uint32_t rto) const;
    /// The first segments are lost, as far as they end below high_seq (tcp_mark_head_lost).
    /// @param segments how many
    /// @param highSeq high_seq
    void MarkHeadLost(uint32_t segments, TcpOffset highSeq);
    /// In Recovery: mark what FACK has passed, or else the head; and all that has timed out
    /// (tcp_update_scoreboard).
    /// @param highSeq high_seq
    /// @param now the present
    /// @param rto ticks
    void MarkLosses(TcpOffset highSeq, TcpTick now, uint32_t rto);
    /// After a timeout all that is not SACKed is lost, and nothing is on its way (tcp_enter_loss).
    /// @param forgetSacks the peer has thrown away what it had SACKed
    /// @return whether a segment had been sent again before
    bool MarkAllLost(bool forgetSacks);
    /// F-RTO considers the timeout genuine: all segments sent before it are lost
    /// (tcp_enter_frto_loss).
    /// @param highmark snd_nxt at the timeout
    void MarkLostUpTo(TcpOffset highmark);
    /// The path MTU shrank: what is longer than a segment is lost (tcp_simple_retransmit).
    /// @param mss data bytes of a full segment
    /// @return whether something new is lost
    bool MarkTooLong(uint32_t mss);
    /// Nothing is lost after all (tcp_try_undo_loss).
    void ForgetLosses();
    /// F-RTO begins: nothing has been sent again since (tcp_enter_frto).
    void ForgetRetransmissions();
    /// The tolerated reordering falls back to that of the options, if it is above.
    void ResetReordering();
    /// @}

    /// @name Sending again
    /// @{
    /**
     * A segment was sent again.
     * @param index of it
     */
    void MarkRetransmitted(size_t index);
    /**
     * Make a segment fit before it is sent again: cut off what is acknowledged, cut it to a full
     * segment, or join it with its neighbor (tcp_retransmit_skb).
     * @param index of it
     * @param mss data bytes of a full segment
     * @param windowEnd end of the peer's window
     */
    void Fit(size_t index, uint32_t mss, TcpOffset windowEnd);
    /// @}

  private:
    /// What tagging finds out on its way through the queue.
    struct Walk
    {
        uint32_t priorFackets;                   ///< fackets_out before
        uint32_t reordering;                     ///< lowest position that was overtaken
        TcpOffset lostRetransmission{INT64_MIN}; ///< highest block that proves one
    };

    /**
     * One block of tcp_sacktag_write_queue().
     * @param block positions
     * @param duplicate whether it is a D-SACK
     * @param context of the ACK
     * @param walk what has been found on the way
     * @param findings gets what it changes
     */
    void TagBlock(const TcpRange& block,
                  bool duplicate,
                  const TcpLinux24SackContext& context,
                  Walk& walk,
                  TcpLinux24SackFindings& findings);
    /**
     * @param segment that lies inside a block
     * @param position of it in the queue, from 1
     * @param duplicate whether the block is a D-SACK
     * @param walk what has been found on the way
     * @param findings gets what it changes
     */
    void TagSegment(TcpLinux24Segment& segment,
                    uint32_t position,
                    bool duplicate,
                    Walk& walk,
                    TcpLinux24SackFindings& findings);
    /**
     * In Recovery: what was sent after a retransmission is SACKed, so that it is lost again.
     * @param highest end of the highest block that proves one
     * @param mss data bytes of a full segment
     * @param findings gets whether something new is lost
     */
    void FindLostRetransmissions(TcpOffset highest, uint32_t mss, TcpLinux24SackFindings& findings);
    /// @param segment that is lost, unless it is SACKed or under way again
    void MarkLost(TcpLinux24Segment& segment);
    /**
     * tcp_check_reno_reordering(): more duplicates than segments that can have caused them.
     * @param acked segments that the ACK removed
     */
    void CheckDuplicates(uint32_t acked);
    /**
     * The conditions of tcp_retrans_try_collapse().
     * @param index of a segment
     * @param mss data bytes of a full segment
     * @param windowEnd end of the peer's window
     * @return whether it may be joined with the one behind it
     */
    bool MayCollapse(size_t index, uint32_t mss, TcpOffset windowEnd) const;
    /// @param index of the first of two segments, whose counts and tags become one
    void Collapse(size_t index);

    TcpLinuxWriteQueue& m_queue;  ///< segments
    uint32_t m_defaultReordering; ///< tcp_reordering
    bool m_useFack;               ///< tcp_fack
    bool m_useCollapse;           ///< tcp_retrans_collapse
    bool m_useTrim;               ///< see TcpLinux24Options::retransTrim
    bool m_sack{false};           ///< see IsSack
    bool m_fack{false};           ///< see IsFack
    uint32_t m_sackedOut{0};      ///< see GetSackedOut
    uint32_t m_lostOut{0};        ///< see GetLostOut
    uint32_t m_retransOut{0};     ///< see GetRetransOut
    uint32_t m_facketsOut{0};     ///< see GetFacketsOut
    uint32_t m_reordering;        ///< see GetReordering
};

} // namespace ns3

#endif // TCP_LINUX24_SCOREBOARD_H

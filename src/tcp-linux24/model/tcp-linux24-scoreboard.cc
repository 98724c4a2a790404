// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-scoreboard.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// TCP_MAX_REORDERING, segments.
constexpr uint32_t MAX_REORDERING = 127;

/// @param ack with blocks
/// @return true if the first block reports a duplicate (RFC 2883): it lies below the ACK, or inside
/// the second block
bool
StartsWithDsack(const TcpLinux24Ack& ack)
{
    const TcpRange& first = ack.sacks.front();
    if (first.start < ack.ack)
    {
        return true;
    }
    return ack.sacks.size() > 1 && first.start >= ack.sacks[1].start &&
           first.end <= ack.sacks[1].end;
}

} // namespace

TcpLinux24Scoreboard::TcpLinux24Scoreboard(TcpLinuxWriteQueue& queue,
                                           const TcpLinux24Options& options)
    : m_queue(queue),
      m_defaultReordering(options.reordering),
      m_useFack(options.fack),
      m_useCollapse(options.retransCollapse),
      m_useTrim(options.retransTrim),
      m_reordering(options.reordering)
{
}

void
TcpLinux24Scoreboard::Negotiated(bool sack)
{
    m_sack = sack;
    m_fack = sack && m_useFack;
}

// As tcp_packets_in_flight, in bytes. Mostly all that was sent is in flight, and nothing is tagged.
uint32_t
TcpLinux24Scoreboard::GetBytesInFlight() const
{
    uint32_t bytes = m_queue.GetData(GetPacketsOut());
    if (m_sackedOut + m_lostOut + m_retransOut == 0)
    {
        return bytes;
    }
    uint32_t duplicates = m_sack ? 0 : m_sackedOut;
    for (size_t i = 0; i < GetPacketsOut(); ++i)
    {
        const TcpLinux24Segment& segment = m_queue[i];
        const bool isDuplicate = duplicates > 0 && i > 0 && !segment.lost;
        duplicates -= isDuplicate;
        bytes -= segment.sacked || segment.lost || isDuplicate ? segment.GetDataLength() : 0;
        bytes += segment.retransmitted ? segment.GetDataLength() : 0;
    }
    return bytes;
}

// Blocks are looked at in the order in which they came; only the first one can be a D-SACK
// (tcp_sacktag_write_queue).
TcpLinux24SackFindings
TcpLinux24Scoreboard::Tag(const TcpLinux24Ack& ack, const TcpLinux24SackContext& context)
{
    TcpLinux24SackFindings findings;
    if (!m_sack || ack.sacks.empty())
    {
        return findings;
    }
    if (m_sackedOut == 0)
    {
        m_facketsOut = 0; // only SACKed segments hold it up
    }
    Walk walk{.priorFackets = m_facketsOut, .reordering = GetPacketsOut()};
    for (size_t i = 0; i < ack.sacks.size(); ++i)
    {
        const TcpRange& block = ack.sacks[i];
        const bool duplicate = i == 0 && StartsWithDsack(ack);
        if (duplicate && context.undoMarker && block.end <= context.priorUna &&
            block.end > *context.undoMarker)
        {
            // The segment has left the queue, so that the kernel believes blindly that it had been
            // sent again.
            ++findings.needless;
        }
        if (ack.ack < context.priorUna - static_cast<TcpOffset>(context.maxWindow))
        {
            return findings; // the ACK is older than a window: what it says is out of date
        }
        findings.dataLost |= block.end > context.highSeq;
        TagBlock(block, duplicate, context, walk, findings);
    }
    if (walk.lostRetransmission != INT64_MIN && context.inRecovery)
    {
        FindLostRetransmissions(walk.lostRetransmission, context.mss, findings);
    }
    // Below the highest SACKed segment a segment arrived late that was never sent again. In Loss,
    // whose go-back-N has mixed up old and new copies, that proves nothing.
    if (walk.reordering < m_facketsOut && !context.inLoss)
    {
        UpdateReordering(m_facketsOut + 1 - walk.reordering);
    }
    return findings;
}

// One block: the walk over the queue ends where segments start beyond it.
void
TcpLinux24Scoreboard::TagBlock(const TcpRange& block,
                               bool duplicate,
                               const TcpLinux24SackContext& context,
                               Walk& walk,
                               TcpLinux24SackFindings& findings)
{
    uint32_t position = 0;
    for (size_t i = 0; i < m_queue.GetSent() && m_queue[i].start < block.end; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        ++position;
        // A block that covers a part of a segment tags nothing.
        const bool inside = block.start <= segment.start && segment.end <= block.end;
        if (duplicate && inside && segment.everRetransmitted && context.undoMarker &&
            segment.end > *context.undoMarker)
        {
            ++findings.needless; // the peer has both copies
        }
        if (segment.end <= m_queue.GetUna())
        {
            // About to be removed: only what it says about reordering counts.
            const bool overtaken = segment.everRetransmitted
                                       ? duplicate && inside && segment.sacked
                                       : !segment.sacked && position < walk.priorFackets;
            walk.reordering = overtaken ? std::min(walk.reordering, position) : walk.reordering;
            continue;
        }
        if (segment.retransmitted && block.end > segment.ackSeq)
        {
            // What was sent after the retransmission has arrived, the retransmission has not.
            walk.lostRetransmission = std::max(walk.lostRetransmission, block.end);
        }
        if (inside)
        {
            TagSegment(segment, position, duplicate, walk, findings);
        }
    }
}

// A segment that lies inside a block.
void
TcpLinux24Scoreboard::TagSegment(TcpLinux24Segment& segment,
                                 uint32_t position,
                                 bool duplicate,
                                 Walk& walk,
                                 TcpLinux24SackFindings& findings)
{
    if (!segment.sacked)
    {
        const bool first = !segment.everRetransmitted && position < walk.priorFackets;
        if (first)
        {
            walk.reordering = std::min(walk.reordering, position);
        }
        if (segment.lost)
        {
            // It was marked lost: neither that nor its retransmission counts any more. A
            // retransmission of what is not marked lost stays in flight.
            m_retransOut -= segment.retransmitted;
            segment.retransmitted = false;
            segment.lost = false;
            --m_lostOut;
        }
        segment.sacked = true;
        ++m_sackedOut;
        findings.newlySacked = true;
        m_facketsOut = std::max(m_facketsOut, position);
    }
    else if (duplicate && segment.everRetransmitted)
    {
        // The original came after all, behind what had been SACKed before.
        walk.reordering = std::min(walk.reordering, position);
    }
    if (duplicate && segment.retransmitted)
    {
        segment.retransmitted = false; // its second copy is what the D-SACK reports
        --m_retransOut;
    }
}

// In Recovery a segment may be lost twice. That what was sent after its retransmission is SACKed
// shows it without a timeout.
void
TcpLinux24Scoreboard::FindLostRetransmissions(TcpOffset highest,
                                              uint32_t mss,
                                              TcpLinux24SackFindings& findings)
{
    for (size_t i = 0; i < m_queue.GetSent() && m_queue[i].start <= highest; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        // Once reordering was seen, so many segments must have overtaken the retransmission.
        const TcpOffset margin = m_fack ? 0 : static_cast<TcpOffset>(m_reordering) * mss;
        if (segment.end <= m_queue.GetUna() || !segment.retransmitted ||
            highest <= segment.ackSeq || highest < segment.ackSeq + margin)
        {
            continue;
        }
        segment.retransmitted = false;
        --m_retransOut;
        if (!segment.lost && !segment.sacked)
        {
            segment.lost = true;
            ++m_lostOut;
            findings.newlySacked = true;
        }
    }
}

// The first part of tcp_clean_rtx_queue.
TcpLinux24Segment
TcpLinux24Scoreboard::RemoveHead()
{
    const TcpLinux24Segment head = m_queue.RemoveHead();
    m_sackedOut -= head.sacked;
    m_lostOut -= head.lost;
    m_retransOut -= head.retransmitted;
    m_facketsOut -= m_facketsOut > 0;
    return head;
}

// tcp_add_reno_sack: without SACK each duplicate ACK stands for one segment that has arrived.
void
TcpLinux24Scoreboard::AddDuplicate()
{
    ++m_sackedOut;
    CheckDuplicates(0);
}

// tcp_remove_reno_sacks: a partial ACK.
void
TcpLinux24Scoreboard::RemoveDuplicates(uint32_t acked)
{
    if (acked > 0)
    {
        // One of them filled the hole; each of the others had caused a duplicate ACK.
        m_sackedOut -= std::min(m_sackedOut, acked - 1);
    }
    CheckDuplicates(acked);
}

void
TcpLinux24Scoreboard::CheckDuplicates(uint32_t acked)
{
    // tcp_check_reno_reordering: more duplicates than segments that can have caused them; so the
    // packets were out of order.
    const uint32_t holes = std::min(std::max(m_lostOut, 1U), GetPacketsOut());
    if (m_sackedOut + holes > GetPacketsOut())
    {
        m_sackedOut = GetPacketsOut() - holes;
        UpdateReordering(GetPacketsOut() + acked);
    }
}

void
TcpLinux24Scoreboard::ForgetDuplicates()
{
    if (!m_sack)
    {
        m_sackedOut = 0;
    }
}

// tcp_update_reordering: the metric is by how many segments one was overtaken.
void
TcpLinux24Scoreboard::UpdateReordering(uint32_t metric)
{
    if (metric > m_reordering)
    {
        m_reordering = std::min(MAX_REORDERING, metric);
        m_fack = false; // for good: "the highest SACK proves a loss" does not hold on this path
    }
}

void
TcpLinux24Scoreboard::ResetReordering()
{
    m_reordering = std::min(m_reordering, m_defaultReordering);
}

// The first lines of tcp_fastretrans_alert.
void
TcpLinux24Scoreboard::DropStaleCounts()
{
    if (GetPacketsOut() == 0)
    {
        m_sackedOut = 0;
    }
    if (m_sackedOut == 0)
    {
        m_facketsOut = 0;
    }
}

void
TcpLinux24Scoreboard::LimitSacked()
{
    if (m_sack)
    {
        m_sackedOut = std::min(m_sackedOut, GetPacketsOut() - m_lostOut);
    }
}

bool
TcpLinux24Scoreboard::HasTimedOut(const TcpLinux24Segment& segment, TcpTick now, uint32_t rto)
{
    return GetTicksBetween(now, segment.when) > static_cast<int32_t>(rto);
}

bool
TcpLinux24Scoreboard::HasHeadTimedOut(TcpTick now, uint32_t rto) const
{
    return GetPacketsOut() > 0 && HasTimedOut(m_queue.GetHead(), now, rto);
}

void
TcpLinux24Scoreboard::MarkLost(TcpLinux24Segment& segment)
{
    if (!segment.sacked && !segment.retransmitted && !segment.lost)
    {
        segment.lost = true;
        ++m_lostOut;
    }
}

// tcp_mark_head_lost: so many segments from the head on, except those that are SACKed or under way
// again.
void
TcpLinux24Scoreboard::MarkHeadLost(uint32_t segments, TcpOffset highSeq)
{
    for (size_t i = 0; i < std::min<size_t>(segments, m_queue.GetSent()); ++i)
    {
        if (m_queue[i].end > highSeq)
        {
            return; // sent after the episode began: its loss would be another one
        }
        MarkLost(m_queue[i]);
    }
}

// Two signs of a loss: later segments have arrived, or the RTO has passed (tcp_update_scoreboard).
void
TcpLinux24Scoreboard::MarkLosses(TcpOffset highSeq, TcpTick now, uint32_t rto)
{
    // With FACK each segment further below the highest SACK than reordering explains is lost;
    // without it only the head is.
    const bool overtaken = m_fack && m_facketsOut > m_reordering;
    MarkHeadLost(overtaken ? m_facketsOut - m_reordering : 1, highSeq);
    if (HasHeadTimedOut(now, rto))
    {
        for (size_t i = 0; i < m_queue.GetSent(); ++i)
        {
            if (HasTimedOut(m_queue[i], now, rto))
            {
                MarkLost(m_queue[i]);
            }
        }
    }
    // Without SACK the duplicates counted so far have no tags: 2.4.18 lets the sum exceed
    // packets_out.
    m_sackedOut = std::min(m_sackedOut, GetPacketsOut() - m_lostOut);
}

// The loop of tcp_enter_loss. The counts are made anew from the tags.
bool
TcpLinux24Scoreboard::MarkAllLost(bool forgetSacks)
{
    bool repeated = false;
    m_sackedOut = m_lostOut = m_retransOut = m_facketsOut = 0;
    for (size_t i = 0; i < m_queue.GetSent(); ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        repeated |= segment.everRetransmitted;
        // After reneging the peer's SACKs are worth nothing, and even they are sent again.
        segment.retransmitted = false;
        segment.sacked = segment.sacked && !forgetSacks;
        segment.lost = !segment.sacked;
        m_lostOut += segment.lost;
        m_sackedOut += segment.sacked;
        m_facketsOut = segment.sacked ? static_cast<uint32_t>(i + 1) : m_facketsOut;
    }
    return repeated;
}

// The loop of tcp_enter_frto_loss. What was sent after the timeout is new data, and not lost.
void
TcpLinux24Scoreboard::MarkLostUpTo(TcpOffset highmark)
{
    m_sackedOut = m_lostOut = m_facketsOut = 0;
    for (size_t i = 0; i < m_queue.GetSent(); ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        segment.lost = !segment.sacked && segment.end <= highmark;
        m_lostOut += segment.lost;
        m_sackedOut += segment.sacked;
        m_facketsOut = segment.sacked ? static_cast<uint32_t>(i + 1) : m_facketsOut;
    }
}

// tcp_simple_retransmit: what no longer fits the path has been dropped by the router that said so.
bool
TcpLinux24Scoreboard::MarkTooLong(uint32_t mss)
{
    const uint32_t before = m_lostOut;
    for (size_t i = 0; i < m_queue.GetSent(); ++i)
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
    return m_lostOut != before;
}

// tcp_try_undo_loss: the originals have arrived.
void
TcpLinux24Scoreboard::ForgetLosses()
{
    for (size_t i = 0; i < m_queue.GetSent(); ++i)
    {
        m_queue[i].lost = false;
    }
    m_lostOut = 0;
}

// The loop of tcp_enter_frto: the tags of an earlier episode would make the next ACK ambiguous.
void
TcpLinux24Scoreboard::ForgetRetransmissions()
{
    m_retransOut = 0;
    if (!m_sack)
    {
        // Later kernels do so (tcp_reset_reno_sack); 2.6.8 could stall with duplicates still
        // counted.
        m_sackedOut = m_facketsOut = 0;
    }
    for (size_t i = 0; i < m_queue.GetSent(); ++i)
    {
        m_queue[i].retransmitted = m_queue[i].everRetransmitted = false;
    }
}

// The end of tcp_retransmit_skb. ack_seq is the first number sent behind it: if that is SACKed, the
// retransmission is lost.
void
TcpLinux24Scoreboard::MarkRetransmitted(size_t index)
{
    TcpLinux24Segment& segment = m_queue[index];
    segment.retransmitted = segment.everRetransmitted = true;
    segment.ackSeq = m_queue.GetNext();
    ++m_retransOut;
}

// The checks of tcp_retransmit_skb: fragment, then collapse. 2.6.8 cuts off what is acknowledged
// before them (tcp_trim_head). 2.4.18 does that last, and only where nothing but the FIN is
// missing; that a segment which is too long is cut there, too, is a rule of ours.
void
TcpLinux24Scoreboard::Fit(size_t index, uint32_t mss, TcpOffset windowEnd)
{
    const TcpLinux24Segment& segment = m_queue[index];
    const TcpOffset una = m_queue.GetUna();
    const bool tooLong = segment.GetDataLength() > mss;
    const bool onlyFin = segment.fin && una == segment.end - 1;
    if (segment.start < una && (m_useTrim || tooLong || onlyFin))
    {
        // If it is too long, the part before snd_una would become a segment of its own.
        m_queue.TrimAcknowledged(index);
    }
    if (segment.GetDataLength() > mss)
    {
        m_queue.Split(index, mss);
        m_lostOut += m_queue[index + 1].lost; // both parts have the tag
    }
    if (MayCollapse(index, mss, windowEnd))
    {
        Collapse(index);
    }
}

// The conditions of tcp_retrans_try_collapse.
bool
TcpLinux24Scoreboard::MayCollapse(size_t index, uint32_t mss, TcpOffset windowEnd) const
{
    if (!m_useCollapse || index + 1 >= m_queue.GetSent())
    {
        return false;
    }
    const TcpLinux24Segment& first = m_queue[index];
    const TcpLinux24Segment& next = m_queue[index + 1];
    const bool fits = first.GetDataLength() + next.GetDataLength() <= mss && next.end <= windowEnd;
    return first.GetDataLength() < mss / 2 && !first.syn && !first.fin && !next.sacked && fits;
}

// The counts of tcp_retrans_try_collapse: two tags become one.
void
TcpLinux24Scoreboard::Collapse(size_t index)
{
    const TcpLinux24Segment& next = m_queue[index + 1];
    m_retransOut -= next.retransmitted;
    m_lostOut -= next.lost;
    if (!m_sack && m_sackedOut > 0)
    {
        --m_sackedOut; // a duplicate of a segment that is none any more
    }
    m_facketsOut -= m_facketsOut > 0;
    m_queue.Merge(index);
}

} // namespace ns3

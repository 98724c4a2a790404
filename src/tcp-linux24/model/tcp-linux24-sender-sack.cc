// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: SACK blocks and the scoreboard (net/ipv4/tcp_input.c,
// tcp_sacktag_write_queue).

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// TCP_MAX_REORDERING, segments.
constexpr uint32_t MAX_REORDERING = 127;

/// @return true if the first block reports a duplicate (RFC 2883) @param ack with blocks
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

void
TcpLinux24Sender::TagSacks(const TcpLinux24Ack& ack, TcpOffset priorUna, AckFlags& flags)
{
    if (!m_sack || ack.sacks.empty())
    {
        return;
    }
    if (m_sackedOut == 0)
    {
        m_facketsOut = 0;
    }
    SackWalk walk{.priorFackets = m_facketsOut, .reordering = GetPacketsOut()};
    for (size_t i = 0; i < ack.sacks.size(); ++i)
    {
        const TcpRange& block = ack.sacks[i];
        const bool duplicate = i == 0 && StartsWithDsack(ack);
        if (duplicate && m_undoMarker && block.end <= priorUna && block.end > *m_undoMarker)
        {
            --m_undoRetrans;
        }
        if (ack.ack < priorUna - static_cast<TcpOffset>(m_maxWindow))
        {
            return; // too old to say anything
        }
        flags.dataLost |= block.end > m_highSeq;
        TagBlock(block, duplicate, walk, flags);
    }
    if (walk.lostRetransmission != INT64_MIN && m_state == TcpLinux24State::RECOVERY)
    {
        FindLostRetransmissions(walk.lostRetransmission, flags);
    }
    if (walk.reordering < m_facketsOut && m_state != TcpLinux24State::LOSS)
    {
        UpdateReordering(m_facketsOut + 1 - walk.reordering);
    }
}

void
TcpLinux24Sender::TagBlock(const TcpRange& block, bool duplicate, SackWalk& walk, AckFlags& flags)
{
    uint32_t position = 0;
    for (size_t i = 0; i < m_packetsOut && m_queue[i].start < block.end; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        ++position;
        const bool inside = block.start <= segment.start && segment.end <= block.end;
        if (duplicate && inside && segment.everRetransmitted && m_undoMarker &&
            segment.end > *m_undoMarker)
        {
            --m_undoRetrans;
        }
        if (segment.end <= m_sndUna)
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
            walk.lostRetransmission = std::max(walk.lostRetransmission, block.end);
        }
        if (inside)
        {
            TagSegment(segment, position, duplicate, walk, flags);
        }
    }
}

void
TcpLinux24Sender::TagSegment(TcpLinux24Segment& segment,
                             uint32_t position,
                             bool duplicate,
                             SackWalk& walk,
                             AckFlags& flags)
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
            m_retransOut -= segment.retransmitted;
            segment.retransmitted = false;
            segment.lost = false;
            --m_lostOut;
        }
        segment.sacked = true;
        ++m_sackedOut;
        flags.newlySacked = true;
        m_facketsOut = std::max(m_facketsOut, position);
    }
    else if (duplicate && segment.everRetransmitted)
    {
        walk.reordering = std::min(walk.reordering, position);
    }
    if (duplicate && segment.retransmitted)
    {
        segment.retransmitted = false;
        --m_retransOut;
    }
}

void
TcpLinux24Sender::FindLostRetransmissions(TcpOffset highest, AckFlags& flags)
{
    for (size_t i = 0; i < m_packetsOut && m_queue[i].start <= highest; ++i)
    {
        TcpLinux24Segment& segment = m_queue[i];
        const TcpOffset margin = m_fack ? 0 : static_cast<TcpOffset>(m_reordering) * m_mss;
        if (segment.end <= m_sndUna || !segment.retransmitted || highest <= segment.ackSeq ||
            highest < segment.ackSeq + margin)
        {
            continue;
        }
        segment.retransmitted = false;
        --m_retransOut;
        if (!segment.lost && !segment.sacked)
        {
            segment.lost = true;
            ++m_lostOut;
            flags.newlySacked = true;
        }
    }
}

void
TcpLinux24Sender::UpdateReordering(uint32_t metric)
{
    if (metric > m_reordering)
    {
        m_reordering = std::min(MAX_REORDERING, metric);
        m_fack = false;
    }
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux-write-queue.h"

namespace ns3
{

TcpLinuxWriteQueue::TcpLinuxWriteQueue(uint32_t segmentOverhead)
    : m_overhead(segmentOverhead)
{
}

// tcp_create_openreq_child: the SYN-ACK took position -1, and its ACK is the one that made the
// connection.
void
TcpLinuxWriteQueue::SkipSyn()
{
    m_una = m_next = 0;
}

void
TcpLinuxWriteQueue::Acknowledge(TcpOffset una)
{
    m_una = una;
}

// Position -1 is the SYN's, so that data begins at 0. It waits in the queue like data
// (tcp_connect).
void
TcpLinuxWriteQueue::PushSyn(TcpTick now)
{
    m_segments.push_front({.start = -1, .end = 0, .when = now, .syn = true});
    m_memory += m_overhead;
}

void
TcpLinuxWriteQueue::BeginSegment()
{
    m_segments.push_back({.start = m_writeEnd, .end = m_writeEnd});
    m_memory += m_overhead;
}

void
TcpLinuxWriteQueue::ExtendTail(uint32_t bytes)
{
    m_segments.back().end += bytes;
    m_writeEnd += bytes;
    m_memory += bytes;
}

// The FIN takes a position and no memory of its own.
void
TcpLinuxWriteQueue::AddFin()
{
    m_segments.back().fin = true;
    ++m_segments.back().end;
}

// update_send_head: snd_nxt moves with the segment, never back.
void
TcpLinuxWriteQueue::MarkSent()
{
    m_next = m_segments[m_sent].end;
    ++m_sent;
}

TcpLinux24Segment
TcpLinuxWriteQueue::RemoveHead()
{
    const TcpLinux24Segment head = m_segments.front();
    m_memory -= m_overhead + head.GetDataLength();
    m_segments.pop_front();
    --m_sent;
    return head;
}

// tcp_fragment. What was SACKed or is under way is the first part, which the peer or the network
// has; the memory of what was lost, and of ever having been sent again, is that of both.
void
TcpLinuxWriteQueue::Split(size_t index, uint32_t bytes)
{
    TcpLinux24Segment rest = m_segments[index];
    rest.start += bytes;
    rest.syn = rest.sacked = rest.retransmitted = false;
    TcpLinux24Segment& first = m_segments[index];
    first.end = first.start + bytes;
    first.fin = first.push = false;
    m_memory += m_overhead;
    m_sent += index < m_sent;
    m_segments.insert(m_segments.begin() + static_cast<std::ptrdiff_t>(index) + 1, rest);
}

// tcp_retrans_try_collapse: the first segment takes over what the second one carries and remembers.
void
TcpLinuxWriteQueue::Merge(size_t index)
{
    TcpLinux24Segment& first = m_segments[index];
    const TcpLinux24Segment& next = m_segments[index + 1];
    first.end = next.end;
    first.fin = next.fin;
    first.push |= next.push;
    first.everRetransmitted |= next.everRetransmitted;
    m_memory -= m_overhead;
    m_segments.erase(m_segments.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    --m_sent;
}

// A segment whose beginning was acknowledged is shortened (tcp_trim_head of 2.6.8).
void
TcpLinuxWriteQueue::TrimAcknowledged(size_t index)
{
    TcpLinux24Segment& segment = m_segments[index];
    m_memory -= static_cast<uint32_t>(m_una - segment.start);
    segment.start = m_una;
}

} // namespace ns3

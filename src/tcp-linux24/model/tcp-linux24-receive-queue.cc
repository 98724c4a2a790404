// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-receive-queue.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/// PAGE_SIZE: memory of a segment that tcp_collapse makes, bytes.
constexpr uint32_t PAGE_BYTES = 4096;

/// @param queue segments
/// @return their memory, bytes
template <typename Queue>
uint32_t
GetSum(const Queue& queue)
{
    return std::accumulate(queue.begin(), queue.end(), 0U, [](uint32_t sum, const auto& segment) {
        return sum + segment.memory;
    });
}

} // namespace

TcpLinux24ReceiveQueue::TcpLinux24ReceiveQueue(uint32_t segmentOverhead)
    : m_overhead(segmentOverhead)
{
}

// What was there already is cut off; a lone FIN takes no memory.
void
TcpLinux24ReceiveQueue::Append(const TcpLinux24StoredSegment& segment, TcpOffset rcvNxt)
{
    const TcpOffset dataEnd = segment.end - (segment.fin ? 1 : 0);
    if (dataEnd > rcvNxt)
    {
        m_inOrder.push_back({rcvNxt, dataEnd, segment.memory, false});
        m_inOrderMemory += segment.memory;
    }
}

// tcp_data_queue, "insert this segment": it replaces what it covers, and what came twice is
// reported by D-SACK.
bool
TcpLinux24ReceiveQueue::Insert(const TcpLinux24StoredSegment& segment, TcpLinux24SackBlocks& sacks)
{
    auto next = std::upper_bound(
        m_outOfOrder.begin(),
        m_outOfOrder.end(),
        segment.start,
        [](TcpOffset start, const TcpLinux24StoredSegment& other) { return start < other.start; });
    if (next != m_outOfOrder.begin() && std::prev(next)->end > segment.start)
    {
        const auto previous = std::prev(next);
        // Wholly inside what is there: nothing new.
        if (segment.end <= previous->end)
        {
            sacks.SetDuplicate({segment.start, segment.end});
            return false;
        }
        if (segment.start > previous->start)
        {
            sacks.SetDuplicate({segment.start, previous->end});
        }
        else
        {
            next = previous; // starts alike and reaches further: replaces it below
        }
    }
    // Those that it covers wholly go, for a kernel keeps no byte twice in this queue.
    auto covered = next;
    for (; covered != m_outOfOrder.end() && covered->end <= segment.end; ++covered)
    {
        sacks.ExtendDuplicate({covered->start, covered->end});
        m_outOfOrderMemory -= covered->memory;
    }
    // One that it covers in part stays; its beginning is what came twice.
    if (covered != m_outOfOrder.end() && covered->start < segment.end)
    {
        sacks.ExtendDuplicate({covered->start, segment.end});
    }
    m_outOfOrder.insert(m_outOfOrder.erase(next, covered), segment);
    m_outOfOrderMemory += segment.memory;
    return true;
}

// A hole is filled: what follows it without a further hole is in order now (tcp_ofo_queue).
TcpOffset
TcpLinux24ReceiveQueue::Drain(TcpOffset rcvNxt, TcpLinux24SackBlocks& sacks)
{
    TcpOffset overlap = rcvNxt;
    while (!m_finReached && !m_outOfOrder.empty() && m_outOfOrder.front().start <= rcvNxt)
    {
        const TcpLinux24StoredSegment segment = m_outOfOrder.front();
        m_outOfOrder.pop_front();
        m_outOfOrderMemory -= segment.memory;
        if (segment.start < overlap)
        {
            // One block for all that came twice: it reaches to the end of the overlap.
            sacks.ExtendDuplicate({segment.start, overlap});
            overlap = std::min(overlap, segment.end);
        }
        // Else all of it has come in the meantime, with a longer segment.
        if (segment.end > rcvNxt)
        {
            Append(segment, rcvNxt);
            rcvNxt = segment.end;
            m_finReached |= segment.fin;
        }
    }
    return rcvNxt;
}

void
TcpLinux24ReceiveQueue::Purge()
{
    m_outOfOrder.clear();
    m_outOfOrderMemory = 0;
}

// tcp_recvmsg frees a segment when it is read to its end, and not a part of it before.
void
TcpLinux24ReceiveQueue::Release(TcpOffset end)
{
    while (!m_inOrder.empty() && m_inOrder.front().end <= end)
    {
        m_inOrderMemory -= m_inOrder.front().memory;
        m_inOrder.pop_front();
    }
}

// tcp_collapse for neighbors without a hole between them.
void
TcpLinux24ReceiveQueue::CollapseRun(Queue& queue, size_t first, size_t last) const
{
    TcpOffset start = queue[first].start;
    const TcpOffset end = queue[last - 1].end;
    const TcpOffset page = PAGE_BYTES - m_overhead;
    size_t kept = first;
    // The last entry takes what is left: segments longer than a page cannot be copied together.
    for (; start < end && kept < last; ++kept)
    {
        const TcpOffset pageEnd = kept + 1 == last ? end : std::min(start + page, end);
        const auto memory = static_cast<uint32_t>(pageEnd - start) + m_overhead;
        queue[kept] = {start, pageEnd, memory, false};
        start = pageEnd;
    }
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(kept),
                queue.begin() + static_cast<std::ptrdiff_t>(last));
}

// tcp_collapse_ofo_queue: a run begins at a segment whose overhead is more than a third of its
// data.
void
TcpLinux24ReceiveQueue::CollapseQueue(Queue& queue) const
{
    for (size_t first = 0; first < queue.size(); ++first)
    {
        const TcpLinux24StoredSegment& head = queue[first];
        const bool isWasteful = head.memory - head.memory / 4 > head.end - head.start;
        if (!isWasteful || head.fin)
        {
            continue;
        }
        size_t last = first + 1;
        while (last < queue.size() && !queue[last].fin && queue[last].start <= queue[last - 1].end)
        {
            ++last;
        }
        CollapseRun(queue, first, last);
    }
}

// tcp_prune_queue: first what waits behind holes, then what the application has not read.
void
TcpLinux24ReceiveQueue::Collapse()
{
    CollapseQueue(m_outOfOrder);
    CollapseQueue(m_inOrder);
    m_outOfOrderMemory = GetSum(m_outOfOrder);
    m_inOrderMemory = GetSum(m_inOrder);
}

bool
TcpLinux24ReceiveQueue::HasHoles() const
{
    return !m_outOfOrder.empty();
}

bool
TcpLinux24ReceiveQueue::IsFinReached() const
{
    return m_finReached;
}

uint32_t
TcpLinux24ReceiveQueue::GetMemory() const
{
    return m_inOrderMemory + m_outOfOrderMemory;
}

uint32_t
TcpLinux24ReceiveQueue::GetInOrderMemory() const
{
    return m_inOrderMemory;
}

uint32_t
TcpLinux24ReceiveQueue::GetOutOfOrderBytes() const
{
    return std::accumulate(m_outOfOrder.begin(),
                           m_outOfOrder.end(),
                           0U,
                           [](uint32_t sum, const TcpLinux24StoredSegment& segment) {
                               return sum + static_cast<uint32_t>(segment.end - segment.start);
                           });
}

} // namespace ns3

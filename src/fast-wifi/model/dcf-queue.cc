// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-queue.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
DcfQueue::Push(const DcfQueueItem& item)
{
    m_items.push_back(item);
}

std::size_t
DcfQueue::GetLength(MediumTime now) const
{
    return m_items.size() + (IsReleasing(now) ? 1 : 0);
}

MediumTime
DcfQueue::GetReleaseTime() const
{
    return m_releaseAt;
}

bool
DcfQueue::IsReleasing(MediumTime now) const
{
    return now < m_releaseAt;
}

std::optional<DcfQueueItem>
DcfQueue::Note(const MediumAttempt& attempt, MediumTime now)
{
    DcfQueueItem& item = m_items.front();
    const bool hasFailed = !attempt.IsAnswered();
    // The receiver knows a repeated frame by its sequence number, and acknowledges it again
    // (IEEE 802.11-2007, 9.2.9).
    item.isDelivered = item.isDelivered || attempt.delivered;
    item.retries += !attempt.IsFinal();
    item.payload.isRetry = item.payload.isRetry || (attempt.IsOnAir() && hasFailed);
    if (!attempt.IsFinal())
    {
        return std::nullopt;
    }
    // An attempt that is computed late has completed in the past.
    m_releaseAt = std::max(attempt.completion, now);
    return Pop();
}

DcfQueueItem
DcfQueue::Pop()
{
    DcfQueueItem item = std::move(m_items.front());
    m_items.pop_front();
    return item;
}

} // namespace ns3

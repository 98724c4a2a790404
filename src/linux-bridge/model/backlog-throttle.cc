// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "backlog-throttle.h"

namespace ns3
{

const char*
GetReceiveBacklogDropReasonName(ReceiveBacklogDropReason reason)
{
    return reason == ReceiveBacklogDropReason::BACKLOG_FULL ? "BACKLOG_FULL" : "THROTTLED";
}

BacklogThrottle::BacklogThrottle(uint32_t limit, bool throttles)
    : m_limit(limit),
      m_throttles(throttles)
{
}

void
BacklogThrottle::SetLimit(uint32_t limit)
{
    m_limit = limit;
}

uint32_t
BacklogThrottle::GetLimit() const
{
    return m_limit;
}

void
BacklogThrottle::SetThrottles(bool throttles)
{
    m_throttles = throttles;
}

bool
BacklogThrottle::GetThrottles() const
{
    return m_throttles;
}

std::optional<ReceiveBacklogDropReason>
BacklogThrottle::Offer(uint32_t waiting)
{
    // netif_rx(): the comparison is "<=", so that one packet more than the limit can wait.
    if (waiting > m_limit)
    {
        m_isThrottled = m_throttles;
        return ReceiveBacklogDropReason::BACKLOG_FULL;
    }
    // netif_rx() clears queue->throttle when it finds the queue empty.
    m_isThrottled = m_isThrottled && m_throttles && waiting > 0;
    if (m_isThrottled)
    {
        return ReceiveBacklogDropReason::THROTTLED;
    }
    return {};
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "probe-schedule.h"

#include <algorithm>

namespace ns3
{

bool
ProbeSchedule::IsDue(std::size_t rate, uint32_t frame) const
{
    // Differences, as the number of a frame begins anew some day.
    const Entry& entry = m_entries[rate];
    return frame - m_last >= m_least && frame - entry.last >= entry.interval;
}

void
ProbeSchedule::Note(std::size_t rate, uint32_t frame, bool isDelivered, const Interval& interval)
{
    m_entries[rate].last = frame;
    m_last = frame;
    m_least = interval.least;
    if (isDelivered)
    {
        m_entries[rate].interval = interval.least;
        return;
    }
    for (std::size_t i = rate; i < MAX_NON_HT_RATES; ++i)
    {
        const uint32_t doubled = std::max(2 * m_entries[i].interval, interval.least);
        m_entries[i].interval = std::min(doubled, interval.most);
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "probe-schedule.h"

#include <algorithm>
#include <cmath>

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
ProbeSchedule::Note(std::size_t rate,
                    uint32_t frame,
                    bool isDelivered,
                    double collisions,
                    const Interval& interval)
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
        const double longer = (2 - collisions) * m_entries[i].interval;
        m_entries[i].interval =
            std::clamp(static_cast<uint32_t>(std::lround(longer)), interval.least, interval.most);
    }
}

} // namespace ns3

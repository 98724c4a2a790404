// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "probe-schedule.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

bool
ProbeSchedule::IsDue(std::size_t rate, std::size_t best, uint32_t frame) const
{
    const Entry& entry = m_entries[rate];
    uint64_t interval = entry.interval;
    // A rate that was never probed says nothing about those above it.
    for (std::size_t between = best + 1; between < rate && interval < m_bounds.most; ++between)
    {
        if (m_entries[between].interval > 0)
        {
            interval = interval * m_entries[between].interval / m_bounds.least;
        }
    }
    interval = std::min<uint64_t>(interval, m_bounds.most);
    // Differences of unsigned numbers stay right when the count of frames wraps.
    return frame - m_last >= m_bounds.least && frame - entry.last >= interval;
}

// A rate that fails is probed half as often each time, up to a bound: a probe costs an attempt that
// is likely to be lost.
void
ProbeSchedule::Note(std::size_t rate,
                    uint32_t frame,
                    bool isDelivered,
                    double collisions,
                    const Interval& interval)
{
    m_last = frame;
    m_bounds = interval;
    Entry& entry = m_entries[rate];
    entry.last = frame;
    // A failure doubles the interval if it was no collision and leaves it as it is if it was one.
    const double longer = isDelivered ? 0 : (2 - collisions) * entry.interval;
    entry.interval =
        std::clamp(static_cast<uint32_t>(std::lround(longer)), interval.least, interval.most);
}

} // namespace ns3

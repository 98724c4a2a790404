// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-arrivals.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
MediumArrivals::Add(const MediumArrival& arrival)
{
    m_onAir.push_back(arrival);
}

const MediumArrival*
MediumArrivals::GetNext() const
{
    const auto next = std::ranges::min_element(m_onAir, {}, &MediumArrival::end);
    return next == m_onAir.end() ? nullptr : &*next;
}

/// All at once, as a frame to a group ends at each station.
MediumArrivals::Numbers
MediumArrivals::End(MediumTime now)
{
    const auto ended =
        std::stable_partition(m_onAir.begin(), m_onAir.end(), [now](const MediumArrival& arrival) {
            return arrival.end > now;
        });
    const uint64_t first = m_lastDue + 1;
    for (auto arrival = ended; arrival != m_onAir.end(); ++arrival)
    {
        m_due.emplace_hint(m_due.end(), ++m_lastDue, std::move(*arrival));
    }
    m_onAir.erase(ended, m_onAir.end());
    return {first, m_lastDue};
}

std::optional<MediumStation>
MediumArrivals::FindStation(uint64_t number) const
{
    const auto entry = m_due.find(number);
    return entry == m_due.end() ? std::nullopt : std::optional(entry->second.station);
}

std::optional<MediumArrival>
MediumArrivals::Take(uint64_t number)
{
    const auto entry = m_due.extract(number);
    return entry.empty() ? std::nullopt : std::optional(std::move(entry.mapped()));
}

std::vector<MediumArrival>
MediumArrivals::Remove(MediumStation station)
{
    std::vector<MediumArrival> removed;
    std::erase_if(m_onAir, [station, &removed](const MediumArrival& arrival) {
        if (arrival.station == station)
        {
            removed.push_back(arrival);
        }
        return arrival.station == station;
    });
    std::erase_if(m_due, [station, &removed](const auto& entry) {
        if (entry.second.station == station)
        {
            removed.push_back(entry.second);
        }
        return entry.second.station == station;
    });
    return removed;
}

void
MediumArrivals::Clear()
{
    m_onAir.clear();
    m_due.clear();
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-addresses.h"

namespace ns3
{

void
MediumAddresses::Set(MediumStation station, Mac48Address address)
{
    std::erase_if(m_stations, [this, station, address](const auto& entry) {
        if (entry.second == station && entry.first != address)
        {
            m_former[entry.first] = station;
        }
        return entry.second == station;
    });
    m_former.erase(address);
    // A device that has not been given an address yet is found by nobody.
    if (address != Mac48Address())
    {
        m_stations[address] = station;
    }
}

void
MediumAddresses::Remove(MediumStation station)
{
    std::erase_if(m_stations, [station](const auto& entry) { return entry.second == station; });
}

void
MediumAddresses::Clear()
{
    m_stations.clear();
    m_former.clear();
}

MediumStation
MediumAddresses::Find(Mac48Address address) const
{
    const auto entry = m_stations.find(address);
    return entry == m_stations.end() ? MEDIUM_NOBODY : entry->second;
}

bool
MediumAddresses::IsFormer(Mac48Address address, MediumStation station) const
{
    const auto entry = m_former.find(address);
    return entry != m_former.end() && entry->second == station;
}

} // namespace ns3

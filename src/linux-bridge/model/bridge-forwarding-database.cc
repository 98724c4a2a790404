// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bridge-forwarding-database.h"

namespace ns3
{

void
BridgeForwardingDatabase::SetAgeingTime(Duration age)
{
    m_ageingTime = age;
}

void
BridgeForwardingDatabase::SetMaxLearned(std::size_t entries)
{
    m_maxLearned = entries;
}

// fdb_add_local() of br_fdb.c: a local address replaces what was learned about it.
void
BridgeForwardingDatabase::SetLocal(const std::vector<Address>& addresses)
{
    m_local.clear();
    for (const Address address : addresses)
    {
        m_local.insert(address);
        m_entries.erase(address);
    }
}

bool
BridgeForwardingDatabase::IsLocal(Address address) const
{
    return m_local.contains(address);
}

BridgeForwardingDatabase::LearnResult
BridgeForwardingDatabase::Learn(Address source, Port port, Duration now)
{
    if (const auto entry = m_entries.find(source); entry != m_entries.end())
    {
        return Refresh(entry, port, now);
    }
    if (IsLocal(source))
    {
        return LearnResult::LOCAL;
    }
    // Aged entries make room before a new one is refused.
    RemoveAged(now);
    if (m_maxLearned > 0 && m_entries.size() >= m_maxLearned)
    {
        return LearnResult::FULL;
    }
    m_entries.get<1>().push_back({source, port, now});
    return LearnResult::ADDED;
}

BridgeForwardingDatabase::LearnResult
BridgeForwardingDatabase::Refresh(Entries::const_iterator entry, Port port, Duration now)
{
    auto result = LearnResult::REFRESHED;
    // An entry that has aged but is still there counts as gone.
    if (HasAged(*entry, now))
    {
        result = LearnResult::ADDED;
    }
    else if (entry->port != port)
    {
        result = LearnResult::MOVED;
    }
    entry->port = port;
    // Frames of the same instant leave the order by age as it is.
    if (entry->updated != now)
    {
        entry->updated = now;
        auto& byAge = m_entries.get<1>();
        byAge.relocate(byAge.end(), m_entries.project<1>(entry));
    }
    return result;
}

std::optional<BridgeForwardingDatabase::Port>
BridgeForwardingDatabase::Find(Address destination, Duration now) const
{
    const auto entry = m_entries.find(destination);
    if (entry == m_entries.end() || HasAged(*entry, now))
    {
        return std::nullopt;
    }
    return entry->port;
}

void
BridgeForwardingDatabase::Flush(Port port)
{
    m_entries.get<1>().remove_if([port](const Entry& entry) { return entry.port == port; });
}

std::size_t
BridgeForwardingDatabase::GetNLearned(Duration now)
{
    RemoveAged(now);
    return m_entries.size();
}

// has_expired() of br_fdb.c.
bool
BridgeForwardingDatabase::HasAged(const Entry& entry, Duration now) const
{
    return entry.updated + m_ageingTime <= now;
}

void
BridgeForwardingDatabase::RemoveAged(Duration now)
{
    auto& byAge = m_entries.get<1>();
    while (!byAge.empty() && HasAged(byAge.front(), now))
    {
        byAge.pop_front();
    }
}

} // namespace ns3

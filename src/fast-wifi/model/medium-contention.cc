// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-contention.h"

#include <algorithm>
#include <utility>

namespace ns3
{

MediumContention::MediumContention(const MediumTiming& timing)
    : m_slot(timing.slot),
      m_senseTime(timing.senseTime)
{
}

MediumFunction
MediumContention::Add(MediumStation station, const MediumRules& rules)
{
    Function& function = m_functions.emplace_back();
    function.station = station;
    function.backoff.SetRules(rules);
    return m_functions.GetLast();
}

void
MediumContention::Activate(MediumFunction id)
{
    if (!m_functions[id].active)
    {
        m_active.push_back(id);
        m_functions[id].active = true;
    }
}

void
MediumContention::RemoveStation(MediumStation station)
{
    // Nobody would answer if the engine asked for a frame or a number of slots of these.
    std::erase_if(m_active, [this, station](MediumFunction id) {
        return m_functions[id].station == station;
    });
    for (Function& function : m_functions)
    {
        if (function.station == station)
        {
            function.pending = false;
            function.active = false;
        }
    }
    FindNext();
}

/// All ends of backoffs move with a busy period, so that nothing can be kept of the last search.
void
MediumContention::FindNext()
{
    m_nextBegin = MEDIUM_NEVER;
    for (const MediumFunction id : m_active)
    {
        Consider(id);
    }
}

/// Of two that begin together the number decides, so that the result depends on no order.
void
MediumContention::Consider(MediumFunction id)
{
    const Function& function = m_functions[id];
    if (!function.pending)
    {
        return;
    }
    const MediumTime expiry = GetExpiry(function);
    if (expiry < m_nextBegin || (expiry == m_nextBegin && id < m_next))
    {
        m_nextBegin = expiry;
        m_next = id;
    }
}

bool
MediumContention::HasBegun(MediumStation station, MediumTime now) const
{
    return m_nextBegin <= now &&
           std::any_of(m_active.begin(), m_active.end(), [&](MediumFunction id) {
               const Function& function = m_functions[id];
               return function.station == station && BeginsNext(function) &&
                      GetExpiry(function) <= now;
           });
}

/// The loser of an internal collision takes it for a failed attempt (IEEE 802.11-2007, 9.9.1.3),
/// and gives its frame up at the start of the exchange, not at its end.
bool
MediumContention::GivesUpWithin() const
{
    return std::any_of(m_active.begin(), m_active.end(), [this](MediumFunction loser) {
        const Function& function = m_functions[loser];
        return BeginsNext(function) && function.backoff.IsLastAttempt() &&
               std::any_of(m_active.begin(), m_active.end(), [&](MediumFunction winner) {
                   const Function& other = m_functions[winner];
                   return winner < loser && other.station == function.station && other.pending &&
                          GetExpiry(other) == GetExpiry(function);
               });
    });
}

bool
MediumContention::GivesUpByDeference() const
{
    return std::any_of(m_active.begin(), m_active.end(), [this](MediumFunction id) {
        const Function& function = m_functions[id];
        return function.pending && function.backoff.FailsByDeference(m_nextBegin) &&
               function.backoff.IsLastAttempt() && !BeginsNext(function);
    });
}

const std::vector<MediumContention::Begin>&
MediumContention::Collect()
{
    m_begins.clear();
    VisitNext([this](MediumFunction id, const Function& function) {
        AddBegin({id, GetExpiry(function)});
    });
    // The order must not depend on that of m_active, which is an accident.
    std::sort(m_begins.begin(), m_begins.end(), [](const Begin& a, const Begin& b) {
        return std::pair(a.at, a.function) < std::pair(b.at, b.function);
    });
    return m_begins;
}

/// An earlier one replaces later ones of its station, which sends when their backoffs would end.
void
MediumContention::AddBegin(const Begin& begin)
{
    const MediumStation station = m_functions[begin.function].station;
    const auto isSibling = [this, station](const Begin& other) {
        return m_functions[other.function].station == station;
    };
    const auto sibling = std::find_if(m_begins.begin(), m_begins.end(), isSibling);
    if (sibling != m_begins.end())
    {
        if (begin.at > sibling->at)
        {
            return;
        }
        if (begin.at < sibling->at)
        {
            std::erase_if(m_begins, isSibling);
        }
    }
    m_begins.push_back(begin);
}

} // namespace ns3

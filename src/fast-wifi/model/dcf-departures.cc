// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-departures.h"

#include <utility>

namespace ns3
{

bool
DcfDeparture::IsDrop() const
{
    return MediumAttempt::IsGivenUp(result);
}

uint64_t
DcfDepartures::Add(const DcfDeparture& departure)
{
    m_nDrops += departure.IsDrop();
    m_departures.emplace(++m_last, departure);
    return m_last;
}

std::optional<DcfDeparture>
DcfDepartures::Take(uint64_t number)
{
    auto node = m_departures.extract(number);
    if (node.empty())
    {
        return std::nullopt;
    }
    m_nDrops -= node.mapped().IsDrop();
    return std::move(node.mapped());
}

std::optional<DcfDeparture>
DcfDepartures::TakeFirst()
{
    return m_departures.empty() ? std::nullopt : Take(m_departures.begin()->first);
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "weighted-round-robin.h"

#include <algorithm>

namespace ns3
{

// Credits that were given stay, so that a change of the weights in the middle of a turn neither
// gives nor takes any.
void
WeightedRoundRobin::SetTurnCredits(const Costs& credits, const Costs& guests)
{
    m_turnCredits = credits;
    m_turnGuests = guests;
    for (std::size_t i = 0; i < QUEUES; ++i)
    {
        // No later guest would pay the debt of the last one.
        if (guests[i] == 0)
        {
            m_credits[i] += std::min<int64_t>(m_guests[i], 0);
            m_guests[i] = 0;
        }
    }
}

std::size_t
WeightedRoundRobin::Select(const Costs& first)
{
    if (first == Costs{})
    {
        return NONE;
    }
    // The loop ends: some queue has a packet, and each of its turns raises its credit by at
    // least 1.
    while (first[m_current] == 0 || first[m_current] > m_credits[m_current])
    {
        // Credit that an empty queue could save would later delay the other queue by a burst.
        if (first[m_current] == 0)
        {
            m_credits[m_current] = std::min<int64_t>(m_credits[m_current], 0);
        }
        m_current = (m_current + 1) % QUEUES;
        m_credits[m_current] += m_turnCredits[m_current];
        m_guests[m_current] =
            std::min(m_guests[m_current] + m_turnGuests[m_current], MAX_GUEST_CREDIT);
    }
    return m_current;
}

// A cost beyond the credit leaves a debt, as in surplus round robin (Adiseshu, Parulkar and
// Varghese, 1996): the cost of some packets is known only once they are sent.
void
WeightedRoundRobin::Serve(uint32_t cost, bool isGuest)
{
    auto& credits = isGuest && m_guests[m_current] > 0 ? m_guests : m_credits;
    credits[m_current] -= cost;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "busy-slot-average.h"

#include <algorithm>

namespace ns3
{

void
BusySlotAverage::NoteIdle(uint32_t slots, bool isEndedByOthers)
{
    // Both numbers decay alike, so that their quotient is a weighted mean over idle periods.
    constexpr double KEPT = 1 - 1 / MEMORY;
    const double busy = isEndedByOthers ? 1 : 0;
    m_slots = m_slots * KEPT + slots + busy;
    m_busy = m_busy * KEPT + busy;
}

// An attempt that begins in a slot collides if others begin in the same one, so the share of busy
// slots is the probability of a collision (Bianchi and Tinnirello, 2003, section II). The bound
// keeps a run of busy slots from looking like certainty.
double
BusySlotAverage::Get() const
{
    return m_slots == 0 ? 0 : std::min(m_busy / m_slots, MOST);
}

} // namespace ns3

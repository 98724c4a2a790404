// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "slot-histogram.h"

namespace ns3
{

SlotHistogram::SlotHistogram(int64_t difs, int64_t slot)
    : m_difs(difs),
      m_slot(slot)
{
}

void
SlotHistogram::Begin(int64_t time)
{
    // Two frames in one slot collide and are both counted; a frame that begins while another has
    // long been on the air has not followed the contention.
    if (m_onAir++ == 0)
    {
        m_first = time;
    }
    // Stations hear the acknowledgment's end at slightly different times, by their distance. Half
    // a slot tells neighboring slots apart.
    const int64_t tolerance = m_slot / 2;
    // A MAC's acknowledgment that answers after SIFS begins before DIFS has passed.
    if (!m_since || time - m_first > tolerance || time < *m_since + m_difs - tolerance)
    {
        return;
    }
    const auto slot = static_cast<std::size_t>((time - *m_since - m_difs + tolerance) / m_slot);
    if (slot >= m_counts.size())
    {
        m_counts.resize(slot + 1);
    }
    ++m_counts[slot];
    ++m_total;
}

void
SlotHistogram::End(int64_t time, bool isAck)
{
    --m_onAir;
    // After a frame that is not acknowledged, its sender waits for the timeout of the
    // acknowledgment and the others for EIFS (IEEE 802.11-1999, 9.2.3.4), so that their slots
    // differ.
    m_since.reset();
    if (isAck && m_onAir == 0)
    {
        m_since = time;
    }
}

void
SlotHistogram::Clear()
{
    // What is on the air and since when the medium is free stays known.
    m_counts.clear();
    m_total = 0;
}

uint64_t
SlotHistogram::GetCount(std::size_t slot) const
{
    return slot < m_counts.size() ? m_counts[slot] : 0;
}

uint64_t
SlotHistogram::GetTotal() const
{
    return m_total;
}

double
SlotHistogram::GetShare(std::size_t slot) const
{
    return m_total == 0 ? 0 : static_cast<double>(GetCount(slot)) / static_cast<double>(m_total);
}

} // namespace ns3

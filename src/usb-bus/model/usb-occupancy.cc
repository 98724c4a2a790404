// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-occupancy.h"

namespace ns3
{

// The area under the number of items is summed up at each change, so that the means cost nothing
// between changes.
void
UsbOccupancy::Set(uint32_t number, Time now)
{
    if (number == m_number)
    {
        return;
    }
    const Time span = now - m_since;
    m_area += static_cast<int64_t>(m_number) * span;
    if (m_number == 0)
    {
        m_empty += span;
    }
    m_number = number;
    m_since = now;
}

void
UsbOccupancy::Restart(Time now)
{
    m_start = now;
    m_since = now;
    m_area = Time(0);
    m_empty = Time(0);
}

double
UsbOccupancy::GetMean(Time now) const
{
    const double span = (now - m_start).GetSeconds();
    const Time area = m_area + static_cast<int64_t>(m_number) * (now - m_since);
    return span > 0 ? area.GetSeconds() / span : 0;
}

double
UsbOccupancy::GetEmptyFraction(Time now) const
{
    const double span = (now - m_start).GetSeconds();
    const Time empty = m_empty + (m_number == 0 ? now - m_since : Time(0));
    return span > 0 ? empty.GetSeconds() / span : 0;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_OCCUPANCY_H
#define USB_OCCUPANCY_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * How full a store was, weighted with time: the means that show where packets wait.
 * Mean and share are those since Restart(), at first since simulation time 0. Times must not go
 * back. Each call costs constant time.
 */
class UsbOccupancy
{
  public:
    /**
     * @param number items from now on; nothing happens if it stays the same
     * @param now the present
     */
    void Set(uint32_t number, Time now);
    /// Forget the past, keep the number.
    /// @param now the present
    void Restart(Time now);
    /// @param now the present
    /// @return mean number of items since the start, 0 if no time has passed
    double GetMean(Time now) const;
    /// @param now the present
    /// @return part of the time since the start with no item, 0..1
    double GetEmptyFraction(Time now) const;

  private:
    uint32_t m_number{0}; ///< items
    Time m_start{0};      ///< of the observation
    Time m_since{0};      ///< last change
    Time m_area{0};       ///< sum of the times that the items stayed, up to m_since
    Time m_empty{0};      ///< time with no item up to m_since
};

} // namespace ns3

#endif // USB_OCCUPANCY_H

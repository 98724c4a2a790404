// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_BANDWIDTH_H
#define USB_BANDWIDTH_H

#include "usb-transfer.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Worst-case bus time of a periodic transaction as Linux computes it when it admits interrupt and
 * isochronous pipes (usb_calc_bus_time, after USB 1.1, 5.9.3, and USB 2.0, 5.11.3).
 *
 * @param request transfer; length is that of one packet
 * @param highSpeed whether the bus runs at 480 Mb/s
 * @return nanoseconds
 */
int64_t GetUsbBusTimeNs(const UsbTransferRequest& request, bool highSpeed = false);

/**
 * @ingroup usb-bus
 * Sum of admitted periodic bus time, held below a share of the frame (90 % at full speed).
 */
class UsbBandwidth
{
  public:
    /**
     * @param limitUs microseconds of a (micro)frame that periodic transfers may take together
     * @param highSpeed whether the bus runs at 480 Mb/s
     */
    explicit UsbBandwidth(uint32_t limitUs, bool highSpeed = false);

    /**
     * @param request a periodic transfer
     * @return true if it was admitted; Release() must then be called when it is over
     */
    bool Admit(const UsbTransferRequest& request);
    /// Give back what Admit() took.
    /// @param request the same transfer
    void Release(const UsbTransferRequest& request);
    /// @return microseconds of a frame taken, as if all periods met in one frame
    uint32_t GetAllocatedUs() const;

  private:
    /**
     * @param request a periodic transfer
     * @return bus time of one of its transactions by GetUsbBusTimeNs(), us, rounded to the nearest
     */
    uint32_t GetBusTimeUs(const UsbTransferRequest& request) const;

    uint32_t m_limitUs;        ///< see the constructor
    bool m_highSpeed;          ///< see the constructor
    uint32_t m_allocatedUs{0}; ///< see GetAllocatedUs
};

} // namespace ns3

#endif // USB_BANDWIDTH_H

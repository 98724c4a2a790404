// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_DUPLICATE_CACHE_H
#define USB_DUPLICATE_CACHE_H

#include "ns3/mac48-address.h"

#include <cstdint>
#include <map>
#include <utility>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Recognizes received frames without QoS that repeat an earlier one, as IEEE 802.11-1999, 9.2.9,
 * asks of a station.
 *
 * A sender that has missed the ACK sends the frame again, with the Retry bit and the same Sequence
 * Control field. The cache keeps this field of the last frame from each sender to each receiver.
 *
 * Frames to a group are not repeated, so they do not belong in the cache. ns-3's MacRxMiddle keeps
 * the number of the last frame of each sender, also that of a beacon. A beacon between two attempts
 * therefore hides that the second repeats the first.
 */
class UsbDuplicateCache
{
  public:
    /**
     * Compare with the last frame on the same way, and remember the frame instead.
     * @param receiver Address 1
     * @param sender Address 2
     * @param sequenceControl numbers of sequence and fragment
     * @param isRetry whether the frame has the Retry bit
     * @return whether it repeats the last frame
     */
    bool IsDuplicate(const Mac48Address& receiver,
                     const Mac48Address& sender,
                     uint16_t sequenceControl,
                     bool isRetry);

  private:
    /// Sequence Control field by receiver and sender.
    std::map<std::pair<Mac48Address, Mac48Address>, uint16_t> m_last;
};

} // namespace ns3

#endif // USB_DUPLICATE_CACHE_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_DUPLICATE_CACHE_H
#define USB_DUPLICATE_CACHE_H

#include "ns3/mac48-address.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Recognizes received frames that repeat an earlier one, as IEEE 802.11-1999, 9.2.9, asks of a
 * station.
 *
 * A sender that has missed the ACK sends the frame again, with the Retry bit and the same Sequence
 * Control field. The cache keeps this field of the last frame of each sender.
 *
 * Frames to a group are never sent again and do not belong in the cache. Otherwise a beacon between
 * two attempts hides that the second repeats the first. ns-3's MacRxMiddle, which counts all frames
 * but those of QoS data, has this fault (ns-3 3.44 to 3.48).
 */
class UsbDuplicateCache
{
  public:
    /**
     * Compare with the last frame of the sender, and remember the frame instead.
     * @param sender Address 2
     * @param sequenceControl numbers of sequence and fragment
     * @param isRetry whether the frame has the Retry bit
     * @return whether it repeats the last frame
     */
    bool IsDuplicate(const Mac48Address& sender, uint16_t sequenceControl, bool isRetry);

  private:
    std::map<Mac48Address, uint16_t> m_last; ///< Sequence Control field by sender
};

} // namespace ns3

#endif // USB_DUPLICATE_CACHE_H

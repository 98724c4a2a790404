// SPDX-License-Identifier: GPL-2.0-only

#ifndef FRAME_SENDER_H
#define FRAME_SENDER_H

#include "ns3/qos-utils.h"

/**
 * @file
 * @ingroup wifi-ext
 * ns3::FrameSender and ns3::FindFrameSender declarations.
 */

namespace ns3
{

class WifiMac;

/// @ingroup wifi-ext
/// Whose frame is sent.
struct FrameSender
{
    AcIndex category{AC_BE}; ///< access category; AC_BE without QoS
    bool isContending{true}; ///< false: a TXOP goes on, in which others do not begin to send

    bool operator==(const FrameSender&) const = default;
};

/**
 * @ingroup wifi-ext
 * Find the access category whose frame is about to be sent. ns-3 asks a WifiRemoteStationManager
 * for the rate of a frame without the category; this repeats the decision that
 * ChannelAccessManager has made in the same instant: the category of highest priority that has
 * requested access and whose backoff has ended. One with a TXOP limit is granted access before the
 * question, others are after it.
 *
 * @param mac of the device, which asks for a rate just now; the first link of it
 * @param last sender that was found before; the same one goes on with its TXOP after a failure in
 * it
 * @return the sender
 */
FrameSender FindFrameSender(const WifiMac& mac, const FrameSender& last);

} // namespace ns3

#endif // FRAME_SENDER_H

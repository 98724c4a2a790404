// SPDX-FileCopyrightText: 2026 The lasthop authors
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
/// The access category that sends a frame.
struct FrameSender
{
    AcIndex category{AC_BE}; ///< access category; AC_BE without QoS
    bool isContending{true}; ///< false: within a TXOP, in which no other station begins to send

    /// @return whether both have the same category, and contend or not
    bool operator==(const FrameSender&) const = default;
};

/**
 * @ingroup wifi-ext
 * Find the access category whose frame is about to be sent. When ns-3 requests a rate, it does not
 * pass the category of the frame to a WifiRemoteStationManager. This function repeats the decision
 * that ChannelAccessManager has made at the same instant: the category of highest priority that has
 * requested access and whose backoff has ended. A category with a TXOP limit is granted access
 * before ns-3 requests the rate, any other category afterwards.
 *
 * @param mac of the device that requests a rate; only its first link counts
 * @param last previous sender; it continues its TXOP after a failure within the TXOP
 * @return the sender
 */
FrameSender FindFrameSender(const WifiMac& mac, const FrameSender& last);

} // namespace ns3

#endif // FRAME_SENDER_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef HOST_WIRE_H
#define HOST_WIRE_H

#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

/**
 * @file
 * @ingroup wlan-testbed
 * The Ethernet between an access point and the wired host.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Connect an access point with a host.
 *
 * @param accessPoint one end
 * @param host the other
 * @param rate of the wire, above 0
 * @param delay of the wire, 0 or more
 * @return the devices at both ends, in this order
 * @throws std::invalid_argument if the user has set rate or delay of ns3::CsmaChannel
 */
NetDeviceContainer InstallHostWire(Ptr<Node> accessPoint,
                                   Ptr<Node> host,
                                   DataRate rate,
                                   Time delay);

} // namespace ns3

#endif // HOST_WIRE_H

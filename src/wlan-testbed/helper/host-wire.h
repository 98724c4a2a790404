// SPDX-License-Identifier: GPL-2.0-only

#ifndef HOST_WIRE_H
#define HOST_WIRE_H

#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <string>

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
 * @param rate of the wire, unless the user sets ns3::CsmaChannel::DataRate
 * @param delay of the wire, unless the user sets ns3::CsmaChannel::Delay
 * @return the devices at both ends, in this order
 * @throws std::invalid_argument if the user's rate is 0 or the user's delay below 0
 */
NetDeviceContainer InstallHostWire(Ptr<Node> accessPoint,
                                   Ptr<Node> host,
                                   const std::string& rate,
                                   Time delay);

} // namespace ns3

#endif // HOST_WIRE_H

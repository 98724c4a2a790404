// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef HOST_WIRE_H
#define HOST_WIRE_H

#include "ns3/data-rate.h"
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
 * @param rate of a testbed, as a text
 * @return it
 * @throws std::invalid_argument if it is none or is 0
 */
DataRate ParseWireRate(const std::string& rate);

/**
 * @ingroup wlan-testbed
 * Connect an access point with a host.
 *
 * @param accessPoint one end
 * @param host the other
 * @param rate of the wire, a testbed's ethernetRate, unless the user sets
 * ns3::CsmaChannel::DataRate
 * @param delay of the wire, a testbed's ethernetDelay, unless the user sets ns3::CsmaChannel::Delay
 * @return the devices at both ends, in this order
 * @throws std::invalid_argument with the value and what is accepted, if the user's rate is 0, or
 * a delay is below 0, be it the testbed's or the user's
 */
NetDeviceContainer InstallHostWire(Ptr<Node> accessPoint,
                                   Ptr<Node> host,
                                   DataRate rate,
                                   Time delay);

} // namespace ns3

#endif // HOST_WIRE_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef INFRASTRUCTURE_CELL_H
#define INFRASTRUCTURE_CELL_H

#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-standards.h"
#include "ns3/yans-wifi-helper.h"

#include <functional>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * What cells for rate adaptation have in common.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Install an access point and its stations, all with the same rate adaptation.
 * @param phy of all radios
 * @param standard of all radios
 * @param manager type of the rate adaptation
 * @param mode of ns3::ConstantRateWifiManager; empty for other managers
 * @param nodes the access point, then the stations
 * @return the radios in the order of the nodes
 */
NetDeviceContainer InstallInfrastructureCell(const YansWifiPhyHelper& phy,
                                             WifiStandard standard,
                                             const std::string& manager,
                                             const std::string& mode,
                                             const NodeContainer& nodes);

/**
 * @ingroup wlan-testbed
 * Call a function when the MAC is done with a data frame, acknowledged or given up. A packet that
 * is sent then keeps the queue from running empty and from overflowing.
 * @param radio that sends
 * @param end function that gets the receiver of the frame
 */
void CallAtDataEnd(Ptr<WifiNetDevice> radio, const std::function<void(Mac48Address)>& end);

} // namespace ns3

#endif // INFRASTRUCTURE_CELL_H

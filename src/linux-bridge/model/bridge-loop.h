// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BRIDGE_LOOP_H
#define BRIDGE_LOOP_H

#include "ns3/bridge-net-device.h"

namespace ns3
{

/**
 * @ingroup linux-bridge
 * Look for a loop: a second path between two ports of a bridge, over channels and any other
 * bridges. A path ends at a Wi-Fi channel, because access points do not hear each other's frames.
 *
 * @param port a port of the bridge, or a device that is about to become one
 * @param bridge the bridge
 * @return a port of the bridge to which the frames sent by @p port return; null if there is none
 */
Ptr<NetDevice> FindBridgeLoop(Ptr<NetDevice> port, Ptr<const BridgeNetDevice> bridge);

/**
 * @ingroup linux-bridge
 * @param device any device on a node
 * @param except a bridge that is passed over, or null
 * @return the bridge of which the device is a port; null if there is none
 */
Ptr<BridgeNetDevice> FindBridgeOfPort(Ptr<const NetDevice> device,
                                      const BridgeNetDevice* except = nullptr);

} // namespace ns3

#endif // BRIDGE_LOOP_H

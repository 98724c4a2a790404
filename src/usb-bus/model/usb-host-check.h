// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_HOST_CHECK_H
#define USB_HOST_CHECK_H

#include "ns3/net-device.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * Fatal if IP, a queue disc, a bridge or a mesh point uses a radio under a bus. The adapter takes
 * all that the radio receives, so that IP would never hear of it, no packet would enter the queue
 * disc, and frames of a bridge would pass the bus by. All but the mesh point belong on the
 * UsbNetDevice.
 * @param radio on its node
 */
void CheckRadioUnused(Ptr<NetDevice> radio);

/**
 * @ingroup usb-bus
 * Fatal if the routes of the node come from global routing or nix-vector routing. Both look for the
 * IP interfaces of neighbors on the devices of a channel, which are the radios and have none. A
 * host with one interface is no fault for global routing: its neighbors find its network.
 * @param driver of a radio on a bus, on its node
 */
void CheckRouting(Ptr<NetDevice> driver);

} // namespace ns3

#endif // USB_HOST_CHECK_H

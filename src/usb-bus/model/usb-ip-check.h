// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_IP_CHECK_H
#define USB_IP_CHECK_H

#include "ns3/net-device.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * Fatal if IP uses a radio under a bus: the adapter takes all that the radio receives, so that IP
 * would never hear of it. IP belongs on the UsbNetDevice.
 * @param radio on its node
 */
void CheckRadioWithoutIp(Ptr<NetDevice> radio);

} // namespace ns3

#endif // USB_IP_CHECK_H

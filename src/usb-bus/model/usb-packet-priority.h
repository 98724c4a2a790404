// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_PACKET_PRIORITY_H
#define USB_PACKET_PRIORITY_H

#include "ns3/address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * @param radio any device
 * @return its queues if it has an access category for each and chooses among them, as WifiHelper
 * and DcfHelper make them for a radio with QoS; otherwise null
 */
Ptr<NetDeviceQueueInterface> GetQosQueues(Ptr<NetDevice> radio);

/**
 * @ingroup usb-bus
 * Give a packet the priority that it would get above the bare radio: ns-3 asks the radio's
 * select-queue callback, which tags the packet. The network layer does not ask for a device with a
 * single queue, and takes the tags off. Linux: ieee80211_select_queue() calls
 * cfg80211_classify8021d(), which also leaves a priority that the packet has already.
 * @param queues of the radio, see GetQosQueues()
 * @param packet whole, with its IP header
 * @param destination link-layer address
 * @param protocol Ethertype
 */
void SetUsbPacketPriority(const NetDeviceQueueInterface& queues,
                          Ptr<Packet> packet,
                          const Address& destination,
                          uint16_t protocol);

} // namespace ns3

#endif // USB_PACKET_PRIORITY_H

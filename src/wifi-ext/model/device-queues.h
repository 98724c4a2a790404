// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DEVICE_QUEUES_H
#define DEVICE_QUEUES_H

#include "ns3/ptr.h"

#include <string>

namespace ns3
{

class NetDevice;
class QueueDisc;

/**
 * @ingroup wifi-ext
 * Find the device that fetches the packets of a queue disc as soon as it has room for them. A disc
 * below a TbfQueueDisc has none, because the shaper keeps packets waiting by itself.
 * @param disc a root queue disc of a device, or below one
 * @return its device; null: none
 */
Ptr<NetDevice> FindServedDevice(const QueueDisc& disc);

/**
 * @ingroup wifi-ext
 * Find the radio that sends the packets of a device. The driver of a USB adapter has that of the
 * adapter.
 * @param device any
 * @return the radio; the device itself if it drives no adapter
 */
Ptr<NetDevice> FindRadio(Ptr<NetDevice> device);

/**
 * @ingroup wifi-ext
 * End the program with one line if a queue disc would be without effect: without a queue of the
 * device that reports when it is full (NetDeviceQueueInterface), each packet leaves the disc at
 * once, and the order of packets is that of a FIFO in the device. A disc without a device
 * (FindServedDevice) is not checked. A queue disc calls it in CheckConfig().
 * @param disc that is about to start
 */
void CheckDeviceQueues(const QueueDisc& disc);

/**
 * @ingroup wifi-ext
 * End the program with one line if a device is a port of ns-3's BridgeNetDevice, which hands frames
 * to its ports below the traffic-control layer. A queue disc of the device, and its choice of an
 * access category, would then see no packet. LinuxBridgeNetDevice uses both.
 * @param name of the object that would be without effect
 * @param device any; null: not checked
 */
void RefuseBridgePort(const std::string& name, Ptr<NetDevice> device);

/**
 * @ingroup wifi-ext
 * Do the same for a queue disc, whatever stands between it and the device, a shaper as well. A
 * queue disc calls it in CheckConfig().
 * @param disc that is about to start
 */
void RefuseDiscOfBridgePort(const QueueDisc& disc);

} // namespace ns3

#endif // DEVICE_QUEUES_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DEVICE_QUEUES_H
#define DEVICE_QUEUES_H

namespace ns3
{

class QueueDisc;

/**
 * @ingroup wifi-ext
 * End the program with one line if a queue disc would be without effect: without a queue of the
 * device that reports when it is full (NetDeviceQueueInterface), each packet leaves the disc at
 * once, and the order of packets is that of a FIFO in the device. Discs that are not on a device,
 * and child discs whose parent passes packets only on request, are not checked. A queue disc calls
 * it in CheckConfig().
 * @param disc that is about to start
 */
void CheckDeviceQueues(const QueueDisc& disc);

} // namespace ns3

#endif // DEVICE_QUEUES_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef PACKET_QUEUE_LIMITS_H
#define PACKET_QUEUE_LIMITS_H

#include "ns3/queue-limits.h"

namespace ns3
{

/**
 * @ingroup linux-bridge
 * Stops a device's queue as soon as it holds a given number of packets, like the transmit ring of a
 * driver, even if the device has room for more. A Wi-Fi MAC thus keeps room for management frames
 * and for frames between stations, which have no flow control and would be lost if the queue were
 * full.
 *
 * Set it with TrafficControlHelper::SetQueueLimits() or LinuxBridgeHelper::InstallBuffer().
 * ns-3 calls a QueueLimits with numbers of bytes, once for each packet; this class counts the
 * calls. As with dynamic queue limits in Linux (dql_avail()), the queue is stopped by the packet
 * that takes the last place. The limit is the attribute MaxPackets, 1 by default.
 */
class PacketQueueLimits : public QueueLimits
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// No packet is in the device's queue.
    void Reset() override;
    /**
     * A packet has left the device's queue.
     * @param count its bytes, not used
     */
    void Completed(uint32_t count) override;
    /**
     * @return number of packets for which the queue has room, minus one; a negative number stops
     * the queue
     */
    int32_t Available() const override;
    /**
     * A packet has entered the device's queue.
     * @param count its bytes, not used
     */
    void Queued(uint32_t count) override;

  private:
    uint32_t m_maxPackets{1}; ///< number of packets at which the queue is stopped
    uint32_t m_packets{0};    ///< number of packets in the device's queue
};

} // namespace ns3

#endif // PACKET_QUEUE_LIMITS_H

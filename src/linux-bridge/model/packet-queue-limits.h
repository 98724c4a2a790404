// SPDX-License-Identifier: GPL-2.0-only

#ifndef PACKET_QUEUE_LIMITS_H
#define PACKET_QUEUE_LIMITS_H

#include "ns3/queue-limits.h"

namespace ns3
{

/**
 * @ingroup linux-bridge
 * Stops a device's queue as soon as it holds a number of packets, as the transmit ring of a driver
 * does, whatever else the device has room for. A Wi-Fi MAC keeps its room for management frames and
 * for frames from station to station, which know no flow control and would vanish in a full queue.
 *
 * Set it with TrafficControlHelper::SetQueueLimits() or LinuxBridgeHelper::InstallBuffer().
 */
class PacketQueueLimits : public QueueLimits
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    void Reset() override;
    void Completed(uint32_t count) override;
    int32_t Available() const override;
    void Queued(uint32_t count) override;

  private:
    uint32_t m_maxPackets{1}; ///< at which the queue is stopped
    uint32_t m_packets{0};    ///< in the device's queue
};

} // namespace ns3

#endif // PACKET_QUEUE_LIMITS_H

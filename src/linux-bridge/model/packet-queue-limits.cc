// SPDX-License-Identifier: GPL-2.0-only

#include "packet-queue-limits.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PacketQueueLimits);

TypeId
PacketQueueLimits::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketQueueLimits")
            .SetParent<QueueLimits>()
            .SetGroupName("WifiExt")
            .AddConstructor<PacketQueueLimits>()
            .AddAttribute("MaxPackets",
                          "Packets in the device's queue at which it is stopped.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&PacketQueueLimits::m_maxPackets),
                          MakeUintegerChecker<uint32_t>(1, std::numeric_limits<int32_t>::max()));
    return tid;
}

void
PacketQueueLimits::Reset()
{
    m_packets = 0;
}

// The device queue reports each packet by its bytes; one call is one packet.
void
PacketQueueLimits::Completed(uint32_t)
{
    // Packets that were in the device before the limits were set are completed too.
    m_packets -= std::min(m_packets, 1U);
}

// Negative: the queue is to be stopped.
int32_t
PacketQueueLimits::Available() const
{
    return static_cast<int32_t>(m_maxPackets) - static_cast<int32_t>(m_packets) - 1;
}

void
PacketQueueLimits::Queued(uint32_t)
{
    ++m_packets;
}

} // namespace ns3

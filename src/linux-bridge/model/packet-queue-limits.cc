// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "packet-queue-limits.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketQueueLimits");

NS_OBJECT_ENSURE_REGISTERED(PacketQueueLimits);

TypeId
PacketQueueLimits::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketQueueLimits")
            .SetParent<QueueLimits>()
            .SetGroupName("LinuxBridge")
            .AddConstructor<PacketQueueLimits>()
            .AddAttribute("MaxPackets",
                          "Number of packets in the device's queue at which the queue is stopped.",
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

// The argument is the number of bytes. NetDeviceQueue calls once for each packet.
void
PacketQueueLimits::Completed(uint32_t)
{
    // Packets that entered the device before it had limits are also completed.
    m_packets -= std::min(m_packets, 1U);
    NS_LOG_LOGIC("a packet left the device, " << m_packets << " of " << m_maxPackets
                                              << " are in its queue");
}

// NetDeviceQueue stops the queue at a negative number, as dynamic queue limits do in Linux
// (dql_avail()): the limit is reached by the packet that takes the last place.
int32_t
PacketQueueLimits::Available() const
{
    return static_cast<int32_t>(m_maxPackets) - static_cast<int32_t>(m_packets) - 1;
}

void
PacketQueueLimits::Queued(uint32_t)
{
    ++m_packets;
    NS_LOG_LOGIC("a packet entered the device, "
                 << m_packets << " of " << m_maxPackets << " are in its queue"
                 << (m_packets >= m_maxPackets ? ", which is stopped" : ""));
}

} // namespace ns3

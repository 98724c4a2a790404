// SPDX-License-Identifier: GPL-2.0-only

#include "pure-ack-queue.h"

#include "queue-disc-item-classifier.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PureAckQueue);

TypeId
PureAckQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PureAckQueue")
                            .SetParent<DropTailQueue<QueueDiscItem>>()
                            .SetGroupName("WifiExt")
                            .AddConstructor<PureAckQueue>();
    return tid;
}

PureAckQueue::Total
PureAckQueue::CountPureAcks() const
{
    Total total{0, 0};
    for (const auto& item : Queue<QueueDiscItem>::GetContainer())
    {
        const uint32_t size = item->GetSize();
        if (ClassifyItem(*item, size).kind == TcpPacketKind::PURE_ACK)
        {
            ++total.packets;
            total.bytes += size;
        }
    }
    return total;
}

Ptr<QueueDiscItem>
PureAckQueue::DequeueOldestOfMost(const TcpFlowId& arriving)
{
    /// A connection and its pure ACKs.
    struct Connection
    {
        TcpFlowId flow;       ///< of its ACKs
        ConstIterator oldest; ///< its first one
        uint32_t count;       ///< of them
    };

    std::vector<Connection> connections;
    const auto& items = Queue<QueueDiscItem>::GetContainer();
    for (auto item = items.begin(); item != items.end(); ++item)
    {
        const TcpPacket packet = ClassifyItem(**item, (*item)->GetSize());
        if (packet.kind != TcpPacketKind::PURE_ACK)
        {
            continue;
        }
        const auto known =
            std::find_if(connections.begin(), connections.end(), [&packet](const Connection& c) {
                return c.flow == packet.flow;
            });
        if (known != connections.end())
        {
            ++known->count;
            continue;
        }
        connections.push_back({packet.flow, item, packet.flow == arriving ? 2U : 1U});
    }
    const auto most = std::max_element(
        connections.begin(),
        connections.end(),
        [](const Connection& a, const Connection& b) { return a.count < b.count; });
    return most == connections.end() ? nullptr : Queue<QueueDiscItem>::DoDequeue(most->oldest);
}

} // namespace ns3

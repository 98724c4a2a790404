// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ordered-item-queue.h"

#include "ns3/assert.h"
#include "ns3/packet.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("OrderedItemQueue");

NS_OBJECT_ENSURE_REGISTERED(OrderedItemQueue);

TypeId
OrderedItemQueue::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OrderedItemQueue")
            .SetParent<Queue<QueueDiscItem>>()
            .SetGroupName("WifiExt")
            .AddConstructor<OrderedItemQueue>()
            // The disc enforces its limit, so that it can name the reason of a drop.
            .AddAttribute("MaxSize",
                          "The max queue size.",
                          QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS,
                                                   std::numeric_limits<uint32_t>::max())),
                          MakeQueueSizeAccessor(&QueueBase::SetMaxSize, &QueueBase::GetMaxSize),
                          MakeQueueSizeChecker());
    return tid;
}

OrderedItemQueue::OrderedItemQueue()
    : NS_LOG_TEMPLATE_DEFINE("OrderedItemQueue")
{
}

bool
OrderedItemQueue::Enqueue(Ptr<QueueDiscItem> item)
{
    return DoEnqueue(GetContainer().end(), item);
}

Ptr<QueueDiscItem>
OrderedItemQueue::Dequeue()
{
    return DoDequeue(GetContainer().begin());
}

Ptr<QueueDiscItem>
OrderedItemQueue::Remove()
{
    return DoRemove(GetContainer().begin());
}

Ptr<const QueueDiscItem>
OrderedItemQueue::Peek() const
{
    return DoPeek(GetContainer().begin());
}

// Positions of a list stay valid when other items are added or removed. Queue logs each arrival in
// this class's log component.
OrderedItemQueue::Position
OrderedItemQueue::Insert(Ptr<QueueDiscItem> item)
{
    Iterator position;
    const bool isStored = DoEnqueue(GetContainer().end(), item, position);
    NS_ASSERT_MSG(isStored, "a queue disc stores no more than there is room for");
    return position;
}

Ptr<QueueDiscItem>
OrderedItemQueue::Take(Position position)
{
    if (position != GetContainer().begin())
    {
        NS_LOG_LOGIC("packet " << (*position)->GetPacket()->GetUid()
                               << " is taken from behind earlier ones, " << GetNPackets() - 1
                               << " packets stay");
    }
    return DoDequeue(position);
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "pure-ack-queue.h"

#include "queue-disc-item-classifier.h"

#include <iterator>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PureAckQueue);

namespace
{

bool
IsPureAck(const QueueDiscItem& item)
{
    return ClassifyItem(item, item.GetSize()).kind == TcpPacketKind::PURE_ACK;
}

} // namespace

TypeId
PureAckQueue::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PureAckQueue")
            .SetParent<Queue<QueueDiscItem>>()
            .SetGroupName("WifiExt")
            .AddConstructor<PureAckQueue>()
            .AddAttribute("MaxSize",
                          "The max queue size.",
                          QueueSizeValue(QueueSize("100p")),
                          MakeQueueSizeAccessor(&QueueBase::SetMaxSize, &QueueBase::GetMaxSize),
                          MakeQueueSizeChecker());
    return tid;
}

bool
PureAckQueue::Enqueue(Ptr<QueueDiscItem> item)
{
    Iterator position;
    if (!DoEnqueue(GetContainer().end(), item, position))
    {
        return false;
    }
    const uint32_t size = item->GetSize();
    const TcpPacket packet = ClassifyItem(*item, size);
    if (packet.kind == TcpPacketKind::PURE_ACK)
    {
        m_rotation.Push(packet.flow, packet.acknowledgment, position);
        return true;
    }
    m_rotation.Push({}, 0, position);
    ++m_others.packets;
    m_others.bytes += size;
    return true;
}

PureAckQueue::ConstIterator
PureAckQueue::Pop()
{
    const auto position = m_rotation.Pop();
    if (!position)
    {
        return GetContainer().end();
    }
    if (m_others.packets > 0 && !IsPureAck(***position))
    {
        --m_others.packets;
        m_others.bytes -= (**position)->GetSize();
    }
    return *position;
}

Ptr<QueueDiscItem>
PureAckQueue::Dequeue()
{
    const auto position = Pop();
    return position == GetContainer().end() ? nullptr : DoDequeue(position);
}

Ptr<QueueDiscItem>
PureAckQueue::Remove()
{
    const auto position = Pop();
    return position == GetContainer().end() ? nullptr : DoRemove(position);
}

Ptr<const QueueDiscItem>
PureAckQueue::Peek() const
{
    const auto position = m_rotation.Select();
    return position ? DoPeek(*position) : nullptr;
}

void
PureAckQueue::SetQuantum(uint32_t quantum)
{
    m_rotation.SetQuantum(quantum);
}

void
PureAckQueue::Charge(uint32_t cost)
{
    m_rotation.Charge(cost);
}

PureAckQueue::Total
PureAckQueue::GetPureAcks() const
{
    return {GetNPackets() - m_others.packets, GetNBytes() - m_others.bytes};
}

Ptr<QueueDiscItem>
PureAckQueue::Displace(const TcpPacket& arriving)
{
    const auto position = m_rotation.Displace(arriving.flow, arriving.acknowledgment);
    return position ? DoDequeue(*position) : nullptr;
}

} // namespace ns3

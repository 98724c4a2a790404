// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "pure-ack-queue.h"

#include "queue-disc-item-classifier.h"

#include "ns3/log.h"

#include <iterator>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PureAckQueue");

NS_OBJECT_ENSURE_REGISTERED(PureAckQueue);

namespace
{

/// @param item of the queue
/// @return whether it is a pure ACK
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

PureAckQueue::PureAckQueue()
    : NS_LOG_TEMPLATE_DEFINE("PureAckQueue")
{
}

bool
PureAckQueue::Enqueue(Ptr<QueueDiscItem> item)
{
    return EnqueueClassified(item, ClassifyItem(*item, item->GetSize()));
}

// A caller that has classified the item already spares a second look at its headers.
bool
PureAckQueue::EnqueueClassified(Ptr<QueueDiscItem> item, const TcpPacket& packet)
{
    Iterator position;
    if (!DoEnqueue(GetContainer().end(), item, position))
    {
        return false;
    }
    const bool isPureAck = packet.kind == TcpPacketKind::PURE_ACK;
    if (!isPureAck)
    {
        ++m_others.packets;
        m_others.bytes += item->GetSize();
    }
    if (m_rotation)
    {
        const auto key = isPureAck ? std::optional(packet.flow) : std::nullopt;
        m_rotation->Push(key, packet.acknowledgment, position);
    }
    return true;
}

PureAckQueue::ConstIterator
PureAckQueue::Pop()
{
    const auto& items = GetContainer();
    const auto position = m_rotation ? m_rotation->Pop().value_or(items.end()) : items.begin();
    // In a queue of pure ACKs alone there is nothing to classify.
    if (m_others.packets > 0 && position != items.end() && !IsPureAck(**position))
    {
        --m_others.packets;
        m_others.bytes -= (*position)->GetSize();
    }
    return position;
}

Ptr<QueueDiscItem>
PureAckQueue::Dequeue()
{
    const auto position = Pop();
    return position == GetContainer().end() ? nullptr : DoDequeue(position);
}

// A removed item counts as dropped in the statistics of Queue, a dequeued one as sent.
Ptr<QueueDiscItem>
PureAckQueue::Remove()
{
    const auto position = Pop();
    return position == GetContainer().end() ? nullptr : DoRemove(position);
}

// Peek() and Dequeue() must agree, so the turns that pass here stay passed.
Ptr<const QueueDiscItem>
PureAckQueue::Peek() const
{
    const auto& items = GetContainer();
    const auto position = m_rotation ? m_rotation->Select().value_or(items.end()) : items.begin();
    return position == items.end() ? nullptr : DoPeek(position);
}

// The rotation would not contain earlier items, so the queue must still be empty.
void
PureAckQueue::ServeInTurn(uint32_t quantum)
{
    NS_LOG_DEBUG("connections are served in turn with a quantum of " << quantum << " bytes");
    m_rotation.emplace();
    SetQuantum(quantum);
}

void
PureAckQueue::SetQuantum(uint32_t quantum)
{
    if (m_rotation)
    {
        m_rotation->SetQuantum(quantum);
    }
}

// What an ACK costs is known only when it has left: earlier ACKs of its connection may be displaced
// until then.
void
PureAckQueue::Charge(uint32_t cost)
{
    if (m_rotation)
    {
        m_rotation->Charge(cost);
    }
}

// The rare kind is counted, so that the numerous ACKs need no separate count.
PureAckQueue::Total
PureAckQueue::GetPureAcks() const
{
    return {GetNPackets() - m_others.packets, GetNBytes() - m_others.bytes};
}

// ACKs are cumulative, so a later ACK of the connection makes up for the one that goes (ACK
// filtering, RFC 3449, 5.2.1). AckRotation decides which one can be spared best.
Ptr<QueueDiscItem>
PureAckQueue::Displace(const TcpPacket& arriving)
{
    // A FIFO keeps no record of its connections, so it makes one for this decision.
    AckRotation<ConstIterator> fifo;
    if (!m_rotation)
    {
        for (auto item = GetContainer().begin(); item != GetContainer().end(); ++item)
        {
            const TcpPacket packet = ClassifyItem(**item, (*item)->GetSize());
            if (packet.kind == TcpPacketKind::PURE_ACK)
            {
                fifo.Push(packet.flow, packet.acknowledgment, item);
            }
        }
    }
    auto& acks = m_rotation ? *m_rotation : fifo;
    const auto position = acks.Displace(arriving.flow, arriving.acknowledgment);
    NS_LOG_LOGIC("an ACK of " << arriving.acknowledgment << " from port "
                              << arriving.flow.sourcePort << " to port "
                              << arriving.flow.destinationPort << " displaces "
                              << (position ? "one" : "none") << " of " << GetPureAcks().packets
                              << " pure ACKs");
    return position ? DoDequeue(*position) : nullptr;
}

} // namespace ns3

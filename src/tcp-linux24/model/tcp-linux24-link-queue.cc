// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-link-queue.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24LinkQueue");

NS_OBJECT_ENSURE_REGISTERED(TcpLinux24LinkQueue);

TypeId
TcpLinux24LinkQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLinux24LinkQueue")
                            .SetParent<Object>()
                            .SetGroupName("TcpLinux24")
                            .AddConstructor<TcpLinux24LinkQueue>();
    return tid;
}

// A host's sockets share one, since each queue disc calls back for all of them.
Ptr<TcpLinux24LinkQueue>
TcpLinux24LinkQueue::GetOf(Ptr<Node> node)
{
    auto queue = node->GetObject<TcpLinux24LinkQueue>();
    if (!queue)
    {
        queue = CreateObject<TcpLinux24LinkQueue>();
        node->AggregateObject(queue);
    }
    return queue;
}

// Queue discs can be installed at any time before a connection starts; those known already are not
// listened to twice.
void
TcpLinux24LinkQueue::Watch()
{
    const auto node = GetObject<Node>();
    const auto trafficControl = GetObject<TrafficControlLayer>();
    if (!trafficControl)
    {
        return;
    }
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto queueDisc = trafficControl->GetRootQueueDiscOnDevice(node->GetDevice(i));
        if (queueDisc)
        {
            WatchQueueDisc(queueDisc);
        }
    }
}

void
TcpLinux24LinkQueue::WatchQueueDisc(Ptr<QueueDisc> queueDisc)
{
    if (!m_watched.insert(PeekPointer(queueDisc)).second)
    {
        return;
    }
    NS_LOG_INFO(this << " listens to " << queueDisc->GetInstanceTypeId());
    queueDisc->TraceConnectWithoutContext("Enqueue",
                                          MakeCallback(&TcpLinux24LinkQueue::OnEnqueue, this));
    queueDisc->TraceConnectWithoutContext("Dequeue",
                                          MakeCallback(&TcpLinux24LinkQueue::OnDequeue, this));
    queueDisc->TraceConnectWithoutContext("Drop",
                                          MakeCallback(&TcpLinux24LinkQueue::OnDequeue, this));
    queueDisc->TraceConnectWithoutContext("DropBeforeEnqueue",
                                          MakeCallback(&TcpLinux24LinkQueue::OnRefusal, this));
    // Classes that wake devices themselves (mq) get packets without their root's knowledge.
    if (queueDisc->GetWakeMode() == QueueDisc::WAKE_CHILD)
    {
        for (std::size_t i = 0; i < queueDisc->GetNQueueDiscClasses(); ++i)
        {
            WatchQueueDisc(queueDisc->GetQueueDiscClass(i)->GetQueueDisc());
        }
    }
}

void
TcpLinux24LinkQueue::Expect(Ptr<const Packet> packet)
{
    m_expectedUid = packet->GetUid();
    m_expecting = true;
    m_refused = false;
    m_waits = false;
}

void
TcpLinux24LinkQueue::Charge(Ptr<TcpLinux24QueueAccount> account,
                            uint32_t memory,
                            SequenceNumber32 start)
{
    m_expecting = false;
    // A packet that went straight on to the device is below what TCP is charged for.
    if (m_waits && !m_refused)
    {
        account->memory += memory;
        m_waiting.insert_or_assign(m_expectedUid, Waiting{account, memory, start});
        NS_LOG_LOGIC(this << " Packet " << m_expectedUid << " waits; its socket has "
                          << account->memory << " bytes below");
    }
}

bool
TcpLinux24LinkQueue::IsRefused() const
{
    return m_refused;
}

// tcp_do_retransmit of 2.0.32 asks whether the device still has the buffer (skb_device_locked).
bool
TcpLinux24LinkQueue::IsWaiting(const TcpLinux24QueueAccount& account, SequenceNumber32 start) const
{
    return account.memory > 0 && std::ranges::any_of(m_waiting, [&](const auto& entry) {
               return PeekPointer(entry.second.account) == &account && entry.second.start == start;
           });
}

// A queue disc has taken the packet. Its device may take it at once, within the same call.
void
TcpLinux24LinkQueue::OnEnqueue(Ptr<const QueueDiscItem> item)
{
    m_waits = m_waits || (m_expecting && item->GetPacket()->GetUid() == m_expectedUid);
}

// A packet leaves, or is dropped from inside: sock_wfree in either case.
void
TcpLinux24LinkQueue::OnDequeue(Ptr<const QueueDiscItem> item)
{
    if (m_waiting.empty() && !m_waits)
    {
        return;
    }
    // Copies have the uid of the packet that TCP handed down.
    const uint64_t uid = item->GetPacket()->GetUid();
    if (m_expecting && uid == m_expectedUid)
    {
        m_waits = false; // the device took it at once
        return;
    }
    const auto entry = m_waiting.find(uid);
    if (entry != m_waiting.end())
    {
        entry->second.account->memory -= entry->second.memory;
        m_waiting.erase(entry);
    }
}

// In Linux the call that hands the packet down would return NET_XMIT_DROP.
void
TcpLinux24LinkQueue::OnRefusal(Ptr<const QueueDiscItem> item, const char* reason)
{
    if (m_expecting && item->GetPacket()->GetUid() == m_expectedUid)
    {
        NS_LOG_INFO(this << " The queue disc refuses packet " << m_expectedUid << ": " << reason);
        m_refused = true;
    }
}

} // namespace ns3

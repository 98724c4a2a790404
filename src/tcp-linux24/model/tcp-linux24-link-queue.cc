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

void
TcpLinux24LinkQueue::DoDispose()
{
    for (uint32_t i = 0; i < m_roots.size(); ++i)
    {
        ReplaceRoot(i, nullptr);
    }
    Object::DoDispose();
}

// Queue discs can be installed, replaced and removed at any time.
void
TcpLinux24LinkQueue::Watch()
{
    const auto trafficControl = GetObject<TrafficControlLayer>();
    if (!trafficControl)
    {
        return;
    }
    const auto node = GetObject<Node>();
    m_roots.resize(node->GetNDevices());
    for (uint32_t i = 0; i < m_roots.size(); ++i)
    {
        const auto root = trafficControl->GetRootQueueDiscOnDevice(node->GetDevice(i));
        if (root != m_roots[i])
        {
            ReplaceRoot(i, root);
        }
    }
}

void
TcpLinux24LinkQueue::ReplaceRoot(uint32_t device, Ptr<QueueDisc> root)
{
    if (m_roots[device])
    {
        UnwatchQueueDisc(device, m_roots[device]);
        const size_t freed = std::erase_if(m_waiting, [device](const auto& entry) {
            const Waiting& waiting = entry.second;
            waiting.account->memory -= waiting.device == device ? waiting.memory : 0;
            return waiting.device == device;
        });
        NS_LOG_INFO(this << " The queue disc of device " << device << " is gone, with " << freed
                         << " packets");
    }
    m_roots[device] = root;
    if (root)
    {
        WatchQueueDisc(device, root);
    }
}

void
TcpLinux24LinkQueue::WatchQueueDisc(uint32_t device, Ptr<QueueDisc> queueDisc)
{
    NS_LOG_INFO(this << " listens to " << queueDisc->GetInstanceTypeId());
    queueDisc->TraceConnectWithoutContext(
        "Enqueue",
        MakeCallback(&TcpLinux24LinkQueue::OnEnqueue, this, device));
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
            WatchQueueDisc(device, queueDisc->GetQueueDiscClass(i)->GetQueueDisc());
        }
    }
}

// The reverse of WatchQueueDisc(), since a queue disc can come back.
void
TcpLinux24LinkQueue::UnwatchQueueDisc(uint32_t device, Ptr<QueueDisc> queueDisc)
{
    queueDisc->TraceDisconnectWithoutContext(
        "Enqueue",
        MakeCallback(&TcpLinux24LinkQueue::OnEnqueue, this, device));
    queueDisc->TraceDisconnectWithoutContext("Dequeue",
                                             MakeCallback(&TcpLinux24LinkQueue::OnDequeue, this));
    queueDisc->TraceDisconnectWithoutContext("Drop",
                                             MakeCallback(&TcpLinux24LinkQueue::OnDequeue, this));
    queueDisc->TraceDisconnectWithoutContext("DropBeforeEnqueue",
                                             MakeCallback(&TcpLinux24LinkQueue::OnRefusal, this));
    if (queueDisc->GetWakeMode() == QueueDisc::WAKE_CHILD)
    {
        for (std::size_t i = 0; i < queueDisc->GetNQueueDiscClasses(); ++i)
        {
            UnwatchQueueDisc(device, queueDisc->GetQueueDiscClass(i)->GetQueueDisc());
        }
    }
}

void
TcpLinux24LinkQueue::Expect(Ptr<const Packet> packet)
{
    Watch();
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
        m_waiting.insert_or_assign(m_expectedUid, Waiting{m_waitsAt, account, memory, start});
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
TcpLinux24LinkQueue::OnEnqueue(uint32_t device, Ptr<const QueueDiscItem> item)
{
    if (m_expecting && item->GetPacket()->GetUid() == m_expectedUid)
    {
        m_waits = true;
        m_waitsAt = device;
    }
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

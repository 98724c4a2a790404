// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bridged-queue-discs.h"

#include "bridged-queue-disc-item.h"

#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/queue.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BridgedQueueDiscs");

namespace
{

/// Trace sources by which a queue disc reports its drops.
constexpr std::array DROP_TRACES{"DropBeforeEnqueue", "DropAfterDequeue"};

/// The send callback of a queue disc that the bridge has left.
/// @param device of the queue disc
/// @param item a frame of the bridge, which keeps its source, or an item of an IP stack
void
SendWithoutBridge(const Ptr<NetDevice>& device, const Ptr<QueueDiscItem>& item)
{
    if (const auto* frame = dynamic_cast<const BridgedFrame*>(PeekPointer(item)))
    {
        device->SendFrom(item->GetPacket(),
                         frame->GetSource(),
                         item->GetAddress(),
                         item->GetProtocol());
    }
    else
    {
        device->Send(item->GetPacket(), item->GetAddress(), item->GetProtocol());
    }
}

} // namespace

BridgedQueueDiscs::BridgedQueueDiscs(Ptr<NetDevice> device,
                                     Ptr<NetDeviceQueueInterface> queueInterface,
                                     SendFunction send,
                                     DropFunction drop)
    : m_device(std::move(device)),
      m_queueInterface(std::move(queueInterface)),
      m_send(std::move(send)),
      m_drop(std::move(drop))
{
}

BridgedQueueDiscs::~BridgedQueueDiscs() = default;

bool
BridgedQueueDiscs::IsPresent() const
{
    return m_root != nullptr;
}

void
BridgedQueueDiscs::Enqueue(Ptr<QueueDiscItem> item, std::size_t queue)
{
    const auto& disc = m_discs[queue];
    NS_LOG_LOGIC("frame " << item->GetPacket()->GetUid() << " of " << item->GetSize()
                          << " bytes goes to the queue disc of device queue " << queue
                          << ", in which " << disc->GetNPackets() << " packets wait");
    disc->Enqueue(item);
    disc->Run();
}

// The queue disc may come, go and change at any time, as with `tc qdisc replace`.
bool
BridgedQueueDiscs::Update()
{
    if (!m_trafficControl)
    {
        // An IP stack that is installed after the bridge brings the layer.
        m_trafficControl = m_device->GetNode()->GetObject<TrafficControlLayer>();
        if (!m_trafficControl)
        {
            return true;
        }
    }
    const auto root = m_trafficControl->GetRootQueueDiscOnDevice(m_device);
    if (root == m_root)
    {
        return true;
    }
    // The initialization of the layer sets the send callback of every queue disc, and would undo
    // that of this port.
    if (!m_trafficControl->IsInitialized())
    {
        return false;
    }
    for (const auto& disc : m_discs)
    {
        Drain(disc);
    }
    if (m_root)
    {
        m_removed.push_back(m_root);
    }
    Release();
    if (root)
    {
        Attach(root);
    }
    return true;
}

void
BridgedQueueDiscs::Attach(Ptr<QueueDisc> root)
{
    NS_LOG_DEBUG("device " << m_device->GetIfIndex() << " has the root queue disc "
                           << root->GetInstanceTypeId().GetName() << " from now on");
    m_root = root;
    FindRunningDiscs();
    for (std::size_t i = 0; i < m_discs.size(); ++i)
    {
        m_discs[i]->SetNetDeviceQueueInterface(m_queueInterface);
        m_discs[i]->SetSendCallback([this](Ptr<QueueDiscItem> item) { m_send(item); });
        // A device queue that has room again runs its queue disc (netif_tx_wake_queue()).
        if (m_queueInterface)
        {
            m_queueInterface->GetTxQueue(i)->SetWakeCallback(
                MakeCallback(&QueueDisc::Run, m_discs[i]));
        }
    }
    // A queue disc such as FqCoDelQueueDisc reads its device's MTU when it is initialized.
    m_root->Initialize();
    for (const auto* trace : DROP_TRACES)
    {
        m_root->TraceConnectWithoutContext(trace,
                                           MakeCallback(&BridgedQueueDiscs::NotifyDrop, this));
    }
}

// A queue disc of wake mode WAKE_CHILD, as MqQueueDisc, has one child for each device queue. The
// children run by themselves; any other root runs itself for all device queues.
void
BridgedQueueDiscs::FindRunningDiscs()
{
    const std::size_t queues = m_queueInterface ? m_queueInterface->GetNTxQueues() : 1;
    m_discs.assign(queues, m_root);
    if (m_root->GetWakeMode() != QueueDisc::WAKE_CHILD)
    {
        return;
    }
    NS_ABORT_MSG_IF(m_root->GetNQueueDiscClasses() != queues,
                    "LinuxBridgeNetDevice: " << m_root->GetInstanceTypeId().GetName() << " has "
                                             << m_root->GetNQueueDiscClasses()
                                             << " classes, its device has " << queues << " queues");
    for (std::size_t i = 0; i < queues; ++i)
    {
        m_discs[i] = m_root->GetQueueDiscClass(i)->GetQueueDisc();
    }
}

void
BridgedQueueDiscs::Release()
{
    if (!m_root)
    {
        return;
    }
    NS_LOG_DEBUG("device " << m_device->GetIfIndex() << " no longer uses the queue disc "
                           << m_root->GetInstanceTypeId().GetName());
    for (const auto* trace : DROP_TRACES)
    {
        m_root->TraceDisconnectWithoutContext(trace,
                                              MakeCallback(&BridgedQueueDiscs::NotifyDrop, this));
    }
    for (const auto& disc : m_discs)
    {
        // A queue disc that was removed from the device or disposed of sends no more.
        if (disc->GetSendCallback())
        {
            disc->SetSendCallback(
                [device = m_device](Ptr<QueueDiscItem> item) { SendWithoutBridge(device, item); });
        }
    }
    m_discs.clear();
    m_root = nullptr;
}

// The packets of a queue disc that is replaced are dropped, as by qdisc_reset() in Linux. A disc
// that makes packets wait, such as a shaper, gives nothing although it has some.
void
BridgedQueueDiscs::Drain(const Ptr<QueueDisc>& disc)
{
    const auto drain = [this](const auto& queue) {
        while (const auto item = queue->Dequeue())
        {
            m_drop(item, LinuxBridgeDropReason::QUEUE_DISC_REMOVED);
        }
    };
    drain(disc);
    for (std::size_t i = 0; i < disc->GetNInternalQueues(); ++i)
    {
        drain(disc->GetInternalQueue(i));
    }
    for (std::size_t i = 0; i < disc->GetNQueueDiscClasses(); ++i)
    {
        Drain(disc->GetQueueDiscClass(i)->GetQueueDisc());
    }
}

// The queue disc has its own reasons, as texts; its own trace sources report them.
void
BridgedQueueDiscs::NotifyDrop(Ptr<const QueueDiscItem> item, const char*)
{
    m_drop(item, LinuxBridgeDropReason::QUEUE_DISC);
}

void
BridgedQueueDiscs::Detach()
{
    Release();
    m_trafficControl = nullptr;
    m_queueInterface = nullptr;
}

uint64_t
BridgedQueueDiscs::GetNHeld() const
{
    // Several device queues may share one queue disc, which is counted once.
    auto discs = m_discs;
    std::sort(discs.begin(), discs.end());
    discs.erase(std::unique(discs.begin(), discs.end()), discs.end());
    uint64_t held = 0;
    for (const auto& disc : discs)
    {
        // The statistics also cover a frame that was dequeued and then found the device's queue
        // stopped: QueueDisc keeps it until the queue is woken.
        const auto& stats = disc->GetStats();
        held += stats.nTotalEnqueuedPackets - stats.nTotalSentPackets -
                stats.nTotalDroppedPacketsAfterDequeue;
    }
    return held;
}

} // namespace ns3

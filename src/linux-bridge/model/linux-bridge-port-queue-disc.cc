// SPDX-License-Identifier: GPL-2.0-only

// How a port of a bridge attaches itself to the queue disc of its device.

#include "linux-bridge-port.h"

#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxBridgePortQueueDisc");

namespace
{

/// Trace sources by which a queue disc reports its drops.
constexpr std::array DROP_TRACES{"DropBeforeEnqueue", "DropAfterDequeue"};

} // namespace

// The queue disc may come, go and change at any time, as with `tc qdisc replace`.
bool
LinuxBridgePort::UpdateQueueDiscs()
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
    DrainQueueDiscs();
    DetachQueueDiscs();
    if (root)
    {
        AttachQueueDiscs(root);
    }
    return true;
}

void
LinuxBridgePort::AttachQueueDiscs(Ptr<QueueDisc> root)
{
    NS_LOG_DEBUG("device " << m_device->GetIfIndex() << " has the root queue disc "
                           << root->GetInstanceTypeId().GetName() << " from now on");
    m_root = root;
    m_root->Initialize();
    FindRunningDiscs();
    for (std::size_t i = 0; i < m_discs.size(); ++i)
    {
        m_discs[i]->SetNetDeviceQueueInterface(m_queueInterface);
        m_discs[i]->SetSendCallback([this](Ptr<QueueDiscItem> item) { TransmitItem(item); });
        // A device queue that has room again runs its queue disc (netif_tx_wake_queue()).
        if (m_queueInterface)
        {
            m_queueInterface->GetTxQueue(i)->SetWakeCallback(
                MakeCallback(&QueueDisc::Run, m_discs[i]));
        }
    }
    for (const auto* trace : DROP_TRACES)
    {
        m_root->TraceConnectWithoutContext(
            trace,
            MakeCallback(&LinuxBridgePort::NotifyQueueDiscDrop, this));
    }
}

// A queue disc of wake mode WAKE_CHILD, as MqQueueDisc, has one child for each device queue. The
// children run by themselves; any other root runs itself for all device queues.
void
LinuxBridgePort::FindRunningDiscs()
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
LinuxBridgePort::DetachQueueDiscs()
{
    if (!m_root)
    {
        return;
    }
    NS_LOG_DEBUG("device " << m_device->GetIfIndex() << " no longer uses the queue disc "
                           << m_root->GetInstanceTypeId().GetName());
    for (const auto* trace : DROP_TRACES)
    {
        m_root->TraceDisconnectWithoutContext(
            trace,
            MakeCallback(&LinuxBridgePort::NotifyQueueDiscDrop, this));
    }
    for (const auto& disc : m_discs)
    {
        disc->SetSendCallback(nullptr);
    }
    m_discs.clear();
    m_root = nullptr;
}

// The packets of a queue disc that is replaced are dropped, as by qdisc_reset() in Linux.
void
LinuxBridgePort::DrainQueueDiscs()
{
    for (const auto& disc : m_discs)
    {
        while (const auto item = disc->Dequeue())
        {
            DropItem(item, LinuxBridgeDropReason::QUEUE_DISC_REMOVED);
        }
    }
}

void
LinuxBridgePort::Detach()
{
    DetachQueueDiscs();
    m_trafficControl = nullptr;
    m_queueInterface = nullptr;
    m_onlyQueue = nullptr;
    DisconnectMac();
}

LinuxBridgePortCounters
LinuxBridgePort::GetCounters() const
{
    LinuxBridgePortCounters counters = m_counters;
    // Several device queues may share one queue disc, which is counted once.
    auto discs = m_discs;
    std::sort(discs.begin(), discs.end());
    discs.erase(std::unique(discs.begin(), discs.end()), discs.end());
    for (const auto& disc : discs)
    {
        // The statistics also cover a frame that was dequeued and then found the device's queue
        // stopped: QueueDisc keeps it until the queue is woken.
        const auto& stats = disc->GetStats();
        counters.held += stats.nTotalEnqueuedPackets - stats.nTotalSentPackets -
                         stats.nTotalDroppedPacketsAfterDequeue;
    }
    return counters;
}

} // namespace ns3

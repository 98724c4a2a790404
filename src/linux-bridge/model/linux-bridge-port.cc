// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-port.h"

#include "bridged-queue-disc-item.h"

#include "ns3/log.h"
#include "ns3/mac48-address.h"
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

NS_LOG_COMPONENT_DEFINE("LinuxBridgePort");

namespace
{

/// VLAN_HLEN of Linux: is_skb_forwardable() lets a frame exceed the MTU by a VLAN tag, bytes.
constexpr uint32_t VLAN_TAG = 4;

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

LinuxBridgePort::LinuxBridgePort(Ptr<NetDevice> device, const DropTrace& dropTrace)
    : m_device(std::move(device)),
      m_dropTrace(dropTrace),
      m_queueInterface(m_device->GetObject<NetDeviceQueueInterface>()),
      m_mac(m_device)
{
    if (m_queueInterface && m_queueInterface->GetNTxQueues() == 1)
    {
        m_onlyQueue = m_queueInterface->GetTxQueue(0);
    }
}

LinuxBridgePort::~LinuxBridgePort() = default;

void
LinuxBridgePort::Send(const Ptr<Packet>& packet,
                      const Address& source,
                      const Address& destination,
                      uint16_t protocol)
{
    ++m_counters.offered;
    // The first two checks are those of is_skb_forwardable() in Linux.
    if (!m_device->IsLinkUp())
    {
        Drop(packet, LinuxBridgeDropReason::PORT_DOWN);
    }
    else if (packet->GetSize() > m_device->GetMtu() + VLAN_TAG)
    {
        Drop(packet, LinuxBridgeDropReason::TOO_LONG);
    }
    else if (!UpdateQueueDiscs())
    {
        Drop(packet, LinuxBridgeDropReason::NOT_STARTED);
    }
    else if (m_root || (m_queueInterface && !m_onlyQueue))
    {
        SendItem(MakeBridgedQueueDiscItem(packet, source, destination, protocol));
    }
    else
    {
        SendWithoutDisc(packet, source, destination, protocol);
    }
}

// Without a queue disc nothing waits above the device: a frame that finds its queue stopped is
// lost.
void
LinuxBridgePort::SendWithoutDisc(const Ptr<Packet>& packet,
                                 const Address& source,
                                 const Address& destination,
                                 uint16_t protocol)
{
    if (m_onlyQueue && m_onlyQueue->IsStopped())
    {
        Drop(packet, LinuxBridgeDropReason::DEVICE_QUEUE_STOPPED);
        return;
    }
    Transmit(packet, source, destination, protocol);
}

// Like TrafficControlLayer::Send(), except that a frame without queue disc keeps its source.
void
LinuxBridgePort::SendItem(Ptr<QueueDiscItem> item)
{
    // The device selects the queue by the contents, as Wi-Fi with QoS does by the DS field.
    std::size_t queue = 0;
    if (m_queueInterface && !m_onlyQueue)
    {
        queue = m_queueInterface->GetSelectQueueCallback()(item);
    }
    item->SetTxQueueIndex(static_cast<uint8_t>(queue));
    if (m_root)
    {
        const auto& disc = m_discs[queue];
        NS_LOG_LOGIC("frame " << item->GetPacket()->GetUid() << " of " << item->GetSize()
                              << " bytes goes to the queue disc of device queue " << queue
                              << ", in which " << disc->GetNPackets() << " packets wait");
        disc->Enqueue(item);
        disc->Run();
    }
    else if (m_queueInterface->GetTxQueue(queue)->IsStopped())
    {
        DropItem(item, LinuxBridgeDropReason::DEVICE_QUEUE_STOPPED);
    }
    else
    {
        item->AddHeader();
        TransmitItem(item);
    }
}

void
LinuxBridgePort::TransmitItem(Ptr<QueueDiscItem> item)
{
    if (const auto* frame = dynamic_cast<const BridgedFrame*>(PeekPointer(item)))
    {
        Transmit(item->GetPacket(), frame->GetSource(), item->GetAddress(), item->GetProtocol());
    }
    else
    {
        // An IP stack that is bound to the port itself shares its queue disc. Its items are no
        // frames of the bridge and appear in no counter.
        NS_LOG_LOGIC("packet " << item->GetPacket()->GetUid()
                               << " of an IP stack on the port goes to the device");
        m_device->Send(item->GetPacket(), item->GetAddress(), item->GetProtocol());
    }
}

void
LinuxBridgePort::Transmit(const Ptr<Packet>& packet,
                          const Address& source,
                          const Address& destination,
                          uint16_t protocol)
{
    const uint64_t before = m_mac.BeginTransmission();
    const bool isAccepted = m_device->SendFrom(packet, source, destination, protocol);
    if (m_mac.EndTransmission(before) && isAccepted)
    {
        NS_LOG_LOGIC("device " << m_device->GetIfIndex() << " accepts frame " << packet->GetUid()
                               << " to " << Mac48Address::ConvertFrom(destination));
        ++m_counters.transmitted;
        return;
    }
    Drop(packet, GetRefusalReason(destination));
}

// An access point drops a frame to an unknown station before it reaches a queue of the MAC. A frame
// to a known one, or to a group, can only have found the queue full.
LinuxBridgeDropReason
LinuxBridgePort::GetRefusalReason(const Address& destination) const
{
    if (!m_mac.IsPresent())
    {
        return LinuxBridgeDropReason::DEVICE_REFUSED;
    }
    return m_mac.Relays(destination) ? LinuxBridgeDropReason::DEVICE_QUEUE_FULL
                                     : LinuxBridgeDropReason::NOT_ASSOCIATED;
}

bool
LinuxBridgePort::Relays(const Address& destination) const
{
    return m_mac.Relays(destination);
}

void
LinuxBridgePort::CheckRelay(const Ptr<const Packet>& packet, const Address& destination)
{
    if (!Relays(destination))
    {
        return;
    }
    if (m_mac.TakeRelay(packet->GetUid()))
    {
        NS_LOG_LOGIC("the access point relays frame " << packet->GetUid() << " to "
                                                      << Mac48Address::ConvertFrom(destination));
        return;
    }
    NS_LOG_DEBUG("the access point did not relay frame " << packet->GetUid() << " to "
                                                         << Mac48Address::ConvertFrom(destination)
                                                         << ": RELAY_QUEUE_FULL");
    ++m_counters.relaysDropped;
    m_dropTrace(packet, LinuxBridgeDropReason::RELAY_QUEUE_FULL, m_device);
}

void
LinuxBridgePort::Drop(Ptr<const Packet> packet, LinuxBridgeDropReason reason)
{
    NS_LOG_DEBUG("device " << m_device->GetIfIndex() << " drops frame " << packet->GetUid() << ": "
                           << GetLinuxBridgeDropReasonName(reason));
    m_counters.CountDrop(reason);
    m_dropTrace(packet, reason, m_device);
}

void
LinuxBridgePort::DropItem(Ptr<const QueueDiscItem> item, LinuxBridgeDropReason reason)
{
    const auto* frame = dynamic_cast<const BridgedFrame*>(PeekPointer(item));
    // Items of an IP stack on the port are no frames of the bridge.
    if (!frame)
    {
        return;
    }
    NS_LOG_DEBUG("device " << m_device->GetIfIndex() << " drops frame "
                           << item->GetPacket()->GetUid() << ": "
                           << GetLinuxBridgeDropReasonName(reason));
    m_counters.CountDrop(reason);
    // Without a listener the frame need not be put together again.
    if (!m_dropTrace.IsEmpty())
    {
        m_dropTrace(frame->CopyPayload(), reason, m_device);
    }
}

// The queue disc has its own reasons, as texts; its own trace sources report them.
void
LinuxBridgePort::NotifyQueueDiscDrop(Ptr<const QueueDiscItem> item, const char*)
{
    DropItem(item, LinuxBridgeDropReason::QUEUE_DISC);
}

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
    if (m_root)
    {
        m_removed.push_back(m_root);
    }
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
    // A queue disc such as FqCoDelQueueDisc reads its device's MTU when it is initialized.
    m_root->Initialize();
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

// The packets of a queue disc that is replaced are dropped, as by qdisc_reset() in Linux.
void
LinuxBridgePort::DrainQueueDiscs()
{
    for (const auto& disc : m_discs)
    {
        DrainQueueDisc(disc);
    }
}

// A disc that makes packets wait, such as a shaper, gives nothing although it has some.
void
LinuxBridgePort::DrainQueueDisc(const Ptr<QueueDisc>& disc)
{
    const auto drain = [this](const auto& queue) {
        while (const auto item = queue->Dequeue())
        {
            DropItem(item, LinuxBridgeDropReason::QUEUE_DISC_REMOVED);
        }
    };
    drain(disc);
    for (std::size_t i = 0; i < disc->GetNInternalQueues(); ++i)
    {
        drain(disc->GetInternalQueue(i));
    }
    for (std::size_t i = 0; i < disc->GetNQueueDiscClasses(); ++i)
    {
        DrainQueueDisc(disc->GetQueueDiscClass(i)->GetQueueDisc());
    }
}

void
LinuxBridgePort::Detach()
{
    DetachQueueDiscs();
    m_trafficControl = nullptr;
    m_queueInterface = nullptr;
    m_onlyQueue = nullptr;
    m_mac.Disconnect();
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

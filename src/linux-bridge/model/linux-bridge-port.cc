// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-port.h"

#include "bridged-queue-disc-item.h"

#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxBridgePort");

namespace
{

/// VLAN_HLEN of Linux: is_skb_forwardable() lets a frame exceed the MTU by a VLAN tag, bytes.
constexpr uint32_t VLAN_TAG = 4;

} // namespace

LinuxBridgePort::LinuxBridgePort(Ptr<NetDevice> device, const DropTrace& dropTrace)
    : m_device(std::move(device)),
      m_dropTrace(dropTrace),
      m_queueInterface(m_device->GetObject<NetDeviceQueueInterface>()),
      m_discs(
          m_device,
          m_queueInterface,
          [this](Ptr<QueueDiscItem> item) { TransmitItem(item); },
          [this](Ptr<const QueueDiscItem> item, LinuxBridgeDropReason reason) {
              DropItem(item, reason);
          }),
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
    else if (!m_discs.Update())
    {
        Drop(packet, LinuxBridgeDropReason::NOT_STARTED);
    }
    else if (m_discs.IsPresent() || (m_queueInterface && !m_onlyQueue))
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
    if (m_discs.IsPresent())
    {
        m_discs.Enqueue(item, queue);
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

void
LinuxBridgePort::Detach()
{
    m_discs.Detach();
    m_queueInterface = nullptr;
    m_onlyQueue = nullptr;
    m_mac.Disconnect();
}

LinuxBridgePortCounters
LinuxBridgePort::GetCounters() const
{
    LinuxBridgePortCounters counters = m_counters;
    counters.held += m_discs.GetNHeld();
    return counters;
}

} // namespace ns3

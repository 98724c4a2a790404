// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-port.h"

#include "bridged-queue-disc-item.h"

#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

namespace
{

/// The queues of a MAC in which data wait.
constexpr std::array DATA_QUEUES{AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO};

} // namespace

LinuxBridgePort::LinuxBridgePort(Ptr<NetDevice> device, const DropTrace& dropTrace)
    : m_device(std::move(device)),
      m_dropTrace(dropTrace),
      m_queueInterface(m_device->GetObject<NetDeviceQueueInterface>())
{
    if (m_queueInterface && m_queueInterface->GetNTxQueues() == 1)
    {
        m_onlyQueue = m_queueInterface->GetTxQueue(0);
    }
    ConnectMac();
}

LinuxBridgePort::~LinuxBridgePort() = default;

void
LinuxBridgePort::Send(const Ptr<Packet>& packet,
                      const Address& source,
                      const Address& destination,
                      uint16_t protocol)
{
    ++m_counters.offered;
    if (!m_device->IsLinkUp())
    {
        Drop(packet, LinuxBridgeDropReason::PORT_DOWN);
    }
    else if (packet->GetSize() > m_device->GetMtu())
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

// What TrafficControlLayer::Send() does, but that a frame without queue disc keeps its source.
void
LinuxBridgePort::SendItem(Ptr<QueueDiscItem> item)
{
    std::size_t queue = 0;
    if (m_queueInterface && !m_onlyQueue)
    {
        queue = m_queueInterface->GetSelectQueueCallback()(item);
    }
    item->SetTxQueueIndex(static_cast<uint8_t>(queue));
    if (m_root)
    {
        const auto& disc = m_discs[queue];
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
        // An IP stack bound to the port itself shares its queue disc.
        m_device->Send(item->GetPacket(), item->GetAddress(), item->GetProtocol());
    }
}

void
LinuxBridgePort::Transmit(const Ptr<Packet>& packet,
                          const Address& source,
                          const Address& destination,
                          uint16_t protocol)
{
    const uint64_t before = m_macEnqueues;
    m_isTransmitting = true;
    const bool isAccepted = m_device->SendFrom(packet, source, destination, protocol);
    m_isTransmitting = false;
    if (isAccepted && (!m_mac || m_macEnqueues != before))
    {
        ++m_counters.transmitted;
        return;
    }
    Drop(packet, GetRefusalReason(destination));
}

LinuxBridgeDropReason
LinuxBridgePort::GetRefusalReason(const Address& destination) const
{
    if (!m_mac)
    {
        return LinuxBridgeDropReason::DEVICE_REFUSED;
    }
    return Relays(destination) ? LinuxBridgeDropReason::DEVICE_QUEUE_FULL
                               : LinuxBridgeDropReason::NOT_ASSOCIATED;
}

// The MAC says nothing when its queue is full, only when a frame enters it.
void
LinuxBridgePort::ConnectMac()
{
    const auto wifi = DynamicCast<WifiNetDevice>(m_device);
    if (!wifi)
    {
        return;
    }
    m_mac = wifi->GetMac();
    for (const auto category : DATA_QUEUES)
    {
        if (const auto queue = m_mac->GetTxopQueue(category))
        {
            queue->TraceConnectWithoutContext(
                "Enqueue",
                MakeCallback(&LinuxBridgePort::NotifyMacEnqueue, this));
        }
    }
}

void
LinuxBridgePort::DisconnectMac()
{
    for (const auto category : DATA_QUEUES)
    {
        if (const auto queue = m_mac ? m_mac->GetTxopQueue(category) : nullptr)
        {
            queue->TraceDisconnectWithoutContext(
                "Enqueue",
                MakeCallback(&LinuxBridgePort::NotifyMacEnqueue, this));
        }
    }
    m_mac = nullptr;
}

void
LinuxBridgePort::NotifyMacEnqueue(Ptr<const WifiMpdu> mpdu)
{
    ++m_macEnqueues;
    const WifiMacHeader& header = mpdu->GetHeader();
    if (!m_isTransmitting && header.IsData() && header.GetAddr3() != m_mac->GetAddress())
    {
        m_relays.push_back(mpdu->GetPacket()->GetUid());
    }
}

bool
LinuxBridgePort::Relays(const Address& destination) const
{
    return m_mac && m_mac->CanForwardPacketsTo(Mac48Address::ConvertFrom(destination));
}

// An access point relays a frame before it hands it up; a ReceiveBacklog brings it here later
// still.
void
LinuxBridgePort::CheckRelay(const Ptr<const Packet>& packet, const Address& destination)
{
    if (!Relays(destination))
    {
        return;
    }
    const auto relay = std::find(m_relays.begin(), m_relays.end(), packet->GetUid());
    if (relay != m_relays.end())
    {
        // Frames come up in their order; one before this was dropped on its way.
        m_relays.erase(m_relays.begin(), relay + 1);
        return;
    }
    ++m_counters.relaysDropped;
    m_dropTrace(packet, LinuxBridgeDropReason::RELAY_QUEUE_FULL, m_device);
}

void
LinuxBridgePort::Drop(Ptr<const Packet> packet, LinuxBridgeDropReason reason)
{
    m_counters.drops.Count(reason);
    m_dropTrace(packet, reason, m_device);
}

void
LinuxBridgePort::DropItem(Ptr<const QueueDiscItem> item, LinuxBridgeDropReason reason)
{
    const auto* frame = dynamic_cast<const BridgedFrame*>(PeekPointer(item));
    if (!frame)
    {
        return;
    }
    m_counters.drops.Count(reason);
    if (!m_dropTrace.IsEmpty())
    {
        m_dropTrace(frame->CopyPayload(), reason, m_device);
    }
}

void
LinuxBridgePort::NotifyQueueDiscDrop(Ptr<const QueueDiscItem> item, const char*)
{
    DropItem(item, LinuxBridgeDropReason::QUEUE_DISC);
}

} // namespace ns3

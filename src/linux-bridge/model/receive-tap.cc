// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "receive-tap.h"

#include "bridge-loop.h"
#include "bridged-wifi-mac.h"
#include "node-entrance.h"

#include "ns3/abort.h"
#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/simple-channel.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiveTap");

namespace
{

constexpr auto UNDER_BUS = "it is the radio under a USB bus, expected the ns3::UsbNetDevice";

/// A UsbNetDevice is known by its attributes, so that its module need not be linked. Its adapter
/// takes what the radio receives.
/// @param device on a node
/// @return whether it is the radio under a USB bus
bool
IsUnderBus(Ptr<NetDevice> device)
{
    const auto node = device->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        PointerValue adapter;
        PointerValue radio;
        if (node->GetDevice(i)->GetAttributeFailSafe("Adapter", adapter) && adapter.GetObject() &&
            adapter.GetObject()->GetAttributeFailSafe("Radio", radio) &&
            radio.GetObject() == device)
        {
            return true;
        }
    }
    return false;
}

} // namespace

void
TappedPacket::AddCall(const TappedPacket& other)
{
    second = other.first;
    // Only the promiscuous callback passes the destination and the type.
    if (other.first == Receiver::ALL)
    {
        to = other.to;
        type = other.type;
    }
}

ReceiveTap::ReceiveTap(Object& owner, TakeFunction take, RepeatFunction repeat)
    : m_owner(owner),
      m_take(std::move(take)),
      m_repeat(std::move(repeat))
{
}

ReceiveTap::~ReceiveTap() = default;

// The reason is a separate text, so that a program can check it before it adds a device.
std::string
ReceiveTap::GetRefusal(Ptr<NetDevice> device) const
{
    const auto node = m_owner.GetObject<Node>();
    if (!node)
    {
        return "the backlog is not aggregated to a node";
    }
    if (!device || device->GetNode() != node)
    {
        return "it is not a device of the backlog's node";
    }
    // A bridge receives nothing itself: it forwards the frames that its ports receive.
    if (device->IsBridge())
    {
        return "it is a bridge, whose ports are to be added";
    }
    if (std::find(m_devices.begin(), m_devices.end(), device) != m_devices.end())
    {
        return "it was added before";
    }
    if (IsUnderBus(device))
    {
        return UNDER_BUS;
    }
    if (IsMeshRadio(device))
    {
        return "it is a radio of a mesh point, expected the ns3::MeshPointDevice";
    }
    return {};
}

void
ReceiveTap::Add(Ptr<NetDevice> device)
{
    if (!m_entrance)
    {
        LearnEntrance();
    }
    m_devices.push_back(device);
    if (m_isStarted)
    {
        Attach(device);
    }
}

void
ReceiveTap::Start()
{
    m_isStarted = true;
    m_nPorts = CountPorts();
    for (const auto& device : m_devices)
    {
        Attach(device);
    }
}

void
ReceiveTap::Stop()
{
    m_devices.clear();
    m_bridges.clear();
    m_entrance = nullptr;
}

void
ReceiveTap::SetPromiscuous(bool isPromiscuous)
{
    NS_ABORT_MSG_IF(m_isStarted && isPromiscuous != m_isPromiscuous,
                    "ReceiveBacklog: Promiscuous cannot change during the simulation: expected "
                    "the same value, or one set before the start");
    m_isPromiscuous = isPromiscuous;
}

bool
ReceiveTap::IsPromiscuous() const
{
    return m_isPromiscuous;
}

// Node::AddDevice() gives the new device the callback for packets to the host. The callback for all
// packets follows only when somebody registers a promiscuous handler for the device.
void
ReceiveTap::LearnEntrance()
{
    const auto node = m_owner.GetObject<Node>();
    m_entrance = CreateObject<NodeEntrance>();
    node->AddDevice(m_entrance);
    const auto handler = MakeCallback(&NodeEntrance::Ignore, PeekPointer(m_entrance));
    node->RegisterProtocolHandler(handler, 0, m_entrance, true);
    node->UnregisterProtocolHandler(handler);
    node->RegisterDeviceAdditionListener(MakeCallback(&ReceiveTap::NotifyDeviceAdded, this));
}

// A bridge has no ports yet when the node gets it. A helper adds them at the same instant.
void
ReceiveTap::NotifyDeviceAdded(Ptr<NetDevice> device)
{
    const auto bridge = DynamicCast<BridgeNetDevice>(device);
    if (!bridge || !m_entrance)
    {
        return;
    }
    m_bridges.push_back(bridge);
    if (m_isStarted)
    {
        Simulator::ScheduleNow([this, owner = Ptr<Object>(&m_owner)] { UpdatePorts(); });
    }
}

uint32_t
ReceiveTap::CountPorts() const
{
    uint32_t ports = 0;
    for (const auto& bridge : m_bridges)
    {
        ports += bridge->GetNBridgePorts();
    }
    return ports;
}

// A bridge does not announce a new port. As its promiscuous handler, which AddBridgePort() has
// registered, the node receives from the device directly until the callback is replaced again.
void
ReceiveTap::UpdatePorts()
{
    const uint32_t ports = CountPorts();
    if (ports == m_nPorts)
    {
        return;
    }
    NS_LOG_DEBUG("bridges of the node have " << ports << " ports, they had " << m_nPorts);
    m_nPorts = ports;
    for (const auto& device : m_devices)
    {
        Attach(device);
    }
}

void
ReceiveTap::Attach(Ptr<NetDevice> device)
{
    // The bus may have been installed after the backlog.
    NS_ABORT_MSG_IF(IsUnderBus(device),
                    "ReceiveBacklog: device " << device->GetIfIndex() << " of node "
                                              << device->GetNode()->GetId() << ", "
                                              << device->GetInstanceTypeId().GetName()
                                              << ", cannot be added: " << UNDER_BUS);
    const bool isPort = FindBridgeOfPort(device) != nullptr;
    NS_LOG_DEBUG("packets of device " << device->GetIfIndex() << " wait for the host from now on"
                                      << (isPort ? "; the device is a port of a bridge" : ""));
    device->SetReceiveCallback(MakeCallback(&ReceiveTap::Receive, this));
    // A Wi-Fi device with this callback also hands up frames for other stations, so it is set only
    // where it is needed. A bridge needs it: it receives as a promiscuous handler of its ports.
    if (isPort || m_isPromiscuous)
    {
        device->SetPromiscReceiveCallback(MakeCallback(&ReceiveTap::PromiscReceive, this));
    }
}

bool
ReceiveTap::Receive(Ptr<NetDevice> device,
                    Ptr<const Packet> packet,
                    uint16_t protocol,
                    const Address& from)
{
    Take(
        {device, packet, protocol, from, {}, NetDevice::PACKET_HOST, TappedPacket::Receiver::HOST});
    return true;
}

bool
ReceiveTap::PromiscReceive(Ptr<NetDevice> device,
                           Ptr<const Packet> packet,
                           uint16_t protocol,
                           const Address& from,
                           const Address& to,
                           NetDevice::PacketType type)
{
    Take({device, packet, protocol, from, to, type, TappedPacket::Receiver::ALL});
    return true;
}

// A device with both callbacks calls one right after the other for a packet to its host. A packet
// for another host gets one call only.
bool
ReceiveTap::IsSecondCall(const TappedPacket& packet) const
{
    return packet.type != NetDevice::PACKET_OTHERHOST &&
           m_lastCall.device == PeekPointer(packet.device) &&
           m_lastCall.uid == packet.packet->GetUid() && m_lastCall.receiver != packet.first &&
           m_lastCall.time == Simulator::Now();
}

void
ReceiveTap::Take(const TappedPacket& packet)
{
    NS_LOG_FUNCTION(this << packet.device << packet.packet);
    if (!m_entrance) // stopped, while its devices run on
    {
        return;
    }
    UpdatePorts();
    if (IsSecondCall(packet))
    {
        NS_LOG_LOGIC("packet " << packet.packet->GetUid() << " is for the host and for "
                               << "promiscuous handlers: it is taken once");
        m_lastCall.device = nullptr;
        if (m_lastCall.isTaken)
        {
            m_repeat(packet);
        }
        return;
    }
    // A packet for another host gets one call. If a packet with the same number follows it, it is
    // another fragment of the same datagram and no second call.
    const bool isForOther = packet.type == NetDevice::PACKET_OTHERHOST;
    m_lastCall = {isForOther ? nullptr : PeekPointer(packet.device),
                  packet.packet->GetUid(),
                  Simulator::Now(),
                  packet.first};
    m_lastCall.isTaken = m_take(packet);
}

void
ReceiveTap::Deliver(const TappedPacket& packet) const
{
    Deliver(packet, packet.first);
    // The application may have disposed of the node meanwhile.
    if (m_entrance && packet.second)
    {
        Deliver(packet, *packet.second);
    }
}

void
ReceiveTap::Deliver(const TappedPacket& packet, TappedPacket::Receiver receiver) const
{
    if (receiver == TappedPacket::Receiver::HOST)
    {
        m_entrance->receive(packet.device, packet.packet, packet.protocol, packet.from);
    }
    else
    {
        m_entrance->promiscReceive(packet.device,
                                   packet.packet,
                                   packet.protocol,
                                   packet.from,
                                   packet.to,
                                   packet.type);
    }
}

} // namespace ns3

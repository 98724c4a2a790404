// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-net-device.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumNetDevice");
NS_OBJECT_ENSURE_REGISTERED(MediumNetDevice);

TypeId
MediumNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MediumNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("FastWifi")
            .AddAttribute("Channel",
                          "The channel; null before one is set, and after Dispose().",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&MediumNetDevice::CopyChannel),
                          MakePointerChecker<MediumChannel>())
            .AddTraceSource("MacTx",
                            "A packet came from the layer above, or is to be relayed.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_macTx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this device goes up.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_macRx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet goes up, whatever its destination.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_macPromiscRx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A data frame, with MAC header but without FCS, that the device "
                            "begins to send, or that it has received and that is addressed to "
                            "it. A connected sink costs one event per frame sent.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_sniffer),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "Like Sniffer, and also frames for other stations.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_promiscSniffer),
                            "ns3::Packet::TracedCallback");
    return tid;
}

MediumNetDevice::MediumNetDevice(uint16_t leastMtu, uint16_t mostMtu)
    : m_leastMtu(leastMtu),
      m_mostMtu(mostMtu)
{
    NS_LOG_FUNCTION(this);
}

MediumNetDevice::~MediumNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
MediumNetDevice::NotifyNewAggregate()
{
    // As WifiNetDevice: a helper aggregates the queue interface after it has made the device.
    if (!m_queueInterface)
    {
        m_queueInterface = GetObject<NetDeviceQueueInterface>();
    }
    NetDevice::NotifyNewAggregate();
}

void
MediumNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    // A device may have been disposed of before the simulation starts.
    if (!m_hasLeft)
    {
        RequireChannel();
    }
    NetDevice::DoInitialize();
}

void
MediumNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    LeaveChannel();
    m_node = nullptr;
    m_queueInterface = nullptr;
    m_receive = NetDevice::ReceiveCallback();
    m_promiscReceive = NetDevice::PromiscReceiveCallback();
    NetDevice::DoDispose();
}

void
MediumNetDevice::SetChannel(Ptr<MediumChannel> channel)
{
    NS_LOG_FUNCTION(this << channel);
    const std::string type = GetInstanceTypeId().GetName();
    if (!channel)
    {
        NS_FATAL_ERROR(type << ": the channel must not be null");
    }
    if (m_hasLeft)
    {
        NS_FATAL_ERROR(type << ": the device has been disposed of and can have no channel");
    }
    // Frames in flight and functions of the engine belong to the channel.
    if (m_channel)
    {
        NS_FATAL_ERROR(type << ": the device has a channel already");
    }
    m_channel = channel;
    m_station = channel->Attach(this);
    NS_LOG_INFO(m_address << " is station " << m_station);
    channel->SetAddress(m_station, m_address);
}

/// Frames on their way to this device come from the channel in here, as lost ones, while the traces
/// of the device still work. What begins later does not reach it.
void
MediumNetDevice::LeaveChannel()
{
    m_hasLeft = true;
    if (m_channel)
    {
        NS_LOG_INFO(m_address << ", station " << m_station << ", leaves its channel");
        m_channel->Detach(m_station);
    }
    m_channel = nullptr;
}

bool
MediumNetDevice::HasLeft() const
{
    return m_hasLeft;
}

/// IP fragments to the MTU; a bridge or a program that sends by itself may not.
bool
MediumNetDevice::IsTooLong(Ptr<const Packet> packet) const
{
    return packet->GetSize() > m_mtu;
}

/// Without a channel packets would wait for ever.
void
MediumNetDevice::RequireChannel() const
{
    if (!m_channel)
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": the device has no channel");
    }
}

/// Without a node nobody initializes the device, and packets would wait for ever.
void
MediumNetDevice::RequireNode() const
{
    if (!m_node)
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName()
                       << ": the device " << m_address << " has a channel, but is on no node");
    }
}

const Ptr<MediumChannel>&
MediumNetDevice::GetMediumChannel() const
{
    return m_channel;
}

MediumStation
MediumNetDevice::GetStation() const
{
    return m_station;
}

/// The engine is lazy: what has begun until now may not have been executed yet.
void
MediumNetDevice::Advance() const
{
    if (m_channel)
    {
        m_channel->Advance();
    }
}

Ptr<NetDeviceQueue>
MediumNetDevice::GetTxQueue(std::size_t index) const
{
    // The interface is disposed of with the device, and may be before it.
    const bool isThere = m_queueInterface && index < m_queueInterface->GetNTxQueues();
    return isThere ? m_queueInterface->GetTxQueue(index) : nullptr;
}

/// The channel asks for the device to find the node whose events its own are.
Ptr<NetDevice>
MediumNetDevice::GetNetDevice()
{
    RequireNode();
    return this;
}

bool
MediumNetDevice::IsPromiscuous() const
{
    // Without a handler, frames for others need not be handed over one by one.
    return !m_promiscReceive.IsNull() || !m_promiscSniffer.IsEmpty();
}

bool
MediumNetDevice::IsSniffed() const
{
    return !m_sniffer.IsEmpty() || !m_promiscSniffer.IsEmpty();
}

void
MediumNetDevice::Sniff(Ptr<const Packet> frame, bool isOwn)
{
    if (isOwn)
    {
        m_sniffer(frame);
    }
    m_promiscSniffer(frame);
}

/// Frames of a station carry its own address as the transmitter and the source.
bool
MediumNetDevice::SupportsSendFrom() const
{
    return false;
}

bool
MediumNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return Offer({packet, m_address, Mac48Address::ConvertFrom(dest), protocolNumber});
}

bool
MediumNetDevice::SendFrom(Ptr<Packet> packet,
                          const Address& source,
                          const Address& dest,
                          uint16_t protocolNumber)
{
    if (!SupportsSendFrom())
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": only an access point sends for others");
    }
    return Offer({packet,
                  Mac48Address::ConvertFrom(source),
                  Mac48Address::ConvertFrom(dest),
                  protocolNumber});
}

/// The one way down: from IP, from a bridge, and of an access point that relays.
bool
MediumNetDevice::Offer(const MediumPayload& payload)
{
    // A stack above may send until the end of the simulation.
    if (!m_hasLeft)
    {
        RequireChannel();
        RequireNode();
    }
    NS_LOG_DEBUG("packet " << payload.packet->GetUid() << " of " << payload.packet->GetSize()
                           << " bytes from " << payload.source << " to " << payload.destination);
    m_macTx(payload.packet);
    return Accept(payload);
}

/// A return value of false, and no error, is what NetDevice has for an MTU out of range.
bool
MediumNetDevice::SetMtu(uint16_t mtu)
{
    if (mtu < m_leastMtu || mtu > m_mostMtu)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
MediumNetDevice::GetMtu() const
{
    return m_mtu;
}

void
MediumNetDevice::SetIfIndex(uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
MediumNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

/// The attribute Channel, by which paths of Config go on to the channel.
Ptr<MediumChannel>
MediumNetDevice::CopyChannel() const
{
    return m_channel;
}

Ptr<Channel>
MediumNetDevice::GetChannel() const
{
    return m_channel;
}

void
MediumNetDevice::SetAddress(Address address)
{
    const auto next = Mac48Address::ConvertFrom(address);
    NS_LOG_INFO("address " << next << " instead of " << m_address);
    // The channel refuses the address of another station, before this device has it.
    if (m_channel)
    {
        m_channel->SetAddress(m_station, next);
    }
    m_address = next;
}

Address
MediumNetDevice::GetAddress() const
{
    return m_address;
}

Mac48Address
MediumNetDevice::GetMacAddress() const
{
    return m_address;
}

bool
MediumNetDevice::IsLinkUp() const
{
    return m_channel != nullptr;
}

void
MediumNetDevice::AddLinkChangeCallback(Callback<void>)
{
    // The link is up as long as there is a channel, which a device has for good.
}

bool
MediumNetDevice::IsBroadcast() const
{
    return true;
}

Address
MediumNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
MediumNetDevice::IsMulticast() const
{
    return true;
}

Address
MediumNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
MediumNetDevice::GetMulticast(Ipv6Address address) const
{
    return Mac48Address::GetMulticast(address);
}

bool
MediumNetDevice::IsBridge() const
{
    return false;
}

bool
MediumNetDevice::IsPointToPoint() const
{
    return false;
}

Ptr<Node>
MediumNetDevice::GetNode() const
{
    return m_node;
}

void
MediumNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

/// Addresses are those of Ethernet.
bool
MediumNetDevice::NeedsArp() const
{
    return true;
}

void
MediumNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback callback)
{
    m_receive = callback;
}

void
MediumNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback)
{
    m_promiscReceive = callback;
}

bool
MediumNetDevice::IsForThis(const MediumPayload& payload) const
{
    return payload.destination.IsGroup() || payload.destination == m_address;
}

/// WifiNetDevice::ForwardUp()
void
MediumNetDevice::ForwardUp(const MediumPayload& payload)
{
    // The promiscuous handlers get each packet, with what it is to this device; a bridge is one.
    NetDevice::PacketType type = NetDevice::PACKET_OTHERHOST;
    if (payload.destination.IsBroadcast())
    {
        type = NetDevice::PACKET_BROADCAST;
    }
    else if (payload.destination.IsGroup())
    {
        type = NetDevice::PACKET_MULTICAST;
    }
    else if (payload.destination == m_address)
    {
        type = NetDevice::PACKET_HOST;
    }
    NS_LOG_DEBUG("packet " << payload.packet->GetUid() << " from " << payload.source << " to "
                           << payload.destination << " goes up as type " << type);
    if (type != NetDevice::PACKET_OTHERHOST)
    {
        m_macRx(payload.packet);
        if (!m_receive.IsNull())
        {
            m_receive(this, payload.packet, payload.protocol, payload.source);
        }
    }
    if (!m_promiscReceive.IsNull())
    {
        m_macPromiscRx(payload.packet);
        m_promiscReceive(this,
                         payload.packet,
                         payload.protocol,
                         payload.source,
                         payload.destination,
                         type);
    }
}

} // namespace ns3

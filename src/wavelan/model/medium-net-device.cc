// SPDX-License-Identifier: GPL-2.0-only

#include "medium-net-device.h"

#include "ns3/log.h"
#include "ns3/node.h"

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
            .SetGroupName("Wavelan")
            .AddTraceSource("MacRx",
                            "A packet for this device goes up.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_macRx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet for anybody goes up.",
                            MakeTraceSourceAccessor(&MediumNetDevice::m_macPromiscRx),
                            "ns3::Packet::TracedCallback");
    return tid;
}

MediumNetDevice::MediumNetDevice()
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
    if (!m_queueInterface)
    {
        m_queueInterface = GetObject<NetDeviceQueueInterface>();
    }
    NetDevice::NotifyNewAggregate();
}

void
MediumNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_channel)
    {
        m_channel->Detach(m_station);
    }
    m_channel = nullptr;
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
    if (m_channel)
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": the device has a channel already");
    }
    m_channel = channel;
    m_station = channel->Attach(this);
    channel->SetAddress(m_station, m_address);
}

Ptr<MediumChannel>
MediumNetDevice::GetMediumChannel() const
{
    return m_channel;
}

MediumId
MediumNetDevice::GetStation() const
{
    return m_station;
}

Ptr<NetDeviceQueue>
MediumNetDevice::GetTxQueue() const
{
    return m_queueInterface ? m_queueInterface->GetTxQueue(0) : nullptr;
}

Ptr<NetDevice>
MediumNetDevice::GetNetDevice()
{
    return this;
}

bool
MediumNetDevice::IsPromiscuous() const
{
    return !m_promiscReceive.IsNull();
}

bool
MediumNetDevice::SupportsSendFrom() const
{
    return false;
}

bool
MediumNetDevice::SendFrom(Ptr<Packet>, const Address&, const Address&, uint16_t)
{
    NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": the device does not send for others");
    return false;
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

Ptr<Channel>
MediumNetDevice::GetChannel() const
{
    return m_channel;
}

void
MediumNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
    if (m_channel)
    {
        m_channel->SetAddress(m_station, m_address);
    }
}

Address
MediumNetDevice::GetAddress() const
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
    // The link is up as long as there is a channel.
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

/// WifiNetDevice::ForwardUp()
void
MediumNetDevice::ForwardUp(const MediumPayload& payload)
{
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

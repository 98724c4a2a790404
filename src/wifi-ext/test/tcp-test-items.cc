// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-test-items.h"

#include "ns3/arp-header.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/udp-header.h"

namespace ns3
{

namespace
{

/// As an item of a bridge, which remembers the sender.
struct Bridged
{
    virtual ~Bridged() = default;
    Mac48Address source; ///< of the frame
};

class BridgedIpv4Item : public Bridged, public Ipv4QueueDiscItem
{
  public:
    using Ipv4QueueDiscItem::Ipv4QueueDiscItem;
};

Ptr<Packet>
MakeTcpPacket(const TestSegment& segment)
{
    TcpHeader header;
    header.SetSourcePort(5001);
    header.SetDestinationPort(segment.port);
    header.SetFlags(segment.flags);
    header.SetSequenceNumber(SequenceNumber32(segment.sequence));
    header.SetAckNumber(SequenceNumber32(segment.acknowledgment));
    if (segment.sackEnd > 0)
    {
        const auto sack = CreateObject<TcpOptionSack>();
        sack->AddSackBlock(
            {SequenceNumber32(segment.sackEnd - 100), SequenceNumber32(segment.sackEnd)});
        header.AppendOption(sack);
    }
    auto packet = Create<Packet>(segment.payload);
    packet->AddHeader(header);
    return packet;
}

Ipv4Header
MakeIpv4Header(uint32_t payload, uint8_t protocol)
{
    Ipv4Header header;
    header.SetSource("10.0.0.1");
    header.SetDestination("10.0.0.2");
    header.SetProtocol(protocol);
    header.SetPayloadSize(payload);
    return header;
}

Ipv6Header
MakeIpv6Header(uint32_t payload)
{
    Ipv6Header header;
    header.SetSource("2001:db8::1");
    header.SetDestination("2001:db8::2");
    header.SetNextHeader(6);
    header.SetPayloadLength(payload);
    return header;
}

/// @param header in front of the packet
Ptr<QueueDiscItem>
MakeFrameItem(Ptr<Packet> packet,
              const Header& header,
              uint16_t etherType,
              uint32_t padding,
              const Address& destination)
{
    packet->AddHeader(header);
    packet->AddPaddingAtEnd(padding);
    if (etherType == 0x8100)
    {
        const uint8_t tag[4] = {0x20, 0x0a, 0x08, 0x00};
        auto tagged = Create<Packet>(tag, sizeof(tag));
        tagged->AddAtEnd(packet);
        packet = tagged;
    }
    return Create<FrameItem>(packet, destination, etherType);
}

} // namespace

void
FrameItem::AddHeader()
{
}

bool
FrameItem::Mark()
{
    return false;
}

Ptr<QueueDiscItem>
MakeTcpItem(const TestSegment& segment, TestItemKind kind, const Address& destination)
{
    auto packet = MakeTcpPacket(segment);
    const Ipv4Header ipv4 = MakeIpv4Header(packet->GetSize(), 6);
    const Ipv6Header ipv6 = MakeIpv6Header(packet->GetSize());
    switch (kind)
    {
    case TestItemKind::FRAME_IPV4:
        return MakeFrameItem(packet, ipv4, 0x0800, segment.padding, destination);
    case TestItemKind::FRAME_IPV6:
        return MakeFrameItem(packet, ipv6, 0x86dd, segment.padding, destination);
    case TestItemKind::FRAME_VLAN:
        return MakeFrameItem(packet, ipv4, 0x8100, segment.padding, destination);
    default:
        break;
    }
    packet->AddPaddingAtEnd(segment.padding);
    switch (kind)
    {
    case TestItemKind::IPV6:
        return Create<Ipv6QueueDiscItem>(packet, destination, 0x86dd, ipv6);
    case TestItemKind::BRIDGED_IPV4:
        return Create<BridgedIpv4Item>(packet, destination, 0x0800, ipv4);
    default:
        return Create<Ipv4QueueDiscItem>(packet, destination, 0x0800, ipv4);
    }
}

Ptr<QueueDiscItem>
MakeUdpItem(uint32_t payload, const Address& destination)
{
    auto packet = Create<Packet>(payload);
    packet->AddHeader(UdpHeader());
    const Ipv4Header header = MakeIpv4Header(packet->GetSize(), 17);
    return Create<Ipv4QueueDiscItem>(packet, destination, 0x0800, header);
}

Ptr<QueueDiscItem>
MakeArpItem(const Address& destination)
{
    const Mac48Address address;
    ArpHeader header;
    header.SetRequest(address, Ipv4Address("10.0.0.1"), address, Ipv4Address("10.0.0.2"));
    return Create<ArpQueueDiscItem>(Create<Packet>(), destination, 0x0806, header);
}

} // namespace ns3

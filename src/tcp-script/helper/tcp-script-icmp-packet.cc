// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-icmp-packet.h"

#include "tcp-script-compatibility.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/node.h"

namespace ns3
{

namespace
{

/// Adds a header of ICMPv6 to the packet that it is about. ns-3's header computes its checksum from
/// a copy of that packet, and writes none of it.
/// @tparam Header its class
/// @param packet quoted
/// @param header to add
/// @param code of the error
/// @param source, destination of the error, which the checksum covers, unlike that of ICMP (RFC
/// 4443, 2.3)
template <typename Header>
void
AddIcmpv6Header(Ptr<Packet> packet,
                Header header,
                uint8_t code,
                Ipv6Address source,
                Ipv6Address destination)
{
    header.SetPacket(packet);
    header.SetCode(code);
    if (Node::ChecksumEnabled())
    {
        const auto size = packet->GetSize() + header.GetSerializedSize();
        CalculateIcmpv6Checksum(header, source, destination, size);
    }
    packet->AddHeader(header);
}

} // namespace

Ptr<Packet>
MakeTcpScriptIcmpv4(const TcpScriptIcmpNumbers& numbers,
                    uint16_t mtu,
                    const Ipv4Header& quoted,
                    Ptr<const Packet> about)
{
    // The packet is built from its end: what is quoted, then what this error has to say, then type
    // and code. Only Destination Unreachable has room for an MTU (RFC 1191, 4).
    const Ptr<Packet> packet = Create<Packet>();
    if (numbers.type == Icmpv4Header::ICMPV4_DEST_UNREACH)
    {
        Icmpv4DestinationUnreachable body;
        body.SetNextHopMtu(mtu);
        body.SetHeader(quoted);
        body.SetData(about);
        packet->AddHeader(body);
    }
    else // time_exceeded: the parser knows no third error of ICMP
    {
        Icmpv4TimeExceeded body;
        body.SetHeader(quoted);
        body.SetData(about);
        packet->AddHeader(body);
    }
    Icmpv4Header header;
    header.SetType(numbers.type);
    header.SetCode(numbers.code);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    packet->AddHeader(header);
    return packet;
}

Ptr<Packet>
MakeTcpScriptIcmpv6(const TcpScriptIcmpNumbers& numbers,
                    uint32_t mtu,
                    const Ipv6Header& quoted,
                    Ptr<const Packet> about,
                    Ipv6Address source,
                    Ipv6Address destination)
{
    const Ptr<Packet> packet = about->Copy();
    packet->AddHeader(quoted);
    switch (numbers.type)
    {
    case Icmpv6Header::ICMPV6_ERROR_PACKET_TOO_BIG: {
        Icmpv6TooBig header;
        header.SetMtu(mtu);
        AddIcmpv6Header(packet, header, numbers.code, source, destination);
        break;
    }
    case Icmpv6Header::ICMPV6_ERROR_TIME_EXCEEDED:
        AddIcmpv6Header(packet, Icmpv6TimeExceeded(), numbers.code, source, destination);
        break;
    case Icmpv6Header::ICMPV6_ERROR_PARAMETER_ERROR:
        AddIcmpv6Header(packet, Icmpv6ParameterError(), numbers.code, source, destination);
        break;
    default: // unreachable; the parser knows no other
        AddIcmpv6Header(packet, Icmpv6DestinationUnreachable(), numbers.code, source, destination);
        break;
    }
    return packet;
}

} // namespace ns3

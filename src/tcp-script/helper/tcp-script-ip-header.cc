// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-ip-header.h"

#include "ns3/node.h"

#include <net/ethernet.h>

namespace ns3
{

namespace
{

constexpr uint8_t TTL = 64;
/// Next header of a fragment (RFC 8200).
constexpr uint8_t IPV6_FRAGMENT = 44;

} // namespace

Ipv4Header
MakeIpv4Header(Ipv4Address source, Ipv4Address destination, uint8_t protocol, uint32_t size)
{
    Ipv4Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetProtocol(protocol);
    header.SetPayloadSize(size);
    header.SetTtl(TTL);
    // Off by default in ns-3; a socket that checks would refuse packets without one.
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    return header;
}

Ipv6Header
MakeIpv6Header(Ipv6Address source, Ipv6Address destination, uint8_t protocol, uint32_t size)
{
    Ipv6Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetNextHeader(protocol);
    header.SetPayloadLength(size);
    header.SetHopLimit(TTL);
    return header;
}

IpFields
RemoveIpHeader(Ptr<Packet> packet, uint16_t protocol)
{
    if (protocol == ETHERTYPE_IP)
    {
        Ipv4Header header;
        packet->RemoveHeader(header);
        return {.protocol = header.GetProtocol(),
                .ecn = static_cast<TcpScriptPacket::Ecn>(header.GetEcn()),
                .isFragment = !header.IsLastFragment() || header.GetFragmentOffset() > 0};
    }
    Ipv6Header header;
    packet->RemoveHeader(header);
    return {.protocol = header.GetNextHeader(),
            .ecn = static_cast<TcpScriptPacket::Ecn>(header.GetEcn()),
            .isFragment = header.GetNextHeader() == IPV6_FRAGMENT};
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_IP_HEADER_H
#define TCP_SCRIPT_IP_HEADER_H

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/packet.h"
#include "ns3/tcp-script.h"

#include <cstdint>

/**
 * @file
 * @ingroup tcp-script
 * IP headers of packets that a script's peer sends and receives.
 */

namespace ns3
{

/**
 * @ingroup tcp-script
 * @param source of the packet
 * @param destination of the packet
 * @param protocol of what follows
 * @param size of what follows, bytes
 * @return the header, which gets a checksum if Node::ChecksumEnabled()
 */
Ipv4Header MakeIpv4Header(Ipv4Address source,
                          Ipv4Address destination,
                          uint8_t protocol,
                          uint32_t size);

/**
 * @ingroup tcp-script
 * @param source of the packet
 * @param destination of the packet
 * @param protocol of what follows
 * @param size of what follows, bytes
 * @return the header
 */
Ipv6Header MakeIpv6Header(Ipv6Address source,
                          Ipv6Address destination,
                          uint8_t protocol,
                          uint32_t size);

/**
 * @ingroup tcp-script
 * What the IP header of a packet of the socket says.
 */
struct IpFields
{
    uint8_t protocol{0};        ///< of what is in it
    TcpScriptPacket::Ecn ecn{}; ///< congestion mark
    bool isFragment{false};     ///< part of a packet
};

/**
 * @ingroup tcp-script
 * @param packet whose header is taken off
 * @param protocol EtherType of IPv4 or IPv6
 * @return what the header says
 */
IpFields RemoveIpHeader(Ptr<Packet> packet, uint16_t protocol);

} // namespace ns3

#endif // TCP_SCRIPT_IP_HEADER_H

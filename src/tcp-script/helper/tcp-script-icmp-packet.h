// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_ICMP_PACKET_H
#define TCP_SCRIPT_ICMP_PACKET_H

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/packet.h"
#include "ns3/tcp-script-icmp.h"

namespace ns3
{

/**
 * @ingroup tcp-script
 * Destination Unreachable or Time Exceeded; the parser knows no other error of ICMP.
 * @param numbers type and code
 * @param mtu reported if the type has room for one, which is Destination Unreachable, bytes
 * @param quoted IP header of the packet that the error is about
 * @param about the rest of that packet
 * @return the error, without an IP header of its own (RFC 792, RFC 1191). Its checksum is computed
 * if Node::ChecksumEnabled()
 */
Ptr<Packet> MakeTcpScriptIcmpv4(const TcpScriptIcmpNumbers& numbers,
                                uint16_t mtu,
                                const Ipv4Header& quoted,
                                Ptr<const Packet> about);

/**
 * @ingroup tcp-script
 * Packet Too Big, Time Exceeded, Parameter Problem; any other type counts as Destination
 * Unreachable.
 * @param numbers type and code
 * @param mtu reported if the type has room for one, which is Packet Too Big, bytes
 * @param quoted IP header of the packet that the error is about
 * @param about the rest of that packet
 * @param source, destination addresses of the error, which its checksum covers
 * @return the error, without an IP header of its own (RFC 4443). Its checksum is computed if
 * Node::ChecksumEnabled()
 */
Ptr<Packet> MakeTcpScriptIcmpv6(const TcpScriptIcmpNumbers& numbers,
                                uint32_t mtu,
                                const Ipv6Header& quoted,
                                Ptr<const Packet> about,
                                Ipv6Address source,
                                Ipv6Address destination);

} // namespace ns3

#endif // TCP_SCRIPT_ICMP_PACKET_H

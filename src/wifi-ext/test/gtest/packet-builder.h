// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef PACKET_BUILDER_H
#define PACKET_BUILDER_H

#include "../../model/tcp-packet-classifier.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Bytes of a packet, in the order of the air.
using Bytes = std::vector<uint8_t>;

/// @return both after each other
Bytes operator+(Bytes left, const Bytes& right);
/// @param digits hexadecimal, spaces allowed
/// @return the bytes
Bytes FromHex(const std::string& digits);
/// @return 16 bits in network order
Bytes Word(std::size_t value);

/// What differs between the segments of the tests.
struct SegmentFields
{
    uint8_t flags{TCP_FLAG_ACK}; ///< of the TCP header
    Bytes options{};             ///< padded to a multiple of 4 by the caller
    std::size_t payload{0};      ///< bytes
};

/// A TCP header (RFC 9293, 3.1) with ports 5001 and 49152, and payload.
Bytes MakeTcp(const SegmentFields& fields = {});

/// @param content of the datagram
/// @param protocol of it
/// @param fragment the word with flags and fragment offset
/// @param options of the IP header
/// @return an IPv4 datagram from 10.0.0.1 to 10.0.0.2 (RFC 791)
Bytes MakeIpv4(const Bytes& content,
               uint8_t protocol = 6,
               uint16_t fragment = 0x4000,
               const Bytes& options = {});

/// @param content extension headers and payload
/// @param next header
/// @return an IPv6 packet from 2001:db8::1 to 2001:db8::2 (RFC 8200)
Bytes MakeIpv6(const Bytes& content, uint8_t next = 6);

/// @param etherType of the frame
/// @param bytes all of it
/// @param padding bytes after them
/// @return its class, all bytes in sight
TcpPacket Classify(uint16_t etherType, const Bytes& bytes, std::size_t padding = 0);

/// @return the kind alone
TcpPacketKind GetKindOf(uint16_t etherType, const Bytes& bytes, std::size_t padding = 0);

} // namespace ns3

#endif // PACKET_BUILDER_H

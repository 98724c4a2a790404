// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-packet-classifier.h"

#include <boost/container_hash/hash.hpp>
#include <boost/endian/conversion.hpp>
#include <net/ethernet.h>
#include <netinet/in.h>

using boost::endian::load_big_u16;
using boost::endian::load_big_u32;
using boost::endian::load_big_u64;

namespace ns3
{

namespace
{

/// Ethertype of a service VLAN (802.1ad).
constexpr uint16_t ETHERTYPE_SERVICE_VLAN = 0x88a8;

/// Lengths in bytes.
constexpr std::size_t VLAN_TAG = 4;
constexpr std::size_t IPV4_HEADER = 20;
constexpr std::size_t IPV6_HEADER = 40;
constexpr std::size_t FRAGMENT_HEADER = 8;
constexpr std::size_t TCP_HEADER = 20;

/// TCP options of one byte; all others have a length.
constexpr uint8_t OPTION_END = 0;
constexpr uint8_t OPTION_NOP = 1;

TcpPacket
MakePacket(TcpPacketKind kind)
{
    TcpPacket packet;
    packet.kind = kind;
    return packet;
}

/// A fragment: its TCP header is elsewhere, or its payload is.
/// @param protocol of the datagram
TcpPacket
MakeFragment(uint8_t protocol)
{
    return MakePacket(protocol == IPPROTO_TCP ? TcpPacketKind::DATA : TcpPacketKind::OTHER);
}

/// A receiver drops a segment whose options reach beyond its header (RFC 9293, 3.1).
/// @return whether every option lies within the header
bool
AreOptionsWellFormed(const uint8_t* options, std::size_t size)
{
    std::size_t i = 0;
    while (i < size && options[i] != OPTION_END)
    {
        if (options[i] == OPTION_NOP)
        {
            ++i;
            continue;
        }
        // The length counts the kind and itself, so that 0 would never end the loop.
        if (size - i < 2 || options[i + 1] < 2 || options[i + 1] > size - i)
        {
            return false;
        }
        i += options[i + 1];
    }
    return true;
}

TcpPacketKind
GetKind(const TcpPacket& packet)
{
    if (packet.payload > 0)
    {
        return TcpPacketKind::DATA;
    }
    if (packet.flags & (TCP_FLAG_SYN | TCP_FLAG_FIN | TCP_FLAG_RST))
    {
        return TcpPacketKind::OTHER;
    }
    // After the handshake a receiver ignores segments without ACK (RFC 9293, 3.10.7.4).
    return packet.flags & TCP_FLAG_ACK ? TcpPacketKind::PURE_ACK : TcpPacketKind::MALFORMED;
}

/// @param bytes from the TCP header on
/// @param length of header and payload, from the IP header; padding of the link layer may follow
TcpPacket
ClassifyTcp(const PacketBytes& bytes, std::size_t length, const TcpFlowId& addresses)
{
    const uint8_t* header = bytes.data;
    if (length < TCP_HEADER || !bytes.CanRead(0, TCP_HEADER))
    {
        return MakePacket(TcpPacketKind::MALFORMED);
    }
    const std::size_t headerLength = 4 * (header[12] >> 4);
    // The options of a header that reaches beyond the visible bytes cannot be checked.
    if (headerLength < TCP_HEADER || headerLength > length || !bytes.CanRead(0, headerLength) ||
        !AreOptionsWellFormed(header + TCP_HEADER, headerLength - TCP_HEADER))
    {
        return MakePacket(TcpPacketKind::MALFORMED);
    }
    TcpPacket packet;
    packet.flags = header[13];
    packet.payload = static_cast<uint32_t>(length - headerLength);
    packet.sequence = load_big_u32(header + 4);
    packet.acknowledgment = load_big_u32(header + 8);
    packet.window = load_big_u16(header + 14);
    packet.fromTcpHeader = static_cast<uint32_t>(bytes.size);
    packet.flow = addresses;
    packet.flow.sourcePort = load_big_u16(header);
    packet.flow.destinationPort = load_big_u16(header + 2);
    packet.kind = GetKind(packet);
    return packet;
}

/// Extension headers with a next header and a length in their first bytes (RFC 8200, RFC 7045).
bool
IsExtensionHeader(uint8_t next)
{
    return next == 0 || next == 43 || next == 60 || next == IPPROTO_AH || next == 135 ||
           next == 139 || next == 140;
}

/// @param next kind of the extension header
/// @param length its length field
/// @return bytes
std::size_t
GetExtensionLength(uint8_t next, uint8_t length)
{
    // The length field of the authentication header is in words of 4 bytes, minus 2 (RFC
    // 4302, 2.2). That of all others is in units of 8 bytes, minus 1 (RFC 8200, 4).
    return next == IPPROTO_AH ? 4 * (length + std::size_t{2}) : 8 * (length + std::size_t{1});
}

TcpPacket
ClassifyIpv4(const PacketBytes& bytes)
{
    const uint8_t* header = bytes.data;
    if (!bytes.CanRead(0, IPV4_HEADER))
    {
        return MakePacket(TcpPacketKind::MALFORMED);
    }
    // The length in the header counts, not that of the frame: Ethernet pads short frames.
    const std::size_t headerLength = 4 * (header[0] & 0x0f);
    const std::size_t totalLength = load_big_u16(header + 2);
    if (header[0] >> 4 != 4 || headerLength < IPV4_HEADER || totalLength < headerLength ||
        headerLength > bytes.size)
    {
        return MakePacket(TcpPacketKind::MALFORMED);
    }
    IpDatagram datagram;
    // The flag "more fragments" (0x2000), or an offset other than 0.
    datagram.isFragment = load_big_u16(header + 6) & 0x3fff;
    datagram.protocol = header[9];
    datagram.payload = totalLength - headerLength;
    datagram.addresses.source[1] = load_big_u32(header + 12);
    datagram.addresses.destination[1] = load_big_u32(header + 16);
    return ClassifyIpPayload(datagram, bytes.From(headerLength));
}

TcpPacket
ClassifyIpv6(const PacketBytes& bytes)
{
    const uint8_t* header = bytes.data;
    if (!bytes.CanRead(0, IPV6_HEADER) || header[0] >> 4 != 6)
    {
        return MakePacket(TcpPacketKind::MALFORMED);
    }
    IpDatagram datagram;
    datagram.isIpv6 = true;
    datagram.protocol = header[6];
    datagram.payload = load_big_u16(header + 4);
    datagram.addresses.source = {load_big_u64(header + 8), load_big_u64(header + 16)};
    datagram.addresses.destination = {load_big_u64(header + 24), load_big_u64(header + 32)};
    return ClassifyIpPayload(datagram, bytes.From(IPV6_HEADER));
}

} // namespace

bool
PacketBytes::CanRead(std::size_t offset, std::size_t length) const
{
    // The order of the comparisons spares a sum that could wrap for a length of any size.
    return offset <= visible && length <= visible - offset;
}

PacketBytes
PacketBytes::From(std::size_t offset) const
{
    return offset < visible ? PacketBytes{data + offset, visible - offset, size - offset}
                            : PacketBytes{nullptr, 0, size - offset};
}

TcpPacket
ClassifyIpPayload(const IpDatagram& datagram, const PacketBytes& bytes)
{
    if (datagram.payload > bytes.size)
    {
        return MakePacket(TcpPacketKind::MALFORMED);
    }
    if (datagram.isFragment)
    {
        return MakeFragment(datagram.protocol);
    }
    // IPv6 places extension headers between its header and that of the transport.
    uint8_t next = datagram.protocol;
    std::size_t offset = 0;
    while (datagram.isIpv6 && (next == IPPROTO_FRAGMENT || IsExtensionHeader(next)))
    {
        if (datagram.payload - offset < FRAGMENT_HEADER || !bytes.CanRead(offset, FRAGMENT_HEADER))
        {
            return MakePacket(TcpPacketKind::MALFORMED);
        }
        const uint8_t* header = bytes.data + offset;
        // A fragment header with offset 0 and no more fragments holds a whole datagram (RFC 6946).
        if (next == IPPROTO_FRAGMENT && (load_big_u16(header + 2) & 0xfff9))
        {
            return MakeFragment(header[0]);
        }
        const std::size_t length =
            next == IPPROTO_FRAGMENT ? FRAGMENT_HEADER : GetExtensionLength(next, header[1]);
        if (length > datagram.payload - offset)
        {
            return MakePacket(TcpPacketKind::MALFORMED);
        }
        offset += length;
        next = header[0];
    }
    return next == IPPROTO_TCP
               ? ClassifyTcp(bytes.From(offset), datagram.payload - offset, datagram.addresses)
               : MakeOtherPacket(next);
}

// QUIC runs inside UDP (RFC 9000), and VPNs inside UDP or ESP (RFC 4303): both hide the transport.
TcpPacket
MakeOtherPacket(uint8_t protocol)
{
    TcpPacket packet = MakePacket(TcpPacketKind::OTHER);
    packet.isOpaque = protocol == IPPROTO_UDP || protocol == IPPROTO_ESP;
    return packet;
}

TcpPacket
ClassifyFrame(uint16_t etherType, const PacketBytes& bytes)
{
    std::size_t offset = 0;
    // Tags may be nested (IEEE 802.1ad). Each holds the Ethertype of its payload.
    while (etherType == ETHERTYPE_VLAN || etherType == ETHERTYPE_SERVICE_VLAN)
    {
        if (!bytes.CanRead(offset, VLAN_TAG))
        {
            return MakePacket(TcpPacketKind::MALFORMED);
        }
        etherType = load_big_u16(bytes.data + offset + 2);
        offset += VLAN_TAG;
    }
    switch (etherType)
    {
    case ETHERTYPE_IP:
        return ClassifyIpv4(bytes.From(offset));
    case ETHERTYPE_IPV6:
        return ClassifyIpv6(bytes.From(offset));
    default:
        return MakePacket(TcpPacketKind::OTHER);
    }
}

std::size_t
hash_value(const TcpFlowId& flow)
{
    std::size_t seed = 0;
    boost::hash_combine(seed, flow.source[0]);
    boost::hash_combine(seed, flow.source[1]);
    boost::hash_combine(seed, flow.destination[0]);
    boost::hash_combine(seed, flow.destination[1]);
    boost::hash_combine(seed, flow.sourcePort << 16 | flow.destinationPort);
    return seed;
}

} // namespace ns3

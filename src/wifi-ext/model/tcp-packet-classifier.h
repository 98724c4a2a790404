// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_PACKET_CLASSIFIER_H
#define TCP_PACKET_CLASSIFIER_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// @ingroup wifi-ext
/// Kind of a packet for a scheduler that serves TCP ACKs apart.
enum class TcpPacketKind : uint8_t
{
    PURE_ACK,  ///< TCP with ACK, without SYN, FIN, RST and payload
    DATA,      ///< TCP with payload, or a fragment of a TCP datagram
    OTHER,     ///< SYN, FIN and RST without payload; everything that is not TCP
    MALFORMED, ///< IP or TCP header wrong, truncated, or beyond the visible bytes
};

/// @ingroup wifi-ext
/// Flags in byte 13 of the TCP header (RFC 9293, 3.1).
enum TcpPacketFlag : uint8_t
{
    TCP_FLAG_FIN = 0x01, ///< no more data from the sender
    TCP_FLAG_SYN = 0x02, ///< synchronizes sequence numbers
    TCP_FLAG_RST = 0x04, ///< resets the connection
    TCP_FLAG_ACK = 0x10, ///< TcpPacket::acknowledgment is valid
};

/// @ingroup wifi-ext
/// One direction of a TCP connection.
struct TcpFlowId
{
    std::array<uint64_t, 2> source{};      ///< address; IPv4 in the low 32 bits of the last
    std::array<uint64_t, 2> destination{}; ///< address, as source
    uint16_t sourcePort{0};                ///< of the TCP header
    uint16_t destinationPort{0};           ///< of the TCP header

    /// @return whether both are the same direction of the same connection. An IPv4 address equals
    /// the IPv6 address that has its bits in the last 32 and 0 in the others
    bool operator==(const TcpFlowId&) const = default;
};

/// @ingroup wifi-ext
/// @param flow one direction of a connection
/// @return its hash
std::size_t hash_value(const TcpFlowId& flow);

/// @ingroup wifi-ext
/// A packet classified, with the fields of its TCP header.
struct TcpPacket
{
    TcpPacketKind kind{TcpPacketKind::OTHER}; ///< kind of the packet
    bool isOpaque{false};                     ///< whole UDP or ESP datagram, of kind OTHER
    uint8_t flags{0};                         ///< of the TCP header; 0: no header was read
    uint32_t payload{0};                      ///< bytes, by the length in the IP header
    uint32_t sequence{0};                     ///< sequence number
    uint32_t acknowledgment{0};               ///< acknowledgment number
    uint16_t window{0};                       ///< unscaled
    uint32_t fromTcpHeader{0};                ///< bytes from the TCP header to the packet's end
    TcpFlowId flow{};                         ///< sender and receiver
};

/**
 * @ingroup wifi-ext
 * @param protocol in the IP header of a datagram that is no fragment and not TCP
 * @return the packet, opaque if it may carry another transport in encrypted form
 */
TcpPacket MakeOtherPacket(uint8_t protocol);

/// @ingroup wifi-ext
/// The first bytes of a packet. The rest of the packet is not in memory.
struct PacketBytes
{
    const uint8_t* data; ///< the visible bytes
    std::size_t visible; ///< number of bytes that may be read
    std::size_t size;    ///< number of bytes of the whole packet, at least `visible`

    /// @param offset of a range
    /// @param length of the range
    /// @return whether it may be read
    bool CanRead(std::size_t offset, std::size_t length) const;
    /// @param offset at most `size`
    /// @return the bytes from this offset on
    PacketBytes From(std::size_t offset) const;
};

/// @ingroup wifi-ext
/// Fields of an IP header that describe its payload.
struct IpDatagram
{
    bool isIpv6{false};     ///< extension headers may follow
    bool isFragment{false}; ///< a part of a datagram, first or later
    uint8_t protocol{0};    ///< protocol, or next header
    std::size_t payload{0}; ///< bytes after the IP header, by its length field
    TcpFlowId addresses{};  ///< source and destination; ports unset
};

/**
 * @ingroup wifi-ext
 * Classify the payload of a link layer. The function never reads outside the visible bytes.
 * @param etherType Ethertype; VLAN tags (0x8100, 0x88a8) are skipped
 * @param bytes payload behind the Ethertype; link-layer padding may follow the IP datagram
 * @return the packet with its kind
 */
TcpPacket ClassifyFrame(uint16_t etherType, const PacketBytes& bytes);

/**
 * @ingroup wifi-ext
 * Classify the payload of an IP header that has been read already.
 * @param datagram the header
 * @param bytes payload of the header; link-layer padding may follow
 * @return the packet with its kind
 */
TcpPacket ClassifyIpPayload(const IpDatagram& datagram, const PacketBytes& bytes);

} // namespace ns3

#endif // TCP_PACKET_CLASSIFIER_H

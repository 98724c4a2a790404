// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_PACKET_CLASSIFIER_H
#define TCP_PACKET_CLASSIFIER_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// @ingroup wifi-ext
/// What a packet is to a scheduler that serves TCP ACKs apart.
enum class TcpPacketKind : uint8_t
{
    PURE_ACK,  ///< TCP with ACK, without SYN, FIN, RST and payload
    DATA,      ///< TCP with payload, or a fragment of a TCP datagram
    OTHER,     ///< SYN, FIN and RST without payload; everything that is not TCP
    MALFORMED, ///< IP or TCP header wrong, truncated, or out of sight
};

/// Number of values of TcpPacketKind.
inline constexpr std::size_t TCP_PACKET_KINDS =
    static_cast<std::size_t>(TcpPacketKind::MALFORMED) + 1;

/// @ingroup wifi-ext
/// Flags in byte 13 of the TCP header (RFC 9293, 3.1).
enum TcpPacketFlag : uint8_t
{
    TCP_FLAG_FIN = 0x01,
    TCP_FLAG_SYN = 0x02,
    TCP_FLAG_RST = 0x04,
    TCP_FLAG_ACK = 0x10,
};

/// @ingroup wifi-ext
/// One direction of a TCP connection.
struct TcpFlowId
{
    std::array<uint64_t, 2> source{};      ///< address; IPv4 in the low 32 bits of the last
    std::array<uint64_t, 2> destination{}; ///< address, as source
    uint16_t sourcePort{0};                ///< of the TCP header
    uint16_t destinationPort{0};           ///< of the TCP header

    bool operator==(const TcpFlowId&) const = default;
};

/// @ingroup wifi-ext
/// @param flow one direction of a connection @return its hash
std::size_t hash_value(const TcpFlowId& flow);

/// @ingroup wifi-ext
/// A packet classified, with the fields of its TCP header.
struct TcpPacket
{
    TcpPacketKind kind{TcpPacketKind::OTHER}; ///< what it is
    bool isOpaque{false};                     ///< whole UDP or ESP datagram, of kind OTHER
    uint8_t flags{0};                         ///< of the TCP header; 0: none was read
    uint32_t payload{0};                      ///< bytes, by the length in the IP header
    uint32_t sequence{0};                     ///< sequence number
    uint32_t acknowledgment{0};               ///< acknowledgment number
    TcpFlowId flow{};                         ///< sender and receiver
};

/**
 * @ingroup wifi-ext
 * @param protocol in the IP header of a datagram that is no fragment and not TCP
 * @return the packet, opaque if another transport may be encrypted in it
 */
TcpPacket MakeOtherPacket(uint8_t protocol);

/// @ingroup wifi-ext
/// The first bytes of a packet. The others exist but are not in memory.
struct PacketBytes
{
    const uint8_t* data; ///< where the visible bytes are
    std::size_t visible; ///< bytes that may be read
    std::size_t size;    ///< bytes of the whole packet, at least `visible`

    /// @param offset of a range @param length of it @return whether it may be read
    bool CanRead(std::size_t offset, std::size_t length) const;
    /// @param offset at most `size` @return what begins there
    PacketBytes From(std::size_t offset) const;
};

/// @ingroup wifi-ext
/// What an IP header says about what follows it.
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
 * Classify what a link layer carries. Reads nothing outside the visible bytes, for any input.
 * @param etherType Ethertype; VLAN tags (0x8100, 0x88a8) are looked through
 * @param bytes what follows the Ethertype; link-layer padding may follow the IP datagram
 * @return what it is
 */
TcpPacket ClassifyFrame(uint16_t etherType, const PacketBytes& bytes);

/**
 * @ingroup wifi-ext
 * Classify what follows an IP header that is known already.
 * @param datagram the header
 * @param bytes what follows it; link-layer padding may follow
 * @return what it is
 */
TcpPacket ClassifyIpPayload(const IpDatagram& datagram, const PacketBytes& bytes);

} // namespace ns3

#endif // TCP_PACKET_CLASSIFIER_H

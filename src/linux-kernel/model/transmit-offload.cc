// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "transmit-offload.h"

#include <algorithm>
#include <cstddef>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <span>
#include <utility>

namespace ns3
{

namespace
{

using Frame = TransmitOffload::Frame;

constexpr std::size_t ETHERNET = 14;     ///< bytes of an Ethernet II header
constexpr std::size_t LEAST_HEADER = 20; ///< of IP and of TCP, bytes
constexpr std::size_t CHECKSUM = 2;      ///< bytes

// Fields of an IPv4 header (RFC 791, 3.1), bytes from its start.
constexpr std::size_t IPV4_TOTAL_LENGTH = 2;
constexpr std::size_t IPV4_IDENTIFICATION = 4;
constexpr std::size_t IPV4_FRAGMENT = 6;
constexpr std::size_t IPV4_PROTOCOL = 9;
constexpr std::size_t IPV4_CHECKSUM = 10;
constexpr std::size_t IPV4_ADDRESSES = 12;
constexpr uint16_t FRAGMENT_MASK = 0x3fff; ///< more fragments, and the offset

// Fields of a TCP header (RFC 9293, 3.1), bytes from its start.
constexpr std::size_t TCP_SEQUENCE = 4;
constexpr std::size_t TCP_DATA_OFFSET = 12;
constexpr std::size_t TCP_FLAGS = 13;
constexpr std::size_t TCP_CHECKSUM = 16;
constexpr uint8_t FIN = 0x01;
constexpr uint8_t SYN = 0x02;
constexpr uint8_t RST = 0x04;
constexpr uint8_t PSH = 0x08;
constexpr uint8_t URG = 0x20;
constexpr uint8_t CWR = 0x80;

uint16_t
Get(const Frame& frame, std::size_t at)
{
    return static_cast<uint16_t>(frame[at] << 8 | frame[at + 1]);
}

void
Set(Frame& frame, std::size_t at, uint16_t value)
{
    frame[at] = static_cast<uint8_t>(value >> 8);
    frame[at + 1] = static_cast<uint8_t>(value);
}

/// @param bytes of which the last word may be half
/// @param sum to begin with
/// @return the checksum of the bytes (RFC 1071): the complement of their sum. It is never 0, since
/// 0 means "none" in UDP; Linux's skb_checksum_help() does the same for all protocols.
uint16_t
GetChecksum(std::span<const uint8_t> bytes, uint64_t sum = 0)
{
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    {
        sum += static_cast<uint64_t>(bytes[i]) << 8 | bytes[i + 1];
    }
    if (bytes.size() % 2 != 0)
    {
        sum += static_cast<uint64_t>(bytes.back()) << 8;
    }
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum == 0xffff ? 0xffff : static_cast<uint16_t>(~sum);
}

/// Where the headers of a TCP/IPv4 packet are, bytes from the Ethernet header on.
struct Layout
{
    std::size_t ip{ETHERNET}; ///< the IP header
    std::size_t tcp{0};       ///< the TCP header
    std::size_t data{0};      ///< what follows it
    std::string mistake;      ///< why there are none; empty if there are
};

/// @return where the headers of a packet are that can be cut
Layout
FindHeaders(const Frame& frame)
{
    Layout layout;
    if (frame.size() < ETHERNET + LEAST_HEADER || Get(frame, ETHERNET - 2) != ETHERTYPE_IP ||
        frame[ETHERNET] >> 4 != 4)
    {
        layout.mistake = "segmentation of a packet that is not IPv4";
        return layout;
    }
    layout.tcp = layout.ip + 4 * (frame[layout.ip] & 0xf);
    if (layout.tcp < layout.ip + LEAST_HEADER ||
        Get(frame, layout.ip + IPV4_TOTAL_LENGTH) != frame.size() - layout.ip)
    {
        layout.mistake = "segmentation of a packet whose IP header has a wrong length";
    }
    else if (frame[layout.ip + IPV4_PROTOCOL] != IPPROTO_TCP)
    {
        layout.mistake = "segmentation of a packet that is not TCP";
    }
    else if ((Get(frame, layout.ip + IPV4_FRAGMENT) & FRAGMENT_MASK) != 0)
    {
        layout.mistake = "segmentation of a fragment";
    }
    else if (layout.tcp + LEAST_HEADER > frame.size())
    {
        layout.mistake = "segmentation of a packet that ends in its TCP header";
    }
    if (!layout.mistake.empty())
    {
        return layout;
    }
    layout.data = layout.tcp + 4 * (frame[layout.tcp + TCP_DATA_OFFSET] >> 4);
    if (layout.data < layout.tcp + LEAST_HEADER || layout.data > frame.size())
    {
        layout.mistake = "segmentation of a packet whose TCP header has a wrong length";
    }
    else if (frame[layout.tcp + TCP_FLAGS] & (SYN | RST | URG))
    {
        layout.mistake = "segmentation of a packet with SYN, RST or URG";
    }
    return layout;
}

/// Give the headers of a segment their lengths and checksums.
void
Complete(Frame& segment, const Layout& layout)
{
    const auto tcpSize = static_cast<uint16_t>(segment.size() - layout.tcp);
    Set(segment, layout.ip + IPV4_TOTAL_LENGTH, static_cast<uint16_t>(segment.size() - layout.ip));
    const std::span<const uint8_t> bytes(segment);
    Set(segment, layout.ip + IPV4_CHECKSUM, 0);
    Set(segment,
        layout.ip + IPV4_CHECKSUM,
        GetChecksum(bytes.subspan(layout.ip, layout.tcp - layout.ip)));
    uint64_t pseudoHeader = uint64_t{IPPROTO_TCP} + tcpSize;
    for (std::size_t word = 0; word < 4; ++word)
    {
        pseudoHeader += Get(segment, layout.ip + IPV4_ADDRESSES + 2 * word);
    }
    Set(segment, layout.tcp + TCP_CHECKSUM, 0);
    Set(segment, layout.tcp + TCP_CHECKSUM, GetChecksum(bytes.subspan(layout.tcp), pseudoHeader));
}

/// @return a segment
/// @param frame the packet that is cut
/// @param layout its headers
/// @param number of the segment, from 0 on
/// @param size bytes of data in each segment but the last
Frame
MakeSegment(const Frame& frame, const Layout& layout, std::size_t number, std::size_t size)
{
    const std::size_t skipped = number * size;
    const std::size_t length = std::min(size, frame.size() - layout.data - skipped);
    const auto at = [&frame](std::size_t index) {
        return frame.begin() + static_cast<std::ptrdiff_t>(index);
    };
    Frame segment;
    segment.reserve(layout.data + length);
    segment.assign(at(0), at(layout.data));
    segment.insert(segment.end(), at(layout.data + skipped), at(layout.data + skipped + length));
    const std::size_t identification = layout.ip + IPV4_IDENTIFICATION;
    Set(segment, identification, static_cast<uint16_t>(Get(frame, identification) + number));
    const std::size_t sequence = layout.tcp + TCP_SEQUENCE;
    const auto first = static_cast<uint32_t>(Get(frame, sequence) << 16 | Get(frame, sequence + 2));
    const uint32_t next = first + static_cast<uint32_t>(skipped);
    Set(segment, sequence, static_cast<uint16_t>(next >> 16));
    Set(segment, sequence + 2, static_cast<uint16_t>(next));
    uint8_t& flags = segment[layout.tcp + TCP_FLAGS];
    if (number > 0)
    {
        flags &= static_cast<uint8_t>(~CWR);
    }
    if (layout.data + skipped + length < frame.size())
    {
        flags &= static_cast<uint8_t>(~(FIN | PSH));
    }
    Complete(segment, layout);
    return segment;
}

} // namespace

TransmitOffload::TransmitOffload(const OffloadFeatures& features, uint16_t mtu)
    : m_features(features),
      m_mtu(mtu)
{
}

TransmitOffload::Result
TransmitOffload::Apply(const VirtioNetHeader& header, const Frame& frame) const
{
    if (header.gsoType != GSO_NONE)
    {
        return Cut(header, frame);
    }
    Result result{{frame}, {}};
    // Other flags are those that a device does not recognize, and MUST ignore (5.1.6.2.2).
    if (header.flags & NEEDS_CHECKSUM)
    {
        result.refusal = CompleteChecksum(header, result.frames.front());
        if (!result.refusal.empty())
        {
            result.frames.clear();
        }
    }
    return result;
}

/// @return why the checksum cannot be completed; empty if it has been
std::string
TransmitOffload::CompleteChecksum(const VirtioNetHeader& header, Frame& frame) const
{
    if (!m_features.checksum)
    {
        return "a checksum to complete, without VIRTIO_NET_F_CSUM";
    }
    const std::size_t start = header.checksumStart;
    const std::size_t place = start + header.checksumOffset;
    if (start < ETHERNET || place + CHECKSUM > frame.size())
    {
        return "csum_start " + std::to_string(start) + " and csum_offset " +
               std::to_string(header.checksumOffset) + " in a frame of " +
               std::to_string(frame.size()) + " bytes";
    }
    // The field holds the sum of the pseudo header, which belongs to the checksum.
    Set(frame, place, GetChecksum(std::span<const uint8_t>(frame).subspan(start)));
    return {};
}

TransmitOffload::Result
TransmitOffload::Cut(const VirtioNetHeader& header, const Frame& frame) const
{
    const auto refuse = [](std::string reason) { return Result{{}, std::move(reason)}; };
    const bool hasEcn = header.gsoType & GSO_ECN;
    if ((header.gsoType & ~GSO_ECN) != GSO_TCP_IPV4 || !m_features.segmentation ||
        (hasEcn && !m_features.ecnSegmentation))
    {
        return refuse("gso_type " + std::to_string(header.gsoType) + ", which is not negotiated");
    }
    if (!(header.flags & NEEDS_CHECKSUM) || !m_features.checksum)
    {
        return refuse("segmentation without a checksum to complete");
    }
    if (header.gsoSize == 0)
    {
        return refuse("gso_size 0");
    }
    // A hint, which must not be relied on (5.1.6.2.2). Linux's own device side refuses one that
    // cannot be as well (drivers/net/tun.c, tun_get_user()).
    if (header.headerSize > frame.size())
    {
        return refuse("hdr_len " + std::to_string(header.headerSize) + " in a frame of " +
                      std::to_string(frame.size()) + " bytes");
    }
    const Layout layout = FindHeaders(frame);
    if (!layout.mistake.empty())
    {
        return refuse(layout.mistake);
    }
    if (header.checksumStart != layout.tcp || header.checksumOffset != TCP_CHECKSUM)
    {
        return refuse("csum_start " + std::to_string(header.checksumStart) + " and csum_offset " +
                      std::to_string(header.checksumOffset) + " of a TCP header at " +
                      std::to_string(layout.tcp));
    }
    const std::size_t data = frame.size() - layout.data;
    const std::size_t size = header.gsoSize;
    const std::size_t longest = layout.data - layout.ip + std::min(size, data);
    if (longest > m_mtu)
    {
        return refuse("gso_size " + std::to_string(size) + ", which gives packets of " +
                      std::to_string(longest) + " bytes: expected " + std::to_string(m_mtu) +
                      " or less");
    }
    Result result;
    const std::size_t count = std::max<std::size_t>((data + size - 1) / size, 1);
    result.frames.reserve(count);
    for (std::size_t number = 0; number < count; ++number)
    {
        result.frames.push_back(MakeSegment(frame, layout, number, size));
    }
    return result;
}

} // namespace ns3

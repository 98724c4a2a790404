// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SEGMENT_VIEW_H
#define TCP_SEGMENT_VIEW_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ns3
{

/// @ingroup linux-kernel
/// Where the headers of a TCP segment are in an IPv4 packet.
struct TcpSegmentView
{
    std::size_t tcp{0};     ///< begin of the TCP header, bytes
    std::size_t options{0}; ///< begin of its options
    std::size_t data{0};    ///< end of its options
    std::size_t total{0};   ///< end of the packet, as its header says
};

/**
 * @ingroup linux-kernel
 * @param packet bytes that begin with an IP header
 * @return where the headers are; none unless it is a whole TCP segment over IPv4
 */
std::optional<TcpSegmentView> FindTcpSegment(std::span<const uint8_t> packet);

/**
 * @ingroup linux-kernel
 * @param packet bytes
 * @param at of the first byte of a number in network order; not checked
 * @return the number of 16 bits
 */
uint16_t GetWord(std::span<const uint8_t> packet, std::size_t at);

/**
 * @ingroup linux-kernel
 * @param packet bytes
 * @param at of the first byte of a number in network order; not checked
 * @return the number of 32 bits
 */
uint32_t GetDoubleWord(std::span<const uint8_t> packet, std::size_t at);

/**
 * @ingroup linux-kernel
 * @param packet bytes
 * @param at where the number is put in network order; not checked
 * @param value the number
 */
void SetWord(std::span<uint8_t> packet, std::size_t at, uint16_t value);

/**
 * @ingroup linux-kernel
 * Change a checksum by what has changed in the words that it covers (RFC 1624, equation 3).
 * @param packet has the checksum
 * @param at where it is
 * @param change sum of the new words and the complements of the old ones
 */
void AdjustChecksum(std::span<uint8_t> packet, std::size_t at, uint32_t change);

} // namespace ns3

#endif // TCP_SEGMENT_VIEW_H

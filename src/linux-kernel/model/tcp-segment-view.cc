// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-segment-view.h"

#include <netinet/in.h>

namespace ns3
{

namespace
{

constexpr std::size_t LEAST_HEADER = 20; ///< of IP and of TCP, bytes

} // namespace

std::optional<TcpSegmentView>
FindTcpSegment(std::span<const uint8_t> packet)
{
    if (packet.size() < 2 * LEAST_HEADER || packet[0] >> 4 != 4 || packet[9] != IPPROTO_TCP)
    {
        return std::nullopt;
    }
    TcpSegmentView view;
    view.tcp = 4 * (packet[0] & 0xf);
    view.options = view.tcp + LEAST_HEADER;
    view.total = GetWord(packet, 2);
    const bool isFragment = (GetWord(packet, 6) & 0x3fff) != 0;
    if (view.tcp < LEAST_HEADER || view.options > view.total || view.total > packet.size() ||
        isFragment)
    {
        return std::nullopt;
    }
    view.data = view.tcp + 4 * (packet[view.tcp + 12] >> 4);
    if (view.data < view.options || view.data > view.total)
    {
        return std::nullopt;
    }
    return view;
}

uint16_t
GetWord(std::span<const uint8_t> packet, std::size_t at)
{
    return static_cast<uint16_t>(packet[at] << 8 | packet[at + 1]);
}

uint32_t
GetDoubleWord(std::span<const uint8_t> packet, std::size_t at)
{
    return static_cast<uint32_t>(GetWord(packet, at)) << 16 | GetWord(packet, at + 2);
}

void
SetWord(std::span<uint8_t> packet, std::size_t at, uint16_t value)
{
    packet[at] = static_cast<uint8_t>(value >> 8);
    packet[at + 1] = static_cast<uint8_t>(value);
}

void
AdjustChecksum(std::span<uint8_t> packet, std::size_t at, uint32_t change)
{
    uint32_t sum = static_cast<uint16_t>(~GetWord(packet, at)) + change;
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    SetWord(packet, at, static_cast<uint16_t>(~sum));
}

} // namespace ns3

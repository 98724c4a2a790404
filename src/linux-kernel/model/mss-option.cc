// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "mss-option.h"

#include "tcp-segment-view.h"

#include <array>
#include <cstddef>

namespace ns3
{

namespace
{

constexpr std::size_t MOST_HEADER = 60; ///< of TCP, bytes
constexpr uint8_t SYN = 0x02;           ///< flag of TCP
constexpr uint8_t END = 0;              ///< kinds of options
constexpr uint8_t NO_OPERATION = 1;
constexpr uint8_t MSS = 2;
constexpr std::size_t MSS_LENGTH = 4;

/// @return whether the options of a TCP header have an MSS, or cannot be read
bool
HasMss(const std::vector<uint8_t>& packet, std::size_t begin, std::size_t end)
{
    while (begin < end && packet[begin] != END)
    {
        if (packet[begin] == NO_OPERATION)
        {
            ++begin;
            continue;
        }
        if (packet[begin] == MSS || begin + 1 >= end || packet[begin + 1] < 2)
        {
            return true;
        }
        begin += packet[begin + 1];
    }
    return false;
}

} // namespace

bool
AddMssOption(std::vector<uint8_t>& packet, uint16_t mss)
{
    const auto view = FindTcpSegment(packet);
    if (!view || !(packet[view->tcp + 13] & SYN))
    {
        return false;
    }
    const std::size_t tcp = view->tcp;
    if (view->data - tcp + MSS_LENGTH > MOST_HEADER || HasMss(packet, view->options, view->data))
    {
        return false;
    }
    const auto oldTotal = static_cast<uint16_t>(view->total);
    const auto newTotal = static_cast<uint16_t>(view->total + MSS_LENGTH);
    SetWord(packet, 2, newTotal);
    AdjustChecksum(packet, 10, newTotal + static_cast<uint16_t>(~oldTotal));
    const uint16_t oldOffset = GetWord(packet, tcp + 12);
    const auto newOffset = static_cast<uint16_t>(oldOffset + (1 << 12));
    SetWord(packet, tcp + 12, newOffset);
    // The pseudo header has the length, which has grown as well.
    AdjustChecksum(packet,
                   tcp + 16,
                   newOffset + static_cast<uint16_t>(~oldOffset) + MSS_LENGTH +
                       (MSS << 8 | MSS_LENGTH) + mss);
    const std::array<uint8_t, MSS_LENGTH> option{MSS,
                                                 MSS_LENGTH,
                                                 static_cast<uint8_t>(mss >> 8),
                                                 static_cast<uint8_t>(mss)};
    const auto place = packet.begin() + static_cast<std::ptrdiff_t>(view->options);
    packet.insert(place, option.begin(), option.end());
    return true;
}

} // namespace ns3

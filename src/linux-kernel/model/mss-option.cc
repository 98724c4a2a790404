// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "mss-option.h"

#include <array>
#include <cstddef>
#include <netinet/in.h>

namespace ns3
{

namespace
{

constexpr std::size_t LEAST_HEADER = 20; ///< of IP and of TCP, bytes
constexpr std::size_t MOST_HEADER = 60;  ///< of TCP, bytes
constexpr uint8_t SYN = 0x02;            ///< flag of TCP
constexpr uint8_t END = 0;               ///< kinds of options
constexpr uint8_t NO_OPERATION = 1;
constexpr uint8_t MSS = 2;
constexpr std::size_t MSS_LENGTH = 4;

uint16_t
Get(const std::vector<uint8_t>& packet, std::size_t at)
{
    return static_cast<uint16_t>(packet[at] << 8 | packet[at + 1]);
}

void
Set(std::vector<uint8_t>& packet, std::size_t at, uint16_t value)
{
    packet[at] = static_cast<uint8_t>(value >> 8);
    packet[at + 1] = static_cast<uint8_t>(value);
}

/// Change a checksum by what has changed in the words that it covers (RFC 1624, equation 3).
/// @param packet has the checksum
/// @param at where it is
/// @param change sum of the new words and the complements of the old ones
void
Adjust(std::vector<uint8_t>& packet, std::size_t at, uint32_t change)
{
    uint32_t sum = static_cast<uint16_t>(~Get(packet, at)) + change;
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    Set(packet, at, static_cast<uint16_t>(~sum));
}

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
    if (packet.size() < 2 * LEAST_HEADER || packet[0] >> 4 != 4 || packet[9] != IPPROTO_TCP)
    {
        return false;
    }
    const std::size_t tcp = 4 * (packet[0] & 0xf);
    const std::size_t total = Get(packet, 2);
    const bool isFragment = (Get(packet, 6) & 0x3fff) != 0;
    if (tcp < LEAST_HEADER || tcp + LEAST_HEADER > total || total > packet.size() || isFragment ||
        !(packet[tcp + 13] & SYN))
    {
        return false;
    }
    const std::size_t header = 4 * (packet[tcp + 12] >> 4);
    if (header < LEAST_HEADER || tcp + header > total || header + MSS_LENGTH > MOST_HEADER ||
        HasMss(packet, tcp + LEAST_HEADER, tcp + header))
    {
        return false;
    }
    const auto oldTotal = static_cast<uint16_t>(total);
    const auto newTotal = static_cast<uint16_t>(total + MSS_LENGTH);
    Set(packet, 2, newTotal);
    Adjust(packet, 10, newTotal + static_cast<uint16_t>(~oldTotal));
    const uint16_t oldOffset = Get(packet, tcp + 12);
    const auto newOffset = static_cast<uint16_t>(oldOffset + (1 << 12));
    Set(packet, tcp + 12, newOffset);
    // The pseudo header has the length, which has grown as well.
    Adjust(packet,
           tcp + 16,
           newOffset + static_cast<uint16_t>(~oldOffset) + MSS_LENGTH + (MSS << 8 | MSS_LENGTH) +
               mss);
    const std::array<uint8_t, MSS_LENGTH> option{MSS,
                                                 MSS_LENGTH,
                                                 static_cast<uint8_t>(mss >> 8),
                                                 static_cast<uint8_t>(mss)};
    const auto place = packet.begin() + static_cast<std::ptrdiff_t>(tcp + LEAST_HEADER);
    packet.insert(place, option.begin(), option.end());
    return true;
}

} // namespace ns3

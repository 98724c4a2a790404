// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsack-option.h"

#include "tcp-segment-view.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{

namespace
{

constexpr uint8_t END = 0; ///< kinds of options
constexpr uint8_t NO_OPERATION = 1;
constexpr uint8_t SACK = 5;
constexpr std::size_t HEADER = 2;         ///< kind and length, bytes
constexpr std::size_t BLOCK = 8;          ///< left and right edge, bytes
constexpr std::size_t ACKNOWLEDGMENT = 8; ///< its place in a TCP header
constexpr std::size_t CHECKSUM = 16;      ///< its place in a TCP header

/// @return whether a sequence number is at most another one
bool
IsUpTo(uint32_t number, uint32_t other)
{
    return static_cast<int32_t>(number - other) <= 0;
}

/// @return begin of the SACK option; the end of the options if there is none
std::size_t
FindSack(std::span<const uint8_t> packet, std::size_t begin, std::size_t end)
{
    while (begin + HEADER <= end && packet[begin] != END)
    {
        if (packet[begin] == NO_OPERATION)
        {
            ++begin;
            continue;
        }
        const std::size_t length = packet[begin + 1];
        if (length < HEADER || begin + length > end)
        {
            return end;
        }
        if (packet[begin] == SACK)
        {
            return begin;
        }
        begin += length;
    }
    return end;
}

/// @return sum of 16-bit words; the number of bytes is a multiple of 4
uint32_t
Sum(std::span<const uint8_t> bytes)
{
    uint32_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2)
    {
        sum += GetWord(bytes, i);
    }
    return sum;
}

} // namespace

bool
RemoveDsack(std::span<uint8_t> packet)
{
    const auto view = FindTcpSegment(packet);
    if (!view)
    {
        return false;
    }
    const std::size_t option = FindSack(packet, view->options, view->data);
    if (option == view->data || packet[option + 1] < HEADER + BLOCK)
    {
        return false;
    }
    const std::size_t first = option + HEADER;
    const std::size_t end = option + packet[option + 1];
    const std::size_t second = first + BLOCK;
    const uint32_t left = GetDoubleWord(packet, first);
    const uint32_t right = GetDoubleWord(packet, first + BLOCK / 2);
    const bool isBelow = IsUpTo(right, GetDoubleWord(packet, view->tcp + ACKNOWLEDGMENT));
    const bool isWithin = second + BLOCK <= end && IsUpTo(GetDoubleWord(packet, second), left) &&
                          IsUpTo(right, GetDoubleWord(packet, second + BLOCK / 2));
    if (!isBelow && !isWithin)
    {
        return false;
    }
    const auto options = packet.subspan(view->options, view->data - view->options);
    const uint32_t before = Sum(options);
    const auto at = [packet](std::size_t place) {
        return packet.begin() + static_cast<std::ptrdiff_t>(place);
    };
    if (second + BLOCK <= end)
    {
        std::copy(at(second), at(end), at(first));
        packet[option + 1] -= BLOCK;
        std::fill(at(end - BLOCK), at(end), NO_OPERATION);
    }
    else
    {
        std::fill(at(option), at(end), NO_OPERATION);
    }
    // The complement of a sum of n words is n times 0xffff less the sum.
    const auto words = static_cast<uint32_t>(options.size() / 2);
    AdjustChecksum(packet, view->tcp + CHECKSUM, Sum(options) + words * 0xffff - before);
    return true;
}

} // namespace ns3

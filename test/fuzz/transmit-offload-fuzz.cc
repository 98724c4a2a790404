// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of TransmitOffload: what a kernel passes to its network card, a struct
 * virtio_net_hdr_v1 (12 bytes, of which byte 10 says what the kernel has accepted) and a frame. It
 * is refused with a reason, or frames come out that a link can carry, with all of the data.
 */

#include "../../src/linux-kernel/model/transmit-offload.h"

#include <cstdlib>
#include <vector>

using namespace ns3;

namespace
{

constexpr std::size_t PREFIX = 12;
constexpr std::size_t IP = 14; ///< bytes of an Ethernet header
constexpr uint16_t MTU = 100;  ///< so that short inputs have several segments

using Frame = TransmitOffload::Frame;

/// Ends the program, which the fuzzer reports with the input.
/// @param holds what must be true
void
Require(bool holds)
{
    if (!holds)
    {
        std::abort();
    }
}

/// @return the ones' complement sum of words
uint32_t
Sum(const Frame& frame, std::size_t from, std::size_t to, uint32_t sum = 0)
{
    for (std::size_t i = from; i < to; i += 2)
    {
        sum += static_cast<uint32_t>(frame[i] << 8) + (i + 1 < to ? frame[i + 1] : 0);
    }
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum;
}

/// @param frame that has been cut
/// @param segments of it
void
CheckSegments(const Frame& frame, const std::vector<Frame>& segments)
{
    const std::size_t tcp = IP + 4 * (frame[IP] & 0xf);
    const std::size_t data = tcp + 4 * (frame[tcp + 12] >> 4);
    Frame joined(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(data));
    for (const Frame& segment : segments)
    {
        Require(segment.size() >= data && segment.size() <= std::size_t{IP} + MTU);
        Require(Sum(segment, IP, tcp) == 0xffff);
        const auto size = static_cast<uint32_t>(segment.size() - tcp);
        const uint32_t pseudoHeader = Sum(segment, IP + 12, IP + 20, size + 6);
        Require(Sum(segment, tcp, segment.size(), pseudoHeader) == 0xffff);
        joined.insert(joined.end(),
                      segment.begin() + static_cast<std::ptrdiff_t>(data),
                      segment.end());
    }
    Require(joined == frame);
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < PREFIX)
    {
        return 0;
    }
    const auto get = [data](std::size_t at) {
        return static_cast<uint16_t>(data[at] | data[at + 1] << 8);
    };
    const VirtioNetHeader header{data[0], data[1], get(2), get(4), get(6), get(8)};
    const OffloadFeatures features{!(data[10] & 1), !(data[10] & 2), !(data[10] & 4)};
    const Frame frame(data + PREFIX, data + size);
    const auto [frames, refusal] = TransmitOffload(features, MTU).Apply(header, frame);
    Require(frames.empty() == !refusal.empty());
    if (frames.empty())
    {
        return 0;
    }
    if (header.gsoType != TransmitOffload::GSO_NONE)
    {
        Require(features.checksum && features.segmentation);
        CheckSegments(frame, frames);
        return 0;
    }
    Require(frames.size() == 1 && frames[0].size() == frame.size());
    Require((header.flags & TransmitOffload::NEEDS_CHECKSUM) || frames[0] == frame);
    return 0;
}

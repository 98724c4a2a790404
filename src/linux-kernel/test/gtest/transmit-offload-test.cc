// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/transmit-offload.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

constexpr std::size_t IP = 14;  ///< where the IP header of a test's packets begins
constexpr std::size_t TCP = 34; ///< where their TCP header begins
constexpr uint8_t FIN = 1;
constexpr uint8_t PSH = 8;
constexpr uint8_t ACK = 16;
constexpr uint8_t CWR = 128;
constexpr OffloadFeatures ALL{true, true, true};

/// @return the ones' complement sum of words: 0xffff if their checksum is right
uint32_t
Sum(const Bytes& bytes, uint32_t sum = 0)
{
    for (std::size_t i = 0; i < bytes.size(); i += 2)
    {
        sum += static_cast<uint32_t>(bytes[i] << 8) + (i + 1 < bytes.size() ? bytes[i + 1] : 0);
    }
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum;
}

Bytes
Part(const Bytes& bytes, std::size_t from, std::size_t to)
{
    return {bytes.begin() + static_cast<std::ptrdiff_t>(from),
            bytes.begin() + static_cast<std::ptrdiff_t>(to)};
}

/// @return sum of the TCP segment of a frame with its pseudo header
uint32_t
SumTcp(const Bytes& frame, std::size_t tcp = TCP)
{
    Bytes pseudo = Part(frame, IP + 12, IP + 20);
    const auto size = frame.size() - tcp;
    pseudo.insert(pseudo.end(),
                  {0, 6, static_cast<uint8_t>(size >> 8), static_cast<uint8_t>(size)});
    return Sum(Part(frame, tcp, frame.size()), Sum(pseudo));
}

uint32_t
Get(const Bytes& frame, std::size_t at, std::size_t size)
{
    uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
    {
        value = value << 8 | frame[at + i];
    }
    return value;
}

/// A frame from 10.1.1.1, port 1000, to 10.1.1.2, port 80, as a kernel passes it: the checksum of
/// TCP is the sum of its pseudo header.
Bytes
MakeFrame(uint8_t flags, const Bytes& options, const Bytes& data)
{
    Bytes frame{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0};
    const auto total = static_cast<uint16_t>(40 + options.size() + data.size());
    const Bytes ip{0x45,
                   0,
                   static_cast<uint8_t>(total >> 8),
                   static_cast<uint8_t>(total),
                   0xff,
                   0xfe,
                   0x40,
                   0,
                   64,
                   6,
                   0,
                   0,
                   10,
                   1,
                   1,
                   1,
                   10,
                   1,
                   1,
                   2};
    frame.insert(frame.end(), ip.begin(), ip.end());
    const Bytes tcp{3,
                    232,
                    0,
                    80,
                    0xff,
                    0xff,
                    0xff,
                    0xfc,
                    0,
                    0,
                    0,
                    8,
                    static_cast<uint8_t>((5 + options.size() / 4) << 4),
                    flags,
                    1,
                    0,
                    0,
                    0,
                    0,
                    0};
    frame.insert(frame.end(), tcp.begin(), tcp.end());
    frame.insert(frame.end(), options.begin(), options.end());
    frame.insert(frame.end(), data.begin(), data.end());
    // 10.1 + 1.1 + 10.1 + 1.2 = 0x1605, and the protocol, 6, and the length
    const auto sum = static_cast<uint16_t>(0x1605 + 6 + total - 20);
    frame[TCP + 16] = static_cast<uint8_t>(sum >> 8);
    frame[TCP + 17] = static_cast<uint8_t>(sum);
    return frame;
}

VirtioNetHeader
MakeHeader(uint16_t gsoSize, uint8_t type = TransmitOffload::GSO_TCP_IPV4)
{
    return {TransmitOffload::NEEDS_CHECKSUM, type, 54, gsoSize, TCP, 16};
}

Bytes
Count(std::size_t size)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes[i] = static_cast<uint8_t>(i);
    }
    return bytes;
}

std::string
Refuse(const VirtioNetHeader& header, const Bytes& frame, OffloadFeatures features = ALL)
{
    const auto [frames, refusal] = TransmitOffload(features, 1500).Apply(header, frame);
    EXPECT_TRUE(frames.empty());
    return refusal;
}

} // namespace

TEST(TransmitOffload, LeavesAFrameThatIsComplete)
{
    const Bytes frame = MakeFrame(ACK, {}, {1, 2, 3});
    const auto [frames, refusal] = TransmitOffload({}, 1500).Apply({}, frame);
    EXPECT_EQ(frames, std::vector<Bytes>{frame});
    EXPECT_EQ(refusal, "");
    // A device ignores flags that it does not know, such as VIRTIO_NET_HDR_F_RSC_INFO.
    EXPECT_EQ(TransmitOffload({}, 1500).Apply({0xfe, 0, 0, 0, 0, 0}, frame).frames.size(), 1U);
}

TEST(TransmitOffload, CompletesAChecksum)
{
    Bytes frame(IP, 0);
    const Bytes packet{0x01, 0x02, 0x00, 0x05, 0xff};
    frame.insert(frame.end(), packet.begin(), packet.end());
    const VirtioNetHeader header{TransmitOffload::NEEDS_CHECKSUM, 0, 0, 0, IP, 2};
    const auto [frames, refusal] = TransmitOffload({true}, 1500).Apply(header, frame);
    ASSERT_EQ(frames.size(), 1U) << refusal;
    // 0x0102 + 0x0005, which is in the field, + 0xff00 = 0x10007, so 0x0008; complement 0xfff7
    EXPECT_EQ(Part(frames[0], IP, IP + 5), (Bytes{0x01, 0x02, 0xff, 0xf7, 0xff}));
}

TEST(TransmitOffload, AChecksumIsNotZero)
{
    Bytes frame(IP, 0);
    frame.insert(frame.end(), {0xff, 0x00, 0x00, 0xff});
    const VirtioNetHeader header{TransmitOffload::NEEDS_CHECKSUM, 0, 0, 0, IP, 2};
    const auto result = TransmitOffload({true}, 1500).Apply(header, frame);
    ASSERT_EQ(result.frames.size(), 1U);
    EXPECT_EQ(Get(result.frames[0], IP + 2, 2), 0xffffU) << "0 is no checksum in UDP";
}

TEST(TransmitOffload, CompletesTheChecksumOfTcp)
{
    const Bytes frame = MakeFrame(ACK | PSH, {}, Count(77));
    VirtioNetHeader header = MakeHeader(0, TransmitOffload::GSO_NONE);
    const auto [frames, refusal] = TransmitOffload({true}, 1500).Apply(header, frame);
    ASSERT_EQ(frames.size(), 1U) << refusal;
    EXPECT_EQ(SumTcp(frames[0]), 0xffffU);
    EXPECT_EQ(Part(frames[0], 0, TCP + 16), Part(frame, 0, TCP + 16));
    EXPECT_EQ(Part(frames[0], TCP + 18, frame.size()), Part(frame, TCP + 18, frame.size()));
}

TEST(TransmitOffload, CutsAPacket)
{
    const Bytes frame = MakeFrame(ACK | PSH | FIN, {}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    const auto [frames, refusal] = TransmitOffload(ALL, 1500).Apply(MakeHeader(4), frame);
    ASSERT_EQ(frames.size(), 3U) << refusal;
    EXPECT_EQ(frames[0].size(), 58U);
    EXPECT_EQ(frames[1].size(), 58U);
    EXPECT_EQ(frames[2].size(), 56U) << "what is left";
    EXPECT_EQ(Part(frames[0], 54, 58), (Bytes{1, 2, 3, 4}));
    EXPECT_EQ(Part(frames[1], 54, 58), (Bytes{5, 6, 7, 8}));
    EXPECT_EQ(Part(frames[2], 54, 56), (Bytes{9, 10}));
    EXPECT_EQ(Get(frames[0], IP + 2, 2), 44U);
    EXPECT_EQ(Get(frames[2], IP + 2, 2), 42U);
    EXPECT_EQ(Get(frames[0], IP + 4, 2), 0xfffeU);
    EXPECT_EQ(Get(frames[1], IP + 4, 2), 0xffffU);
    EXPECT_EQ(Get(frames[2], IP + 4, 2), 0U) << "the identification wraps";
    EXPECT_EQ(Get(frames[0], TCP + 4, 4), 0xfffffffcU);
    EXPECT_EQ(Get(frames[1], TCP + 4, 4), 0U) << "the sequence number wraps";
    EXPECT_EQ(Get(frames[2], TCP + 4, 4), 4U);
    EXPECT_EQ(frames[0][TCP + 13], ACK);
    EXPECT_EQ(frames[1][TCP + 13], ACK);
    EXPECT_EQ(frames[2][TCP + 13], ACK | PSH | FIN);
    // 4500 + 002c + fffe + 4000 + 4006 + 0a01 + 0101 + 0a01 + 0102 = 1db35, so db36
    EXPECT_EQ(Get(frames[0], IP + 10, 2), 0x24c9U);
    // Of the pseudo header 1605 + 6 + 18, the length; of TCP 03e8 + 0050 + ffff + fffc + 0000 +
    // 0008 + 5010 + 0100 + 0102 + 0304: 26f74 in all, so 6f76
    EXPECT_EQ(Get(frames[0], TCP + 16, 2), 0x9089U);
}

TEST(TransmitOffload, SegmentsHaveTheOptions)
{
    // A time stamp and a SACK block
    const Bytes options{1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 1, 1, 5, 10, 0, 0, 1, 0, 0, 0, 2, 0};
    const Bytes data = Count(3000);
    const auto result =
        TransmitOffload(ALL, 1500).Apply(MakeHeader(1436), MakeFrame(ACK | PSH, options, data));
    ASSERT_EQ(result.frames.size(), 3U) << result.refusal;
    Bytes joined;
    for (const Bytes& frame : result.frames)
    {
        EXPECT_LE(frame.size(), 1514U);
        EXPECT_EQ(Part(frame, 54, 78), options);
        EXPECT_EQ(Sum(Part(frame, IP, TCP)), 0xffffU);
        EXPECT_EQ(SumTcp(frame), 0xffffU);
        joined.insert(joined.end(), frame.begin() + 78, frame.end());
    }
    EXPECT_EQ(joined, data);
    EXPECT_EQ(result.frames[0].size(), 1514U);
    EXPECT_EQ(result.frames[2].size(), 78 + 3000 - 2 * 1436U);
}

TEST(TransmitOffload, OptionsOfIpAreCopied)
{
    Bytes frame = MakeFrame(ACK, {}, Count(10));
    frame[IP] = 0x46;
    frame[IP + 3] = static_cast<uint8_t>(frame[IP + 3] + 4);
    const Bytes option{1, 1, 1, 0};
    frame.insert(frame.begin() + TCP, option.begin(), option.end());
    VirtioNetHeader header = MakeHeader(5);
    header.checksumStart = TCP + 4;
    const auto result = TransmitOffload(ALL, 1500).Apply(header, frame);
    ASSERT_EQ(result.frames.size(), 2U) << result.refusal;
    for (const Bytes& segment : result.frames)
    {
        EXPECT_EQ(Part(segment, TCP, TCP + 4), option);
        EXPECT_EQ(Sum(Part(segment, IP, TCP + 4)), 0xffffU);
        EXPECT_EQ(SumTcp(segment, TCP + 4), 0xffffU);
    }
}

TEST(TransmitOffload, CongestionWindowIsReducedOnce)
{
    const Bytes frame = MakeFrame(ACK | CWR, {}, Count(9));
    const auto header = MakeHeader(4, TransmitOffload::GSO_TCP_IPV4 | TransmitOffload::GSO_ECN);
    const auto result = TransmitOffload(ALL, 1500).Apply(header, frame);
    ASSERT_EQ(result.frames.size(), 3U) << result.refusal;
    EXPECT_EQ(result.frames[0][TCP + 13], ACK | CWR);
    EXPECT_EQ(result.frames[1][TCP + 13], ACK);
    EXPECT_EQ(result.frames[2][TCP + 13], ACK);
    EXPECT_EQ(Refuse(header, frame, {true, true, false}), "gso_type 129, which is not negotiated");
}

TEST(TransmitOffload, APacketMayFitIntoOneSegment)
{
    const Bytes frame = MakeFrame(ACK | PSH, {}, Count(1460));
    EXPECT_EQ(TransmitOffload(ALL, 1500).Apply(MakeHeader(1460), frame).frames.size(), 1U);
    EXPECT_EQ(TransmitOffload(ALL, 1500).Apply(MakeHeader(65535), frame).frames.size(), 1U);
    EXPECT_EQ(TransmitOffload(ALL, 1500).Apply(MakeHeader(1459), frame).frames.size(), 2U);
}

TEST(TransmitOffload, RefusesWhatIsNotNegotiated)
{
    const Bytes frame = MakeFrame(ACK, {}, Count(10));
    VirtioNetHeader header = MakeHeader(0, TransmitOffload::GSO_NONE);
    EXPECT_EQ(Refuse(header, frame, {}), "a checksum to complete, without VIRTIO_NET_F_CSUM");
    header = MakeHeader(4);
    EXPECT_EQ(Refuse(header, frame, {}), "gso_type 1, which is not negotiated");
    EXPECT_EQ(Refuse(header, frame, {true, false, false}), "gso_type 1, which is not negotiated");
    EXPECT_EQ(Refuse(header, frame, {false, true, false}),
              "segmentation without a checksum to complete");
    // VIRTIO_NET_HDR_GSO_UDP, _TCPV6, and types that do not exist
    for (const uint8_t type : {2, 3, 4, 5, 0x7f, 0x80, 0x83, 0xff})
    {
        EXPECT_EQ(Refuse(MakeHeader(4, type), frame),
                  "gso_type " + std::to_string(type) + ", which is not negotiated");
    }
}

TEST(TransmitOffload, RefusesAChecksumBeyondTheFrame)
{
    const Bytes frame(60);
    const auto refuse = [&frame](uint16_t start, uint16_t offset) {
        return Refuse({TransmitOffload::NEEDS_CHECKSUM, 0, 0, 0, start, offset}, frame);
    };
    EXPECT_EQ(refuse(61, 0), "csum_start 61 and csum_offset 0 in a frame of 60 bytes");
    EXPECT_EQ(refuse(34, 25), "csum_start 34 and csum_offset 25 in a frame of 60 bytes");
    EXPECT_EQ(refuse(65535, 65535),
              "csum_start 65535 and csum_offset 65535 in a frame of 60 bytes");
    EXPECT_EQ(refuse(13, 0), "csum_start 13 and csum_offset 0 in a frame of 60 bytes");
    const VirtioNetHeader last{TransmitOffload::NEEDS_CHECKSUM, 0, 0, 0, 34, 24};
    EXPECT_EQ(TransmitOffload(ALL, 1500).Apply(last, frame).frames.size(), 1U);
    EXPECT_EQ(Refuse(last, {}), "csum_start 34 and csum_offset 24 in a frame of 0 bytes");
}

TEST(TransmitOffload, RefusesSegmentsThatCannotBe)
{
    const Bytes frame = MakeFrame(ACK, {}, Count(3000));
    EXPECT_EQ(Refuse(MakeHeader(0), frame), "gso_size 0");
    EXPECT_EQ(Refuse(MakeHeader(1461), frame),
              "gso_size 1461, which gives packets of 1501 bytes: expected 1500 or less");
    VirtioNetHeader header = MakeHeader(1460);
    header.flags = 0;
    EXPECT_EQ(Refuse(header, frame), "segmentation without a checksum to complete");
    header = MakeHeader(1460);
    header.headerSize = 3055;
    EXPECT_EQ(Refuse(header, frame), "hdr_len 3055 in a frame of 3054 bytes");
    header.headerSize = 0;
    EXPECT_EQ(TransmitOffload(ALL, 1500).Apply(header, frame).frames.size(), 3U) << "only a hint";
    header = MakeHeader(1460);
    header.checksumStart = TCP + 1;
    EXPECT_EQ(Refuse(header, frame), "csum_start 35 and csum_offset 16 of a TCP header at 34");
    header = MakeHeader(1460);
    header.checksumOffset = 6;
    EXPECT_EQ(Refuse(header, frame), "csum_start 34 and csum_offset 6 of a TCP header at 34");
}

TEST(TransmitOffload, RefusesWhatIsNotTcp)
{
    const Bytes whole = MakeFrame(ACK, {}, Count(100));
    const auto refuse = [&whole](const std::function<void(Bytes&)>& spoil) {
        Bytes frame = whole;
        spoil(frame);
        VirtioNetHeader header = MakeHeader(10);
        header.headerSize = 0;
        return Refuse(header, frame);
    };
    const std::string notIp = "segmentation of a packet that is not IPv4";
    const std::string length = "segmentation of a packet whose IP header has a wrong length";
    const std::string tcpLength = "segmentation of a packet whose TCP header has a wrong length";
    const std::string flags = "segmentation of a packet with SYN, RST or URG";
    const std::string fragment = "segmentation of a fragment";
    EXPECT_EQ(refuse([](Bytes& frame) { frame.clear(); }), notIp);
    EXPECT_EQ(refuse([](Bytes& frame) { frame.resize(33); }), notIp);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[12] = 0x86; }), notIp);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[IP] = 0x65; }), notIp);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[IP] = 0x44; }), length);
    EXPECT_EQ(refuse([](Bytes& frame) { frame.pop_back(); }), length);
    EXPECT_EQ(refuse([](Bytes& frame) { frame.push_back(0); }), length);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[IP + 9] = 17; }),
              "segmentation of a packet that is not TCP");
    EXPECT_EQ(refuse([](Bytes& frame) { frame[IP + 6] = 0x20; }), fragment);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[IP + 7] = 1; }), fragment);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[TCP + 12] = 0x40; }), tcpLength);
    EXPECT_EQ(refuse([](Bytes& frame) {
                  frame.resize(TCP + 39);
                  frame[IP + 3] = 59;
                  frame[TCP + 12] = 0xa0;
              }),
              tcpLength);
    EXPECT_EQ(refuse([](Bytes& frame) {
                  frame.resize(TCP + 19);
                  frame[IP + 3] = 39;
              }),
              "segmentation of a packet that ends in its TCP header");
    EXPECT_EQ(refuse([](Bytes& frame) { frame[TCP + 13] |= 2; }), flags);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[TCP + 13] |= 4; }), flags);
    EXPECT_EQ(refuse([](Bytes& frame) { frame[TCP + 13] |= 32; }), flags);
}

// Whatever a driver sends: either it is refused, or all of its data comes out, in segments that the
// link can carry.
TEST(TransmitOffload, ARandomFrameIsRefusedOrWhole)
{
    std::mt19937 random(1);
    const auto draw = [&random](uint32_t most) {
        return std::uniform_int_distribution<uint32_t>(0, most)(random);
    };
    uint32_t cut = 0;
    uint32_t refused = 0;
    for (int i = 0; i < 20000; ++i)
    {
        Bytes frame = MakeFrame(ACK | PSH, Bytes(4 * draw(10), 1), Count(draw(5000)));
        VirtioNetHeader header = MakeHeader(static_cast<uint16_t>(1 + draw(1500)));
        for (uint32_t change = draw(3); change > 0; --change)
        {
            const auto value = static_cast<uint16_t>(draw(1) ? draw(255) : draw(65535));
            const std::vector<std::function<void()>> changes{
                [&] { header.flags = static_cast<uint8_t>(value); },
                [&] { header.gsoType = static_cast<uint8_t>(value); },
                [&] { header.headerSize = value; },
                [&] { header.gsoSize = value; },
                [&] { header.checksumStart = value; },
                [&] { header.checksumOffset = value; },
                [&] { frame.resize(value % (frame.size() + 1)); },
                [&] { frame.empty() || (frame[value % frame.size()] ^= value | 1); },
                [&] { frame.size() < 54 || (frame[value % 54] ^= value | 1); }};
            changes[draw(static_cast<uint32_t>(changes.size() - 1))]();
        }
        const auto [frames, refusal] = TransmitOffload(ALL, 1500).Apply(header, frame);
        ASSERT_EQ(frames.empty(), !refusal.empty());
        refused += frames.empty();
        if (frames.size() < 2)
        {
            continue;
        }
        ++cut;
        const std::size_t tcp = IP + 4 * (frame[IP] & 0xf);
        const std::size_t data = tcp + 4 * (frame[tcp + 12] >> 4);
        Bytes joined;
        for (const Bytes& segment : frames)
        {
            ASSERT_LE(segment.size(), 1514U);
            ASSERT_EQ(Sum(Part(segment, IP, tcp)), 0xffffU);
            ASSERT_EQ(SumTcp(segment, tcp), 0xffffU);
            joined.insert(joined.end(),
                          segment.begin() + static_cast<std::ptrdiff_t>(data),
                          segment.end());
        }
        ASSERT_EQ(joined, Part(frame, data, frame.size()));
    }
    EXPECT_GT(cut, 5000U);
    EXPECT_GT(refused, 5000U);
}

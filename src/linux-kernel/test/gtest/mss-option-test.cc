// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/dsack-option.h"
#include "../../model/mss-option.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

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

/// @return sum of the TCP segment of a packet with its pseudo header
uint32_t
SumTcp(const Bytes& packet)
{
    const Bytes tcp(packet.begin() + 20, packet.end());
    Bytes pseudo(packet.begin() + 12, packet.begin() + 20);
    pseudo.insert(pseudo.end(), {0, 6, 0, static_cast<uint8_t>(tcp.size())});
    return Sum(tcp, Sum(pseudo));
}

/// A packet from 10.1.1.2, port 80, to 10.1.1.1, port 1000, with right checksums.
Bytes
MakePacket(uint8_t flags, const Bytes& options, const Bytes& data = {})
{
    Bytes packet{0x45, 0, 0, 0, 0, 1, 0x40, 0, 64, 6, 0, 0, 10, 1, 1, 2, 10, 1, 1, 1};
    packet[3] = static_cast<uint8_t>(40 + options.size() + data.size());
    packet.insert(packet.end(), {0, 80, 3, 232, 0, 0, 0, 9, 0, 0, 0, 8, 0, flags, 255, 255});
    packet.insert(packet.end(), {0, 0, 0, 0});
    packet[32] = static_cast<uint8_t>((5 + options.size() / 4) << 4);
    packet.insert(packet.end(), options.begin(), options.end());
    packet.insert(packet.end(), data.begin(), data.end());
    const auto ip = static_cast<uint16_t>(~Sum(Bytes(packet.begin(), packet.begin() + 20)));
    packet[10] = static_cast<uint8_t>(ip >> 8);
    packet[11] = static_cast<uint8_t>(ip);
    const auto tcp = static_cast<uint16_t>(~SumTcp(packet));
    packet[36] = static_cast<uint8_t>(tcp >> 8);
    packet[37] = static_cast<uint8_t>(tcp);
    return packet;
}

constexpr uint8_t SYN = 2;
constexpr uint8_t ACK = 16;
const Bytes WINDOW_SCALE{1, 3, 3, 7};

} // namespace

TEST(MssOption, IsPutBeforeTheOthers)
{
    Bytes packet = MakePacket(SYN | ACK, WINDOW_SCALE, {'d', 'a', 't', 'a', '!'});
    ASSERT_EQ(SumTcp(packet), 0xffffU) << "of the test itself";
    EXPECT_TRUE(AddMssOption(packet, 1460));
    EXPECT_EQ(packet.size(), 53U);
    EXPECT_EQ(packet[3], 53);
    EXPECT_EQ(packet[32] >> 4, 7);
    EXPECT_EQ(Bytes(packet.begin() + 40, packet.end()),
              (Bytes{2, 4, 5, 180, 1, 3, 3, 7, 'd', 'a', 't', 'a', '!'}));
    EXPECT_EQ(Sum(Bytes(packet.begin(), packet.begin() + 20)), 0xffffU);
    EXPECT_EQ(SumTcp(packet), 0xffffU);
    EXPECT_FALSE(AddMssOption(packet, 1460)) << "it is there now";
}

TEST(MssOption, AWrongChecksumStaysWrong)
{
    Bytes packet = MakePacket(SYN, {});
    packet[36] ^= 1;
    EXPECT_TRUE(AddMssOption(packet, 536));
    EXPECT_NE(SumTcp(packet), 0xffffU);
}

TEST(MssOption, IsForWholeSynsOnly)
{
    const auto isAdded = [](Bytes packet) { return AddMssOption(packet, 1460); };
    EXPECT_FALSE(isAdded(MakePacket(ACK, {})));
    EXPECT_FALSE(isAdded(MakePacket(SYN, {2, 4, 2, 24})));
    EXPECT_FALSE(isAdded(MakePacket(SYN, {1, 1, 2, 4, 2, 24, 1, 1})));
    EXPECT_FALSE(isAdded(MakePacket(SYN, Bytes(40, 1)))) << "no room";
    EXPECT_TRUE(isAdded(MakePacket(SYN, Bytes(36, 1))));
    EXPECT_FALSE(isAdded(MakePacket(SYN, {8, 0, 1, 1}))) << "options that cannot be read";
    EXPECT_FALSE(isAdded(MakePacket(SYN, {1, 1, 1, 8})));
    Bytes fragment = MakePacket(SYN, {});
    fragment[6] = 0x20;
    EXPECT_FALSE(isAdded(fragment));
    Bytes udp = MakePacket(SYN, {});
    udp[9] = 17;
    EXPECT_FALSE(isAdded(udp));
    Bytes six = MakePacket(SYN, {});
    six[0] = 0x65;
    EXPECT_FALSE(isAdded(six));
    Bytes cut = MakePacket(SYN, WINDOW_SCALE);
    cut.resize(42);
    EXPECT_FALSE(isAdded(cut));
    EXPECT_FALSE(isAdded({}));
}

// RFC 2883, 4: the acknowledgment is 8.
TEST(DsackOption, IsRemovedWhereverItIs)
{
    const Bytes below{1, 1, 5, 10, 0, 0, 0, 2, 0, 0, 0, 8};
    const Bytes within{1, 1, 5, 18, 0, 0, 0, 20, 0, 0, 0, 24, 0, 0, 0, 16, 0, 0, 0, 30};
    const Bytes odd{5, 18, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 16, 0, 0, 0, 30, 1, 1};
    const std::vector<std::pair<Bytes, Bytes>> cases{
        {below, Bytes(12, 1)},
        {within, {1, 1, 5, 10, 0, 0, 0, 16, 0, 0, 0, 30, 1, 1, 1, 1, 1, 1, 1, 1}},
        {odd, {5, 10, 0, 0, 0, 16, 0, 0, 0, 30, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}};
    for (const auto& [options, left] : cases)
    {
        Bytes packet = MakePacket(ACK, options, {'d', 'a', 't', 'a', '!'});
        EXPECT_TRUE(RemoveDsack(packet));
        EXPECT_EQ(Bytes(packet.begin() + 40, packet.end() - 5), left);
        EXPECT_EQ(SumTcp(packet), 0xffffU);
        EXPECT_FALSE(RemoveDsack(packet)) << "there is none now";
    }
}

TEST(DsackOption, OtherBlocksStay)
{
    const auto isRemoved = [](Bytes packet) {
        const Bytes before = packet;
        const bool result = RemoveDsack(packet);
        EXPECT_TRUE(result || packet == before);
        return result;
    };
    EXPECT_FALSE(isRemoved(MakePacket(ACK, {})));
    EXPECT_FALSE(isRemoved(MakePacket(ACK, {1, 1, 5, 10, 0, 0, 0, 16, 0, 0, 0, 30})));
    EXPECT_FALSE(isRemoved(MakePacket(ACK, {1, 1, 5, 18, 0, 0, 0, 16, 0, 0, 0, 30, //
                                            0, 0, 0, 40, 0, 0, 0, 50})));
    EXPECT_FALSE(isRemoved(MakePacket(ACK, {1, 1, 5, 40, 0, 0, 0, 2, 0, 0, 0, 8})));
    EXPECT_FALSE(isRemoved(MakePacket(ACK, {5, 2, 1, 1})));
    EXPECT_FALSE(isRemoved(MakePacket(ACK, {8, 10, 0, 0, 0, 2, 0, 0, 0, 8, 1, 1})));
    EXPECT_FALSE(isRemoved({}));
}

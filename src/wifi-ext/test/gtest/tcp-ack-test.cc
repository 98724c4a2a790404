// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What an ACK tells beside its number: headers and options written by hand (RFC 9293, 2018, 2883,
// 7323, 3168).

#include "../../model/tcp-ack.h"
#include "packet-builder.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

const std::string TIMESTAMPS = "0101080a 00000064 00000032"; // NOP, NOP, TSval 100, TSecr 50

TcpAck
Read(const std::string& options, uint8_t flags = TCP_FLAG_ACK)
{
    return ReadTcpAck(MakeTcp({.flags = flags, .options = FromHex(options)}));
}

TcpAck
MakeAck(uint32_t number, std::initializer_list<SackBlock> sacks = {}, uint16_t window = 1000)
{
    TcpAck ack;
    ack.acknowledgment = number;
    ack.window = window;
    for (const SackBlock& block : sacks)
    {
        ack.sacks[ack.sackCount++] = block;
    }
    return ack;
}

TEST(TcpAckTest, ReadsTheHeader)
{
    const TcpAck plain = Read("");
    EXPECT_EQ(plain.acknowledgment, 1000); // 0x3e8
    EXPECT_EQ(plain.window, 65535);
    EXPECT_TRUE(plain.isPlain);
    EXPECT_FALSE(plain.hasTimestamps || plain.hasUnknownOptions);
    EXPECT_EQ(plain.sackCount, 0);
    for (const uint8_t flags : {0x50, 0x90, 0x18, 0x30}) // ECE, CWR, PSH, URG beside ACK
    {
        EXPECT_FALSE(Read("", flags).isPlain) << +flags;
    }
    Bytes reserved = MakeTcp();
    reserved[12] |= 1; // the bit of accurate ECN
    EXPECT_FALSE(ReadTcpAck(reserved).isPlain);
}

TEST(TcpAckTest, ReadsTheOptions)
{
    const TcpAck ack = Read(TIMESTAMPS + "0101 0512 00000bb8 00000fa0 00001388 00001770");
    EXPECT_TRUE(ack.hasTimestamps);
    EXPECT_EQ(ack.timestamp, 100);
    EXPECT_EQ(ack.echo, 50);
    ASSERT_EQ(ack.sackCount, 2);
    EXPECT_EQ(ack.sacks[0], (SackBlock{3000, 4000}));
    EXPECT_EQ(ack.sacks[1], (SackBlock{5000, 6000}));
    EXPECT_FALSE(ack.hasUnknownOptions);
    // A signature (kind 19) alone; then padding behind the end of the options.
    EXPECT_FALSE(Read("1312 00000000 00000000 00000000 00000000 0000").hasUnknownOptions);
    EXPECT_FALSE(Read("01010100").hasUnknownOptions);
    // Kind 254; a SACK option of 5 bytes; timestamps of 4.
    EXPECT_TRUE(Read("fe040000").hasUnknownOptions);
    EXPECT_TRUE(Read("0505 000000 000000").hasUnknownOptions);
    EXPECT_TRUE(Read("08040000").hasUnknownOptions);
}

TEST(TcpAckTest, FindsNews)
{
    const TcpAck before = MakeAck(1000, {{3000, 4000}});
    EXPECT_EQ(FindNews(MakeAck(1001), before), AckNews::NONE);
    EXPECT_EQ(FindNews(MakeAck(1000), before), AckNews::DUPLICATE);
    EXPECT_EQ(FindNews(MakeAck(1000, {}, 1001), before), AckNews::WINDOW_UPDATE);
    EXPECT_EQ(FindNews(MakeAck(999), before), AckNews::OLD_NUMBER);
    EXPECT_EQ(FindNews(MakeAck(2000, {}, 0), before), AckNews::ZERO_WINDOW);
    EXPECT_EQ(FindNews(MakeAck(2000), MakeAck(1000, {}, 0)), AckNews::ZERO_WINDOW);
    TcpAck ack = MakeAck(2000);
    ack.isPlain = false;
    EXPECT_EQ(FindNews(ack, before), AckNews::FLAGS);
    ack = MakeAck(2000);
    ack.hasUnknownOptions = true;
    EXPECT_EQ(FindNews(ack, before), AckNews::UNKNOWN_OPTION);
}

TEST(TcpAckTest, FindsNewsInSackBlocks)
{
    const TcpAck before = MakeAck(1000, {{3000, 4000}});
    EXPECT_EQ(FindNews(MakeAck(2000, {{3000, 4000}}), before), AckNews::NONE);
    EXPECT_EQ(FindNews(MakeAck(2000, {{3200, 3800}}), before), AckNews::NONE);
    EXPECT_EQ(FindNews(MakeAck(2000, {{3000, 4001}}), before), AckNews::SACK);
    EXPECT_EQ(FindNews(MakeAck(2000, {{2999, 4000}}), before), AckNews::SACK);
    EXPECT_EQ(FindNews(MakeAck(2000, {{3000, 4000}, {5000, 6000}}), before), AckNews::SACK);
    // A segment that came twice, which the number covers already.
    EXPECT_EQ(FindNews(MakeAck(2000, {{900, 1000}}), before), AckNews::SACK);
}

// RFC 2883, 4: the first block reports a duplicate of a part of the second one.
TEST(TcpAckTest, FindsADuplicateAboveTheNumber)
{
    const TcpAck before = MakeAck(1000, {{3000, 4000}});
    const TcpAck duplicate = MakeAck(2000, {{3000, 3500}, {3000, 4000}});
    EXPECT_EQ(FindNews(duplicate, before), AckNews::SACK);
    EXPECT_EQ(FindNews(MakeAck(2500, {{3000, 4000}}), duplicate), AckNews::NONE);
    const TcpAck two = MakeAck(1000, {{3000, 4000}, {5000, 6000}});
    EXPECT_EQ(FindNews(MakeAck(2000, {{5000, 6000}, {3000, 4000}}), two), AckNews::NONE);
}

TEST(TcpAckTest, NumbersWrap)
{
    const TcpAck before = MakeAck(0xffffff00, {{0xffffff80, 0x80}});
    EXPECT_EQ(FindNews(MakeAck(0x10), before), AckNews::NONE);
    EXPECT_EQ(FindNews(MakeAck(0xfffffeff), before), AckNews::OLD_NUMBER);
    EXPECT_EQ(FindNews(MakeAck(0xffffff40, {{0xffffff80, 0x80}}), before), AckNews::NONE);
    EXPECT_EQ(FindNews(MakeAck(0xffffff40, {{0xffffff80, 0x81}}), before), AckNews::SACK);
    EXPECT_TRUE(MakesSuperfluous(MakeAck(0x10), MakeAck(0xffffff00)));
    EXPECT_FALSE(MakesSuperfluous(MakeAck(0xffffff00), MakeAck(0x10)));
    EXPECT_TRUE(IsOnward(5, 0xfffffff0));
    EXPECT_TRUE(IsOnward(5, 5));
    EXPECT_FALSE(IsOnward(0xfffffff0, 5));
}

TEST(TcpAckTest, ALaterAckStandsForAnEarlierOne)
{
    const TcpAck older = MakeAck(1000, {{3000, 4000}});
    EXPECT_TRUE(MakesSuperfluous(MakeAck(1001, {{3000, 4000}}), older));
    EXPECT_TRUE(MakesSuperfluous(MakeAck(1001, {{2500, 4500}}), older));
    EXPECT_TRUE(MakesSuperfluous(MakeAck(4000), older)); // the number covers the block
    EXPECT_FALSE(MakesSuperfluous(MakeAck(1001), older));
    EXPECT_FALSE(MakesSuperfluous(MakeAck(3999), older));
    EXPECT_FALSE(MakesSuperfluous(MakeAck(1000, {{3000, 4000}}), older));
}

TEST(TcpAckTest, TimestampsMustNotGoBack)
{
    TcpAck older = MakeAck(1000);
    older.hasTimestamps = true;
    older.timestamp = 100;
    older.echo = 0xffffffff;
    TcpAck newer = MakeAck(2000);
    EXPECT_FALSE(MakesSuperfluous(newer, older));
    newer.hasTimestamps = true;
    newer.timestamp = 100;
    newer.echo = 1; // wrapped
    EXPECT_TRUE(MakesSuperfluous(newer, older));
    newer.echo = 0xfffffffe;
    EXPECT_FALSE(MakesSuperfluous(newer, older));
    newer.echo = 1;
    newer.timestamp = 99;
    EXPECT_FALSE(MakesSuperfluous(newer, older));
}

TEST(TcpAckTest, NamesEachKindOfNews)
{
    EXPECT_STREQ(GetAckNewsName(AckNews::NONE), "NONE");
    EXPECT_STREQ(GetAckNewsName(AckNews::UNKNOWN_OPTION), "UNKNOWN_OPTION");
}

} // namespace

} // namespace ns3

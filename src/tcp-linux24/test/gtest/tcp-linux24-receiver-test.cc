// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV37 to TV42 of the module's documentation: the receiver.

#include "receiver-bench.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Blocks = std::vector<TcpRange>;

/// Expect an ACK.
/// @param ack sent or not
/// @param number wanted
/// @param sacks wanted
void
ExpectAck(const std::optional<SentAck>& ack, TcpOffset number, const Blocks& sacks = {})
{
    ASSERT_TRUE(ack);
    EXPECT_EQ(ack->number, number);
    EXPECT_EQ(ack->sacks, sacks);
}

} // namespace

TEST(TcpLinux24Receiver, Tv37StartOfAConnection)
{
    ReceiverBench bench;
    EXPECT_EQ(bench.Get().GetRcvMss(), 536u);
    for (int k = 0; k <= 20; ++k)
    {
        SCOPED_TRACE(k);
        ExpectAck(bench.Data(k, 20000 + k), k + 1);
        EXPECT_EQ(bench.Get().GetRcvMss(), 1448u);
        EXPECT_EQ(bench.Get().GetQuick(), 2u);
        EXPECT_EQ(bench.Get().GetRcvSsthresh(), std::min(5792u + (k + 1) * 2896u, 64087u));
    }
    ExpectAck(bench.Data(21, 20021), 22);
    EXPECT_EQ(bench.Get().GetQuick(), 1u);
    ExpectAck(bench.Data(22, 20022), 23);
    EXPECT_EQ(bench.Get().GetQuick(), 0u);
    for (int k = 23; k < 40; k += 2)
    {
        SCOPED_TRACE(k);
        EXPECT_FALSE(bench.Data(k, 20000 + k));
        const auto ack = bench.Data(k + 1, 20001 + k);
        ExpectAck(ack, k + 2);
        EXPECT_EQ(ack->window, 63712u);
    }
}

TEST(TcpLinux24Receiver, Tv38TwoSegmentsAndLoneOnes)
{
    ReceiverBench bench;
    bench.WarmUp();
    EXPECT_EQ(bench.Get().GetAto(), 4u);
    EXPECT_FALSE(bench.Data(0, 20003));
    EXPECT_EQ(bench.GetTimer(), 20040);
    ExpectAck(bench.Data(1, 20004), 2);
    EXPECT_EQ(bench.GetTimer(), -1);

    EXPECT_FALSE(bench.Data(2, 20007));
    EXPECT_EQ(bench.GetTimer(), 20040);
    EXPECT_FALSE(bench.Timer(20030)) << "too early";
    ExpectAck(bench.Timer(20040), 3);
    EXPECT_EQ(bench.Get().GetAto(), 8u);

    EXPECT_FALSE(bench.Data(3, 20100));
    EXPECT_EQ(bench.GetTimer(), 20140);
    ExpectAck(bench.Timer(20140), 4);
    EXPECT_EQ(bench.Get().GetAto(), 16u);

    ExpectAck(bench.Data(4, 20500), 5);
    EXPECT_EQ(bench.Get().GetQuick(), 15u);
    for (int k = 5; k < 20; ++k)
    {
        SCOPED_TRACE(k);
        ExpectAck(bench.Data(k, 20500 + k), k + 1);
    }
    EXPECT_FALSE(bench.Data(20, 20520));
}

TEST(TcpLinux24Receiver, Tv39DuplicateSegment)
{
    ReceiverBench bench;
    bench.WarmUp();
    for (int k = 0; k < 10; ++k)
    {
        bench.Data(k, 20010, 2001);
    }
    EXPECT_EQ(bench.Get().GetRcvWup(), bench.Get().GetRcvNxt());
    EXPECT_EQ(bench.Get().GetQuick(), 0u);

    const auto old = bench.Data(5, 20050, 2005);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::OUT_OF_WINDOW);
    ExpectAck(old, 10, {{5, 6}});
    EXPECT_EQ(bench.Get().GetQuick(), 15u);
    EXPECT_EQ(bench.Get().GetEcho(), 2001u);

    const auto last = bench.Data(9, 20060, 2006);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::DUPLICATE);
    ExpectAck(last, 10, {{9, 10}});
    EXPECT_EQ(last->echo, 2006u);
    ExpectAck(bench.Data(10, 20070, 2007), 11);
}

TEST(TcpLinux24Receiver, Tv40OutOfOrder)
{
    ReceiverBench bench;
    ExpectAck(bench.Data(1, 20000), 0, {{1, 2}});
    ExpectAck(bench.Data(2, 20001), 0, {{1, 3}});
    ExpectAck(bench.Data(0, 20002), 3);
    ExpectAck(bench.Data(5, 20003), 3, {{5, 6}});
    ExpectAck(bench.Data(4, 20004), 3, {{4, 6}});
    ExpectAck(bench.Data(8, 20005), 3, {{8, 9}, {4, 6}});
    ExpectAck(bench.Data(4, 20006), 3, {{4, 5}, {4, 6}, {8, 9}});
    ExpectAck(bench.Data(3, 20007), 6, {{8, 9}});
}

// net/ipv4/tcp_input.c: tcp_fin() sends its ACK in FIN_WAIT_1 and FIN_WAIT_2 before
// tcp_sack_reset(), in other states it leaves later.
TEST(TcpLinux24Receiver, FinInFinWaitCarriesDsack)
{
    constexpr TcpLinux24Arrival REPEATED{.start = 0, .length = ReceiverBench::MSS, .fin = true};
    ReceiverBench closed;
    ExpectAck(closed.Data(0, 20000), 1);
    closed.Get().FinQueued();
    ExpectAck(closed.Arrive(REPEATED, 20010), 1, {{0, 1}});
    ExpectAck(closed.Acknowledge(), 1);

    ReceiverBench open;
    ExpectAck(open.Data(0, 20000), 1);
    open.Arrive(REPEATED, 20010);
    ExpectAck(open.Acknowledge(), 1);
}

// tcp_ofo_queue() calls tcp_fin() before tcp_sack_remove(), so that the block of the FIN is there
// yet.
TEST(TcpLinux24Receiver, FinBehindAHoleInFinWaitIsReportedOnceMore)
{
    ReceiverBench bench;
    bench.Get().FinQueued();
    constexpr TcpOffset MSS = ReceiverBench::MSS;
    ExpectAck(bench.Arrive({.start = MSS, .length = MSS, .fin = true}, 20000), 0, {{1, 2}});
    ExpectAck(bench.Data(0, 20010), 2, {{1, 2}});
    ExpectAck(bench.Acknowledge(), 2);
}

TEST(TcpLinux24Receiver, Tv41PushOnFullSegments)
{
    ReceiverBench old;
    TcpLinux24ReceiverOptions options;
    options.finalCutPush = false;
    ReceiverBench repaired(options);
    old.WarmUp();
    repaired.WarmUp();
    for (int k = 0; k < 10; ++k)
    {
        SCOPED_TRACE(k);
        ExpectAck(old.Data(k, 20010, std::nullopt, true), k + 1);
        const auto ack = repaired.Data(k, 20010, std::nullopt, true);
        EXPECT_EQ(ack.has_value(), k % 2 == 1);
    }
}

TEST(TcpLinux24Receiver, Tv42TimestampEcho)
{
    ReceiverBench bench;
    bench.WarmUp();
    EXPECT_FALSE(bench.Data(0, 20003, 2000));
    const auto two = bench.Data(1, 20004, 2001);
    ExpectAck(two, 2);
    EXPECT_EQ(two->echo, 2000u);
    EXPECT_FALSE(bench.Data(2, 20007, 2003));
    const auto timer = bench.Timer(20040);
    ExpectAck(timer, 3);
    EXPECT_EQ(timer->echo, 2003u);
    const auto hole = bench.Data(4, 20050, 2005);
    ExpectAck(hole, 3, {{4, 5}});
    EXPECT_EQ(hole->echo, 2003u);
    const auto filled = bench.Data(3, 20090, 2009);
    ExpectAck(filled, 5);
    EXPECT_EQ(filled->echo, 2009u);
}

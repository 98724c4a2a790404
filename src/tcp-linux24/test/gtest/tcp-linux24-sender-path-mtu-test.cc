// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The sender when the MSS changes in mid-flight (tcp_sync_mss, tcp_simple_retransmit), worked out
// by hand: segments of 1448 bytes, then of 1000.

#include "tcp-linux24-sender-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Sizes = std::vector<uint32_t>;

constexpr TcpOffset MSS = TcpLinux24SenderBench::MSS;
constexpr uint32_t SMALLER = 1000;

/// The path MTU shrinks and the sender hears of it.
/// @param bench the connection
/// @param ms when
void
Shrink(TcpLinux24SenderBench& bench, uint32_t ms)
{
    bench.Forget();
    bench.sender.SetMss(SMALLER);
    bench.sender.SimpleRetransmit(bench.GetTick(ms));
}

} // namespace

TEST(TcpLinux24SenderPathMtu, OwnDeviceChangesOnlyWhatIsStillToBeSent)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(4)};
    bench.StartFlight();
    bench.Forget();
    bench.sender.SetMss(SMALLER);
    EXPECT_EQ(bench.GetSent(), "-");
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::OPEN);
    EXPECT_EQ(bench.sender.GetPacketsOut(), 4u);
    // One acknowledged, the window grows to 5: two more, of the segment that was cut at 1448.
    bench.AcknowledgeBytes(20010, MSS);
    EXPECT_EQ(bench.GetSizes(), (Sizes{1000, 448}));
    EXPECT_EQ(bench.sender.GetSndNxt(), 5 * MSS);
}

TEST(TcpLinux24SenderPathMtu, RetransmissionsFit)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(4)};
    bench.StartFlight();
    bench.sender.SetMss(SMALLER);
    bench.Expire(20210);
    EXPECT_EQ(bench.GetSizes(), Sizes{1000});
    EXPECT_EQ(bench.sender.GetPacketsOut(), 5u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), 5u);
    // cwnd 1 grows to 2: the rest of the head, the start of the next segment.
    bench.AcknowledgeBytes(20220, 1000);
    EXPECT_EQ(bench.GetSizes(), (Sizes{448, 1000}));
    EXPECT_EQ(bench.sender.GetPacketsOut(), 5u);
}

TEST(TcpLinux24SenderPathMtu, LargerAgain)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.Establish();
    bench.sender.SetMss(SMALLER);
    bench.Write(20000, 3000);
    EXPECT_EQ(bench.GetSizes(), (Sizes{1000, 1000, 1000}));
    bench.sender.SetMss(MSS);
    bench.Write(20000, 2 * MSS);
    EXPECT_EQ(bench.GetSizes(), (Sizes{1448, 1448}));
}

TEST(TcpLinux24SenderPathMtu, SimpleRetransmitLeavesWhatThePeerHas)
{
    auto setup = MakeTcpLinux24Setup(6, 10);
    setup.data = 6;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 0, .sacks = {{2, 3}}, .echo = 20000});
    Shrink(bench, 20010);
    // Five segments are lost; the run ends when it has seen as many, split ones counted as two.
    EXPECT_EQ(bench.GetSizes(), (Sizes{1000, 448, 1000, 448, 1000}));
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::LOSS);
    EXPECT_EQ(bench.sender.GetCwnd(), 6u);
    EXPECT_EQ(bench.sender.GetSsthresh(), 10u);
    EXPECT_EQ(bench.sender.GetCongestion().GetHighSeq(), 6 * MSS);
    EXPECT_EQ(bench.sender.GetPacketsOut(), 9u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetSackedOut(), 1u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), 8u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetRetransOut(), 5u);
    EXPECT_EQ(bench.sender.GetInFlight(), 5u);
}

TEST(TcpLinux24SenderPathMtu, SimpleRetransmitForgetsDuplicatesWithoutSack)
{
    auto setup = MakeTcpLinux24Setup(4, 8);
    setup.options.sack = false;
    setup.data = 4;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 0, .echo = 20000}, 2);
    EXPECT_EQ(bench.sender.GetScoreboard().GetSackedOut(), 2u);
    Shrink(bench, 20010);
    EXPECT_EQ(bench.GetSizes(), (Sizes{1000, 448, 1000, 448}));
    EXPECT_EQ(bench.sender.GetScoreboard().GetSackedOut(), 0u);
    EXPECT_EQ(bench.sender.GetInFlight(), 4u);
}

TEST(TcpLinux24SenderPathMtu, SimpleRetransmitOfWhatFitsDoesNothing)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.Establish();
    Shrink(bench, 20000);
    bench.Write(20000, 3000);
    Shrink(bench, 20010);
    EXPECT_EQ(bench.GetSent(), "-");
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::OPEN);
}

TEST(TcpLinux24SenderPathMtu, ASynIsNotTooLong)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(4)};
    bench.Connect(10000);
    Shrink(bench, 10010);
    EXPECT_EQ(bench.GetSent(), "-");
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::OPEN);
}

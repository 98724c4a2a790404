// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV01, TV02 and TV16b of the module's documentation: what the handshake leaves behind.

#include "tcp-linux24-sender-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Without the ACK of the handshake, which the receiving half sends.
constexpr auto TV16B = R"(
13000 | SYN timer | SYN | 1 | 2 | Loss | 1 | 1 | 0 | 0 | 1 | 0 | 10000 | ISS/1 | 0 | 6000
13010 | SYN-ACK ecr=13000 | - | 1 | 2 | Disorder | 0 | 0 | 0 | 0 | 0 | 0 | 0 | ISS/1 | 0 | 210
13010 | bulk write | D0 | 1 | 2 | Disorder | 1 | 0 | 0 | 0 | 0 | 0 | 0 | ISS/1 | 0 | 210
13020 | A1 ecr=13010 | D1 D2 | 2 | 2 | Open | 2 | 0 | 0 | 0 | 0 | 0 | 0 | - | 0 | 210
)";

} // namespace

namespace
{

/// TV01, for either side.
void
ExpectFreshConnection(const TcpLinux24Sender& sender)
{
    EXPECT_EQ(sender.GetCongestion().GetState(), TcpLinux24State::OPEN);
    EXPECT_EQ(sender.GetCwnd(), 2u);
    EXPECT_EQ(sender.GetSsthresh(), TcpLinux24Options::INFINITE_SSTHRESH);
    EXPECT_EQ(sender.GetRtt().GetSrtt(), 8u);
    EXPECT_EQ(sender.GetRtt().GetDeviation(), 4u);
    EXPECT_EQ(sender.GetRtt().GetMaxDeviation(), 20u);
    EXPECT_EQ(sender.GetRtt().GetVariance(), 20u);
    EXPECT_EQ(sender.GetRtt().GetRto(), 21u);
    EXPECT_EQ(sender.GetPacketsOut(), 0u);
    EXPECT_EQ(sender.GetSndUna(), 0);
    EXPECT_EQ(sender.GetSndNxt(), 0);
    EXPECT_FALSE(sender.GetTimer().has_value());
}

} // namespace

TEST(TcpLinux24SenderHandshake, Tv01ActiveOpenerKeepsTheStampOfTheSyn)
{
    TcpLinux24SenderBench bench{{}};
    bench.Connect(10000);
    EXPECT_EQ(bench.GetSent(), "SYN");
    EXPECT_EQ(bench.sender.GetTimer(), 1300u);
    bench.AcknowledgeSyn(10004, 10000);
    EXPECT_EQ(bench.GetSent(), "-");
    ExpectFreshConnection(bench.sender);
    EXPECT_EQ(bench.sender.GetRetransStamp(), 1000u);
}

TEST(TcpLinux24SenderHandshake, Tv01RepairedKernelForgetsIt)
{
    TcpLinux24BenchSetup setup;
    setup.options.retransStampFromSyn = false;
    TcpLinux24SenderBench bench{setup};
    bench.Establish();
    ExpectFreshConnection(bench.sender);
    EXPECT_EQ(bench.sender.GetRetransStamp(), 0u);
}

TEST(TcpLinux24SenderHandshake, Tv01PassiveOpenerHasNone)
{
    TcpLinux24SenderBench bench{{}};
    bench.Accept(10004, 10000);
    EXPECT_EQ(bench.GetSent(), "-");
    ExpectFreshConnection(bench.sender);
    EXPECT_EQ(bench.sender.GetRetransStamp(), 0u);
}

class TcpLinux24SenderWithoutTimestamps : public ::testing::TestWithParam<bool>
{
};

INSTANTIATE_TEST_SUITE_P(Openers, TcpLinux24SenderWithoutTimestamps, ::testing::Bool());

TEST_P(TcpLinux24SenderWithoutTimestamps, Tv02FirstTimeoutOfThreeSeconds)
{
    TcpLinux24BenchSetup setup;
    setup.options.timestamps = false;
    TcpLinux24SenderBench bench{setup};
    if (GetParam())
    {
        bench.Connect(10000);
        bench.AcknowledgeSyn(10004, std::nullopt);
    }
    else
    {
        bench.Accept(10004, std::nullopt);
    }
    EXPECT_EQ(bench.sender.GetRtt().GetSrtt(), 0u);
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 300u);
    bench.Write(10020, TcpLinux24SenderBench::MSS);
    EXPECT_EQ(bench.GetSent(), "D0");
    EXPECT_EQ(bench.sender.GetTimer(), 1302u);
    bench.Acknowledge(10024, {.ack = 1});
    EXPECT_EQ(bench.sender.GetRtt().GetSrtt(), 8u);
    EXPECT_EQ(bench.sender.GetRtt().GetDeviation(), 4u);
    EXPECT_EQ(bench.sender.GetRtt().GetVariance(), 20u);
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 21u);
}

TEST(TcpLinux24SenderHandshake, Tv16bRepeatedSynCostsTheFirstFlight)
{
    TcpLinux24SenderBench bench{{}};
    bench.Connect(10000);
    EXPECT_EQ(bench.GetSent(), "SYN");
    EXPECT_EQ(bench.sender.GetCwnd(), 2u);
    EXPECT_EQ(bench.sender.GetPacketsOut(), 1u);
    EXPECT_EQ(bench.sender.GetRetransStamp(), 1000u);
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 300u);
    RunTcpLinux24Table(bench, "TV16b", TV16B);
}

TEST(TcpLinux24SenderHandshake, GivesUpAfterFiveRepeatsOfTheSyn)
{
    TcpLinux24SenderBench bench{{}};
    bench.Connect(0);
    for (const uint32_t ms : {3000, 9000, 21000, 45000, 93000})
    {
        bench.Expire(ms);
        EXPECT_EQ(bench.GetSent(), "SYN") << ms;
        EXPECT_FALSE(bench.gaveUp);
    }
    bench.Expire(189000);
    EXPECT_EQ(bench.GetSent(), "-");
    EXPECT_TRUE(bench.gaveUp);
}

TEST(TcpLinux24SenderHandshake, RepeatedSynWithoutTimestampsLeavesTheTimeoutDoubled)
{
    TcpLinux24BenchSetup setup;
    setup.options.timestamps = false;
    TcpLinux24SenderBench bench{setup};
    bench.Connect(10000);
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 300u);
    bench.Expire(13000);
    EXPECT_EQ(bench.GetSent(), "SYN");
    bench.AcknowledgeSyn(13100, {});
    // No sample (Karn), so tcp_init_metrics has nothing to throw away.
    EXPECT_EQ(bench.sender.GetRtt().GetSrtt(), 0u);
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 600u);
    bench.Write(20000, TcpLinux24SenderBench::MSS);
    EXPECT_EQ(bench.GetMilliseconds(*bench.sender.GetTimer()), 26000u);
}

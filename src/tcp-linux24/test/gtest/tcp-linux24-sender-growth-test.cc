// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV07 to TV11 of the module's documentation: growth of the window, and what keeps it down.

#include "tcp-linux24-sender-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto TV07 = R"(
20010 | A2 ecr=20000 | D2 D3 D4 | 3 | inf | Open | 3 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
20020 | A4 ecr=20010 | D5 D6 D7 | 4 | inf | Open | 4 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
20030 | A6 ecr=20020 | D8 D9 D10 | 5 | inf | Open | 5 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
20040 | A8 ecr=20030 | D11 D12 D13 | 6 | inf | Open | 6 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
)";

constexpr auto TV08 = R"(
20010 | A1 ecr=20000 | D4 | 4 | 2 | Open | 4 | 0 | 0 | 0 | 0 | 1 | 10000 | - | 0 | 210
20010 | A2 ecr=20000 | D5 | 4 | 2 | Open | 4 | 0 | 0 | 0 | 0 | 2 | 10000 | - | 0 | 210
20010 | A3 ecr=20000 | D6 | 4 | 2 | Open | 4 | 0 | 0 | 0 | 0 | 3 | 10000 | - | 0 | 210
20010 | A4 ecr=20000 | D7 | 4 | 2 | Open | 4 | 0 | 0 | 0 | 0 | 4 | 10000 | - | 0 | 210
20010 | A5 ecr=20000 | D8 D9 | 5 | 2 | Open | 5 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
20010 | A6 ecr=20000 | D10 | 5 | 2 | Open | 5 | 0 | 0 | 0 | 0 | 1 | 10000 | - | 0 | 210
20010 | A7 ecr=20000 | D11 | 5 | 2 | Open | 5 | 0 | 0 | 0 | 0 | 2 | 10000 | - | 0 | 210
)";

constexpr auto TV09 = R"(
20010 | A2 ecr=20000 | D16 D17 | 20 | inf | Open | 16 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
20010 | A4 ecr=20000 | D18 D19 | 20 | inf | Open | 16 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 0 | 210
)";

constexpr uint32_t MSS = TcpLinux24SenderBench::MSS;

} // namespace

TEST(TcpLinux24SenderGrowth, Tv07SlowStartCountsAcks)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(2), "TV07", TV07);
}

TEST(TcpLinux24SenderGrowth, Tv08AvoidanceNeedsOneMoreAckThanTheWindow)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(4, 2), "TV08", TV08);
}

TEST(TcpLinux24SenderGrowth, Tv09NoneUnlessTheWindowIsUsedUp)
{
    auto setup = MakeTcpLinux24Setup(20);
    setup.window = 16;
    RunTcpLinux24Table(setup, "TV09", TV09);
}

namespace
{

/// A connection on which one segment was sent at 20000 ms, and acknowledged in the same tick.
class TcpLinux24SenderIdle : public ::testing::Test
{
  protected:
    static TcpLinux24BenchSetup MakeSetup(uint32_t cwnd, uint32_t ssthresh)
    {
        auto setup = MakeTcpLinux24Setup(cwnd, ssthresh);
        setup.data = 1;
        return setup;
    }

    static void SendOne(TcpLinux24SenderBench& bench)
    {
        bench.StartFlight();
        ASSERT_EQ(bench.GetSent(), "D0");
        bench.Acknowledge(20000, {.ack = 1, .echo = 20000});
        ASSERT_EQ(bench.sender.GetPacketsOut(), 0u);
        ASSERT_EQ(bench.sender.GetRtt().GetRto(), 21u);
        ASSERT_FALSE(bench.sender.GetTimer().has_value());
    }
};

} // namespace

TEST_F(TcpLinux24SenderIdle, Tv10RestartInSlowStart)
{
    TcpLinux24SenderBench bench{MakeSetup(10, TcpLinux24Options::INFINITE_SSTHRESH)};
    SendOne(bench);
    bench.Write(20500, 100 * MSS);
    EXPECT_EQ(bench.GetSent(), "D1 D2 D3");
    EXPECT_EQ(bench.sender.GetCwnd(), 3u);
    EXPECT_EQ(bench.sender.GetSsthresh(), TcpLinux24Options::INFINITE_SSTHRESH);
}

TEST_F(TcpLinux24SenderIdle, Tv10RestartRemembersThreeQuartersOfTheWindow)
{
    TcpLinux24SenderBench bench{MakeSetup(32, 8)};
    SendOne(bench);
    bench.Write(20500, 100 * MSS);
    EXPECT_EQ(bench.GetSent(), "D1 D2 D3 D4 D5 D6 D7 D8");
    EXPECT_EQ(bench.sender.GetCwnd(), 8u);
    EXPECT_EQ(bench.sender.GetSsthresh(), 24u);
}

TEST_F(TcpLinux24SenderIdle, HalvesForEachFullRtoBeyondTheFirst)
{
    TcpLinux24SenderBench bench{MakeSetup(32, 8)};
    SendOne(bench);
    bench.Write(20420, 100 * MSS);
    EXPECT_EQ(bench.sender.GetCwnd(), 16u);
}

TEST_F(TcpLinux24SenderIdle, Tv10NoRestartAfterExactlyOneRto)
{
    TcpLinux24SenderBench bench{MakeSetup(10, 8)};
    SendOne(bench);
    bench.Write(20210, 100 * MSS);
    EXPECT_EQ(bench.sender.GetCwnd(), 10u);
    EXPECT_EQ(bench.sender.GetSsthresh(), 8u);
    EXPECT_EQ(bench.sender.GetPacketsOut(), 10u);
}

namespace
{

/// Twenty segments acknowledged in the tick in which they were sent; a write of five more, one RTO
/// later.
void
WriteLittle(TcpLinux24SenderBench& bench)
{
    bench.StartFlight();
    bench.Acknowledge(20000, {.ack = 20, .echo = 20000});
    ASSERT_EQ(bench.sender.GetPacketsOut(), 0u);
    ASSERT_EQ(bench.sender.GetCwnd(), 20u);
    bench.Write(20210, 5 * MSS);
    ASSERT_EQ(bench.sender.GetPacketsOut(), 5u);
}

TcpLinux24BenchSetup
MakeTwenty()
{
    auto setup = MakeTcpLinux24Setup(20, 8);
    setup.data = 20;
    return setup;
}

} // namespace

TEST(TcpLinux24SenderGrowth, Tv11UnusedWindowDecays)
{
    TcpLinux24SenderBench bench{MakeTwenty()};
    bench.writerSleeping = false;
    WriteLittle(bench);
    EXPECT_EQ(bench.sender.GetCwnd(), 12u);
    EXPECT_EQ(bench.sender.GetSsthresh(), 15u);
}

TEST(TcpLinux24SenderGrowth, Tv11WriterWithoutSpaceIsExempt)
{
    TcpLinux24SenderBench bench{MakeTwenty()};
    WriteLittle(bench);
    EXPECT_EQ(bench.sender.GetCwnd(), 20u);
    EXPECT_EQ(bench.sender.GetSsthresh(), 8u);
    // The stamp was renewed nevertheless: the next look comes one RTO later, not at once.
    bench.writerSleeping = false;
    bench.Write(20220, MSS);
    EXPECT_EQ(bench.sender.GetCwnd(), 20u);
}

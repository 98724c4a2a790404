// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// How long a sender tries whose application has gone (tcp_orphan_retries), and how its buffer grows
// while there is one (tcp_new_space). Worked out by hand from an RTO of 210 ms.

#include "tcp-linux24-sender-table.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t RTO = 210; ///< ms

/// Let the timer fire, with doubled intervals.
/// @param bench the connection
/// @param start when it was started, ms
/// @param times how often
/// @return when it fired last, ms
uint32_t
ExpireRepeatedly(TcpLinux24SenderBench& bench, uint32_t start, uint32_t times)
{
    for (uint32_t i = 0; i < times; ++i)
    {
        start += RTO << i;
        bench.Expire(start);
        EXPECT_FALSE(bench.gaveUp) << "expiry " << i + 1;
    }
    return start;
}

} // namespace

// tcp_cwnd_application_limited: what the peer's window of 5 segments leaves of 20 decays to half,
// but not once the application has gone (sk->socket is null).
TEST(TcpLinux24SenderOrphan, ItsUnusedWindowStays)
{
    for (const bool isOrphan : {false, true})
    {
        auto setup = MakeTcpLinux24Setup(20);
        setup.window = 5;
        TcpLinux24SenderBench bench{setup};
        bench.StartFlight();
        bench.writerSleeping = false;
        if (isOrphan)
        {
            bench.sender.Orphan();
        }
        bench.Acknowledge(20200, {.ack = 5, .echo = 20200});
        bench.Acknowledge(20400, {.ack = 10, .echo = 20400});
        EXPECT_EQ(bench.GetSent(), "D10 D11 D12 D13 D14");
        EXPECT_EQ(bench.sender.GetCwnd(), isOrphan ? 20U : 12U);
    }
}

// tcp_orphan_retries is 0 by default, which means 8.
TEST(TcpLinux24SenderOrphan, EightRetransmissions)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(2)};
    bench.StartFlight();
    bench.sender.Orphan();
    const uint32_t last = ExpireRepeatedly(bench, 20000, 8);
    EXPECT_EQ(bench.GetTransmissions(), std::vector<std::string>{"R0"});
    bench.Expire(last + (RTO << 8));
    EXPECT_TRUE(bench.gaveUp);
    EXPECT_EQ(bench.GetSent(), "-");
}

TEST(TcpLinux24SenderOrphan, NoneOnceTheTimeoutIsAtItsMaximum)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(2)};
    bench.StartFlight();
    const uint32_t last = ExpireRepeatedly(bench, 20000, 10);
    bench.sender.Orphan();
    bench.Expire(last + 120000); // 210 ms doubled ten times is more than 120 s
    EXPECT_TRUE(bench.gaveUp);
}

// net/ipv4/tcp_timer.c: tcp_orphan_retries(). A number other than 0 holds at each timeout.
TEST(TcpLinux24SenderOrphan, AsManyRetransmissionsAsTheUserSays)
{
    const auto expectGivenUpAfter = [](uint32_t times) {
        auto setup = MakeTcpLinux24Setup(2);
        setup.options.orphanRetries = times;
        TcpLinux24SenderBench bench{setup};
        bench.StartFlight();
        bench.sender.Orphan();
        uint32_t last = ExpireRepeatedly(bench, 20000, std::min(times, 10U));
        for (uint32_t i = 10; i < times; ++i)
        {
            bench.Expire(last += 120000);
            EXPECT_FALSE(bench.gaveUp) << i;
        }
        bench.Expire(last + std::min(RTO << times, 120000U));
        EXPECT_TRUE(bench.gaveUp) << times;
    };
    expectGivenUpAfter(1);
    expectGivenUpAfter(12);
}

TEST(TcpLinux24SenderOrphan, FifteenRetransmissionsWithAnApplication)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(2)};
    bench.StartFlight();
    uint32_t last = ExpireRepeatedly(bench, 20000, 10);
    for (int i = 10; i < 15; ++i)
    {
        bench.Expire(last += 120000);
        EXPECT_FALSE(bench.gaveUp);
    }
    bench.Expire(last + 120000);
    EXPECT_TRUE(bench.gaveUp);
}

TEST(TcpLinux24SenderOrphan, NineProbesOfAClosedWindow)
{
    auto setup = MakeTcpLinux24Setup(2);
    setup.window = 0;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    EXPECT_EQ(bench.GetSent(), "-");
    bench.sender.Orphan();
    const uint32_t last = ExpireRepeatedly(bench, 20000, 9);
    EXPECT_EQ(bench.GetSent(), "probe");
    bench.Expire(last + (RTO << 9));
    EXPECT_TRUE(bench.gaveUp);
}

TEST(TcpLinux24SenderOrphan, SendBufferGrowsToTwoWindows)
{
    constexpr uint32_t MOST = 131072;
    constexpr uint32_t SEGMENT = 1448 + 452;
    const auto grow = [](uint32_t cwnd, uint32_t buffer) {
        auto setup = MakeTcpLinux24Setup(cwnd);
        setup.options.sendBuffer = buffer;
        TcpLinux24SenderBench bench{setup};
        bench.Establish();
        bench.sender.GrowSendBuffer(MOST, bench.GetTick(20000));
        return bench.sender.GetSendBuffer();
    };
    EXPECT_EQ(grow(2, 1000), 2 * 4 * SEGMENT) << "reordering 3, plus 1, is more than cwnd";
    EXPECT_EQ(grow(4, 16384), 16384u) << "15200 is no growth";
    EXPECT_EQ(grow(5, 16384), 2 * 5 * SEGMENT);
    EXPECT_EQ(grow(34, 16384), 2 * 34 * SEGMENT);
    EXPECT_EQ(grow(35, 16384), MOST) << "133000 is above tcp_wmem";
}

TEST(TcpLinux24SenderOrphan, SendBufferDoesNotGrowWhileTheWindowIsFull)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.sendBuffer = 16384;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    ASSERT_EQ(bench.sender.GetPacketsOut(), 10u);
    bench.sender.GrowSendBuffer(131072, bench.GetTick(20000));
    EXPECT_EQ(bench.sender.GetSendBuffer(), 16384u);
}

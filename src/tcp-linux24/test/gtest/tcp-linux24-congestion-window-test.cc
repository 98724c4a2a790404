// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-congestion-window.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Timeout and 8 times a round trip of one tick, ticks of 10 ms.
constexpr uint32_t RTO = 20;
constexpr uint32_t SRTT = 8;

TcpLinux24CongestionWindow
MakeWindow(uint32_t cwnd, uint32_t ssthresh)
{
    TcpLinux24Options options;
    options.initialCwnd = cwnd;
    options.initialSsthresh = ssthresh;
    options.cwndClamp = 100;
    return TcpLinux24CongestionWindow(options);
}

TEST(TcpLinux24CongestionWindow, SlowStartGrowsWithEachAck)
{
    auto window = MakeWindow(2, 3);
    window.Grow(0);
    window.Grow(0);
    EXPECT_EQ(window.Get(), 4U) << "the threshold itself counts as slow start";
}

TEST(TcpLinux24CongestionWindow, BeyondTheThresholdItGrowsByOneForAWindowOfAcks)
{
    auto window = MakeWindow(4, 3);
    for (uint32_t ack = 1; ack <= 4; ++ack)
    {
        window.Grow(0);
        EXPECT_EQ(window.Get(), 4U);
        EXPECT_EQ(window.GetCount(), ack);
    }
    window.Grow(0);
    EXPECT_EQ(window.Get(), 5U);
    EXPECT_EQ(window.GetCount(), 0U);
}

TEST(TcpLinux24CongestionWindow, TheClampLimitsIt)
{
    auto window = MakeWindow(100, 200);
    window.Grow(0);
    EXPECT_EQ(window.Get(), 100U);
}

TEST(TcpLinux24CongestionWindow, RateHalvingTakesASegmentForEverySecondAck)
{
    auto window = MakeWindow(10, 20);
    window.LowerSsthresh(0);
    EXPECT_EQ(window.GetSsthresh(), 5U);
    for (int ack = 0; ack < 4; ++ack)
    {
        window.ReduceByRateHalving(50, 0);
    }
    EXPECT_EQ(window.Get(), 8U);
    for (int ack = 0; ack < 100; ++ack)
    {
        window.ReduceByRateHalving(50, 0);
    }
    EXPECT_EQ(window.Get(), 2U) << "half of the threshold";
    window.ReduceByRateHalving(0, 0);
    EXPECT_EQ(window.Get(), 1U) << "one more than what is in flight";
}

TEST(TcpLinux24CongestionWindow, TheThresholdIsTwoSegmentsAtLeast)
{
    auto window = MakeWindow(3, 20);
    window.LowerSsthresh(0);
    EXPECT_EQ(window.GetSsthresh(), 2U);
}

TEST(TcpLinux24CongestionWindow, ThreeQuartersAreKnownToBeGood)
{
    const auto window = MakeWindow(10, 3);
    EXPECT_EQ(window.GetCurrentSsthresh(false), 7U);
    EXPECT_EQ(window.GetCurrentSsthresh(true), 3U);
}

TEST(TcpLinux24CongestionWindow, NoBurstLeavesAtOnce)
{
    auto window = MakeWindow(10, 3);
    window.Moderate(3, 0);
    EXPECT_EQ(window.Get(), 6U);
    window.Moderate(50, 0);
    EXPECT_EQ(window.Get(), 6U);
}

TEST(TcpLinux24CongestionWindow, UndoRestoresWindowAndThreshold)
{
    auto window = MakeWindow(10, 8);
    window.LowerSsthresh(window.GetCurrentSsthresh(false));
    window.Restart(1);
    auto partly = window;
    window.Undo(true);
    EXPECT_EQ(window.Get(), 10U);
    EXPECT_EQ(window.GetSsthresh(), 8U);
    partly.Undo(false);
    EXPECT_EQ(partly.Get(), 10U);
    EXPECT_EQ(partly.GetSsthresh(), 5U);
}

TEST(TcpLinux24CongestionWindow, UndoWithoutPriorThresholdRaisesTheWindowToTheThreshold)
{
    auto window = MakeWindow(10, 8);
    window.LowerSsthresh(8);
    window.ForgetPriorSsthresh();
    window.Restart(1);
    window.Undo(true);
    EXPECT_EQ(window.Get(), 5U);
    EXPECT_EQ(window.GetSsthresh(), 5U);
}

TEST(TcpLinux24CongestionWindow, PriorThresholdHas16Bits)
{
    auto window = MakeWindow(10, TcpLinux24Options::INFINITE_SSTHRESH);
    window.LowerSsthresh(window.GetSsthresh());
    EXPECT_EQ(window.GetPriorSsthresh(), 65535U);
}

TEST(TcpLinux24CongestionWindow, EachTimeoutOfSilenceHalvesIt)
{
    auto window = MakeWindow(16, 50);
    EXPECT_FALSE(window.RestartAfterIdle(RTO, RTO, SRTT, 1448, false, 0));
    EXPECT_EQ(window.Get(), 16U);
    EXPECT_TRUE(window.RestartAfterIdle(2 * RTO + 10, RTO, SRTT, 1448, false, 0));
    EXPECT_EQ(window.Get(), 4U);
    EXPECT_EQ(window.GetSsthresh(), 50U);
    EXPECT_TRUE(window.RestartAfterIdle(1000 * RTO, RTO, SRTT, 1448, false, 0));
    EXPECT_EQ(window.Get(), 3U) << "segments of an Ethernet (tcp_init_cwnd)";
    EXPECT_TRUE(window.RestartAfterIdle(1000 * RTO, RTO, 0, 1448, false, 0));
    EXPECT_EQ(window.Get(), 2U) << "no round trip is known";
}

TEST(TcpLinux24CongestionWindow, OnlyInLinux24ASlowPathRestartsWithTwoSegments)
{
    constexpr uint32_t slow = 10 * SRTT; // 100 ms
    TcpLinux24Options options{.initialCwnd = 16};
    for (const bool isLinux24 : {true, false})
    {
        options.cautiousRestart = isLinux24;
        for (const auto& [mss, segments] : {std::pair{1460U, 3U}, {1095U, 4U}, {1461U, 2U}})
        {
            TcpLinux24CongestionWindow window(options);
            window.RestartAfterIdle(1000 * RTO, RTO, slow, mss, false, 0);
            EXPECT_EQ(window.Get(), isLinux24 ? 2U : segments) << mss;
        }
    }
}

TEST(TcpLinux24CongestionWindow, WhatIsNotUsedForATimeoutDecays)
{
    auto window = MakeWindow(10, 3);
    EXPECT_FALSE(window.Validate(10, RTO, true, 0)) << "used";
    EXPECT_FALSE(window.Validate(4, RTO, true, RTO - 1)) << "not for long";
    EXPECT_TRUE(window.Validate(1, RTO, true, RTO));
    EXPECT_EQ(window.Get(), 7U) << "half way to the 4 segments";
    EXPECT_EQ(window.GetSsthresh(), 7U);
}

TEST(TcpLinux24CongestionWindow, WhatTheApplicationCannotUseStays)
{
    auto window = MakeWindow(10, 3);
    EXPECT_FALSE(window.Validate(4, RTO, false, RTO));
    EXPECT_EQ(window.Get(), 10U);
    EXPECT_FALSE(window.Validate(4, RTO, true, 2 * RTO - 1)) << "the time begins anew";
}

} // namespace

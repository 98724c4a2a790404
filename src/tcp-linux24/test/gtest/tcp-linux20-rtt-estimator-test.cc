// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The retransmission timeout of Linux 2.0.32, computed by hand from its formula.

#include "ns3/tcp-linux20-rtt-estimator.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(TcpLinux20RttEstimator, TwentyTicksOnALan)
{
    TcpLinux20RttEstimator rtt;
    EXPECT_EQ(rtt.GetRto(), 300u);
    rtt.AddSample(0, 1);
    EXPECT_EQ(rtt.GetSrtt(), 0u);
    EXPECT_EQ(rtt.GetRto(), 20u);
    rtt.AddSample(1, 1); // the first again: base 3, 3 + 0 + 3
    EXPECT_EQ(rtt.GetSrtt(), 8u);
    EXPECT_EQ(rtt.GetDeviation(), 2u);
    for (uint32_t i = 0; i < 200; ++i)
    {
        rtt.AddSample(static_cast<int32_t>(i % 3), 1 + i % 40);
        EXPECT_EQ(rtt.GetRto(), 20u);
    }
}

TEST(TcpLinux20RttEstimator, DependsOnTheCongestionWindow)
{
    const auto first = [](uint32_t cwnd) {
        TcpLinux20RttEstimator rtt;
        rtt.AddSample(100, cwnd); // rtt 800, mdev 200, base 300
        return rtt.GetRto();
    };
    EXPECT_EQ(first(1), 675u);
    EXPECT_EQ(first(2), 525u);
    EXPECT_EQ(first(3), 450u);
    EXPECT_EQ(first(10), 375u);
    EXPECT_EQ(first(33), 375u);
    EXPECT_EQ(first(2048), 375u);
}

TEST(TcpLinux20RttEstimator, LaterSamplesAndBackoff)
{
    TcpLinux20RttEstimator rtt;
    rtt.AddSample(100, 3);
    rtt.AddSample(60, 3); // error 40: rtt 760, mdev 190, base 285
    EXPECT_EQ(rtt.GetSrtt(), 760u);
    EXPECT_EQ(rtt.GetDeviation(), 190u);
    EXPECT_EQ(rtt.GetRto(), 427u);
    rtt.Backoff();
    EXPECT_EQ(rtt.GetRto(), 854u);
    for (uint32_t i = 0; i < 5; ++i)
    {
        rtt.Backoff();
    }
    EXPECT_EQ(rtt.GetRto(), 12000u);
    TcpLinux20RttEstimator slow;
    slow.AddSample(10000, 1);
    EXPECT_EQ(slow.GetRto(), 12000u);
}

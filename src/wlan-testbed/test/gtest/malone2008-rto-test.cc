// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/malone2008-rto.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

TEST(Malone2008RtoTest, IsUnknownBeforeTheFirstSample)
{
    const Malone2008Rto rto;
    EXPECT_FALSE(rto.IsKnown());
    EXPECT_EQ(rto.Get(), 0);
}

TEST(Malone2008RtoTest, FirstSampleAllowsForTwiceItself)
{
    Malone2008Rto rto;
    rto.Add(0.4);
    // srtt 0.4, rttvar 0.2
    EXPECT_NEAR(rto.Get(), 1.2, 1e-12);
}

TEST(Malone2008RtoTest, FollowsAHandComputedSequence)
{
    Malone2008Rto rto;
    rto.Add(0.2);
    rto.Add(0.28);
    // srtt 0.2 + 0.08/8 = 0.21, rttvar 3/4 * 0.1 + 1/4 * 0.08 = 0.095
    EXPECT_NEAR(rto.Get(), 0.21 + 0.38, 1e-12);
    rto.Add(0.13);
    // deviation -0.08: srtt 0.2, rttvar 3/4 * 0.095 + 0.02 = 0.09125
    EXPECT_NEAR(rto.Get(), 0.2 + 0.365, 1e-12);
}

// With the deviation d of a sample and the variability v before it, the timeout after the sample is
// max(200 ms, 3 v + |d|) - 7/8 d above it: least for v = 0 and d = 200 ms.
TEST(Malone2008RtoTest, TheTimeoutAfterASampleIsAtLeast25MillisecondsAboveIt)
{
    Malone2008Rto steady;
    for (int i = 0; i < 200; ++i)
    {
        steady.Add(0.05);
    }
    double least = 1;
    for (double rtt = 0.001; rtt < 2; rtt += 0.001)
    {
        Malone2008Rto after = steady;
        after.Add(rtt);
        least = std::min(least, after.Get() - rtt);
    }
    EXPECT_NEAR(least, 0.025, 1e-9);
    Malone2008Rto wild;
    for (int i = 0; i < 1000; ++i)
    {
        const double rtt = i % 7 == 0 ? 1.5 : 0.01 * (i % 11);
        wild.Add(rtt);
        EXPECT_GE(wild.Get() - rtt, 0.025);
    }
}

TEST(Malone2008RtoTest, AllowsForAtLeastTwoHundredMilliseconds)
{
    Malone2008Rto rto;
    for (int i = 0; i < 200; ++i)
    {
        rto.Add(0.05);
    }
    EXPECT_NEAR(rto.Get(), 0.25, 1e-9);
}

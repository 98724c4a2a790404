// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/malone2008-rto.h"

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

TEST(Malone2008RtoTest, AllowsForAtLeastTwoHundredMilliseconds)
{
    Malone2008Rto rto;
    for (int i = 0; i < 200; ++i)
    {
        rto.Add(0.05);
    }
    EXPECT_NEAR(rto.Get(), 0.25, 1e-9);
}

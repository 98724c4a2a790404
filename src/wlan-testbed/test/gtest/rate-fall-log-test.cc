// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Chains of attempts of kuang2003, 4.3.2, by hand.

#include "ns3/rate-fall-log.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{

namespace
{

/// @param log gets the attempts of one frame
/// @param rates of the attempts, Mb/s
void
Send(RateFallLog& log, const std::vector<double>& rates)
{
    bool retry = false;
    for (const double rate : rates)
    {
        log.Attempt(rate, retry);
        retry = true;
    }
}

TEST(RateFallLog, NothingHappened)
{
    const RateFallLog log(1);
    EXPECT_EQ(log.GetFallen(), 0U);
    EXPECT_EQ(log.GetGivenUp(), 0U);
    EXPECT_EQ(log.GetShareOfFallenGivenUp(), 0);
}

TEST(RateFallLog, GivenUpAtTheLowestRateOrBefore)
{
    RateFallLog log(1);
    Send(log, {11, 11, 11, 5.5, 5.5, 1, 1, 1});
    log.GiveUp();
    Send(log, {11, 11, 11, 5.5, 5.5, 5.5, 5.5, 5.5});
    log.GiveUp();
    Send(log, {5.5, 1});
    Send(log, {11, 11, 11, 5.5, 1});
    EXPECT_EQ(log.GetGivenUp(), 2U);
    EXPECT_EQ(log.GetFallen(), 3U) << "the second one did not come so far";
    EXPECT_DOUBLE_EQ(log.GetShareOfFallenGivenUp(), 1.0 / 3);
}

TEST(RateFallLog, AFrameThatBeginsAtTheLowestRateDoesNotFall)
{
    RateFallLog log(1);
    Send(log, {5.5});
    Send(log, {1, 1, 1});
    log.GiveUp();
    EXPECT_EQ(log.GetGivenUp(), 1U);
    EXPECT_EQ(log.GetFallen(), 0U);
    EXPECT_EQ(log.GetShareOfFallenGivenUp(), 0);
}

} // namespace

} // namespace ns3

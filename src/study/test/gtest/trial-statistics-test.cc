// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/trial-statistics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{

namespace
{

TEST(TrialStatistics, ExactIntervals)
{
    // Without a hit the upper edge solves (1 - p)^n = 0.025, and the other way round.
    const Estimate none = EstimateProbability({10, 0});
    EXPECT_EQ(none.value, 0);
    EXPECT_EQ(none.ci95.low, 0);
    EXPECT_NEAR(none.ci95.high, 1 - std::pow(0.025, 0.1), 1e-9);
    const Estimate all = EstimateProbability({10, 10});
    EXPECT_NEAR(all.ci95.low, std::pow(0.025, 0.1), 1e-9);
    EXPECT_EQ(all.ci95.high, 1);
    // Clopper and Pearson (1934) for 2 of 10, as tables have it: 0.0252 to 0.5561.
    const Estimate two = EstimateProbability({10, 2});
    EXPECT_NEAR(two.ci95.low, 0.0252, 5e-5);
    EXPECT_NEAR(two.ci95.high, 0.5561, 5e-5);
}

TEST(TrialStatistics, RareHitsAmongMany)
{
    // For rare hits the interval is Poisson's: 3 hits have 0.6187 to 8.7673.
    const Estimate rare = EstimateProbability({1000000, 3});
    EXPECT_NEAR(rare.ci95.low, 0.6187e-6, 1e-10);
    EXPECT_NEAR(rare.ci95.high, 8.7673e-6, 1e-10);
}

TEST(TrialStatistics, WhatHasNoEstimate)
{
    const Estimate nothing = EstimateProbability({0, 0});
    EXPECT_TRUE(std::isnan(nothing.value));
    EXPECT_FALSE(nothing.ci95.IsKnown());
    EXPECT_THROW(EstimateProbability({1, 2}), std::invalid_argument);
}

TEST(TrialStatistics, EqualGroupsHaveNoStatistic)
{
    const LikelihoodRatioTest test = TestEquality({{100, 10}, {50, 5}, {0, 0}});
    EXPECT_NEAR(test.statistic, 0, 1e-12);
    EXPECT_EQ(test.freedom, 1u);
    EXPECT_NEAR(test.GetP(), 1, 1e-5);
}

TEST(TrialStatistics, UnequalGroupsByHand)
{
    // 20 and 40 of 100 each: 2 (20 ln(20/30) + 80 ln(80/70) + 40 ln(40/30) + 60 ln(60/70)).
    const LikelihoodRatioTest test = TestEquality({{100, 20}, {100, 40}});
    EXPECT_NEAR(test.statistic, 9.6629, 1e-4);
    EXPECT_EQ(test.freedom, 1u);
    // The chi-square of 1 degree of freedom is the square of a normal variable.
    EXPECT_NEAR(test.GetP(), std::erfc(std::sqrt(test.statistic / 2)), 1e-9);
}

TEST(TrialStatistics, NothingToTest)
{
    EXPECT_EQ(TestEquality({}).freedom, 0u);
    EXPECT_EQ(TestEquality({{10, 3}}).freedom, 0u);
    EXPECT_EQ(TestEquality({{10, 0}, {20, 0}}).freedom, 0u);
    EXPECT_EQ(TestEquality({{10, 10}, {20, 20}}).freedom, 0u);
    EXPECT_TRUE(std::isnan(LikelihoodRatioTest{}.GetP()));
}

TEST(TrialStatistics, TestsAreCombined)
{
    const LikelihoodRatioTest both = Combine({{3, 1}, {4, 2}, {}});
    EXPECT_EQ(both.statistic, 7);
    EXPECT_EQ(both.freedom, 3u);
}

TEST(TrialStatistics, SparseGroupsAreJoined)
{
    // A tenth of all are hits, so that 50 trials expect 5.
    const auto joined = JoinSparse({{20, 0}, {30, 4}, {60, 6}, {90, 10}, {10, 1}});
    ASSERT_EQ(joined.size(), 3u);
    EXPECT_EQ(joined[0].trials, 50u);
    EXPECT_EQ(joined[0].hits, 4u);
    EXPECT_EQ(joined[1].trials, 60u);
    EXPECT_EQ(joined[2].trials, 100u);
    EXPECT_EQ(joined[2].hits, 11u);
    ASSERT_EQ(JoinSparse({{3, 1}, {4, 1}}).size(), 1u);
    EXPECT_EQ(JoinSparse({{3, 1}, {4, 1}})[0].trials, 7u);
    EXPECT_EQ(JoinSparse({}).size(), 1u);
}

TEST(TrialStatistics, GroupsWithFewMissesAreJoined)
{
    // A tenth of all are misses: 20 trials expect 18 hits, but only 2 misses.
    const auto joined = JoinSparse({{20, 20}, {40, 34}, {60, 54}, {90, 81}, {10, 9}});
    ASSERT_EQ(joined.size(), 3u);
    EXPECT_EQ(joined[0].trials, 60u);
    EXPECT_EQ(joined[0].hits, 54u);
    EXPECT_EQ(joined[1].trials, 60u);
    EXPECT_EQ(joined[2].trials, 100u);
    EXPECT_EQ(joined[2].hits, 90u);
}

} // namespace

} // namespace ns3

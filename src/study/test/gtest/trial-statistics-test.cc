// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/trial-statistics.h"

#include <cmath>
#include <gsl/gsl_cdf.h>
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

TEST(TrialStatistics, RunsOfOneTrial)
{
    // The variance of the share is p (1 - p) / (n - 1), so six trials count as five, of which two
    // and a half are hits: the edges are the quantiles of beta distributions.
    const Estimate half = EstimateShareInRuns({{1, 1}, {1, 0}, {1, 1}, {1, 0}, {1, 1}, {1, 0}});
    EXPECT_EQ(half.value, 0.5);
    EXPECT_EQ(half.samples, 6u);
    EXPECT_NEAR(gsl_cdf_beta_P(half.ci95.low, 2.5, 3.5), 0.025, 1e-9);
    EXPECT_NEAR(gsl_cdf_beta_P(half.ci95.high, 3.5, 2.5), 0.975, 1e-9);
}

TEST(TrialStatistics, TrialsOfARunDependOnEachOther)
{
    // Four trials of a run that are all alike count as one, but for the quantiles of Student's
    // distribution with 23 and 5 degrees of freedom, 2.0687 and 2.5706.
    const Estimate alike = EstimateShareInRuns({{4, 4}, {4, 0}, {4, 4}, {4, 0}, {4, 4}, {4, 0}});
    const double trials = 5 * std::pow(2.0687 / 2.5706, 2);
    EXPECT_EQ(alike.value, 0.5);
    EXPECT_NEAR(gsl_cdf_beta_P(alike.ci95.low, trials / 2, trials / 2 + 1), 0.025, 1e-5);
    // If the runs vary less than independent trials would, all trials count, and no more.
    const Estimate steady = EstimateShareInRuns({{4, 2}, {4, 2}, {4, 2}});
    EXPECT_DOUBLE_EQ(steady.ci95.low, EstimateProbability({12, 6}).ci95.low);
    EXPECT_DOUBLE_EQ(steady.ci95.high, EstimateProbability({12, 6}).ci95.high);
    // Hits alone do not show how much trials depend on each other: each run counts as one.
    EXPECT_NEAR(EstimateShareInRuns({{4, 4}, {3, 3}, {4, 4}}).ci95.low, std::cbrt(0.025), 1e-9);
}

TEST(TrialStatistics, RunsWithoutTrialsAreLeftOut)
{
    const Estimate two = EstimateShareInRuns({{0, 0}, {3, 1}, {0, 0}, {1, 1}});
    EXPECT_EQ(two.value, 0.5); // two of four, whatever the run
    EXPECT_EQ(two.samples, 2u);
    EXPECT_EQ(two.leftOut, 2u);
    EXPECT_FALSE(EstimateShareInRuns({{3, 1}}).ci95.IsKnown());
    EXPECT_EQ(EstimateShareInRuns({{0, 0}}).reason, "there are no trials");
    EXPECT_THROW(EstimateShareInRuns({{1, 2}}), std::invalid_argument);
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

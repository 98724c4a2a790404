// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/sample-statistics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{

namespace
{

/// Last printed digit of a three-decimal table of Student's t or of chi-square.
constexpr double TABLE_DIGIT{0.0006};

TEST(SampleStatistics, MeanAndDeviationByHand)
{
    // Sum 40, mean 5; squared deviations 9+1+1+1+0+0+4+16 = 32, over n - 1 = 7.
    const SampleStatistics statistics({2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_EQ(statistics.EstimateMean().samples, 8U);
    EXPECT_DOUBLE_EQ(statistics.GetMean(), 5.0);
    EXPECT_DOUBLE_EQ(statistics.GetStandardDeviation(), std::sqrt(32.0 / 7.0));
}

TEST(SampleStatistics, MeanIntervalMatchesStudentTable)
{
    // t(0.975, 2) = 4.303 in printed tables; mean 2, sd 1, n 3.
    const auto mean = SampleStatistics({1, 2, 3}).EstimateMean();
    EXPECT_NEAR(mean.ci95.high, 2 + 4.303 / std::sqrt(3.0), TABLE_DIGIT);
    EXPECT_NEAR(mean.ci95.low, 2 - 4.303 / std::sqrt(3.0), TABLE_DIGIT);
    EXPECT_EQ(mean.samples, 3U);
}

TEST(SampleStatistics, MeanIntervalOfTenRuns)
{
    // t(0.975, 9) = 2.262; five samples of 4 and five of 6: mean 5, variance 10/9.
    const auto mean = SampleStatistics({4, 6, 4, 6, 4, 6, 4, 6, 4, 6}).EstimateMean();
    EXPECT_NEAR(mean.ci95.high - mean.value, 2.262 * std::sqrt(10.0 / 9 / 10), TABLE_DIGIT);
}

TEST(SampleStatistics, PositiveMeanHasAnIntervalAboveZero)
{
    const auto linear = SampleStatistics({1, 9}).EstimateMean();
    const auto mean = SampleStatistics({1, 9}).EstimatePositiveMean();
    ASSERT_LT(linear.ci95.low, 0);
    EXPECT_DOUBLE_EQ(mean.value, 5);
    EXPECT_GT(mean.ci95.low, 0);
    EXPECT_NEAR(mean.ci95.low * mean.ci95.high, 25, 1e-9) << "symmetric about the logarithm";
    // An interval that is narrow is that of EstimateMean().
    const auto narrow = SampleStatistics({0.999, 1.001}).EstimatePositiveMean();
    EXPECT_NEAR(narrow.ci95.high, SampleStatistics({0.999, 1.001}).EstimateMean().ci95.high, 1e-3);
    EXPECT_DOUBLE_EQ(SampleStatistics({0, 0}).EstimatePositiveMean().ci95.high, 0);
    EXPECT_FALSE(SampleStatistics({3}).EstimatePositiveMean().ci95.IsKnown());
}

TEST(SampleStatistics, RatioOfMeansIsNotTheMeanOfRatios)
{
    const auto ratio = LinearizeRatio({2, 4, 1.5}, {1, 2, 3});
    EXPECT_DOUBLE_EQ(ratio.GetMean(), 7.5 / 6);
    // What both have in common cancels.
    EXPECT_NEAR(LinearizeRatio({2, 4, 6}, {1, 2, 3}).GetStandardDeviation(), 0, 1e-12);
    EXPECT_DOUBLE_EQ(LinearizeRatio({2, 4}, {0, 3}).GetMean(), 2);
    EXPECT_THROW(LinearizeRatio({1, 2}, {1}), std::invalid_argument);
    EXPECT_THROW(LinearizeRatio({1, 2}, {0, 0}), std::invalid_argument);
}

TEST(SampleStatistics, DeviationIntervalMatchesChiSquareTable)
{
    // chi2(0.975, 9) = 19.023 and chi2(0.025, 9) = 2.700 in printed tables.
    const auto deviation =
        SampleStatistics({4, 6, 4, 6, 4, 6, 4, 6, 4, 6}).EstimateStandardDeviation();
    EXPECT_NEAR(deviation.value, std::sqrt(10.0 / 9), 1e-12);
    EXPECT_NEAR(deviation.ci95.low, std::sqrt(10.0 / 19.023), TABLE_DIGIT);
    EXPECT_NEAR(deviation.ci95.high, std::sqrt(10.0 / 2.700), TABLE_DIGIT);
}

TEST(SampleStatistics, ShareIntervalIsThatOfClopperAndPearson)
{
    // 5 of 10: 0.187 to 0.813 in printed tables.
    const auto half = SampleStatistics({1, 1, 1, 1, 1, 0, 0, 0, 0, 0}).EstimateShare();
    EXPECT_DOUBLE_EQ(half.value, 0.5);
    EXPECT_NEAR(half.ci95.low, 0.187, TABLE_DIGIT);
    EXPECT_NEAR(half.ci95.high, 0.813, TABLE_DIGIT);
    // None of n: (1 - p)^n = 0.025 at the upper edge; all of n: p^n = 0.025 at the lower.
    const auto none = SampleStatistics(std::vector<double>(20, 0)).EstimateShare();
    EXPECT_EQ(none.ci95.low, 0);
    EXPECT_NEAR(none.ci95.high, 1 - std::pow(0.025, 1.0 / 20), 1e-9);
    const auto all = SampleStatistics(std::vector<double>(20, 1)).EstimateShare();
    EXPECT_NEAR(all.ci95.low, std::pow(0.025, 1.0 / 20), 1e-9);
    EXPECT_EQ(all.ci95.high, 1);
    // Two samples are enough.
    EXPECT_NEAR(SampleStatistics({1, 1}).EstimateShare().ci95.low, std::sqrt(0.025), 1e-9);
}

TEST(SampleStatistics, ShareNeedsSamplesOfZeroOrOne)
{
    EXPECT_THROW(SampleStatistics({0, 0.5}).EstimateShare(), std::invalid_argument);
    EXPECT_FALSE(SampleStatistics({1}).EstimateShare().ci95.IsKnown());
}

TEST(SampleStatistics, OneSampleHasNoInterval)
{
    const SampleStatistics statistics({5.16});
    EXPECT_DOUBLE_EQ(statistics.EstimateMean().value, 5.16);
    EXPECT_FALSE(statistics.EstimateMean().ci95.IsKnown());
    EXPECT_TRUE(std::isnan(statistics.GetStandardDeviation()));
    EXPECT_FALSE(statistics.EstimateStandardDeviation().ci95.IsKnown());
}

TEST(SampleStatistics, EqualSamplesHaveAnIntervalOfWidthZero)
{
    const auto mean = SampleStatistics({2, 2, 2}).EstimateMean();
    EXPECT_DOUBLE_EQ(mean.ci95.low, 2);
    EXPECT_DOUBLE_EQ(mean.ci95.high, 2);
}

TEST(SampleStatistics, NoSampleIsRefused)
{
    EXPECT_THROW(SampleStatistics({}), std::invalid_argument);
}

TEST(Interval, WithinAFraction)
{
    const auto band = Interval::Within(5.0, 0.03);
    EXPECT_DOUBLE_EQ(band.low, 4.85);
    EXPECT_DOUBLE_EQ(band.high, 5.15);
    EXPECT_LT(Interval::Within(-5.0, 0.03).low, -5.0) << "half width is not negative";
}

TEST(Interval, EdgesBelongToIt)
{
    const Interval band{1, 2};
    EXPECT_TRUE(band.Contains(1));
    EXPECT_TRUE(band.Contains(2));
    EXPECT_FALSE(band.Contains(2.0001));
    EXPECT_FALSE(band.Contains(std::nan("")));
    EXPECT_TRUE(band.Contains(Interval{1, 2}));
    EXPECT_FALSE(band.IsDisjoint({2, 3}));
    EXPECT_TRUE(band.IsDisjoint({2.0001, 3}));
}

TEST(Interval, OpenEdges)
{
    EXPECT_TRUE(Interval::AtLeast(0.95).Contains(1e9));
    EXPECT_FALSE(Interval::AtLeast(0.95).Contains(0.94));
    EXPECT_TRUE(Interval::AtMost(0.02).Contains(-1.0));
    EXPECT_TRUE(Interval::AtMost(0.02).IsKnown());
    EXPECT_FALSE(Interval{}.IsKnown());
}

} // namespace

} // namespace ns3

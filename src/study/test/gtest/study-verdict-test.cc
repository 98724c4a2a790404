// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The verdict on one estimate, and how many runs would decide it.

#include "ns3/study-claim.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

namespace ns3
{

namespace
{

constexpr Interval BAND{1.0, 2.0};

/**
 * @param low lower edge of the interval
 * @param high upper edge of the interval
 * @return the verdict on an estimate in the middle of the interval
 */
Verdict
JudgeInterval(double low, double high)
{
    return Judge({(low + high) / 2, {low, high}, 3}, BAND);
}

TEST(Judge, WholeIntervalInBandIsReproduced)
{
    EXPECT_EQ(JudgeInterval(1.2, 1.8), Verdict::REPRODUCED);
    EXPECT_EQ(JudgeInterval(1.0, 2.0), Verdict::REPRODUCED) << "edges belong to the band";
}

TEST(Judge, IntervalAcrossAnEdgeIsUndecided)
{
    EXPECT_EQ(JudgeInterval(0.9999, 1.5), Verdict::UNDECIDED);
    EXPECT_EQ(JudgeInterval(1.5, 2.0001), Verdict::UNDECIDED);
    EXPECT_EQ(JudgeInterval(0.5, 2.5), Verdict::UNDECIDED) << "wider than the band";
    EXPECT_EQ(JudgeInterval(0.5, 1.0), Verdict::UNDECIDED) << "touches the lower edge";
    EXPECT_EQ(JudgeInterval(2.0, 2.5), Verdict::UNDECIDED) << "touches the upper edge";
}

TEST(Judge, WholeIntervalOutsideIsNotReproduced)
{
    EXPECT_EQ(JudgeInterval(0.5, 0.9999), Verdict::NOT_REPRODUCED);
    EXPECT_EQ(JudgeInterval(2.0001, 3.0), Verdict::NOT_REPRODUCED);
}

TEST(Judge, OneRunIsNoVerdict)
{
    EXPECT_EQ(Judge({1.5, {}, 1}, BAND), Verdict::ONE_RUN);
    EXPECT_EQ(Judge({2.0, {}, 1}, BAND), Verdict::ONE_RUN);
    EXPECT_EQ(Judge({2.0001, {}, 1}, BAND), Verdict::ONE_RUN);
    EXPECT_EQ(Judge({std::nan(""), {}, 1}, BAND), Verdict::UNDECIDED);
}

TEST(Judge, EstimateOutsideItsIntervalDoesNotReproduce)
{
    EXPECT_EQ(Judge({2.5, {1.2, 1.8}, 3}, BAND), Verdict::UNDECIDED);
}

TEST(Judge, RunsToDecideFollowFromTheDistanceToTheEdges)
{
    const auto get = [](const Estimate& estimate, const Interval& band) {
        return GetRunsToDecide({{.id = "K", .cell = "", .unit = "", .band = band, .estimate = {}},
                                estimate,
                                Verdict::UNDECIDED},
                               estimate.samples);
    };
    // Half of the interval, t(4) / sqrt(5) = 1.242 standard deviations, has to be a half of that:
    // t(11) / sqrt(12) is 0.635, t(12) / sqrt(13) is 0.604.
    EXPECT_EQ(get({1.5, {0.5, 2.5}, 5}, {1, 10}), 13U);
    // The upper part has to be a third: t(23) / sqrt(24) is 0.422, t(24) / sqrt(25) is 0.413.
    EXPECT_EQ(get({1.5, {0.5, 4.5}, 5}, {1, 2.5}), 25U);
    EXPECT_EQ(get({0.5, {-0.5, 1.5}, 5}, {1, 10}), 13U) << "outside";
    EXPECT_EQ(get({1.5, {0.5, 2.5}, 5}, Interval::AtLeast(1)), 13U);
    EXPECT_EQ(get({1.01, {0.01, 2.01}, 5}, {1, 10}), std::nullopt) << "too near";
    EXPECT_EQ(get({1, {0, 2}, 5}, {1, 10}), std::nullopt) << "on the edge";
    EXPECT_EQ(get({1.5, {}, 1}, {1, 10}), std::nullopt) << "no interval";
    EXPECT_EQ(get({1.5, {1.4, 1.6}, 5}, {1, 10}), std::nullopt) << "its mechanism is open";
}

// 13 samples would decide, see above.
TEST(Judge, RunsToDecideAreNoSamples)
{
    const auto get = [](uint32_t runs) {
        return GetRunsToDecide(
            {{.id = "K", .cell = "", .unit = "", .band = {1, 10}, .estimate = {}},
             {1.5, {0.5, 2.5}, 5},
             Verdict::UNDECIDED},
            runs);
    };
    EXPECT_EQ(get(10), 25U) << "every second run counts: 12.5 samples are rounded to 13";
    EXPECT_EQ(get(1), 3U) << "each run has five trials";
}

TEST(Verdict, IsSpelledInWords)
{
    EXPECT_EQ(ToString(Verdict::REPRODUCED), "reproduced");
    EXPECT_EQ(ToString(Verdict::NOT_REPRODUCED), "not reproduced");
    EXPECT_EQ(ToString(Verdict::UNDECIDED), "undecided");
    EXPECT_EQ(ToString(Verdict::ONE_RUN), "one run");
    EXPECT_EQ(ToString(Verdict::MECHANISM_DIFFERS), "number matched, mechanism differs");
}

} // namespace

} // namespace ns3

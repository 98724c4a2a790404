// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/study-claim.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

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

TEST(Judge, OneRunNeverReproduces)
{
    EXPECT_EQ(Judge({1.5, {}, 1}, BAND), Verdict::UNDECIDED);
    EXPECT_EQ(Judge({2.0, {}, 1}, BAND), Verdict::UNDECIDED);
    EXPECT_EQ(Judge({2.0001, {}, 1}, BAND), Verdict::NOT_REPRODUCED);
    EXPECT_EQ(Judge({std::nan(""), {}, 1}, BAND), Verdict::UNDECIDED);
}

TEST(Judge, EstimateOutsideItsIntervalDoesNotReproduce)
{
    EXPECT_EQ(Judge({2.5, {1.2, 1.8}, 3}, BAND), Verdict::UNDECIDED);
}

TEST(Verdict, IsSpelledInWords)
{
    EXPECT_EQ(ToString(Verdict::REPRODUCED), "reproduced");
    EXPECT_EQ(ToString(Verdict::NOT_REPRODUCED), "not reproduced");
    EXPECT_EQ(ToString(Verdict::UNDECIDED), "undecided");
}

/// Results of a point "a" with throughputs 1, 2, 3.
class ClaimTest : public testing::Test
{
  protected:
    ClaimTest()
    {
        for (uint32_t run = 1; run <= 3; ++run)
        {
            m_results.Add("a", run, {{"throughput", "Mb/s", double(run)}});
        }
    }

    StudyResults m_results; //!< the runs
};

TEST_F(ClaimTest, MeanAndDeviationOfAMetric)
{
    EXPECT_DOUBLE_EQ(MeanOf("a", "throughput")(m_results).value, 2);
    EXPECT_DOUBLE_EQ(StandardDeviationOf("a", "throughput")(m_results).value, 1);
}

TEST_F(ClaimTest, OutcomesKeepTheOrderOfTheClaims)
{
    StudyClaim mean{"K1", "mean", 2.0, "Mb/s", {-10, 10}, MeanOf("a", "throughput"), "", ""};
    StudyClaim own{"K2", "own", {}, "", {5, 6}, {}, "", ""};
    own.estimate = [](const StudyResults& results) {
        return Estimate{results.GetMean("a", "throughput") + 5, {6.5, 7.5}, 3};
    };
    const auto outcomes = EvaluateClaims({mean, own}, m_results);
    ASSERT_EQ(outcomes.size(), 2U);
    EXPECT_EQ(outcomes[0].verdict, Verdict::REPRODUCED);
    EXPECT_DOUBLE_EQ(outcomes[1].estimate.value, 7);
    EXPECT_EQ(outcomes[1].verdict, Verdict::NOT_REPRODUCED);
}

TEST_F(ClaimTest, UnknownPointOrMetricIsRefused)
{
    EXPECT_THROW(MeanOf("b", "throughput")(m_results), std::out_of_range);
    EXPECT_THROW(MeanOf("a", "loss")(m_results), std::out_of_range);
}

TEST_F(ClaimTest, ResultsDoNotDependOnTheOrderOfTheRuns)
{
    StudyResults reversed;
    for (uint32_t run = 3; run >= 1; --run)
    {
        reversed.Add("a", run, {{"throughput", "Mb/s", double(run)}});
    }
    EXPECT_EQ(reversed.GetRuns("a").begin()->first, 1U);
    EXPECT_EQ(reversed.GetMean("a", "throughput"), m_results.GetMean("a", "throughput"));
}

} // namespace

} // namespace ns3

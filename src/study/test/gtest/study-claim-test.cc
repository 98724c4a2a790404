// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-test-folder.h"

#include "ns3/study-claim.h"
#include "ns3/study.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr Interval BAND{1.0, 2.0};

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

    StudyResults m_results; ///< the runs
};

TEST_F(ClaimTest, MeanAndDeviationOfAMetric)
{
    EXPECT_DOUBLE_EQ(MeanOf("a", "throughput")(m_results).value, 2);
    EXPECT_DOUBLE_EQ(StandardDeviationOf("a", "throughput")(m_results).value, 1);
}

TEST_F(ClaimTest, DifferenceIsTakenRunByRun)
{
    for (const auto& [run, value] : {std::pair(3U, 3.5), std::pair(2U, 2.5), std::pair(1U, 1.5)})
    {
        m_results.Add("b", run, {{"throughput", "Mb/s", value}});
    }
    const auto difference = DifferenceOf("throughput", "b", "a")(m_results);
    EXPECT_DOUBLE_EQ(difference.value, 0.5);
    // All differences are alike, however much the runs differ.
    EXPECT_DOUBLE_EQ(difference.ci95.low, 0.5);
    EXPECT_DOUBLE_EQ(difference.ci95.high, 0.5);
    EXPECT_EQ(difference.samples, 3U);
}

TEST_F(ClaimTest, ShareOfRuns)
{
    for (uint32_t run = 1; run <= 4; ++run)
    {
        m_results.Add("b", run, {{"stuck", "", run == 2 ? 1.0 : 0.0}});
    }
    EXPECT_DOUBLE_EQ(ShareOf("b", "stuck")(m_results).value, 0.25);
}

TEST_F(ClaimTest, RatioIsThatOfMeans)
{
    for (const auto& [run, value] : {std::pair(3U, 1.5), std::pair(2U, 4.0), std::pair(1U, 2.0)})
    {
        m_results.Add("b", run, {{"throughput", "Mb/s", value}});
    }
    // 7.5 / 6, not the mean of 2 / 1, 4 / 2 and 1.5 / 3.
    const auto ratio = RatioOf("throughput", "b", "a")(m_results);
    EXPECT_DOUBLE_EQ(ratio.value, 1.25);
    EXPECT_GT(ratio.ci95.low, 0);
    EXPECT_EQ(ratio.samples, 3U);
    EXPECT_EQ(ratio.reason, "");
}

TEST_F(ClaimTest, RatioToZeroIsUndecidedAndSaysWhy)
{
    for (const double above : {0.0, 5.0})
    {
        StudyResults results;
        for (uint32_t run = 1; run <= 3; ++run)
        {
            results.Add("a", run, {{"loss", "", above}});
            results.Add("b", run, {{"loss", "", 0.0}});
        }
        const auto ratio = RatioOf("loss", "a", "b")(results);
        EXPECT_TRUE(std::isnan(ratio.value));
        EXPECT_FALSE(ratio.ci95.IsKnown());
        EXPECT_EQ(ratio.samples, 3U);
        EXPECT_EQ(
            ratio.reason,
            "metric 'loss' has a mean of 0 over the runs of point 'b', the base of the ratio");
        for (const auto& band : {Interval::AtMost(1), Interval::AtLeast(1), BAND})
        {
            EXPECT_EQ(Judge(ratio, band), Verdict::UNDECIDED);
        }
    }
}

TEST_F(ClaimTest, RunsThatDoNotCountAreCounted)
{
    StudyResults results;
    for (uint32_t run = 1; run <= 4; ++run)
    {
        // Point "a" has measured in all runs but the second, "b" in all but the third.
        results.Add("a", run, {{"delay", "s", double(run)}, {"measured", "", double(run != 2)}});
        results.Add("b", run, {{"delay", "s", 1}, {"measured", "", double(run != 3)}});
    }
    const auto judge = [&](const std::vector<std::string>& points) {
        return InRunsWhere("measured", points, MeanOf("a", "delay"))(results);
    };
    EXPECT_DOUBLE_EQ(judge({"a"}).value, 8.0 / 3);
    EXPECT_EQ(judge({"a"}).samples, 3U);
    EXPECT_EQ(judge({"a"}).leftOut, 1U);
    EXPECT_DOUBLE_EQ(judge({"a", "b"}).value, 2.5);
    EXPECT_EQ(judge({"a", "b"}).samples, 2U);
    EXPECT_EQ(judge({"a", "b"}).leftOut, 2U);
    const auto none = InRunsWhere("lost", {"a"}, MeanOf("a", "delay"));
    results.Add("a", 5, {{"delay", "s", 1}, {"measured", "", 1}});
    EXPECT_THROW(judge({"a", "b"}), std::out_of_range) << "run 5 is not one of both";
    EXPECT_THROW(none(results), std::out_of_range) << "no such metric";
}

// An estimator may leave out runs for a reason of its own.
TEST_F(ClaimTest, RunsLeftOutAddUp)
{
    StudyResults results;
    for (uint32_t run = 1; run <= 4; ++run)
    {
        results.Add("a",
                    run,
                    {{"delay", "s", double(run)},
                     {"measured", "", double(run != 1)},
                     {"long", "", double(run != 2)}});
    }
    const auto estimate =
        InRunsWhere("measured", {"a"}, InRunsWhere("long", {"a"}, MeanOf("a", "delay")))(results);
    EXPECT_DOUBLE_EQ(estimate.value, 3.5);
    EXPECT_EQ(estimate.samples, 2U);
    EXPECT_EQ(estimate.leftOut, 2U);
}

TEST_F(ClaimTest, NoRunCounts)
{
    StudyResults results;
    results.Add("a", 1, {{"delay", "s", 1}, {"measured", "", 0}});
    const auto none = InRunsWhere("measured", {"a"}, MeanOf("a", "delay"))(results);
    EXPECT_TRUE(std::isnan(none.value));
    EXPECT_EQ(none.samples, 0U);
    EXPECT_EQ(none.leftOut, 1U);
    EXPECT_EQ(none.reason, "metric 'measured' is 0 in all runs");
    EXPECT_EQ(Judge(none, BAND), Verdict::UNDECIDED);
}

// Ratios 1/2, 2 and 4 have the logarithms -1, 1 and 2 to base 2, with a mean of 2/3 and a standard
// deviation of sqrt(7/3); Student's t for two degrees of freedom is 4.3027.
TEST_F(ClaimTest, GeometricRatioWeighsRunsByTheirRatios)
{
    StudyResults results;
    const std::vector<std::pair<double, double>> values{{1, 2},
                                                        {2000, 1000},
                                                        {4, 1},
                                                        {0, 1},
                                                        {1, -1}};
    for (uint32_t run = 1; run <= values.size(); ++run)
    {
        results.Add("a", run, {{"width", "ms", values[run - 1].first}});
        results.Add("b", run, {{"width", "ms", values[run - 1].second}});
    }
    const auto estimate = GeometricRatioOf("width", "a", "b")(results);
    EXPECT_NEAR(estimate.value, std::exp2(2.0 / 3), 1e-12);
    const double half = 4.3027 * std::sqrt(7.0 / 3) / std::sqrt(3);
    EXPECT_NEAR(std::log2(estimate.ci95.low), 2.0 / 3 - half, 1e-3);
    EXPECT_NEAR(std::log2(estimate.ci95.high), 2.0 / 3 + half, 1e-3);
    EXPECT_EQ(estimate.samples, 3U);
    EXPECT_EQ(estimate.leftOut, 2U) << "without a ratio";
}

TEST_F(ClaimTest, GeometricRatioNeedsARunWithBothValues)
{
    StudyResults results;
    results.Add("a", 1, {{"width", "ms", 1}});
    results.Add("b", 1, {{"width", "ms", 0}});
    const auto estimate = GeometricRatioOf("width", "a", "b")(results);
    EXPECT_TRUE(std::isnan(estimate.value));
    EXPECT_EQ(estimate.leftOut, 1U);
    EXPECT_EQ(estimate.reason, "metric 'width' is positive in no run of both points");
    EXPECT_EQ(Judge(estimate, BAND), Verdict::UNDECIDED);
    results.Add("a", 2, {{"width", "ms", 1}});
    EXPECT_THROW(GeometricRatioOf("width", "a", "b")(results), std::out_of_range);
}

TEST_F(ClaimTest, RatioOfDifferentRunsIsRefused)
{
    m_results.Add("b", 1, {{"throughput", "Mb/s", 1}});
    m_results.Add("b", 2, {{"throughput", "Mb/s", 1}});
    m_results.Add("b", 4, {{"throughput", "Mb/s", 1}});
    EXPECT_THROW(RatioOf("throughput", "a", "b")(m_results), std::out_of_range);
    EXPECT_THROW(RatioOf("throughput", "b", "a")(m_results), std::out_of_range);
}

TEST_F(ClaimTest, ANumberCountsOnlyWithItsMechanism)
{
    const auto judge = [this](Interval number, const std::vector<Interval>& mechanisms) {
        std::vector<StudyClaim> claims{{.id = "K9",
                                        .cell = "number",
                                        .unit = "",
                                        .band = number,
                                        .estimate = MeanOf("a", "throughput"),
                                        .mechanism = "K9 mechanism"}};
        for (const Interval& band : mechanisms)
        {
            claims.push_back({.id = "K9 mechanism",
                              .cell = "what happens",
                              .unit = "",
                              .band = band,
                              .estimate = MeanOf("a", "throughput")});
        }
        return EvaluateClaims(claims, m_results).front().verdict;
    };
    // The mean is 2, its interval -0.48 to 4.48.
    const Interval holds{-10, 10};
    const Interval fails{5, 10};
    const Interval open{2, 10};
    EXPECT_EQ(judge(holds, {holds}), Verdict::REPRODUCED);
    EXPECT_EQ(judge(holds, {fails}), Verdict::MECHANISM_DIFFERS);
    EXPECT_EQ(judge(holds, {open}), Verdict::UNDECIDED);
    EXPECT_EQ(judge(holds, {holds, open}), Verdict::UNDECIDED);
    EXPECT_EQ(judge(holds, {open, holds}), Verdict::UNDECIDED);
    EXPECT_EQ(judge(holds, {open, fails}), Verdict::MECHANISM_DIFFERS);
    EXPECT_EQ(judge(holds, {fails, open}), Verdict::MECHANISM_DIFFERS);
    EXPECT_EQ(judge(fails, {fails}), Verdict::NOT_REPRODUCED);
    EXPECT_EQ(judge(open, {fails}), Verdict::UNDECIDED);
    EXPECT_THROW(judge(holds, {}), std::invalid_argument);
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

/// Whole studies with a ratio.
class StudyRatioTest : public StudyTestFolder
{
};

TEST_F(StudyRatioTest, RatioToZeroIsExplained)
{
    Study study("lossless", "Lossless", [](const StudyPoint& point, uint32_t, auto&) {
        return RunResult{{{"loss", "%", point.name == "quiet" ? 0.0 : 1.0}}, {}};
    });
    study.AddPoint({"quiet", "Q"});
    study.AddPoint({"noisy", "N"});
    study.AddClaim({"F3",
                    "noisy over quiet",
                    {},
                    "",
                    Interval::AtLeast(1),
                    RatioOf("loss", "noisy", "quiet")});
    study.SetDefaultRuns(3, Seconds(1));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(study.Main({"--check", "--no-plot", "--json=" + Path("a.json")}, out, err), 1);
    EXPECT_EQ(err.str(), "");
    const std::string reason =
        "metric 'loss' has a mean of 0 over the runs of point 'quiet', the base of the ratio";
    const std::string line =
        "0 of 1 reproduced\nUNDECIDED: F3 (noisy over quiet): " + reason + "\n";
    EXPECT_NE(out.str().find(line), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("nan"), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("inf"), std::string::npos) << out.str();
    const auto claim = nlohmann::json::parse(Read(Path("a.json")))["claims"].at(0);
    EXPECT_TRUE(claim["mean"].is_null());
    EXPECT_EQ(claim["verdict"], "undecided");
    EXPECT_EQ(claim["reason"], reason);
}

TEST(EvaluateClaims, AMechanismMayHaveOneOfItsOwn)
{
    StudyResults results;
    for (uint32_t run = 1; run <= 3; ++run)
    {
        results.Add("a", run, {{"x", "", 1}, {"y", "", 5}});
    }
    const auto make = [](const std::string& id, const std::string& metric, const std::string& by) {
        StudyClaim claim{id, "", {}, "", {0, 2}, MeanOf("a", metric)};
        claim.mechanism = by;
        return claim;
    };
    const auto outcomes =
        EvaluateClaims({make("A", "x", "B"), make("B", "x", "C"), make("C", "y", "")}, results);
    EXPECT_EQ(outcomes[0].verdict, Verdict::MECHANISM_DIFFERS);
    EXPECT_EQ(outcomes[1].verdict, Verdict::MECHANISM_DIFFERS);
    EXPECT_EQ(outcomes[2].verdict, Verdict::NOT_REPRODUCED);
    EXPECT_THROW(EvaluateClaims({make("A", "x", "A")}, results), std::invalid_argument);
    EXPECT_THROW(EvaluateClaims({make("A", "x", "B"), make("B", "x", "A")}, results),
                 std::invalid_argument);
}

TEST(EvaluateClaims, AFailureNamesItsClaim)
{
    StudyResults results;
    results.Add("a", 1, {{"x", "", 3}});
    const auto get = [&results](const ClaimEstimator& estimator) -> std::string {
        try
        {
            EvaluateClaims({{"A", "all", {}, "", {0, 2}, estimator}}, results);
        }
        catch (const std::exception& error)
        {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(get(ShareOf("a", "x")).find("claim A (all) cannot be judged: "), 0U);
    EXPECT_EQ(get(InRunsWhere("x", {"a"}, MeanOf("a", "x"))),
              "claim A (all) cannot be judged: metric 'x' is 3 in run 1 of point 'a': expected 0 "
              "or 1");
    EXPECT_EQ(get([](const StudyResults&) -> Estimate { throw 1; }),
              "claim A (all) cannot be judged: its estimator threw no std::exception");
    EXPECT_THROW(InRunsWhere("x", {}, MeanOf("a", "x")), std::invalid_argument);
}

TEST(StudyResults, RunsOfAPointHaveTheSameMetrics)
{
    const std::string EXPECTED = ": expected the same metrics in each run of a point";
    StudyResults results;
    results.Add("a", 1, {{"x", "ms", 1}, {"y", "", 2}});
    results.Add("a", 2, {{"x", "ms", 3}, {"y", "", 4}});
    results.Add("b", 1, {{"z", "s", 1}});
    const auto get = [&results](const std::vector<Metric>& metrics) -> std::string {
        try
        {
            results.Add("a", 3, metrics);
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(get({{"x", "s", 1}, {"y", "", 2}}),
              "point 'a', run 3 has metric 'x' in 's', but run 1 in 'ms'" + EXPECTED);
    EXPECT_EQ(get({{"x", "ms", 1}}),
              "point 'a', run 3 has no metric 'y', but run 1 has" + EXPECTED);
    EXPECT_EQ(get({{"x", "ms", 1}, {"y", "", 2}, {"z", "", 3}}),
              "point 'a', run 3 has metric 'z', but run 1 has not" + EXPECTED);
    EXPECT_EQ(get({{"y", "", 2}, {"x", "ms", 1}}), "") << "in any order";
}

} // namespace

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "upload-claims.h"

#include "ns3/sample-statistics.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{

ClaimEstimator
InRunsWhere(const std::string& metric,
            const std::vector<std::string>& points,
            const ClaimEstimator& estimator)
{
    return [=](const StudyResults& results) {
        StudyResults chosen;
        for (const auto& point : points)
        {
            for (const auto& [run, metrics] : results.GetRuns(point))
            {
                const auto counts = [&, number = run](const std::string& other) {
                    return results.GetValue(other, number, metric) == 1;
                };
                if (std::ranges::all_of(points, counts))
                {
                    chosen.Add(point, run, metrics);
                }
            }
        }
        if (chosen.GetPoints().empty())
        {
            return Estimate{std::numeric_limits<double>::quiet_NaN(),
                            {},
                            0,
                            "metric '" + metric + "' is 0 in all runs"};
        }
        return estimator(chosen);
    };
}

ClaimEstimator
MeanOverPoints(const std::string& metric, const std::vector<std::string>& points)
{
    return [=](const StudyResults& results) {
        std::vector<double> means;
        for (const auto& [run, metrics] : results.GetRuns(points.front()))
        {
            double sum = 0;
            for (const auto& point : points)
            {
                sum += results.GetValue(point, run, metric);
            }
            means.push_back(sum / static_cast<double>(points.size()));
        }
        return SampleStatistics(std::move(means)).EstimateMean();
    };
}

ClaimEstimator
LowEndOf(const ClaimEstimator& estimator)
{
    return [estimator](const StudyResults& results) {
        Estimate estimate = estimator(results);
        if (estimate.ci95.IsKnown())
        {
            estimate.value = estimate.ci95.low;
            estimate.ci95.high = estimate.ci95.low;
        }
        return estimate;
    };
}

void
AddTimeoutClaims(Study& study,
                 const std::string& id,
                 const std::string& cell,
                 const std::string& point)
{
    const auto addNone = [&](const std::string& what, const std::string& metric) {
        study.AddClaim({.id = id,
                        .cell = cell + what,
                        .paper = 0,
                        .unit = "",
                        .band = {0, 0},
                        .estimate = MeanOf(point, metric)});
    };
    const auto addShare = [&](const std::string& what, const std::string& metric) {
        study.AddClaim({.id = id,
                        .cell = cell + "share of runs in which it has no " + what,
                        .unit = "",
                        .band = Interval::AtLeast(MOST_RUNS),
                        .estimate = ShareOf(point, metric)});
    };
    addNone("timeouts of the flow that is shown", "monitor-timeouts");
    addShare("timeout", "monitor-without-timeout");
    addNone("spurious timeouts of the flow that is shown", "monitor-spurious");
    addShare("spurious timeout", "monitor-without-spurious");
    addNone("timeouts of the first four", "timeouts");
    addNone("spurious timeouts of the first four", "first-spurious");
}

void
AddClearanceClaims(Study& study,
                   const std::string& id,
                   const std::string& cell,
                   const std::string& point,
                   const std::string& prefix)
{
    const auto where = [&point](const ClaimEstimator& estimator) {
        return InRunsWhere("measured", {point}, estimator);
    };
    for (const auto& [which, name] :
         {std::pair{"before", "clearance"}, std::pair{"after", "clearance-after"}})
    {
        // None in any run: the least difference of all runs is not below 0.
        study.AddClaim({.id = id,
                        .cell = cell + "round-trip times above the timeout " + which + " them",
                        .paper = 0,
                        .unit = "",
                        .band = {0, 0},
                        .estimate = where(MeanOf(point, prefix + name + "-below"))});
    }
    study.AddClaim({.id = id,
                    .cell = cell + "share of runs without one above the timeout before it",
                    .unit = "",
                    .band = Interval::AtLeast(MOST_RUNS),
                    .estimate = where(ShareOf(point, prefix + "clearance-never-below"))});
}

} // namespace ns3

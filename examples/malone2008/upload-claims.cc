// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-claims.h"

#include "ns3/sample-statistics.h"
#include "ns3/study-table.h"
#include "ns3/trial-statistics.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace ns3
{

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
ShareOfFlows(const std::string& point, const std::string& metric)
{
    return [=](const StudyResults& results) {
        const auto hits = results.GetSamples(point, metric);
        const auto begun = results.GetSamples(point, "flows-begun");
        std::vector<TrialCount> runs;
        for (std::size_t run = 0; run < begun.size(); ++run)
        {
            runs.push_back({static_cast<uint64_t>(begun[run]), static_cast<uint64_t>(hits[run])});
        }
        return EstimateShareInRuns(runs);
    };
}

ClaimEstimator
LowEndOf(const ClaimEstimator& estimator, double same, double resolution)
{
    return [=](const StudyResults& results) {
        Estimate estimate = estimator(results);
        const Interval interval = estimate.ci95;
        if (!interval.IsKnown())
        {
            return estimate;
        }
        const double half = (interval.high - interval.low) / 2;
        if (interval.low <= same && half > resolution)
        {
            return Estimate{std::numeric_limits<double>::quiet_NaN(),
                            {},
                            estimate.samples,
                            "half of the interval is " + StudyTable::Format(half) +
                                ", more than the gain of " + StudyTable::Format(resolution) +
                                " that the runs have to be able to tell"};
        }
        estimate.value = interval.low;
        estimate.ci95.high = interval.low;
        return estimate;
    };
}

void
AddTimeoutClaims(Study& study,
                 const std::string& id,
                 const std::string& cell,
                 const std::string& point)
{
    const auto addNone = [&](const std::string& what, const ClaimEstimator& estimator) {
        study.AddClaim({.id = id,
                        .cell = cell + what,
                        .paper = 0,
                        .unit = "",
                        .band = {0, 0},
                        .estimate = estimator,
                        .kind = ClaimKind::STRICTER});
    };
    const auto shown = [&point](const ClaimEstimator& estimator) {
        return InRunsWhere("measured", {point}, estimator);
    };
    const auto addShare = [&](const std::string& what, const std::string& metric, double least) {
        study.AddClaim({.id = id,
                        .cell = cell + "share of flows without a " + what,
                        .unit = "",
                        .band = Interval::AtLeast(least),
                        .estimate = ShareOfFlows(point, metric)});
    };
    addNone("timeouts of the flow that is shown", shown(MeanOf(point, "monitor-timeouts")));
    addShare("timeout", "flows-without-timeout", LEAST_WITHOUT_TIMEOUT);
    addNone("spurious timeouts of the flow that is shown",
            shown(MeanOf(point, "monitor-spurious")));
    addShare("spurious timeout", "flows-without-spurious", LEAST_WITHOUT_SPURIOUS_TIMEOUT);
    addNone("timeouts of the first four", MeanOf(point, "timeouts"));
    addNone("spurious timeouts of the first four", MeanOf(point, "first-spurious"));
}

void
AddClearanceClaims(Study& study,
                   const std::string& id,
                   const std::string& cell,
                   const std::string& point,
                   const std::string& prefix,
                   ClaimKind kind,
                   const std::string& condition)
{
    const auto where = [&](const ClaimEstimator& estimator) {
        return InRunsWhere(condition, {point}, estimator);
    };
    study.AddClaim({.id = id,
                    .cell = cell + "round-trip times above the timeout before them",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = where(MeanOf(point, prefix + "clearance-below")),
                    .kind = kind});
    study.AddClaim({.id = id,
                    .cell = cell + "share of runs without one above the timeout before it",
                    .unit = "",
                    .band = Interval::AtLeast(LEAST_WITHOUT_SPURIOUS_TIMEOUT),
                    .estimate = where(ShareOf(point, prefix + "clearance-never-below")),
                    .kind = kind});
}

} // namespace ns3

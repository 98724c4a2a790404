// SPDX-License-Identifier: GPL-2.0-only

#include "study-claim.h"

#include <limits>
#include <utility>

namespace ns3
{

Verdict
Judge(const Estimate& estimate, const Interval& band)
{
    if (!estimate.ci95.IsKnown())
    {
        const Interval single{estimate.value, estimate.value};
        return band.IsDisjoint(single) ? Verdict::NOT_REPRODUCED : Verdict::UNDECIDED;
    }
    if (band.IsDisjoint(estimate.ci95))
    {
        return Verdict::NOT_REPRODUCED;
    }
    return band.Contains(estimate.value) && band.Contains(estimate.ci95) ? Verdict::REPRODUCED
                                                                         : Verdict::UNDECIDED;
}

std::string
ToString(Verdict verdict)
{
    switch (verdict)
    {
    case Verdict::REPRODUCED:
        return "reproduced";
    case Verdict::NOT_REPRODUCED:
        return "not reproduced";
    case Verdict::UNDECIDED:
        break;
    }
    return "undecided";
}

ClaimEstimator
MeanOf(const std::string& point, const std::string& metric)
{
    return [point, metric](const StudyResults& results) {
        return results.GetStatistics(point, metric).EstimateMean();
    };
}

ClaimEstimator
StandardDeviationOf(const std::string& point, const std::string& metric)
{
    return [point, metric](const StudyResults& results) {
        return results.GetStatistics(point, metric).EstimateStandardDeviation();
    };
}

ClaimEstimator
RatioOf(const std::string& metric, const std::string& point, const std::string& base)
{
    return [metric, point, base](const StudyResults& results) {
        std::vector<double> ratios;
        for (const auto& [run, metrics] : results.GetRuns(point))
        {
            const double divisor = results.GetValue(base, run, metric);
            if (divisor == 0)
            {
                const auto reason = "metric '" + metric + "' is 0 in run " + std::to_string(run) +
                                    " of point '" + base + "', the base of the ratio";
                return Estimate{std::numeric_limits<double>::quiet_NaN(),
                                {},
                                results.GetRuns(point).size(),
                                reason};
            }
            ratios.push_back(results.GetValue(point, run, metric) / divisor);
        }
        return SampleStatistics(std::move(ratios)).EstimateMean();
    };
}

std::vector<ClaimOutcome>
EvaluateClaims(const std::vector<StudyClaim>& claims, const StudyResults& results)
{
    std::vector<ClaimOutcome> outcomes;
    outcomes.reserve(claims.size());
    for (const auto& claim : claims)
    {
        const Estimate estimate = claim.estimate(results);
        outcomes.push_back({claim, estimate, Judge(estimate, claim.band)});
    }
    return outcomes;
}

} // namespace ns3

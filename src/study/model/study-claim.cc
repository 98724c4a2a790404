// SPDX-License-Identifier: GPL-2.0-only

#include "study-claim.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// @param id of claims about a mechanism @param outcomes of all claims, each by itself
/// @return the worst verdict on them
Verdict
JudgeMechanism(const std::string& id, const std::vector<ClaimOutcome>& outcomes)
{
    Verdict worst = Verdict::REPRODUCED;
    bool isKnown = false;
    for (const auto& outcome : outcomes)
    {
        if (outcome.claim.id != id)
        {
            continue;
        }
        isKnown = true;
        if (outcome.verdict == Verdict::NOT_REPRODUCED || worst == Verdict::REPRODUCED)
        {
            worst = outcome.verdict;
        }
    }
    if (!isKnown)
    {
        throw std::invalid_argument("mechanism '" + id + "': expected the id of a claim");
    }
    return worst;
}

/// A number that comes about by another mechanism than the finding's does not reproduce it.
/// @param outcomes each claim by itself @return with their mechanisms
std::vector<ClaimOutcome>
JudgeWithMechanisms(const std::vector<ClaimOutcome>& outcomes)
{
    std::vector<ClaimOutcome> judged = outcomes;
    for (auto& [claim, estimate, verdict] : judged)
    {
        if (claim.mechanism.empty())
        {
            continue;
        }
        const Verdict mechanism = JudgeMechanism(claim.mechanism, outcomes);
        if (verdict == Verdict::REPRODUCED && mechanism != Verdict::REPRODUCED)
        {
            verdict = mechanism == Verdict::NOT_REPRODUCED ? Verdict::MECHANISM_DIFFERS
                                                           : Verdict::UNDECIDED;
        }
    }
    return judged;
}

} // namespace

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
    case Verdict::MECHANISM_DIFFERS:
        return "number matched, mechanism differs";
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
    return JudgeWithMechanisms(outcomes);
}

} // namespace ns3

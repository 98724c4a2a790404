// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-claim.h"

#include "study-table.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <gsl/gsl_cdf.h>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyClaim");

namespace
{

/// More runs than a user waits for.
constexpr uint64_t MOST_RUNS{200};

/**
 * @param id id of the claims about a mechanism
 * @param outcomes outcomes of all claims, each judged by its number alone
 * @return the worst verdict on the claims of that id
 * @throws std::invalid_argument if no claim has that id
 */
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
        // From bad to good: not reproduced, or with a mechanism that differs; undecided or one run;
        // reproduced.
        const bool isBad = outcome.verdict == Verdict::NOT_REPRODUCED ||
                           outcome.verdict == Verdict::MECHANISM_DIFFERS;
        if (isBad || worst == Verdict::REPRODUCED)
        {
            worst = isBad ? Verdict::NOT_REPRODUCED : outcome.verdict;
        }
    }
    if (!isKnown)
    {
        throw std::invalid_argument("mechanism '" + id +
                                    "' of a claim: expected the id of a claim");
    }
    return worst;
}

/**
 * Take the mechanisms into account: a number that is right for another reason than the paper's does
 * not reproduce the finding.
 * @param outcomes outcomes of all claims, each judged by its number alone
 * @return the outcomes with verdicts that take the mechanisms into account
 */
std::vector<ClaimOutcome>
JudgeWithMechanisms(const std::vector<ClaimOutcome>& outcomes)
{
    std::vector<ClaimOutcome> judged = outcomes;
    // A mechanism may have one of its own. No verdict becomes better, so that this ends.
    for (bool hasChanged = true; hasChanged;)
    {
        hasChanged = false;
        for (auto& [claim, estimate, verdict] : judged)
        {
            if (claim.mechanism.empty())
            {
                continue;
            }
            const Verdict mechanism = JudgeMechanism(claim.mechanism, judged);
            const Verdict number = Judge(estimate, claim.band);
            const Verdict wanted =
                number != Verdict::REPRODUCED || mechanism == Verdict::REPRODUCED ? number
                : mechanism == Verdict::NOT_REPRODUCED ? Verdict::MECHANISM_DIFFERS
                                                       : Verdict::UNDECIDED;
            if (verdict == wanted)
            {
                continue;
            }
            verdict = wanted;
            hasChanged = true;
            NS_LOG_INFO(claim.id << " (" << claim.cell
                                 << "): the number is in the band, but its mechanism "
                                 << claim.mechanism << " is " << ToString(mechanism)
                                 << ", so the claim is: " << ToString(verdict));
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
        // One run says nothing about the spread, wherever it lies.
        const bool isOneRun = estimate.samples == 1 && !std::isnan(estimate.value);
        return isOneRun ? Verdict::ONE_RUN : Verdict::UNDECIDED;
    }
    if (band.IsDisjoint(estimate.ci95))
    {
        return Verdict::NOT_REPRODUCED;
    }
    // Equivalence is shown if the whole interval lies in the band, which are two one-sided tests at
    // 2.5 % each (Schuirmann 1987). That the interval touches the band is not enough: with few runs
    // a wide interval would touch any band.
    return band.Contains(estimate.value) && band.Contains(estimate.ci95) ? Verdict::REPRODUCED
                                                                         : Verdict::UNDECIDED;
}

std::optional<uint64_t>
GetRunsToDecide(const ClaimOutcome& outcome, uint32_t runs)
{
    const auto& [claim, estimate, verdict] = outcome;
    const auto& ci = estimate.ci95;
    // More runs do not help a number that is decided, and waits for its mechanism.
    if (!ci.IsKnown() || estimate.samples < 2 || Judge(estimate, claim.band) != Verdict::UNDECIDED)
    {
        return std::nullopt;
    }
    double most = 1;
    for (const double edge : {claim.band.low, claim.band.high})
    {
        // The part of the interval on the side of the edge has to shrink to the distance from it.
        const double distance = std::abs(edge - estimate.value);
        const double part =
            edge < estimate.value ? estimate.value - ci.low : ci.high - estimate.value;
        most = std::max(most, part / distance);
    }
    // A run may give no sample, or many trials.
    const double samplesPerRun = static_cast<double>(estimate.samples) / runs;
    const auto width = [samplesPerRun](uint64_t count) {
        const double samples =
            std::max(2.0, std::round(samplesPerRun * static_cast<double>(count)));
        return gsl_cdf_tdist_Pinv(0.975, samples - 1) / std::sqrt(samples);
    };
    const double wanted = width(runs) / most;
    uint64_t needed = runs;
    while (needed <= MOST_RUNS && width(needed) > wanted)
    {
        ++needed;
    }
    return needed <= MOST_RUNS ? std::optional(needed) : std::nullopt;
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
    case Verdict::ONE_RUN:
        return "one run";
    case Verdict::MECHANISM_DIFFERS:
        return "number matched, mechanism differs";
    case Verdict::UNDECIDED:
        break;
    }
    return "undecided";
}

std::string
ToString(ClaimKind kind)
{
    switch (kind)
    {
    case ClaimKind::CALIBRATED:
        return "calibrated";
    case ClaimKind::PUT_IN:
        return "put in";
    case ClaimKind::CANNOT_FAIL:
        return "cannot fail";
    case ClaimKind::STRICTER:
        return "stricter";
    case ClaimKind::COUNTED:
        break;
    }
    return "counted";
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
ShareOf(const std::string& point, const std::string& metric)
{
    return [point, metric](const StudyResults& results) {
        return results.GetStatistics(point, metric).EstimateShare();
    };
}

ClaimEstimator
DifferenceOf(const std::string& metric, const std::string& point, const std::string& base)
{
    return [metric, point, base](const StudyResults& results) {
        // Paired samples, as in RatioOf().
        std::vector<double> differences;
        for (const auto& [run, metrics] : results.GetRuns(point))
        {
            differences.push_back(results.GetValue(point, run, metric) -
                                  results.GetValue(base, run, metric));
        }
        return SampleStatistics(std::move(differences)).EstimateMean();
    };
}

ClaimEstimator
RatioOf(const std::string& metric, const std::string& point, const std::string& base)
{
    return [metric, point, base](const StudyResults& results) {
        // Runs of the same number have the same random numbers in both points, so what they have in
        // common cancels in their ratio: the interval is that of paired samples.
        std::vector<double> numerators;
        std::vector<double> denominators;
        for (const auto& [run, metrics] : results.GetRuns(point))
        {
            denominators.push_back(results.GetValue(base, run, metric));
            numerators.push_back(results.GetValue(point, run, metric));
        }
        if (SampleStatistics(denominators).GetMean() == 0)
        {
            return Estimate{std::numeric_limits<double>::quiet_NaN(),
                            {},
                            numerators.size(),
                            "metric '" + metric + "' has a mean of 0 over the runs of point '" +
                                base + "', the base of the ratio"};
        }
        return LinearizeRatio(numerators, denominators).EstimatePositiveMean();
    };
}

ClaimEstimator
GeometricRatioOf(const std::string& metric, const std::string& point, const std::string& base)
{
    return [metric, point, base](const StudyResults& results) {
        std::vector<double> logarithms;
        std::size_t leftOut = 0;
        for (const auto& [run, metrics] : results.GetRuns(point))
        {
            const double numerator = results.GetValue(point, run, metric);
            const double denominator = results.GetValue(base, run, metric);
            if (numerator > 0 && denominator > 0)
            {
                logarithms.push_back(std::log(numerator / denominator));
            }
            else
            {
                ++leftOut;
            }
        }
        if (logarithms.empty())
        {
            return Estimate{std::numeric_limits<double>::quiet_NaN(),
                            {},
                            0,
                            "metric '" + metric + "' is positive in no run of both points",
                            leftOut};
        }
        Estimate estimate = SampleStatistics(std::move(logarithms)).EstimateMean();
        estimate.value = std::exp(estimate.value);
        estimate.ci95 = {std::exp(estimate.ci95.low), std::exp(estimate.ci95.high)};
        estimate.leftOut = leftOut;
        return estimate;
    };
}

ClaimEstimator
InRunsWhere(const std::string& metric,
            const std::vector<std::string>& points,
            const ClaimEstimator& estimator)
{
    if (points.empty())
    {
        throw std::invalid_argument("no points of which runs count: expected one or more");
    }
    return [=](const StudyResults& results) {
        StudyResults chosen;
        std::size_t leftOut = 0;
        for (const auto& [run, metrics] : results.GetRuns(points.front()))
        {
            const auto counts = [&, number = run](const std::string& point) {
                const double value = results.GetValue(point, number, metric);
                if (value != 0 && value != 1)
                {
                    throw std::invalid_argument(
                        "metric '" + metric + "' is " + StudyTable::Format(value) + " in run " +
                        std::to_string(number) + " of point '" + point + "': expected 0 or 1");
                }
                return value == 1;
            };
            if (!std::ranges::all_of(points, counts))
            {
                ++leftOut;
                continue;
            }
            for (const auto& point : points)
            {
                chosen.Add(point, run, results.GetRuns(point).at(run));
            }
        }
        if (chosen.GetPoints().empty())
        {
            return Estimate{std::numeric_limits<double>::quiet_NaN(),
                            {},
                            0,
                            "metric '" + metric + "' is 0 in all runs",
                            leftOut};
        }
        Estimate estimate = estimator(chosen);
        estimate.leftOut += leftOut;
        return estimate;
    };
}

void
RequireNoCircle(const std::vector<StudyClaim>& claims)
{
    for (const auto& claim : claims)
    {
        std::set<std::string> behind;
        std::vector<std::string> next{claim.mechanism};
        while (!next.empty())
        {
            const std::string id = next.back();
            next.pop_back();
            if (id.empty() || !behind.insert(id).second)
            {
                continue;
            }
            for (const auto& other : claims)
            {
                if (other.id == id)
                {
                    next.push_back(other.mechanism);
                }
            }
        }
        if (behind.contains(claim.id))
        {
            throw std::invalid_argument("mechanism '" + claim.mechanism + "' of claim " + claim.id +
                                        " (" + claim.cell + ") leads back to it");
        }
    }
}

/**
 * @param claim a claim
 * @param results the runs
 * @return its estimate
 * @throws std::out_of_range with the claim's name if it needs a value that is not in the results
 * @throws std::runtime_error with the claim's name if it cannot be judged for another reason
 */
Estimate
MakeEstimate(const StudyClaim& claim, const StudyResults& results)
{
    const std::string where = "claim " + claim.id + " (" + claim.cell + ") cannot be judged: ";
    try
    {
        return claim.estimate(results);
    }
    catch (const std::out_of_range& error)
    {
        throw std::out_of_range(where + error.what());
    }
    catch (const std::exception& error)
    {
        throw std::runtime_error(where + error.what());
    }
    catch (...)
    {
        throw std::runtime_error(where + "its estimator threw no std::exception");
    }
}

std::vector<ClaimOutcome>
EvaluateClaims(const std::vector<StudyClaim>& claims, const StudyResults& results)
{
    RequireNoCircle(claims);
    std::vector<ClaimOutcome> outcomes;
    outcomes.reserve(claims.size());
    for (const auto& claim : claims)
    {
        const Estimate estimate = MakeEstimate(claim, results);
        outcomes.push_back({claim, estimate, Judge(estimate, claim.band)});
        NS_LOG_INFO(claim.id << " (" << claim.cell << "): estimate "
                             << StudyTable::Format(estimate.value) << " " << claim.unit
                             << ", 95 % interval " << StudyTable::Format(estimate.ci95) << " of "
                             << estimate.samples << " runs, " << estimate.leftOut
                             << " left out, band " << StudyTable::Format(claim.band) << ": "
                             << ToString(outcomes.back().verdict)
                             << (estimate.reason.empty() ? "" : ", because ") << estimate.reason);
    }
    return JudgeWithMechanisms(outcomes);
}

} // namespace ns3

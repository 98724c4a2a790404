// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-claim.h"

#include "study-error.h"
#include "study-table.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <gsl/gsl_cdf.h>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyClaim");

namespace
{

/// More runs than a user waits for.
constexpr uint64_t MOST_RUNS{200};

/// @return the indexes of the claims, in an order in which each claim follows those about its
/// mechanism
/// @throws std::invalid_argument as RequireMechanisms()
std::vector<std::size_t>
OrderByMechanism(const std::vector<StudyClaim>& claims)
{
    std::vector<std::size_t> order;
    std::vector<std::size_t> open(claims.size());
    std::iota(open.begin(), open.end(), 0);
    const auto findMechanism = [&](std::size_t index) {
        const auto& mechanism = claims[index].mechanism;
        return std::ranges::find_if(open, [&](std::size_t other) {
            return !mechanism.empty() && claims[other].id == mechanism;
        });
    };
    for (const std::size_t index : open)
    {
        const auto& mechanism = claims[index].mechanism;
        Require<std::invalid_argument>(mechanism.empty() || findMechanism(index) != open.end(),
                                       "mechanism '" + mechanism +
                                           "' of a claim: expected the id of a claim");
    }
    while (!open.empty())
    {
        const auto next = std::ranges::find_if(open, [&](std::size_t index) {
            return findMechanism(index) == open.end();
        });
        if (next == open.end())
        {
            // Each open claim waits for another one. So many steps end in a circle.
            std::size_t index = open.front();
            for (std::size_t step = 0; step < open.size(); ++step)
            {
                index = *findMechanism(index);
            }
            const auto& claim = claims[index];
            throw std::invalid_argument("mechanism '" + claim.mechanism + "' of claim " + claim.id +
                                        " (" + claim.cell + ") leads back to it");
        }
        order.push_back(*next);
        open.erase(next);
    }
    return order;
}

/// Take the mechanism of a claim into account: a number that is right for another reason than the
/// paper's does not reproduce the finding.
Verdict
JudgeWithMechanism(const ClaimOutcome& judged, const std::vector<ClaimOutcome>& outcomes)
{
    Verdict verdict = judged.verdict;
    if (judged.claim.mechanism.empty() || verdict != Verdict::REPRODUCED)
    {
        return verdict;
    }
    for (const auto& [claim, estimate, mechanism] : outcomes)
    {
        if (claim.id != judged.claim.mechanism || mechanism == Verdict::REPRODUCED)
        {
            continue;
        }
        // From bad to good: not reproduced, or with a mechanism that differs; undecided or one run;
        // reproduced.
        const bool isBad =
            mechanism == Verdict::NOT_REPRODUCED || mechanism == Verdict::MECHANISM_DIFFERS;
        if (isBad || verdict == Verdict::REPRODUCED)
        {
            verdict = isBad ? Verdict::MECHANISM_DIFFERS : Verdict::UNDECIDED;
        }
        NS_LOG_INFO(judged.claim.id << " (" << judged.claim.cell
                                    << "): the number is in the band, but its mechanism "
                                    << claim.id << " (" << claim.cell << ") is "
                                    << ToString(mechanism)
                                    << ", so the claim is: " << ToString(verdict));
    }
    return verdict;
}

/// Runs of the same number have the same random numbers at two points, so what they have in common
/// cancels in their difference or ratio.
/// @return the metric of all runs of the point, and of the same runs of the base
/// @throws std::out_of_range if the base lacks a run of the point
std::pair<std::vector<double>, std::vector<double>>
GetPairs(const StudyResults& results,
         const std::string& metric,
         const std::string& point,
         const std::string& base)
{
    std::vector<double> bases;
    for (const auto& [run, metrics] : results.GetRuns(point))
    {
        bases.push_back(results.GetValue(base, run, metric));
    }
    return {results.GetSamples(point, metric), bases};
}

/// Exceptions of the estimator get the name of the claim.
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
    static const std::map<Verdict, std::string> names{
        {Verdict::REPRODUCED, "reproduced"},
        {Verdict::NOT_REPRODUCED, "not reproduced"},
        {Verdict::ONE_RUN, "one run"},
        {Verdict::UNDECIDED, "undecided"},
        {Verdict::MECHANISM_DIFFERS, "number matched, mechanism differs"}};
    return names.at(verdict);
}

std::string
ToString(ClaimKind kind)
{
    static const std::map<ClaimKind, std::string> names{{ClaimKind::COUNTED, "counted"},
                                                        {ClaimKind::CALIBRATED, "calibrated"},
                                                        {ClaimKind::PUT_IN, "put in"},
                                                        {ClaimKind::CANNOT_FAIL, "cannot fail"},
                                                        {ClaimKind::STRICTER, "stricter"}};
    return names.at(kind);
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
        auto [differences, bases] = GetPairs(results, metric, point, base);
        std::ranges::transform(differences, bases, differences.begin(), std::minus());
        return SampleStatistics(std::move(differences)).EstimateMean();
    };
}

ClaimEstimator
RatioOf(const std::string& metric, const std::string& point, const std::string& base)
{
    return [metric, point, base](const StudyResults& results) {
        const auto [numerators, denominators] = GetPairs(results, metric, point, base);
        if (SampleStatistics(denominators).GetMean() == 0)
        {
            return Estimate::None("metric '" + metric +
                                      "' has a mean of 0 over the runs of point '" + base +
                                      "', the base of the ratio",
                                  numerators.size());
        }
        return LinearizeRatio(numerators, denominators).EstimatePositiveMean();
    };
}

ClaimEstimator
GeometricRatioOf(const std::string& metric, const std::string& point, const std::string& base)
{
    return [metric, point, base](const StudyResults& results) {
        const auto [numerators, denominators] = GetPairs(results, metric, point, base);
        std::vector<double> logarithms;
        for (std::size_t i = 0; i < numerators.size(); ++i)
        {
            if (numerators[i] > 0 && denominators[i] > 0)
            {
                logarithms.push_back(std::log(numerators[i] / denominators[i]));
            }
        }
        const std::size_t leftOut = numerators.size() - logarithms.size();
        if (logarithms.empty())
        {
            return Estimate::None("metric '" + metric + "' is positive in no run of both points",
                                  0,
                                  leftOut);
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
    Require<std::invalid_argument>(!points.empty(),
                                   "no points of which runs count: expected one or more");
    return [=](const StudyResults& results) {
        StudyResults chosen;
        std::size_t leftOut = 0;
        for (const auto& [run, metrics] : results.GetRuns(points.front()))
        {
            const auto counts = [&, number = run](const std::string& point) {
                const double value = results.GetValue(point, number, metric);
                Require<std::invalid_argument>(
                    value == 0 || value == 1,
                    "metric '" + metric + "' is " + StudyTable::Format(value) + " in run " +
                        std::to_string(number) + " of point '" + point + "': expected 0 or 1");
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
            return Estimate::None("metric '" + metric + "' is 0 in all runs", 0, leftOut);
        }
        Estimate estimate = estimator(chosen);
        estimate.leftOut += leftOut;
        return estimate;
    };
}

void
RequireMechanisms(const std::vector<StudyClaim>& claims)
{
    OrderByMechanism(claims);
}

std::vector<ClaimOutcome>
EvaluateClaims(const std::vector<StudyClaim>& claims, const StudyResults& results)
{
    const auto order = OrderByMechanism(claims);
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
    for (const std::size_t index : order)
    {
        outcomes[index].verdict = JudgeWithMechanism(outcomes[index], outcomes);
    }
    return outcomes;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_CLAIM_H
#define STUDY_CLAIM_H

#include "sample-statistics.h"
#include "study-results.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * What the runs say about a claim.
 */
enum class Verdict
{
    REPRODUCED,        ///< the estimate and its whole 95 % interval lie in the band
    NOT_REPRODUCED,    ///< the interval lies wholly outside the band
    ONE_RUN,           ///< only one run has a value, so there is no interval: no verdict
    UNDECIDED,         ///< anything else: the interval crosses an edge, or there is no estimate
    MECHANISM_DIFFERS, ///< the number would be reproduced, but the claim about its mechanism is not
};

/**
 * @ingroup study
 * Compare an estimate with the band a claim allows.
 * @param estimate the estimate
 * @param band the band, edges included
 * @return the verdict
 */
Verdict Judge(const Estimate& estimate, const Interval& band);

/**
 * @ingroup study
 * @param verdict a verdict
 * @return "reproduced", "not reproduced", "one run", "undecided" or "number matched, mechanism
 * differs"
 */
std::string ToString(Verdict verdict);

/**
 * @ingroup study
 * What a claim proves. Only claims that count can reproduce a finding.
 */
enum class ClaimKind
{
    COUNTED,     ///< it can be refuted, and asks what the paper shows
    CALIBRATED,  ///< a value of the model was fitted to its result; it proves nothing
    PUT_IN,      ///< a value of the model states its result
    CANNOT_FAIL, ///< hardly any outcome would refute it
    STRICTER,    ///< it asks more than the paper shows, and may fail
};

/**
 * @ingroup study
 * @param kind a kind of claim
 * @return "counted", "calibrated", "put in", "cannot fail" or "stricter"
 */
std::string ToString(ClaimKind kind);

/**
 * @ingroup study
 * Computes a claim's quantity from the runs.
 */
using ClaimEstimator = std::function<Estimate(const StudyResults&)>;

/**
 * @ingroup study
 * @param point name of a point
 * @param metric name of a metric
 * @return an estimator of the metric's mean over the point's runs
 */
ClaimEstimator MeanOf(const std::string& point, const std::string& metric);

/**
 * @ingroup study
 * @param point name of a point
 * @param metric name of a metric
 * @return an estimator of the metric's standard deviation over the point's runs
 */
ClaimEstimator StandardDeviationOf(const std::string& point, const std::string& metric);

/**
 * @ingroup study
 * @param point name of a point
 * @param metric name of a metric that is 1 in a run in which something happens, otherwise 0
 * @return an estimator of the share of runs in which it happens, see
 * SampleStatistics::EstimateShare()
 */
ClaimEstimator ShareOf(const std::string& point, const std::string& metric);

/**
 * @ingroup study
 * For a claim that something is not better, use a band that ends at the smallest difference that
 * would matter. The whole interval must then lie below this difference, so too few runs leave the
 * claim undecided.
 * @param metric name of a metric
 * @param point name of a point
 * @param base name of the point whose metric is subtracted; its runs have the same random numbers
 * @return an estimator of the mean, over the runs, of the difference between the two points. It
 * throws std::out_of_range if the base lacks a run of the point
 */
ClaimEstimator DifferenceOf(const std::string& metric,
                            const std::string& point,
                            const std::string& base);

/**
 * @ingroup study
 * @param metric name of a metric
 * @param point name of a point
 * @param base name of the point it is compared with, whose runs have the same random numbers
 * @return an estimator of the ratio between the metric's means at the two points, see
 * LinearizeRatio() and SampleStatistics::EstimatePositiveMean(); if the base is 0 in all runs,
 * there is no estimate. It throws std::out_of_range if a run of the point is not one of the base,
 * too
 */
ClaimEstimator RatioOf(const std::string& metric,
                       const std::string& point,
                       const std::string& base);

/**
 * @ingroup study
 * Use this estimator if a few runs have values many times as large as those of the others: they
 * would dominate RatioOf().
 * @param metric name of a metric
 * @param point name of a point
 * @param base name of the point it is compared with, whose runs have the same random numbers
 * @return an estimator of the ratio between the metric's geometric means at the two points. Runs in
 * which one of the two values is not positive are left out; without any other run there is no
 * estimate. It throws std::out_of_range if a run of the point is not one of the base, too
 */
ClaimEstimator GeometricRatioOf(const std::string& metric,
                                const std::string& point,
                                const std::string& base);

/**
 * @ingroup study
 * Leave out runs that say nothing about the claim, such as runs without a measurement. Tables show
 * their number beside the verdict.
 * @param metric that is 1 in runs that count and otherwise 0
 * @param points whose runs are judged; a run counts if the metric is 1 in all of them
 * @param estimator of the claim, which gets only the runs that count
 * @return an estimator that has no estimate if no run counts. It throws std::out_of_range if a run
 * is not one of each point, and std::invalid_argument if the metric is neither 0 nor 1
 * @throws std::invalid_argument without points
 */
ClaimEstimator InRunsWhere(const std::string& metric,
                           const std::vector<std::string>& points,
                           const ClaimEstimator& estimator);

/**
 * @ingroup study
 * A finding of a paper and the way in which it is judged.
 */
struct StudyClaim
{
    std::string id;                ///< key of the finding, for example "K2"
    std::string cell;              ///< cell of the paper's table, or part of the finding
    std::optional<double> paper{}; ///< the printed value, if the paper prints one
    std::string unit;              ///< unit of the value, the estimate and the band
    Interval band;                 ///< values that count as reproduced; an edge may be infinite
    ClaimEstimator estimate;       ///< computes our value
    std::string group{};           ///< heading over the bars in the plot; empty: not in the plot
    std::string label{};           ///< name under the bar in the plot
    std::string quantity{};        ///< what the bars measure, for the axis of the plot
    bool onlyFull{false};          ///< judged with --full only, like the points that it needs
    ClaimKind kind{ClaimKind::COUNTED}; ///< whether it counts; tables name what does not
    std::string mechanism{};       ///< id of the claims about the mechanism behind this finding;
                                   ///< empty: none. The finding is reproduced only if they are, too
    std::optional<int> decimals{}; ///< digits after the decimal point in tables; none: as many as
                                   ///< show a tenth of the band, if not a hundredth
};

/**
 * @ingroup study
 * A claim with its answer.
 */
struct ClaimOutcome
{
    StudyClaim claim;  ///< the claim
    Estimate estimate; ///< our value
    Verdict verdict;   ///< how the two compare
};

/**
 * @ingroup study
 * @param outcome of a claim
 * @param runs of each point that were made for it, 1 or more
 * @return runs with which its interval would lie on one side of each edge of the band, if the
 * estimate and the standard deviation stayed; none if its number is decided, there is no interval
 * yet, or 200 runs are not enough
 */
std::optional<uint64_t> GetRunsToDecide(const ClaimOutcome& outcome, uint32_t runs);

/**
 * @ingroup study
 * @param claims all claims
 * @throws std::invalid_argument if a claim's mechanism is not the id of one of the claims, or leads
 * back to it
 */
void RequireMechanisms(const std::vector<StudyClaim>& claims);

/**
 * @ingroup study
 * @param claims the claims
 * @param results the runs
 * @return one outcome per claim, in the same order
 * @throws std::out_of_range if a claim needs a point or metric that is not in the results
 * @throws std::invalid_argument if a claim's mechanism is not the id of one of the claims, or leads
 * back to it
 * @throws std::runtime_error if an estimator fails
 */
std::vector<ClaimOutcome> EvaluateClaims(const std::vector<StudyClaim>& claims,
                                         const StudyResults& results);

} // namespace ns3

#endif /* STUDY_CLAIM_H */

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_CLAIMS_H
#define UPLOAD_CLAIMS_H

#include "ns3/study.h"

#include <string>
#include <vector>

/**
 * @file
 * What several figures of malone2008 claim in the same way, and estimates that they need.
 */

namespace ns3
{

/// Least share of flows without any timeout: 3 of 4. The paper shows seven flows, each without one.
constexpr double LEAST_WITHOUT_TIMEOUT = 0.75;
/// Least share of flows without a spurious timeout, or of runs without a round-trip time above the
/// timeout: 9 of 10.
constexpr double LEAST_WITHOUT_SPURIOUS_TIMEOUT = 0.9;

/**
 * The share of the first flows that are of some kind, over all runs of a point. All stations are
 * alike, so the flow that the paper shows may be any of them. A flow that never begins has no
 * timeouts of data and does not count.
 * @param point of the runs
 * @param metric number of the flows of this kind in a run
 * @return an estimator of their share, see EstimateShareInRuns()
 */
ClaimEstimator ShareOfFlows(const std::string& point, const std::string& metric);

/**
 * @param metric name of a metric
 * @param points with the same condition, whose runs of one number have random numbers in common
 * @return an estimator of the mean, over the runs, of the metric's mean over the points
 */
ClaimEstimator MeanOverPoints(const std::string& metric, const std::vector<std::string>& points);

/**
 * Nothing is significantly greater if the low end of its interval is not. Few runs, whose interval
 * is wide, would always say so; they have to be able to tell a gain that is of use.
 * @param estimator of a mean
 * @param same its value without any gain
 * @param resolution greatest half of the interval with which a low end up to that value counts
 * @return an estimator of the low end of its 95 % interval. It has no estimate, and says why, if
 * the low end shows no gain and the interval is too wide; the interval of a single run is not known
 */
ClaimEstimator LowEndOf(const ClaimEstimator& estimator, double same, double resolution);

/**
 * Claim that a point has no timeouts: "there are no timeouts in the measurements shown" (VI), which
 * are of one flow, "even though we see no spurious timeouts" (V). The claims are about all timeouts
 * and the spurious ones: their number in the flow of the measuring station and in the first four
 * flows, and the share of the first four flows without one. A flow that never begins has no
 * timeouts of data and does not count in the shares.
 * @param study takes the claims
 * @param id of them
 * @param cell of the paper
 * @param point of the runs
 */
void AddTimeoutClaims(Study& study,
                      const std::string& id,
                      const std::string& cell,
                      const std::string& point);

/**
 * Claim that no round-trip time of the measuring station exceeds the timeout that the paper draws
 * beside it. The paper does not say whether this is the timeout before or after it takes account of
 * the sample. That before it is asked: that after it is always at least 25 ms longer than the
 * sample, by the formula (see Malone2008Rto), so that a claim about it would decide nothing.
 * @param study takes the claims
 * @param id of them
 * @param cell of the paper
 * @param point of the runs
 * @param prefix of the metrics, see MeasureUploads()
 * @param kind of the claims: STRICTER for a part of the run that the paper does not show
 * @param condition metric that is not 0 in the runs that count
 */
void AddClearanceClaims(Study& study,
                        const std::string& id,
                        const std::string& cell,
                        const std::string& point,
                        const std::string& prefix,
                        ClaimKind kind = ClaimKind::COUNTED,
                        const std::string& condition = "measured");

} // namespace ns3

#endif // UPLOAD_CLAIMS_H

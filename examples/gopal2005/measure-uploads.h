// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEASURE_UPLOADS_H
#define MEASURE_UPLOADS_H

#include "ns3/study.h"
#include "ns3/user-attribute.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/**
 * @file
 * What the studies of gopal2005 measure.
 */

namespace ns3
{

/// Disable MAC retries as the paper did.
/// @param values in which
/// @param isSimulation whether they are those of ns-2
void DisableMacRetries(TestbedValues& values, bool isSimulation);

/**
 * Run the file transfers of gopal2005.
 * @param values of the testbed that are not its defaults
 * @param options of the run; transfers that take longer than its duration are cut off
 * @param trials one after the other, of which the run is the average: more where TCP repairs what
 * is lost, so that transfers of the same size take very different times
 * @return goodput of all transfers, Mb/s; "flow-goodput", the mean of each one's own, Mb/s; share
 * that ended; for ns-2, the timeouts of a trial
 */
RunResult MeasureUploads(const TestbedValues& values,
                         const StudyOptions& options,
                         uint32_t trials = 1);

/// One point over another.
struct Comparison
{
    std::string point; ///< of a study
    std::string base;  ///< the point it is compared with, which has the same runs
};

/**
 * The gain of the paper's graphs, whose points are averages of trials. Where trials vary by more
 * than half, the mean of ratios (RatioOf) would be far above it.
 * @param metric that is compared
 * @param gain of which points
 * @return an estimator of the ratio of their means; its interval is that of Student's t for the
 * residuals metric - ratio * metric of the base (delta method)
 */
ClaimEstimator GainOf(const std::string& metric, const Comparison& gain);

/**
 * @param metric that is compared
 * @param points of a study
 * @param others with which they are compared
 * @return an estimator of the gain of the point with the highest mean over that of the others that
 * has the highest one, as GainOf()
 */
ClaimEstimator GainOfBest(const std::string& metric,
                          const std::vector<std::string>& points,
                          const std::vector<std::string>& others);

/**
 * @param metric that is compared
 * @param gain of which points
 * @param other the gain by which it is divided
 * @return an estimator of the ratio of the two gains, by the same method
 */
ClaimEstimator RatioOfGains(const std::string& metric,
                            const Comparison& gain,
                            const Comparison& other);

/**
 * A panel with a curve for each of some kinds of points.
 * @param panel with its title and labels, to which the curves are added
 * @param metric of the curves
 * @param kinds labels of the curves
 * @param values of the parameter
 * @param getPoint name of a point, by the index of its kind and the value
 * @return the panel
 */
StudyPanel FillPanel(StudyPanel panel,
                     const std::string& metric,
                     const std::vector<std::string>& kinds,
                     const std::vector<uint32_t>& values,
                     const std::function<std::string(size_t, uint32_t)>& getPoint);

} // namespace ns3

#endif // MEASURE_UPLOADS_H

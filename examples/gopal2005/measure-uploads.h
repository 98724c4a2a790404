// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEASURE_UPLOADS_H
#define MEASURE_UPLOADS_H

#include "ns3/gopal2005-testbed.h"
#include "ns3/study.h"

#include <cstdint>
#include <string>

/**
 * @file
 * What the studies of gopal2005 measure.
 */

namespace ns3
{

/// @param p parameters @return they, with MAC retries disabled as the paper did
Gopal2005Parameters DisableMacRetries(Gopal2005Parameters p);

/**
 * Run the file transfers of gopal2005.
 * @param parameters of the testbed
 * @param options of the run; transfers that take longer than its duration are cut off
 * @param trials one after the other, of which the run is the average: more where TCP repairs what
 * is lost, so that transfers of the same size take very different times
 * @return goodput of all transfers, Mb/s; share that ended; for ns-2, the timeouts of a trial
 */
RunResult MeasureUploads(const Gopal2005Parameters& parameters,
                         const StudyOptions& options,
                         uint32_t trials = 1);

/**
 * The gain of the paper's graphs, whose points are averages of trials. Where trials vary by more
 * than half, the mean of ratios (RatioOf) would be far above it.
 * @param point of a study @param base the point it is compared with, which has the same runs
 * @return an estimator of the ratio of their mean goodputs; its interval is that of Student's t for
 * the residuals goodput - ratio * goodput of the base (delta method)
 */
ClaimEstimator GainOf(const std::string& point, const std::string& base);

} // namespace ns3

#endif // MEASURE_UPLOADS_H

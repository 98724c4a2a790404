// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEASURE_UPLOADS_H
#define MEASURE_UPLOADS_H

#include "ns3/gopal2005-testbed.h"
#include "ns3/study.h"

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
 * @return goodput of all transfers, Mb/s; how many ended; for ns-2, the timeouts
 */
RunResult MeasureUploads(const Gopal2005Parameters& parameters, const StudyOptions& options);

} // namespace ns3

#endif // MEASURE_UPLOADS_H

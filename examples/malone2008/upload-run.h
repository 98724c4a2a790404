// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_RUN_H
#define UPLOAD_RUN_H

#include "ns3/malone2008-parameters.h"
#include "ns3/study.h"

namespace ns3
{

/**
 * Have the uploads of malone2008 run, and measure all that its figures show. What is named "before"
 * and "after" refers to the change, and begins ten seconds after the uploads that it counts have
 * begun.
 *
 * @param parameters of the testbed; the change moves to the middle of a shorter run
 * @param options of the study; the duration counts from the first uploads on
 * @return the metrics, and with a trace the round-trip times, queues and drain times
 */
RunResult MeasureUploads(Malone2008Parameters parameters, const StudyOptions& options);

} // namespace ns3

#endif // UPLOAD_RUN_H

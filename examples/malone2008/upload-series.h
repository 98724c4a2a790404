// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_SERIES_H
#define UPLOAD_SERIES_H

#include "upload-flows.h"
#include "upload-queues.h"
#include "upload-run.h"

#include "ns3/frame-probe.h"
#include "ns3/study.h"

#include <memory>
#include <vector>

namespace ns3
{

/// What was recorded in a run.
struct UploadRecord
{
    const UploadFlows& flows;                               ///< the connections
    const UploadQueues& queues;                             ///< over time
    const std::vector<std::unique_ptr<FrameProbe>>& frames; ///< of stations and access point
    UploadPhase phase;                                      ///< of the clearance
};

/// @param record of a run
/// @param figures that are wanted
/// @return their series
std::vector<Series> GetSeries(const UploadRecord& record, const UploadFigures& figures);

} // namespace ns3

#endif // UPLOAD_SERIES_H

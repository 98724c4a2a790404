// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 3 and 4: four uploads whose ACKs fill the access point's queue, without and
 * with F-RTO.
 *
 * Must show: M2 and M3.
 */

#include "upload-run.h"

#include <limits>
#include <string>

using namespace ns3;

namespace
{

/// Least difference of a flow's share, of what each would have if all had the same, that would be
/// a rescue; a flow that never recovers has less than half of it.
constexpr double RESCUE = 0.1;
/// "For practical purposes, the queue at the access point is always full" (IV), %.
constexpr double NEARLY_FULL = 77;
/// A share that is more than none.
constexpr Interval SOME{std::numeric_limits<double>::min(), 1};

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    Malone2008Parameters parameters;
    parameters.frto = point.name == "frto";
    return MeasureUploads(parameters, options, {.queue = true});
}

void
AddQueueClaims(Study& study)
{
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: access point's queue, 5th percentile, of its size",
                    .unit = "%",
                    .band = Interval::AtLeast(NEARLY_FULL),
                    .estimate = MeanOf("fifo", "ap-queue-p5-full")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: stations' drops at the retry limit",
                    .paper = 0,
                    .unit = "%",
                    .band = Interval::AtMost(0.01),
                    .estimate = MeanOf("fifo", "station-drops")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: access point's drops at the retry limit",
                    .unit = "%",
                    .band = Interval::AtMost(0.1),
                    .estimate = MeanOf("fifo", "ap-drops")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: stations' frames with more than 5 retries",
                    .unit = "%",
                    .band = Interval::AtMost(1),
                    .estimate = MeanOf("fifo", "many-retries")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: access point's frames with more than 5 retries",
                    .unit = "%",
                    .band = Interval::AtMost(1),
                    .estimate = MeanOf("fifo", "ap-many-retries")});
}

void
AddTimeoutClaims(Study& study)
{
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: share of runs in which a flow never recovers",
                    .unit = "",
                    .band = SOME,
                    .estimate = ShareOf("fifo", "stuck")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: spurious timeouts of a run",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = MeanOf("fifo", "timeouts-spurious")});
    study.AddClaim({.id = "M3",
                    .cell = "F-RTO: share of runs in which a flow never recovers",
                    .unit = "",
                    .band = SOME,
                    .estimate = ShareOf("frto", "stuck")});
    study.AddClaim({.id = "M3",
                    .cell = "F-RTO less FIFO without it: least flow's share",
                    .unit = "",
                    .band = Interval::AtMost(RESCUE),
                    .estimate = DifferenceOf("least-share", "frto", "fifo")});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-ack-starvation",
                "malone2008, figures 3 and 4: four uploads lose their ACKs at the access point",
                Measure);
    study.SetDefaultRuns(4, Seconds(120));
    study.SetFullRuns(20, Seconds(120));
    study.AddPoint({"fifo", "FIFO"});
    study.AddPoint({"frto", "FIFO, F-RTO"});
    AddQueueClaims(study);
    AddTimeoutClaims(study);
    return study.Main(argc, argv);
}

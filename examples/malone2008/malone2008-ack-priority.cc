// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 5 to 8: four uploads without and with priority of TCP ACKs.
 *
 * Must show: M4 and M5.
 */

#include "upload-run.h"

#include <string>

using namespace ns3;

namespace
{

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    Malone2008Parameters parameters;
    parameters.prioritiseAcks = point.name == "priority";
    return MeasureUploads(parameters, options, {.queue = true, .drains = true, .clearance = true});
}

void
AddPriorityClaims(Study& study)
{
    study.AddClaim({.id = "M4",
                    .cell = "priority: access point's queue, 95th percentile",
                    .unit = "packets",
                    .band = Interval::AtMost(10),
                    .estimate = MeanOf("priority", "ap-queue-p95")});
    // The figures show the flow of the measuring station.
    study.AddClaim({.id = "M4",
                    .cell = "priority: timeouts of the flow that is shown",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = MeanOf("priority", "monitor-timeouts")});
    study.AddClaim({.id = "M4",
                    .cell = "priority: timeouts of all four",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = MeanOf("priority", "timeouts")});
    study.AddClaim({.id = "M4",
                    .cell = "priority: least RTO - RTT",
                    .unit = "ms",
                    .band = Interval::AtLeast(0),
                    .estimate = MeanOf("priority", "clearance-least")});
    study.AddClaim({.id = "M4",
                    .cell = "priority over FIFO: RTO - RTT from 1st to 99th percentile",
                    .unit = "",
                    .band = Interval::AtMost(1),
                    .estimate = RatioOf("clearance-spread", "priority", "fifo")});
    study.AddClaim({.id = "M4",
                    .cell = "priority: Jain's index",
                    .unit = "",
                    .band = Interval::AtLeast(0.95),
                    .estimate = MeanOf("priority", "jain")});
}

void
AddDrainClaims(Study& study)
{
    study.AddClaim({.id = "M5",
                    .cell = "FIFO over priority: range of the ACKs' drain time",
                    .paper = 16,
                    .unit = "",
                    .band = {8, 32},
                    .estimate = RatioOf("ack-drain-range", "fifo", "priority")});
    study.AddClaim({.id = "M5",
                    .cell = "priority over FIFO: median of the data's drain time",
                    .unit = "",
                    .band = Interval::AtLeast(1),
                    .estimate = RatioOf("data-drain-p50", "priority", "fifo")});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-ack-priority",
                "malone2008, figures 5 to 8: four uploads, without and with priority of ACKs",
                Measure);
    study.SetDefaultRuns(4, Seconds(120));
    study.SetFullRuns(20, Seconds(120));
    study.AddPoint({"fifo", "FIFO"});
    study.AddPoint({"priority", "ACKs have priority"});
    AddPriorityClaims(study);
    AddDrainClaims(study);
    return study.Main(argc, argv);
}

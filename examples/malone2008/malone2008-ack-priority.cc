// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 1 and 3 to 8: four uploads without and with priority of TCP ACKs, and with
 * F-RTO.
 *
 * Must show: M1 to M5.
 */

#include "upload-run.h"

#include <limits>
#include <string>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    Malone2008Parameters parameters;
    parameters.prioritiseAcks = point.name == "priority";
    parameters.frto = point.name == "frto";
    return MeasureUploads(parameters, options);
}

void
AddFifoClaims(Study& study)
{
    study.AddClaim({.id = "M1",
                    .cell = "service time of a station's data, 1st percentile",
                    .unit = "ms",
                    .band = Interval::AtMost(2),
                    .estimate = MeanOf("fifo", "service-p1")});
    study.AddClaim({.id = "M1",
                    .cell = "service time of a station's data, greatest",
                    .unit = "ms",
                    .band = Interval::AtLeast(100),
                    .estimate = MeanOf("fifo", "service-greatest")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO, access point's queue of 39, 5th percentile",
                    .unit = "packets",
                    .band = Interval::AtLeast(30),
                    .estimate = MeanOf("fifo", "ap-queue-p5")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO, share of runs in which a flow never recovers",
                    .unit = "",
                    .band = {std::numeric_limits<double>::min(), 1},
                    .estimate = MeanOf("fifo", "stuck")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO, stations' drops at the retry limit",
                    .paper = 0,
                    .unit = "%",
                    .band = Interval::AtMost(0.01),
                    .estimate = MeanOf("fifo", "station-drops")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO, access point's drops at the retry limit",
                    .unit = "%",
                    .band = Interval::AtMost(0.1),
                    .estimate = MeanOf("fifo", "ap-drops")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO, frames with more than 5 retries",
                    .unit = "%",
                    .band = Interval::AtMost(1),
                    .estimate = MeanOf("fifo", "many-retries")});
    study.AddClaim({.id = "M3",
                    .cell = "F-RTO over FIFO without it, least flow's share",
                    .unit = "",
                    .band = {0, UNLIMITED},
                    .estimate = RatioOf("least-share", "frto", "fifo")});
}

void
AddPriorityClaims(Study& study)
{
    study.AddClaim({.id = "M4",
                    .cell = "priority, access point's queue, 95th percentile",
                    .unit = "packets",
                    .band = Interval::AtMost(10),
                    .estimate = MeanOf("priority", "ap-queue-p95")});
    study.AddClaim({.id = "M4",
                    .cell = "priority, timeouts",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = MeanOf("priority", "timeouts")});
    study.AddClaim({.id = "M4",
                    .cell = "priority, least RTO - RTT",
                    .unit = "ms",
                    .band = Interval::AtLeast(0),
                    .estimate = MeanOf("priority", "clearance-least")});
    study.AddClaim({.id = "M4",
                    .cell = "priority, Jain's index",
                    .unit = "",
                    .band = Interval::AtLeast(0.95),
                    .estimate = MeanOf("priority", "jain")});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-ack-priority",
                "malone2008, figures 1 and 3 to 8: four uploads, with and without priority of ACKs",
                Measure);
    study.SetDefaultRuns(4, Seconds(120));
    study.SetFullRuns(20, Seconds(120));
    study.AddPoint({"fifo", "FIFO"});
    study.AddPoint({"frto", "FIFO, F-RTO"});
    study.AddPoint({"priority", "ACKs have priority"});
    AddFifoClaims(study);
    AddPriorityClaims(study);
    return study.Main(argc, argv);
}

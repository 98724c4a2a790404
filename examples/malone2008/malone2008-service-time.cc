// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figure 1: the service time of a station's packets while four stations upload.
 *
 * Must show: M1.
 */

#include "upload-claims.h"
#include "upload-run.h"

#include <string>

using namespace ns3;

namespace
{

RunResult
Measure(const StudyPoint&, uint32_t, const StudyOptions& options)
{
    return MeasureUploads(ObjectFactory("ns3::Malone2008Testbed"),
                          options,
                          {.roundTrips = false, .serviceTimes = true});
}

void
AddClaims(Study& study)
{
    // The paper's text has the time from the head of the queue, "from a few hundred microseconds to
    // hundreds of milliseconds" (III), of whatever packet; figure 1 that from the driver's queue,
    // of "a TCP data packet". Of full-size packets both are asked in either, though they cannot be
    // less than 1.57 ms: DIFS, 0.19 ms of long preamble, 1.12 ms of 1536 bytes at 11 Mb/s, SIFS and
    // the MAC's acknowledgment.
    study.AddClaim({.id = "M1",
                    .cell = "ACK, from the head of the access point's queue to success, minimum",
                    .unit = "ms",
                    .band = Interval::AtMost(1),
                    .estimate = MeanOf("fifo", "ap-access-least")});
    study.AddClaim({.id = "M1",
                    .cell = "data, from the head of the driver's queue to success, minimum",
                    .unit = "ms",
                    .band = Interval::AtMost(1),
                    .estimate = InRunsWhere("measured", {"fifo"}, MeanOf("fifo", "access-least"))});
    study.AddClaim(
        {.id = "M1",
         .cell = "data, from the head of the driver's queue to success, maximum",
         .unit = "ms",
         .band = Interval::AtLeast(100),
         .estimate = InRunsWhere("measured", {"fifo"}, MeanOf("fifo", "access-greatest"))});
    study.AddClaim(
        {.id = "M1",
         .cell = "data, from the driver's queue to success, minimum",
         .unit = "ms",
         .band = Interval::AtMost(1),
         .estimate = InRunsWhere("measured", {"fifo"}, MeanOf("fifo", "service-least"))});
    study.AddClaim({.id = "M1",
                    .cell = "data, from the driver's queue to success, 99th percentile",
                    .unit = "ms",
                    .band = Interval::AtLeast(100),
                    .estimate = InRunsWhere("measured", {"fifo"}, MeanOf("fifo", "service-p99"))});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-service-time",
                "malone2008, figure 1: service time of a station's packets, four uploads",
                Measure);
    study.SetDefaultRuns(4, Seconds(120));
    study.SetFullRuns(20, Seconds(120));
    study.AddPoint({"fifo", "FIFO"});
    AddClaims(study);
    return study.Main(argc, argv);
}

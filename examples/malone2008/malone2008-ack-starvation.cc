// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 3 and 4: four uploads whose ACKs fill the access point's queue, without and
 * with F-RTO.
 *
 * Must show: M2 and M3.
 */

#include "upload-claims.h"
#include "upload-run.h"

#include "ns3/boolean.h"
#include "ns3/sample-statistics.h"
#include "ns3/user-attribute.h"

#include <limits>
#include <string>

using namespace ns3;

namespace
{

/// What F-RTO may add without being of use: as much as a flow may have of what each would have if
/// all had the same, and still counts as one that never recovers. A choice of ours.
constexpr double OF_NO_USE = 0.05;
/// "For practical purposes, the queue at the access point is always full" (IV): free places that it
/// may have. Even then some are free after transmissions. The access point has as many
/// transmissions as each of n stations, and n / 2 ACKs come for each one (IV), so that the number
/// of free places is geometric: k or more with probability (2 / n)^k, for n = 4 five or more with
/// 3 %. A queue that is always full thus has its 5th percentile four places below its length.
constexpr double MOST_FREE = 4;
/// "Few packets see more than five retries" (IV), %. The paper says "few" without a number; this is
/// its "less than a tenth of a percent" of the sentence before, which it calls few losses.
constexpr double FEW = 0.1;
/// "Repeatedly times out" (figure 3(a)).
constexpr double REPEATEDLY = 2;
/// The paper shows two instances, of which one is of a kind (IV). Of a kind that has a smaller
/// share of runs, two would have one or more with less than 5 %: 1 - (1 - 0.0253)^2 = 0.05. One run
/// of it among few is not enough, and 144 runs without any would refute it.
constexpr Interval SOME{0.0253, 1};

/// "These timeouts are not spurious" (abstract): greatest share of spurious ones.
constexpr double FEW_SPURIOUS = 0.1;

/// @param results of runs
/// @return the share of spurious ones among all timeouts of the flows that got least
Estimate
GetSpuriousShare(const StudyResults& results)
{
    const auto timeouts = results.GetSamples("fifo", "least-timeouts");
    if (SampleStatistics(timeouts).GetMean() == 0)
    {
        return {std::numeric_limits<double>::quiet_NaN(), {}, timeouts.size(), "no flow timed out"};
    }
    return LinearizeRatio(results.GetSamples("fifo", "least-spurious"), timeouts)
        .EstimatePositiveMean();
}

RunResult
Measure(bool hasFrto, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    Vary(cell, "Frto", BooleanValue(hasFrto));
    return MeasureUploads(cell, options, {.queue = true});
}

void
AddQueueClaims(Study& study)
{
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: access point's queue, free places, 95th percentile",
                    .unit = "packets",
                    .band = Interval::AtMost(MOST_FREE),
                    .estimate = MeanOf("fifo", "ap-free-p95")});
    // "No packets are dropped at the station due to excessive MAC retries and less than a tenth of
    // a percent are dropped at the access point" (IV).
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: stations' drops at the retry limit",
                    .paper = 0,
                    .unit = "%",
                    .band = {0, 0},
                    .estimate = MeanOf("fifo", "station-drops")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: access point's drops at the retry limit",
                    .unit = "%",
                    .band = Interval::AtMost(0.1),
                    .estimate = MeanOf("fifo", "ap-drops")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: stations' frames with more than 5 retries",
                    .unit = "%",
                    .band = Interval::AtMost(FEW),
                    .estimate = MeanOf("fifo", "many-retries")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: access point's frames with more than 5 retries",
                    .unit = "%",
                    .band = Interval::AtMost(FEW),
                    .estimate = MeanOf("fifo", "ap-many-retries")});
}

void
AddTimeoutClaims(Study& study)
{
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: share of runs in which a flow never recovers",
                    .unit = "",
                    .band = SOME,
                    .estimate = ShareOf("fifo", "stuck"),
                    .kind = ClaimKind::CANNOT_FAIL});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: timeouts of the flow that never recovers",
                    .unit = "",
                    .band = Interval::AtLeast(REPEATEDLY),
                    .estimate = InRunsWhere("stuck", {"fifo"}, MeanOf("fifo", "least-timeouts"))});
    // "On the right, the station has no problems" (IV).
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: share of flows without a timeout",
                    .unit = "",
                    .band = SOME,
                    .estimate = ShareOfFlows("fifo", "flows-without-timeout"),
                    .kind = ClaimKind::CANNOT_FAIL});
    // "Thus, the timeouts we observe in this case are not spurious" (IV), of a flow that never
    // recovers. Which share would still be called so is a choice of ours.
    study.AddClaim(
        {.id = "M2",
         .cell = "FIFO: spurious ones among the timeouts of the flow that never recovers",
         .unit = "",
         .band = Interval::AtMost(FEW_SPURIOUS),
         .estimate = InRunsWhere("stuck", {"fifo"}, GetSpuriousShare)});
    // The same of a flow that figure 3 may show, with the share of M4, M6 and M7.
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: share of flows without a spurious timeout",
                    .unit = "",
                    .band = Interval::AtLeast(LEAST_WITHOUT_SPURIOUS_TIMEOUT),
                    .estimate = ShareOfFlows("fifo", "flows-without-spurious")});
    study.AddClaim({.id = "M2",
                    .cell = "FIFO: spurious timeouts of all in a run",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = MeanOf("fifo", "timeouts-spurious"),
                    .kind = ClaimKind::STRICTER});
    study.AddClaim({.id = "M3",
                    .cell = "F-RTO: share of runs in which a flow never recovers",
                    .unit = "",
                    .band = SOME,
                    .estimate = ShareOf("frto", "stuck"),
                    .kind = ClaimKind::CANNOT_FAIL});
    // Not significantly better: the interval reaches down to no gain, and is narrow enough for a
    // gain of use to be seen. The whole interval is also asked to lie below that.
    study.AddClaim({.id = "M3",
                    .cell = "goodput of all with F-RTO over that without, significant gain",
                    .unit = "",
                    .band = Interval::AtMost(1),
                    .estimate = LowEndOf(RatioOf("goodput", "frto", "fifo"), 1, OF_NO_USE)});
    study.AddClaim(
        {.id = "M3",
         .cell = "smallest flow's share with F-RTO minus that without, significant gain",
         .unit = "",
         .band = Interval::AtMost(0),
         .estimate = LowEndOf(DifferenceOf("least-share", "frto", "fifo"), 0, OF_NO_USE)});
    study.AddClaim({.id = "M3",
                    .cell = "goodput of all with F-RTO over that without",
                    .unit = "",
                    .band = Interval::AtMost(1 + OF_NO_USE),
                    .estimate = RatioOf("goodput", "frto", "fifo")});
    study.AddClaim({.id = "M3",
                    .cell = "smallest flow's share with F-RTO minus that without",
                    .unit = "",
                    .band = Interval::AtMost(OF_NO_USE),
                    .estimate = DifferenceOf("least-share", "frto", "fifo")});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-ack-starvation",
                "malone2008, figures 3 and 4: four uploads lose their ACKs at the access point");
    study.SetDefaultRuns(4, Seconds(120));
    study.SetFullRuns(20, Seconds(120));
    study.AddPoint({"fifo", "FIFO"},
                   [](const StudyOptions& options) { return Measure(false, options); });
    study.AddPoint({"frto", "FIFO, F-RTO"},
                   [](const StudyOptions& options) { return Measure(true, options); });
    AddQueueClaims(study);
    AddTimeoutClaims(study);
    return study.Main(argc, argv);
}

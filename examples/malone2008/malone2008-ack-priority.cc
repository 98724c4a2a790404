// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 5 to 8: four uploads without and with priority of TCP ACKs.
 *
 * Must show: M4 and M5.
 */

#include "upload-claims.h"
#include "upload-run.h"
#include "vary-ack-priority.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

RunResult
Measure(bool hasPriority, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    VaryAckPriority(cell, hasPriority);
    return MeasureUploads(cell, options, {.queue = true, .drains = true, .clearance = true});
}

void
AddPriorityClaims(Study& study)
{
    study.AddClaim({.id = "M4",
                    .cell = "priority: access point's queue, 95th percentile",
                    .unit = "packets",
                    .band = Interval::AtMost(10),
                    .estimate = MeanOf("priority", "ap-queue-p95")});
    // "The queue never overflows" (V).
    study.AddClaim({.id = "M4",
                    .cell = "priority: packets that the access point's queue refuses",
                    .paper = 0,
                    .unit = "packets",
                    .band = {0, 0},
                    .estimate = MeanOf("priority", "ap-overflows")});
    // "Losses of packets due to excessive MAC retries remain at a similarly low level" (V), "less
    // than a tenth of a percent" (IV).
    for (const auto& [name, metric] :
         {std::pair{"stations'", "station-drops"}, std::pair{"access point's", "ap-drops"}})
    {
        study.AddClaim({.id = "M4",
                        .cell = std::string("priority: ") + name + " drops at the retry limit",
                        .unit = "%",
                        .band = Interval::AtMost(0.1),
                        .estimate = MeanOf("priority", metric)});
    }
    study.AddClaim({.id = "M4",
                    .cell = "priority: Jain's index",
                    .unit = "",
                    .band = Interval::AtLeast(0.95),
                    .estimate = MeanOf("priority", "jain")});
    AddTimeoutClaims(study, "M4", "priority: ", "priority");
}

/// Metric that is 1 in a run in which the measuring station "has no problems" (IV).
const std::string NO_PROBLEMS = "no-problems";

/// Which runs count.
struct Selection
{
    std::string condition; ///< metric that is 1 in them
    std::string name;      ///< of the selection, for a reader
    ClaimKind kind;        ///< of its claims
};

/// Neither flow of figure 6 times out: timeouts have their own claims. All runs ask for more.
const std::vector<Selection> SELECTIONS{
    {NO_PROBLEMS, "", ClaimKind::COUNTED},
    {"measured", ", all runs", ClaimKind::STRICTER},
};

/// "Neither distribution gets close to negative overhead" (V).
/// @param study takes the claims
/// @param point of the runs
/// @param cell of the paper
/// @param selection which runs count
void
AddOverheadClaims(Study& study,
                  const std::string& point,
                  const std::string& cell,
                  const Selection& selection)
{
    AddClearanceClaims(study, "M4", cell, point, "", selection.kind, selection.condition);
    study.AddClaim(
        {.id = "M4",
         .cell = cell + "RTO - RTT below 20 ms, timeout before",
         .paper = 0,
         .unit = "",
         .band = {0, 0},
         .estimate = InRunsWhere(selection.condition, {point}, MeanOf(point, "clearance-near")),
         .kind = selection.kind});
}

/// "Though the means are similar, without TCP ACK prioritisation the distribution is broader with
/// longer tails" (V). How similar is a choice of ours, the 20 % of M6.
/// @param study takes the claims
/// @param distribution name of its metrics
/// @param cell of the paper
/// @param selection which runs count
void
AddComparisonClaims(Study& study,
                    const std::string& distribution,
                    const std::string& cell,
                    const Selection& selection)
{
    const auto where = [&selection](const ClaimEstimator& estimator) {
        return InRunsWhere(selection.condition, {"priority", "fifo"}, estimator);
    };
    const auto add = [&](const std::string& what,
                         std::optional<double> paper,
                         Interval band,
                         const ClaimEstimator& estimator) {
        study.AddClaim({.id = "M4",
                        .cell = cell + what + selection.name,
                        .paper = paper,
                        .unit = "",
                        .band = band,
                        .estimate = where(estimator),
                        .kind = selection.kind});
    };
    // Widths differ between runs by factors.
    for (const auto& [width, what] : {std::pair{"-spread", ", 1st to 99th percentile"},
                                      std::pair{"-quartiles", ", interquartile range"}})
    {
        add(what,
            {},
            Interval::AtMost(1),
            GeometricRatioOf(distribution + width, "priority", "fifo"));
    }
    add(", mean", 1, Interval::Within(1, 0.2), RatioOf(distribution + "-mean", "priority", "fifo"));
}

/// Figure 6. Its timeouts may be those before each sample or after it; where the latter decide
/// nothing (see AddClearanceClaims()), the former are asked alone.
void
AddDistributionClaims(Study& study)
{
    // Without priority figure 6 shows the station that "has no problems" (IV, figure 3): one that
    // times out has round-trip times above its timeout.
    AddOverheadClaims(study, "fifo", "FIFO, station without problems: ", SELECTIONS.front());
    AddOverheadClaims(study, "fifo", "FIFO: ", SELECTIONS.back());
    AddOverheadClaims(study, "priority", "priority: ", {"measured", "", ClaimKind::COUNTED});
    for (const auto& [distribution, which] :
         {std::pair{"clearance", "before"}, std::pair{"clearance-after", "after"}})
    {
        const std::string cell = std::string("priority over FIFO: RTO - RTT, timeout ") + which;
        for (const Selection& selection : SELECTIONS)
        {
            AddComparisonClaims(study, distribution, cell, selection);
        }
    }
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
                    .estimate = InRunsWhere("measured",
                                            {"priority", "fifo"},
                                            RatioOf("data-drain-p50", "priority", "fifo"))});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-ack-priority",
                "malone2008, figures 5 to 8: four uploads, without and with priority of ACKs");
    study.SetDefaultRuns(4, Seconds(120));
    study.SetFullRuns(20, Seconds(120));
    study.AddPoint({"fifo", "FIFO"},
                   [](const StudyOptions& options) { return Measure(false, options); });
    study.AddPoint({"priority", "ACKs have priority"},
                   [](const StudyOptions& options) { return Measure(true, options); });
    AddPriorityClaims(study);
    AddDistributionClaims(study);
    AddDrainClaims(study);
    return study.Main(argc, argv);
}

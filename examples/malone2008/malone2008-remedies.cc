// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What helps uploads whose ACKs fill the access point's queue: the testbed of malone2008 with 4, 8
 * and 16 uploads, and each remedy that lasthop has. No paper compares them.
 *
 * Must show: which of them removes starvation, and what it costs. 16 uploads are run with --full.
 */

#include "long-flows.h"
#include "metric-table.h"
#include "vary-ack-priority.h"

#include "ns3/boolean.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What is done about the ACKs.
struct Remedy
{
    std::string name;   ///< of its points
    std::string label;  ///< that a reader sees
    std::string disc{}; ///< of the access point, with values of its attributes; empty: FIFO
};

/// ACKs that a receiver with adaptive skipping leaves out for each one that it sends.
constexpr uint32_t SKIPPED = 3;
/// Stations that upload, as in M2 to M6.
const std::vector<uint32_t> UPLOADS{4, 8, 16};

const std::string SUPPRESSION = "ns3::AckSuppressionQueueDisc";
const std::string ROUND_ROBIN = "ns3::AckDataWrrQueueDisc";
/// Each class has the room that the disc has for both: the driver's 20 packets but the one that is
/// sent. Its own default is 100, which no other remedy has.
const std::string PER_CLASS = "LimitMode=PerClass|DataMaxSize=19p|AckMaxSize=19p";
const Remedy NOTHING{"fifo", "FIFO"};
const std::vector<Remedy> REMEDIES{
    {"priority", "priority by 802.11e"},
    {"wrr", "ACK/DATA round robin", ROUND_ROBIN + "[LimitMode=Shared]"},
    {"adaptive-wrr", "adaptive weights", ROUND_ROBIN + "[LimitMode=Shared|AdaptiveWeights=true]"},
    {"wrr-per-class", "round robin, limit per class", ROUND_ROBIN + "[" + PER_CLASS + "]"},
    {"adaptive-per-class",
     "adaptive weights, limit per class",
     ROUND_ROBIN + "[" + PER_CLASS + "|AdaptiveWeights=true]"},
    {"fq-codel", "FqCoDel", "ns3::FqCoDelQueueDisc"},
    {"replace", "suppression: replace", SUPPRESSION + "[Mode=Replace]"},
    {"hold", "suppression: hold", SUPPRESSION + "[Mode=Hold]"},
    {"delay", "suppression: delay", SUPPRESSION + "[Mode=Delay]"},
    {"skip", "adaptive skipping"},
    {"frto", "F-RTO"},
};

/// @return the remedies, with nothing done before them
std::vector<Remedy>
GetAll()
{
    std::vector<Remedy> all{NOTHING};
    all.insert(all.end(), REMEDIES.begin(), REMEDIES.end());
    return all;
}

/// @return name of a point
std::string
GetPoint(const Remedy& remedy, uint32_t uploads)
{
    return remedy.name + "-" + std::to_string(uploads);
}

RunResult
Measure(const Remedy& remedy, uint32_t uploads, const StudyOptions& options)
{
    RequireDuration(options, Seconds(2), "whose first quarter does not count");
    // Skipping is done by the receiver, which therefore has Linux in all points.
    ObjectFactory cell = MakeOpenCell();
    VaryAckPriority(cell, remedy.name == "priority");
    Vary(cell,
         "Uploads",
         UintegerValue(uploads),
         "Frto",
         BooleanValue(remedy.name == "frto"),
         "AdaptiveAckSkip",
         UintegerValue(remedy.name == "skip" ? SKIPPED : 0),
         "AccessPointDisc",
         StringValue(remedy.disc));
    const auto testbed = cell.Create<Malone2008Testbed>();
    const LongConnections connections(*testbed, options.duration, testbed->GetUploads(), 0);
    Simulator::Stop(connections.GetEnd());
    Simulator::Run();
    RunResult result;
    AddFlowMetrics(result, "", connections.GetUploads());
    return result;
}

void
AddClaims(Study& study, const Remedy& remedy, uint32_t uploads)
{
    const std::string point = GetPoint(remedy, uploads);
    const std::string base = GetPoint(NOTHING, uploads);
    const std::string cell = std::to_string(uploads) + " uploads, " + remedy.label + ": ";
    const bool onlyFull = uploads == UPLOADS.back();
    study.AddClaim({.id = "fair",
                    .cell = cell + "Jain's index",
                    .unit = "",
                    .band = Interval::AtLeast(0.95),
                    .estimate = MeanOf(point, "jain"),
                    .onlyFull = onlyFull});
    // The yardstick of M4.
    study.AddClaim({.id = "timeouts",
                    .cell = cell + "timeouts",
                    .unit = "per minute",
                    .band = {0, 0},
                    .estimate = MeanOf(point, "timeouts"),
                    .onlyFull = onlyFull});
    study.AddClaim({.id = "cost",
                    .cell = cell + "goodput over that of the FIFO",
                    .unit = "",
                    .band = Interval::AtLeast(0.95),
                    .estimate = RatioOf("goodput", point, base),
                    .onlyFull = onlyFull});
    study.AddClaim({.id = "tail",
                    .cell = cell + "95th percentile of round-trip times over that of the FIFO",
                    .unit = "",
                    .band = Interval::AtMost(1),
                    .estimate = RatioOf("rtt-p95", point, base),
                    .onlyFull = onlyFull});
}

void
AddPanel(Study& study, const std::string& title, const std::string& unit, const std::string& metric)
{
    StudyPanel panel{title, "uploads", unit, {}};
    for (const Remedy& remedy : GetAll())
    {
        StudyCurve curve{remedy.label, metric, {}};
        for (const uint32_t uploads : UPLOADS)
        {
            curve.points.emplace_back(uploads, GetPoint(remedy, uploads));
        }
        panel.curves.push_back(curve);
    }
    study.AddPanel(panel);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    EstimateTable table(results);
    table.AddTextColumn("uploads", StudyTable::RIGHT);
    table.AddTextColumn("remedy");
    const std::vector<MetricColumn> columns{{"goodput\nMb/s", "goodput", 2},
                                            {"Jain", "jain", 3},
                                            {"slowest\nover mean", "least-share", 2},
                                            {"timeouts\nper minute", "timeouts", 1},
                                            {"spurious\nones", "timeouts-spurious", 1},
                                            {"RTT p50\nms", "rtt-p50", 0},
                                            {"RTT p95\nms", "rtt-p95", 0},
                                            {"RTT p99\nms", "rtt-p99", 0},
                                            {"least RTO - RTT\nms", "clearance-least", 0}};
    AddColumns(table, columns);
    for (const uint32_t uploads : UPLOADS)
    {
        for (const Remedy& remedy : GetAll())
        {
            table.AddRow(GetPoint(remedy, uploads), {std::to_string(uploads), remedy.label});
        }
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-remedies", "malone2008's starved uploads, and what helps them");
    study.SetDefaultRuns(3, Seconds(20));
    study.SetFullRuns(10, Seconds(60));
    for (const uint32_t uploads : UPLOADS)
    {
        for (const Remedy& remedy : GetAll())
        {
            study.AddPoint({GetPoint(remedy, uploads),
                            std::to_string(uploads) + " uploads, " + remedy.label,
                            uploads == UPLOADS.back()},
                           [remedy, uploads](const StudyOptions& options) {
                               return Measure(remedy, uploads, options);
                           });
        }
        study.AddClaim({.id = "starved",
                        .cell = std::to_string(uploads) + " uploads, FIFO: Jain's index",
                        .unit = "",
                        .band = Interval::AtMost(0.95),
                        .estimate = MeanOf(GetPoint(NOTHING, uploads), "jain"),
                        .onlyFull = uploads == UPLOADS.back()});
        for (const Remedy& remedy : REMEDIES)
        {
            AddClaims(study, remedy, uploads);
        }
    }
    AddPanel(study, "goodput of all uploads", "Mb/s", "goodput");
    AddPanel(study, "fairness", "Jain's index", "jain");
    AddPanel(study, "timeouts of all uploads", "per minute", "timeouts");
    AddPanel(study, "95th percentile of round-trip times", "ms", "rtt-p95");
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * xylomenos1999, figures 5, 6, 10 and 11: stalls of TCP and pauses of UDP over time, and runs of
 * received and of lost packets. With --trace a run becomes the figures themselves.
 *
 * Must show: X6, and what X7 says of figures 10 and 11. See the claims.
 */

#include "ettcp-cells.h"
#include "ettcp-runs.h"
#include "ettcp-trace.h"

#include "ns3/study-table.h"

#include <limits>
#include <memory>
#include <stdexcept>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

RunResult
MeasureTrace(const EttcpTest& test, const StudyOptions& options)
{
    RequireDuration(options, Seconds(1), "in which a transfer begins");
    const auto testbed = test.MakeTestbed().Create<Xylomenos1999Testbed>();
    RunResult result;
    const auto run = [&](const auto& trace) {
        testbed->Run(options.duration);
        if (!testbed->IsConserved())
        {
            throw std::runtime_error("a packet was lost without a reason");
        }
        trace.AddTo(result, options.trace);
    };
    if (test.isTcp)
    {
        run(EttcpTcpTrace(*testbed));
    }
    else
    {
        run(EttcpUdpTrace(*testbed));
        AddRunMetrics(result.metrics, testbed->GetLossRuns());
    }
    return result;
}

/// @param part, whole metrics of a point
/// @return mean of their percentage over the runs
ClaimEstimator
PercentOf(const std::string& point, const std::string& part, const std::string& whole)
{
    return [=](const StudyResults& results) -> Estimate {
        std::vector<double> shares;
        for (const auto& [run, metrics] : results.GetRuns(point))
        {
            const double all = results.GetValue(point, run, whole);
            if (all == 0)
            {
                return {std::numeric_limits<double>::quiet_NaN(),
                        {},
                        0,
                        whole + " is 0 in run " + std::to_string(run)};
            }
            shares.push_back(100 * results.GetValue(point, run, part) / all);
        }
        return SampleStatistics(shares).EstimateMean();
    };
}

/// X6: what figures 5 and 6 show, in the scenarios of ISA cards.
void
AddStalls(Study& study, const EttcpLink& link)
{
    for (const uint32_t size : ETTCP_SIZES)
    {
        study.AddClaim({.id = "X6",
                        .cell = link.GetLabel() + ", " + std::to_string(size) +
                                " bytes, stalls that are 200 ms timeouts after < 3 duplicates",
                        .unit = "%",
                        .band = {80, UNLIMITED},
                        .estimate = PercentOf(link.Tcp(size), "as-told", "stalls")});
    }
}

/// X7: figures 10 and 11, in the scenarios of mixed cards.
void
AddPcmcia(Study& study, const EttcpLink& link)
{
    const EttcpLink isa{link.scenario, !link.isForward};
    const auto add = [&](const std::string& cell,
                         Interval band,
                         ClaimEstimator estimate,
                         const std::string& unit,
                         ClaimKind kind = ClaimKind::COUNTED) {
        study.AddClaim({.id = "X7",
                        .cell = link.GetLabel() + ", 1500 bytes, " + cell,
                        .unit = unit,
                        .band = band,
                        .estimate = std::move(estimate),
                        .kind = kind});
    };
    add("slope of TCP over the other direction",
        {0, 1},
        RatioOf("slope", link.Tcp(1500), isa.Tcp(1500)),
        "");
    add("slope of UDP over the other direction",
        {0, 1},
        RatioOf("slope", link.Udp(1500), isa.Udp(1500)),
        "");
    add("pauses of UDP", {1, UNLIMITED}, MeanOf(link.Udp(1500), "pauses"), "");
    add("pauses of UDP, other direction", {0, 0}, MeanOf(isa.Udp(1500), "pauses"), "");
    add("stalls of TCP", {0, 0}, MeanOf(link.Tcp(1500), "stalls"), "");
    add("lost at the begin of a pause",
        {90, UNLIMITED},
        PercentOf(link.Udp(1500), "lost-at-pauses", "lost"),
        "%",
        ClaimKind::PUT_IN);
}

/// @return columns of the intervals of places in a kind of runs
void
AddPlaceColumns(StudyTable& table, const std::vector<uint64_t>& lasts)
{
    uint64_t first = 1;
    for (const uint64_t last : lasts)
    {
        table.AddColumn((first == last ? "" : std::to_string(first) + "-") + std::to_string(last),
                        StudyTable::RIGHT);
        first = last + 1;
    }
    table.AddColumn(std::to_string(first) + "-", StudyTable::RIGHT);
}

void
PrintRuns(std::ostream& os, const StudyResults& results, bool received)
{
    os << "UDP, 1500 bytes: runs of " << (received ? "received" : "lost")
       << " packets in a repetition, by their length\n\n";
    StudyTable table;
    table.AddColumn("scenario, direction", StudyTable::LEFT);
    AddPlaceColumns(table, received ? RECEIVED_PLACES : LOST_PLACES);
    for (const EttcpLink& link : GetEttcpLinks())
    {
        std::vector<std::string> row{link.GetLabel()};
        const double repetitions = static_cast<double>(results.GetRuns(link.Udp(1500)).size());
        for (const TrialCount& runs : GetPlaces(results, link.Udp(1500), received))
        {
            row.push_back(StudyTable::Format(static_cast<double>(runs.hits) / repetitions, 1));
        }
        table.AddRow(row);
    }
    table.Print(os);
    os << "\n";
}

void
PrintStalls(std::ostream& os, const StudyResults& results)
{
    os << "TCP: times of " << ETTCP_PAUSE.GetMilliSeconds() << " ms"
       << " or more without a segment, in a repetition\n\n";
    StudyTable table;
    table.AddColumn("scenario, direction", StudyTable::LEFT);
    for (const char* heading : {"bytes",
                                "stalls",
                                "timeouts",
                                "< 3 duplicates",
                                "200 ms",
                                "all three",
                                "time, %",
                                "Mb/s"})
    {
        table.AddColumn(heading, StudyTable::RIGHT);
    }
    for (const EttcpLink& link : GetEttcpLinks())
    {
        for (const uint32_t size : ETTCP_SIZES)
        {
            std::vector<std::string> row{link.GetLabel(), std::to_string(size)};
            const auto add = [&](const std::string& metric, int decimals) {
                row.push_back(
                    StudyTable::Format(results.GetMean(link.Tcp(size), metric), decimals));
            };
            for (const char* metric :
                 {"stalls", "by-timeout", "after-few", "after-200-ms", "as-told", "paused"})
            {
                add(metric, 1);
            }
            add("slope", 2);
            table.AddRow(row);
        }
    }
    table.Print(os);
    os << "\n";
}

void
PrintTables(std::ostream& os, const StudyResults& results)
{
    PrintStalls(os, results);
    PrintRuns(os, results, true);
    PrintRuns(os, results, false);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-trace", "xylomenos1999, figures 5, 6, 10 and 11: stalls and pauses");
    study.SetDefaultRuns(3, Seconds(60));
    study.SetFullRuns(5, Seconds(300));
    AddEttcpCells(study, true, false, MeasureTrace);
    for (const EttcpLink& link : GetEttcpLinks())
    {
        AddEttcpCell(study, link.GetTest(false, 1500), MeasureTrace);
        if (link.scenario == 1 || link.scenario == 3)
        {
            AddStalls(study, link);
        }
        else if (link.GetSender() == WavelanCard::PCMCIA)
        {
            AddPcmcia(study, link);
        }
    }
    study.SetTablePrinter(PrintTables);
    return study.Main(argc, argv);
}

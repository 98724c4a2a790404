// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Rate adaptation where a lower rate does not help (B1): 1 to 16 saturated stations of 802.11a, b
 * and g beside their access point, all with the same manager, and cells with interference, hidden
 * stations, many clients, a walker, a door, and stations that have just begun (RateLosses).
 *
 * Must show: EttWifiManager within 3 % of the best manager that is not told the channel where
 * stations contend, since a lower rate makes no collision rarer, so that a fixed top rate is the
 * most that can be had; and within 5 % in the other cells. --full has all managers of ns-3 that
 * choose non-HT rates.
 */

#include "rate-grid.h"
#include "rate-losses.h"

#include "ns3/sample-statistics.h"
#include "ns3/saturated-cell.h"
#include "ns3/study-table.h"
#include "ns3/study.h"

#include <algorithm>
#include <functional>
#include <iterator>

using namespace ns3;

namespace
{

/// Time in which the managers learn the rates, and which does not count. A short run has twice the
/// time that counts instead.
const Time WARM_UP = Seconds(4);

/// Stations with the same radios.
struct Standard
{
    std::string name;      ///< key
    std::string label;     ///< what is printed
    WifiStandard standard; ///< of the radios
    std::string top;       ///< mode of the highest rate
};

const std::vector<Standard> STANDARDS{
    {"80211a", "802.11a", WIFI_STANDARD_80211a, "OfdmRate54Mbps"},
    {"80211b", "802.11b", WIFI_STANDARD_80211b, "DsssRate11Mbps"},
    {"80211g", "802.11g", WIFI_STANDARD_80211g, "ErpOfdmRate54Mbps"},
};

/// How many stations contend.
const std::vector<uint32_t> CONTENDERS{1, 2, 4, 8, 16};

/// What is run without --full where stations contend, beside the fixed rate.
const std::vector<std::string> SHOWN{"minstrel", "thompson", "ett"};
/// The same in the cells of RateLosses: ETT, and what comes first in some of them.
const std::vector<std::string> SHOWN_LOSSES{"arf", "cara", "minstrel", "thompson", "ett"};

/// @return the fixed top rate, then the managers that adapt it
const std::vector<RateManager>&
GetManagers()
{
    static const std::vector<RateManager> managers = [] {
        std::vector<RateManager> all{{.name = "top",
                                      .label = "fixed top rate",
                                      .typeId = "ns3::ConstantRateWifiManager",
                                      .knowsChannel = true}};
        for (const RateManager& manager : RateGrid::GetManagers())
        {
            if (manager.mode.empty())
            {
                all.push_back(manager);
            }
        }
        return all;
    }();
    return managers;
}

/// Stations and their access point.
struct Cell
{
    std::string name;                      ///< key
    std::string label;                     ///< what is printed
    std::string top;                       ///< mode of the highest rate
    const std::vector<std::string>& shown; ///< managers that are run without --full
    /// Makes a run.
    std::function<RunResult(const RateManager& manager, const StudyOptions& options)> measure;
};

/// @return what saturated stations reach
RunResult
MeasureContenders(const Standard& standard,
                  uint32_t stations,
                  const RateManager& manager,
                  const StudyOptions& options)
{
    SaturatedCell cell(standard.standard, stations, manager.typeId, manager.mode);
    cell.Run(std::min(WARM_UP, 2 * options.duration), options.duration);
    RunResult result;
    result.metrics = {
        {"throughput", "Mb/s", cell.GetThroughputMbps()},
        {"datagrams", "", static_cast<double>(cell.GetDatagrams())},
        {"frames", "", static_cast<double>(cell.GetFrames())},
    };
    return result;
}

/// @return the cell of so many stations
Cell
MakeContenders(const Standard& standard, uint32_t stations)
{
    return {standard.name + "." + std::to_string(stations),
            standard.label + ", stations: " + std::to_string(stations),
            standard.top,
            SHOWN,
            [&standard, stations](const RateManager& manager, const StudyOptions& options) {
                return MeasureContenders(standard, stations, manager, options);
            }};
}

/// @return one of the cells of RateLosses
Cell
MakeLosses(const RateLossCell& cell)
{
    return {cell.name,
            cell.label,
            cell.top,
            SHOWN_LOSSES,
            [&cell](const RateManager& manager, const StudyOptions& options) {
                return RateLosses::Measure(cell, manager, options);
            }};
}

/// A point of the study.
struct Case
{
    Cell cell;                  ///< what is tried
    const RateManager& manager; ///< of all radios

    /// @return its name
    std::string GetPoint() const
    {
        return cell.name + "." + manager.name;
    }

    /// @return whether it is run with --full only
    bool IsOnlyFull() const
    {
        return manager.name != "top" && std::ranges::count(cell.shown, manager.name) == 0;
    }
};

/// @return all points
std::vector<Case>
GetCases()
{
    std::vector<Cell> cells;
    for (const auto& standard : STANDARDS)
    {
        for (const uint32_t stations : CONTENDERS)
        {
            cells.push_back(MakeContenders(standard, stations));
        }
    }
    std::ranges::transform(RateLosses::GetCells(), std::back_inserter(cells), MakeLosses);
    std::vector<Case> cases;
    for (const auto& cell : cells)
    {
        for (const auto& manager : GetManagers())
        {
            cases.push_back({cell, manager});
        }
    }
    return cases;
}

RunResult
Measure(const Case& tried, const StudyOptions& options)
{
    RateManager manager = tried.manager;
    manager.mode = manager.name == "top" ? tried.cell.top : "";
    return tried.cell.measure(manager, options);
}

bool
IsRun(const StudyResults& results, const Case& tried)
{
    return std::ranges::count(results.GetPoints(), tried.GetPoint()) > 0;
}

std::vector<double>
GetSamples(const StudyResults& results, const Case& tried, const std::string& metric)
{
    return results.GetSamples(tried.GetPoint(), metric);
}

/// @return ETT's metric over that of the best manager that is not told the channel
Estimate
CompareWithBest(const StudyResults& results, const Cell& cell, const std::string& metric)
{
    const Case ours{cell, RateGrid::GetEtt()};
    std::vector<double> best;
    for (const auto& manager : GetManagers())
    {
        const Case other{cell, manager};
        if (manager.knowsChannel || manager.name == ours.manager.name || !IsRun(results, other))
        {
            continue;
        }
        const auto samples = GetSamples(results, other, metric);
        const bool isBetter =
            best.empty() || SampleStatistics(samples).GetMean() > SampleStatistics(best).GetMean();
        best = isBetter ? samples : best;
    }
    return LinearizeRatio(GetSamples(results, ours, metric), best).EstimatePositiveMean();
}

void
AddClaim(Study& study,
         const Cell& cell,
         const std::string& finding,
         const std::string& metric,
         double least)
{
    study.AddClaim({.id = "B1",
                    .cell = cell.label + ": " + finding,
                    .unit = "",
                    .band = Interval::AtLeast(least),
                    .estimate = [cell, metric](const StudyResults& results) {
                        return CompareWithBest(results, cell, metric);
                    }});
}

void
AddClaims(Study& study)
{
    const std::string finding = "ETT over the best adaptation that is not told the channel";
    for (const auto& standard : STANDARDS)
    {
        for (const uint32_t stations : CONTENDERS)
        {
            AddClaim(study, MakeContenders(standard, stations), finding, "throughput", 0.97);
        }
    }
    for (const auto& cell : RateLosses::GetCells())
    {
        AddClaim(study, MakeLosses(cell), finding, "throughput", 0.95);
        // A station that nobody reaches makes the geometric mean 0.
        if (cell.stations > 1 && cell.cause != RateLossCause::GONE)
        {
            AddClaim(study,
                     MakeLosses(cell),
                     "the same of the stations' geometric mean",
                     "geometric-mean",
                     0.95);
        }
    }
}

std::string
Format(const StudyResults& results, const Case& tried, const std::string& metric)
{
    return IsRun(results, tried)
               ? StudyTable::Format(
                     SampleStatistics(GetSamples(results, tried, metric)).EstimateMean(),
                     2)
               : "-";
}

void
AddRows(StudyTable& table,
        const std::string& heading,
        const std::function<std::vector<std::string>(const RateManager& manager)>& makeCells)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& manager : GetManagers())
    {
        auto row = makeCells(manager);
        if (std::ranges::any_of(row, [](const auto& text) { return text != "-"; }))
        {
            row.insert(row.begin(), "  " + manager.label);
            rows.push_back(row);
        }
    }
    if (!rows.empty())
    {
        std::vector<std::string> first{heading};
        first.resize(rows.front().size());
        table.AddRow(first);
        std::ranges::for_each(rows, [&table](const auto& row) { table.AddRow(row); });
    }
}

void
PrintContenders(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("throughput of all stations, Mb/s", StudyTable::LEFT);
    for (const uint32_t stations : CONTENDERS)
    {
        table.AddColumn(std::to_string(stations), StudyTable::RIGHT);
    }
    for (const auto& standard : STANDARDS)
    {
        AddRows(table, standard.label + ", stations:", [&](const RateManager& manager) {
            std::vector<std::string> row;
            for (const uint32_t stations : CONTENDERS)
            {
                row.push_back(
                    Format(results, {MakeContenders(standard, stations), manager}, "throughput"));
            }
            return row;
        });
    }
    table.Print(os);
}

void
PrintLosses(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("throughput, Mb/s", StudyTable::LEFT);
    for (const std::string column : {"all", "geometric\nmean", "least"})
    {
        table.AddColumn(column, StudyTable::RIGHT);
    }
    for (const auto& cell : RateLosses::GetCells())
    {
        AddRows(table, cell.label, [&](const RateManager& manager) {
            std::vector<std::string> row;
            for (const std::string metric : {"throughput", "geometric-mean", "least"})
            {
                row.push_back(Format(results, {MakeLosses(cell), manager}, metric));
            }
            return row;
        });
    }
    table.Print(os);
}

void
PrintTables(std::ostream& os, const StudyResults& results)
{
    PrintContenders(os, results);
    PrintLosses(os, results);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("rate-contenders", "B1: rate adaptation among contending stations");
    for (const auto& tried : GetCases())
    {
        study.AddPoint(
            {tried.GetPoint(), tried.cell.label + ", " + tried.manager.label, tried.IsOnlyFull()},
            [tried](const StudyOptions& options) { return Measure(tried, options); });
    }
    study.SetDefaultRuns(5, Seconds(2));
    study.SetFullRuns(5, Seconds(3));
    AddClaims(study);
    study.SetTablePrinter(PrintTables);
    return study.Main(argc, argv);
}

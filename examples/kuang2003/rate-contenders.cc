// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Rate adaptation where frames are lost by collisions only (B1): 1 to 16 saturated stations of
 * 802.11a, b and g beside their access point, all with the same manager.
 *
 * Must show: EttWifiManager within 3 % of the best manager that is not told the channel. A lower
 * rate makes no collision rarer, so that a fixed top rate is the most that can be had. --full has
 * all managers of ns-3 that choose non-HT rates.
 */

#include "rate-grid.h"

#include "ns3/sample-statistics.h"
#include "ns3/saturated-cell.h"
#include "ns3/study-table.h"
#include "ns3/study.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

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

/// What is run without --full, beside the fixed rate.
const std::vector<std::string> SHOWN{"minstrel", "thompson", "ett"};

/// @return the fixed top rate, then the managers that adapt it
const std::vector<RateManager>&
GetManagers()
{
    static const std::vector<RateManager> managers = [] {
        std::vector<RateManager> all{{.name = "top",
                                      .label = "fixed top rate",
                                      .typeId = "ns3::ConstantRateWifiManager",
                                      .knowsChannel = true}};
        for (RateManager manager : RateGrid::GetManagers())
        {
            if (manager.mode.empty())
            {
                manager.onlyFull = std::ranges::count(SHOWN, manager.name) == 0;
                all.push_back(manager);
            }
        }
        return all;
    }();
    return managers;
}

/// A point of the study.
struct Case
{
    const Standard& standard;   ///< of the radios
    uint32_t stations;          ///< that contend
    const RateManager& manager; ///< of all radios

    /// @return its name
    std::string GetPoint() const
    {
        return standard.name + "." + std::to_string(stations) + "." + manager.name;
    }
};

/// @return all points
std::vector<Case>
GetCases()
{
    std::vector<Case> cases;
    for (const auto& standard : STANDARDS)
    {
        for (const uint32_t stations : CONTENDERS)
        {
            for (const auto& manager : GetManagers())
            {
                cases.push_back({standard, stations, manager});
            }
        }
    }
    return cases;
}

/// @param point name of a point @return what it tries
Case
GetCase(const std::string& point)
{
    for (const auto& tried : GetCases())
    {
        if (tried.GetPoint() == point)
        {
            return tried;
        }
    }
    throw std::invalid_argument(point + ": no such point");
}

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    const Case tried = GetCase(point.name);
    const bool isFixed = tried.manager.name == "top";
    SaturatedCell cell(tried.standard.standard,
                       tried.stations,
                       tried.manager.typeId,
                       isFixed ? tried.standard.top : "");
    cell.Run(std::min(WARM_UP, 2 * options.duration), options.duration);
    RunResult result;
    result.metrics = {
        {"throughput", "Mb/s", cell.GetThroughputMbps()},
        {"datagrams", "", static_cast<double>(cell.GetDatagrams())},
        {"frames", "", static_cast<double>(cell.GetFrames())},
    };
    return result;
}

bool
IsRun(const StudyResults& results, const Case& tried)
{
    return std::ranges::count(results.GetPoints(), tried.GetPoint()) > 0;
}

std::vector<double>
GetThroughputs(const StudyResults& results, const Case& tried)
{
    return results.GetSamples(tried.GetPoint(), "throughput");
}

/// @return ETT's throughput over that of the best manager that is not told the channel
Estimate
CompareWithBest(const StudyResults& results, const Standard& standard, uint32_t stations)
{
    const Case ours{standard, stations, RateGrid::GetEtt()};
    std::vector<double> best;
    for (const auto& manager : GetManagers())
    {
        const Case other{standard, stations, manager};
        if (manager.knowsChannel || manager.name == ours.manager.name || !IsRun(results, other))
        {
            continue;
        }
        const auto throughputs = GetThroughputs(results, other);
        const bool isBetter = best.empty() || SampleStatistics(throughputs).GetMean() >
                                                  SampleStatistics(best).GetMean();
        best = isBetter ? throughputs : best;
    }
    auto ratios = GetThroughputs(results, ours);
    std::transform(ratios.begin(), ratios.end(), best.begin(), ratios.begin(), std::divides<>());
    return SampleStatistics(ratios).EstimateMean();
}

void
AddClaims(Study& study)
{
    for (const auto& standard : STANDARDS)
    {
        for (const uint32_t stations : CONTENDERS)
        {
            study.AddClaim({.id = "B1",
                            .cell = standard.label + ", stations: " + std::to_string(stations) +
                                    ": ETT over the best adaptation that is not told the channel",
                            .unit = "",
                            .band = Interval::AtLeast(0.97),
                            .estimate = [&standard, stations](const StudyResults& results) {
                                return CompareWithBest(results, standard, stations);
                            }});
        }
    }
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("throughput of all stations, Mb/s", StudyTable::LEFT);
    for (const uint32_t stations : CONTENDERS)
    {
        table.AddColumn(std::to_string(stations), StudyTable::RIGHT);
    }
    for (const auto& standard : STANDARDS)
    {
        std::vector<std::string> heading{standard.label + ", stations:"};
        heading.resize(CONTENDERS.size() + 1);
        std::vector<std::vector<std::string>> rows;
        for (const auto& manager : GetManagers())
        {
            std::vector<std::string> row{"  " + manager.label};
            bool isAnyRun = false;
            for (const uint32_t stations : CONTENDERS)
            {
                const Case tried{standard, stations, manager};
                const bool isRun = IsRun(results, tried);
                isAnyRun |= isRun;
                row.push_back(
                    isRun ? StudyTable::Format(
                                SampleStatistics(GetThroughputs(results, tried)).EstimateMean(),
                                2)
                          : "-");
            }
            if (isAnyRun)
            {
                rows.push_back(row);
            }
        }
        if (!rows.empty())
        {
            table.AddRow(heading);
            std::ranges::for_each(rows, [&table](const auto& row) { table.AddRow(row); });
        }
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("rate-contenders", "B1: rate adaptation among contending stations", Measure);
    for (const auto& tried : GetCases())
    {
        study.AddPoint({tried.GetPoint(),
                        tried.standard.label + ", " + std::to_string(tried.stations) + ", " +
                            tried.manager.label,
                        tried.manager.onlyFull});
    }
    study.SetDefaultRuns(5, Seconds(2));
    study.SetFullRuns(5, Seconds(3));
    AddClaims(study);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}

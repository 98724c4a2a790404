// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Rate adaptation over distance (kuang2003, 4.3.2): the paper's, those of ns-3, fixed rates and
 * EttWifiManager, for a TCP upload over 802.11b in a static, a fading and a walker's channel.
 *
 * Must show (B1): EttWifiManager within 10 % of the best fixed rate at every distance, no other
 * adaptation significantly better in the static channel, none that is not told the channel better
 * in the mean. Also shows what each costs the station's battery: transmissions and time on the air
 * per packet delivered. --full has more distances and managers, and UDP. What B1 asks where several
 * stations contend is in rate-contenders.
 */

#include "rate-results.h"

#include "ns3/study-table.h"

#include <algorithm>
#include <functional>
#include <limits>

using namespace ns3;

namespace
{

/// @return ratio of the means of numbers with the same index
Estimate
EstimateRatio(const std::vector<double>& numerators, const std::vector<double>& denominators)
{
    if (SampleStatistics(denominators).GetMean() == 0)
    {
        return {std::numeric_limits<double>::quiet_NaN(),
                {},
                numerators.size(),
                "the base of the ratio delivered nothing"};
    }
    return LinearizeRatio(numerators, denominators).EstimatePositiveMean();
}

std::string
FormatDistance(double distance)
{
    return StudyTable::Format(distance, 0) + " m";
}

/// @return scenarios that a run without options has
std::vector<RateScenario>
GetShownScenarios()
{
    std::vector<RateScenario> scenarios;
    std::copy_if(RateGrid::GetScenarios().begin(),
                 RateGrid::GetScenarios().end(),
                 std::back_inserter(scenarios),
                 [](const RateScenario& scenario) { return !scenario.onlyFull; });
    return scenarios;
}

/// @param results of a scenario
/// @return ETT's mean over that of the best that knows no channel
Estimate
CompareGridMeans(const RateResults& results)
{
    std::vector<double> best;
    for (const RateManager& manager : results.GetManagers())
    {
        if (manager.mode.empty() && !manager.knowsChannel &&
            manager.name != RateGrid::GetEtt().name)
        {
            const auto means = results.GetGridMeans(manager);
            const bool isBetter = best.empty() || SampleStatistics(means).GetMean() >
                                                      SampleStatistics(best).GetMean();
            best = isBetter ? means : best;
        }
    }
    return EstimateRatio(results.GetGridMeans(RateGrid::GetEtt()), best);
}

/// @return whether a distance is part of the study without --full
bool
IsShown(double distance)
{
    return std::ranges::count(RateGrid::GetDistances(), distance) > 0;
}

/// A claim for each distance.
/// @param finding what is compared
/// @param band where it is to be
/// @param estimate of the finding at a distance
void
AddDistanceClaims(Study& study,
                  const RateScenario& scenario,
                  const std::string& finding,
                  const Interval& band,
                  const std::function<Estimate(const RateResults&, double)>& estimate)
{
    for (const double distance : RateGrid::GetFullDistances())
    {
        study.AddClaim({.id = "B1",
                        .cell = scenario.label + ", " + FormatDistance(distance) + ": " + finding,
                        .unit = "",
                        .band = band,
                        .estimate =
                            [scenario, distance, estimate](const StudyResults& all) {
                                return estimate(RateResults(all, scenario), distance);
                            },
                        .onlyFull = !IsShown(distance)});
    }
}

void
AddGridClaims(Study& study, const RateScenario& scenario)
{
    study.AddClaim({.id = "B1",
                    .cell = scenario.label + ", mean over distances: ETT over the best adaptation "
                                             "that is not told the channel",
                    .unit = "",
                    .band = Interval::AtLeast(1),
                    .estimate = [scenario](const StudyResults& all) {
                        return CompareGridMeans(RateResults(all, scenario));
                    }});
    AddDistanceClaims(study,
                      scenario,
                      "ETT over the best fixed rate",
                      Interval::AtLeast(0.9),
                      [](const RateResults& results, double distance) {
                          return EstimateRatio(
                              results.GetThroughputs(RateGrid::GetEtt(), distance),
                              results.GetThroughputs(results.GetBestFixed(distance), distance));
                      });
}

void
AddStaticClaims(Study& study, const RateScenario& scenario)
{
    AddDistanceClaims(
        study,
        scenario,
        "adaptations significantly better than ETT",
        {0, 0},
        [](const RateResults& results, double distance) {
            const auto count =
                static_cast<double>(results.CountBetter(distance, RateGrid::GetEtt()));
            const auto runs = results.GetThroughputs(RateGrid::GetEtt(), distance).size();
            return Estimate{count, runs > 1 ? Interval{count, count} : Interval{}, runs};
        });
}

/// @param names of managers
/// @return a panel with their curves, ours before
StudyPanel
MakePanel(const RateScenario& scenario,
          const std::string& title,
          const std::vector<std::string>& names)
{
    StudyPanel panel{scenario.label + ", " + title, "distance, m", "throughput, Mb/s", {}};
    const auto add = [&](const RateManager& manager) {
        StudyCurve curve{manager.label, "throughput", {}};
        for (const double distance : RateGrid::GetFullDistances())
        {
            curve.points.emplace_back(distance, RateGrid::GetPoint(scenario, manager, distance));
        }
        panel.curves.push_back(curve);
    };
    add(RateGrid::GetEtt());
    for (const auto& manager : RateGrid::GetManagers())
    {
        if (std::find(names.begin(), names.end(), manager.name) != names.end())
        {
            add(manager);
        }
    }
    return panel;
}

/// As many curves as there are colours; the other managers are in the table only.
void
AddPanels(Study& study, const RateScenario& scenario)
{
    study.AddPanel(
        MakePanel(scenario, "fixed rates", {"fixed-1", "fixed-2", "fixed-5_5", "fixed-11"}));
    study.AddPanel(MakePanel(scenario, "adaptation", {"ideal", "mimd", "arf", "cara", "minstrel"}));
}

std::vector<std::string>
MakeRow(const RateResults& results, const RateManager& manager)
{
    std::vector<std::string> row{"  " + manager.label};
    for (const double distance : results.GetDistances())
    {
        row.push_back(StudyTable::Format(
            SampleStatistics(results.GetThroughputs(manager, distance)).EstimateMean(),
            2));
    }
    row.push_back(
        StudyTable::Format(SampleStatistics(results.GetGridMeans(manager)).EstimateMean(), 2));
    const double packets = results.GetTotal(manager, "packets");
    row.push_back(StudyTable::Format(results.GetTotal(manager, "transmissions") / packets, 2));
    row.push_back(StudyTable::Format(1e3 * results.GetTotal(manager, "airtime") / packets, 2));
    return row;
}

void
PrintManagers(std::ostream& os, const StudyResults& all)
{
    StudyTable table;
    const auto distances = RateResults(all, RateGrid::GetScenarios().front()).GetDistances();
    table.AddColumn("throughput, Mb/s, at", StudyTable::LEFT);
    for (const double distance : distances)
    {
        table.AddColumn(FormatDistance(distance), StudyTable::RIGHT);
    }
    table.AddColumn("mean", StudyTable::RIGHT);
    table.AddColumn("frames sent\nper packet", StudyTable::RIGHT);
    table.AddColumn("ms on the air\nper packet", StudyTable::RIGHT);
    for (const auto& scenario : RateGrid::GetScenarios())
    {
        const RateResults results(all, scenario);
        const auto managers = results.GetManagers();
        if (!managers.empty())
        {
            std::vector<std::string> heading{scenario.label};
            heading.resize(distances.size() + 4);
            table.AddRow(heading);
        }
        for (const auto& manager : managers)
        {
            table.AddRow(MakeRow(results, manager));
        }
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("rate-managers", "kuang2003, 4.3.2: rate adaptation over distance");
    RateGrid::AddPoints(study);
    study.SetDefaultRuns(3, Seconds(5));
    study.SetFullRuns(10, Seconds(10));
    AddStaticClaims(study, RateGrid::GetScenarios().front());
    for (const auto& scenario : GetShownScenarios())
    {
        AddGridClaims(study, scenario);
        AddPanels(study, scenario);
    }
    study.SetTablePrinter(PrintManagers);
    return study.Main(argc, argv);
}

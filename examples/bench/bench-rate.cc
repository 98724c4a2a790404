// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of MimdArfWifiManager and EttWifiManager against that of ArfWifiManager. The program
 * simulates a saturated 802.11b link in short pieces, in which the managers take turns, and
 * compares each piece with ArfWifiManager's of the same turn. Other work of the machine slows a
 * whole turn down; the median of the turns leaves out those during which the speed changed. The
 * cost is taken per attempt, as the managers make different numbers of them where frames are lost.
 *
 * Must show: processor time per attempt at most 1.05 times that of ArfWifiManager.
 */

#include "cost-limit.h"
#include "saturated-link.h"

#include "ns3/cell-radio.h"
#include "ns3/study.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

using namespace ns3;

namespace
{

/// How often each manager is measured in a run; odd, so that there is a median.
constexpr int TURNS = 31;
/// Share of frames that are lost in the lossy point.
constexpr double LOSS_RATE = 0.3;
/// Names of the points.
const std::string CLEAN = "clean";
const std::string LOSSY = "lossy";

/// Names of metrics and types of managers; the first is what the others are compared with.
const std::array<std::pair<std::string, std::string>, 3> MANAGERS{
    {{"arf", "ns3::ArfWifiManager"},
     {"mimd", "ns3::MimdArfWifiManager"},
     {"ett", "ns3::EttWifiManager"}}};

/// Costs of the managers, one for each turn, us.
using Costs = std::array<std::vector<double>, MANAGERS.size()>;

double
GetMedian(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Costs
MeasureTurns(double lossRate, Time duration)
{
    Costs costs;
    for (int turn = 0; turn < TURNS; ++turn)
    {
        for (std::size_t i = 0; i < MANAGERS.size(); ++i)
        {
            // The order alternates, so that a machine that becomes slower or faster favours none.
            const std::size_t manager = turn % 2 == 0 ? i : MANAGERS.size() - 1 - i;
            costs[manager].push_back(
                SaturatedLink(MANAGERS[manager].second, lossRate).Run(duration));
        }
    }
    return costs;
}

RunResult
Compare(double lossRate, const StudyOptions& options)
{
    RequireWifi(GetCellRadioOption(), "this measurement");
    const Costs costs = MeasureTurns(lossRate, options.duration);
    RunResult result;
    for (std::size_t manager = 0; manager < MANAGERS.size(); ++manager)
    {
        std::vector<double> ratios;
        std::transform(costs[manager].begin(),
                       costs[manager].end(),
                       costs[0].begin(),
                       std::back_inserter(ratios),
                       std::divides<>());
        const std::string& name = MANAGERS[manager].first;
        result.metrics.push_back({name + "_us_per_attempt", "us", GetMedian(costs[manager])});
        result.metrics.push_back({name + "_ratio", "", GetMedian(ratios)});
    }
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("bench-rate",
                "cost of MimdArfWifiManager and EttWifiManager against ArfWifiManager",
                [](const StudyPoint& point, uint32_t, const StudyOptions& options) {
                    return Compare(point.name == LOSSY ? LOSS_RATE : 0, options);
                });
    study.AddPoint({CLEAN, "every frame arrives"});
    study.AddPoint({LOSSY, "30 % of the frames are lost, whatever their rate"});
    study.SetDefaultRuns(5, Seconds(2));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(10));
    for (const std::string& point : {CLEAN, LOSSY})
    {
        AddCostLimit(study, point, "mimd_ratio", "MimdArfWifiManager, " + point, 1.05);
        AddCostLimit(study, point, "ett_ratio", "EttWifiManager, " + point, 1.05);
    }
    return study.Main(argc, argv);
}

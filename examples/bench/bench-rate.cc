// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What MimdArfWifiManager and EttWifiManager cost against ArfWifiManager: simulation of a saturated
 * 802.11b link, the managers in turn in this process, the least of several times of each. Attempts
 * are counted, as the managers lead to different numbers of them where frames are lost.
 *
 * Must show: wall time per attempt at most 1.05 times that of ArfWifiManager.
 */

#include "cost-limit.h"
#include "saturated-link.h"

#include "ns3/study.h"

#include <algorithm>
#include <array>

using namespace ns3;

namespace
{

/// How often each manager is measured; what else the machine does only adds to a time.
constexpr int REPETITIONS = 15;
/// Of the lossy point.
constexpr double LOSS_RATE = 0.3;
/// Names of the points.
const std::string CLEAN = "clean";
const std::string LOSSY = "lossy";

/// Names of metrics and types of managers; the first is what the others are compared with.
const std::array<std::pair<std::string, std::string>, 3> MANAGERS{
    {{"arf", "ns3::ArfWifiManager"},
     {"mimd", "ns3::MimdArfWifiManager"},
     {"ett", "ns3::EttWifiManager"}}};

RunResult
Compare(double lossRate, const StudyOptions& options)
{
    std::array<double, MANAGERS.size()> least;
    least.fill(1e9);
    for (int i = 0; i < REPETITIONS; ++i)
    {
        for (std::size_t manager = 0; manager < MANAGERS.size(); ++manager)
        {
            const double cost =
                SaturatedLink(MANAGERS[manager].second, lossRate).Run(options.duration);
            least[manager] = std::min(least[manager], cost);
        }
    }
    RunResult result;
    for (std::size_t manager = 0; manager < MANAGERS.size(); ++manager)
    {
        const std::string& name = MANAGERS[manager].first;
        result.metrics.push_back({name + "_us_per_attempt", "us", least[manager]});
        result.metrics.push_back({name + "_ratio", "", least[manager] / least[0]});
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
    study.SetFullRuns(10, Seconds(10));
    for (const std::string& point : {CLEAN, LOSSY})
    {
        AddCostLimit(study, point, "mimd_ratio", "MimdArfWifiManager, " + point, 1.05);
        AddCostLimit(study, point, "ett_ratio", "EttWifiManager, " + point, 1.05);
    }
    return study.Main(argc, argv);
}

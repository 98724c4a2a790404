// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-grid.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

RateManager
Fixed(const std::string& name, const std::string& rate)
{
    return {.name = "fixed-" + name,
            .label = rate + " Mb/s",
            .typeId = "ns3::ConstantRateWifiManager",
            .mode = "DsssRate" + name + "Mbps"};
}

RateManager
Adapted(const std::string& name, const std::string& label, const std::string& className)
{
    return {.name = name, .label = label, .typeId = "ns3::" + className + "WifiManager"};
}

RateManager
OnlyFull(RateManager manager)
{
    manager.onlyFull = true;
    return manager;
}

RateManager
Oracle(RateManager manager)
{
    manager.knowsChannel = true;
    return manager;
}

/// @param distance m
/// @return whether it is one of a run without options
bool
IsShown(double distance)
{
    const auto& shown = RateGrid::GetDistances();
    return std::find(shown.begin(), shown.end(), distance) != shown.end();
}

} // namespace

const std::vector<RateManager>&
RateGrid::GetManagers()
{
    static const std::vector<RateManager> managers{
        Fixed("1", "1"),
        Fixed("2", "2"),
        Fixed("5_5", "5.5"),
        Fixed("11", "11"),
        Oracle(Adapted("ideal", "Ideal", "Ideal")),
        Adapted("mimd", "MIMD", "MimdArf"),
        Adapted("arf", "ARF", "Arf"),
        Adapted("aarf", "AARF", "Aarf"),
        Adapted("aarf-cd", "AARF-CD", "Aarfcd"),
        Adapted("cara", "CARA", "Cara"),
        Adapted("onoe", "Onoe", "Onoe"),
        Adapted("minstrel", "Minstrel", "Minstrel"),
        OnlyFull(Adapted("amrr", "AMRR", "Amrr")),
        OnlyFull(Adapted("rraa", "RRAA", "Rraa")),
        Adapted("thompson", "Thompson sampling", "ThompsonSampling"),
        Adapted("ett", "ETT", "Ett"),
    };
    return managers;
}

// By its name, so that a manager can be added anywhere in the list.
const RateManager&
RateGrid::GetEtt()
{
    return *std::ranges::find(GetManagers(), "ett", &RateManager::name);
}

const std::vector<RateScenario>&
RateGrid::GetScenarios()
{
    using Transport = BulkTransfer::Transport;
    static const std::vector<RateScenario> scenarios{
        {"static", "static", RateChannel::STATIC, Transport::TCP},
        {"fading", "fading", RateChannel::FADING, Transport::TCP},
        {"walking", "walking", RateChannel::WALKING, Transport::TCP},
        {"static-udp", "static, UDP", RateChannel::STATIC, Transport::UDP, true},
    };
    return scenarios;
}

const std::vector<double>&
RateGrid::GetDistances()
{
    static const std::vector<double> distances{50, 75, 95, 115, 140};
    return distances;
}

const std::vector<double>&
RateGrid::GetFullDistances()
{
    static const std::vector<double> distances{30, 50, 65, 75, 85, 95, 105, 115, 125, 140, 155};
    return distances;
}

std::string
RateGrid::GetPoint(const RateScenario& scenario, const RateManager& manager, double distance)
{
    return scenario.name + "." + manager.name + "." + std::to_string(std::lround(distance)) + "m";
}

void
RateGrid::AddPoints(Study& study)
{
    for (const auto& scenario : GetScenarios())
    {
        for (const auto& manager : GetManagers())
        {
            for (const double distance : GetFullDistances())
            {
                study.AddPoint({GetPoint(scenario, manager, distance),
                                scenario.label + ", " + manager.label + ", " +
                                    std::to_string(std::lround(distance)) + " m",
                                scenario.onlyFull || manager.onlyFull || !IsShown(distance)},
                               [&scenario, &manager, distance](const StudyOptions& options) {
                                   return MeasureRateLink(
                                       {manager, scenario.channel, distance, scenario.transport},
                                       options);
                               });
            }
        }
    }
}

} // namespace ns3

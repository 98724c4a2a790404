// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of LinuxBridgeNetDevice against that of BridgeNetDevice. The same frames go over the
 * same ports; this process runs the kinds in turn and takes the least of several times of each. The
 * program also prints the cost with a queue disc, which BridgeNetDevice cannot have.
 *
 * Must show: wall time per forwarded frame at most 1.05 times that of BridgeNetDevice.
 */

#include "bridge-scenario.h"
#include "cost-limit.h"

#include "ns3/cell-radio.h"
#include "ns3/study.h"

#include <algorithm>
#include <array>

using namespace ns3;

namespace
{

/// Name of the only point.
const std::string FORWARDING = "forwarding";
/// How often each kind is measured. Other work of the machine only adds to a time, so that the
/// least one is taken.
constexpr int REPETITIONS = 15;
/// Bytes of a packet.
constexpr double PACKET = 1000;

using Kind = BridgeScenario::Kind;

/// The kinds and their names; the first is what the others are compared with.
const std::array<std::pair<Kind, std::string>, 4> KINDS{{{Kind::STOCK, "stock"},
                                                         {Kind::LINUX, "linux"},
                                                         {Kind::LINUX_FIFO, "linux_fifo"},
                                                         {Kind::LINUX_FQCODEL, "linux_fqcodel"}}};

/// Cost of one kind.
struct FrameCost
{
    double wall{1e9}; ///< least, us per frame
    double events{0}; ///< per frame
};

RunResult
Compare(const StudyOptions& options)
{
    RequireWifi(GetCellRadioOption(), "this measurement");
    std::array<FrameCost, KINDS.size()> costs;
    for (int i = 0; i < REPETITIONS; ++i)
    {
        for (std::size_t kind = 0; kind < KINDS.size(); ++kind)
        {
            const auto cost = BridgeScenario(KINDS[kind].first).Run(options.duration);
            const double frames = static_cast<double>(cost.bytes) / PACKET;
            costs[kind].wall = std::min(costs[kind].wall, 1e6 * cost.wallSeconds / frames);
            costs[kind].events = static_cast<double>(cost.events) / frames;
        }
    }
    RunResult result;
    for (std::size_t kind = 0; kind < KINDS.size(); ++kind)
    {
        const auto& name = KINDS[kind].second;
        result.metrics.push_back({name + "_wall_us_per_frame", "us", costs[kind].wall});
        result.metrics.push_back({name + "_events_per_frame", "", costs[kind].events});
        result.metrics.push_back({name + "_wall_ratio", "", costs[kind].wall / costs[0].wall});
        result.metrics.push_back({name + "_event_ratio", "", costs[kind].events / costs[0].events});
    }
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study(
        "bench-bridge",
        "cost of LinuxBridgeNetDevice against BridgeNetDevice",
        [](const StudyPoint&, uint32_t, const StudyOptions& options) { return Compare(options); });
    study.AddPoint({FORWARDING, "10000 frames a second through two Ethernet ports"});
    study.SetDefaultRuns(5, Seconds(2));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(10));
    AddCostLimit(study, FORWARDING, "linux_wall_ratio", "wall time per frame, ratio", 1.05);
    AddCostLimit(study, FORWARDING, "linux_event_ratio", "events per frame, ratio", 1.0);
    return study.Main(argc, argv);
}

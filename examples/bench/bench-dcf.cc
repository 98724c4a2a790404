// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of DcfNetDevice against that of WifiNetDevice, per packet that arrives. This process
 * runs the two in turn and takes the least time of several of each. Without IP, the devices' queues
 * never run empty; with it, the program tells what is left of the gain when applications, TCP or
 * UDP and IP take their part.
 *
 * Cells of ns-3 are on one YansWifiChannel, a kilometre apart, where each frame costs an event for
 * each radio. Where their channels are apart, WifiNetDevice needs 20 events for a packet, and a
 * packet that arrives needs one at least, so that the gain in events stays below 25 there.
 *
 * Must show: in 16 cells of 2 nodes and in one cell of 32, without IP, at least 25 times fewer
 * events and 25 times less time; with channels apart, the latter.
 */

#include "radio-scenario.h"

#include "ns3/study.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace ns3;

namespace
{

/// How often each kind is measured. Other work of the machine only adds to a time, so that the
/// least one is taken.
constexpr int REPETITIONS = 3;
/// DcfNetDevice without IP runs so much longer, that its time can be measured.
constexpr int LONGER = 20;
/// Bytes of a packet.
constexpr double PACKET_BYTES = 1500;
/// Least gain.
constexpr double LEAST = 25;

/// The points and what they measure; ns-3's radio is set later.
const std::map<std::string, RadioOptions> POINTS{
    {"cells", {.cells = 16, .apart = false}},
    {"cells-apart", {.cells = 16}},
    {"cell", {.nodes = 32}},
    {"cells-udp", {.cells = 16, .load = RadioLoad::UDP}},
    {"cell-udp", {.nodes = 32, .load = RadioLoad::UDP}},
    {"cells-tcp", {.cells = 16, .load = RadioLoad::TCP}},
    {"cell-tcp", {.nodes = 32, .load = RadioLoad::TCP}}};

/// Cost of one kind, per packet.
struct PacketCost
{
    double wall{std::numeric_limits<double>::infinity()}; ///< least, us
    double cpu{std::numeric_limits<double>::infinity()};  ///< least time on a processor, us
    double events{0};
    double rate{0}; ///< goodput of a cell, Mb/s
};

void
Measure(PacketCost& cost, const RadioOptions& cells, Time duration)
{
    const SimulationCost run = RadioScenario(cells).Run(duration);
    const auto bytes = static_cast<double>(run.bytes);
    const double packets = bytes / PACKET_BYTES;
    cost.wall = std::min(cost.wall, 1e6 * run.wallSeconds / packets);
    cost.cpu = std::min(cost.cpu, 1e6 * run.cpuSeconds / packets);
    cost.events = static_cast<double>(run.events) / packets;
    cost.rate = 8e-6 * bytes / cells.cells / duration.GetSeconds();
}

RunResult
Compare(const RadioOptions& ours, const StudyOptions& options)
{
    RequireDuration(options, MilliSeconds(20), "in which each cell has a packet");
    RadioOptions theirs = ours;
    theirs.wifi = true;
    const int factor = ours.load == RadioLoad::DEVICE ? LONGER : 1;
    PacketCost dcf;
    PacketCost wifi;
    for (int i = 0; i < REPETITIONS; ++i)
    {
        Measure(wifi, theirs, options.duration);
        Measure(dcf, ours, factor * options.duration);
    }
    RunResult result;
    result.metrics = {{"wall_speedup", "", wifi.wall / dcf.wall},
                      {"cpu_speedup", "", wifi.cpu / dcf.cpu},
                      {"event_speedup", "", wifi.events / dcf.events},
                      {"wifi_wall_us_per_packet", "us", wifi.wall},
                      {"dcf_wall_us_per_packet", "us", dcf.wall},
                      {"wifi_events_per_packet", "", wifi.events},
                      {"dcf_events_per_packet", "", dcf.events},
                      {"wifi_rate", "Mb/s", wifi.rate},
                      {"dcf_rate", "Mb/s", dcf.rate}};
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("bench-dcf", "cost of DcfNetDevice against WifiNetDevice, per packet that arrives");
    const std::map<RadioLoad, std::string> loads{{RadioLoad::DEVICE, "full queues, no IP"},
                                                 {RadioLoad::UDP, "UDP"},
                                                 {RadioLoad::TCP, "TCP"}};
    for (const auto& [name, cells] : POINTS)
    {
        study.AddPoint(
            {name,
             std::to_string(cells.cells) + " cells of " + std::to_string(cells.nodes) + " nodes, " +
                 loads.at(cells.load) + (cells.apart && cells.cells > 1 ? ", channels apart" : "")},
            [&cells = cells](const StudyOptions& options) { return Compare(cells, options); });
    }
    study.SetDefaultRuns(3, Seconds(0.3));
    study.SetTimed();
    study.SetFullRuns(5, Seconds(4));
    const auto claim = [&study](const std::string& point, const std::string& metric) {
        study.AddClaim({.id = "speed",
                        .cell = point + ", " + metric,
                        .unit = "",
                        .band = {LEAST, std::numeric_limits<double>::infinity()},
                        .estimate = MeanOf(point, metric)});
    };
    claim("cells", "event_speedup");
    claim("cells", "wall_speedup");
    claim("cell", "event_speedup");
    claim("cell", "wall_speedup");
    claim("cells-apart", "wall_speedup");
    return study.Main(argc, argv);
}

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of TcpLinux24Socket against that of TcpSocketBase: this process makes the same saturated
 * transfer over 10 Mb/s with one after the other, and 1000 connections on one node.
 *
 * Must show: events and wall time per delivered segment at most 1.10 times those of TcpSocketBase.
 */

#include "cost-limit.h"
#include "tcp-scenario.h"

#include "ns3/cell-radio.h"
#include "ns3/study.h"

using namespace ns3;

namespace
{

/// Name of the only point.
const std::string TRANSFER = "transfer";
/// Connections on a node.
constexpr uint32_t CONNECTIONS = 1000;
/// Data bytes of a segment.
constexpr double SEGMENT = 1448;

/// Metrics of one of the two kinds.
/// @param name of it
/// @param transfer its cost
/// @param memory of a connection
std::vector<Metric>
Describe(const std::string& name, const SimulationCost& transfer, double memory)
{
    const double segments = static_cast<double>(transfer.bytes) / SEGMENT;
    return {{name + "_wall_us_per_segment", "us", 1e6 * transfer.wallSeconds / segments},
            {name + "_events_per_segment", "", static_cast<double>(transfer.events) / segments},
            {name + "_connection_kib", "KiB", memory / 1024}};
}

RunResult
Compare(const StudyOptions& options)
{
    RequireWifi(GetCellRadioOption(), "this measurement");
    const SimulationCost stockTransfer = TcpScenario(false).RunTransfer(options.duration);
    const SimulationCost linuxTransfer = TcpScenario(true).RunTransfer(options.duration);
    const auto stock =
        Describe("stock", stockTransfer, TcpScenario(false).MeasureConnectionMemory(CONNECTIONS));
    const auto linux24 =
        Describe("linux24", linuxTransfer, TcpScenario(true).MeasureConnectionMemory(CONNECTIONS));
    RunResult result;
    result.metrics = {{"wall_ratio", "", linux24[0].value / stock[0].value},
                      {"event_ratio", "", linux24[1].value / stock[1].value}};
    result.metrics.insert(result.metrics.end(), stock.begin(), stock.end());
    result.metrics.insert(result.metrics.end(), linux24.begin(), linux24.end());
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study(
        "bench-tcp",
        "cost of TcpLinux24Socket against TcpSocketBase",
        [](const StudyPoint&, uint32_t, const StudyOptions& options) { return Compare(options); });
    study.AddPoint({TRANSFER, "saturated transfer, then 1000 idle connections"});
    study.SetDefaultRuns(5, Seconds(60));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(300));
    AddCostLimit(study, TRANSFER, "wall_ratio", "wall time per segment, ratio", 1.10);
    AddCostLimit(study, TRANSFER, "event_ratio", "events per segment, ratio", 1.10);
    return study.Main(argc, argv);
}

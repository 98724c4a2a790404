// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of AckPriorityHelper: sixteen uploads in the cell of malone2008 without 802.11e, with
 * two access categories that are both like the DCF, and with priority of ACKs, in turn. Priority
 * lets all stations send, where most of them stand still without it, so that the program also
 * compares the time per frame on the air and per data packet that arrives.
 *
 * Must show: at most 1.2 times the time of the same cell without 802.11e.
 */

#include "cost-limit.h"
#include "simulation-cost.h"

#include "ns3/boolean.h"
#include "ns3/bulk-transfer.h"
#include "ns3/cell-radio.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/simulator.h"
#include "ns3/study.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Name of the only point.
const std::string CELL = "cell";
/// Names of the cells in metrics; the first is what the others are compared with.
const std::array<std::string, 3> NAMES{"fifo", "equal", "priority"};
/// Stations that upload.
constexpr uint32_t UPLOADS = 16;
/// How often each cell is measured, in turn. Other work of the machine only adds to a time, so that
/// the least one is taken.
constexpr int REPETITIONS = 3;

/// Cost of a cell and what happened in it.
struct CellCost
{
    double time{0};    ///< of the processor, s
    double events{0};  ///< of the simulator
    double frames{0};  ///< on the air
    double packets{0}; ///< of data that arrived
};

/// @param factory of the cell
/// @param duration that is measured, after as much that is not
CellCost
MeasureCell(const ObjectFactory& factory, Time duration)
{
    CellCost cost;
    {
        const auto cell = factory.Create<Malone2008Testbed>();
        const Malone2008Testbed& testbed = *cell;
        cell->AssignStreams(0);
        const Time counted = testbed.GetStart() + duration;
        std::vector<std::unique_ptr<BulkTransfer>> uploads;
        for (uint16_t i = 0; i < UPLOADS; ++i)
        {
            uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                             testbed.GetStation(i),
                                                             testbed.GetHost(),
                                                             testbed.GetHostAddress(),
                                                             5001 + i));
            uploads.back()->Schedule(testbed.GetStart(), 2 * duration);
        }
        const auto getBytes = [&uploads] {
            uint64_t bytes = 0;
            for (const auto& upload : uploads)
            {
                bytes += upload->GetReceivedBytes();
            }
            return bytes;
        };
        uint64_t bytesBefore = 0;
        Simulator::Schedule(counted, [&] { bytesBefore = getBytes(); });
        for (auto radio = testbed.GetRadios().Begin(); radio != testbed.GetRadios().End(); ++radio)
        {
            DynamicCast<WifiNetDevice>(*radio)->GetPhy()->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>, double>([&](Ptr<const Packet>, double) {
                    cost.frames += Simulator::Now() >= counted;
                }));
        }
        const SimulationCost simulation = MeasureSimulation(counted, duration);
        cost.time = simulation.cpuSeconds;
        cost.events = static_cast<double>(simulation.events);
        cost.packets = static_cast<double>(getBytes() - bytesBefore) / testbed.GetSegmentSize();
    }
    Simulator::Destroy();
    return cost;
}

RunResult
Compare(const StudyOptions& options)
{
    RequireWifi(GetCellRadioOption(), "this measurement");
    ObjectFactory fifo("ns3::Malone2008Testbed");
    // FreeBSD's own window, with which the access point's queue overflows and stations stand still.
    Vary(fifo, "Uploads", UintegerValue(UPLOADS), "ReceiveBuffer", UintegerValue(65536));
    ObjectFactory priority = fifo;
    Vary(priority, "PrioritiseAcks", BooleanValue(true));
    ObjectFactory equal = priority;
    Vary(equal, "ExtraSlots", UintegerValue(0), "AckCwMin", UintegerValue(31));
    const std::array<ObjectFactory, 3> cells{fifo, equal, priority};
    std::array<CellCost, 3> costs;
    for (int i = 0; i < REPETITIONS; ++i)
    {
        for (std::size_t cell = 0; cell < cells.size(); ++cell)
        {
            const CellCost cost = MeasureCell(cells[cell], options.duration);
            const double least = i == 0 ? cost.time : std::min(costs[cell].time, cost.time);
            costs[cell] = cost;
            costs[cell].time = least;
        }
    }
    RunResult result;
    const CellCost& base = costs.front();
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
    {
        const CellCost& cost = costs[cell];
        const std::vector<Metric> metrics{
            {"-time", "s", cost.time},
            {"-events", "", cost.events},
            {"-frames", "", cost.frames},
            {"-packets", "", cost.packets},
            {"-ratio", "", cost.time / base.time},
            {"-frames-ratio", "", cost.frames / base.frames},
            {"-events-per-frame-ratio",
             "",
             cost.events / cost.frames / (base.events / base.frames)},
            {"-time-per-frame-ratio", "", cost.time / cost.frames / (base.time / base.frames)},
            {"-time-per-packet-ratio", "", cost.time / cost.packets / (base.time / base.packets)}};
        for (const Metric& metric : metrics)
        {
            result.metrics.push_back({NAMES[cell] + metric.name, metric.unit, metric.value});
        }
    }
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study(
        "bench-ack-priority",
        "cost of AckPriorityHelper against the same cell without 802.11e",
        [](const StudyPoint&, uint32_t, const StudyOptions& options) { return Compare(options); });
    study.AddPoint({CELL, "16 uploads"});
    study.SetDefaultRuns(3, Seconds(4));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(20));
    AddCostLimit(study, CELL, "equal-ratio", "both categories like the DCF, time", 1.2);
    AddCostLimit(study, CELL, "priority-ratio", "priority, time", 1.2);
    AddCostLimit(study,
                 CELL,
                 "priority-time-per-frame-ratio",
                 "priority, time per frame on the air",
                 1.2);
    AddCostLimit(study,
                 CELL,
                 "priority-time-per-packet-ratio",
                 "priority, time per packet of data",
                 1.2);
    return study.Main(argc, argv);
}

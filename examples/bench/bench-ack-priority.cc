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

#include "ns3/bulk-transfer.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/simulator.h"
#include "ns3/study.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Name of the only point.
const std::string CELL = "cell";
/// Stations that upload.
constexpr uint32_t UPLOADS = 16;

/// Cost of a cell and what happened in it.
struct CellCost
{
    double time{0};    ///< of the processor, s
    double events{0};  ///< of the simulator
    double frames{0};  ///< on the air
    double packets{0}; ///< of data that arrived
};

/// @param parameters of the cell @param duration that is measured, after as much that is not
CellCost
MeasureCell(const Malone2008Parameters& parameters, Time duration)
{
    CellCost cost;
    {
        Malone2008Testbed testbed(parameters);
        testbed.AssignStreams(0);
        const Time counted = parameters.start + duration;
        std::vector<std::unique_ptr<BulkTransfer>> uploads;
        for (uint16_t i = 0; i < UPLOADS; ++i)
        {
            uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                             testbed.GetStation(i),
                                                             testbed.GetHost(),
                                                             testbed.GetHostAddress(),
                                                             5001 + i));
            uploads.back()->Schedule(parameters.start, 2 * duration);
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
        cost.packets = static_cast<double>(getBytes() - bytesBefore) / parameters.segmentSize;
    }
    Simulator::Destroy();
    return cost;
}

RunResult
Compare(const StudyOptions& options)
{
    Malone2008Parameters fifo;
    fifo.uploads = UPLOADS;
    Malone2008Parameters priority = fifo;
    priority.prioritiseAcks = true;
    Malone2008Parameters equal = priority;
    equal.extraSlots = 0;
    equal.ackCwMin = 31;
    const CellCost base = MeasureCell(fifo, options.duration);
    RunResult result;
    const auto add = [&](const std::string& name, const CellCost& cost) {
        result.metrics.push_back({name + "-time", "s", cost.time});
        result.metrics.push_back({name + "-events", "", cost.events});
        result.metrics.push_back({name + "-frames", "", cost.frames});
        result.metrics.push_back({name + "-packets", "", cost.packets});
        result.metrics.push_back({name + "-events-per-frame", "", cost.events / cost.frames});
    };
    const auto compare = [&](const std::string& name, const CellCost& cost) {
        result.metrics.push_back({name + "-ratio", "", cost.time / base.time});
        result.metrics.push_back(
            {name + "-frame-ratio", "", cost.time / cost.frames / (base.time / base.frames)});
        result.metrics.push_back(
            {name + "-packet-ratio", "", cost.time / cost.packets / (base.time / base.packets)});
    };
    add("fifo", base);
    for (const auto& [name, parameters] : {std::pair{"equal", equal}, {"priority", priority}})
    {
        const CellCost cost = MeasureCell(parameters, options.duration);
        add(name, cost);
        compare(name, cost);
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
    study.SetDefaultRuns(5, Seconds(5));
    study.SetFullRuns(10, Seconds(20));
    AddCostLimit(study, CELL, "equal-ratio", "both categories like the DCF, time", 1.2);
    AddCostLimit(study, CELL, "priority-ratio", "priority, time", 1.2);
    AddCostLimit(study, CELL, "priority-frame-ratio", "priority, time per frame on the air", 1.2);
    AddCostLimit(study, CELL, "priority-packet-ratio", "priority, time per packet of data", 1.2);
    return study.Main(argc, argv);
}

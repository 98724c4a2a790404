// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of AckDataWrrQueueDisc: this process enqueues and dequeues the same TCP data and pure
 * ACKs with it, with PfifoFastQueueDisc and FqCoDelQueueDisc in turn, and with adaptive weights.
 *
 * Must show: at most 1.3 times the time of PfifoFastQueueDisc, and less than FqCoDelQueueDisc.
 */

#include "cost-limit.h"
#include "queue-disc-load.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/boolean.h"
#include "ns3/cell-radio.h"
#include "ns3/fq-codel-queue-disc.h"
#include "ns3/pfifo-fast-queue-disc.h"
#include "ns3/study.h"

using namespace ns3;

namespace
{

/// Name of the only point.
const std::string LOAD = "load";
/// Names of the discs in metrics.
const std::vector<std::string> NAMES{"wrr", "pfifo_fast", "fq_codel", "adaptive_wrr"};

RunResult
Compare(const StudyOptions& options)
{
    RequireWifi(GetCellRadioOption(), "this measurement");
    QueueDiscLoad load;
    load.Add(CreateObject<AckDataWrrQueueDisc>());
    load.Add(CreateObject<PfifoFastQueueDisc>());
    const auto fqCoDel = CreateObject<FqCoDelQueueDisc>();
    fqCoDel->SetQuantum(1514); // that of a device with an MTU of 1500
    load.Add(fqCoDel);
    const auto adaptive = CreateObject<AckDataWrrQueueDisc>();
    adaptive->SetAttribute("AdaptiveWeights", BooleanValue(true));
    load.Add(adaptive);
    const auto costs = load.Run(options.duration);
    RunResult result;
    result.metrics = {{"pfifo_fast_ratio", "", costs[0].nanoseconds / costs[1].nanoseconds},
                      {"fq_codel_ratio", "", costs[0].nanoseconds / costs[2].nanoseconds},
                      {"adaptive_ratio", "", costs[3].nanoseconds / costs[0].nanoseconds}};
    for (std::size_t i = 0; i < costs.size(); ++i)
    {
        result.metrics.push_back({NAMES[i] + "_ns_per_packet", "ns", costs[i].nanoseconds});
        result.metrics.push_back(
            {NAMES[i] + "_dropped", "packets", static_cast<double>(costs[i].dropped)});
    }
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study(
        "bench-wrr",
        "cost of AckDataWrrQueueDisc against PfifoFastQueueDisc and FqCoDelQueueDisc",
        [](const StudyPoint&, uint32_t, const StudyOptions& options) { return Compare(options); });
    study.AddPoint({LOAD, "TCP data and pure ACKs in turn, 50 packets waiting"});
    study.SetDefaultRuns(5, Seconds(10));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(60));
    AddCostLimit(study, LOAD, "pfifo_fast_ratio", "time per packet over PfifoFastQueueDisc", 1.3);
    AddCostLimit(study, LOAD, "fq_codel_ratio", "time per packet over FqCoDelQueueDisc", 1.0);
    return study.Main(argc, argv);
}

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A small study: saturated uploads by UDP and TCP over the laptop testbed.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
   \endverbatim
 *
 * Must show: UDP as fast as 802.11b allows with a mean backoff of 15.5 slots, 6.11 Mb/s
 * (IEEE 802.11b, long preamble, ACK at 2 Mb/s); TCP, whose ACKs share the air, slower.
 */

#include "../kuang2003/laptop-run.h"

#include "ns3/boolean.h"
#include "ns3/object-factory.h"
#include "ns3/study.h"
#include "ns3/user-attribute.h"

using namespace ns3;

namespace
{

RunResult
MeasureUpload(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    ObjectFactory laptop("ns3::Kuang2003Testbed");
    Vary(laptop, "QueuedBulk", BooleanValue(true));
    const auto transport =
        point.name == "udp" ? BulkTransfer::Transport::UDP : BulkTransfer::Transport::TCP;
    LaptopTransfer transfer(transport, laptop, options.duration);
    return RunLaptopTransfer(transfer, options);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("saturated-uploads", "saturated uploads by UDP and TCP", MeasureUpload);
    study.AddPoint({"udp", "UDP"});
    study.AddPoint({"tcp", "TCP"});
    study.SetDefaultRuns(5, Seconds(10));
    study.AddClaim({.id = "E1",
                    .cell = "UDP against the arithmetic of 802.11b",
                    .paper = 6.11,
                    .unit = "Mb/s",
                    .band = Interval::Within(6.11, 0.02),
                    .estimate = MeanOf("udp", "throughput"),
                    .group = "Upload",
                    .label = "UDP",
                    .quantity = "throughput"});
    study.AddClaim({.id = "E2",
                    .cell = "TCP, slower by its ACKs",
                    .unit = "Mb/s",
                    .band = {4.6, 5.5},
                    .estimate = MeanOf("tcp", "throughput"),
                    .group = "Upload",
                    .label = "TCP",
                    .quantity = "throughput"});
    return study.Main(argc, argv);
}

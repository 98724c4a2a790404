// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, figure 5 and 4.3.1: collisions of TCP's data with its own acknowledgments in the MAC
 * layer, and what they cost without MAC retransmission.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
                                   ^ sniffer
   \endverbatim
 *
 * Must show: K7, retry rate 0.47 to 0.98 % for UDP and 3.5 to 6 % for TCP; without MAC
 * retransmission TCP loses 15 to 31 %, and UDP without it is not slower than TCP with it. K8, in a
 * clean channel at least 90 % of the data frames' retries have an ACK frame's retry from the same
 * collision.
 */

#include "laptop-stream.h"

#include "ns3/kuang2003-testbed.h"

#include <limits>

using namespace ns3;

namespace
{

const std::string TCP = "tcp";
const std::string UDP = "udp";
const std::string TCP_ONCE = "tcp-no-retransmission";
const std::string UDP_ONCE = "udp-no-retransmission";
const std::string TCP_CLEAN = "tcp-clean-channel";

/// Add a point.
/// @param study takes it
/// @param point its name and label
/// @param transport of the stream
/// @param values of the testbed
void
AddStream(Study& study,
          const StudyPoint& point,
          BulkTransfer::Transport transport,
          const TestbedValues& values)
{
    study.AddPoint(point, [transport, values](const StudyOptions& options) {
        return MeasureLaptopStream(transport, values, options);
    });
}

void
AddPoints(Study& study)
{
    using Transport = BulkTransfer::Transport;
    const TestbedValues often{{"MacRetransmission", "true"}};
    const TestbedValues once{{"MacRetransmission", "false"}};
    AddStream(study, {TCP, "TCP"}, Transport::TCP, often);
    AddStream(study, {UDP, "UDP"}, Transport::UDP, often);
    AddStream(study, {TCP_ONCE, "TCP, adapter without MAC retransmission"}, Transport::TCP, once);
    AddStream(study, {UDP_ONCE, "UDP, adapter without MAC retransmission"}, Transport::UDP, once);
    TestbedValues clean = often;
    clean["FrameLossRate"] = "0"; // K8 asks for collisions alone
    AddStream(study, {TCP_CLEAN, "TCP, channel without noise"}, Transport::TCP, clean);
}

void
AddRetryRates(Study& study)
{
    study.AddClaim({.id = "K7",
                    .cell = "UDP, retry rate (paper: 0.47 .. 0.98)",
                    .unit = "%",
                    .band = {0.47, 0.98},
                    .estimate = MeanOf(UDP, "retry-rate"),
                    .group = "Frames with Retry bit",
                    .label = "UDP",
                    .quantity = "retry rate",
                    .kind = ClaimKind::CALIBRATED});
    study.AddClaim({.id = "K7",
                    .cell = "TCP, retry rate (paper: 4.58 .. 4.73)",
                    .unit = "%",
                    .band = {3.5, 6},
                    .estimate = MeanOf(TCP, "retry-rate"),
                    .group = "Frames with Retry bit",
                    .label = "TCP",
                    .quantity = "retry rate"});
    study.AddClaim({.id = "K8",
                    .cell = "clean channel, data retries paired with ACK retries",
                    .unit = "%",
                    .band = {90, std::numeric_limits<double>::infinity()},
                    .estimate = MeanOf(TCP_CLEAN, "paired")});
    // "Always paired", at a distance at which UDP shows noise (4.3.1).
    study.AddClaim({.id = "K8",
                    .cell = "with the testbed's noise, data retries paired with ACK retries",
                    .unit = "%",
                    .band = {90, std::numeric_limits<double>::infinity()},
                    .estimate = MeanOf(TCP, "paired")});
}

void
AddThroughputs(Study& study)
{
    study.AddClaim({.id = "K7",
                    .cell = "TCP without MAC retransmission / with",
                    .paper = 0.77,
                    .unit = "",
                    .band = {0.69, 0.85},
                    .estimate = RatioOf("throughput", TCP_ONCE, TCP),
                    .group = "Without MAC retransmission",
                    .label = "TCP",
                    .quantity = "throughput over that of TCP with it"});
    study.AddClaim({.id = "K7",
                    .cell = "UDP without MAC retransmission / TCP with",
                    .unit = "",
                    .band = {1, 2},
                    .estimate = RatioOf("throughput", UDP_ONCE, TCP),
                    .group = "Without MAC retransmission",
                    .label = "UDP",
                    .quantity = "throughput over that of TCP with it"});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-collisions",
                "kuang2003, figure 5: collisions of data and acknowledgments");
    AddPoints(study);
    study.SetDefaultRuns(10, Kuang2003Testbed::DURATION);
    study.SetFullRuns(10, Seconds(60));
    AddRetryRates(study);
    AddThroughputs(study);
    return study.Main(argc, argv);
}

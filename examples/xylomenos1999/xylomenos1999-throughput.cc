// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * xylomenos1999, figures 3 and 9: throughput of UDP and TCP over the packet size, in all scenarios.
 *
 * Must show: X1, X2, X4, X7 and X8, and of X9 that the distance does not matter. See the claims.
 */

#include "ettcp-cells.h"

#include <limits>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();
/// The UDP test of 100 bytes on the Ethernet (V.A).
const EttcpTest ETHERNET{1, true, false, 100, true};

std::string
Bytes(uint32_t size)
{
    return ", " + std::to_string(size) + " bytes";
}

/// Size of the packets with which UDP has its peak.
constexpr uint32_t LARGEST = 1500;

/// @return the peak of UDP that the paper prints, Mb/s
double
GetPrintedPeak(uint32_t scenario, bool isForward)
{
    if (scenario == 1)
    {
        return 1.8;
    }
    return isForward ? 1.78 : 1.28;
}

/// X1: peaks of UDP, and growth with the size.
void
AddPeaks(Study& study)
{
    const auto add = [&study](uint32_t scenario, bool isForward, double tolerance) {
        const EttcpLink link{scenario, isForward};
        const double paper = GetPrintedPeak(scenario, isForward);
        study.AddClaim({.id = "X1",
                        .cell = link.GetLabel() + ", UDP peak",
                        .paper = paper,
                        .unit = "Mb/s",
                        .band = {paper * (1 - tolerance), paper * (1 + tolerance)},
                        .estimate = MeanOf(link.Udp(LARGEST), "throughput"),
                        .kind = ClaimKind::CALIBRATED});
        for (const uint32_t i : {1, 2, 3})
        {
            const uint32_t size = ETTCP_SIZES[i];
            study.AddClaim(
                {.id = "X1",
                 .cell = link.GetLabel() + ", UDP" + Bytes(size) + " over next smaller",
                 .unit = "",
                 .band = {1, UNLIMITED},
                 .estimate = RatioOf("throughput", link.Udp(size), link.Udp(ETTCP_SIZES[i - 1]))});
        }
    };
    add(1, true, 0.05);
    add(1, false, 0.05);
    // The sender is that of scenario 1, whose peak set the preamble.
    add(2, true, 0.05);
    add(2, false, 0.08);
}

/// An estimator of a percentage of UDP's throughput.
ClaimEstimator
PercentOfUdp(const EttcpLink& link, uint32_t size)
{
    const ClaimEstimator ratio = RatioOf("throughput", link.Tcp(size), link.Udp(size));
    return [ratio](const StudyResults& results) {
        Estimate estimate = ratio(results);
        estimate.value *= 100;
        estimate.ci95.low *= 100;
        estimate.ci95.high *= 100;
        return estimate;
    };
}

/// X2: TCP between ISA cards.
void
AddFallOfTcp(Study& study)
{
    for (const EttcpLink link : {EttcpLink{1, true}, EttcpLink{1, false}})
    {
        for (const uint32_t size : {1000, 1500})
        {
            study.AddClaim({.id = "X2",
                            .cell = link.GetLabel() + ", TCP's rate over UDP's" + Bytes(size),
                            .paper = 30,
                            .unit = "%",
                            .band = {20, 40},
                            .estimate = PercentOfUdp(link, size)});
            study.AddClaim({.id = "X2",
                            .cell = link.GetLabel() + ", TCP" + Bytes(size) + " over 500 bytes",
                            .unit = "",
                            .band = {0, 1},
                            .estimate = RatioOf("throughput", link.Tcp(size), link.Tcp(500))});
        }
    }
}

/// X4: datagrams of 100 bytes.
void
AddHostDrops(Study& study)
{
    for (const EttcpLink& link : GetEttcpLinks())
    {
        study.AddClaim({.id = "X4",
                        .cell = link.GetLabel() + ", UDP of 100 bytes, dropped in the host",
                        .unit = "%",
                        .band = {85, 97},
                        .estimate = MeanOf(link.Udp(100), "host-drops")});
    }
    study.AddClaim({.id = "X4",
                    .cell = "Ethernet, UDP of 100 bytes, dropped in the host",
                    .paper = 50,
                    .unit = "%",
                    .band = {40, 60},
                    .estimate = MeanOf(ETHERNET.GetName(), "host-drops"),
                    .kind = ClaimKind::CALIBRATED});
}

/// X7: mixed cards.
void
AddMixedCards(Study& study)
{
    for (const uint32_t size : ETTCP_SIZES)
    {
        const EttcpLink isa{2, true};
        study.AddClaim({.id = "X7",
                        .cell = isa.GetLabel() + ", TCP's rate over UDP's" + Bytes(size),
                        .unit = "%",
                        .band = {85, UNLIMITED},
                        .estimate = PercentOfUdp(isa, size)});
        const EttcpLink pcmcia{2, false};
        study.AddClaim({.id = "X7",
                        .cell = pcmcia.GetLabel() + ", TCP's rate over UDP's" + Bytes(size),
                        .unit = "%",
                        .band = {100, UNLIMITED},
                        .estimate = PercentOfUdp(pcmcia, size)});
    }
}

/// X8: matched hosts.
void
AddMatchedHosts(Study& study)
{
    const EttcpLink matched{5, true};
    study.AddClaim({.id = "X8",
                    .cell = matched.GetLabel() + ", TCP of 1500 bytes",
                    .paper = 1.7,
                    .unit = "Mb/s",
                    .band = {1.7 * 0.94, 1.7 * 1.06},
                    .estimate = MeanOf(matched.Tcp(1500), "throughput")});
    for (const EttcpLink& link : GetEttcpLinks())
    {
        if (link.scenario != matched.scenario || !link.isForward)
        {
            study.AddClaim(
                {.id = "X8",
                 .cell = matched.GetLabel() + ", TCP of 1500 bytes over " + link.GetLabel(),
                 .unit = "",
                 .band = {1, UNLIMITED},
                 .estimate = RatioOf("throughput", matched.Tcp(1500), link.Tcp(1500))});
        }
    }
}

/// X9: the distance does not matter. At either distance the model loses nothing to noise, so that
/// the ratio is 1 by construction. It could fail only by a mistake.
void
AddDistance(Study& study)
{
    for (const bool isForward : {true, false})
    {
        const EttcpLink near{1, isForward};
        const EttcpLink far{3, isForward};
        for (const uint32_t size : ETTCP_SIZES)
        {
            const auto add = [&](const std::string& protocol,
                                 const std::string& point,
                                 const std::string& base) {
                study.AddClaim(
                    {.id = "X9",
                     .cell = far.GetLabel() + ", " + protocol + Bytes(size) + " over scenario 1",
                     .unit = "",
                     .band = {0.95, 1.05},
                     .estimate = RatioOf("throughput", point, base),
                     .kind = ClaimKind::CANNOT_FAIL});
            };
            add("UDP", far.Udp(size), near.Udp(size));
            add("TCP", far.Tcp(size), near.Tcp(size));
        }
    }
}

/// Figures 3 and 9.
void
AddFigure(Study& study, uint32_t scenario, const std::string& title)
{
    StudyPanel panel{title, "packet size, bytes", "throughput, Mb/s", {}};
    for (const bool isForward : {true, false})
    {
        const EttcpLink link{scenario, isForward};
        StudyCurve udp{link.GetLabel() + ", UDP", "throughput", {}};
        StudyCurve tcp{link.GetLabel() + ", TCP", "throughput", {}};
        for (const uint32_t size : ETTCP_SIZES)
        {
            udp.points.emplace_back(size, link.Udp(size));
            tcp.points.emplace_back(size, link.Tcp(size));
        }
        udp.paper[LARGEST] = GetPrintedPeak(scenario, isForward);
        panel.curves.push_back(udp);
        panel.curves.push_back(tcp);
    }
    study.AddPanel(panel);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-throughput",
                "xylomenos1999, figures 3 and 9: throughput of UDP and TCP over WaveLAN");
    study.SetDefaultRuns(3, Seconds(60));
    study.SetFullRuns(5, Seconds(300));
    AddEttcpCells(study, true, true, MeasureEttcpCell);
    study.AddPoint({ETHERNET.GetName(), "Ethernet, UDP, 100 bytes"},
                   [](const StudyOptions& options) { return MeasureEttcpCell(ETHERNET, options); });
    AddPeaks(study);
    AddFallOfTcp(study);
    AddHostDrops(study);
    AddMixedCards(study);
    AddMatchedHosts(study);
    AddDistance(study);
    AddFigure(study, 1, "figure 3: ISA cards");
    AddFigure(study, 2, "figure 9: ISA and PCMCIA");
    return study.Main(argc, argv);
}

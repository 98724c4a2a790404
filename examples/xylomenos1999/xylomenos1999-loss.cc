// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * xylomenos1999, figures 2 and 8: loss of UDP packets over their size, and its runs.
 *
 * Must show: X3, and what X7 and X8 say of losses. See the claims.
 */

#include "ettcp-cells.h"

#include <iterator>
#include <limits>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();
/// Loss that counts as none, %.
constexpr double NEAR_ZERO = 0.1;
/// Equal losses are no growth. A ledger keeps nine digits of a band.
constexpr double GROWTH = 1 + 1e-8;

std::string
Cell(const EttcpLink& link, uint32_t size, const std::string& what)
{
    return link.GetLabel() + ", " + std::to_string(size) + " bytes, " + what;
}

void
AddLoss(Study& study,
        const std::string& id,
        const EttcpLink& link,
        Interval band,
        ClaimKind kind = ClaimKind::COUNTED)
{
    for (const uint32_t size : ETTCP_SIZES)
    {
        study.AddClaim({.id = id,
                        .cell = Cell(link, size, "loss"),
                        .unit = "%",
                        .band = band,
                        .estimate = MeanOf(link.Udp(size), "loss"),
                        .kind = kind});
    }
}

/// X3: a fast host overruns a slow one. The time that the slow one takes to read was set by this
/// loss.
void
AddOverrun(Study& study, const EttcpLink& link, double most)
{
    AddLoss(study, "X3", link, {0.3, most}, ClaimKind::CALIBRATED);
    for (std::size_t i = 1; i < std::size(ETTCP_SIZES); ++i)
    {
        const uint32_t smaller = ETTCP_SIZES[i - 1];
        study.AddClaim({.id = "X3",
                        .cell = Cell(link,
                                     ETTCP_SIZES[i],
                                     "loss over that of " + std::to_string(smaller) + " bytes"),
                        .unit = "",
                        .band = {GROWTH, UNLIMITED},
                        .estimate = RatioOf("loss", link.Udp(ETTCP_SIZES[i]), link.Udp(smaller))});
    }
    for (const uint32_t size : ETTCP_SIZES)
    {
        study.AddClaim({.id = "X3",
                        .cell = Cell(link, size, "runs of one packet"),
                        .unit = "%",
                        .band = {90, UNLIMITED},
                        .estimate = MeanOf(link.Udp(size), "single")});
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-loss",
                "xylomenos1999, figures 2 and 8: loss of UDP packets, and its runs");
    study.SetDefaultRuns(3, Seconds(100));
    study.SetFullRuns(5, Seconds(300));
    AddEttcpCells(study, false, true, MeasureEttcpCell);
    for (const EttcpLink& link : GetEttcpLinks())
    {
        const bool isFromPcmcia = link.GetSender() == WavelanCard::PCMCIA;
        if (isFromPcmcia)
        {
            // OverrunAfter was set by the peak of UDP (X1), and tells how much is lost.
            AddLoss(study, "X7", link, {0.1, 0.2}, ClaimKind::CALIBRATED);
            for (const uint32_t size : ETTCP_SIZES)
            {
                study.AddClaim({.id = "X7",
                                .cell = Cell(link, size, "runs of up to 5 packets"),
                                .unit = "%",
                                .band = {100, UNLIMITED},
                                .estimate = MeanOf(link.Udp(size), "up-to-5"),
                                .kind = ClaimKind::PUT_IN}); // OverrunLosses
            }
        }
        else if (link.scenario == 5)
        {
            AddLoss(study, "X8", link, Interval::AtMost(NEAR_ZERO));
        }
        else if (!link.isForward)
        {
            AddLoss(study, "X3", link, Interval::AtMost(NEAR_ZERO));
        }
        else
        {
            AddOverrun(study, link, link.scenario == 1 || link.scenario == 3 ? 0.6 : 0.8);
        }
    }
    return study.Main(argc, argv);
}

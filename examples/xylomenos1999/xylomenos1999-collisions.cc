// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * xylomenos1999, figures 4 and 12: data and acknowledgments that were sent and received in TCP
 * tests.
 *
 * Must show: X5, and that mixed cards do not collide (X7). See the claims.
 */

#include "ettcp-cells.h"

#include <limits>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

std::string
Cell(const EttcpLink& link, uint32_t size, const std::string& what)
{
    return link.GetLabel() + ", " + std::to_string(size) + " bytes, " + what;
}

/// X5: collisions of equal cards.
void
AddCollisions(Study& study, const EttcpLink& link)
{
    study.AddClaim({.id = "X5",
                    .cell = Cell(link, 1500, "data lost to collisions"),
                    .paper = 10,
                    .unit = "%",
                    .band = {7, 13},
                    .estimate = MeanOf(link.Tcp(1500), "data-lost")});
    for (const uint32_t i : {0, 1, 2, 3})
    {
        const uint32_t size = ETTCP_SIZES[i];
        study.AddClaim({.id = "X5",
                        .cell = Cell(link, size, "lost ACKs over lost data"),
                        .paper = 1,
                        .unit = "",
                        .band = {0.8, 1.2},
                        .estimate = MeanOf(link.Tcp(size), "ack-losses-over-data"),
                        // Of two hosts, one sends data and the other ACKs.
                        .kind = ClaimKind::CANNOT_FAIL});
        if (i > 0)
        {
            study.AddClaim(
                {.id = "X5",
                 .cell = Cell(link, size, "share of lost data over next smaller"),
                 .unit = "",
                 .band = {1, UNLIMITED},
                 .estimate = RatioOf("data-lost", link.Tcp(size), link.Tcp(ETTCP_SIZES[i - 1]))});
        }
    }
    study.AddClaim({.id = "X5",
                    .cell = Cell(link, 1500, "data sent over packets written"),
                    .unit = "",
                    .band = {1, UNLIMITED},
                    .estimate = MeanOf(link.Tcp(1500), "data-sent"),
                    .onlyFull = true});
    study.AddClaim({.id = "X5",
                    .cell = Cell(link, 1000, "data received over packets written"),
                    .unit = "",
                    .band = {0, 1},
                    .estimate = MeanOf(link.Tcp(1000), "data-received"),
                    .onlyFull = true});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-collisions",
                "xylomenos1999, figures 4 and 12: collisions of data and acknowledgments");
    study.SetDefaultRuns(3, Seconds(60));
    study.SetFullRuns(5, Seconds(300));
    AddEttcpCells(study, true, false, MeasureEttcpCell);
    for (const EttcpLink& link : GetEttcpLinks())
    {
        if (link.scenario == 1)
        {
            AddCollisions(study, link);
        }
        else if (link.scenario != 3)
        {
            for (const uint32_t size : ETTCP_SIZES)
            {
                study.AddClaim({.id = "X7",
                                .cell = Cell(link, size, "data lost to collisions"),
                                .paper = 0,
                                .unit = "%",
                                .band = Interval::AtMost(1),
                                .estimate = MeanOf(link.Tcp(size), "data-lost")});
            }
        }
    }
    return study.Main(argc, argv);
}

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * vacirca2005, figures 6 to 8: TCP data and pure ACKs in queues of their own at the access point,
 * served 2:1 by weighted round robin.
 *
 * Must show: V6, down/up about 1 for many transmissions (M_t) and buffers (Q) of 50 packets or
 * more; V7, loss of the uplink as with a FIFO and less loss of the downlink. The program also shows
 * what V6 depends on: the senders' TCP and their buffers. Without options it runs less than the
 * paper, the points of the claims four times for 50 s. --full runs the paper's grid for 500 s each,
 * of which the first 50 do not count.
 */

#include "cell-case.h"
#include "cell-panels.h"

using namespace ns3;

namespace
{

const std::string WRR = "wrr";
const std::string FIFO = "fifo";

CellCase
Case(uint32_t connections, uint32_t attempts, uint32_t queue, const std::string& discipline = WRR)
{
    return {connections, connections, attempts, queue, discipline};
}

/// The same with M_t 8 and other senders.
CellCase
Case(uint32_t connections, uint32_t queue, const std::string& tcp, uint32_t kilobytes)
{
    constexpr uint32_t ATTEMPTS = 8;
    return {connections, connections, ATTEMPTS, queue, WRR, tcp, kilobytes};
}

/// Sizes of socket buffers with which V6 is asked, KB.
const std::vector<uint32_t> BUFFERS{64, 128, 256};

void
AddSenderCases(Study& study, uint32_t connections)
{
    const std::string reno = "ns3::TcpLinuxReno";
    for (const uint32_t kilobytes : BUFFERS)
    {
        AddCases(study, {Case(connections, 100, CellCase().tcp, kilobytes)});
        AddCases(study, {Case(connections, 50, CellCase().tcp, kilobytes)}, true);
    }
    AddCases(study, {Case(connections, 100, reno, 64), Case(connections, 100, reno, 1024)});
}

/// Cells that are run without --full.
bool
IsShort(const CellCase& cellCase)
{
    return cellCase.attempts != 7 && cellCase.queue != 200;
}

void
AddFairness(Study& study)
{
    for (const uint32_t n : {2, 4})
    {
        for (const uint32_t attempts : {6, 7, 8})
        {
            for (const uint32_t queue : {50, 100, 200})
            {
                const CellCase cellCase = Case(n, attempts, queue);
                study.AddClaim({.id = "V6",
                                .cell = cellCase.GetScenario() + ", M_t " +
                                        std::to_string(attempts) + ", Q " + std::to_string(queue) +
                                        ": down/up",
                                .paper = 1,
                                .unit = "",
                                .band = {0.8, 1.25},
                                .estimate = MeanOf(cellCase.GetName(), "ratio"),
                                .onlyFull = !IsShort(cellCase),
                                // They set AckQueue of the testbed.
                                .kind = ClaimKind::CALIBRATED});
            }
        }
    }
}

/// Buffers of figures 6 to 8.
const std::vector<uint32_t> QUEUES{10, 20, 50, 100, 200};
/// Greatest number of transmissions in these figures.
constexpr uint32_t MOST_ATTEMPTS = 8;

/// Figure 8 shows the losses of each buffer over the number of transmissions.
void
AddLosses(Study& study, uint32_t attempts, uint32_t queue)
{
    const CellCase cellCase = Case(4, attempts, queue);
    const std::string wrr = cellCase.GetName();
    const std::string fifo = Case(4, attempts, queue, FIFO).GetName();
    const std::string cell = cellCase.GetScenario() + ", M_t " + std::to_string(attempts) + ", Q " +
                             std::to_string(queue) + ": ";
    const bool onlyFull = queue != 100 || (attempts != 1 && attempts != MOST_ATTEMPTS);
    const auto add = [&](const std::string& what,
                         const std::string& unit,
                         const Interval& band,
                         const ClaimEstimator& estimate) {
        study.AddClaim({.id = "V7",
                        .cell = cell + what,
                        .unit = unit,
                        .band = band,
                        .estimate = estimate,
                        .onlyFull = onlyFull});
    };
    // With many transmissions hardly anything is lost, and the ratio of two such losses means
    // nothing; their difference does.
    if (attempts <= 2)
    {
        add("uplink loss over that with a FIFO", "", {0.8, 1.25}, RatioOf("up-again", wrr, fifo));
    }
    else
    {
        add("uplink loss minus that with a FIFO",
            "%",
            {-0.2, 0.2},
            DifferenceOf("up-again", wrr, fifo));
    }
    add("downlink loss over that with a FIFO", "", {0, 1}, RatioOf("down-again", wrr, fifo));
}

void
AddSenderPanels(Study& study)
{
    for (const uint32_t queue : {50, 100})
    {
        StudyPanel senders{"M_t 8, Q " + std::to_string(queue) + ": Linux 2.4.18",
                           "socket buffers, KB",
                           "down/up",
                           {},
                           true};
        for (const uint32_t n : {2, 4})
        {
            StudyCurve curve{Case(n, 8, queue).GetScenario(), "ratio", {}};
            for (const uint32_t kilobytes : BUFFERS)
            {
                curve.points.emplace_back(kilobytes,
                                          Case(n, queue, CellCase().tcp, kilobytes).GetName());
            }
            curve.points.emplace_back(1024, Case(n, 8, queue).GetName());
            senders.curves.push_back(curve);
        }
        study.AddPanel(senders);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study = MakeCellStudy("vacirca2005-wrr",
                                "vacirca2005, figures 6 to 8: round robin of data and ACKs");
    for (const uint32_t n : {2, 4})
    {
        for (const uint32_t attempts : {6, 8})
        {
            AddCases(study, {Case(n, attempts, 50), Case(n, attempts, 100)});
        }
        AddSenderCases(study, n);
    }
    AddCases(study, {Case(4, 8, 100, FIFO), Case(4, 1, 100), Case(4, 1, 100, FIFO)});
    for (uint32_t attempts = 1; attempts <= MOST_ATTEMPTS; ++attempts)
    {
        AddCases(study, {Case(1, attempts, 100)}, true);
        for (const uint32_t queue : QUEUES)
        {
            AddCases(study,
                     {Case(2, attempts, queue),
                      Case(4, attempts, queue),
                      Case(4, attempts, queue, FIFO)},
                     true);
        }
    }
    AddFairness(study);
    for (uint32_t attempts = 1; attempts <= MOST_ATTEMPTS; ++attempts)
    {
        for (const uint32_t queue : QUEUES)
        {
            AddLosses(study, attempts, queue);
        }
    }
    AddPanels(study, {WRR, "figure 6", "figure 7", "figure 8"});
    AddSenderPanels(study);
    return study.Main(argc, argv);
}

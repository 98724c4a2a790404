// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-panels.h"

#include "cell-case.h"

#include <map>
#include <utility>

namespace ns3
{

namespace
{

/// Of the figures that have one value of it.
constexpr uint32_t QUEUE = 100;

/// What the parameter is.
const std::string ATTEMPTS = "M_t: times that a frame is sent at most";

/// A cell with as many connections each way.
struct Cell
{
    uint32_t connections;   ///< each way
    uint32_t queue;         ///< Q
    std::string discipline; ///< see CellCase
};

/// @return a curve over M_t
StudyCurve
CurveOf(const Cell& cell, const std::string& metric, const std::string& label)
{
    StudyCurve curve{label, metric, {}};
    for (uint32_t attempts = 1; attempts <= 8; ++attempts)
    {
        const CellCase cellCase{cell.connections,
                                cell.connections,
                                attempts,
                                cell.queue,
                                cell.discipline};
        curve.points.emplace_back(attempts, cellCase.GetName());
    }
    return curve;
}

/// "About 1:1" is what the text prints of ratios. With a FIFO it is that of dl2-ul2 at M_t 1 and Q
/// from 50 to 200 (III); with the round robin, that of both scenarios for Q of 50 or more "when M_t
/// increases" (IV), which the text on figure 7 has for M_t over 5.
/// @return the ratios that are printed, by M_t
std::map<double, double>
GetPrintedRatios(const Cell& cell)
{
    constexpr uint32_t LEAST_QUEUE = 50;
    if (cell.queue < LEAST_QUEUE)
    {
        return {};
    }
    if (cell.discipline == "wrr")
    {
        return {{6, 1}, {7, 1}, {8, 1}};
    }
    return cell.connections == 2 ? std::map<double, double>{{1, 1}} : std::map<double, double>{};
}

std::string
GetScenario(uint32_t connections)
{
    return CellCase{connections, connections, 1, QUEUE}.GetScenario();
}

void
AddBuffers(Study& study, uint32_t connections, const CellFigures& figures)
{
    const std::string scenario = GetScenario(connections);
    const std::string again = "segments sent again, %";
    const std::string quotient = "goodput down over goodput up";
    StudyPanel ratio{figures.ratio + ": " + scenario, ATTEMPTS, quotient, {}, true};
    StudyPanel up{figures.loss + "(a): " + scenario + ", up", ATTEMPTS, again, {}};
    StudyPanel down{figures.loss + "(b): " + scenario + ", down", ATTEMPTS, again, {}};
    for (const uint32_t queue : {10, 20, 50, 100, 200})
    {
        const std::string label = "Q = " + std::to_string(queue) + " packets";
        const Cell cell{connections, queue, figures.discipline};
        ratio.curves.push_back(CurveOf(cell, "ratio", label));
        ratio.curves.back().paper = GetPrintedRatios(cell);
        up.curves.push_back(CurveOf(cell, "up-again", label));
        down.curves.push_back(CurveOf(cell, "down-again", label));
    }
    study.AddPanel(ratio);
    study.AddPanel(up);
    study.AddPanel(down);
}

void
AddGoodput(Study& study, const CellFigures& figures)
{
    StudyPanel goodput{figures.goodput + ": Q = 100", ATTEMPTS, "segments/s", {}};
    for (const uint32_t connections : {1, 2, 4})
    {
        const Cell cell{connections, QUEUE, figures.discipline};
        const std::string scenario = GetScenario(connections);
        StudyCurve down = CurveOf(cell, "down", scenario + " down");
        StudyCurve up = CurveOf(cell, "up", scenario + " up");
        if (connections == 1 && figures.discipline == "fifo")
        {
            // V4
            down.paper[1] = 250;
            up.paper[1] = 120;
        }
        goodput.curves.push_back(down);
        goodput.curves.push_back(up);
    }
    study.AddPanel(goodput);
}

void
AddCauses(Study& study, uint32_t connections, const std::string& discipline)
{
    const std::pair<std::string, std::string> causes[] = {
        {"station-mac-loss", "stations: M_t reached"},
        {"ap-mac-loss", "access point: M_t reached"},
        {"ap-data-loss", "access point's buffer: data"},
        {"ap-ack-loss", "access point's buffer: ACKs"},
        {"station-buffer-loss", "stations' buffers"},
    };
    StudyPanel panel{"causes of loss: " + GetScenario(connections) + ", Q = 100",
                     ATTEMPTS,
                     "% of what came there",
                     {}};
    for (const auto& [metric, label] : causes)
    {
        panel.curves.push_back(CurveOf({connections, QUEUE, discipline}, metric, label));
    }
    study.AddPanel(panel);
}

} // namespace

void
AddPanels(Study& study, const CellFigures& figures)
{
    for (const uint32_t connections : {2, 4})
    {
        AddBuffers(study, connections, figures);
    }
    AddGoodput(study, figures);
    for (const uint32_t connections : {2, 4})
    {
        AddCauses(study, connections, figures.discipline);
    }
}

} // namespace ns3

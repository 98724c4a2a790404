// SPDX-License-Identifier: GPL-2.0-only

#include "cell-panels.h"

#include "cell-case.h"

#include <utility>

namespace ns3
{

namespace
{

/// Of the figures that have one value of it.
constexpr uint32_t QUEUE = 100;

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
    StudyPanel ratio{figures.ratio + ": " + scenario, "M_t", "down/up", {}, true};
    StudyPanel up{figures.loss + "(a): " + scenario + ", up", "M_t", again, {}};
    StudyPanel down{figures.loss + "(b): " + scenario + ", down", "M_t", again, {}};
    for (const uint32_t queue : {10, 20, 50, 100, 200})
    {
        const std::string label = "Q = " + std::to_string(queue);
        const Cell cell{connections, queue, figures.discipline};
        ratio.curves.push_back(CurveOf(cell, "ratio", label));
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
    StudyPanel goodput{figures.goodput + ": Q = 100", "M_t", "segments/s", {}};
    for (const uint32_t connections : {1, 2, 4})
    {
        const Cell cell{connections, QUEUE, figures.discipline};
        const std::string scenario = GetScenario(connections);
        goodput.curves.push_back(CurveOf(cell, "down", scenario + " down"));
        goodput.curves.push_back(CurveOf(cell, "up", scenario + " up"));
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
                     "M_t",
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

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The future work of vacirca2005 (IV): weights of the round robin that follow the number of active
 * connections up and down, against fixed weights and queue discs of ns-3.
 *
 * Must show: V8, goodput in the proportion of the connections, within 15 %. The queue discs of
 * ns-3 are run with --full.
 */

#include "cell-case.h"

#include "ns3/study-table.h"

#include <algorithm>
#include <iterator>

using namespace ns3;

namespace
{

/// Connections of a cell.
struct Mix
{
    uint32_t downlinks;       ///< from the host
    uint32_t uplinks;         ///< to the host
    bool comesAndGoes{false}; ///< not all the time
};

constexpr Mix MIXES[] = {{1, 1}, {1, 4}, {4, 1}, {2, 6}, {4, 4}, {4, 4, true}};
/// What the adaptive weights are compared with in vacirca2005.
const std::vector<std::string> FIXED{"wrr", "fifo"};
/// What they are compared with of ns-3.
const std::vector<std::string> STOCK{"fq-codel", "pfifo-fast"};

CellCase
Case(const Mix& mix, const std::string& discipline)
{
    constexpr uint32_t ATTEMPTS = 8;
    constexpr uint32_t QUEUE = 100;
    CellCase cellCase{mix.downlinks, mix.uplinks, ATTEMPTS, QUEUE, discipline};
    cellCase.comesAndGoes = mix.comesAndGoes;
    return cellCase;
}

std::string
GetName(const Mix& mix)
{
    const std::string scenario = Case(mix, "adaptive").GetScenario();
    return mix.comesAndGoes ? scenario + ", come and go" : scenario;
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("goodput of a download over that of an upload", StudyTable::LEFT);
    std::vector<std::string> disciplines{"adaptive"};
    disciplines.insert(disciplines.end(), FIXED.begin(), FIXED.end());
    const auto isRun = [&results](const std::string& discipline) {
        return std::ranges::count(results.GetPoints(), Case(MIXES[0], discipline).GetName()) > 0;
    };
    std::ranges::copy_if(STOCK, std::back_inserter(disciplines), isRun);
    for (const auto& discipline : disciplines)
    {
        table.AddColumn(discipline, StudyTable::RIGHT);
    }
    for (const auto& mix : MIXES)
    {
        std::vector<std::string> row{GetName(mix)};
        for (const auto& discipline : disciplines)
        {
            row.push_back(StudyTable::Format(
                results.GetMean(Case(mix, discipline).GetName(), "ratio-per-connection"),
                2));
        }
        table.AddRow(row);
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study = MakeCellStudy("vacirca2005-adaptive",
                                "vacirca2005, future work: weights that follow the connections");
    for (const auto& mix : MIXES)
    {
        AddCases(study, {Case(mix, "adaptive")});
        for (const auto& discipline : FIXED)
        {
            AddCases(study, {Case(mix, discipline)});
        }
        for (const auto& discipline : STOCK)
        {
            AddCases(study, {Case(mix, discipline)}, true);
        }
        const CellCase adaptive = Case(mix, "adaptive");
        study.AddClaim({.id = "V8",
                        .cell = GetName(mix) + ": download over upload, per connection",
                        .unit = "",
                        .band = Interval::Within(1, 0.15),
                        .estimate = MeanOf(adaptive.GetName(), "ratio-per-connection"),
                        .group = "Adaptive weights",
                        .label = GetName(mix),
                        .quantity = "goodput of a download over that of an upload"});
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}

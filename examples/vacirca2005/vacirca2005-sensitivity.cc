// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * How the findings of vacirca2005 depend on what the paper does not say: sizes of windows, seats,
 * time that hosts take, noise, the cards and their driver. Each row changes one thing of the
 * testbed; a column is the cell of a claim, of dl2-ul2 unless it says otherwise.
 *
 * --full adds a table of cards that contend otherwise than 802.11b has it, by their CWmin, EIFS and
 * post-backoff. Its columns are the cells of V1 to V6 that such cards could change.
 */

#include "../common/estimate-table.h"
#include "cell-case.h"

using namespace ns3;

namespace
{

/// A column of the table.
struct Column
{
    std::string title;     ///< which claim, and its band
    CellCase cellCase;     ///< the cell
    std::string metric;    ///< of the cell
    bool onlyCards{false}; ///< whether only the table of cards has it
};

/// @param ofCards which settings; for cards, the bands of the claims are more than one cell shows
/// @return the columns of their table
std::vector<Column>
GetColumns(bool ofCards)
{
    std::vector<Column> columns{
        {"V4 M_t 1 total, 314..426", {1, 1, 1, 100}, "total"},
        {"V4 M_t 1, 1.5..2.7", {1, 1, 1, 100}, "ratio"},
        {"V4 M_t 3, > 1", {1, 1, 3, 100}, "ratio"},
        {"V4 M_t 4, < 1", {1, 1, 4, 100}, "ratio"},
        {"V1 Q 50, 0.7..1.4", {2, 2, 1, 50}, "ratio"},
        {"V2 Q 50, > V1", {2, 2, 2, 50}, "ratio"},
        {"V1 dl4-ul4 Q 50, > 1", {4, 4, 1, 50}, "ratio", true},
        {"V2 dl4-ul4 Q 50, > V1", {4, 4, 2, 50}, "ratio", true},
        {"V1 dl4-ul4 Q 100, > 1", {4, 4, 1, 100}, "ratio"},
        {"V2 dl4-ul4 Q 100, > V1", {4, 4, 2, 100}, "ratio"},
        {"V3 Q 100, < 0.2", {2, 2, 8, 100}, "ratio"},
        {"V3 dl4-ul4 Q 100, < 0.125", {4, 4, 8, 100}, "ratio", true},
        {"V5 dl4-ul4 Q 10 M_t 1, uplink loss %", {4, 4, 1, 10}, "up-again", true},
        {"V5 M_t 1, downlink loss %, < uplink", {4, 4, 1, 10}, "down-again", true},
        {"V5 M_t 2, uplink loss %, < M_t 1", {4, 4, 2, 10}, "up-again", true},
        {"V5 M_t 2, downlink loss %, < M_t 1", {4, 4, 2, 10}, "down-again", true},
        {"V5 M_t 8, uplink loss %, < M_t 2", {4, 4, 8, 10}, "up-again", true},
        {"V5 M_t 8, downlink loss %, > M_t 2", {4, 4, 8, 10}, "down-again", true},
        {"V6 Q 50, 0.8..1.25", {2, 2, 8, 50, "wrr"}, "ratio"},
        {"V6 dl4-ul4 Q 50, 0.8..1.25", {4, 4, 8, 50, "wrr"}, "ratio"},
    };
    if (!ofCards)
    {
        std::erase_if(columns, [](const Column& column) { return column.onlyCards; });
    }
    return columns;
}

/// @param ofCards which settings
/// @return names of these settings, after the testbed as it is
std::vector<std::string>
GetRows(bool ofCards)
{
    std::vector<std::string> names{""};
    for (const auto& [name, setting] : GetSettings())
    {
        if (setting.isOfCards == ofCards)
        {
            names.push_back(name);
        }
    }
    return names;
}

CellCase
With(CellCase cellCase, const std::string& setting)
{
    cellCase.setting = setting;
    return cellCase;
}

void
PrintRows(std::ostream& os,
          const StudyResults& results,
          const std::vector<std::string>& names,
          const std::vector<Column>& columns)
{
    EstimateTable table(results);
    table.AddTextColumn("setting");
    for (const Column& column : columns)
    {
        const auto estimate = [column](const StudyResults& all, const std::string& row) {
            const std::string point = With(column.cellCase, row).GetName();
            return all.GetStatistics(point, column.metric).EstimateMean();
        };
        table.AddColumn({column.title, estimate, column.metric == "total" ? 0 : 2});
    }
    for (const std::string& name : names)
    {
        table.AddRow(name, {name.empty() ? "testbed" : GetSettings().at(name).label});
    }
    table.Print(os);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    PrintRows(os, results, GetRows(false), GetColumns(false));
    const auto cards = GetRows(true);
    if (!IsRun(results, With(GetColumns(true).front().cellCase, cards.back()).GetName()))
    {
        return; // without --full
    }
    os << "\nCards:\n";
    PrintRows(os, results, cards, GetColumns(true));
}

/// Add the cells of a table.
void
AddTable(Study& study,
         const std::vector<std::string>& names,
         const std::vector<Column>& columns,
         bool onlyFull)
{
    for (const std::string& name : names)
    {
        for (const Column& column : columns)
        {
            AddCases(study, {With(column.cellCase, name)}, onlyFull);
        }
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study =
        MakeCellStudy("vacirca2005-sensitivity", "vacirca2005: what the findings depend on");
    AddTable(study, GetRows(false), GetColumns(false), false);
    AddTable(study, GetRows(true), GetColumns(true), true);
    study.SetDefaultRuns(2, Seconds(50));
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}

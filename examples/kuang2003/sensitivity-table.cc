// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "sensitivity-table.h"

#include "../common/estimate-table.h"

namespace ns3
{

void
PrintSensitivityTable(std::ostream& os,
                      const std::string& corner,
                      const std::vector<SensitivitySetting>& settings,
                      const std::vector<SensitivityColumn>& columns,
                      const StudyResults& results)
{
    EstimateTable table(results);
    table.AddTextColumn(corner);
    std::vector<std::string> paper{"paper"};
    for (const auto& column : columns)
    {
        const auto estimate = column.base.empty()
                                  ? MeanInRow(column.point, column.metric)
                                  : RatioInRow(column.metric, column.point, column.base);
        table.AddColumn(
            {column.title + " ", WithoutInterval(estimate), column.digits, column.band});
        paper.push_back(column.paper + " ");
    }
    table.AddTexts(paper);
    for (const auto& setting : settings)
    {
        table.AddRow(setting.name, {setting.name});
    }
    table.Print(os);
}

} // namespace ns3

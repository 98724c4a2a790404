// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "metric-table.h"

#include <algorithm>

namespace ns3
{

void
AddColumns(StudyTable& table, const std::vector<MetricColumn>& columns)
{
    for (const auto& column : columns)
    {
        table.AddColumn(column.heading, StudyTable::RIGHT);
    }
}

void
AddRow(StudyTable& table,
       std::vector<std::string> row,
       const StudyResults& results,
       const std::string& point,
       const std::vector<MetricColumn>& columns)
{
    const auto& metrics = results.GetRuns(point).begin()->second;
    for (const auto& [heading, metric, decimals] : columns)
    {
        const bool has = std::ranges::count(metrics, metric, &Metric::name) > 0;
        row.push_back(has ? StudyTable::Format(results.GetMean(point, metric), decimals) : "-");
    }
    table.AddRow(row);
}

} // namespace ns3

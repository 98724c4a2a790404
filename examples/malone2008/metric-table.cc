// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "metric-table.h"

#include "ns3/study-claim.h"

#include <algorithm>
#include <optional>

namespace ns3
{

void
AddColumns(EstimateTable& table, const std::vector<MetricColumn>& columns)
{
    for (const auto& column : columns)
    {
        const auto estimate =
            [metric = column.metric](const StudyResults& results,
                                     const std::string& point) -> std::optional<Estimate> {
            if (!IsRun(results, point) ||
                std::ranges::count(results.GetRuns(point).begin()->second, metric, &Metric::name) ==
                    0)
            {
                return std::nullopt;
            }
            return MeanOf(point, metric)(results);
        };
        table.AddColumn({column.heading, WithoutInterval(estimate), column.decimals});
    }
}

} // namespace ns3

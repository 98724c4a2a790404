// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef METRIC_TABLE_H
#define METRIC_TABLE_H

#include "ns3/study-table.h"
#include "ns3/study.h"

#include <string>
#include <vector>

/**
 * @file
 * Tables whose columns are means of metrics: -remedies and -mixes.
 */

namespace ns3
{

/// A metric and how a table shows it.
struct MetricColumn
{
    std::string heading; ///< above it
    std::string metric;  ///< of the runs
    int decimals;        ///< behind the point
};

/// @param table takes the headings
/// @param columns behind those that it has
void AddColumns(StudyTable& table, const std::vector<MetricColumn>& columns);

/**
 * Add a row of a point, with "-" for a metric that its runs do not have.
 * @param table takes the row
 * @param row its first cells
 * @param results of the study
 * @param point name of a point that was run
 * @param columns of the other cells
 */
void AddRow(StudyTable& table,
            std::vector<std::string> row,
            const StudyResults& results,
            const std::string& point,
            const std::vector<MetricColumn>& columns);

} // namespace ns3

#endif // METRIC_TABLE_H

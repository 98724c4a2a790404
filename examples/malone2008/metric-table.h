// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef METRIC_TABLE_H
#define METRIC_TABLE_H

#include "../common/estimate-table.h"

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

/// Add columns of means, with "-" for a metric that the runs of a row's point do not have. The rows
/// have the names of their points.
/// @param table takes the columns
/// @param columns behind those that it has
void AddColumns(EstimateTable& table, const std::vector<MetricColumn>& columns);

} // namespace ns3

#endif // METRIC_TABLE_H

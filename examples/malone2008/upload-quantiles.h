// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_QUANTILES_H
#define UPLOAD_QUANTILES_H

#include "ns3/study.h"

#include <string>
#include <vector>

namespace ns3
{

/// @param values in any order, at least one
/// @param share from 0 to 1
/// @return the quantile
double GetQuantile(std::vector<double> values, double share);

/**
 * Add quantiles, least and greatest value, the range from the least to the greatest, the spread
 * from the 1st to the 99th percentile and the interquartile range of times, in ms.
 * @param result takes the metrics
 * @param name with which their names begin
 * @param times s, at least one
 * @throws std::runtime_error if there is none
 */
void AddQuantiles(RunResult& result, const std::string& name, const std::vector<double>& times);

} // namespace ns3

#endif // UPLOAD_QUANTILES_H

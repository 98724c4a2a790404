// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef FLOW_SHARES_H
#define FLOW_SHARES_H

#include <vector>

namespace ns3
{

/// @param values of flows, not negative, at least one
/// @return Jain's index of fairness: 1 if all are equal, 1/n if one has all; 0 if all are 0
double GetJainIndex(const std::vector<double>& values);

/// @param values of flows, not negative, at least one
/// @return the least one over their mean; 0 if all are 0
double GetLeastShare(const std::vector<double>& values);

} // namespace ns3

#endif // FLOW_SHARES_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef COST_LIMIT_H
#define COST_LIMIT_H

#include "ns3/study.h"

#include <string>

namespace ns3
{

/**
 * Claim that a cost is within its limit.
 * @param study takes the claim
 * @param point, metric whose mean it is about
 * @param cell what a reader sees
 * @param limit largest value
 */
void AddCostLimit(Study& study,
                  const std::string& point,
                  const std::string& metric,
                  const std::string& cell,
                  double limit);

} // namespace ns3

#endif // COST_LIMIT_H

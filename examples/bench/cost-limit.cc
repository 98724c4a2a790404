// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cost-limit.h"

namespace ns3
{

void
AddCostLimit(Study& study,
             const std::string& point,
             const std::string& metric,
             const std::string& cell,
             double limit)
{
    study.AddClaim({.id = "cost",
                    .cell = cell,
                    .unit = "",
                    .band = {0, limit},
                    .estimate = MeanOf(point, metric),
                    // 1.30 and 1.35 would both be 1.3, or 1.4.
                    .decimals = 3});
}

} // namespace ns3

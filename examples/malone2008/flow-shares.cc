// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "flow-shares.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

double
GetJainIndex(const std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    return squares == 0 ? 0 : sum * sum / (squares * static_cast<double>(values.size()));
}

double
GetLeastShare(const std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return sum == 0 ? 0 : std::ranges::min(values) * static_cast<double>(values.size()) / sum;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-quantiles.h"

#include <algorithm>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdexcept>
#include <utility>

namespace ns3
{

double
GetQuantile(std::vector<double> values, double share)
{
    gsl_sort(values.data(), 1, values.size());
    return gsl_stats_quantile_from_sorted_data(values.data(), 1, values.size(), share);
}

void
AddQuantiles(RunResult& result, const std::string& name, const std::vector<double>& times)
{
    if (times.empty())
    {
        throw std::runtime_error("the run has no data for '" + name +
                                 "'; a longer --duration may help");
    }
    const auto add = [&](const std::string& suffix, double seconds) {
        result.metrics.push_back({name + "-" + suffix, "ms", 1e3 * seconds});
    };
    for (const auto& [suffix, share] : {std::pair{"p1", 0.01},
                                        std::pair{"p5", 0.05},
                                        std::pair{"p50", 0.5},
                                        std::pair{"p95", 0.95},
                                        std::pair{"p99", 0.99}})
    {
        add(suffix, GetQuantile(times, share));
    }
    const auto [least, greatest] = std::ranges::minmax(times);
    add("least", least);
    add("greatest", greatest);
    add("range", greatest - least);
    add("spread", GetQuantile(times, 0.99) - GetQuantile(times, 0.01));
    add("quartiles", GetQuantile(times, 0.75) - GetQuantile(times, 0.25));
}

} // namespace ns3

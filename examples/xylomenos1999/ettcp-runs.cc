// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ettcp-runs.h"

#include <numeric>

namespace ns3
{

namespace
{

/// @param received kind of runs
/// @param interval of places
/// @return start of its metrics' names
std::string
GetName(bool received, std::size_t interval)
{
    const std::vector<uint64_t>& lasts = received ? RECEIVED_PLACES : LOST_PLACES;
    return (received ? "received-" : "lost-") +
           (interval < lasts.size() ? std::to_string(lasts[interval]) : "more");
}

} // namespace

void
AddRunMetrics(std::vector<Metric>& metrics, const LossRuns& runs)
{
    for (const bool received : {true, false})
    {
        const auto places = runs.GetPlaces(received, received ? RECEIVED_PLACES : LOST_PLACES);
        for (std::size_t i = 0; i < places.size(); ++i)
        {
            const std::string name = GetName(received, i);
            metrics.push_back({name, "packets", static_cast<double>(places[i].packets)});
            metrics.push_back({name + "-ended", "runs", static_cast<double>(places[i].ended)});
        }
    }
}

std::vector<TrialCount>
GetPlaces(const StudyResults& results, const std::string& point, bool received)
{
    std::vector<TrialCount> groups((received ? RECEIVED_PLACES : LOST_PLACES).size() + 1);
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        const auto sum = [&](const std::string& metric) {
            const std::vector<double> samples = results.GetSamples(point, metric);
            return static_cast<uint64_t>(std::accumulate(samples.begin(), samples.end(), 0.0));
        };
        const std::string name = GetName(received, i);
        groups[i] = {sum(name), sum(name + "-ended")};
    }
    return groups;
}

} // namespace ns3

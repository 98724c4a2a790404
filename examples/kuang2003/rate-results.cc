// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-results.h"

#include "ns3/sample-statistics.h"

#include <algorithm>
#include <functional>

namespace ns3
{

RateResults::RateResults(const StudyResults& results, const RateScenario& scenario)
    : m_results(results),
      m_scenario(scenario)
{
}

bool
RateResults::IsRun(const RateManager& manager, double distance) const
{
    const auto& points = m_results.GetPoints();
    return std::find(points.begin(),
                     points.end(),
                     RateGrid::GetPoint(m_scenario, manager, distance)) != points.end();
}

std::vector<RateManager>
RateResults::GetManagers() const
{
    const double distance = RateGrid::GetDistances().front();
    std::vector<RateManager> managers;
    std::copy_if(RateGrid::GetManagers().begin(),
                 RateGrid::GetManagers().end(),
                 std::back_inserter(managers),
                 [&](const RateManager& manager) { return IsRun(manager, distance); });
    return managers;
}

std::vector<double>
RateResults::GetDistances() const
{
    const RateManager& manager = RateGrid::GetManagers().front();
    std::vector<double> distances;
    std::copy_if(RateGrid::GetFullDistances().begin(),
                 RateGrid::GetFullDistances().end(),
                 std::back_inserter(distances),
                 [&](double distance) { return IsRun(manager, distance); });
    return distances;
}

std::vector<double>
RateResults::GetThroughputs(const RateManager& manager, double distance) const
{
    return m_results.GetSamples(RateGrid::GetPoint(m_scenario, manager, distance), "throughput");
}

std::vector<double>
RateResults::GetGridMeans(const RateManager& manager) const
{
    const auto distances = GetDistances();
    std::vector<double> means;
    for (const double distance : distances)
    {
        const auto throughputs = GetThroughputs(manager, distance);
        means.resize(throughputs.size());
        for (std::size_t run = 0; run < means.size(); ++run)
        {
            means[run] += throughputs[run] / static_cast<double>(distances.size());
        }
    }
    return means;
}

double
RateResults::GetTotal(const RateManager& manager, const std::string& metric) const
{
    double total = 0;
    for (const double distance : GetDistances())
    {
        total += m_results.GetMean(RateGrid::GetPoint(m_scenario, manager, distance), metric);
    }
    return total;
}

RateManager
RateResults::GetBestFixed(double distance) const
{
    const auto managers = GetManagers();
    const auto getMean = [&](const RateManager& manager) {
        return manager.mode.empty() ? -1
                                    : SampleStatistics(GetThroughputs(manager, distance)).GetMean();
    };
    return *std::max_element(managers.begin(), managers.end(), [&](const auto& a, const auto& b) {
        return getMean(a) < getMean(b);
    });
}

std::size_t
RateResults::CountBetter(double distance, const RateManager& manager) const
{
    const auto base = GetThroughputs(manager, distance);
    const auto managers = GetManagers();
    return std::count_if(managers.begin(), managers.end(), [&](const RateManager& other) {
        if (!other.mode.empty() || other.name == manager.name)
        {
            return false;
        }
        auto differences = GetThroughputs(other, distance);
        std::transform(differences.begin(),
                       differences.end(),
                       base.begin(),
                       differences.begin(),
                       std::minus<>());
        const Interval interval = SampleStatistics(differences).EstimateMean().ci95;
        return interval.IsKnown() && interval.low > 0;
    });
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-results.h"

#include "study-error.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// @throws std::invalid_argument if names or units differ: means would mix them
void
RequireSameMetrics(const std::string& where,
                   const std::vector<Metric>& metrics,
                   const std::vector<Metric>& first,
                   uint32_t firstRun)
{
    const std::string other = "run " + std::to_string(firstRun);
    const std::string expected = ": expected the same metrics in each run of a point";
    for (const auto& metric : first)
    {
        const auto found = std::ranges::find(metrics, metric.name, &Metric::name);
        Require<std::invalid_argument>(found != metrics.end(),
                                       where + " has no metric '" + metric.name + "', but " +
                                           other + " has" + expected);
        Require<std::invalid_argument>(found->unit == metric.unit,
                                       where + " has metric '" + metric.name + "' in '" +
                                           found->unit + "', but " + other + " in '" + metric.unit +
                                           "'" + expected);
    }
    for (const auto& metric : metrics)
    {
        Require<std::invalid_argument>(std::ranges::count(first, metric.name, &Metric::name) > 0,
                                       where + " has metric '" + metric.name + "', but " + other +
                                           " has not" + expected);
    }
}

} // namespace

void
StudyResults::Add(const std::string& point, uint32_t run, std::vector<Metric> metrics)
{
    auto [runs, isNew] = m_runs.try_emplace(point);
    if (!isNew)
    {
        const auto& [firstRun, first] = *runs->second.begin();
        RequireSameMetrics("point '" + point + "', run " + std::to_string(run),
                           metrics,
                           first,
                           firstRun);
    }
    else
    {
        // The map sorts by name; tables and JSON show the points in the order of the study.
        m_points.push_back(point);
    }
    runs->second.insert_or_assign(run, std::move(metrics));
}

const std::vector<std::string>&
StudyResults::GetPoints() const
{
    return m_points;
}

const std::map<uint32_t, std::vector<Metric>>&
StudyResults::GetRuns(const std::string& point) const
{
    const auto runs = m_runs.find(point);
    Require<std::out_of_range>(runs != m_runs.end(), "no run of point '" + point + "'");
    return runs->second;
}

double
StudyResults::GetValue(const std::string& point, uint32_t run, const std::string& metric) const
{
    const std::string where = "run " + std::to_string(run) + " of point '" + point + "'";
    const auto& runs = GetRuns(point);
    const auto metrics = runs.find(run);
    Require<std::out_of_range>(metrics != runs.end(), "no " + where);
    const auto found = std::ranges::find(metrics->second, metric, &Metric::name);
    Require<std::out_of_range>(found != metrics->second.end(),
                               "no metric '" + metric + "' in " + where);
    return found->value;
}

std::vector<double>
StudyResults::GetSamples(const std::string& point, const std::string& metric) const
{
    std::vector<double> values;
    for (const auto& [run, metrics] : GetRuns(point))
    {
        values.push_back(GetValue(point, run, metric));
    }
    return values;
}

SampleStatistics
StudyResults::GetStatistics(const std::string& point, const std::string& metric) const
{
    return SampleStatistics(GetSamples(point, metric));
}

double
StudyResults::GetMean(const std::string& point, const std::string& metric) const
{
    return GetStatistics(point, metric).GetMean();
}

} // namespace ns3

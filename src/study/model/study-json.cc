// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-json.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3
{

/// A number that is infinite or NaN becomes null.
namespace
{

/// Keeps the order in which keys are added, so that the file reads from the general to the detail.
using Json = nlohmann::ordered_json;

/**
 * @param value a number
 * @return the number; null if it is infinite or NaN
 */
Json
ToJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/**
 * @param interval an interval
 * @return its two edges
 */
Json
ToJson(const Interval& interval)
{
    return Json::array({ToJson(interval.low), ToJson(interval.high)});
}

/**
 * @param claim a claim
 * @return what the paper says
 */
Json
ToJson(const StudyClaim& claim)
{
    return {{"id", claim.id},
            {"cell", claim.cell},
            {"kind", ToString(claim.kind)},
            {"paper", claim.paper ? ToJson(*claim.paper) : Json(nullptr)},
            {"unit", claim.unit}};
}

/**
 * @param extent how much is run
 * @return the same
 */
Json
ToJson(const StudyExtent& extent)
{
    return {{"runs", extent.runs}, {"duration_s", extent.duration.GetSeconds()}};
}

/**
 * @param outcome a claim with its answer
 * @return its fields in the JSON file
 */
Json
ToJson(const ClaimOutcome& outcome)
{
    const auto& [claim, estimate, verdict] = outcome;
    Json json = ToJson(claim);
    json["mean"] = ToJson(estimate.value);
    json["ci95"] = ToJson(estimate.ci95);
    json["runs"] = estimate.samples;
    json["band"] = ToJson(claim.band);
    json["verdict"] = ToString(verdict);
    json["reason"] = estimate.reason.empty() ? Json(nullptr) : Json(estimate.reason);
    if (estimate.leftOut > 0)
    {
        json["left_out"] = estimate.leftOut;
    }
    return json;
}

/**
 * @param metrics some metrics
 * @return their values by name
 */
Json
ToJson(const std::vector<Metric>& metrics)
{
    Json values = Json::object();
    for (const auto& metric : metrics)
    {
        values[metric.name] = ToJson(metric.value);
    }
    return values;
}

/**
 * @param origin where the numbers are from
 * @return its fields at the head of a JSON file
 */
Json
ToJson(const StudyOrigin& origin)
{
    return {{"study", origin.study},
            {"title", origin.title},
            {"version", origin.version},
            {"ns3", origin.ns3},
            {"command", origin.command},
            {"seed", origin.seed},
            {"first_run", origin.firstRun},
            {"runs", origin.runs},
            {"duration_s", origin.duration}};
}

/**
 * @param results the runs
 * @return for each point the mean of each metric
 */
Json
ToJson(const StudyResults& results)
{
    Json points = Json::object();
    for (const auto& point : results.GetPoints())
    {
        Json& metrics = points[point] = Json::object();
        // All runs of a point have the same metrics, so the first one names them.
        for (const auto& metric : results.GetRuns(point).begin()->second)
        {
            const auto statistics = results.GetStatistics(point, metric.name);
            const auto mean = statistics.EstimateMean();
            metrics[metric.name] = {{"unit", metric.unit},
                                    {"mean", ToJson(mean.value)},
                                    {"sd", ToJson(statistics.GetStandardDeviation())},
                                    {"ci95", ToJson(mean.ci95)},
                                    {"runs", mean.samples}};
        }
    }
    return points;
}

/// @return the points of a curve that have results
Json
GetCurvePoints(const StudyCurve& curve, const StudyResults& results)
{
    Json points = Json::array();
    const auto& names = results.GetPoints();
    for (const auto& [x, name] : curve.points)
    {
        if (std::find(names.begin(), names.end(), name) != names.end())
        {
            const auto mean = results.GetStatistics(name, curve.metric).EstimateMean();
            Json point{{"x", x}, {"mean", ToJson(mean.value)}, {"ci95", ToJson(mean.ci95)}};
            if (const auto printed = curve.paper.find(x); printed != curve.paper.end())
            {
                point["paper"] = printed->second;
            }
            points.push_back(point);
        }
    }
    return points;
}

/// @return the text of a file
std::string
Print(const Json& json)
{
    return json.dump(2) + "\n";
}

/// @return the description of a plot; empty if there are no parts
std::string
FormatPlot(const StudyOrigin& origin, const std::string& key, const Json& parts)
{
    if (parts.empty())
    {
        return "";
    }
    Json plot = ToJson(origin);
    plot[key] = parts;
    return Print(plot);
}

} // namespace

std::string
FormatJson(const StudyOrigin& origin,
           const std::vector<ClaimOutcome>& outcomes,
           const std::vector<Metric>& metrics,
           const StudyResults& results)
{
    Json report = ToJson(origin);
    report["claims"] = Json::array();
    for (const auto& outcome : outcomes)
    {
        report["claims"].push_back(ToJson(outcome));
    }
    report["metrics"] = ToJson(metrics);
    report["points"] = ToJson(results);
    return Print(report);
}

std::string
FormatDefinition(const StudyDefinition& definition,
                 const std::string& version,
                 const std::string& ns3)
{
    Json study{{"study", definition.name},
               {"title", definition.title},
               {"version", version},
               {"ns3", ns3},
               {"shown", ToJson(definition.shown)},
               {"full", ToJson(definition.full)},
               {"timed", definition.isTimed},
               {"points", Json::array()},
               {"claims", Json::array()}};
    for (const auto& point : definition.points)
    {
        study["points"].push_back(
            {{"name", point.name}, {"label", point.label}, {"only_full", point.onlyFull}});
    }
    for (const auto& claim : definition.claims)
    {
        study["claims"].push_back(ToJson(claim));
        study["claims"].back()["band"] = ToJson(claim.band);
        study["claims"].back()["only_full"] = claim.onlyFull;
    }
    return Print(study);
}

std::string
FormatBarPlot(const StudyOrigin& origin, const std::vector<ClaimOutcome>& outcomes)
{
    Json bars = Json::array();
    for (const auto& outcome : outcomes)
    {
        if (!outcome.claim.group.empty())
        {
            Json bar = ToJson(outcome);
            bar["group"] = outcome.claim.group;
            bar["label"] = outcome.claim.label;
            bar["quantity"] = outcome.claim.quantity;
            bars.push_back(bar);
        }
    }
    return FormatPlot(origin, "bars", bars);
}

std::string
FormatCurvePlot(const StudyOrigin& origin,
                const std::vector<StudyPanel>& panels,
                const StudyResults& results)
{
    Json drawn = Json::array();
    for (const StudyPanel& panel : panels)
    {
        Json curves = Json::array();
        for (const StudyCurve& curve : panel.curves)
        {
            Json points = GetCurvePoints(curve, results);
            // One point is no curve.
            if (points.size() > 1)
            {
                curves.push_back({{"label", curve.label}, {"points", points}});
            }
        }
        if (!curves.empty())
        {
            drawn.push_back({{"title", panel.title},
                             {"x", panel.xLabel},
                             {"y", panel.yLabel},
                             {"logarithmic", panel.isLogarithmic},
                             {"curves", curves}});
        }
    }
    return FormatPlot(origin, "panels", drawn);
}

std::string
FormatSeries(const StudyOrigin& origin, const Series& series)
{
    std::ostringstream csv;
    csv << "# " << series.label << ", " << series.unit << "\n"
        << "# " << origin.study << ": " << origin.title << "\n"
        << "# " << origin.command << "\n"
        << "# lasthop " << origin.version << ", ns-3 " << origin.ns3 << ", seed " << origin.seed
        << "\n"
        << boost::algorithm::join(series.columns, ",") << "\n";
    for (const auto& row : series.rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            // JSON's shortest text that gives the same double again, whatever the locale.
            csv << (i == 0 ? "" : ",") << Json(row[i]).dump();
        }
        csv << "\n";
    }
    return csv.str();
}

std::string
FormatRunPlot(const StudyOrigin& origin,
              const StudyPoint& point,
              const RunResult& result,
              const std::vector<std::string>& files)
{
    Json allSeries = Json::array();
    for (std::size_t i = 0; i < result.series.size(); ++i)
    {
        const Series& series = result.series[i];
        if (!series.kind.empty())
        {
            allSeries.push_back({{"name", series.name},
                                 {"label", series.label},
                                 {"unit", series.unit},
                                 {"kind", series.kind},
                                 {"panel", series.panel},
                                 {"file", files.at(i)}});
        }
    }
    if (allSeries.empty())
    {
        return "";
    }
    Json plot = ToJson(origin);
    plot["point"] = point.name;
    plot["label"] = point.label;
    plot["run"] = origin.firstRun;
    plot["metrics"] = ToJson(result.metrics);
    plot["series"] = allSeries;
    plot["parts"] = Json::array();
    for (const Interval& part : result.parts)
    {
        plot["parts"].push_back({part.low, part.high});
    }
    plot["part_titles"] = result.partTitles;
    return Print(plot);
}

} // namespace ns3

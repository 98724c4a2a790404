// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-json.h"

#include "study-program.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3
{

/// Keeps the order in which keys are added, so that the file reads from the general to the detail.
/// A number that is infinite or NaN becomes null.
using Json = nlohmann::ordered_json;

// The names and the namespace of these functions are those by which the library finds them.

static void
to_json(Json& json, const Interval& interval)
{
    json = Json::array({interval.low, interval.high});
}

static void
to_json(Json& json, const StudyPoint& point)
{
    json = {{"name", point.name}, {"label", point.label}, {"only_full", point.onlyFull}};
}

static void
to_json(Json& json, const StudyClaim& claim)
{
    json = {{"id", claim.id},
            {"cell", claim.cell},
            {"kind", ToString(claim.kind)},
            {"paper", claim.paper ? Json(*claim.paper) : Json(nullptr)},
            {"unit", claim.unit}};
}

static void
to_json(Json& json, const StudyExtent& extent)
{
    json = {{"runs", extent.runs}, {"duration_s", extent.duration.GetSeconds()}};
}

static void
to_json(Json& json, const ClaimOutcome& outcome)
{
    const auto& [claim, estimate, verdict] = outcome;
    json = claim;
    json["mean"] = estimate.value;
    json["ci95"] = estimate.ci95;
    json["runs"] = estimate.samples;
    json["band"] = claim.band;
    json["verdict"] = ToString(verdict);
    json["reason"] = estimate.reason.empty() ? Json(nullptr) : Json(estimate.reason);
    if (estimate.leftOut > 0)
    {
        json["left_out"] = estimate.leftOut;
    }
}

static void
to_json(Json& json, const StudyOrigin& origin)
{
    json = {{"study", origin.study},
            {"title", origin.title},
            {"version", origin.version},
            {"ns3", origin.ns3},
            {"command", origin.command},
            {"seed", origin.seed},
            {"first_run", origin.firstRun},
            {"runs", origin.runs},
            {"duration_s", origin.duration}};
}

namespace
{

/// @return the values of metrics by name
Json
ToObject(const std::vector<Metric>& metrics)
{
    Json values = Json::object();
    for (const auto& metric : metrics)
    {
        values[metric.name] = metric.value;
    }
    return values;
}

/// @return for each point the mean of each metric
Json
GetMeans(const StudyResults& results)
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
                                    {"mean", mean.value},
                                    {"sd", statistics.GetStandardDeviation()},
                                    {"ci95", mean.ci95},
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
    for (const auto& [x, name] : curve.points)
    {
        if (std::ranges::count(results.GetPoints(), name) > 0)
        {
            const auto mean = results.GetStatistics(name, curve.metric).EstimateMean();
            Json point{{"x", x}, {"mean", mean.value}, {"ci95", mean.ci95}};
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
    Json plot = origin;
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
    Json report = origin;
    report["claims"] = outcomes;
    report["metrics"] = ToObject(metrics);
    report["points"] = GetMeans(results);
    return Print(report);
}

std::string
FormatDefinition(const StudyDefinition& definition)
{
    Json study{{"study", definition.name},
               {"title", definition.title},
               {"version", GetProgramVersion()},
               {"ns3", LASTHOP_NS3_VERSION},
               {"shown", definition.shown},
               {"full", definition.full},
               {"timed", definition.isTimed},
               {"points", definition.points},
               {"claims", definition.claims}};
    for (std::size_t i = 0; i < definition.claims.size(); ++i)
    {
        study["claims"][i]["band"] = definition.claims[i].band;
        study["claims"][i]["only_full"] = definition.claims[i].onlyFull;
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
            Json bar = outcome;
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
    Json plot = origin;
    plot["point"] = point.name;
    plot["label"] = point.label;
    plot["run"] = origin.firstRun;
    plot["metrics"] = ToObject(result.metrics);
    plot["series"] = allSeries;
    plot["parts"] = result.parts;
    plot["part_titles"] = result.partTitles;
    return Print(plot);
}

} // namespace ns3

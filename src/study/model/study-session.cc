// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-session.h"

#include "study-capture-folder.h"
#include "study-error.h"
#include "study-fatal-error-trap.h"
#include "study-override.h"
#include "study-plotter.h"
#include "study-process-pool.h"
#include "study-program.h"
#include "study-progress.h"
#include "study-report.h"

#include "ns3/log.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#ifndef LASTHOP_NS3_VERSION
#error "the build must define LASTHOP_NS3_VERSION, the version of ns-3 as a string"
#endif

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudySession");

namespace
{

StudyExtent
ChooseExtent(const StudyDefinition& definition, const StudyCommand& command)
{
    StudyExtent extent = command.full ? definition.full : definition.shown;
    if (command.point)
    {
        extent.runs = 1; // unless --runs says more
    }
    extent.runs = command.runs.value_or(extent.runs);
    if (command.duration)
    {
        extent.duration = Seconds(*command.duration);
    }
    return extent;
}

/// @return those points or claims that are run or judged: a claim about a point that is not run
/// cannot be judged
template <typename T>
std::vector<T>
Choose(const std::vector<T>& all, bool full)
{
    std::vector<T> chosen;
    std::ranges::copy_if(all, std::back_inserter(chosen), [full](const T& one) {
        return full || !one.onlyFull;
    });
    return chosen;
}

/// @return the options, NAME or NAME=VALUE, that do not have these names
std::vector<std::string>
Without(const std::vector<std::string>& names, const std::vector<std::string>& options)
{
    std::vector<std::string> kept;
    std::ranges::copy_if(options, std::back_inserter(kept), [&names](const std::string& option) {
        return std::ranges::count(names, option.substr(0, option.find('='))) == 0;
    });
    return kept;
}

/**
 * @param metrics of a run
 * @return the same as bytes, with every digit
 */
std::string
Pack(const std::vector<Metric>& metrics)
{
    auto packed = nlohmann::json::array();
    for (const auto& metric : metrics)
    {
        packed.push_back({metric.name, metric.unit, metric.value});
    }
    std::string bytes;
    nlohmann::json::to_cbor(packed, bytes);
    return bytes;
}

/**
 * @param bytes that Pack() made
 * @return the metrics
 */
std::vector<Metric>
Unpack(const std::string& bytes)
{
    std::vector<Metric> metrics;
    for (const auto& metric : nlohmann::json::from_cbor(bytes))
    {
        metrics.push_back({metric[0], metric[1], metric[2]});
    }
    return metrics;
}

/**
 * @param name name of the program
 * @param options those it was given
 * @return the command that gives the same numbers: without the options that only say where
 * something is written
 */
std::string
FormatCommand(const std::string& name, const std::vector<std::string>& options)
{
    std::string command;
    for (const auto& variable : GetEnvironmentOverrides())
    {
        command += "env " + QuoteForShell(variable) + " ";
    }
    return command + FormatProgramCommand(
                         name,
                         Without({"json", "results", "plot", "no-plot", "check", "jobs"}, options));
}

/// @param one a run
/// @return which it is
std::string
Describe(const StudySession::PlannedRun& one)
{
    return "point " + one.point.name + ", run " + std::to_string(one.run);
}

/**
 * Make the folder in which files with a prefix are written.
 * @param prefix start of the file names
 */
void
MakeFolder(const std::string& prefix)
{
    const std::filesystem::path path(prefix);
    const auto name = path.filename();
    if (name.empty() || name == "." || name == "..")
    {
        throw StudyError("'" + prefix + "' is a folder; the start of a file name must follow");
    }
    std::error_code error;
    if (path.has_parent_path())
    {
        std::filesystem::create_directories(path.parent_path(), error);
    }
    if (error)
    {
        throw StudyError("cannot make the folder '" + path.parent_path().string() +
                         "': " + error.message());
    }
}

} // namespace

StudySession::StudySession(const StudyDefinition& definition,
                           const StudyCommand& command,
                           std::ostream& out)
    : m_definition(definition),
      m_command(command),
      m_out(out),
      m_extent(ChooseExtent(definition, command)),
      m_origin{definition.name,
               definition.title,
               GetProgramVersion(),
               LASTHOP_NS3_VERSION,
               FormatCommand(definition.name, command.options),
               command.seed,
               command.run.value_or(command.firstRun),
               m_extent.runs,
               m_extent.duration.GetSeconds()},
      m_runner(definition.run, command.seed, command.overrides),
      m_prefix(command.prefix.value_or("report/" + definition.name))
{
    NS_LOG_INFO(definition.name << ": " << m_extent.runs << " runs of "
                                << m_extent.duration.GetSeconds() << " s of each point, from run "
                                << m_origin.firstRun << ", seed " << m_origin.seed);
    // Each file is opened now, so that a misspelt name does not cost an hour of simulation.
    if (!command.jsonFile.empty())
    {
        m_jsonFile.emplace(command.jsonFile);
    }
    CheckPlotFiles();
    if (!command.resultsFile.empty())
    {
        m_resultsFile.emplace(command.resultsFile, ResultsVersions{m_origin.version, m_origin.ns3});
    }
}

void
StudySession::CheckPlotFiles() const
{
    const bool mustWrite =
        m_command.trace || m_command.pcap || (m_command.prefix && !m_command.point);
    const bool draws = !m_command.noPlot && (!m_command.point || m_command.trace);
    const std::string prefix =
        m_command.point ? GetRunPrefix({*m_command.point, ""}, m_origin.firstRun) : m_prefix;
    if (mustWrite)
    {
        MakeFolder(m_prefix);
    }
    for (const auto* ending : {"-bars.json",
                               "-curves.json",
                               "-series.json",
                               ".png",
                               ".svg",
                               "-curves.png",
                               "-curves.svg"})
    {
        const std::string file = prefix + ending;
        if (mustWrite)
        {
            StudyOutputFile probe(file);
        }
        for (const auto& [option, other] : {std::pair("--json=", m_command.jsonFile),
                                            std::pair("--results=", m_command.resultsFile)})
        {
            if (draws && IsSameFile(other, file))
            {
                throw StudyUsageError(option + other +
                                      " is also a file of the plot; give another name");
            }
        }
    }
}

std::string
StudySession::GetRunPrefix(const StudyPoint& point, uint32_t run) const
{
    return m_prefix + "-" + point.name + "-run" + std::to_string(run);
}

RunKey
StudySession::GetKey(const StudyPoint& point, uint32_t run) const
{
    return {m_definition.name,
            point.name,
            run,
            m_command.seed,
            m_extent.duration.GetNanoSeconds(),
            m_command.DescribeOverrides()};
}

std::optional<std::vector<Metric>>
StudySession::FindStored(const StudyPoint& point, uint32_t run)
{
    // The results file has metrics, but neither series nor captures.
    const bool writesFiles = m_command.trace || m_command.pcap;
    auto metrics =
        m_resultsFile && !writesFiles ? m_resultsFile->Find(GetKey(point, run)) : std::nullopt;
    NS_LOG_INFO("point " << point.name << ", run " << run << ": "
                         << (metrics          ? "found in the results file"
                             : !m_resultsFile ? "simulated, there is no results file"
                             : writesFiles    ? "simulated, it is to write series or captures"
                                              : "simulated, it is not in the results file"));
    return metrics;
}

StudyResults
StudySession::RunPoints(const std::vector<StudyPoint>& points)
{
    std::vector<PlannedRun> planned;
    for (const auto& point : points)
    {
        for (uint32_t i = 0; i < m_extent.runs; ++i)
        {
            const uint32_t run = m_origin.firstRun + i;
            planned.push_back({point, run, FindStored(point, run)});
        }
    }
    MakeMissing(planned);
    StudyResults results;
    for (const auto& one : planned)
    {
        results.Add(one.point.name, one.run, *one.metrics);
    }
    return results;
}

void
StudySession::MakeMissing(std::vector<PlannedRun>& planned)
{
    std::vector<PlannedRun*> missing;
    for (auto& one : planned)
    {
        if (!one.metrics)
        {
            missing.push_back(&one);
        }
    }
    StudyProgress progress(missing.size());
    // Sorted by task, so that the output depends neither on the order nor on the number of
    // processes.
    std::map<std::size_t, std::string> failures;
    const StudyOptions options{m_extent.duration, false, false, ""};
    const auto make = [&](std::size_t task, const StudyProcessPool::FailFunction& fail) {
        return Pack(m_runner.Run(missing[task]->point, missing[task]->run, options, fail).metrics);
    };
    const StudyProcessPool::Observer observer{
        .begins = [&](std::size_t task) { progress.Begin(Describe(*missing[task])); },
        .returns =
            [&](std::size_t task, const std::string& bytes) {
                auto& one = *missing[task];
                one.metrics = Unpack(bytes);
                if (m_resultsFile)
                {
                    m_resultsFile->Save(GetKey(one.point, one.run),
                                        FormatRepetition(one.point, one.run),
                                        *one.metrics);
                }
                progress.End();
            },
        .fails =
            [&](std::size_t task, const std::string& reason) {
                const auto& one = *missing[task];
                NS_LOG_INFO(Describe(one) << " failed: " << reason);
                failures[task] = reason;
                SaveFailure(one.point, one.run, reason);
                progress.End();
            },
        .ticks = [&] { progress.Show(); }};
    const auto jobs = m_definition.isTimed ? 1 : m_command.jobs.value_or(CountUsableCores());
    NS_LOG_INFO("makes " << missing.size() << " of " << planned.size() << " runs, up to " << jobs
                         << " at a time");
    StudyProcessPool(jobs).Run(missing.size(), make, observer);
    if (!failures.empty())
    {
        throw StudyRunsError(DescribeFailures(missing, failures, planned.size()));
    }
}

std::vector<std::string>
StudySession::DescribeFailures(const std::vector<PlannedRun*>& runs,
                               const std::map<std::size_t, std::string>& failures,
                               std::size_t total) const
{
    std::map<std::string, std::size_t> counts;
    for (const auto& [run, reason] : failures)
    {
        ++counts[reason];
    }
    std::vector<std::string> lines;
    for (const auto& [run, reason] : failures)
    {
        if (const auto count = std::exchange(counts[reason], 0); count > 0)
        {
            lines.push_back(Describe(*runs[run]) + ": " + reason + " (" + std::to_string(count) +
                            " of " + std::to_string(total) +
                            " runs failed for this reason); to repeat it: " +
                            FormatRepetition(runs[run]->point, runs[run]->run));
        }
    }
    return lines;
}

std::string
StudySession::FormatRepetition(const StudyPoint& point, uint32_t run) const
{
    // The same command whether the run was one of many, of --full, or alone.
    auto options = Without({"point", "run", "runs", "duration", "full", "trace", "pcap", "RngRun"},
                           m_command.options);
    options.insert(options.begin(),
                   {"point=" + point.name,
                    "run=" + std::to_string(run),
                    "duration=" + FormatSeconds(m_extent.duration.GetSeconds())});
    return FormatCommand(m_definition.name, options);
}

bool
StudySession::RunAll()
{
    const auto claims = Choose(m_definition.claims, m_command.full);
    RequireMechanisms(claims); // before hours of runs
    const auto points = Choose(m_definition.points, m_command.full);
    NS_LOG_INFO("runs " << points.size() << " of " << m_definition.points.size() << " points");
    const auto results = RunPoints(points);
    const auto outcomes = EvaluateClaims(claims, results);
    NS_LOG_INFO("judged " << outcomes.size() << " of " << m_definition.claims.size() << " claims");
    std::vector<Metric> metrics;
    if (m_definition.computeMetrics)
    {
        metrics = m_definition.computeMetrics(results);
        CheckMetrics(metrics, false);
    }
    m_out << m_definition.title << "\n\n";
    if (m_definition.printTable)
    {
        // The table may change the number format of its stream, so it gets a separate one.
        std::ostringstream table;
        m_definition.printTable(table, results);
        m_out << table.str() << (outcomes.empty() ? "" : "\n");
    }
    if (!outcomes.empty())
    {
        PrintClaims(m_out, outcomes, m_extent.runs);
    }
    else if (!m_definition.printTable)
    {
        PrintPoints(m_out, results);
    }
    if (!metrics.empty() && !m_definition.printTable)
    {
        m_out << "\n";
        PrintMetrics(m_out, metrics);
    }
    PrintOrigin();
    if (m_resultsFile)
    {
        m_resultsFile->SaveFindings(
            {m_definition.name, m_definition.title, m_origin.command, m_extent.runs, outcomes});
    }
    WriteJson(outcomes, metrics, results);
    DrawStudy(outcomes, results);
    return std::ranges::count(outcomes, Verdict::REPRODUCED, &ClaimOutcome::verdict) ==
           std::ssize(outcomes);
}

void
StudySession::RunSome(const StudyPoint& point)
{
    const auto results = RunPoints({point});
    m_out << m_definition.title << "\n" << point.label << "\n\n";
    PrintPoints(m_out, results);
    PrintOrigin();
    WriteJson({}, {}, results);
}

void
StudySession::RunOne(const StudyPoint& point)
{
    const uint32_t run = m_origin.firstRun;
    RunResult result;
    if (auto metrics = FindStored(point, run))
    {
        result.metrics = std::move(*metrics);
    }
    else
    {
        result = Simulate(point, run);
    }
    m_out << m_definition.title << "\n" << point.label << ", run " << run << "\n\n";
    PrintMetrics(m_out, result.metrics);
    PrintOrigin();
    StudyResults results;
    results.Add(point.name, run, result.metrics);
    // The runs of one point cannot confirm a claim, so the file has no claims.
    WriteJson({}, result.metrics, results);
    for (const auto& capture : result.captures)
    {
        m_out << "capture: " << capture << "\n";
    }
    if (m_command.pcap && result.captures.empty())
    {
        m_out << "capture: none, this study captures no packets\n";
    }
    if (m_command.prefix && !m_command.trace && !m_command.pcap)
    {
        m_out << "no plot: a run is drawn with --trace\n";
    }
    WriteSeries(point, result, GetRunPrefix(point, run));
}

void
StudySession::SaveFailure(const StudyPoint& point, uint32_t run, const std::string& reason)
{
    if (m_resultsFile)
    {
        m_resultsFile->SaveFailure(GetKey(point, run), FormatRepetition(point, run), reason);
    }
}

std::string
StudySession::TrySaveFailure(const StudyPoint& point, uint32_t run, const std::string& reason)
{
    try
    {
        SaveFailure(point, run, reason);
    }
    catch (const std::exception& error)
    {
        return std::string("; ") + error.what();
    }
    return "";
}

RunResult
StudySession::Simulate(const StudyPoint& point, uint32_t run)
{
    std::optional<StudyCaptureFolder> captures;
    std::string prefix = GetRunPrefix(point, run);
    if (m_command.pcap)
    {
        captures.emplace(prefix);
        prefix = captures->GetPrefix();
    }
    const StudyOptions options{m_extent.duration, m_command.trace, m_command.pcap, prefix};
    const std::string where = Describe({point, run, {}});
    const auto end = StudyFatalErrorTrap::ExitWith(m_definition.name + ": " + where, 1);
    const auto fail = [&](const std::string& message) {
        const std::string reason = captures ? captures->Explain(message) : message;
        const std::string unsaved = TrySaveFailure(point, run, message);
        // The process ends without destructors.
        captures.reset();
        end(reason + unsaved);
    };
    RunResult result;
    try
    {
        result = m_runner.Run(point, run, options, fail);
    }
    catch (const StudyError& error)
    {
        throw StudyError(where + ": " + error.what() + TrySaveFailure(point, run, error.what()));
    }
    if (captures)
    {
        result.captures = captures->Publish(result.captures);
    }
    if (m_resultsFile)
    {
        m_resultsFile->Save(GetKey(point, run), FormatRepetition(point, run), result.metrics);
    }
    return result;
}

void
StudySession::WriteJson(const std::vector<ClaimOutcome>& outcomes,
                        const std::vector<Metric>& metrics,
                        const StudyResults& results)
{
    if (m_jsonFile)
    {
        m_jsonFile->Write(FormatJson(m_origin, outcomes, metrics, results));
        m_out << "json:    " << m_command.jsonFile << "\n";
    }
}

void
StudySession::WriteSeries(const StudyPoint& point,
                          const RunResult& result,
                          const std::string& prefix)
{
    std::vector<std::string> files;
    for (const auto& series : result.series)
    {
        const std::string path = prefix + "-" + series.name + ".csv";
        StudyOutputFile(path).Write(FormatSeries(m_origin, series));
        m_out << "series:  " << path << "\n";
        // The description names the files as seen from its own folder, so that both can be moved.
        files.push_back(std::filesystem::path(path).filename().string());
    }
    if (m_command.trace && result.series.empty())
    {
        m_out << "series:  none, this study records nothing over time\n";
    }
    const auto description = FormatRunPlot(m_origin, point, result, files);
    if (!m_command.noPlot && !description.empty())
    {
        const std::string path = prefix + "-series.json";
        StudyOutputFile(path).Write(description);
        const bool hasPanels =
            std::ranges::any_of(result.series, [](const auto& s) { return !s.panel.empty(); });
        Draw(hasPanels ? "panels" : "time-sequence", path, prefix);
    }
}

void
StudySession::DrawStudy(const std::vector<ClaimOutcome>& outcomes, const StudyResults& results)
{
    if (m_command.noPlot)
    {
        NS_LOG_INFO("no plot, because of --no-plot");
        return;
    }
    const auto bars = FormatBarPlot(m_origin, outcomes);
    const auto curves = FormatCurvePlot(m_origin, m_definition.panels, results);
    // Without --plot the line is left out, because many studies have no plot.
    if (bars.empty() && curves.empty() && m_command.prefix)
    {
        m_out << "no plot: the study as a whole has nothing to draw; --point with --trace draws a "
                 "run\n";
    }
    DrawDescription("bars", bars, m_prefix);
    DrawDescription("curves", curves, m_prefix + "-curves");
}

void
StudySession::DrawDescription(const std::string& kind,
                              const std::string& description,
                              const std::string& prefix)
{
    if (description.empty())
    {
        NS_LOG_INFO("the study has no " << kind);
        return;
    }
    const std::string file = m_prefix + "-" + kind + ".json";
    try
    {
        MakeFolder(m_prefix);
        StudyOutputFile(file).Write(description);
    }
    catch (const StudyError& error)
    {
        // A user who names the files expects them. Without --plot the study continues without a
        // plot.
        if (m_command.prefix)
        {
            throw;
        }
        m_out << "no plot: " << error.what() << "\n";
        return;
    }
    Draw(kind, file, prefix);
}

void
StudySession::Draw(const std::string& kind, const std::string& input, const std::string& prefix)
{
    const auto reason = DrawPlot(kind, input, prefix);
    if (reason.empty())
    {
        m_out << "plot:    " << prefix << ".png, " << prefix << ".svg\n";
    }
    else
    {
        m_out << "no plot: " << reason << "\n";
    }
}

void
StudySession::PrintOrigin()
{
    m_out << "\ncommand: " << m_origin.command << "\n"
          << "version: lasthop " << m_origin.version << ", ns-3 " << m_origin.ns3 << "\n"
          << "runs:    " << m_origin.runs << " of " << FormatSeconds(m_origin.duration)
          << " s per point, from run " << m_origin.firstRun << ", seed " << m_origin.seed << "\n";
}

} // namespace ns3

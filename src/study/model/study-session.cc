// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-session.h"

#include "results-file.h"
#include "study-capture-folder.h"
#include "study-error.h"
#include "study-fatal-error-trap.h"
#include "study-json.h"
#include "study-nearest-name.h"
#include "study-output-file.h"
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
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#ifndef LASTHOP_NS3_VERSION
#error "the build must define LASTHOP_NS3_VERSION, the version of ns-3 as a string"
#endif

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudySession");

/// Metrics pass from a process to another as CBOR, with every digit.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Metric, name, unit, value)

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
Choose(std::vector<T> all, bool full)
{
    std::erase_if(all, [full](const T& one) { return one.onlyFull && !full; });
    return all;
}

/// @return the options, NAME or NAME=VALUE, that do not have these names
std::vector<std::string>
Without(const std::vector<std::string>& names, std::vector<std::string> options)
{
    std::erase_if(options, [&names](const std::string& option) {
        return std::ranges::count(names, option.substr(0, option.find('='))) > 0;
    });
    return options;
}

/// @return the command that gives the same numbers: without the options that only say where
/// something is written
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

/// Make the folder in which files with a prefix are written.
void
MakeFolder(const std::string& prefix)
{
    const std::filesystem::path path(prefix);
    const auto name = path.filename();
    Require(!name.empty() && name != "." && name != "..",
            "'" + prefix + "' is a folder; the start of a file name must follow");
    std::error_code error;
    if (path.has_parent_path())
    {
        std::filesystem::create_directories(path.parent_path(), error);
    }
    Require(!error,
            "cannot make the folder '" + path.parent_path().string() + "': " + error.message());
}

/// A run that a study needs.
struct PlannedRun
{
    StudyPoint point;                             ///< its point
    uint32_t number;                              ///< its number
    std::optional<std::vector<Metric>> metrics{}; ///< what it measured; none: not known yet

    /// @return which it is
    std::string Describe() const
    {
        return "point " + point.name + ", run " + std::to_string(number);
    }
};

/// One execution of a study.
class StudySession
{
  public:
    StudySession(const StudyDefinition& definition, const StudyCommand& command, std::ostream& out);

    /// Run every point and report. @return true if every claim is reproduced
    bool RunAll();
    /// Make the runs of one point and print its metrics.
    void RunSome(const StudyPoint& point);
    /// Make one run and print its metrics.
    void RunOne(const StudyPoint& point);

  private:
    /// @return what distinguishes the run from all others
    RunKey GetKey(const PlannedRun& run) const;
    /// @return the metrics of the run, if the results file has them
    std::optional<std::vector<Metric>> FindStored(const PlannedRun& run);
    /// Take runs from the results file, and make the others in processes of their own.
    StudyResults RunPoints(const std::vector<StudyPoint>& points);
    /// Fill in what is not known. @throws StudyRunsError if a run has failed, after all others
    void MakeMissing(std::vector<PlannedRun>& planned);
    /// What fails in one run often fails in all, so there is one line for each reason.
    /// @return the lines, in the order of the first run of each reason
    std::vector<std::string> DescribeFailures(const std::vector<PlannedRun*>& runs,
                                              const std::map<std::size_t, std::string>& failures,
                                              std::size_t total) const;
    /// @return the command that makes this run alone
    std::string FormatRepetition(const PlannedRun& run) const;
    /// Refuse a plot that cannot be written, or would replace the results or the JSON file.
    void CheckPlotFiles() const;
    /// Save a finished run, if there is a results file.
    void Save(const PlannedRun& run, const std::vector<Metric>& metrics);
    /// Save that a run has failed, if there is a results file.
    void SaveFailure(const PlannedRun& run, const std::string& reason);
    /// Save that a run has failed. A full disk, which often is the reason of the failure, must not
    /// replace it in the error line. @return why it could not be saved, to append to the reason
    std::string TrySaveFailure(const PlannedRun& run, const std::string& reason);
    /// Make a run in this process, for debuggers, and save it.
    RunResult Simulate(const PlannedRun& run);
    /// Write the JSON file, if asked for.
    void WriteJson(const std::vector<ClaimOutcome>& outcomes,
                   const std::vector<Metric>& metrics,
                   const StudyResults& results);
    /// Draw claims and curves, unless the user has turned plots off.
    void DrawStudy(const std::vector<ClaimOutcome>& outcomes, const StudyResults& results);
    /// @return start of the names of the files that belong to the run
    std::string GetRunPrefix(const PlannedRun& run) const;
    /// Write and draw the series of the single run.
    void WriteSeries(const PlannedRun& run, const RunResult& result);
    /// Write the description of a plot, unless it is empty, draw it, and say where it is, or why
    /// there is none.
    void Draw(const std::string& kind,
              const std::string& description,
              const std::string& file,
              const std::string& prefix);
    /// Print command, version and extent, with which a reader gets the same numbers again.
    void PrintOrigin();

    const StudyDefinition& m_definition;       ///< the study
    const StudyCommand& m_command;             ///< what the user asked for
    std::ostream& m_out;                       ///< takes what is printed
    StudyExtent m_extent;                      ///< how much to run
    StudyOrigin m_origin;                      ///< what is needed to compute the numbers again
    StudyRunner m_runner;                      ///< makes single runs
    std::string m_prefix;                      ///< start of the names of plots and traces
    std::optional<StudyOutputFile> m_jsonFile; ///< file of claims and metrics
    std::optional<ResultsFile> m_resultsFile;  ///< finished runs
};

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
        m_command.point ? GetRunPrefix({{*m_command.point, ""}, m_origin.firstRun}) : m_prefix;
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
            Require<StudyUsageError>(!draws || !IsSameFile(other, file),
                                     option + other +
                                         " is also a file of the plot; give another name");
        }
    }
}

std::string
StudySession::GetRunPrefix(const PlannedRun& run) const
{
    return m_prefix + "-" + run.point.name + "-run" + std::to_string(run.number);
}

RunKey
StudySession::GetKey(const PlannedRun& run) const
{
    return {m_definition.name,
            run.point.name,
            run.number,
            m_command.seed,
            m_extent.duration.GetNanoSeconds(),
            m_command.DescribeOverrides()};
}

std::optional<std::vector<Metric>>
StudySession::FindStored(const PlannedRun& run)
{
    // The results file has metrics, but neither series nor captures.
    const bool writesFiles = m_command.trace || m_command.pcap;
    auto metrics = m_resultsFile && !writesFiles ? m_resultsFile->Find(GetKey(run)) : std::nullopt;
    NS_LOG_INFO(run.Describe() << ": "
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
            auto& run = planned.emplace_back(PlannedRun{point, m_origin.firstRun + i});
            run.metrics = FindStored(run);
        }
    }
    MakeMissing(planned);
    StudyResults results;
    for (const auto& one : planned)
    {
        results.Add(one.point.name, one.number, *one.metrics);
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
        const auto& run = *missing[task];
        std::string bytes;
        nlohmann::json::to_cbor(m_runner.Run(run.point, run.number, options, fail).metrics, bytes);
        return bytes;
    };
    const StudyProcessPool::Observer observer{
        .begins = [&](std::size_t task) { progress.Begin(missing[task]->Describe()); },
        .returns =
            [&](std::size_t task, const std::string& bytes) {
                auto& one = *missing[task];
                one.metrics = nlohmann::json::from_cbor(bytes);
                Save(one, *one.metrics);
                progress.End();
            },
        .fails =
            [&](std::size_t task, const std::string& reason) {
                const auto& one = *missing[task];
                NS_LOG_INFO(one.Describe() << " failed: " << reason);
                failures[task] = reason;
                SaveFailure(one, reason);
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
            lines.push_back(
                runs[run]->Describe() + ": " + reason + " (" + std::to_string(count) + " of " +
                std::to_string(total) +
                " runs failed for this reason); to repeat it: " + FormatRepetition(*runs[run]));
        }
    }
    return lines;
}

std::string
StudySession::FormatRepetition(const PlannedRun& run) const
{
    // The same command whether the run was one of many, of --full, or alone.
    auto options = Without({"point", "run", "runs", "duration", "full", "trace", "pcap", "RngRun"},
                           m_command.options);
    options.insert(options.begin(),
                   {"point=" + run.point.name,
                    "run=" + std::to_string(run.number),
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
    const PlannedRun run{point, m_origin.firstRun};
    const auto stored = FindStored(run);
    const RunResult result = stored ? RunResult{*stored} : Simulate(run);
    m_out << m_definition.title << "\n" << point.label << ", run " << run.number << "\n\n";
    PrintMetrics(m_out, result.metrics);
    PrintOrigin();
    StudyResults results;
    results.Add(point.name, run.number, result.metrics);
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
    WriteSeries(run, result);
}

void
StudySession::Save(const PlannedRun& run, const std::vector<Metric>& metrics)
{
    if (m_resultsFile)
    {
        m_resultsFile->Save(GetKey(run), FormatRepetition(run), metrics);
    }
}

void
StudySession::SaveFailure(const PlannedRun& run, const std::string& reason)
{
    if (m_resultsFile)
    {
        m_resultsFile->SaveFailure(GetKey(run), FormatRepetition(run), reason);
    }
}

std::string
StudySession::TrySaveFailure(const PlannedRun& run, const std::string& reason)
{
    try
    {
        SaveFailure(run, reason);
    }
    catch (const std::exception& error)
    {
        return std::string("; ") + error.what();
    }
    return "";
}

RunResult
StudySession::Simulate(const PlannedRun& run)
{
    std::optional<StudyCaptureFolder> captures;
    std::string prefix = GetRunPrefix(run);
    if (m_command.pcap)
    {
        captures.emplace(prefix);
        prefix = captures->GetPrefix();
    }
    const StudyOptions options{m_extent.duration, m_command.trace, m_command.pcap, prefix};
    const std::string where = run.Describe();
    const auto end = StudyFatalErrorTrap::ExitWith(m_definition.name + ": " + where, 1);
    const auto fail = [&](const std::string& message) {
        const std::string reason = captures ? captures->Explain(message) : message;
        const std::string unsaved = TrySaveFailure(run, message);
        // The process ends without destructors.
        captures.reset();
        end(reason + unsaved);
    };
    RunResult result;
    try
    {
        result = m_runner.Run(run.point, run.number, options, fail);
    }
    catch (const StudyError& error)
    {
        throw StudyError(where + ": " + error.what() + TrySaveFailure(run, error.what()));
    }
    if (captures)
    {
        result.captures = captures->Publish(result.captures);
    }
    Save(run, result.metrics);
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
StudySession::WriteSeries(const PlannedRun& run, const RunResult& result)
{
    const std::string prefix = GetRunPrefix(run);
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
    const bool hasPanels =
        std::ranges::any_of(result.series, [](const auto& s) { return !s.panel.empty(); });
    if (!m_command.noPlot)
    {
        Draw(hasPanels ? "panels" : "time-sequence",
             FormatRunPlot(m_origin, run.point, result, files),
             prefix + "-series.json",
             prefix);
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
    Draw("bars", bars, m_prefix + "-bars.json", m_prefix);
    Draw("curves", curves, m_prefix + "-curves.json", m_prefix + "-curves");
}

void
StudySession::Draw(const std::string& kind,
                   const std::string& description,
                   const std::string& file,
                   const std::string& prefix)
{
    if (description.empty())
    {
        NS_LOG_INFO("there are no " << kind << " to draw");
        return;
    }
    std::string reason;
    try
    {
        MakeFolder(m_prefix);
        StudyOutputFile(file).Write(description);
        reason = DrawPlot(kind, file, prefix);
    }
    catch (const StudyError& error)
    {
        // A user who names the files expects them. Otherwise the study continues without a plot.
        if (m_command.prefix || m_command.trace)
        {
            throw;
        }
        reason = error.what();
    }
    m_out << (reason.empty() ? "plot:    " + prefix + ".png, " + prefix + ".svg"
                             : "no plot: " + reason)
          << "\n";
}

void
StudySession::PrintOrigin()
{
    m_out << "\ncommand: " << m_origin.command << "\n"
          << "version: lasthop " << m_origin.version << ", ns-3 " << m_origin.ns3 << "\n"
          << "runs:    " << m_origin.runs << " of " << FormatSeconds(m_origin.duration)
          << " s per point, from run " << m_origin.firstRun << ", seed " << m_origin.seed << "\n";
}

/// @return the point that the user has named
const StudyPoint&
FindPoint(const std::vector<StudyPoint>& points, const std::string& name)
{
    const auto found = std::ranges::find(points, name, &StudyPoint::name);
    if (found == points.end())
    {
        std::vector<std::string> names;
        std::ranges::transform(points, std::back_inserter(names), &StudyPoint::name);
        throw StudyUsageError("--point=" + name + ": no such point, --list-points shows all" +
                              FormatSuggestion(FindNearestNames(name, names)));
    }
    return *found;
}

} // namespace

bool
RunStudy(const StudyDefinition& definition, const StudyCommand& command, std::ostream& out)
{
    if (!command.point)
    {
        return StudySession(definition, command, out).RunAll();
    }
    const auto& point = FindPoint(definition.points, *command.point);
    StudySession session(definition, command, out);
    command.runs ? session.RunSome(point) : session.RunOne(point);
    return true;
}

} // namespace ns3

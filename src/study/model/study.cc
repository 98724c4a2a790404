// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study.h"

#include "study-command-line.h"
#include "study-error.h"
#include "study-json.h"
#include "study-output-file.h"
#include "study-override.h"
#include "study-program.h"
#include "study-report.h"
#include "study-session.h"
#include "study-table.h"

#include "ns3/config.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// The characters of a point's name, which becomes part of file names and command lines.
constexpr auto POINT_NAME_CHARACTERS =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

std::string
Describe(const StudyExtent& extent, std::size_t points)
{
    std::ostringstream text;
    text << extent.runs << (extent.runs == 1 ? " run of " : " runs of ")
         << FormatSeconds(extent.duration.GetSeconds()) << " s of ";
    if (points == 1)
    {
        text << "the point";
    }
    else
    {
        text << "each of " << points << " points";
    }
    return text.str();
}

/// @return a text in one line: it may name a value of the user that has line breaks, or characters
/// that a terminal obeys
std::string
JoinLines(std::string text)
{
    std::ranges::replace_if(text, [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    return text;
}

void
PrintError(std::ostream& err, const std::string& program, const std::string& error)
{
    err << JoinLines(program + ": " + error) << "\n";
}

/// @throws std::invalid_argument if what is shown and written to files is not one line of UTF-8
void
RequireText(const std::string& what, const std::string& text)
{
    Require<std::invalid_argument>(IsPrintable(text), what + ": expected one line of UTF-8");
}

void
RequireExtent(uint32_t runs, Time duration)
{
    Require<std::invalid_argument>(runs > 0 && duration.IsStrictlyPositive(),
                                   std::to_string(runs) + " runs of " +
                                       FormatSeconds(duration.GetSeconds()) +
                                       " s: expected more than 0 of both");
}

/// The line that the program writes at Ctrl-C.
std::string interruption;

/// Keep descriptors 0 to 2 open, so that sockets cannot get them.
void
OpenStandardFiles()
{
    int file = 0;
    while (file >= 0 && file <= STDERR_FILENO)
    {
        file = open("/dev/null", O_RDONLY);
    }
    close(file);
}

/// The smallest stack with which the studies were tried, KiB.
constexpr rlim_t LEAST_STACK{256};

/// @throws StudyError if the stack is so small that the program would end by a signal
void
RequireStack()
{
    constexpr rlim_t kib{1024};
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < LEAST_STACK * kib)
    {
        throw StudyError("a stack of " + std::to_string(limit.rlim_cur / kib) +
                         " KiB (ulimit -s): expected at least " + std::to_string(LEAST_STACK));
    }
}

/// @throws StudyError if the program has made nodes, which have events, or other events
void
RequireUnusedSimulator()
{
    Require(Simulator::IsFinished(),
            "the simulator has events before Main(), which discards them: expected nodes and "
            "events in the function that makes a run");
    Simulator::Destroy(); // the question has created a simulator
}

/// @return where runs are that have finished when the program is interrupted
std::string
DescribeFinishedRuns(const std::vector<std::string>& args)
{
    const std::string option = "--results=";
    const auto found = std::ranges::find_if(args, [&option](const std::string& arg) {
        return arg.starts_with(option);
    });
    return found == args.end() ? "lost without --results" : "in " + found->substr(option.size());
}

/// Say that the program ends, and end it as without a handler.
void
TellInterruption(int number)
{
    // Nothing else is safe in a signal handler (POSIX: signal-safety).
    [[maybe_unused]] const auto count =
        write(STDERR_FILENO, interruption.data(), interruption.size());
    std::signal(number, SIG_DFL);
    std::raise(number);
}

/// Add a point unless its name or label is refused, or it has no function.
void
AddChecked(StudyDefinition& study, const StudyPoint& point, bool hasFunction)
{
    // A point's name is that of a folder in a campaign.
    const auto& name = point.name;
    Require<std::invalid_argument>(
        !name.empty() && name != "." && name != ".." &&
            name.find_first_not_of(POINT_NAME_CHARACTERS) == std::string::npos,
        "point '" + name +
            "': expected a name of letters, digits, '.', '-' and '_', other than '.' and '..'");
    Require<std::invalid_argument>(std::ranges::count(study.points, name, &StudyPoint::name) == 0,
                                   "point '" + name + "': expected a new name");
    RequireText("label of point " + name, point.label);
    Require<std::invalid_argument>(
        hasFunction,
        "point " + name + ": expected a function that makes a run, of the point or of the study");
    study.points.push_back(point);
}

/// Print the points and, if asked for, write what the study consists of.
void
ListPoints(const StudyDefinition& study, const StudyCommand& command, std::ostream& out)
{
    StudyTable table;
    table.AddColumn("point", StudyTable::LEFT);
    table.AddColumn("what it is", StudyTable::LEFT);
    for (const auto& point : study.points)
    {
        table.AddRow({point.name, point.label});
    }
    table.Print(out);
    if (!command.jsonFile.empty())
    {
        StudyOutputFile(command.jsonFile).Write(FormatDefinition(study));
        out << "\njson:    " << command.jsonFile << "\n";
    }
}

/// Do what was asked for.
/// @return exit status
int
Execute(const StudyDefinition& study, const StudyCommand& command, std::ostream& out)
{
    if (command.version)
    {
        out << study.name << ": lasthop " << LasthopVersion() << ", ns-3 " << LASTHOP_NS3_VERSION
            << "\n";
        return 0;
    }
    if (command.listPoints)
    {
        ListPoints(study, command, out);
        return 0;
    }
    RequireUnusedSimulator();
    if (study.isTimed && command.jobs.value_or(1) > 1)
    {
        throw StudyUsageError("--jobs=" + std::to_string(*command.jobs) +
                              ": this study measures wall time, so it makes one run at a time");
    }
    Require<StudyUsageError>(!command.check || !study.claims.empty(),
                             "--check: this study has no claims");
    const bool isReproduced = RunStudy(study, command, out);
    return command.check && !isReproduced ? 1 : 0;
}

} // namespace

Study::Study(const std::string& name, const std::string& title, StudyRunFunction function)
{
    RequireText("name of a study", name);
    RequireText("title of study " + name, title);
    m_definition.name = name;
    m_definition.title = title;
    m_definition.run.common = std::move(function);
}

void
Study::AddPoint(const StudyPoint& point)
{
    AddChecked(m_definition, point, m_definition.run.common != nullptr);
}

void
Study::AddPoint(const StudyPoint& point, StudyPointFunction function)
{
    AddChecked(m_definition, point, function != nullptr);
    m_definition.run.own.emplace(point.name, std::move(function));
}

void
Study::AddClaim(const StudyClaim& claim)
{
    const std::string both = "'" + claim.id + "', '" + claim.cell + "'";
    const auto isSame = [&claim](const StudyClaim& other) {
        return other.id == claim.id && other.cell == claim.cell;
    };
    Require<std::invalid_argument>(std::ranges::none_of(m_definition.claims, isSame),
                                   "not a new claim: " + both);
    for (const auto& text :
         {claim.id, claim.cell, claim.unit, claim.group, claim.label, claim.quantity})
    {
        RequireText("text of claim '" + claim.id + "'", text);
    }
    const auto [low, high] = claim.band;
    Require<std::invalid_argument>(low <= high,
                                   "claim " + both + ": band " + std::to_string(low) + " to " +
                                       std::to_string(high) +
                                       ": expected a lower edge that is at most the upper one");
    Require<std::invalid_argument>(claim.estimate != nullptr,
                                   "claim " + both + ": expected an estimator");
    m_definition.claims.push_back(claim);
}

void
Study::AddPanel(const StudyPanel& panel)
{
    m_definition.panels.push_back(panel);
}

void
Study::SetDefaultRuns(uint32_t runs, Time duration)
{
    RequireExtent(runs, duration);
    m_definition.shown = {runs, duration};
}

void
Study::SetFullRuns(uint32_t runs, Time duration)
{
    RequireExtent(runs, duration);
    m_definition.full = {runs, duration};
}

void
Study::SetTimed()
{
    m_definition.isTimed = true;
}

void
Study::SetTablePrinter(TablePrinter printer)
{
    m_definition.printTable = std::move(printer);
}

void
Study::SetStudyMetrics(MetricsFunction function)
{
    m_definition.computeMetrics = std::move(function);
}

int
Study::Main(int argc, char* argv[]) const
{
    const std::vector<std::string> args(argv + std::min(argc, 1), argv + argc);
    interruption = JoinLines(m_definition.name + ": interrupted; finished runs are " +
                             DescribeFinishedRuns(args)) +
                   "\n";
    OpenStandardFiles();
    // A file that may not become as large is an error of write(), as on a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    // A program in the background of a shell ignores Ctrl-C.
    if (std::signal(SIGINT, TellInterruption) == SIG_IGN)
    {
        std::signal(SIGINT, SIG_IGN);
    }
    if (const auto name = FindLostSetting(args); !name.empty())
    {
        const bool isRandom = name == "RngSeed" || name == "RngRun";
        PrintError(
            std::cerr,
            m_definition.name,
            name + " was set before Main(), which resets it: expected " +
                (isRandom ? "the option --" + name : "this in the function that makes a run"));
        return 1;
    }
    const int status = Main(args, std::cout, std::cerr);
    // Another study of this program would be refused for what options and runs have set in ns-3.
    Config::Reset();
    return status;
}

int
Study::Main(const std::vector<std::string>& args, std::ostream& out, std::ostream& err) const
{
    try
    {
        RequireStack();
        const std::vector<StudyPoint>& points = m_definition.points;
        Require(!points.empty(), "the study has no points: expected AddPoint() before Main()");
        const auto shown = std::ranges::count(points, false, &StudyPoint::onlyFull);
        const std::string title = m_definition.title +
                                  "\nWithout options: " + Describe(m_definition.shown, shown) +
                                  "; with --full: " + Describe(m_definition.full, points.size());
        const int status =
            Execute(m_definition, ParseStudyCommand(m_definition.name, title, args), out);
        // A full disk is detected when the buffer is written. After main() nobody would see the
        // error.
        Require(out.flush().good(), "cannot write to the standard output");
        return status;
    }
    catch (const StudyUsageError& error)
    {
        PrintError(err, m_definition.name, error.what());
        return 2;
    }
    catch (const StudyRunsError& error)
    {
        for (const auto& line : error.GetLines())
        {
            PrintError(err, m_definition.name, line);
        }
        return 1;
    }
    catch (const std::exception& error)
    {
        PrintError(err, m_definition.name, error.what());
        return 1;
    }
}

} // namespace ns3

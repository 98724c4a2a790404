// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-command-line.h"

#include "study-error.h"
#include "study-nearest-name.h"
#include "study-output-file.h"
#include "study-override.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyCommandLine");

namespace
{

/// Upper limit of --jobs: more processes than a machine has cores today.
constexpr uint32_t MAX_JOBS{1024};

/// Options of ns3::CommandLine itself.
const std::vector<std::string> NS3_OPTIONS{"PrintHelp",
                                           "help",
                                           "PrintGlobals",
                                           "PrintGroups",
                                           "PrintGroup",
                                           "PrintTypeIds",
                                           "PrintAttributes"};

/// Takes the name of an option, for an error line, and its value.
using Setter = std::function<void(const std::string& name, const std::string& value)>;

/// An option of every study.
struct Option
{
    std::string name;     ///< without dashes
    std::string help;     ///< what it does
    Setter set;           ///< takes the value
    bool isSwitch{false}; ///< may be given without a value, which is true
};

/// @return the options of every study, which set what the user asks for
std::vector<Option>
MakeOptions(StudyCommand& command)
{
    const auto number = [](std::optional<uint32_t>& target, uint32_t high) -> Setter {
        return [&target, high](const auto& option, const auto& value) {
            target = ParseWholeNumber(option, value, 1, high);
        };
    };
    const auto text = [](auto& target, const std::string& wanted) -> Setter {
        return [&target, wanted](const auto& option, const auto& value) {
            if (value.empty())
            {
                RefuseOption(option, value, wanted);
            }
            target = value;
        };
    };
    const auto toggle = [](bool& target) -> Setter {
        return [&target](const auto& option, const auto& value) {
            if (value != "true" && value != "1" && value != "false" && value != "0")
            {
                RefuseOption(option, value, "true or false");
            }
            target = value == "true" || value == "1";
        };
    };
    const Setter seconds = [&command](const auto& option, const auto& value) {
        command.duration = ReadNumber<double>(value);
        // The comparison is written so that it is false for NaN.
        if (!command.duration || !(*command.duration >= 1e-9 && *command.duration <= 1e6))
        {
            RefuseOption(option, value, "a number of seconds, at least 1e-9 and at most 1000000");
        }
    };
    return {{"runs", "Runs of each point", number(command.runs, MAX_RUNS)},
            {"duration", "Simulated duration of a run, seconds", seconds},
            {"full",
             "Make runs as many and as long as in the paper or the documentation",
             toggle(command.full),
             true},
            {"list-points", "List the points and stop", toggle(command.listPoints), true},
            {"point",
             "Make one run of this point, or --runs runs",
             text(command.point, "the name of a point")},
            {"run", "Number of this run, or of the first one", number(command.run, MAX_RUN)},
            {"jobs",
             "Parallel runs, each in its own process [one per core]",
             number(command.jobs, MAX_JOBS)},
            {"results",
             "SQLite file of finished runs, which are not repeated",
             text(command.resultsFile, "the name of a file")},
            {"json",
             "Write claims and metrics to this file",
             text(command.jsonFile, "the name of a file")},
            {"plot",
             "Prefix of the names of plot, trace and capture files [report/PROGRAM]",
             text(command.prefix, "the start of the names of files")},
            {"no-plot", "Draw no plot", toggle(command.noPlot), true},
            {"pcap", "Write packet captures of a single run", toggle(command.pcap), true},
            {"trace",
             "Write the traced series of a single run as CSV and plot",
             toggle(command.trace),
             true},
            {"check",
             "Exit with status 1 unless every claim is reproduced",
             toggle(command.check),
             true},
            {"version", "Print the versions of lasthop and ns-3", toggle(command.version), true}};
}

/// Refuse options that make no sense together.
void
CheckContradictions(const StudyCommand& command)
{
    const std::vector<std::pair<bool, std::string>> contradictions{
        {command.run && !command.point, "--run needs --point"},
        {command.run && command.overrides.contains("RngRun"),
         "--run and --RngRun both give the number of the run"},
        {command.run && command.runs && *command.run > MAX_FIRST_RUN,
         "--run=" + std::to_string(command.run.value_or(0)) + ": with --runs, at most " +
             std::to_string(MAX_FIRST_RUN)},
        {command.point && command.check, "--check needs all points, not --point"},
        {command.pcap && !command.point, "--pcap needs --point: it captures one run"},
        {command.trace && !command.point, "--trace needs --point: it traces one run"},
        {command.pcap && command.runs, "--pcap captures one run, --runs does not go with it"},
        {command.trace && command.runs, "--trace traces one run, --runs does not go with it"},
        {command.point && command.runs && command.prefix,
         "--plot draws all points or, with --trace, one run; --point with --runs is neither"},
        {IsSameFile(command.jsonFile, command.resultsFile),
         "--json and --results name the same file"},
        {command.listPoints && (command.point || command.check || !command.resultsFile.empty()),
         "--list-points runs nothing: --point, --check and --results do not go with it"},
        {command.prefix && command.noPlot, "--plot and --no-plot contradict each other"},
    };
    for (const auto& [isContradiction, message] : contradictions)
    {
        Require<StudyUsageError>(!isContradiction, message);
    }
}

/// Split an argument. ns-3 also accepts options with one dash.
/// @param before the argument before it; empty if there is none
/// @return name and value of the option; the value is none without '='
std::pair<std::string, std::optional<std::string>>
Split(const std::string& argument, const std::string& before)
{
    const std::size_t dashes = argument.starts_with("--") ? 2 : argument.starts_with("-") ? 1 : 0;
    const std::size_t equals = std::min(argument.find('='), argument.size());
    if (dashes == 0 || equals <= dashes)
    {
        const bool isValue = !before.empty() && before.find('=') == std::string::npos;
        throw StudyUsageError("unexpected argument '" + argument + "'; options are written " +
                              (isValue ? before : "--NAME") + "=VALUE");
    }
    const std::string name = argument.substr(dashes, equals - dashes);
    return {name,
            equals == argument.size() ? std::nullopt : std::optional(argument.substr(equals + 1))};
}

/// Set an option of the study. The argument after it is for the error line.
void
SetOption(const Option& option, const std::optional<std::string>& value, const std::string& next)
{
    const std::string dashed = "--" + option.name;
    Require<StudyUsageError>(value || option.isSwitch,
                             dashed + " needs a value: " + dashed + "=VALUE" +
                                 (next.empty() ? "" : ", not '" + next + "'"));
    option.set(option.name, value.value_or("true"));
}

/// Refuse what ns-3 answers with an empty list, or a fatal error.
void
CheckListed(const std::string& option, const std::string& value)
{
    TypeId type;
    Require<StudyUsageError>(option != "PrintAttributes" ||
                                 TypeId::LookupByNameFailSafe(value, &type),
                             "--PrintAttributes=" + value + ": no such ns-3 type");
    std::vector<std::string> groups;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        groups.push_back(TypeId::GetRegistered(i).GetGroupName());
    }
    Require<StudyUsageError>(option != "PrintGroup" || std::ranges::count(groups, value) > 0,
                             "--PrintGroup=" + value + ": no such group, --PrintGroups shows all");
}

/// Check an option that is ns-3's, and store it if it is an override.
void
HandleNs3Option(const std::string& program,
                const std::string& name,
                const std::string& value,
                const std::vector<Option>& own,
                StudyCommand& command)
{
    if (name == "PrintVersion")
    {
        command.version = true;
        return;
    }
    if (std::ranges::count(NS3_OPTIONS, name) > 0)
    {
        CheckListed(name, value);
        return;
    }
    auto known = GetGlobalValueNames();
    if (std::ranges::count(known, name) == 0 && name.find("::") == std::string::npos)
    {
        known.insert(known.end(), NS3_OPTIONS.begin(), NS3_OPTIONS.end());
        std::ranges::transform(own, std::back_inserter(known), &Option::name);
        throw StudyUsageError("unknown option --" + name +
                              FormatSuggestion(FindNearestNames(name, known), "--"));
    }
    CheckOverride(program, name, value);
    NS_LOG_INFO("every run has " << name << " = '" << value << "'");
    command.overrides[name] = value;
}

/// Let ns-3 process its own options, which ends the program for --help and similar options, and
/// apply the overrides.
void
ApplyToNs3(const std::string& program,
           const std::string& title,
           const std::vector<std::string>& args,
           const std::vector<Option>& own,
           StudyCommand& command)
{
    CommandLine commandLine(program + ".cc");
    commandLine.Usage(title + "\n\ndoc/reading-output.rst explains the output.");
    for (const auto& option : own)
    {
        // The value is stored already; ns-3 only needs the name, for its help text.
        commandLine.AddValue(
            option.name,
            option.help,
            Callback<bool, const std::string&>([](const std::string&) { return true; }));
    }
    std::vector<std::string> all{program};
    all.insert(all.end(), args.begin(), args.end());
    // A study that has run in this process before has left its last run number in ns-3.
    Config::Reset();
    commandLine.Parse(all);

    command.seed = RngSeedManager::GetSeed();
    command.firstRun = static_cast<uint32_t>(RngSeedManager::GetRun());
}

} // namespace

std::string
StudyCommand::DescribeOverrides() const
{
    std::string lines;
    for (const auto& [name, value] : overrides)
    {
        // The run and the seed have columns of their own in the results file.
        if (name != "RngRun" && name != "RngSeed")
        {
            lines += name + "=" + value + "\n";
        }
    }
    for (const auto& variable : GetEnvironmentOverrides())
    {
        lines += variable + "\n";
    }
    return lines;
}

StudyCommand
ParseStudyCommand(const std::string& program,
                  const std::string& title,
                  const std::vector<std::string>& args)
{
    StudyCommand command;
    const auto options = MakeOptions(command);
    std::vector<std::string> ns3Args;
    std::set<std::string> names;
    for (std::size_t i = 0; i < args.size(); ++i)
    {
        const auto [name, value] = Split(args[i], i > 0 ? args[i - 1] : "");
        Require<StudyUsageError>(names.insert(name).second,
                                 "option '--" + name + "' cannot be given more than once");
        command.options.push_back(value ? name + "=" + *value : name);
        const auto own = std::ranges::find(options, name, &Option::name);
        if (own != options.end())
        {
            SetOption(*own, value, i + 1 < args.size() ? args[i + 1] : "");
        }
        else
        {
            HandleNs3Option(program, name, value.value_or(""), options, command);
            ns3Args.push_back("--" + command.options.back());
        }
    }
    CheckContradictions(command);
    CheckStudyEnvironment(program);
    if (!command.version)
    {
        // ns3::CommandLine would answer with the version of ns-3 alone.
        ApplyToNs3(program, title, ns3Args, options, command);
    }
    return command;
}

} // namespace ns3

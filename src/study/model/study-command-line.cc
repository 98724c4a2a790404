// SPDX-License-Identifier: GPL-2.0-only

#include "study-command-line.h"

#include "study-error.h"
#include "study-nearest-name.h"
#include "study-option-value.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/environment-variable.h"
#include "ns3/global-value.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <limits>
#include <utility>

namespace ns3
{

namespace
{

/// More runs per point than anybody has asked for.
constexpr uint32_t MAX_RUNS{1000000};

/// Options of ns3::CommandLine itself.
const std::vector<std::string> NS3_OPTIONS{"PrintHelp",
                                           "help",
                                           "PrintGlobals",
                                           "PrintGroups",
                                           "PrintGroup",
                                           "PrintTypeIds",
                                           "PrintAttributes"};

/// An argument, taken apart.
struct Argument
{
    std::string name;  //!< without the dashes
    std::string value; //!< behind the first '='
};

/**
 * @param arg the argument
 * @return its parts
 */
Argument
Split(const std::string& arg)
{
    const auto start = arg.find_first_not_of('-');
    if (start == 0 || start > 2)
    {
        throw StudyUsageError("unexpected argument '" + arg +
                              "'; options are written --NAME=VALUE");
    }
    const auto equals = arg.find('=');
    if (equals == start)
    {
        throw StudyUsageError("unexpected argument '" + arg + "': no name before '='");
    }
    if (equals == std::string::npos)
    {
        return {arg.substr(start), ""};
    }
    return {arg.substr(start, equals - start), arg.substr(equals + 1)};
}

/// @return the names of ns-3's global values
std::vector<std::string>
GetGlobalNames()
{
    std::vector<std::string> names;
    std::transform(GlobalValue::Begin(),
                   GlobalValue::End(),
                   std::back_inserter(names),
                   [](const GlobalValue* global) { return global->GetName(); });
    return names;
}

/**
 * @param names some names
 * @param name a name
 * @return true if it is one of them
 */
bool
IsOneOf(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/**
 * Refuse what ns-3 would leave out without a word.
 * @param program name of the program
 */
void
CheckEnvironment(const std::string& program)
{
    const std::string variable{"NS_ATTRIBUTE_DEFAULT"};
    for (const auto& [name, value] : EnvironmentVariable::GetDictionary(variable)->GetStore())
    {
        try
        {
            CheckOverride(program + ": " + variable, name, value);
        }
        catch (const StudyUsageError& error)
        {
            throw StudyUsageError(variable + ": " + error.what());
        }
    }
    const auto globals = GetGlobalNames();
    for (const auto& [name, value] :
         EnvironmentVariable::GetDictionary("NS_GLOBAL_VALUE")->GetStore())
    {
        if (!IsOneOf(globals, name))
        {
            throw StudyUsageError("NS_GLOBAL_VALUE: no global value '" + name + "'" +
                                  FormatSuggestion(FindNearestNames(name, globals), ""));
        }
    }
}

/**
 * @param a a file name
 * @param b another
 * @return true if both are given and name the same file, whether it exists or not
 */
bool
IsSameFile(const std::string& a, const std::string& b)
{
    const auto resolve = [](const std::string& file) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(file));
    };
    return !a.empty() && !b.empty() && resolve(a) == resolve(b);
}

/**
 * Refuse options that make no sense together.
 * @param command what the user asked for
 */
void
CheckContradictions(const StudyCommand& command)
{
    const std::vector<std::pair<bool, std::string>> contradictions{
        {command.run && !command.point, "--run needs --point"},
        {command.run && command.overrides.contains("RngRun"),
         "--run and --RngRun both give the number of the run"},
        {command.point && command.runs, "--point makes one run, --runs does not go with it"},
        {command.point && command.check, "--check needs all points, not --point"},
        {command.pcap && !command.point, "--pcap needs --point: it captures one run"},
        {command.trace && !command.point, "--trace needs --point: it traces one run"},
        {IsSameFile(command.jsonFile, command.resultsFile),
         "--json and --results name the same file"},
        {command.listPoints &&
             (command.check || !command.jsonFile.empty() || !command.resultsFile.empty()),
         "--list-points runs nothing: --check, --json and --results do not go with it"},
        {command.prefix && !command.plot, "--plot and --no-plot contradict each other"},
    };
    for (const auto& [isContradiction, message] : contradictions)
    {
        if (isContradiction)
        {
            throw StudyUsageError(message);
        }
    }
}

} // namespace

std::string
StudyCommand::DescribeOverrides() const
{
    std::string lines;
    for (const auto& [name, value] : overrides)
    {
        // The run and the seed are told apart by themselves.
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

std::vector<std::string>
GetEnvironmentOverrides()
{
    std::vector<std::string> overrides;
    for (const std::string variable : {"NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"})
    {
        if (const auto* value = std::getenv(variable.c_str()))
        {
            overrides.push_back(variable + "=" + value);
        }
    }
    return overrides;
}

StudyCommandLine::StudyCommandLine(const std::string& name, const std::string& title)
    : m_name(name),
      m_title(title)
{
}

const std::vector<StudyCommandLine::Option>&
StudyCommandLine::GetOptions()
{
    using Command = StudyCommand;
    using Value = const std::string&;
    static const std::vector<Option> options{
        {"runs",
         "Runs of each point",
         true,
         [](Command& c, Value v) { c.runs = ParseWholeNumber("runs", v, 1, MAX_RUNS); }},
        {"duration",
         "Simulated duration of a run, seconds",
         true,
         [](Command& c, Value v) { c.duration = ParseSeconds("duration", v); }},
        {"full",
         "Number and duration of runs as in the paper",
         false,
         [](Command& c, Value v) { c.full = ParseSwitch("full", v); }},
        {"list-points",
         "List the points and stop",
         false,
         [](Command& c, Value v) { c.listPoints = ParseSwitch("list-points", v); }},
        {"point", "Do one run of this point only", true, [](Command& c, Value v) { c.point = v; }},
        {"run",
         "Number of that run",
         true,
         [](Command& c, Value v) {
             c.run = ParseWholeNumber("run", v, 1, std::numeric_limits<uint32_t>::max());
         }},
        {"results",
         "SQLite file of finished runs; runs that are in it are not done again",
         true,
         [](Command& c, Value v) { c.resultsFile = v; }},
        {"json",
         "Write claims and metrics to this file",
         true,
         [](Command& c, Value v) { c.jsonFile = v; }},
        {"plot",
         "Start of the names of plot, trace and capture files [report/PROGRAM]",
         true,
         [](Command& c, Value v) { c.prefix = v; }},
        {"no-plot",
         "Draw no plot",
         false,
         [](Command& c, Value v) { c.plot = !ParseSwitch("no-plot", v); }},
        {"pcap",
         "Write packet captures of the one run",
         false,
         [](Command& c, Value v) { c.pcap = ParseSwitch("pcap", v); }},
        {"trace",
         "Write the traced series of the one run as CSV and plot",
         false,
         [](Command& c, Value v) { c.trace = ParseSwitch("trace", v); }},
        {"check",
         "Exit with status 1 unless every claim is reproduced",
         false,
         [](Command& c, Value v) { c.check = ParseSwitch("check", v); }},
        {"version",
         "Print the versions of lasthop and ns-3",
         false,
         [](Command& c, Value v) { c.version = ParseSwitch("version", v); }},
    };
    return options;
}

void
StudyCommandLine::HandleArgument(const std::string& arg, StudyCommand& command) const
{
    const auto [name, value] = Split(arg);
    const auto& options = GetOptions();
    const auto option = std::find_if(options.begin(), options.end(), [&name](const Option& o) {
        return o.name == name;
    });
    if (option != options.end())
    {
        if (option->needsValue && value.empty())
        {
            throw StudyUsageError("--" + name + " needs a value: --" + name + "=VALUE");
        }
        option->set(command, value);
        return;
    }
    if (name == "PrintVersion")
    {
        command.version = true;
        return;
    }
    if (IsOneOf(NS3_OPTIONS, name))
    {
        TypeId type;
        if (name == "PrintAttributes" && !TypeId::LookupByNameFailSafe(value, &type))
        {
            throw StudyUsageError("--PrintAttributes=" + value + ": no such ns-3 type");
        }
        return;
    }
    auto known = GetGlobalNames();
    if (!IsOneOf(known, name) && name.find("::") == std::string::npos)
    {
        known.insert(known.end(), NS3_OPTIONS.begin(), NS3_OPTIONS.end());
        std::transform(options.begin(),
                       options.end(),
                       std::back_inserter(known),
                       [](const Option& o) { return o.name; });
        throw StudyUsageError("unknown option --" + name +
                              FormatSuggestion(FindNearestNames(name, known), "--"));
    }
    CheckOverride(m_name, name, value);
    command.overrides[name] = value;
}

void
StudyCommandLine::ApplyToNs3(const std::vector<std::string>& args, StudyCommand& command) const
{
    CommandLine commandLine(m_name + ".cc");
    commandLine.Usage(m_title);
    for (const auto& option : GetOptions())
    {
        // The value is stored already; ns-3 only has to know the name, for its help text.
        commandLine.AddValue(
            option.name,
            option.help,
            Callback<bool, const std::string&>([](const std::string&) { return true; }));
    }
    std::vector<std::string> all{m_name};
    all.insert(all.end(), args.begin(), args.end());
    // A study that ran before in this process has left its last run number.
    Config::Reset();
    commandLine.Parse(all);

    command.seed = RngSeedManager::GetSeed();
    if (command.seed == 0)
    {
        // ns-3 would refuse it in the middle of the first run.
        throw StudyUsageError("--RngSeed=0: expected a whole number from 1 to 4294967295");
    }
    const auto firstRun = RngSeedManager::GetRun();
    constexpr uint64_t LAST = std::numeric_limits<uint32_t>::max() - MAX_RUNS;
    if (firstRun > LAST)
    {
        throw StudyUsageError("--RngRun=" + std::to_string(firstRun) +
                              ": expected a whole number from 0 to " + std::to_string(LAST));
    }
    command.firstRun = static_cast<uint32_t>(firstRun);
}

StudyCommand
StudyCommandLine::Parse(const std::vector<std::string>& args) const
{
    StudyCommand command;
    for (const auto& arg : args)
    {
        HandleArgument(arg, command);
    }
    CheckContradictions(command);
    CheckEnvironment(m_name);
    if (command.version)
    {
        // ns3::CommandLine would answer with the version of ns-3 alone.
        return command;
    }
    ApplyToNs3(args, command);
    return command;
}

} // namespace ns3

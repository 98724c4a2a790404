// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-command-line.h"

#include "study-error.h"
#include "study-nearest-name.h"
#include "study-option-value.h"
#include "study-output-file.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/environment-variable.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <utility>

namespace po = boost::program_options;

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyCommandLine");

namespace
{

/// Upper limit of --runs.
constexpr uint32_t MAX_RUNS{1000000};

/// Upper limit of --jobs: more processes than a machine has cores today.
constexpr uint32_t MAX_JOBS{1024};

/// Upper limit of --run.
constexpr uint32_t MAX_RUN{std::numeric_limits<uint32_t>::max()};

/// Upper limit of --RngRun: the number of the last run must fit into 32 bits, too.
constexpr uint32_t MAX_FIRST_RUN{MAX_RUN - MAX_RUNS};

/// Options of ns3::CommandLine itself.
const std::vector<std::string> NS3_OPTIONS{"PrintHelp",
                                           "help",
                                           "PrintGlobals",
                                           "PrintGroups",
                                           "PrintGroup",
                                           "PrintTypeIds",
                                           "PrintAttributes"};

/**
 * Values are stored by functions where Boost's conversion is too lenient: it takes -1 as a large
 * uint32_t, "nan" as a double, and names no range.
 * @param command takes the values
 * @return the options of every study
 */
po::options_description
MakeOptions(StudyCommand& command)
{
    const auto text = [](const auto& store) { return po::value<std::string>()->notifier(store); };
    const auto name = [&text](const std::string& option, const std::string& wanted, auto& target) {
        return text([=, &target](const std::string& v) { target = ParseName(option, v, wanted); });
    };
    const auto flag = [](bool& on) { return po::value(&on)->implicit_value(true); };
    po::options_description options;
    auto add = options.add_options();
    add("runs",
        text([&](auto& v) { command.runs = ParseWholeNumber("runs", v, 1, MAX_RUNS); }),
        "Runs of each point");
    add("duration",
        text([&](auto& v) { command.duration = ParseSeconds("duration", v); }),
        "Simulated duration of a run, seconds");
    add("full",
        flag(command.full),
        "As many and as long runs as in the paper, or in the documentation");
    add("list-points", flag(command.listPoints), "List the points and stop");
    add("point",
        name("point", "the name of a point", command.point),
        "Make one run of this point, or --runs runs");
    add("run",
        text([&](auto& v) { command.run = ParseWholeNumber("run", v, 1, MAX_RUN); }),
        "Number of this run, or of the first one");
    add("jobs",
        text([&](auto& v) { command.jobs = ParseWholeNumber("jobs", v, 1, MAX_JOBS); }),
        "Parallel runs, each in its own process [one per core]");
    add("results",
        name("results", "the name of a file", command.resultsFile),
        "SQLite file of finished runs, which are not repeated");
    add("json",
        name("json", "the name of a file", command.jsonFile),
        "Write claims and metrics to this file");
    add("plot",
        name("plot", "the start of the names of files", command.prefix),
        "Prefix of the names of plot, trace and capture files [report/PROGRAM]");
    add("no-plot",
        po::value<bool>()->implicit_value(true)->notifier([&](bool v) { command.plot = !v; }),
        "Draw no plot");
    add("pcap", flag(command.pcap), "Write packet captures of a single run");
    add("trace", flag(command.trace), "Write the traced series of a single run as CSV and plot");
    add("check", flag(command.check), "Exit with status 1 unless every claim is reproduced");
    add("version", flag(command.version), "Print the versions of lasthop and ns-3");
    return options;
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
 * Check an attribute or a global value. Seed and run of ns-3 have narrower ranges in a study than
 * their checkers in ns-3, which would refuse a seed of 0 in the middle of the first run.
 * @param program name of the program
 * @param name of the attribute or global value
 * @param value the text
 */
void
CheckNs3Value(const std::string& program, const std::string& name, const std::string& value)
{
    if (name == "RngSeed")
    {
        ParseWholeNumber(name, value, 1, std::numeric_limits<uint32_t>::max());
    }
    else if (name == "RngRun")
    {
        ParseWholeNumber(name, value, 0, MAX_FIRST_RUN);
    }
    else
    {
        CheckOverride(program, name, value);
    }
}

/**
 * Refuse what ns-3 ignores without a word: in its environment variables, a name that it does not
 * know and a value that its checker does not accept.
 * @param program name of the program
 */
void
CheckEnvironment(const std::string& program)
{
    const auto globals = GetGlobalNames();
    for (const std::string variable : {"NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"})
    {
        for (const auto& [name, value] : EnvironmentVariable::GetDictionary(variable)->GetStore())
        {
            try
            {
                const bool isGlobal = IsOneOf(globals, name);
                // CheckOverride() would look for an attribute, and suggest one.
                if (variable == "NS_GLOBAL_VALUE" && !isGlobal)
                {
                    throw StudyUsageError("no global value '" + name + "'" +
                                          FormatSuggestion(FindNearestNames(name, globals), ""));
                }
                if (variable == "NS_ATTRIBUTE_DEFAULT" && isGlobal)
                {
                    throw StudyUsageError(name + " is a global value, which NS_GLOBAL_VALUE sets");
                }
                CheckNs3Value(program + ": " + variable, name, value);
            }
            catch (const StudyUsageError& error)
            {
                throw StudyUsageError(variable + ": " + error.what());
            }
        }
    }
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

/**
 * Parse "--NAME=", which Boost's own parser refuses, as an option whose value is an empty text: an
 * attribute of ns-3 may have that value, and the error line of an option can name its range.
 * @param args the arguments that are not yet parsed; the first is removed if it has this form
 * @return the option, or nothing
 */
std::vector<po::option>
ParseEmptyValue(std::vector<std::string>& args)
{
    const std::string arg = args.front();
    constexpr std::size_t DASHES{2};
    if (!arg.starts_with("--") || arg.find('=') != arg.size() - 1 || arg.size() <= DASHES + 1)
    {
        return {};
    }
    po::option option(arg.substr(DASHES, arg.size() - DASHES - 1), {""});
    option.original_tokens = {arg};
    args.erase(args.begin());
    return {option};
}

/**
 * Refuse what Boost lets pass: an argument without dashes; a value in the next argument, by which
 * "--json --check" would name a file "--check"; and "--full=", which it takes as true, although a
 * script may have written it with a variable that is not set.
 * @param option what Boost made of one or two arguments
 * @param own the study's own options
 */
void
CheckSyntax(const po::option& option, const po::options_description& own)
{
    if (option.string_key.empty())
    {
        throw StudyUsageError("unexpected argument '" + option.original_tokens.front() +
                              "'; options are written --NAME=VALUE");
    }
    if (option.original_tokens.size() > 1)
    {
        throw StudyUsageError("unexpected argument '" + option.original_tokens.back() +
                              "'; a value is written --" + option.string_key + "=VALUE");
    }
    const auto* known = own.find_nothrow(option.string_key, false);
    const bool isSwitch = known && known->semantic()->min_tokens() == 0;
    if (isSwitch && !option.value.empty() && option.value.front().empty())
    {
        throw StudyUsageError("--" + option.string_key +
                              "=: expected true or false, or the option without '='");
    }
}

/**
 * Refuse what ns-3 answers with an empty list, or a fatal error.
 * @param option one of ns-3's own options
 * @param value its value
 */
void
CheckListed(const std::string& option, const std::string& value)
{
    TypeId type;
    if (option == "PrintAttributes" && !TypeId::LookupByNameFailSafe(value, &type))
    {
        throw StudyUsageError("--PrintAttributes=" + value + ": no such ns-3 type");
    }
    std::vector<std::string> groups;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        groups.push_back(TypeId::GetRegistered(i).GetGroupName());
    }
    if (option == "PrintGroup" && !IsOneOf(groups, value))
    {
        throw StudyUsageError("--PrintGroup=" + value + ": no such group, --PrintGroups shows all");
    }
}

/**
 * Check an option that is ns-3's, and store it if it is an override.
 * @param program name of the program
 * @param name name of the option
 * @param value its value, which may be empty
 * @param own the study's own options, for suggestions
 * @param command takes what it says
 */
void
HandleNs3Option(const std::string& program,
                const std::string& name,
                const std::string& value,
                const po::options_description& own,
                StudyCommand& command)
{
    if (name == "PrintVersion")
    {
        command.version = true;
        return;
    }
    if (IsOneOf(NS3_OPTIONS, name))
    {
        CheckListed(name, value);
        return;
    }
    auto known = GetGlobalNames();
    if (!IsOneOf(known, name) && name.find("::") == std::string::npos)
    {
        known.insert(known.end(), NS3_OPTIONS.begin(), NS3_OPTIONS.end());
        for (const auto& option : own.options())
        {
            known.push_back(option->long_name());
        }
        throw StudyUsageError("unknown option --" + name +
                              FormatSuggestion(FindNearestNames(name, known), "--"));
    }
    CheckNs3Value(program, name, value);
    NS_LOG_INFO("every run has " << name << " = '" << value << "'");
    command.overrides[name] = value;
}

/**
 * Let ns-3 act on its own options, which ends the program for --help and its like, and apply the
 * overrides.
 * @param program name of the program
 * @param title what the study shows
 * @param args ns-3's options
 * @param own the study's options, for the help text
 * @param command takes seed and first run
 */
void
ApplyToNs3(const std::string& program,
           const std::string& title,
           const std::vector<std::string>& args,
           const po::options_description& own,
           StudyCommand& command)
{
    CommandLine commandLine(program + ".cc");
    commandLine.Usage(title + "\n\ndoc/reading-output.rst explains the output.");
    for (const auto& option : own.options())
    {
        // Boost has stored the value already; ns-3 only needs the name, for its help text.
        commandLine.AddValue(
            option->long_name(),
            option->description(),
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

StudyCommand
ParseStudyCommand(const std::string& program,
                  const std::string& title,
                  std::vector<std::string> args)
{
    for (auto& arg : args)
    {
        // ns-3 accepts options with one dash, too.
        if (arg.size() > 1 && arg[0] == '-' && arg[1] != '-')
        {
            arg.insert(0, "-");
        }
        // Boost would take two dashes as the end of the options and, with nothing after them,
        // ignore them. Its error about "--=" could not be told with a name.
        if (arg == "--" || arg.starts_with("--="))
        {
            throw StudyUsageError("unexpected argument '" + arg +
                                  "'; options are written --NAME=VALUE");
        }
    }
    StudyCommand command;
    const auto options = MakeOptions(command);
    std::vector<std::string> ns3Args;
    std::vector<std::string> names;
    try
    {
        const auto parsed = po::command_line_parser(args)
                                .options(options)
                                .style(po::command_line_style::allow_long |
                                       po::command_line_style::long_allow_adjacent)
                                .extra_style_parser(ParseEmptyValue)
                                .allow_unregistered()
                                .run();
        for (const auto& option : parsed.options)
        {
            CheckSyntax(option, options);
            const std::string& name = option.string_key;
            // Boost refuses this for options with a value that are registered, and for no others.
            if (IsOneOf(names, name))
            {
                throw StudyUsageError("option '--" + name + "' cannot be given more than once");
            }
            names.push_back(name);
            const std::string value = option.value.empty() ? "" : option.value.front();
            command.options.push_back(option.value.empty() ? name : name + "=" + value);
            if (option.unregistered)
            {
                NS_LOG_LOGIC("--" << command.options.back()
                                  << " is not the study's, so it is ns-3's");
                HandleNs3Option(program, name, value, options, command);
                ns3Args.push_back(option.original_tokens.front());
            }
        }
        po::variables_map values;
        po::store(parsed, values);
        po::notify(values);
    }
    catch (const po::invalid_command_line_syntax& error)
    {
        // Boost's own words name neither the form that is accepted nor, for some errors, the
        // option.
        const std::string name = error.get_option_name();
        throw StudyUsageError(name + " needs a value: " + name + "=VALUE");
    }
    catch (const po::error& error)
    {
        throw StudyUsageError(error.what());
    }
    CheckContradictions(command);
    CheckEnvironment(program);
    if (!command.version)
    {
        // ns3::CommandLine would answer with the version of ns-3 alone.
        ApplyToNs3(program, title, ns3Args, options, command);
    }
    return command;
}

} // namespace ns3

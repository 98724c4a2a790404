// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Runs a packet script against the sockets of a factory, or against a real Linux kernel. The exit
 * status is 0 if the script passes, 1 if the socket does otherwise than the script says or ns-3
 * does not know an option, and 2 if the script or the value of an option is wrong.
 */

#include "ns3/core-module.h"
#include "ns3/linux-kernel-script-system.h"
#include "ns3/socket-factory.h"
#include "ns3/tcp-linux24-script-kernel.h"
#include "ns3/tcp-script-module.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

using namespace ns3;

namespace
{

/// The command line.
struct Arguments
{
    std::vector<std::string> scripts;     ///< paths, of which there must be one
    std::string socket;                   ///< TypeId of the factory; empty: ns-3's own
    std::string kernel;                   ///< of Linux; empty: sockets of the factory
    std::optional<std::string> tolerance; ///< of packet times, see ParseTolerance()
    bool packetdrill{false};              ///< see TcpScriptRunner::SetPacketdrill
    std::string lenient;                  ///< see TcpScriptLeniency
    std::string define;                   ///< names and values, see ParseDefinitions()
};

/// Largest tolerance, microseconds.
constexpr uint32_t MAX_TOLERANCE_US = 10'000'000;
/// Tolerance of packetdrill if none is written, microseconds.
constexpr uint32_t PACKETDRILL_TOLERANCE_US = 4000;

/// @return name of the factory of sockets
std::string
GetFactoryName(const Arguments& arguments)
{
    return arguments.socket.empty() ? "ns3::TcpSocketFactory" : arguments.socket;
}

/// @return microseconds; none if the text is something else, or more than MAX_TOLERANCE_US
std::optional<uint32_t>
ParseTolerance(const std::string& text)
{
    uint32_t tolerance = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, tolerance);
    const bool isWhole = result.ec == std::errc() && result.ptr == end;
    return isWhole && tolerance <= MAX_TOLERANCE_US ? std::optional(tolerance) : std::nullopt;
}

/// @return tolerance of packet times that is written, or the default
Time
GetTolerance(const Arguments& arguments)
{
    const uint32_t usual = arguments.packetdrill ? PACKETDRILL_TOLERANCE_US : 0;
    return MicroSeconds(arguments.tolerance ? *ParseTolerance(*arguments.tolerance) : usual);
}

/// @return what does not matter, from a list with commas; none if a word of it is unknown
std::optional<TcpScriptLeniency>
ParseLeniency(const std::string& text)
{
    TcpScriptLeniency leniency;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');)
    {
        if (word != "psh" && word != "options")
        {
            return std::nullopt;
        }
        leniency.isPshFree |= word == "psh";
        leniency.mayLackOptions |= word == "options";
    }
    return leniency;
}

/// @return names and values, from a list with commas; none if a part of it is not NAME=VALUE
std::optional<TcpScriptDefinitions>
ParseDefinitions(const std::string& text)
{
    TcpScriptDefinitions definitions;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
    {
        const auto sign = part.find('=');
        if (sign == 0 || sign == std::string::npos)
        {
            return std::nullopt;
        }
        definitions[part.substr(0, sign)] = part.substr(sign + 1);
    }
    return definitions;
}

/// @return what is wrong with the arguments; empty if nothing
std::string
FindMistake(const CommandLine& cmd, const Arguments& arguments)
{
    if (cmd.GetNExtraNonOptions() > 0)
    {
        return cmd.GetExtraNonOption(0) + ": options are written --NAME=VALUE";
    }
    if (arguments.scripts.empty() || arguments.scripts.front().empty())
    {
        return "--script=FILE is missing";
    }
    if (arguments.scripts.size() > 1)
    {
        return "--script=" + arguments.scripts[1] + " after --script=" + arguments.scripts[0] +
               ": expected one script";
    }
    if (!arguments.kernel.empty() && !arguments.socket.empty())
    {
        return "--kernel=" + arguments.kernel + " and --socket=" + arguments.socket +
               ": expected one of them";
    }
    TypeId factory;
    const bool isType = TypeId::LookupByNameFailSafe(GetFactoryName(arguments), &factory);
    if (!isType || !factory.IsChildOf(SocketFactory::GetTypeId()))
    {
        return "--socket=" + arguments.socket +
               ": expected a socket factory, such as ns3::TcpSocketFactory";
    }
    if (!ParseDefinitions(arguments.define))
    {
        return "--define=" + arguments.define + ": expected NAME=VALUE, or several with commas";
    }
    if (!ParseLeniency(arguments.lenient))
    {
        return "--lenient=" + arguments.lenient + ": expected psh, options or psh,options";
    }
    if (arguments.tolerance && !ParseTolerance(*arguments.tolerance))
    {
        return "--tolerance=" + *arguments.tolerance +
               ": expected a whole number of microseconds from 0 to 10000000";
    }
    return "";
}

/// One line for all that the script wants and that has no effect
void
Warn(const std::vector<std::string>& ignored, const std::string& fileName)
{
    std::set<std::string> named;
    std::string list;
    for (std::string text : ignored)
    {
        std::ranges::replace(text, '\n', ' ');
        if (named.insert(text).second)
        {
            list += (list.empty() ? "" : "; ") + text;
        }
    }
    if (!list.empty())
    {
        std::cerr << fileName << ": warning: no effect here: " << list << "\n";
    }
}

/// @return plays scripts against the sockets or the kernel that the user names
TcpScriptRunner
MakeRunner(const Arguments& arguments)
{
    if (arguments.kernel.empty())
    {
        return TcpScriptRunner(TypeId::LookupByName(GetFactoryName(arguments)));
    }
    const bool isDefault = arguments.kernel == "default";
    return TcpScriptRunner(LinuxKernelScriptSystem::GetMaker(isDefault ? "" : arguments.kernel));
}

int
RunScript(const Arguments& arguments)
{
    TcpScriptRunner runner = MakeRunner(arguments);
    runner.SetTolerance(GetTolerance(arguments));
    runner.SetPacketdrill(arguments.packetdrill);
    runner.SetLeniency(*ParseLeniency(arguments.lenient));
    runner.SetKernel(std::make_shared<TcpLinux24ScriptKernel>());
    const TcpScript script =
        ReadTcpScript(arguments.scripts.front(), *ParseDefinitions(arguments.define));
    Warn(runner.GetIgnored(script), script.fileName);
    const auto mismatches = runner.Run(script);
    for (const auto& mismatch : mismatches)
    {
        std::cerr << FormatTcpScriptMismatch(mismatch, script.fileName) << "\n";
    }
    std::cout << script.fileName << ": " << (mismatches.empty() ? "passed" : "failed") << ", "
              << script.events.size() << " events\n";
    return mismatches.empty() ? 0 : 1;
}

/// ns-3 itself ends a text at a blank, which the name of a file may have.
/// @param take gets the whole value of an option
/// @return what ns-3 calls with it
Callback<bool, const std::string&>
Call(const std::function<void(const std::string&)>& take)
{
    return Callback<bool, const std::string&>([take](const std::string& value) {
        take(value);
        return true;
    });
}

/// @param text gets the whole value of an option
/// @return see Call()
Callback<bool, const std::string&>
TakeWhole(std::string& text)
{
    return Call([&text](const std::string& value) { text = value; });
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    Arguments arguments;
    CommandLine cmd(__FILE__);
    cmd.AddValue(
        "script",
        "file with the packet script",
        Call([&arguments](const std::string& value) { arguments.scripts.push_back(value); }));
    cmd.AddValue("socket",
                 "TypeId of the socket factory; without it and --kernel, ns-3's own",
                 arguments.socket);
    cmd.AddValue("kernel",
                 "play against a real Linux kernel instead: the path of its program, or default "
                 "for the one that ./ns3 kernel has built",
                 TakeWhole(arguments.kernel));
    cmd.AddValue("tolerance",
                 "how early or late a packet may be, microseconds",
                 Call([&arguments](const std::string& value) { arguments.tolerance = value; }));
    cmd.AddValue("packetdrill",
                 "defaults of packetdrill: a tolerance of 4000 microseconds, and timestamps of the "
                 "socket and packets after the last expected one do not matter",
                 arguments.packetdrill);
    cmd.AddValue("lenient",
                 "what the socket's packets may lack or differ in: psh, options or psh,options",
                 arguments.lenient);
    cmd.AddValue("define",
                 "values of names in the script: NAME=VALUE, or several with commas",
                 arguments.define);
    cmd.Parse(argc, argv);
    const std::string mistake = FindMistake(cmd, arguments);
    if (!mistake.empty())
    {
        std::cerr << "packet-script: " << mistake << "\n";
        return 2;
    }
    try
    {
        return RunScript(arguments);
    }
    catch (const TcpScriptError& error)
    {
        std::cerr << "packet-script: " << error.what() << "\n";
        return 2;
    }
}

// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Runs a packet script against the sockets of a factory. The exit status is 0 if the script
 * passes, 1 if the socket does otherwise than the script says or ns-3 does not know an option, and
 * 2 if the script or the value of an option is wrong.
 */

#include "ns3/core-module.h"
#include "ns3/socket-factory.h"
#include "ns3/tcp-linux24-module.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// The command line.
struct Arguments
{
    std::string script;                          ///< path
    std::string socket{"ns3::TcpSocketFactory"}; ///< TypeId of the factory
    uint32_t tolerance{0};                       ///< of packet times, microseconds
};

/// Largest tolerance, microseconds.
constexpr uint32_t MAX_TOLERANCE_US = 10'000'000;

/// @return what is wrong with the arguments; empty if nothing
std::string
FindMistake(const CommandLine& cmd, const Arguments& arguments)
{
    TypeId factory;
    if (cmd.GetNExtraNonOptions() > 0)
    {
        return cmd.GetExtraNonOption(0) + ": options are written --NAME=VALUE";
    }
    if (arguments.script.empty())
    {
        return "--script=FILE is missing";
    }
    if (!TypeId::LookupByNameFailSafe(arguments.socket, &factory) ||
        !factory.IsChildOf(SocketFactory::GetTypeId()))
    {
        return "--socket=" + arguments.socket +
               ": expected a socket factory, such as ns3::TcpSocketFactory";
    }
    if (arguments.tolerance > MAX_TOLERANCE_US)
    {
        return "--tolerance=" + std::to_string(arguments.tolerance) +
               ": expected at most 10000000 microseconds";
    }
    return "";
}

int
RunScript(const Arguments& arguments)
{
    TcpScriptRunner runner(TypeId::LookupByName(arguments.socket));
    runner.SetTolerance(MicroSeconds(arguments.tolerance));
    const TcpScript script = ReadTcpScript(arguments.script);
    const auto mismatches = runner.Run(script);
    for (const auto& mismatch : mismatches)
    {
        std::cerr << FormatTcpScriptMismatch(mismatch, script.fileName) << "\n";
    }
    std::cout << script.fileName << ": " << (mismatches.empty() ? "passed" : "failed") << ", "
              << script.events.size() << " events\n";
    return mismatches.empty() ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    Arguments arguments;
    CommandLine cmd(__FILE__);
    cmd.AddValue("script", "file with the packet script", arguments.script);
    cmd.AddValue("socket", "TypeId of the socket factory", arguments.socket);
    cmd.AddValue("tolerance",
                 "how early or late a packet may be, microseconds",
                 arguments.tolerance);
    cmd.Parse(argc, argv);
    const std::string mistake = FindMistake(cmd, arguments);
    if (!mistake.empty())
    {
        std::cerr << "tcp-script: " << mistake << "\n";
        return 2;
    }
    try
    {
        return RunScript(arguments);
    }
    catch (const TcpScriptError& error)
    {
        std::cerr << "tcp-script: " << error.what() << "\n";
        return 2;
    }
}

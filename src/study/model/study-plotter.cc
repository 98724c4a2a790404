// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-plotter.h"

#include "study-program.h"

#include "ns3/log.h"

#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <sys/wait.h>

#ifndef LASTHOP_TOOLS_DIR
#error "the build must define LASTHOP_TOOLS_DIR, the folder of lasthop-plot.py"
#endif

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyPlotter");

namespace
{

/// Exit status of a shell whose program could not be started (POSIX: sh).
constexpr int NOT_STARTED{127};

/// Exit status of a program ended by a signal.
constexpr int ENDED_BY_SIGNAL{128};

/// @return the value of an environment variable, or another one if it is not set or empty
std::string
GetEnvironment(const char* variable, const std::string& otherwise)
{
    const auto* value = std::getenv(variable);
    return value && *value ? value : otherwise;
}

/// @return the last line that is not empty
std::string
GetLastLine(std::string text)
{
    boost::algorithm::trim(text);
    const auto newline = text.rfind('\n');
    return newline == std::string::npos ? text : text.substr(newline + 1);
}

/// @return the folder of lasthop-plot.py: that in the environment variable LASTHOP_TOOLS, otherwise
/// that of an installed lasthop, otherwise that of the sources
std::filesystem::path
GetToolsFolder()
{
    if (const auto tools = GetEnvironment("LASTHOP_TOOLS", ""); !tools.empty())
    {
        return tools;
    }
    Dl_info library{};
    if (dladdr(reinterpret_cast<const void*>(&GetToolsFolder), &library) && library.dli_fname)
    {
        // PREFIX/lib/liblasthop-study.so, or PREFIX/lib/MACHINE/.
        for (auto folder = std::filesystem::absolute(library.dli_fname).parent_path();
             folder.has_relative_path();
             folder = folder.parent_path())
        {
            auto tools = folder / "share" / "lasthop" / "tools";
            if (std::filesystem::exists(tools / "lasthop-plot.py"))
            {
                return tools;
            }
        }
    }
    return LASTHOP_TOOLS_DIR;
}

} // namespace

ProgramOutcome
RunProgram(const std::vector<std::string>& command)
{
    std::string line = "exec 2>&1;";
    for (const auto& word : command)
    {
        line += " " + QuoteForShell(word);
    }
    ProgramOutcome outcome{NOT_STARTED, ""};
    // A stream that was not opened is one of a program that was not started.
    if (FILE* pipe = popen(line.c_str(), "r"))
    {
        std::array<char, 4096> buffer;
        while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe))
        {
            outcome.output.append(buffer.data(), count);
        }
        const int status = pclose(pipe);
        NS_LOG_LOGIC(command[0] << " ended with wait status " << status);
        outcome.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : ENDED_BY_SIGNAL;
    }
    if (outcome.exitStatus == NOT_STARTED)
    {
        outcome.output = command[0] + ": not found";
    }
    return outcome;
}

std::string
DrawPlot(const std::string& kind, const std::string& input, const std::string& prefix)
{
    const std::vector<std::string> command{GetEnvironment("LASTHOP_PYTHON", "python3"),
                                           (GetToolsFolder() / "lasthop-plot.py").string(),
                                           kind,
                                           input,
                                           prefix};
    NS_LOG_INFO("runs " << boost::algorithm::join(command, " "));
    const auto outcome = RunProgram(command);
    if (outcome.exitStatus == 0)
    {
        return "";
    }
    // The last line of a Python traceback names the exception.
    const std::string reason = GetLastLine(outcome.output);
    return reason.empty()
               ? "the plot script ended with status " + std::to_string(outcome.exitStatus)
               : reason;
}

} // namespace ns3

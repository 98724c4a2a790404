// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-plotter.h"

#include "study-program.h"

#include "ns3/log.h"

#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyPlotter");

namespace
{

/// Exit status of a program that could not be started, as shells have it.
constexpr int NOT_STARTED{127};

/// Exit status of a program ended by a signal.
constexpr int ENDED_BY_SIGNAL{128};

/**
 * @param variable name of an environment variable
 * @param otherwise value if it is not set or empty
 * @return its value
 */
std::string
GetEnvironment(const char* variable, const std::string& otherwise)
{
    const auto* value = std::getenv(variable);
    return value && *value ? value : otherwise;
}

/**
 * Start a program whose output goes to a pipe.
 * @param command program and arguments
 * @param pipeEnds read and write end
 * @param child takes the process
 * @return 0 or an error number
 */
int
Spawn(const std::vector<std::string>& command, const int pipeEnds[2], pid_t& child)
{
    std::vector<char*> arguments;
    for (const auto& argument : command)
    {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], STDERR_FILENO);
    const int error =
        posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/**
 * @param text some lines
 * @return the last that is not empty
 */
std::string
GetLastLine(std::string text)
{
    boost::algorithm::trim(text);
    const auto newline = text.rfind('\n');
    return newline == std::string::npos ? text : text.substr(newline + 1);
}

} // namespace

ProgramOutcome
RunProgram(const std::vector<std::string>& command)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
    {
        return {NOT_STARTED, std::strerror(errno)};
    }
    pid_t child{0};
    const int error = Spawn(command, ends, child);
    // As long as this end is open, read() below waits for more after the child has ended.
    close(ends[1]);
    ProgramOutcome outcome{NOT_STARTED, ""};
    char buffer[4096];
    for (ssize_t count; (count = read(ends[0], buffer, sizeof(buffer))) > 0;)
    {
        outcome.output.append(buffer, count);
    }
    close(ends[0]);
    if (error != 0)
    {
        outcome.output = command[0] + ": " + std::strerror(error);
        return outcome;
    }
    int status{0};
    waitpid(child, &status, 0);
    NS_LOG_LOGIC(command[0] << " ended with wait status " << status);
    outcome.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : ENDED_BY_SIGNAL;
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

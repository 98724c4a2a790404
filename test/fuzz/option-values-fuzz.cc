// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of ParseStudyCommand(): a line for each argument. They are taken or refused, and what
 * is taken lies in its range.
 */

#include "ns3/study-command-line.h"
#include "ns3/study-error.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param argument of a command line
 * @return whether it asks ns-3 for a list, after which the program ends, or names what is ns-3's,
 * whose values end it where ns-3 cannot read them
 */
bool
IsOfNs3(const std::string& argument)
{
    return argument.find("Print") != std::string::npos ||
           argument.find("elp") != std::string::npos || argument.find("::") != std::string::npos ||
           argument.find("Type") != std::string::npos;
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
    std::vector<std::string> arguments;
    for (std::string line; std::getline(text, line);)
    {
        if (!IsOfNs3(line))
        {
            arguments.push_back(line);
        }
    }
    try
    {
        const StudyCommand command = ParseStudyCommand("fuzz", "Fuzz", arguments);
        const bool isRight = command.runs.value_or(1) >= 1 && command.runs.value_or(1) <= 1000000 &&
                             command.duration.value_or(1) > 0 &&
                             command.duration.value_or(1) <= 1e6 && command.seed >= 1;
        if (!isRight || (command.run && !command.point))
        {
            std::abort();
        }
    }
    catch (const StudyUsageError&)
    {
    }
    return 0;
}

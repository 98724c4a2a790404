// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_PLOTTER_H
#define STUDY_PLOTTER_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * How a program ended and what it printed.
 */
struct ProgramOutcome
{
    int exitStatus;     ///< its exit status; 127 if it could not be started, 128 after a signal
    std::string output; ///< what it wrote to standard output and standard error
};

/**
 * @ingroup study
 * Run a program and wait for it.
 * @param command the program, looked for in PATH, and its arguments, which pass as they are
 * @return its exit status and output
 */
ProgramOutcome RunProgram(const std::vector<std::string>& command);

/**
 * @ingroup study
 * Let the plot script draw PREFIX.png and PREFIX.svg. The Python program is that named by the
 * environment variable LASTHOP_PYTHON, or python3; the script is in the folder named by
 * LASTHOP_TOOLS, or in that known from the build.
 * @param kind "bars", "curves", "time-sequence" or "panels"
 * @param input file to draw
 * @param prefix start of the names of the pictures
 * @return why there is no plot, one line; empty if there is one
 */
std::string DrawPlot(const std::string& kind, const std::string& input, const std::string& prefix);

} // namespace ns3

#endif /* STUDY_PLOTTER_H */

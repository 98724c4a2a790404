// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_PROGRAM_H
#define STUDY_PROGRAM_H

#include <filesystem>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * @param text any
 * @return it as a word of a shell (POSIX: sh)
 */
std::string QuoteForShell(const std::string& text);

/**
 * @ingroup study
 * @param name of the study
 * @param options those that its results depend on, without dashes
 * @param program file of the program
 * @param typed name by which it was called
 * @param tree folder in which ./ns3 runs programs
 * @return the command that gives the same numbers: by ./ns3 for a program of the tree, otherwise
 * the one that was typed
 */
std::string FormatProgramCommand(const std::string& name,
                                 const std::vector<std::string>& options,
                                 const std::filesystem::path& program,
                                 const std::string& typed,
                                 const std::filesystem::path& tree);

/// The same for the program that runs.
/// @param name of the study
/// @param options see there
/// @return it
std::string FormatProgramCommand(const std::string& name, const std::vector<std::string>& options);

/**
 * @ingroup study
 * The version of the models, as the build found it. Results of two versions are never mixed.
 * @return the version, not empty
 */
std::string LasthopVersion();

/**
 * @ingroup study
 * @return version of lasthop; for a program outside the tree, whose sources lasthop does not know,
 * also the checksum of its file: results of a changed program are others
 */
std::string GetProgramVersion();

} // namespace ns3

#endif /* STUDY_PROGRAM_H */

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_COMMAND_LINE_H
#define STUDY_COMMAND_LINE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * What the user asked for.
 */
struct StudyCommand
{
    std::optional<uint32_t> runs;      ///< runs per point; none: the study's own number
    std::optional<double> duration;    ///< simulated time per run, s; none: the study's own
    bool full{false};                  ///< the paper's number and duration of runs
    bool listPoints{false};            ///< list the points, run nothing
    std::optional<std::string> point;  ///< do one run, or as many as runs says, of this point alone
    std::optional<uint32_t> run;       ///< number of the first of them
    std::optional<uint32_t> jobs;      ///< runs made at a time; none: as many as there are cores
    std::string resultsFile;           ///< SQLite file of finished runs; empty: none
    std::string jsonFile;              ///< JSON file; empty: none
    std::optional<std::string> prefix; ///< start of the names of plot, trace and pcap files
    bool noPlot{false};                ///< draw no plots
    bool pcap{false};                  ///< write packet captures of the one run
    bool trace{false};                 ///< write the series of the one run
    bool check{false};                 ///< exit status 1 unless every claim is reproduced
    bool version{false};               ///< print the versions, run nothing
    uint32_t seed{1};                  ///< RngSeed
    uint32_t firstRun{1};              ///< RngRun: number of the first run
    std::map<std::string, std::string> overrides; ///< attributes and global values by name
    std::vector<std::string> options; ///< all that was given, as NAME or NAME=VALUE, in that order

    /**
     * @return the overrides in one line each, with those of ns-3's environment variables
     */
    std::string DescribeOverrides() const;
};

/**
 * @ingroup study
 * Parse the command line that every study has: its own options, and those of ns3::CommandLine.
 * ns3::CommandLine answers a mistake with the whole help text and ignores stray arguments. Each
 * argument is therefore checked first, and a mistake gives one line with the nearest known name.
 * Attributes and global values take effect in ns-3. Ends the program with status 0 after printing
 * the output of one of ns-3's own options, such as --help.
 * @param program name of the program
 * @param title what the study shows, for the help text
 * @param args the arguments, without the program's name
 * @return what the user asked for
 * @throws StudyUsageError if an argument is unknown, malformed or contradicts another
 */
StudyCommand ParseStudyCommand(const std::string& program,
                               const std::string& title,
                               const std::vector<std::string>& args);

} // namespace ns3

#endif /* STUDY_COMMAND_LINE_H */

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_RUNNER_H
#define STUDY_RUNNER_H

#include "study-results.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * The options of a run function, besides its point and run number.
 */
struct StudyOptions
{
    Time duration;      ///< simulated duration of the run
    bool trace{false};  ///< fill RunResult::series
    bool pcap{false};   ///< write packet captures to files that start with prefix
    std::string prefix; ///< start of this run's file names, in a folder that exists
};

/**
 * @ingroup study
 * @param text to be shown
 * @return whether it is UTF-8, in one line
 */
bool IsPrintable(const std::string& text);

/**
 * @ingroup study
 * @param metrics of a run or of a study
 * @param mustBeFinite whether their values must be, as those of a run
 * @throws StudyError if one of them cannot be stored, averaged or found by its name
 */
void CheckMetrics(const std::vector<Metric>& metrics, bool mustBeFinite);

/**
 * @ingroup study
 * Refuse a run that is too short for what a study measures.
 * @param options of the run
 * @param least shortest duration
 * @param reason what needs that time; follows a comma in the error
 * @throws std::invalid_argument with the duration and the least one, if it is too short
 */
void RequireDuration(const StudyOptions& options, Time least, const std::string& reason);

/**
 * @ingroup study
 * Builds the simulation of a point, runs it and measures.
 *
 * Random streams, address allocation, names, attribute defaults and global values are as at the
 * start of a program, with the user's --ns3:: arguments applied; the run number and the seed are
 * set, and the function must keep them. With pcap, ns-3's checksums are on, which changes only the
 * captures. The function need not call Simulator::Destroy(). It must not print, and must not keep
 * state between runs. It may call Config::SetDefault(): the effect ends with the run, and within
 * the run it overrides a value from the command line.
 */
using StudyRunFunction =
    std::function<RunResult(const StudyPoint& point, uint32_t run, const StudyOptions& options)>;

/**
 * @ingroup study
 * Makes single runs, each of which depends only on its point, run number, seed and options.
 */
class StudyRunner
{
  public:
    /// Takes the message of a fatal error of ns-3, in one line, and ends the process.
    using FatalErrorHandler = std::function<void(const std::string& message)>;

    /**
     * @param function makes one run
     * @param seed RngSeed of all runs
     * @param overrides the user's attributes and global values by name
     */
    StudyRunner(StudyRunFunction function,
                uint32_t seed,
                std::map<std::string, std::string> overrides);

    /**
     * Make one run.
     * @param point the point
     * @param run run number, the RngRun of the run
     * @param options duration and what to write
     * @param fatal called at a fatal error of ns-3, after which the process cannot go on; none: one
     * line on standard error and exit status 1
     * @return what it measured
     * @throws StudyError if the run throws or a metric is not a finite number
     */
    RunResult Run(const StudyPoint& point,
                  uint32_t run,
                  const StudyOptions& options,
                  const FatalErrorHandler& fatal = {}) const;

  private:
    /**
     * Restore ns-3's global state to that at the start of a program.
     * @param run run number
     * @param options a capture makes ns-3 compute checksums
     */
    void ResetGlobalState(uint32_t run, const StudyOptions& options) const;

    StudyRunFunction m_function;                    ///< makes one run
    uint32_t m_seed;                                ///< RngSeed
    std::map<std::string, std::string> m_overrides; ///< the user's values
};

} // namespace ns3

#endif /* STUDY_RUNNER_H */

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_SESSION_H
#define STUDY_SESSION_H

#include "results-file.h"
#include "study-command-line.h"
#include "study-definition.h"
#include "study-json.h"
#include "study-output-file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>

namespace ns3
{

/**
 * @ingroup study
 * One execution of a study: makes the runs, keeps them, and reports what they show.
 */
class StudySession
{
  public:
    /// A run that a study needs.
    struct PlannedRun
    {
        StudyPoint point;                           ///< its point
        uint32_t run;                               ///< its number
        std::optional<std::vector<Metric>> metrics; ///< what it measured; none: not known yet
    };

    /**
     * Nothing is simulated before every file that was asked for is known to be writable.
     * @param definition the study; must outlive the session
     * @param command what the user asked for
     * @param out takes what is printed
     * @throws StudyError if a file cannot be used, one of an explicit --plot included
     */
    StudySession(const StudyDefinition& definition, const StudyCommand& command, std::ostream& out);

    /**
     * Run every point and report.
     * @return true if every claim is reproduced
     * @throws StudyError if a run or a file fails. A failed run does not stop the others.
     */
    bool RunAll();

    /**
     * Make the runs of one point and print its metrics.
     * @param point the point
     * @throws StudyError as RunAll()
     */
    void RunSome(const StudyPoint& point);

    /**
     * Make one run and print its metrics.
     * @param point its point
     * @throws StudyError if the run or a file fails
     */
    void RunOne(const StudyPoint& point);

  private:
    /**
     * @param point a point
     * @param run a run number
     * @return what distinguishes the run from all others
     */
    RunKey GetKey(const StudyPoint& point, uint32_t run) const;

    /**
     * @param point a point
     * @param run a run number
     * @return the metrics of the run, if the results file has them
     */
    std::optional<std::vector<Metric>> FindStored(const StudyPoint& point, uint32_t run);

    /**
     * Take runs from the results file, and make the others in processes of their own.
     * @param points their points
     * @return all runs
     * @throws StudyRunsError if one has failed, after all others have ended
     */
    StudyResults RunPoints(const std::vector<StudyPoint>& points);

    /**
     * @param planned runs of which some are not known; they are filled in
     * @throws StudyRunsError if one has failed, after all others have ended
     */
    void MakeMissing(std::vector<PlannedRun>& planned);

    /**
     * What fails in one run often fails in all, so there is one line for each reason.
     * @param runs those that were made
     * @param failures reasons by the index of the run
     * @param total number of runs that the study needs
     * @return the lines, in the order of the first run of each reason
     */
    std::vector<std::string> DescribeFailures(const std::vector<PlannedRun*>& runs,
                                              const std::map<std::size_t, std::string>& failures,
                                              std::size_t total) const;

    /// @param point of a run
    /// @param run its number
    /// @return the command that makes this run alone
    std::string FormatRepetition(const StudyPoint& point, uint32_t run) const;

    /**
     * Refuse a plot that cannot be written, or would replace the results or the JSON file.
     * @throws StudyError if a file of a plot that the user has named cannot be written
     * @throws StudyUsageError if a file of the plot has the name of one of these
     */
    void CheckPlotFiles() const;

    /**
     * Save that a run has failed, if there is a results file.
     * @param point its point
     * @param run its number
     * @param reason why
     */
    void SaveFailure(const StudyPoint& point, uint32_t run, const std::string& reason);

    /**
     * Save that a run has failed. A full disk, which often is the reason of the failure, must not
     * replace it in the error line.
     * @param point its point
     * @param run its number
     * @param reason why
     * @return why it could not be saved, to append to the reason; empty if it was
     */
    std::string TrySaveFailure(const StudyPoint& point, uint32_t run, const std::string& reason);

    /**
     * Make a run in this process, for debuggers, and save it.
     * @param point its point
     * @param run its number
     * @return what it measured
     */
    RunResult Simulate(const StudyPoint& point, uint32_t run);

    /**
     * Write the JSON file, if asked for.
     * @param outcomes the claims with their answers
     * @param metrics those of the study as a whole
     * @param results the runs
     */
    void WriteJson(const std::vector<ClaimOutcome>& outcomes,
                   const std::vector<Metric>& metrics,
                   const StudyResults& results);

    /**
     * Draw claims and curves, unless the user has turned plots off.
     * @param outcomes the claims with their answers
     * @param results the runs
     */
    void DrawStudy(const std::vector<ClaimOutcome>& outcomes, const StudyResults& results);

    /**
     * Write the description of a plot and draw it.
     * @param kind of plot
     * @param description of it for the plot script; empty: there is nothing to draw
     * @param prefix start of the names of its files
     */
    void DrawDescription(const std::string& kind,
                         const std::string& description,
                         const std::string& prefix);

    /**
     * @param point a point
     * @param run a run number
     * @return start of the names of the files that belong to the run
     */
    std::string GetRunPrefix(const StudyPoint& point, uint32_t run) const;

    /**
     * Write and draw the series of the single run.
     * @param point its point
     * @param result what it returned
     * @param prefix start of the file names
     */
    void WriteSeries(const StudyPoint& point, const RunResult& result, const std::string& prefix);

    /**
     * Draw a plot and say where it is, or why there is none.
     * @param kind "bars", "curves", "time-sequence" or "panels"
     * @param input file to draw
     * @param prefix start of the names of the pictures
     */
    void Draw(const std::string& kind, const std::string& input, const std::string& prefix);

    /// Print command, version and extent, with which a reader gets the same numbers again.
    void PrintOrigin();

    const StudyDefinition& m_definition;       ///< the study
    StudyCommand m_command;                    ///< what the user asked for
    std::ostream& m_out;                       ///< takes what is printed
    StudyExtent m_extent;                      ///< how much to run
    StudyOrigin m_origin;                      ///< what is needed to compute the numbers again
    StudyRunner m_runner;                      ///< makes single runs
    std::string m_prefix;                      ///< start of the names of plots and traces
    std::optional<StudyOutputFile> m_jsonFile; ///< file of claims and metrics
    std::optional<ResultsFile> m_resultsFile;  ///< finished runs
};

} // namespace ns3

#endif /* STUDY_SESSION_H */

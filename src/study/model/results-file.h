// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RESULTS_FILE_H
#define RESULTS_FILE_H

#include "study-claim.h"
#include "study-results.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace SQLite
{
class Database;
}

namespace ns3
{

/**
 * @ingroup study
 * The programs that computed the results in a file. One file holds results of one pair.
 */
struct ResultsVersions
{
    std::string lasthop; ///< version of the models
    std::string ns3;     ///< version of ns-3
};

/**
 * @ingroup study
 * Two runs with equal keys and equal versions give equal numbers.
 */
struct RunKey
{
    std::string study;     ///< name of the study
    std::string point;     ///< name of the point
    uint32_t run;          ///< run number, the RngRun of the run
    uint32_t seed;         ///< RngSeed of the run
    int64_t duration;      ///< simulated duration that was asked for, ns
    std::string overrides; ///< attributes set by the user, in a canonical order
};

/**
 * @ingroup study
 * What a study found in all its runs.
 */
struct StudyFindings
{
    std::string study;                  ///< name of the study
    std::string title;                  ///< what it shows
    std::string command;                ///< command that gives the same findings
    uint32_t runs;                      ///< runs of each point
    std::vector<ClaimOutcome> outcomes; ///< the claims with their answers
};

/**
 * @ingroup study
 * Runs and findings in a SQLite file, so that an interrupted study continues where it stopped.
 *
 * A run is saved whole in one transaction or not at all, and once only. The file also has the
 * failures of runs that have not succeeded since, and the findings of the last judgment of each
 * study. Several processes may use the same file. A file that is not a results file, or is one of
 * another version or layout, is refused with a StudyError and left as it is.
 */
class ResultsFile
{
  public:
    /**
     * Open or create the file.
     * @param path of the file; a file of size 0 counts as new
     * @param versions the programs that compute the results
     * @throws StudyError if the file is refused or cannot be written
     */
    ResultsFile(const std::string& path, const ResultsVersions& versions);
    ~ResultsFile();

    /**
     * @param key a run
     * @return what it measured, or nothing if the file does not have it
     * @throws StudyError if the file cannot be read, or a metric in it is not a finite number
     */
    std::optional<std::vector<Metric>> Find(const RunKey& key);

    /**
     * Save a finished run, and forget its failure. A run that is already there stays as it is.
     * @param key the run
     * @param command that makes it again
     * @param metrics what it measured
     */
    void Save(const RunKey& key, const std::string& command, const std::vector<Metric>& metrics);

    /**
     * Save that a run has failed, in place of an earlier failure.
     * @param key the run
     * @param command that makes it again
     * @param reason why it has failed
     */
    void SaveFailure(const RunKey& key, const std::string& command, const std::string& reason);

    /// Save findings in place of earlier ones of the study.
    /// @param findings of all its runs
    void SaveFindings(const StudyFindings& findings);

  private:
    std::string m_path;                           ///< the file, for messages
    std::unique_ptr<SQLite::Database> m_database; ///< the file
};

} // namespace ns3

#endif /* RESULTS_FILE_H */

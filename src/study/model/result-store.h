// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RESULT_STORE_H
#define RESULT_STORE_H

#include "results-file.h"
#include "study-claim.h"
#include "study-results.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup study
 * ns3::ResultStore declaration.
 */

namespace ns3
{

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
class ResultStore
{
  public:
    /**
     * Open or create a store.
     * @param path the file; a file of size 0 counts as new
     * @param versions the programs that compute the results
     * @throws StudyError if the file is refused or cannot be written
     */
    ResultStore(const std::string& path, const StoreVersions& versions);
    ~ResultStore();

    /**
     * @param key a run
     * @return what it measured, or nothing if the store does not have it
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

    /// @return number of runs in the store
    int64_t GetCount();

  private:
    /**
     * @param study name of the study
     * @param position of the claim among those of the study, from 0
     * @param outcome the claim with its answer
     */
    void InsertClaim(const std::string& study, int64_t position, const ClaimOutcome& outcome);

    ResultsFile m_file; ///< holds them
};

} // namespace ns3

#endif /* RESULT_STORE_H */

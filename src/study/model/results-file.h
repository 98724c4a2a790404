// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RESULTS_FILE_H
#define RESULTS_FILE_H

#include "study-error.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

/**
 * @file
 * @ingroup study
 * ns3::ResultsFile declaration.
 */

namespace ns3
{

/**
 * @ingroup study
 * The programs that computed the results in a store. One store holds results of one pair.
 */
struct StoreVersions
{
    std::string lasthop; ///< version of the models
    std::string ns3;     ///< version of ns-3
};

/**
 * @ingroup study
 * The SQLite file of a ResultStore: its identity, its tables, and its locks. A file that is not a
 * results file, or is one of another version or layout, is refused and left as it is.
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
    ResultsFile(const std::string& path, const StoreVersions& versions);
    ~ResultsFile();

    /**
     * Call an action that uses the file, and name the file in its error line.
     * @param action throws a std::runtime_error, such as SQLite's, if it fails
     * @return what the action returns
     * @throws StudyError if it fails
     */
    template <typename Action>
    auto Access(Action action) const;

    /// @return the file
    SQLite::Database& GetDatabase();

  private:
    /**
     * Open the file, and create the tables of a new one.
     * @param versions the programs that compute the results
     */
    void Open(const StoreVersions& versions);

    /**
     * Refuse the file unless it is an empty database or a store of the same versions.
     * @param versions the programs that compute the results
     */
    void CheckIdentity(const StoreVersions& versions);

    /**
     * Have SQLite try again, as long as it takes: a study of hours must not end because another
     * process holds its file, and informs the user who waits.
     * @param store the store
     * @param attempts made so far
     * @return not 0, which requests another attempt
     */
    static int WaitForOthers(void* store, int attempts);

    /**
     * Create the tables.
     * @param versions the programs that compute the results
     */
    void CreateTables(const StoreVersions& versions);

    std::string m_path;                           ///< the file, for messages
    std::unique_ptr<SQLite::Database> m_database; ///< the file
};

template <typename Action>
auto
ResultsFile::Access(Action action) const
{
    try
    {
        return action();
    }
    catch (const std::runtime_error& error)
    {
        // SQLite quotes statements of several lines.
        std::string reason = error.what();
        std::ranges::replace(reason, '\n', ' ');
        throw StudyError("results file '" + m_path + "': " + reason);
    }
}

} // namespace ns3

#endif /* RESULTS_FILE_H */

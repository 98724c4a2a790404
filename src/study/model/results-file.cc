// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "results-file.h"

#include "study-error.h"

#include "ns3/log.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <sqlite3.h>
#include <stdexcept>
#include <thread>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ResultsFile");

namespace
{

/// Marks a SQLite file as a results file ("LHop"); see "PRAGMA application_id" of SQLite.
constexpr int64_t APPLICATION_ID{0x4c486f70};

/// Between two attempts to write to a file that another process has locked. A write takes
/// milliseconds, except on a slow network file system.
constexpr std::chrono::milliseconds BUSY_PAUSE{10};

/// Attempts before the user is informed: half a second. An attempt costs little.
constexpr int BUSY_NOTICE{50};

/// Number of the table layout below, kept in "PRAGMA user_version". A change of layout takes the
/// next number.
constexpr int64_t LAYOUT{3};

/// The tables, which doc/reproduce.rst describes.
constexpr auto TABLES = R"(
CREATE TABLE version (lasthop TEXT NOT NULL, ns3 TEXT NOT NULL);
CREATE TABLE study (
    name TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    command TEXT NOT NULL,
    runs INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    study TEXT NOT NULL,
    point TEXT NOT NULL,
    run INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    overrides TEXT NOT NULL,
    command TEXT NOT NULL,
    UNIQUE (study, point, run, seed, duration_ns, overrides));
CREATE TABLE metric (
    run_id INTEGER NOT NULL REFERENCES run (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run_id, position)) WITHOUT ROWID;
CREATE TABLE failure (
    study TEXT NOT NULL,
    point TEXT NOT NULL,
    run INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    overrides TEXT NOT NULL,
    command TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (study, point, run, seed, duration_ns, overrides)) WITHOUT ROWID;
CREATE TABLE claim (
    study TEXT NOT NULL REFERENCES study (name),
    position INTEGER NOT NULL,
    claim TEXT NOT NULL,
    cell TEXT NOT NULL,
    kind TEXT NOT NULL,
    paper REAL,
    unit TEXT NOT NULL,
    mean REAL,
    low REAL,
    high REAL,
    runs INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    band_low REAL,
    band_high REAL,
    verdict TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (study, position)) WITHOUT ROWID;
CREATE VIEW result AS
    SELECT study, point, run, seed, duration_ns / 1e9 AS duration_s, lasthop, ns3, command,
           metric.name AS metric, unit, value
    FROM metric JOIN run ON run.id = run_id JOIN version;
)";

/// Whether a row is of a run, whose key BindKey() has set.
const std::string HAS_KEY{
    "(study, point, run, seed, duration_ns, overrides) = (?1, ?2, ?3, ?4, ?5, ?6)"};

/// @return whether the file has no tables yet
bool
IsEmpty(SQLite::Database& database)
{
    return database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
}

std::string
Describe(const ResultsVersions& versions)
{
    return "lasthop " + versions.lasthop + " with ns-3 " + versions.ns3;
}

/// Set the first six parameters of a statement, which are a run's key.
void
BindKey(SQLite::Statement& statement, const RunKey& key)
{
    SQLite::bind(statement, key.study, key.point, key.run, key.seed, key.duration, key.overrides);
}

/// @return the number, or NaN, which SQLite stores as NULL, if it is infinite
double
FiniteOrNull(double number)
{
    return std::isfinite(number) ? number : std::numeric_limits<double>::quiet_NaN();
}

/// Make SQLite try again, as long as it takes, and tell the user once: a study of hours must not
/// end because another process holds its file.
int
WaitForOthers(void* path, int attempts)
{
    if (attempts == BUSY_NOTICE)
    {
        std::cerr << "results file '" << *static_cast<const std::string*>(path)
                  << "' is locked by another process; waiting\n";
    }
    std::this_thread::sleep_for(BUSY_PAUSE);
    return 1;
}

/// Refuse a file unless it is an empty database or a results file of the same versions.
void
CheckIdentity(SQLite::Database& database, const ResultsVersions& versions)
{
    if (IsEmpty(database))
    {
        return;
    }
    const auto id = database.execAndGet("PRAGMA application_id").getInt64();
    Require(id == APPLICATION_ID, "is a SQLite file of another program");
    const auto layout = database.execAndGet("PRAGMA user_version").getInt64();
    Require(layout == LAYOUT,
            "has table layout " + std::to_string(layout) + "; this program needs " +
                std::to_string(LAYOUT) + "; give another file name");
    SQLite::Statement query(database, "SELECT lasthop, ns3 FROM version");
    Require(query.executeStep(), "has no version; give another file name");
    const ResultsVersions stored{query.getColumn(0), query.getColumn(1)};
    // Another version may compute other numbers for the same key.
    Require(stored.lasthop == versions.lasthop && stored.ns3 == versions.ns3,
            "holds results of " + Describe(stored) + "; this is " + Describe(versions) +
                "; give another file name");
}

void
CreateTables(SQLite::Database& database, const ResultsVersions& versions)
{
    database.exec(TABLES);
    database.exec("PRAGMA application_id = " + std::to_string(APPLICATION_ID));
    database.exec("PRAGMA user_version = " + std::to_string(LAYOUT));
    SQLite::Statement insert(database, "INSERT INTO version VALUES (?1, ?2)");
    SQLite::bind(insert, versions.lasthop, versions.ns3);
    insert.exec();
}

void
InsertClaim(SQLite::Database& database,
            const std::string& study,
            int64_t position,
            const ClaimOutcome& outcome)
{
    const auto& [claim, estimate, verdict] = outcome;
    SQLite::Statement insert(database,
                             "INSERT INTO claim VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
                             "?11, ?12, ?13, ?14, ?15, nullif(?16, ''))");
    SQLite::bind(insert,
                 study,
                 position,
                 claim.id,
                 claim.cell,
                 ToString(claim.kind),
                 claim.paper.value_or(std::numeric_limits<double>::quiet_NaN()),
                 claim.unit,
                 FiniteOrNull(estimate.value),
                 FiniteOrNull(estimate.ci95.low),
                 FiniteOrNull(estimate.ci95.high),
                 static_cast<int64_t>(estimate.samples),
                 static_cast<int64_t>(estimate.leftOut),
                 FiniteOrNull(claim.band.low),
                 FiniteOrNull(claim.band.high),
                 ToString(verdict),
                 estimate.reason);
    insert.exec();
}

/// Call an action that uses the file, and name the file in its error line.
template <typename Action>
auto
Access(const std::string& path, Action action)
{
    try
    {
        return action();
    }
    catch (const std::runtime_error& error)
    {
        // SQLite quotes statements of several lines, and names in a file may have several lines.
        std::string reason = error.what();
        std::ranges::replace(reason, '\n', ' ');
        const bool isOwn = dynamic_cast<const SQLite::Exception*>(&error) == nullptr;
        throw StudyError("results file '" + path + (isOwn ? "' " : "': ") + reason);
    }
}

/// Open the file, and create the tables of a new one.
/// @param path must live as long as the database
std::unique_ptr<SQLite::Database>
Open(std::string& path, const ResultsVersions& versions)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    Require(!std::filesystem::exists(status) || std::filesystem::is_regular_file(status),
            "is not a regular file");
    // SQLite would take ":memory:" and "file:NAME?mode=memory" as a database without a file, which
    // keeps nothing. With a folder before it, each is an ordinary name; an absolute path stays.
    auto database =
        std::make_unique<SQLite::Database>((std::filesystem::path(".") / path).string(),
                                           SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    sqlite3_busy_handler(database->getHandle(), &WaitForOthers, &path);
    // A foreign file must be refused before anything locks or changes it, so it is read first.
    CheckIdentity(*database, versions);
    Require(sqlite3_db_readonly(database->getHandle(), "main") != 1, "cannot be written");
    SQLite::Transaction transaction(*database, SQLite::TransactionBehavior::IMMEDIATE);
    if (IsEmpty(*database))
    {
        CreateTables(*database, versions);
        transaction.commit();
        NS_LOG_INFO("'" << path << "' is new, for results of " << Describe(versions));
        return database;
    }
    // Another process may have created the tables in the meantime. The write is taken back, because
    // the transaction is not committed; it shows before the first simulation whether SQLite can
    // make its journal beside the file.
    CheckIdentity(*database, versions);
    database->exec("UPDATE version SET lasthop = lasthop");
    NS_LOG_INFO("'" << path << "' has "
                    << database->execAndGet("SELECT count(*) FROM run").getInt64() << " runs of "
                    << Describe(versions));
    return database;
}

} // namespace

ResultsFile::ResultsFile(const std::string& path, const ResultsVersions& versions)
    : m_path(path)
{
    m_database = Access(m_path, [&] { return Open(m_path, versions); });
}

ResultsFile::~ResultsFile() = default;

std::optional<std::vector<Metric>>
ResultsFile::Find(const RunKey& key)
{
    return Access(m_path, [&]() -> std::optional<std::vector<Metric>> {
        SQLite::Statement findRun(*m_database, "SELECT id FROM run WHERE " + HAS_KEY);
        BindKey(findRun, key);
        if (!findRun.executeStep())
        {
            NS_LOG_LOGIC("no run " << key.run << " of point " << key.point << " of " << key.study
                                   << " with seed " << key.seed << " and these attributes");
            return std::nullopt;
        }
        SQLite::Statement query(*m_database,
                                "SELECT name, unit, value FROM metric WHERE run_id = ?1 "
                                "ORDER BY position");
        query.bind(1, findRun.getColumn(0).getInt64());
        std::vector<Metric> metrics;
        while (query.executeStep())
        {
            const Metric metric{query.getColumn(0), query.getColumn(1), query.getColumn(2)};
            // SQLite keeps a text in a column of numbers, and reads it as 0.
            Require(query.getColumn(2).isFloat() && std::isfinite(metric.value),
                    "has a metric '" + metric.name + "' of point '" + key.point + "', run " +
                        std::to_string(key.run) +
                        ", that is not a finite number; give another file name");
            metrics.push_back(metric);
        }
        NS_LOG_LOGIC("found run " << key.run << " of point " << key.point << " with "
                                  << metrics.size() << " metrics");
        return metrics;
    });
}

void
ResultsFile::Save(const RunKey& key, const std::string& command, const std::vector<Metric>& metrics)
{
    Access(m_path, [&] {
        // An immediate transaction takes the lock before it reads. A deferred one would have to
        // give up if another process wrote between its first read and its first write.
        SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insertRun(
            *m_database,
            "INSERT INTO run VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING");
        BindKey(insertRun, key);
        insertRun.bind(7, command);
        if (insertRun.exec() == 0)
        {
            // Equal keys give equal metrics, so there is nothing to add.
            NS_LOG_INFO("run " << key.run << " of point " << key.point
                               << " is stored already, by another process");
            return;
        }
        const int64_t runId = m_database->getLastInsertRowid();
        SQLite::Statement insert(*m_database, "INSERT INTO metric VALUES (?1, ?2, ?3, ?4, ?5)");
        for (int64_t position{0}; const auto& metric : metrics)
        {
            SQLite::bind(insert, runId, position++, metric.name, metric.unit, metric.value);
            insert.exec();
            insert.reset();
        }
        SQLite::Statement forget(*m_database, "DELETE FROM failure WHERE " + HAS_KEY);
        BindKey(forget, key);
        forget.exec();
        transaction.commit();
        NS_LOG_INFO("stored run " << key.run << " of point " << key.point << " with "
                                  << metrics.size() << " metrics");
    });
}

void
ResultsFile::SaveFailure(const RunKey& key, const std::string& command, const std::string& reason)
{
    Access(m_path, [&] {
        SQLite::Statement insert(
            *m_database,
            // A run that is stored has succeeded before, without the series or captures of now.
            "INSERT OR REPLACE INTO failure SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 "
            "WHERE NOT EXISTS (SELECT 1 FROM run WHERE " +
                HAS_KEY + ")");
        BindKey(insert, key);
        insert.bind(7, command);
        insert.bind(8, reason);
        insert.exec();
        NS_LOG_INFO("stored that run " << key.run << " of point " << key.point << " has failed");
    });
}

void
ResultsFile::SaveFindings(const StudyFindings& findings)
{
    Access(m_path, [&] {
        SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement study(*m_database,
                                "INSERT OR REPLACE INTO study VALUES (?1, ?2, ?3, ?4)");
        SQLite::bind(study, findings.study, findings.title, findings.command, findings.runs);
        study.exec();
        SQLite::Statement forget(*m_database, "DELETE FROM claim WHERE study = ?1");
        forget.bind(1, findings.study);
        forget.exec();
        for (int64_t position{0}; const auto& outcome : findings.outcomes)
        {
            InsertClaim(*m_database, findings.study, position++, outcome);
        }
        transaction.commit();
        NS_LOG_INFO("stored the answers to " << findings.outcomes.size() << " claims");
    });
}

} // namespace ns3

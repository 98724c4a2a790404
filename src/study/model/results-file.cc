// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "results-file.h"

#include "ns3/log.h"

#include <SQLiteCpp/VariadicBind.h>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <sqlite3.h>
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

/**
 * @param database a file
 * @return true if it has no tables yet
 */
bool
IsEmpty(SQLite::Database& database)
{
    return database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
}

/**
 * @param versions a pair of versions
 * @return the pair as text
 */
std::string
Describe(const StoreVersions& versions)
{
    return "lasthop " + versions.lasthop + " with ns-3 " + versions.ns3;
}

} // namespace

ResultsFile::ResultsFile(const std::string& path, const StoreVersions& versions)
    : m_path(path)
{
    Access([&] { Open(versions); });
}

ResultsFile::~ResultsFile() = default;

SQLite::Database&
ResultsFile::GetDatabase()
{
    return *m_database;
}

void
ResultsFile::Open(const StoreVersions& versions)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(m_path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        throw std::runtime_error("is not a regular file");
    }
    // SQLite would take ":memory:" and "file:NAME?mode=memory" as a database without a file, which
    // keeps nothing. With a folder before it, each is an ordinary name; an absolute path stays.
    m_database = std::make_unique<SQLite::Database>((std::filesystem::path(".") / m_path).string(),
                                                    SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    sqlite3_busy_handler(m_database->getHandle(), &ResultsFile::WaitForOthers, this);
    // A foreign file must be refused before anything locks or changes it, so it is read first.
    CheckIdentity(versions);
    if (sqlite3_db_readonly(m_database->getHandle(), "main") == 1)
    {
        throw std::runtime_error("cannot be written");
    }
    SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
    if (IsEmpty(*m_database))
    {
        CreateTables(versions);
        transaction.commit();
        NS_LOG_INFO("'" << m_path << "' is new, for results of " << Describe(versions));
        return;
    }
    // Another process may have created the tables in the meantime. The write is taken back, because
    // the transaction is not committed; it shows before the first simulation whether SQLite can
    // make its journal beside the file.
    CheckIdentity(versions);
    m_database->exec("UPDATE version SET lasthop = lasthop");
    NS_LOG_INFO("'" << m_path << "' has "
                    << m_database->execAndGet("SELECT count(*) FROM run").getInt64() << " runs of "
                    << Describe(versions));
}

int
ResultsFile::WaitForOthers(void* store, int attempts)
{
    if (attempts == BUSY_NOTICE)
    {
        std::cerr << "results file '" << static_cast<ResultsFile*>(store)->m_path
                  << "' is locked by another process; waiting\n";
    }
    std::this_thread::sleep_for(BUSY_PAUSE);
    return 1;
}

void
ResultsFile::CheckIdentity(const StoreVersions& versions)
{
    if (IsEmpty(*m_database))
    {
        return;
    }
    if (m_database->execAndGet("PRAGMA application_id").getInt64() != APPLICATION_ID)
    {
        throw std::runtime_error("is a SQLite file of another program");
    }
    const auto layout = m_database->execAndGet("PRAGMA user_version").getInt64();
    if (layout != LAYOUT)
    {
        throw std::runtime_error("has table layout " + std::to_string(layout) +
                                 ", this program needs " + std::to_string(LAYOUT) +
                                 "; give another file name");
    }
    SQLite::Statement query(*m_database, "SELECT lasthop, ns3 FROM version");
    if (!query.executeStep())
    {
        throw std::runtime_error("has no version; give another file name");
    }
    const StoreVersions stored{query.getColumn(0), query.getColumn(1)};
    // Another version may compute other numbers for the same key.
    if (stored.lasthop != versions.lasthop || stored.ns3 != versions.ns3)
    {
        throw std::runtime_error("holds results of " + Describe(stored) + ", this is " +
                                 Describe(versions) + "; give another file name");
    }
}

void
ResultsFile::CreateTables(const StoreVersions& versions)
{
    m_database->exec(TABLES);
    m_database->exec("PRAGMA application_id = " + std::to_string(APPLICATION_ID));
    m_database->exec("PRAGMA user_version = " + std::to_string(LAYOUT));
    SQLite::Statement insert(*m_database, "INSERT INTO version VALUES (?1, ?2)");
    SQLite::bind(insert, versions.lasthop, versions.ns3);
    insert.exec();
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "result-store.h"

#include "study-error.h"

#include "ns3/log.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <sqlite3.h>
#include <stdexcept>
#include <thread>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ResultStore");

namespace
{

/// Marks a SQLite file as a results file ("LHop"); see "PRAGMA application_id" of SQLite.
constexpr int64_t APPLICATION_ID{0x4c486f70};

/// Between two attempts to write to a file that another process has locked. A write takes
/// milliseconds, except on a slow network file system.
constexpr std::chrono::milliseconds BUSY_PAUSE{10};

/// Attempts after which the user is told: half a second. An attempt costs little.
constexpr int BUSY_NOTICE{50};

/// Number of the table layout below, kept in "PRAGMA user_version". A change of layout takes the
/// next number.
constexpr int64_t LAYOUT{1};

/// The tables.
constexpr auto TABLES = R"(
CREATE TABLE version (lasthop TEXT NOT NULL, ns3 TEXT NOT NULL);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    study TEXT NOT NULL,
    point TEXT NOT NULL,
    run INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    overrides TEXT NOT NULL,
    UNIQUE (study, point, run, seed, duration_ns, overrides));
CREATE TABLE metric (
    run_id INTEGER NOT NULL REFERENCES run (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run_id, position)) WITHOUT ROWID;
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

template <typename Action>
auto
ResultStore::Access(Action action) const
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

ResultStore::ResultStore(const std::string& path, const StoreVersions& versions)
    : m_path(path)
{
    Access([&] { Open(versions); });
}

ResultStore::~ResultStore() = default;

void
ResultStore::Open(const StoreVersions& versions)
{
    // SQLite would take ":memory:" and "file:NAME?mode=memory" as a database without a file, which
    // keeps nothing. With a folder before it, each is an ordinary name; an absolute path stays.
    m_database = std::make_unique<SQLite::Database>((std::filesystem::path(".") / m_path).string(),
                                                    SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    sqlite3_busy_handler(m_database->getHandle(), &ResultStore::WaitForOthers, this);
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
    NS_LOG_INFO("'" << m_path << "' has " << GetCount() << " runs of " << Describe(versions));
}

int
ResultStore::WaitForOthers(void* store, int attempts)
{
    if (attempts == BUSY_NOTICE)
    {
        std::cerr << "results file '" << static_cast<ResultStore*>(store)->m_path
                  << "' is locked by another process; waiting\n";
    }
    std::this_thread::sleep_for(BUSY_PAUSE);
    return 1;
}

void
ResultStore::CheckIdentity(const StoreVersions& versions)
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
ResultStore::CreateTables(const StoreVersions& versions)
{
    m_database->exec(TABLES);
    m_database->exec("PRAGMA application_id = " + std::to_string(APPLICATION_ID));
    m_database->exec("PRAGMA user_version = " + std::to_string(LAYOUT));
    SQLite::Statement insert(*m_database, "INSERT INTO version VALUES (?1, ?2)");
    SQLite::bind(insert, versions.lasthop, versions.ns3);
    insert.exec();
}

std::optional<std::vector<Metric>>
ResultStore::Find(const RunKey& key)
{
    return Access([&]() -> std::optional<std::vector<Metric>> {
        SQLite::Statement findRun(*m_database,
                                  "SELECT id FROM run WHERE study = ?1 AND point = ?2 AND "
                                  "run = ?3 AND seed = ?4 AND duration_ns = ?5 AND overrides = ?6");
        SQLite::bind(findRun, key.study, key.point, key.run, key.seed, key.duration, key.overrides);
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
            if (!query.getColumn(2).isFloat() || !std::isfinite(metric.value))
            {
                throw std::runtime_error("metric '" + metric.name + "' of point '" + key.point +
                                         "', run " + std::to_string(key.run) +
                                         " is not a finite number; give another file name");
            }
            metrics.push_back(metric);
        }
        NS_LOG_LOGIC("found run " << key.run << " of point " << key.point << " with "
                                  << metrics.size() << " metrics");
        return metrics;
    });
}

void
ResultStore::Save(const RunKey& key, const std::vector<Metric>& metrics)
{
    Access([&] {
        // An immediate transaction takes the lock before it reads. A deferred one would have to
        // give up if another process wrote between its first read and its first write.
        SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insertRun(
            *m_database,
            "INSERT INTO run (study, point, run, seed, duration_ns, overrides) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING");
        SQLite::bind(insertRun,
                     key.study,
                     key.point,
                     key.run,
                     key.seed,
                     key.duration,
                     key.overrides);
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
        transaction.commit();
        NS_LOG_INFO("stored run " << key.run << " of point " << key.point << " with "
                                  << metrics.size() << " metrics");
    });
}

int64_t
ResultStore::GetCount()
{
    return Access([&] { return m_database->execAndGet("SELECT count(*) FROM run").getInt64(); });
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "result-store.h"

namespace ns3
{

namespace
{

/// Marks a SQLite file as one of ours ("LHop"), see "PRAGMA application_id" of SQLite.
constexpr int64_t APPLICATION_ID{0x4c486f70};

/// Number of the table layout below; a change of layout takes the next number.
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
 * Bind the parameters ?1 to ?6 of a statement.
 * @param statement the statement
 * @param key their values
 */
void
BindKey(SqliteStatement& statement, const RunKey& key)
{
    statement.Bind(key.study)
        .Bind(key.point)
        .Bind(int64_t{key.run})
        .Bind(int64_t{key.seed})
        .Bind(key.duration)
        .Bind(key.overrides);
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

ResultStore::ResultStore(const std::string& path, const StoreVersions& versions)
    : m_database(path)
{
    // Reading first: a foreign file must be refused before anything locks or changes it.
    CheckIdentity(versions);
    if (m_database.IsReadOnly())
    {
        m_database.Fail("cannot be written");
    }
    SqliteTransaction transaction(m_database);
    if (m_database.QueryInteger("SELECT count(*) FROM sqlite_master") == 0)
    {
        CreateTables(versions);
        transaction.Commit();
        return;
    }
    // Another process may have created the tables since; and this write, which is taken back,
    // shows before the first simulation whether SQLite can make its journal beside the file.
    CheckIdentity(versions);
    m_database.Execute("UPDATE version SET lasthop = lasthop");
}

void
ResultStore::CheckIdentity(const StoreVersions& versions)
{
    if (m_database.QueryInteger("SELECT count(*) FROM sqlite_master") == 0)
    {
        return;
    }
    if (m_database.QueryInteger("PRAGMA application_id") != APPLICATION_ID)
    {
        m_database.Fail("is a SQLite file of another program");
    }
    const auto layout = m_database.QueryInteger("PRAGMA user_version");
    if (layout != LAYOUT)
    {
        m_database.Fail("has table layout " + std::to_string(layout) + ", this program needs " +
                        std::to_string(LAYOUT) + "; give another file name");
    }
    SqliteStatement query(m_database, "SELECT lasthop, ns3 FROM version");
    if (!query.Step())
    {
        m_database.Fail("has no version; give another file name");
    }
    const StoreVersions stored{query.GetText(0), query.GetText(1)};
    if (stored.lasthop != versions.lasthop || stored.ns3 != versions.ns3)
    {
        m_database.Fail("holds results of " + Describe(stored) + ", this is " + Describe(versions) +
                        "; give another file name");
    }
}

void
ResultStore::CreateTables(const StoreVersions& versions)
{
    m_database.Execute(TABLES);
    m_database.Execute("PRAGMA application_id = " + std::to_string(APPLICATION_ID));
    m_database.Execute("PRAGMA user_version = " + std::to_string(LAYOUT));
    SqliteStatement(m_database, "INSERT INTO version VALUES (?1, ?2)")
        .Bind(versions.lasthop)
        .Bind(versions.ns3)
        .Step();
}

std::optional<std::vector<Metric>>
ResultStore::Find(const RunKey& key)
{
    SqliteStatement findRun(m_database,
                            "SELECT id FROM run WHERE study = ?1 AND point = ?2 AND run = ?3 AND "
                            "seed = ?4 AND duration_ns = ?5 AND overrides = ?6");
    BindKey(findRun, key);
    if (!findRun.Step())
    {
        return std::nullopt;
    }
    SqliteStatement query(m_database,
                          "SELECT name, unit, value FROM metric WHERE run_id = ?1 "
                          "ORDER BY position");
    query.Bind(findRun.GetInteger(0));
    std::vector<Metric> metrics;
    while (query.Step())
    {
        metrics.push_back({query.GetText(0), query.GetText(1), query.GetReal(2)});
    }
    return metrics;
}

void
ResultStore::Save(const RunKey& key, const std::vector<Metric>& metrics)
{
    SqliteTransaction transaction(m_database);
    if (Find(key))
    {
        return;
    }
    SqliteStatement insertRun(m_database,
                              "INSERT INTO run (study, point, run, seed, duration_ns, overrides) "
                              "VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
    BindKey(insertRun, key);
    insertRun.Step();
    const auto runId = m_database.GetLastInsertRow();
    int64_t position{0};
    for (const auto& metric : metrics)
    {
        SqliteStatement(m_database, "INSERT INTO metric VALUES (?1, ?2, ?3, ?4, ?5)")
            .Bind(runId)
            .Bind(position++)
            .Bind(metric.name)
            .Bind(metric.unit)
            .Bind(metric.value)
            .Step();
    }
    transaction.Commit();
}

int64_t
ResultStore::GetCount()
{
    return m_database.QueryInteger("SELECT count(*) FROM run");
}

} // namespace ns3

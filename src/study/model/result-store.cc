// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "result-store.h"

#include "ns3/log.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ResultStore");

namespace
{

/**
 * @param statement with the six columns of a run's key as its first parameters
 * @param key of the run
 */
void
BindKey(SQLite::Statement& statement, const RunKey& key)
{
    SQLite::bind(statement, key.study, key.point, key.run, key.seed, key.duration, key.overrides);
}

/**
 * @param statement takes a number
 * @param index of the parameter, from 1
 * @param number the number; NULL is stored if it is infinite or NaN
 */
void
BindNumber(SQLite::Statement& statement, int index, double number)
{
    if (std::isfinite(number))
    {
        statement.bind(index, number);
    }
}

} // namespace

ResultStore::ResultStore(const std::string& path, const StoreVersions& versions)
    : m_file(path, versions)
{
}

ResultStore::~ResultStore() = default;

std::optional<std::vector<Metric>>
ResultStore::Find(const RunKey& key)
{
    return m_file.Access([&]() -> std::optional<std::vector<Metric>> {
        SQLite::Statement findRun(m_file.GetDatabase(),
                                  "SELECT id FROM run WHERE study = ?1 AND point = ?2 AND "
                                  "run = ?3 AND seed = ?4 AND duration_ns = ?5 AND overrides = ?6");
        BindKey(findRun, key);
        if (!findRun.executeStep())
        {
            NS_LOG_LOGIC("no run " << key.run << " of point " << key.point << " of " << key.study
                                   << " with seed " << key.seed << " and these attributes");
            return std::nullopt;
        }
        SQLite::Statement query(m_file.GetDatabase(),
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
ResultStore::Save(const RunKey& key, const std::string& command, const std::vector<Metric>& metrics)
{
    m_file.Access([&] {
        // An immediate transaction takes the lock before it reads. A deferred one would have to
        // give up if another process wrote between its first read and its first write.
        SQLite::Transaction transaction(m_file.GetDatabase(),
                                        SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insertRun(
            m_file.GetDatabase(),
            "INSERT INTO run (study, point, run, seed, duration_ns, overrides, command) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING");
        BindKey(insertRun, key);
        insertRun.bind(7, command);
        if (insertRun.exec() == 0)
        {
            // Equal keys give equal metrics, so there is nothing to add.
            NS_LOG_INFO("run " << key.run << " of point " << key.point
                               << " is stored already, by another process");
            return;
        }
        const int64_t runId = m_file.GetDatabase().getLastInsertRowid();
        SQLite::Statement insert(m_file.GetDatabase(),
                                 "INSERT INTO metric VALUES (?1, ?2, ?3, ?4, ?5)");
        for (int64_t position{0}; const auto& metric : metrics)
        {
            SQLite::bind(insert, runId, position++, metric.name, metric.unit, metric.value);
            insert.exec();
            insert.reset();
        }
        SQLite::Statement forget(m_file.GetDatabase(),
                                 "DELETE FROM failure WHERE study = ?1 AND point = ?2 AND run = ?3 "
                                 "AND seed = ?4 AND duration_ns = ?5 AND overrides = ?6");
        BindKey(forget, key);
        forget.exec();
        transaction.commit();
        NS_LOG_INFO("stored run " << key.run << " of point " << key.point << " with "
                                  << metrics.size() << " metrics");
    });
}

void
ResultStore::SaveFailure(const RunKey& key, const std::string& command, const std::string& reason)
{
    m_file.Access([&] {
        SQLite::Statement insert(
            m_file.GetDatabase(),
            // A run that is stored has succeeded before, without the series or captures of now.
            "INSERT OR REPLACE INTO failure SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 "
            "WHERE NOT EXISTS (SELECT 1 FROM run WHERE study = ?1 AND point = ?2 AND run = ?3 "
            "AND seed = ?4 AND duration_ns = ?5 AND overrides = ?6)");
        BindKey(insert, key);
        insert.bind(7, command);
        insert.bind(8, reason);
        insert.exec();
        NS_LOG_INFO("stored that run " << key.run << " of point " << key.point << " has failed");
    });
}

void
ResultStore::SaveFindings(const StudyFindings& findings)
{
    m_file.Access([&] {
        SQLite::Transaction transaction(m_file.GetDatabase(),
                                        SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement study(m_file.GetDatabase(),
                                "INSERT OR REPLACE INTO study VALUES (?1, ?2, ?3, ?4)");
        SQLite::bind(study, findings.study, findings.title, findings.command, findings.runs);
        study.exec();
        SQLite::Statement forget(m_file.GetDatabase(), "DELETE FROM claim WHERE study = ?1");
        forget.bind(1, findings.study);
        forget.exec();
        for (int64_t position{0}; const auto& outcome : findings.outcomes)
        {
            InsertClaim(findings.study, position++, outcome);
        }
        transaction.commit();
        NS_LOG_INFO("stored the answers to " << findings.outcomes.size() << " claims");
    });
}

void
ResultStore::InsertClaim(const std::string& study, int64_t position, const ClaimOutcome& outcome)
{
    const auto& [claim, estimate, verdict] = outcome;
    SQLite::Statement insert(
        m_file.GetDatabase(),
        "INSERT INTO claim (study, position, claim, cell, kind, unit, runs, left_out, "
        "verdict, paper, mean, low, high, band_low, band_high, reason) VALUES "
        "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, nullif(?16, ''))");
    SQLite::bind(insert,
                 study,
                 position,
                 claim.id,
                 claim.cell,
                 ToString(claim.kind),
                 claim.unit,
                 static_cast<int64_t>(estimate.samples),
                 static_cast<int64_t>(estimate.leftOut),
                 ToString(verdict));
    BindNumber(insert, 10, claim.paper.value_or(std::numeric_limits<double>::infinity()));
    BindNumber(insert, 11, estimate.value);
    BindNumber(insert, 12, estimate.ci95.low);
    BindNumber(insert, 13, estimate.ci95.high);
    BindNumber(insert, 14, claim.band.low);
    BindNumber(insert, 15, claim.band.high);
    insert.bind(16, estimate.reason);
    insert.exec();
}

int64_t
ResultStore::GetCount()
{
    return m_file.Access(
        [&] { return m_file.GetDatabase().execAndGet("SELECT count(*) FROM run").getInt64(); });
}

} // namespace ns3

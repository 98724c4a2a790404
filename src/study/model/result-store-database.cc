// SPDX-License-Identifier: GPL-2.0-only

#include "result-store-database.h"

#include "study-error.h"

#include <sqlite3.h>

namespace ns3
{

namespace
{

/// How long to wait for another process that writes to the same file, ms.
constexpr int BUSY_TIMEOUT{60000};

} // namespace

void
SqliteDatabase::Close::operator()(sqlite3* connection) const
{
    sqlite3_close(connection);
}

SqliteDatabase::SqliteDatabase(const std::string& path)
    : m_path(path)
{
    sqlite3* connection{nullptr};
    // SQLite takes ":memory:" as a database without a file.
    const std::string name = path.rfind(':', 0) == 0 ? "./" + path : path;
    const int status = sqlite3_open_v2(name.c_str(),
                                       &connection,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                       nullptr);
    m_connection.reset(connection);
    if (status != SQLITE_OK)
    {
        Fail();
    }
    sqlite3_busy_timeout(connection, BUSY_TIMEOUT);
}

void
SqliteDatabase::Execute(const std::string& sql)
{
    if (sqlite3_exec(m_connection.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    {
        Fail();
    }
}

int64_t
SqliteDatabase::QueryInteger(const std::string& sql)
{
    SqliteStatement query(*this, sql);
    if (!query.Step())
    {
        Fail("no answer to: " + sql);
    }
    return query.GetInteger(0);
}

bool
SqliteDatabase::IsReadOnly() const
{
    return sqlite3_db_readonly(m_connection.get(), "main") == 1;
}

int64_t
SqliteDatabase::GetLastInsertRow() const
{
    return sqlite3_last_insert_rowid(m_connection.get());
}

void
SqliteDatabase::Fail(const std::string& reason) const
{
    const std::string why = reason.empty() ? sqlite3_errmsg(m_connection.get()) : reason;
    throw StudyError("results file '" + m_path + "': " + why);
}

void
SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

SqliteStatement::SqliteStatement(SqliteDatabase& database, const std::string& sql)
    : m_database(database)
{
    sqlite3_stmt* statement{nullptr};
    const int status = sqlite3_prepare_v2(database.m_connection.get(),
                                          sql.c_str(),
                                          static_cast<int>(sql.size()),
                                          &statement,
                                          nullptr);
    m_statement.reset(statement);
    Check(status);
}

void
SqliteStatement::Check(int status) const
{
    if (status != SQLITE_OK)
    {
        m_database.Fail();
    }
}

SqliteStatement&
SqliteStatement::Bind(const std::string& value)
{
    Check(sqlite3_bind_text(m_statement.get(),
                            ++m_bound,
                            value.data(),
                            static_cast<int>(value.size()),
                            SQLITE_TRANSIENT));
    return *this;
}

SqliteStatement&
SqliteStatement::Bind(int64_t value)
{
    Check(sqlite3_bind_int64(m_statement.get(), ++m_bound, value));
    return *this;
}

SqliteStatement&
SqliteStatement::Bind(double value)
{
    Check(sqlite3_bind_double(m_statement.get(), ++m_bound, value));
    return *this;
}

bool
SqliteStatement::Step()
{
    const int status = sqlite3_step(m_statement.get());
    if (status != SQLITE_ROW && status != SQLITE_DONE)
    {
        m_database.Fail();
    }
    return status == SQLITE_ROW;
}

std::string
SqliteStatement::GetText(int column) const
{
    const auto* text = sqlite3_column_text(m_statement.get(), column);
    return text ? reinterpret_cast<const char*>(text) : "";
}

int64_t
SqliteStatement::GetInteger(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

double
SqliteStatement::GetReal(int column) const
{
    return sqlite3_column_double(m_statement.get(), column);
}

SqliteTransaction::SqliteTransaction(SqliteDatabase& database)
    : m_database(database)
{
    m_database.Execute("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction()
{
    if (!m_isOpen)
    {
        return;
    }
    try
    {
        m_database.Execute("ROLLBACK");
    }
    catch (const StudyError&)
    {
        // SQLite has already taken the transaction back, for example because the disk is full.
    }
}

void
SqliteTransaction::Commit()
{
    m_database.Execute("COMMIT");
    m_isOpen = false;
}

} // namespace ns3

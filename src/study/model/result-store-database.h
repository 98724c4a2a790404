// SPDX-License-Identifier: GPL-2.0-only

#ifndef RESULT_STORE_DATABASE_H
#define RESULT_STORE_DATABASE_H

#include <cstdint>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

/**
 * @file
 * @ingroup study
 * ns3::SqliteDatabase, ns3::SqliteStatement and ns3::SqliteTransaction declarations.
 */

namespace ns3
{

/**
 * @ingroup study
 * An open SQLite file. Every failure is a StudyError that names the file.
 */
class SqliteDatabase
{
  public:
    /**
     * Open a file for reading and writing; it is created by the first write.
     * @param path the file
     */
    explicit SqliteDatabase(const std::string& path);

    /**
     * Execute statements without parameters and results.
     * @param sql the statements
     */
    void Execute(const std::string& sql);

    /**
     * @param sql a query whose first row has one integer
     * @return that integer
     */
    int64_t QueryInteger(const std::string& sql);

    /// @return true if the file can be read but not written
    bool IsReadOnly() const;

    /// @return the row number of the last insertion
    int64_t GetLastInsertRow() const;

    /**
     * @param reason what is wrong; empty for SQLite's own last message
     * @throws StudyError always, naming the file
     */
    [[noreturn]] void Fail(const std::string& reason = "") const;

  private:
    friend class SqliteStatement;

    /// Closes the connection.
    struct Close
    {
        /// @param connection the connection
        void operator()(sqlite3* connection) const;
    };

    std::string m_path;                           //!< the file, for messages
    std::unique_ptr<sqlite3, Close> m_connection; //!< the connection
};

/**
 * @ingroup study
 * A prepared statement, used once.
 */
class SqliteStatement
{
  public:
    /**
     * @param database where to run it; must outlive the statement
     * @param sql one statement with ?1, ?2, ... as parameters
     */
    SqliteStatement(SqliteDatabase& database, const std::string& sql);

    /**
     * Set the next parameter.
     * @param value its value
     * @return this statement
     */
    SqliteStatement& Bind(const std::string& value);
    /// @copydoc Bind
    SqliteStatement& Bind(int64_t value);
    /// @copydoc Bind
    SqliteStatement& Bind(double value);

    /**
     * Go on to the next row.
     * @return false if there is none
     */
    bool Step();

    /**
     * @param column column number from 0
     * @return its text in the current row
     */
    std::string GetText(int column) const;

    /**
     * @param column column number from 0
     * @return its integer in the current row
     */
    int64_t GetInteger(int column) const;

    /**
     * @param column column number from 0
     * @return its number in the current row
     */
    double GetReal(int column) const;

  private:
    /// Frees the statement.
    struct Finalize
    {
        /// @param statement the statement
        void operator()(sqlite3_stmt* statement) const;
    };

    /**
     * Check the result of a call.
     * @param status SQLite's result
     */
    void Check(int status) const;

    SqliteDatabase& m_database;                          //!< where to run it
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement; //!< the statement
    int m_bound{0};                                      //!< parameters set so far
};

/**
 * @ingroup study
 * A transaction that is taken back unless it is committed.
 */
class SqliteTransaction
{
  public:
    /// @param database where; no other process writes to it until the transaction ends
    explicit SqliteTransaction(SqliteDatabase& database);
    ~SqliteTransaction();
    SqliteTransaction(const SqliteTransaction&) = delete;
    SqliteTransaction& operator=(const SqliteTransaction&) = delete;

    /// Make the changes permanent.
    void Commit();

  private:
    SqliteDatabase& m_database; //!< where
    bool m_isOpen{true};        //!< not yet committed
};

} // namespace ns3

#endif /* RESULT_STORE_DATABASE_H */

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-test-folder.h"

#include "ns3/results-file.h"
#include "ns3/study-error.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace ns3
{

namespace
{

const ResultsVersions VERSIONS{"1.0", "3.44"};
const RunKey KEY{"study", "point", 1, 1, 10'000'000'000, ""};
const std::string COMMAND{"./ns3 run \"study --point=point --run=1 --duration=10\""};
const std::vector<Metric> METRICS{{"throughput", "Mb/s", 5.16}, {"loss", "", 0.1}};

using ResultsFileTest = StudyTestFolder;

/**
 * Do something behind the back of a ResultsFile.
 * @param path the file
 * @param sql statements
 */
void
Execute(const std::string& path, const std::string& sql)
{
    SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

/**
 * @param path the file
 * @param query a statement
 * @return its rows, a line each; NULL is empty
 */
std::string
Ask(const std::string& path, const std::string& query)
{
    SQLite::Database database(path);
    SQLite::Statement statement(database, query);
    std::string rows;
    while (statement.executeStep())
    {
        for (int column = 0; column < statement.getColumnCount(); ++column)
        {
            rows += (column == 0 ? "" : "|") + statement.getColumn(column).getString();
        }
        rows += "\n";
    }
    return rows;
}

/// @param path the file
/// @return number of runs in it
int
CountRuns(const std::string& path)
{
    return SQLite::Database(path).execAndGet("SELECT count(*) FROM run").getInt();
}

/**
 * Expect that a file is refused.
 * @param path the file
 * @param versions the program that opens it
 * @param reason part of the error line
 */
void
ExpectRefused(const std::string& path, const ResultsVersions& versions, const std::string& reason)
{
    try
    {
        ResultsFile file(path, versions);
        FAIL() << path << " was accepted";
    }
    catch (const StudyError& error)
    {
        const std::string line = error.what();
        EXPECT_NE(line.find(path), std::string::npos) << line;
        EXPECT_NE(line.find(reason), std::string::npos) << line;
        EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
}

TEST_F(ResultsFileTest, SavedRunIsFoundAfterReopening)
{
    {
        ResultsFile file(Path("r.db"), VERSIONS);
        EXPECT_FALSE(file.Find(KEY));
        file.Save(KEY, COMMAND, METRICS);
    }
    ResultsFile file(Path("r.db"), VERSIONS);
    const auto metrics = file.Find(KEY);
    ASSERT_TRUE(metrics);
    ASSERT_EQ(metrics->size(), 2U);
    EXPECT_EQ((*metrics)[0].name, "throughput");
    EXPECT_EQ((*metrics)[0].unit, "Mb/s");
    EXPECT_EQ((*metrics)[0].value, 5.16) << "not a bit is lost";
    EXPECT_EQ((*metrics)[1].name, "loss");
}

// Later it may fail while it writes captures, which the file does not have.
TEST_F(ResultsFileTest, RunThatIsStoredHasNoFailure)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    file.Save(KEY, COMMAND, METRICS);
    file.SaveFailure(KEY, COMMAND, "the disk is full");
    EXPECT_EQ(Ask(Path("r.db"), "SELECT COUNT(*) FROM failure"), "0\n");
}

TEST_F(ResultsFileTest, LockOfAnotherProcessIsWaitedForAndTold)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    SQLite::Database other(Path("r.db"), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    std::jthread release([&other] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        other.exec("COMMIT");
    });
    testing::internal::CaptureStderr();
    file.Save(KEY, COMMAND, METRICS);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "results file '" + Path("r.db") + "' is locked by another process; waiting\n");
    EXPECT_EQ(CountRuns(Path("r.db")), 1);
}

TEST_F(ResultsFileTest, RunIsNotCountedTwice)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    file.Save(KEY, COMMAND, METRICS);
    file.Save(KEY, COMMAND, {{"throughput", "Mb/s", 1.0}});
    EXPECT_EQ(CountRuns(Path("r.db")), 1);
    EXPECT_EQ(file.Find(KEY)->at(0).value, 5.16) << "the first stays";
}

TEST_F(ResultsFileTest, EachPartOfTheKeyTellsRunsApart)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    file.Save(KEY, COMMAND, METRICS);
    const std::vector<RunKey> others{{"other", "point", 1, 1, KEY.duration, ""},
                                     {"study", "other", 1, 1, KEY.duration, ""},
                                     {"study", "point", 2, 1, KEY.duration, ""},
                                     {"study", "point", 1, 2, KEY.duration, ""},
                                     {"study", "point", 1, 1, KEY.duration + 1, ""},
                                     {"study", "point", 1, 1, KEY.duration, "a=b\n"}};
    for (const auto& other : others)
    {
        EXPECT_FALSE(file.Find(other));
        file.Save(other, COMMAND, METRICS);
    }
    EXPECT_EQ(CountRuns(Path("r.db")), 7);
}

TEST_F(ResultsFileTest, TwoProcessesMayShareAFile)
{
    ResultsFile first(Path("r.db"), VERSIONS);
    ResultsFile second(Path("r.db"), VERSIONS);
    first.Save(KEY, COMMAND, METRICS);
    EXPECT_TRUE(second.Find(KEY));
    second.Save(KEY, COMMAND, METRICS);
    EXPECT_EQ(CountRuns(Path("r.db")), 1);
}

TEST_F(ResultsFileTest, InterruptedRunLeavesNothing)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    SQLite::Database database(Path("r.db"), SQLite::OPEN_READWRITE);
    {
        SQLite::Transaction transaction(database);
        database.exec("INSERT INTO run VALUES (1, 'study', 'point', 1, 1, 10000000000, '', '')");
    }
    EXPECT_EQ(CountRuns(Path("r.db")), 0);
}

TEST_F(ResultsFileTest, FileOfLayoutThreeIsRead)
{
    // As it was first written: whoever changes the layout gives it the next number.
    Execute(Path("r.db"),
            "CREATE TABLE version (lasthop TEXT NOT NULL, ns3 TEXT NOT NULL);"
            "CREATE TABLE run (id INTEGER PRIMARY KEY, study TEXT NOT NULL, point TEXT NOT NULL,"
            " run INTEGER NOT NULL, seed INTEGER NOT NULL, duration_ns INTEGER NOT NULL,"
            " overrides TEXT NOT NULL, command TEXT NOT NULL,"
            " UNIQUE (study, point, run, seed, duration_ns, overrides));"
            "CREATE TABLE metric (run_id INTEGER NOT NULL REFERENCES run (id),"
            " position INTEGER NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL,"
            " value REAL NOT NULL, PRIMARY KEY (run_id, position)) WITHOUT ROWID;"
            "PRAGMA application_id = 1279815536; PRAGMA user_version = 3;"
            "INSERT INTO version VALUES ('1.0', '3.44');"
            "INSERT INTO run VALUES (1, 'study', 'point', 1, 1, 10000000000, '', './ns3 run');"
            "INSERT INTO metric VALUES (1, 1, 'loss', '', 0.1), (1, 0, 'throughput', 'Mb/s', 5);");
    ResultsFile file(Path("r.db"), VERSIONS);
    const auto metrics = file.Find(KEY);
    ASSERT_TRUE(metrics);
    ASSERT_EQ(metrics->size(), 2U);
    EXPECT_EQ((*metrics)[0].name, "throughput");
    EXPECT_EQ((*metrics)[1].value, 0.1);
    file.Save(KEY, COMMAND, METRICS);
    EXPECT_EQ(CountRuns(Path("r.db")), 1) << "it is there already";
}

TEST_F(ResultsFileTest, EachValueLeadsToItsRun)
{
    ResultsFile(Path("r.db"), VERSIONS).Save(KEY, COMMAND, METRICS);
    EXPECT_EQ(Ask(Path("r.db"), "SELECT * FROM result WHERE metric = 'throughput'"),
              "study|point|1|1|10.0|1.0|3.44|" + COMMAND + "|throughput|Mb/s|5.16\n");
}

TEST_F(ResultsFileTest, FailureStaysUntilTheRunSucceeds)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    RunKey second = KEY;
    second.run = 2;
    file.SaveFailure(KEY, COMMAND, "the link is down");
    file.SaveFailure(KEY, COMMAND, "the link is gone");
    file.SaveFailure(second, COMMAND, "the link is down");
    const std::string query = "SELECT point, run, reason FROM failure ORDER BY run";
    EXPECT_EQ(Ask(Path("r.db"), query), "point|1|the link is gone\npoint|2|the link is down\n");
    file.Save(KEY, COMMAND, METRICS);
    EXPECT_EQ(Ask(Path("r.db"), query), "point|2|the link is down\n");
    EXPECT_EQ(CountRuns(Path("r.db")), 1);
}

TEST_F(ResultsFileTest, FindingsReplaceEarlierOnes)
{
    ResultsFile file(Path("r.db"), VERSIONS);
    const double infinity = std::numeric_limits<double>::infinity();
    const StudyClaim peak{"K1", "peak", 5.0, "Mb/s", {4.5, 5.5}, nullptr};
    const ClaimOutcome decided{peak, {5.1, {5.0, 5.2}, 4}, Verdict::REPRODUCED};
    StudyClaim claim{"K2", "", std::nullopt, "", {1.0, infinity}, nullptr};
    claim.kind = ClaimKind::CALIBRATED;
    Estimate none{std::nan(""), {-infinity, infinity}, 1};
    none.leftOut = 3;
    none.reason = "the base is 0";
    const ClaimOutcome open{claim, none, Verdict::UNDECIDED};
    file.SaveFindings({"study", "a title", "./ns3 run", 3, {open, decided, open}});
    file.SaveFindings({"other", "another", "./ns3 run", 1, {}});
    file.SaveFindings({"study", "a title", COMMAND, 4, {decided, open}});
    EXPECT_EQ(Ask(Path("r.db"), "SELECT * FROM study ORDER BY name"),
              "other|another|./ns3 run|1\nstudy|a title|" + COMMAND + "|4\n");
    EXPECT_EQ(Ask(Path("r.db"), "SELECT * FROM claim ORDER BY position"),
              "study|0|K1|peak|counted|5.0|Mb/s|5.1|5.0|5.2|4|0|4.5|5.5|reproduced|\n"
              "study|1|K2||calibrated||||||1|3|1.0||undecided|the base is 0\n");
}

TEST_F(ResultsFileTest, OtherVersionIsRefusedAndLeftAlone)
{
    {
        ResultsFile file(Path("r.db"), VERSIONS);
        file.Save(KEY, COMMAND, METRICS);
    }
    const auto before = Read(Path("r.db"));
    ExpectRefused(Path("r.db"), {"1.1", "3.44"}, "r.db' holds results of lasthop 1.0");
    ExpectRefused(Path("r.db"), {"1.0", "3.45"}, "with ns-3 3.44");
    EXPECT_EQ(Read(Path("r.db")), before);
    EXPECT_EQ(CountFiles(), 1);
}

TEST_F(ResultsFileTest, OtherLayoutIsRefusedAndLeftAlone)
{
    ResultsFile(Path("r.db"), VERSIONS).Save(KEY, COMMAND, METRICS);
    for (const std::string layout : {"2", "99"})
    {
        Execute(Path("r.db"), "PRAGMA user_version = " + layout);
        const auto before = Read(Path("r.db"));
        ExpectRefused(Path("r.db"), VERSIONS, "table layout " + layout);
        EXPECT_EQ(Read(Path("r.db")), before);
    }
}

TEST_F(ResultsFileTest, DatabaseOfAnotherProgramIsRefusedAndLeftAlone)
{
    Execute(Path("r.db"), "CREATE TABLE run (id INTEGER)");
    const auto before = Read(Path("r.db"));
    ExpectRefused(Path("r.db"), VERSIONS, "another program");
    EXPECT_EQ(Read(Path("r.db")), before);
}

TEST_F(ResultsFileTest, GarbageIsRefusedAndLeftAlone)
{
    const std::string text(4096, 'x');
    Write(Path("r.db"), text);
    ExpectRefused(Path("r.db"), VERSIONS, "not a database");
    EXPECT_EQ(Read(Path("r.db")), text);
    EXPECT_EQ(CountFiles(), 1);
}

TEST_F(ResultsFileTest, UnusablePathIsRefused)
{
    ExpectRefused(Path("missing/r.db"), VERSIONS, "unable to open");
    std::filesystem::create_directory(Path("folder"));
    ExpectRefused(Path("folder"), VERSIONS, "folder' is not a regular file");
}

TEST_F(ResultsFileTest, NamesThatSqliteTakesAsNoFileAreFiles)
{
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(Path(""));
    for (const std::string name : {":memory:", "file:foo?mode=memory"})
    {
        ResultsFile(name, VERSIONS).Save(KEY, COMMAND, METRICS);
        EXPECT_TRUE(std::filesystem::exists(Path(name))) << name;
        EXPECT_TRUE(ResultsFile(name, VERSIONS).Find(KEY).has_value()) << name;
    }
    std::filesystem::current_path(before);
}

TEST_F(ResultsFileTest, MetricThatIsNoNumberIsRefused)
{
    ResultsFile(Path("r.db"), VERSIONS).Save(KEY, COMMAND, METRICS);
    for (const std::string value : {"'a text'", "9e999"})
    {
        Execute(Path("r.db"), "UPDATE metric SET value = " + value);
        ResultsFile file(Path("r.db"), VERSIONS);
        EXPECT_THROW(file.Find(KEY), StudyError) << value;
    }
}

TEST_F(ResultsFileTest, EmptyFileCountsAsNew)
{
    Write(Path("r.db"), "");
    const ResultsFile file(Path("r.db"), VERSIONS);
    EXPECT_EQ(CountRuns(Path("r.db")), 0);
}

} // namespace

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-test-folder.h"

#include "ns3/config.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/study-override.h"
#include "ns3/study.h"
#include "ns3/uinteger.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <atomic>
#include <boost/interprocess/anonymous_shared_memory.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

/// What a program did.
struct Outcome
{
    int status;      ///< exit status
    std::string out; ///< standard output
    std::string err; ///< standard error
};

/// A study of two points that computes its metrics without a simulation.
/// @param text some lines
/// @return each of them
std::vector<std::string>
Split(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

class StudyTest : public StudyTestFolder
{
  protected:
    StudyTest()
        : m_study("fake-study",
                  "A fake study",
                  [this](const StudyPoint& point, uint32_t run, const StudyOptions& options) {
                      return Run(point, run, options);
                  })
    {
        // The interpreter cannot be started, so a plot fails in a way the tests know.
        setenv("LASTHOP_PYTHON", "no-such-python", 1);
        m_study.AddPoint({"fast", "the fast one"});
        m_study.AddPoint({"slow", "the slow one"});
        m_study.AddClaim(
            {"F1", "fast", 5.0, "Mb/s", {4, 6}, MeanOf("fast", "throughput"), "group", "fast"});
        m_study.SetStudyMetrics([](const StudyResults& results) {
            return std::vector<Metric>{
                {"ratio",
                 "",
                 results.GetMean("fast", "throughput") / results.GetMean("slow", "throughput")}};
        });
        m_study.SetDefaultRuns(3, Seconds(2));
        m_study.SetFullRuns(10, Seconds(50));
    }

    ~StudyTest() override
    {
        unsetenv("LASTHOP_PYTHON");
        Config::Reset();
    }

    /// The run function: 4.9, 5.0, 5.1, ... at "fast", a tenth of that at "slow".
    RunResult Run(const StudyPoint& point, uint32_t run, const StudyOptions& options)
    {
        ++m_seen->simulated;
        m_seen->duration = options.duration.GetNanoSeconds();
        if (run == m_failingRun)
        {
            throw std::runtime_error("the link is down");
        }
        if (run == m_crashingRun && point.name == "fast")
        {
            std::raise(SIGKILL); // no handler of a sanitizer sees it
        }
        const double throughput = 4.8 + 0.1 * run;
        RunResult result{{{"throughput", "Mb/s", point.name == "fast" ? throughput : 0.5}}, {}};
        if (options.trace)
        {
            result.series = {{"tcp", "TCP", "bytes", {"time", "seq"}, {{0.1, 1460}, {0.2, 2920}}},
                             {"queue", "queue", "packets", {"time", "value"}, {{0.1, 3}}, "level"}};
        }
        return result;
    }

    /**
     * @param args arguments
     * @return what the program does with them
     */
    Outcome Main(const std::vector<std::string>& args)
    {
        std::ostringstream out;
        std::ostringstream err;
        const int status = m_study.Main(args, out, err);
        return {status, out.str(), err.str()};
    }

    /**
     * Expect that the program does nothing but print one line.
     * @param args arguments
     * @param status expected exit status
     * @param reason expected part of the line
     */
    void ExpectError(const std::vector<std::string>& args, int status, const std::string& reason)
    {
        m_seen->simulated = 0;
        const auto outcome = Main(args);
        EXPECT_EQ(outcome.status, status);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(reason), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("fake-study: "), 0U) << outcome.err;
        EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
        EXPECT_EQ(m_seen->simulated, 0) << "found before anything is simulated";
    }

    /// What runs tell, which are in processes of their own.
    struct Seen
    {
        std::atomic<int> simulated;    ///< runs made
        std::atomic<int64_t> duration; ///< asked of the last of them, ns
    };

    Study m_study;             ///< the study
    uint32_t m_failingRun{0};  ///< run that throws
    uint32_t m_crashingRun{0}; ///< run that crashes at the first point
    /// Memory that all processes share.
    boost::interprocess::mapped_region m_memory{
        boost::interprocess::anonymous_shared_memory(sizeof(Seen))};
    Seen* m_seen{new (m_memory.get_address()) Seen{}}; ///< in it
};

TEST_F(StudyTest, PrintsPaperOursIntervalAndVerdict)
{
    const auto outcome = Main({"--no-plot"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(m_seen->simulated, 6);
    EXPECT_EQ(NanoSeconds(m_seen->duration), Seconds(2));
    // Mean 5 of 4.9, 5.0, 5.1: sd 0.1, half width 4.303 x 0.1 / sqrt(3) = 0.2484. The band is 2
    // wide, two digits show a hundredth of it.
    for (const auto* text :
         {"F1", "5", "4.8 .. 5.2", "4.0 .. 6.0", "1 of 1 reproduced", "fake-study"})
    {
        EXPECT_NE(outcome.out.find(text), std::string::npos) << text << " in\n" << outcome.out;
    }
}

TEST_F(StudyTest, PlotReplacesNoOtherFileOfTheCommand)
{
    const std::string plot = "--plot=" + Path("x");
    for (const auto* ending : {"-bars.json", "-curves.json", ".png", "-curves.svg"})
    {
        const auto file = Path(std::string("x") + ending);
        ExpectError({plot, "--json=" + file}, 2, "--json=" + file + " is also a file of the plot");
        ExpectError({plot, "--results=" + file},
                    2,
                    "--results=" + file + " is also a file of the plot");
    }
    const auto description = Path("x-fast-run2-series.json");
    ExpectError({plot, "--point=fast", "--run=2", "--trace", "--json=" + description},
                2,
                "is also a file of the plot");
    EXPECT_EQ(Main({plot, "--json=" + Path("x.json")}).status, 0);
}

TEST_F(StudyTest, CommandHasTheEnvironment)
{
    setenv("NS_ATTRIBUTE_DEFAULT", "ns3::UniformRandomVariable::Max=2", 1);
    const auto outcome = Main({"--no-plot", "--json=" + Path("a.json")});
    unsetenv("NS_ATTRIBUTE_DEFAULT");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(Read(Path("a.json")))["command"],
              "env NS_ATTRIBUTE_DEFAULT=ns3::UniformRandomVariable::Max=2 "
              "./ns3 run \"fake-study\"");
}

TEST_F(StudyTest, ErrorWithALineBreakIsOneLine)
{
    ExpectError({"--runs=2\n"}, 2, "--runs=2 : expected a whole number");
}

TEST_F(StudyTest, ClaimAboutNoPointIsNamed)
{
    m_study.AddClaim({.id = "F2",
                      .cell = "ratio",
                      .paper = 10,
                      .unit = "",
                      .band = {9, 11},
                      .estimate = RatioOf("fast", "slow", "throughput")});
    const auto outcome = Main({"--no-plot"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              "fake-study: claim F2 (ratio) cannot be judged: no run of point 'throughput'\n");
}

TEST_F(StudyTest, UnknownMechanismIsRefusedBeforeTheRuns)
{
    StudyClaim claim{"F2", "slow", {}, "Mb/s", {0, 1}, MeanOf("slow", "throughput")};
    claim.mechanism = "F3";
    m_study.AddClaim(claim);
    ExpectError({"--no-plot"}, 1, "mechanism 'F3' of a claim: expected the id of a claim");
}

TEST_F(StudyTest, PlotOfARunWithoutTraceIsToldToBeMissing)
{
    const auto outcome = Main({"--point=fast", "--plot=" + Path("x")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("no plot: a run is drawn with --trace\n"), std::string::npos);
}

TEST_F(StudyTest, JsonHasTheAgreedKeys)
{
    const auto outcome = Main({"--no-plot", "--json=" + Path("a.json")});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::json::parse(Read(Path("a.json")));
    EXPECT_EQ(json["study"], "fake-study");
    EXPECT_TRUE(json["version"].is_string());
    EXPECT_TRUE(json["ns3"].is_string());
    EXPECT_EQ(json["seed"], 1);
    EXPECT_EQ(json["command"], "./ns3 run \"fake-study\"") << "without where files go";
    const auto& claim = json["claims"].at(0);
    EXPECT_EQ(claim["id"], "F1");
    EXPECT_EQ(claim["cell"], "fast");
    EXPECT_EQ(claim["kind"], "counted");
    EXPECT_EQ(claim["paper"], 5.0);
    EXPECT_EQ(claim["unit"], "Mb/s");
    EXPECT_NEAR(claim["mean"], 5.0, 1e-12);
    EXPECT_NEAR(claim["ci95"].at(0), 4.7516, 1e-4);
    EXPECT_NEAR(claim["ci95"].at(1), 5.2484, 1e-4);
    EXPECT_EQ(claim["runs"], 3);
    EXPECT_EQ(claim["band"], nlohmann::json({4.0, 6.0}));
    EXPECT_EQ(claim["verdict"], "reproduced");
    EXPECT_TRUE(claim["reason"].is_null());
    EXPECT_NEAR(json["metrics"]["ratio"], 10.0, 1e-12);
    EXPECT_EQ(json["points"]["slow"]["throughput"]["mean"], 0.5);
}

TEST_F(StudyTest, JsonIsTheSameByteForByte)
{
    Main({"--no-plot", "--json=" + Path("a.json")});
    Main({"--no-plot", "--json=" + Path("b.json")});
    EXPECT_EQ(Read(Path("a.json")), Read(Path("b.json")));
}

TEST_F(StudyTest, UnknownNumbersAreNull)
{
    m_study.AddClaim(
        {"F2", "x", {}, "", Interval::AtLeast(1), MeanOf("slow", "throughput"), "", ""});
    Main({"--no-plot", "--runs=1", "--json=" + Path("a.json")});
    const auto claim = nlohmann::json::parse(Read(Path("a.json")))["claims"].at(1);
    EXPECT_TRUE(claim["paper"].is_null());
    EXPECT_TRUE(claim["ci95"].at(0).is_null());
    EXPECT_EQ(claim["band"].at(0), 1.0);
    EXPECT_TRUE(claim["band"].at(1).is_null());
}

TEST_F(StudyTest, FailedClaimIsLoudButOnlyCheckFails)
{
    m_study.AddClaim(
        {"F2", "too good", 9.0, "Mb/s", {8, 10}, MeanOf("fast", "throughput"), "", ""});
    const auto outcome = Main({"--no-plot"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("NOT REPRODUCED: F2 (too good): 5.0 Mb/s is outside 8.0 .. 10.0"),
              std::string::npos)
        << outcome.out;
    EXPECT_EQ(Main({"--no-plot", "--check"}).status, 1);
}

TEST_F(StudyTest, ClaimMaySayHowManyDigitsItNeeds)
{
    m_study.AddClaim({.id = "F2",
                      .cell = "too slow",
                      .unit = "Mb/s",
                      .band = {0, 4.7},
                      .estimate = MeanOf("fast", "throughput"),
                      .decimals = 3});
    const auto outcome = Main({"--no-plot"});
    EXPECT_NE(outcome.out.find("F2 (too slow): 5.000 Mb/s is outside 0.000 .. 4.700"),
              std::string::npos)
        << outcome.out;
}

TEST_F(StudyTest, CheckPassesOnlyWithEnoughRuns)
{
    EXPECT_EQ(Main({"--no-plot", "--check"}).status, 0);
    EXPECT_EQ(Main({"--no-plot", "--check", "--runs=1"}).status, 1) << "undecided";
}

TEST_F(StudyTest, FullRunsAsThePaperAndExplicitNumbersWin)
{
    Main({"--no-plot", "--full"});
    EXPECT_EQ(m_seen->simulated, 20);
    EXPECT_EQ(NanoSeconds(m_seen->duration), Seconds(50));
    m_seen->simulated = 0;
    Main({"--no-plot", "--full", "--runs=2", "--duration=0.5"});
    EXPECT_EQ(m_seen->simulated, 4);
    EXPECT_EQ(NanoSeconds(m_seen->duration), MilliSeconds(500));
}

TEST_F(StudyTest, ListsItsPoints)
{
    const auto outcome = Main({"--list-points"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("slow   the slow one"), std::string::npos) << outcome.out;
    EXPECT_EQ(m_seen->simulated, 0);
}

TEST_F(StudyTest, OneRunOfOnePoint)
{
    const auto outcome = Main({"--point=fast", "--run=7", "--json=" + Path("a.json")});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(m_seen->simulated, 1);
    EXPECT_NE(outcome.out.find("5.5"), std::string::npos) << outcome.out;
    const auto json = nlohmann::json::parse(Read(Path("a.json")));
    EXPECT_EQ(json["metrics"]["throughput"], 4.8 + 0.1 * 7);
    EXPECT_EQ(json["claims"].size(), 0U);
}

TEST_F(StudyTest, ResultsFileIsResumed)
{
    const auto results = "--results=" + Path("r.db");
    m_failingRun = 2;
    const auto outcome = Main({"--no-plot", results});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");

    m_failingRun = 0;
    m_seen->simulated = 0;
    Main({"--no-plot", results, "--json=" + Path("a.json")});
    EXPECT_EQ(m_seen->simulated, 2) << "all but the two that failed were there";

    m_seen->simulated = 0;
    Main({"--no-plot", results, "--json=" + Path("b.json")});
    EXPECT_EQ(m_seen->simulated, 0);
    Main({"--no-plot", "--json=" + Path("c.json")});
    EXPECT_EQ(Read(Path("a.json")), Read(Path("c.json"))) << "as without a results file";
    EXPECT_EQ(Read(Path("b.json")), Read(Path("c.json")));
}

TEST_F(StudyTest, AnyNumberOfJobsGivesTheSame)
{
    const auto one = Main({"--no-plot", "--runs=20", "--jobs=1", "--json=" + Path("1.json")});
    const auto many = Main({"--no-plot", "--runs=20", "--jobs=7", "--json=" + Path("7.json")});
    EXPECT_EQ(m_seen->simulated, 80);
    EXPECT_EQ(Read(Path("1.json")), Read(Path("7.json")));
    EXPECT_EQ(one.out.substr(0, one.out.find("json:")), many.out.substr(0, many.out.find("json:")));
}

TEST_F(StudyTest, RunThatFailsHindersNoOther)
{
    m_failingRun = 2;
    m_crashingRun = 3;
    const auto outcome = Main({"--no-plot", "--jobs=1", "--RngSeed=5"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(m_seen->simulated, 6);
    const auto lines = Split(outcome.err);
    ASSERT_EQ(lines.size(), 2U) << outcome.err;
    EXPECT_EQ(lines[0],
              "fake-study: point fast, run 2: the link is down (2 of 6 runs failed for this "
              "reason); to repeat "
              "it: ./ns3 run \"fake-study --point=fast --run=2 --duration=2 --RngSeed=5\"");
    EXPECT_EQ(lines[1],
              "fake-study: point fast, run 3: ended by signal 9 (Killed) (1 of 6 runs failed for "
              "this reason); to "
              "repeat it: ./ns3 run \"fake-study --point=fast --run=3 --duration=2 "
              "--RngSeed=5\"");
}

// --run and --RngRun together are refused.
TEST_F(StudyTest, RunThatFailsIsRepeatedWithoutTheNumberOfTheFirst)
{
    m_failingRun = 7;
    const auto outcome = Main({"--no-plot", "--runs=2", "--RngRun=6"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              "fake-study: point fast, run 7: the link is down (2 of 4 runs failed for this "
              "reason); to repeat "
              "it: ./ns3 run \"fake-study --point=fast --run=7 --duration=2\"\n");
}

TEST_F(StudyTest, TimedRunsAreMadeOneAfterAnother)
{
    m_study.SetTimed();
    EXPECT_EQ(Main({"--no-plot", "--jobs=1"}).status, 0);
    ExpectError({"--no-plot", "--jobs=2"}, 2, "--jobs=2: this study measures wall time");
}

TEST_F(StudyTest, RunsOfOnePointServeTheWholeStudy)
{
    const auto results = "--results=" + Path("r.db");
    const auto outcome = Main(
        {"--point=fast", "--run=2", "--runs=2", results, "--json=" + Path("a.json"), "--no-plot"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(m_seen->simulated, 2);
    const auto json = nlohmann::json::parse(Read(Path("a.json")));
    EXPECT_EQ(json["first_run"], 2);
    EXPECT_EQ(json["runs"], 2);
    EXPECT_EQ(json["claims"].size(), 0U);
    EXPECT_NEAR(json["points"]["fast"]["throughput"]["mean"].get<double>(), 5.05, 1e-12);
    m_seen->simulated = 0;
    Main({"--no-plot", results});
    EXPECT_EQ(m_seen->simulated, 4) << "runs 2 and 3 of the first point were there";
}

TEST_F(StudyTest, RunsMadeOneByOneServeTheWholeStudy)
{
    const auto results = "--results=" + Path("r.db");
    for (const auto* point : {"slow", "fast"})
    {
        for (const auto* run : {"3", "1", "2"})
        {
            Main({std::string("--point=") + point, std::string("--run=") + run, results});
        }
    }
    m_seen->simulated = 0;
    EXPECT_EQ(Main({"--no-plot", "--check", results}).status, 0);
    EXPECT_EQ(m_seen->simulated, 0);
}

TEST_F(StudyTest, ResultsAreNotSharedAcrossSettings)
{
    const auto results = "--results=" + Path("r.db");
    Main({"--no-plot", results});
    for (const auto* setting :
         {"--duration=3", "--RngSeed=2", "--ns3::UniformRandomVariable::Max=2"})
    {
        m_seen->simulated = 0;
        Main({"--no-plot", results, setting});
        EXPECT_EQ(m_seen->simulated, 6) << setting;
    }
    m_seen->simulated = 0;
    Main({"--no-plot", results, "--RngRun=2"});
    EXPECT_EQ(m_seen->simulated, 2) << "runs 2 and 3 were there, run 4 is new";
}

TEST_F(StudyTest, DurationsAreToldApartByTheNanosecond)
{
    const auto results = "--results=" + Path("r.db");
    Main({"--no-plot", results, "--duration=2"});
    for (const auto* duration : {"--duration=2.0005", "--duration=2.0000005", "--duration=2"})
    {
        m_seen->simulated = 0;
        Main({"--no-plot", results, duration});
        EXPECT_EQ(m_seen->simulated, std::string(duration) == "--duration=2" ? 0 : 6) << duration;
    }
    // The column is duration_ns: 2 s are 2 000 000 000 ns.
    SQLite::Database file(Path("r.db"));
    EXPECT_EQ(file.execAndGet("SELECT min(duration_ns) FROM run").getInt64(), 2'000'000'000);
}

TEST_F(StudyTest, MistakesAreFoundBeforeSimulating)
{
    ExpectError({"--runz=3"}, 2, "did you mean --runs");
    ExpectError({"--point=fats"}, 2, "did you mean fast?");
    ExpectError({"--json=" + Path("missing/a.json")}, 1, "missing/a.json");
    ExpectError({"--results=" + Path("missing/r.db")}, 1, "missing/r.db");
    Write(Path("garbage"),
          "not a database, but long enough to be looked at by SQLite........"
          "................................................................");
    ExpectError({"--results=" + Path("garbage")}, 1, "garbage");
    ExpectError({"--plot=" + Path("garbage/p")}, 1, "garbage");
    ExpectError({"--plot=" + Path("")}, 1, "is a folder");
    ExpectError({"--point=fast", "--trace", "--plot=" + Path("garbage/p")}, 1, "garbage");
    EXPECT_EQ(CountFiles(), 1);
}

TEST_F(StudyTest, MetricThatIsNoNumberIsRefused)
{
    Study study("bad", "Bad", [](const StudyPoint&, uint32_t, const StudyOptions&) {
        return RunResult{{{"delay", "s", std::nan("")}}, {}};
    });
    study.AddPoint({"p", "P"});
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(study.Main({"--no-plot"}, out, err), 1);
    EXPECT_EQ(err.str(),
              "bad: point p, run 1: metric 'delay' is not a finite number (3 of 3 runs failed for "
              "this reason); to "
              "repeat it: ./ns3 run \"bad --point=p --run=1 --duration=10\"\n");
}

TEST_F(StudyTest, MetricsThatCannotBeFoundByTheirNamesAreRefused)
{
    const std::pair<std::vector<Metric>, std::string> cases[] = {
        {{{"delay", "s", 1}, {"loss", "%", 0}, {"delay", "s", 2}}, "has two metrics 'delay'"},
        {{{"", "s", 1}}, "metric '', unit 's': expected a name, both in one line of UTF-8"},
        {{{"a\xff", "s", 1}}, "expected a name, both in one line of UTF-8"},
        {{{"a", "\xc3", 1}}, "expected a name, both in one line of UTF-8"},
        {{{"a\n\x1b[2J", "s", 1}}, "metric 'a  [2J', unit 's': expected a name"},
    };
    for (const auto& [metrics, reason] : cases)
    {
        Study study("bad", "Bad", [&](const StudyPoint&, uint32_t, const StudyOptions&) {
            return RunResult{metrics, {}};
        });
        study.AddPoint({"p", "P"});
        std::ostringstream out;
        std::ostringstream err;
        EXPECT_EQ(study.Main({"--no-plot"}, out, err), 1);
        EXPECT_NE(err.str().find(reason), std::string::npos) << err.str();
        EXPECT_EQ(std::ranges::count(err.str(), '\n'), 1);
    }
    Study study("good", "Good", [](const StudyPoint&, uint32_t, const StudyOptions&) {
        return RunResult{{{"d\u00e9lai", "\u00b5s", 1}}, {}};
    });
    study.AddPoint({"p", "P"});
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(study.Main({"--no-plot"}, out, err), 0) << err.str();
}

TEST_F(StudyTest, OutputThatCannotBeWrittenIsAnError)
{
    std::ostream full(nullptr);
    std::ostringstream err;
    EXPECT_EQ(m_study.Main({"--no-plot"}, full, err), 1);
    EXPECT_EQ(err.str(), "fake-study: cannot write to the standard output\n");
}

TEST_F(StudyTest, PlotWithoutAWritableNameIsRefused)
{
    ExpectError({"--plot=."}, 1, "'.' is a folder");
    ExpectError({"--plot=" + Path("..")}, 1, "is a folder");
    for (const std::string ending : {"-bars.json", "-curves.json", ".png", ".svg"})
    {
        std::filesystem::create_directory(Path("p" + ending));
        ExpectError({"--plot=" + Path("p")}, 1, "p" + ending + "': not a regular file");
        std::filesystem::remove(Path("p" + ending));
    }
}

TEST_F(StudyTest, NamedPlotOfNothingIsReported)
{
    Study study("bare", "Bare", [](const StudyPoint&, uint32_t, const StudyOptions&) {
        return RunResult{{{"delay", "s", 1}}, {}};
    });
    study.AddPoint({"p", "P"});
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(study.Main({"--plot=" + Path("p")}, out, err), 0) << err.str();
    EXPECT_NE(out.str().find("no plot: the study as a whole has nothing to draw"),
              std::string::npos)
        << out.str();
}

TEST_F(StudyTest, FolderOfANamedPlotThatVanishesIsAnError)
{
    std::filesystem::create_directory(Path("sub"));
    m_study.SetStudyMetrics([this](const StudyResults&) {
        std::filesystem::remove(Path("sub"));
        std::ofstream(Path("sub")) << "a file in its place";
        return std::vector<Metric>{};
    });
    const auto outcome = Main({"--plot=" + Path("sub/p")});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("cannot"), std::string::npos) << outcome.err;
}

TEST_F(StudyTest, MissingPythonCostsOnlyThePlot)
{
    const auto outcome = Main({"--plot=" + Path("sub/p"), "--check"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("no plot: no-such-python: "), std::string::npos) << outcome.out;
    const auto description = nlohmann::json::parse(Read(Path("sub/p-bars.json")));
    EXPECT_EQ(description["bars"].at(0)["label"], "fast");
}

TEST_F(StudyTest, PointsOfTheFullExtentOnly)
{
    m_study.AddPoint({"rare", "a rare one", true});
    const auto shown = Main({"--no-plot"});
    EXPECT_EQ(shown.status, 0);
    EXPECT_EQ(m_seen->simulated, 6U);
    Main({"--no-plot", "--full"});
    EXPECT_EQ(m_seen->simulated, 6U + 30);
    Main({"--no-plot", "--point=rare"});
    EXPECT_EQ(m_seen->simulated, 6U + 30 + 1);
}

TEST_F(StudyTest, ClaimsOfTheFullExtentOnly)
{
    m_study.AddPoint({"rare", "a rare one", true});
    m_study.AddClaim({.id = "F2",
                      .cell = "rare",
                      .unit = "Mb/s",
                      .band = {0, 100},
                      .estimate = MeanOf("rare", "throughput"),
                      .onlyFull = true});
    const auto shown = Main({"--no-plot"});
    EXPECT_EQ(shown.status, 0);
    EXPECT_EQ(shown.out.find("F2"), std::string::npos) << shown.out;
    EXPECT_NE(Main({"--no-plot", "--full"}).out.find("F2"), std::string::npos);
}

TEST_F(StudyTest, CalibratedClaimsSaySo)
{
    m_study.AddClaim({.id = "F2",
                      .cell = "slow",
                      .unit = "Mb/s",
                      .band = {0, 100},
                      .estimate = MeanOf("slow", "throughput"),
                      .kind = ClaimKind::CALIBRATED});
    const auto outcome = Main({"--no-plot", "--json=" + Path("a.json")});
    EXPECT_NE(outcome.out.find("slow, calibrated  "), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("fast, calibrated"), std::string::npos) << outcome.out;
    const auto claim = nlohmann::json::parse(Read(Path("a.json")))["claims"].at(1);
    EXPECT_EQ(claim["cell"], "slow");
    EXPECT_EQ(claim["kind"], "calibrated");
}

TEST_F(StudyTest, CurvesHaveWhatWasRun)
{
    m_study.AddPoint({"rare", "a rare one", true});
    m_study.AddPanel(
        {"a panel",
         "x",
         "throughput, Mb/s",
         {{"a curve", "throughput", {{1, "slow"}, {2, "fast"}, {3, "rare"}}, {{2, 4.75}, {3, 9}}},
          {"too short a one", "throughput", {{2, "fast"}, {3, "rare"}}}}});
    Main({"--plot=" + Path("sub/p")});
    const auto panels = nlohmann::json::parse(Read(Path("sub/p-curves.json")))["panels"];
    ASSERT_EQ(panels.size(), 1U);
    ASSERT_EQ(panels[0]["curves"].size(), 1U);
    const auto& points = panels[0]["curves"][0]["points"];
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0]["x"], 1);
    EXPECT_NEAR(points[0]["mean"].get<double>(), 0.5, 1e-12);
    EXPECT_NEAR(points[1]["mean"].get<double>(), 5.0, 1e-12);
    // Half width for 4.9, 5.0, 5.1: t(2; 0.975) = 4.302653 times 0.1 over the root of 3.
    EXPECT_NEAR(points[1]["ci95"][1].get<double>(), 5.248414, 1e-6);
    EXPECT_FALSE(points[0].contains("paper"));
    EXPECT_EQ(points[1]["paper"], 4.75);
}

TEST_F(StudyTest, ListedPointsAreWrittenForPrograms)
{
    EXPECT_EQ(Main({"--list-points", "--json=" + Path("d.json")}).status, 0);
    const auto json = nlohmann::json::parse(Read(Path("d.json")));
    EXPECT_EQ(json["study"], "fake-study");
    EXPECT_EQ(json["shown"], nlohmann::json({{"runs", 3}, {"duration_s", 2.0}}));
    EXPECT_EQ(json["full"], nlohmann::json({{"runs", 10}, {"duration_s", 50.0}}));
    ASSERT_EQ(json["points"].size(), 2U);
    EXPECT_EQ(json["points"][1]["name"], "slow");
    EXPECT_EQ(json["points"][1]["only_full"], false);
    ASSERT_EQ(json["claims"].size(), 1U);
    EXPECT_EQ(json["claims"][0]["id"], "F1");
    EXPECT_EQ(json["claims"][0]["paper"], 5.0);
    EXPECT_EQ(json["claims"][0]["kind"], "counted");
}

TEST_F(StudyTest, TraceWritesSeriesOfOneRun)
{
    const auto outcome = Main({"--point=slow", "--trace", "--plot=" + Path("sub/t")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto csv = Read(Path("sub/t-slow-run1-tcp.csv"));
    EXPECT_NE(csv.find("\ntime,seq\n0.1,1460.0\n0.2,2920.0\n"), std::string::npos) << csv;
    EXPECT_EQ(csv.find("# TCP, bytes\n# fake-study: A fake study\n"), 0U) << csv;
}

TEST_F(StudyTest, StudyWithoutCapturesSaysSo)
{
    const auto outcome = Main({"--point=slow", "--pcap", "--plot=" + Path("sub/t")});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("capture: none, this study captures no packets\n"),
              std::string::npos)
        << outcome.out;
}

TEST_F(StudyTest, TraceDescribesTheSeriesThatCanBeDrawn)
{
    const auto outcome = Main({"--point=slow", "--trace", "--plot=" + Path("sub/t")});
    EXPECT_NE(outcome.out.find("no plot: no-such-python: "), std::string::npos) << outcome.out;
    const auto plot = nlohmann::json::parse(Read(Path("sub/t-slow-run1-series.json")));
    EXPECT_EQ(plot["point"], "slow");
    EXPECT_EQ(plot["label"], "the slow one");
    EXPECT_EQ(plot["run"], 1);
    EXPECT_EQ(plot["metrics"]["throughput"], 0.5);
    ASSERT_EQ(plot["series"].size(), 1U) << "not the one with unknown columns";
    EXPECT_EQ(plot["series"][0]["kind"], "level");
    EXPECT_EQ(plot["series"][0]["unit"], "packets");
    EXPECT_EQ(plot["series"][0]["file"], "t-slow-run1-queue.csv") << "beside the description";
}

TEST_F(StudyTest, PointNamesAreChecked)
{
    const auto refusal = [this](const std::string& name) -> std::string {
        try
        {
            m_study.AddPoint({name, "label"});
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "none";
    };
    for (const std::string name : {"a/b", "1 station", "", ".", "..", "caf\xc3\xa9"})
    {
        EXPECT_EQ(refusal(name),
                  "point '" + name +
                      "': expected a name of letters, digits, '.', '-' and '_', other than '.' and "
                      "'..'");
    }
    EXPECT_EQ(refusal("fast"), "point 'fast': expected a new name");
    EXPECT_EQ(refusal("1.5_a-B"), "none");
}

TEST_F(StudyTest, PointMayHaveItsOwnFunction)
{
    m_study.AddPoint({"own", "the one of its own"}, [](const StudyOptions& options) {
        return RunResult{{{"seconds", "s", options.duration.GetSeconds()}}, {}};
    });
    const auto own = Main({"--point=own", "--duration=7"});
    EXPECT_EQ(own.status, 0) << own.err;
    EXPECT_NE(own.out.find("seconds      7  s"), std::string::npos) << own.out;
    EXPECT_EQ(m_seen->simulated, 0) << "not by the function of the study";
    EXPECT_EQ(Main({"--point=slow"}).status, 0);
    EXPECT_EQ(m_seen->simulated, 1);
    EXPECT_THROW(m_study.AddPoint({"own", "again"}, [](const auto&) { return RunResult(); }),
                 std::invalid_argument);
}

TEST_F(StudyTest, PointNeedsAFunction)
{
    Study study("bare", "Bare");
    EXPECT_THROW(study.AddPoint({"p", "P"}), std::invalid_argument);
    EXPECT_THROW(study.AddPoint({"p", "P"}, StudyPointFunction()), std::invalid_argument);
    study.AddPoint({"p", "P"},
                   [](const StudyOptions&) { return RunResult{{{"delay", "s", 1}}, {}}; });
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(study.Main({"--no-plot"}, out, err), 0) << err.str();
}

TEST_F(StudyTest, ClaimsAreKnownByIdAndCell)
{
    StudyClaim claim{"F9", "one", {}, "", {0, 1}, MeanOf("fast", "throughput")};
    m_study.AddClaim(claim);
    EXPECT_THROW(m_study.AddClaim(claim), std::invalid_argument);
    claim.cell = "another";
    EXPECT_NO_THROW(m_study.AddClaim(claim));
}

TEST_F(StudyTest, ClaimsThatCannotBeJudgedAreRefused)
{
    const auto add = [this](const Interval& band, const std::string& unit = "") {
        m_study.AddClaim({"F8", "a", {}, unit, band, MeanOf("fast", "throughput")});
    };
    EXPECT_THROW(add({2, 1}), std::invalid_argument);
    EXPECT_THROW(add({}), std::invalid_argument) << "NaN";
    EXPECT_THROW(add({1, 2}, "caf\xe9"), std::invalid_argument);
    EXPECT_THROW(m_study.AddClaim({"F8", "a", {}, "", {1, 2}, {}}), std::invalid_argument);
    EXPECT_THROW(Interval::Within(2, -0.5), std::invalid_argument);
    EXPECT_NO_THROW(add({1, 1}));
}

TEST_F(StudyTest, ExtentsAreMoreThanNothing)
{
    EXPECT_THROW(m_study.SetDefaultRuns(0, Seconds(1)), std::invalid_argument);
    EXPECT_THROW(m_study.SetFullRuns(1, Seconds(0)), std::invalid_argument);
    EXPECT_THROW(Study("s", "two\nlines", {}), std::invalid_argument);
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(Study("s", "no points", {}).Main({}, out, err), 1);
    EXPECT_EQ(err.str(), "s: the study has no points: expected AddPoint() before Main()\n");
}

// Each run would reset what was set before, unless the command line sets it again.
TEST_F(StudyTest, SettingsBeforeMainAreFound)
{
    const std::string name = "ns3::StudySimulatorImpl::MaxEvents";
    EXPECT_EQ(FindLostSetting({}), "");
    Config::SetDefault(name, UintegerValue(77));
    EXPECT_EQ(FindLostSetting({}), name);
    EXPECT_EQ(FindLostSetting({"--" + name + "=77"}), "");
    Config::Reset();
    RngSeedManager::SetSeed(77);
    EXPECT_EQ(FindLostSetting({"--RngRun=2"}), "RngSeed");
    EXPECT_EQ(RngSeedManager::GetSeed(), 77U) << "finding does not change it";
    EXPECT_EQ(FindLostSetting({"--RngSeed=77"}), "");
    Config::Reset();
}

// Unlike other settings, the seed and the run number do not belong in the function that makes a
// run.
TEST_F(StudyTest, SettingsBeforeMainAreRefusedWithTheirPlace)
{
    std::string program = "t";
    std::array<char*, 1> argv{program.data()};
    testing::internal::CaptureStderr();
    RngSeedManager::SetRun(5);
    EXPECT_EQ(m_study.Main(argv.size(), argv.data()), 1);
    Config::Reset();
    Config::SetDefault("ns3::StudySimulatorImpl::MaxEvents", UintegerValue(77));
    EXPECT_EQ(m_study.Main(argv.size(), argv.data()), 1);
    Config::Reset();
    const std::string why = " was set before Main(), which resets it: expected ";
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "fake-study: RngRun" + why + "the option --RngRun\n" +
                  "fake-study: ns3::StudySimulatorImpl::MaxEvents" + why +
                  "this in the function that makes a run\n");
}

// Each run would discard them, and so use nodes that are not initialized.
TEST_F(StudyTest, EventsBeforeMainAreRefused)
{
    std::ostringstream out;
    std::ostringstream err;
    Simulator::Schedule(Seconds(1), [] {});
    EXPECT_EQ(m_study.Main({"--point=fast"}, out, err), 1);
    EXPECT_EQ(err.str(),
              "fake-study: the simulator has events before Main(), which discards them: expected "
              "nodes and events in the function that makes a run\n");
    Simulator::Destroy();
    EXPECT_EQ(m_study.Main({"--point=fast"}, out, err), 0);
}

// Another study of the program may follow, which would be refused because of them.
TEST_F(StudyTest, OptionsAreNotLeftInNs3)
{
    std::string program = "t";
    std::string option = "--ns3::StudySimulatorImpl::MaxEvents=555";
    std::string point = "--point=fast";
    std::array<char*, 3> argv{program.data(), option.data(), point.data()};
    testing::internal::CaptureStdout();
    EXPECT_EQ(m_study.Main(argv.size(), argv.data()), 0);
    testing::internal::GetCapturedStdout();
    EXPECT_EQ(FindLostSetting({}), "");
}

// Such as a standard deviation of one run.
TEST_F(StudyTest, MetricsOfAStudyMayBeUnknown)
{
    m_study.SetStudyMetrics(
        [](const StudyResults&) { return std::vector<Metric>{{"sd", "s", std::nan("")}}; });
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(m_study.Main({"--no-plot"}, out, err), 0) << err.str();
    EXPECT_NE(out.str().find("sd"), std::string::npos);
}

TEST_F(StudyTest, SeriesThatCannotBeReadAreRefused)
{
    const Series good{"tcp", "TCP", "bytes", {"time", "seq"}, {{0.1, 1460}}};
    Series uneven = good;
    uneven.rows = {{0.1}};
    Series unknown = good;
    unknown.rows = {{0.1, std::nan("")}};
    Series elsewhere = good;
    elsewhere.name = "a/b";
    for (const auto& [all, reason] :
         {std::pair(std::vector{good, good}, "has two of series 'tcp', which have one file"),
          std::pair(std::vector{uneven}, "series 'tcp': a row has 1 numbers: expected 2"),
          std::pair(std::vector{unknown}, "series 'tcp' has a number that is not finite"),
          std::pair(std::vector{elsewhere}, "series 'a/b': expected a name without '/'")})
    {
        Study study("s", "series", [series = all](auto&, auto, auto&) {
            return RunResult{{{"x", "", 1}}, series};
        });
        study.AddPoint({"a", "a"});
        std::ostringstream out;
        std::ostringstream err;
        EXPECT_EQ(study.Main({"--no-plot", "--point=a", "--trace"}, out, err), 1);
        EXPECT_NE(err.str().find(reason), std::string::npos) << err.str();
    }
}

TEST_F(StudyTest, ARunAloneThatFailsIsSaved)
{
    m_failingRun = 2;
    const std::string file = Path("r.sqlite");
    EXPECT_EQ(Main({"--no-plot", "--point=fast", "--run=2", "--results=" + file}).status, 1);
    SQLite::Database database(file);
    EXPECT_EQ(database.execAndGet("SELECT reason FROM failure").getString(), "the link is down");
}

TEST_F(StudyTest, VersionNamesBothPrograms)
{
    const auto outcome = Main({"--version"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("lasthop "), std::string::npos);
    EXPECT_NE(outcome.out.find("ns-3 3."), std::string::npos);
}

} // namespace

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/study-error.h"
#include "ns3/study-runner.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/**
 * A run that touches all global state a run could leave behind: it draws from two automatically
 * numbered streams, allocates addresses, adds a name, changes a default and leaves an event in the
 * queue.
 * @param run run number
 * @return what it saw
 */
RunResult
TouchGlobalState(const StudyPoint&, uint32_t run, const StudyOptions& options)
{
    auto first = CreateObject<UniformRandomVariable>();
    auto second = CreateObject<ExponentialRandomVariable>();
    const double maximum = first->GetMax();
    uint8_t address[6];
    Mac48Address::Allocate().CopyTo(address);
    Ipv4AddressGenerator::Init("10.0.0.0", "255.255.255.0");
    const auto ipAddress = Ipv4AddressGenerator::NextAddress("255.255.255.0");

    Names::Add("first", first);
    uint32_t events{0};
    Simulator::Schedule(options.duration / 2, [&events]() { ++events; });
    Simulator::Schedule(options.duration * 2, [&events]() { events += 100; });
    Simulator::Stop(options.duration);
    Simulator::Run();
    Config::SetDefault("ns3::UniformRandomVariable::Max", DoubleValue(77));
    return {{{"uniform", "", first->GetValue()},
             {"exponential", "", second->GetValue()},
             {"maximum", "", maximum},
             {"mac", "", double(address[5])},
             {"ip", "", double(ipAddress.Get())},
             {"run", "", double(RngSeedManager::GetRun()) - run},
             {"seed", "", double(RngSeedManager::GetSeed())},
             {"events", "", double(events)},
             {"now", "s", Simulator::Now().GetSeconds()}},
            {}};
}

/// A run gives the same metrics alone and after others.
class StudyRunnerIndependenceTestCase : public TestCase
{
  public:
    StudyRunnerIndependenceTestCase()
        : TestCase("a run depends on its point, run number and seed alone")
    {
    }

  private:
    void DoRun() override
    {
        const StudyPoint point{"p", "P"};
        const StudyOptions options{Seconds(1), false, false, ""};
        const StudyRunner runner(TouchGlobalState, 1, {});
        const auto alone = runner.Run(point, 2, options);
        const auto other = runner.Run(point, 1, options);
        const auto after = runner.Run(point, 2, options);
        const auto seeded = StudyRunner(TouchGlobalState, 9, {}).Run(point, 2, options);
        for (std::size_t i = 0; i < alone.metrics.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(after.metrics[i].value,
                                  alone.metrics[i].value,
                                  alone.metrics[i].name << " after another run");
        }
        NS_TEST_EXPECT_MSG_NE(other.metrics[0].value, alone.metrics[0].value, "runs differ");
        NS_TEST_EXPECT_MSG_NE(seeded.metrics[0].value, alone.metrics[0].value, "seeds differ");
        NS_TEST_EXPECT_MSG_EQ(alone.metrics[2].value, 1.0, "the default of ns-3");
        NS_TEST_EXPECT_MSG_EQ(alone.metrics[3].value, 1.0, "first address ever");
        NS_TEST_EXPECT_MSG_EQ(alone.metrics[5].value, 0.0, "RngRun is the run number");
        NS_TEST_EXPECT_MSG_EQ(alone.metrics[7].value, 1.0, "no event of another run");
        NS_TEST_EXPECT_MSG_EQ(alone.metrics[8].value, 1.0, "the clock starts at 0");
    }
};

/// The user's attributes hold in every run.
class StudyRunnerOverrideTestCase : public TestCase
{
  public:
    StudyRunnerOverrideTestCase()
        : TestCase("attributes of the command line hold in every run")
    {
    }

  private:
    void DoRun() override
    {
        const StudyRunner runner(TouchGlobalState, 1, {{"ns3::UniformRandomVariable::Max", "5"}});
        const StudyOptions options{Seconds(1), false, false, ""};
        for (uint32_t run = 1; run <= 2; ++run)
        {
            const auto result = runner.Run({"p", "P"}, run, options);
            NS_TEST_EXPECT_MSG_EQ(result.metrics[2].value, 5.0, "run " << run);
        }
        Config::Reset();
    }
};

/// A run that throws leaves no simulation behind.
class StudyRunnerExceptionTestCase : public TestCase
{
  public:
    StudyRunnerExceptionTestCase()
        : TestCase("a run that throws is reported and leaves no event behind")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t events{0};
        const StudyRunner failing(
            [&events](const StudyPoint&, uint32_t, const StudyOptions&) -> RunResult {
                Simulator::Schedule(Seconds(1), [&events]() { ++events; });
                throw std::runtime_error("no link");
            },
            1,
            {});
        const StudyOptions options{Seconds(1), false, false, ""};
        std::string message;
        try
        {
            failing.Run({"p", "P"}, 4, options);
        }
        catch (const StudyError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message, "no link", "what the run has thrown");
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(events, 0, "the failed run's event is gone");
    }
};

/// Runs with equal random numbers would be one run that is counted several times.
class StudyRunnerRandomNumbersTestCase : public TestCase
{
  public:
    StudyRunnerRandomNumbersTestCase()
        : TestCase("a run that sets its own seed or run number is refused")
    {
    }

  private:
    /**
     * Make run 4 with seed 7.
     * @param set sets random numbers
     * @return the error; empty if there is none
     */
    static std::string GetError(const std::function<void(uint32_t run)>& set)
    {
        const auto function = [&set](const StudyPoint&, uint32_t run, const StudyOptions&) {
            set(run);
            return RunResult{};
        };
        try
        {
            StudyRunner(function, 7, {}).Run({"p", "P"}, 4, {Seconds(1), false, false, ""});
        }
        catch (const StudyError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        const std::string why{", set by the function that makes a run, or by its Config::Reset(): "
                              "expected the "};
        NS_TEST_EXPECT_MSG_EQ(GetError([](uint32_t) { RngSeedManager::SetRun(1); }),
                              "RngRun=1" + why + "number of the run",
                              "another run number");
        NS_TEST_EXPECT_MSG_EQ(GetError([](uint32_t) { RngSeedManager::SetSeed(42); }),
                              "RngSeed=42" + why + "seed of the study",
                              "another seed");
        NS_TEST_EXPECT_MSG_EQ(
            GetError([](uint32_t) { Config::SetGlobal("RngRun", UintegerValue(9)); }),
            "RngRun=9" + why + "number of the run",
            "the global value");
        NS_TEST_EXPECT_MSG_EQ(GetError([](uint32_t run) { RngSeedManager::SetRun(run); }),
                              "",
                              "the study's run number");
        Config::Reset();
    }
};

/// A timer whose interval is 0 ends the run, not the study.
class StudyRunnerStandstillTestCase : public TestCase
{
  public:
    StudyRunnerStandstillTestCase()
        : TestCase("a run whose time stands still ends with the attribute that may be the reason")
    {
    }

  private:
    /// Does nothing, again and again.
    /// @param interval of time
    static void Tick(Time interval)
    {
        Simulator::Schedule(interval, &Tick, interval);
    }

    /**
     * Simulate 1 ms with a timer.
     * @param interval of the timer
     * @param overrides of the user
     * @return the error; empty if there is none
     */
    static std::string GetError(Time interval, std::map<std::string, std::string> overrides)
    {
        overrides["ns3::StudySimulatorImpl::MaxEvents"] = "1000";
        const StudyRunner runner(
            [interval](const StudyPoint&, uint32_t, const StudyOptions& options) -> RunResult {
                Simulator::Schedule(MicroSeconds(5), &Tick, interval);
                Simulator::Stop(options.duration);
                Simulator::Run();
                return {{{"now", "s", Simulator::Now().GetSeconds()}}, {}};
            },
            1,
            std::move(overrides));
        try
        {
            runner.Run({"p", "P"}, 1, {MilliSeconds(1), false, false, ""});
        }
        catch (const StudyError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        const std::string still{"simulated time stands still at 5e-06 s, after 1000 events"};
        NS_TEST_EXPECT_MSG_EQ((GetError(Time(0), {}).find(still) != std::string::npos),
                              true,
                              "without attributes");
        const std::string maximum{"ns3::UniformRandomVariable::Max"};
        const std::string mean{"ns3::ExponentialRandomVariable::Mean"};
        const auto line = GetError(Time(0), {{maximum, "0"}, {mean, "5"}, {"RngRun", "0"}});
        const std::string zero = "--" + maximum + "=0: expected more than 0, because " + still;
        NS_TEST_EXPECT_MSG_EQ(line.substr(0, zero.size()), zero, "the value that is 0");
        NS_TEST_EXPECT_MSG_EQ(
            (GetError(Time(0), {{mean, "5"}}).find("--" + mean + "=5") != std::string::npos),
            true,
            "another value");
        NS_TEST_EXPECT_MSG_EQ(GetError(NanoSeconds(2), {}), "", "1000 events in 2 us");
        NS_TEST_EXPECT_MSG_EQ(
            GetError(NanoSeconds(2),
                     {{"SimulatorImplementationType", "ns3::DefaultSimulatorImpl"}}),
            "",
            "named by the user");
        Config::Reset();
    }
};

/// A study, or its user, may choose another simulator.
class StudyRunnerSimulatorTestCase : public TestCase
{
  public:
    StudyRunnerSimulatorTestCase()
        : TestCase("a simulator that the study or the user chooses is used")
    {
    }

  private:
    void DoRun() override
    {
        const std::string simulator{"SimulatorImplementationType"};
        const std::string other{"ns3::RealtimeSimulatorImpl"};
        std::string used;
        const auto look = [&used](const StudyPoint&, uint32_t, const StudyOptions&) -> RunResult {
            used = Simulator::GetImplementation()->GetInstanceTypeId().GetName();
            return {};
        };
        const StudyOptions options{Seconds(1), false, false, ""};
        StudyRunner(look, 1, {}).Run({"p", "P"}, 1, options);
        NS_TEST_EXPECT_MSG_EQ(used, "ns3::StudySimulatorImpl", "without a choice");
        StudyRunner(look, 1, {{simulator, other}}).Run({"p", "P"}, 1, options);
        NS_TEST_EXPECT_MSG_EQ(used, other, "the user's");
        const auto choose = [&](const StudyPoint& point, uint32_t run, const StudyOptions& all) {
            Config::SetGlobal(simulator, StringValue(other));
            return look(point, run, all);
        };
        StudyRunner(choose, 1, {}).Run({"p", "P"}, 1, options);
        NS_TEST_EXPECT_MSG_EQ(used, other, "the study's");
        Config::Reset();
    }
};

/// Tests of the study harness that need the simulator.
class StudyRunnerTestSuite : public TestSuite
{
  public:
    StudyRunnerTestSuite()
        : TestSuite("study-runner", Type::UNIT)
    {
        AddTestCase(new StudyRunnerIndependenceTestCase, Duration::QUICK);
        AddTestCase(new StudyRunnerOverrideTestCase, Duration::QUICK);
        AddTestCase(new StudyRunnerExceptionTestCase, Duration::QUICK);
        AddTestCase(new StudyRunnerRandomNumbersTestCase, Duration::QUICK);
        AddTestCase(new StudyRunnerStandstillTestCase, Duration::QUICK);
        AddTestCase(new StudyRunnerSimulatorTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
StudyRunnerTestSuite g_studyRunnerTestSuite;

} // namespace

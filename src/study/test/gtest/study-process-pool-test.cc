// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/study-process-pool.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

/// What a pool told.
struct Told
{
    std::vector<std::size_t> began;             ///< tasks in the order in which they began
    std::map<std::size_t, std::string> results; ///< what tasks returned
    std::map<std::size_t, std::string> reasons; ///< why others did not
    int ticks{0};                               ///< calls

    /// @return an observer that writes here
    StudyProcessPool::Observer Observe()
    {
        return {[this](std::size_t task) { began.push_back(task); },
                [this](std::size_t task, const std::string& bytes) { results[task] = bytes; },
                [this](std::size_t task, const std::string& reason) { reasons[task] = reason; },
                [this] { ++ticks; }};
    }
};

TEST(StudyProcessPool, ReturnsWhatEachTaskReturns)
{
    // More than a pipe holds (64 KiB), and bytes of any value.
    const auto make = [](std::size_t task) { return std::string(task * 20000, char(task)); };
    for (const std::size_t limit : {1, 3, 20})
    {
        Told told;
        StudyProcessPool(limit).Run(
            10,
            [&](std::size_t task, const auto&) { return make(task); },
            told.Observe());
        ASSERT_EQ(told.results.size(), 10U);
        for (std::size_t task = 0; task < 10; ++task)
        {
            EXPECT_EQ(told.began[task], task);
            EXPECT_EQ(told.results[task], make(task)) << task;
        }
        EXPECT_TRUE(told.reasons.empty());
    }
}

TEST(StudyProcessPool, HasNothingToDoWithoutTasks)
{
    Told told;
    StudyProcessPool(2).Run(
        0,
        [](std::size_t, const auto&) { return std::string(); },
        told.Observe());
    EXPECT_TRUE(told.began.empty());
}

TEST(StudyProcessPool, TellsHowATaskFailed)
{
    Told told;
    StudyProcessPool(2).Run(
        6,
        [](std::size_t task, const StudyProcessPool::FailFunction& fail) -> std::string {
            switch (task)
            {
            case 0:
                throw std::runtime_error("no link");
            case 1:
                fail("fatal");
                break;
            case 2:
                std::raise(SIGKILL);
                break;
            case 3:
                std::_Exit(9);
            case 4:
                throw 4;
            default:
                break;
            }
            return "done";
        },
        told.Observe());
    EXPECT_EQ(told.reasons[0], "no link");
    EXPECT_EQ(told.reasons[1], "fatal");
    EXPECT_EQ(told.reasons[2], "ended by signal 9 (Killed)");
    EXPECT_EQ(told.reasons[3], "ended with exit status 9");
    EXPECT_EQ(told.reasons[4], "threw something other than a std::exception");
    EXPECT_EQ(told.results.size(), 1U);
    EXPECT_EQ(told.results[5], "done");
}

TEST(StudyProcessPool, WaitsForNoProcessThatATaskLeaves)
{
    Told told;
    const auto begin = std::chrono::steady_clock::now();
    StudyProcessPool(2).Run(
        4,
        [](std::size_t task, const auto&) -> std::string {
            const pid_t child = task < 2 ? fork() : -1;
            if (child == 0 && task == 0)
            {
                // Otherwise whoever reads the output of the tests would wait for it.
                close(STDOUT_FILENO);
                close(STDERR_FILENO);
                std::this_thread::sleep_for(std::chrono::seconds(30));
                std::_Exit(0);
            }
            if (task == 0)
            {
                std::_Exit(4);
            }
            // Task 1 returns in both processes; the one that it leaves does so while the last two
            // tasks keep both workers busy, one of them that of task 1.
            if (child == 0)
            {
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
            }
            else if (task > 1)
            {
                std::this_thread::sleep_for(std::chrono::milliseconds(400));
            }
            return std::to_string(task);
        },
        told.Observe());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(told.reasons[0], "ended with exit status 4");
    for (const std::size_t task : {1, 2, 3})
    {
        EXPECT_EQ(told.results[task], std::to_string(task));
    }
}

TEST(StudyProcessPool, TicksWhileATaskTakesLong)
{
    Told told;
    StudyProcessPool(1).Run(
        1,
        [](std::size_t, const auto&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2500));
            return std::string();
        },
        told.Observe());
    EXPECT_GE(told.ticks, 2);
}

/// @param end of a pipe
/// @return whether all who could write to its other end are gone within 10 s
bool
IsClosedSoon(int end)
{
    alarm(10);
    char byte;
    const bool isClosed = read(end, &byte, 1) == 0;
    alarm(0);
    return isClosed;
}

TEST(StudyProcessPool, EndsItsProcessesWhenTheObserverThrows)
{
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    Told told;
    auto observer = told.Observe();
    observer.returns = [](std::size_t, const std::string&) { throw std::runtime_error("full"); };
    const auto task = [](std::size_t number, const auto&) {
        if (number > 0)
        {
            pause();
        }
        return std::string();
    };
    EXPECT_THROW(StudyProcessPool(3).Run(3, task, observer), std::runtime_error);
    close(ends[1]);
    EXPECT_TRUE(IsClosedSoon(ends[0]));
    close(ends[0]);
}

TEST(StudyProcessPool, LeavesNoProcessBehindWhenItIsKilled)
{
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t owner = fork();
    if (owner == 0)
    {
        Told told;
        StudyProcessPool(2).Run(
            2,
            [&ends](std::size_t, const auto&) {
                [[maybe_unused]] const auto count = write(ends[1], "x", 1);
                pause();
                return std::string();
            },
            told.Observe());
        std::_Exit(0);
    }
    close(ends[1]);
    std::array<char, 2> begun{};
    for (auto& byte : begun)
    {
        ASSERT_EQ(read(ends[0], &byte, 1), 1);
    }
    kill(owner, SIGKILL);
    EXPECT_TRUE(IsClosedSoon(ends[0]));
    waitpid(owner, nullptr, 0);
    close(ends[0]);
}

TEST(CountUsableCores, IsAtLeastOne)
{
    EXPECT_GE(CountUsableCores(), 1U);
}

} // namespace

} // namespace ns3

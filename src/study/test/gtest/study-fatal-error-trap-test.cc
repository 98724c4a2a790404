// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/abort.h"
#include "ns3/study-fatal-error-trap.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace ns3
{

namespace
{

/// Meets a fatal error of ns-3 under a trap.
void
FailUnderTrap()
{
    StudyFatalErrorTrap trap(StudyFatalErrorTrap::ExitWith("program: point p, run 1", 7));
    std::clog << "+1.5s 3 ";
    NS_ABORT_MSG("value \"9\", of X, is out\nof range");
}

TEST(StudyFatalErrorTrapDeathTest, FatalErrorBecomesOneLine)
{
    EXPECT_EXIT(FailUnderTrap(),
                testing::ExitedWithCode(7),
                "^program: point p, run 1: value \"9\", of X, is out of range\n$");
}

TEST(StudyFatalErrorTrapDeathTest, ExitIsAFatalError)
{
    const auto leave = [] {
        StudyFatalErrorTrap trap(StudyFatalErrorTrap::ExitWith("program", 7));
        std::exit(0);
    };
    EXPECT_EXIT(leave(),
                testing::ExitedWithCode(7),
                "^program: ended the program by exit\\(\\)\n$");
}

TEST(StudyFatalErrorTrapDeathTest, ExceptionInAThreadIsTold)
{
    const auto fail = [] {
        StudyFatalErrorTrap trap(StudyFatalErrorTrap::ExitWith("program", 7));
        std::thread([] { throw std::runtime_error("no link"); }).join();
    };
    EXPECT_EXIT(fail(), testing::ExitedWithCode(7), "^program: no link\n$");
}

TEST(StudyFatalErrorTrap, PassesOnEverythingElse)
{
    std::ostringstream errors;
    std::ostringstream log;
    auto* cerrBuffer = std::cerr.rdbuf(errors.rdbuf());
    auto* clogBuffer = std::clog.rdbuf(log.rdbuf());
    {
        StudyFatalErrorTrap trap(StudyFatalErrorTrap::ExitWith("program", 1));
        std::cerr << "a warning\n";
        std::clog << "a log line" << std::endl;
        EXPECT_EQ(errors.str(), "") << "held back";
        EXPECT_EQ(log.str(), "a log line\n") << "at once";
    }
    std::cerr.rdbuf(cerrBuffer);
    std::clog.rdbuf(clogBuffer);
    EXPECT_EQ(errors.str(), "a warning\n");
}

} // namespace

} // namespace ns3

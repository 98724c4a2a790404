// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Assertions and Python of a script, against a socket whose state is a table.

#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-state-checker.h"

#include <gtest/gtest.h>
#include <string>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

/// Plays the blocks of a script against the state cwnd = 10, state = Open.
class TcpScriptStateCheckerTest : public testing::Test
{
  protected:
    /// @param block between %{ and }%, several one after the other
    void Play(const std::string& block)
    {
        const TcpScript script = ParseTcpScript("0 %{" + block + "}%", "s.pkt");
        for (const TcpScriptEvent& event : script.events)
        {
            if (const auto* python = std::get_if<TcpScriptPython>(&event.action))
            {
                checker.Execute(*python);
            }
            else
            {
                checker.Check(event.line, std::get<TcpScriptAssertion>(event.action));
            }
        }
    }

    std::vector<std::string> told;  ///< line and text
    std::vector<std::string> notes; ///< line, expected and actual
    TcpScriptStateChecker checker{
        [](const std::string& name) {
            return name == "cwnd"    ? std::optional<TcpScriptValue>(10.0)
                   : name == "state" ? std::optional<TcpScriptValue>("Open")
                                     : std::nullopt;
        },
        [this](uint32_t line, const std::string& text) {
            told.push_back(std::to_string(line) + ": " + text);
        },
        [this](uint32_t line, const std::string& expected, const std::string& actual) {
            notes.push_back(std::to_string(line) + ": " + expected + "; " + actual);
        }}; ///< under test
};

using Lines = std::vector<std::string>;

TEST_F(TcpScriptStateCheckerTest, EachConditionIsTold)
{
    Play(" cwnd == 10, state == \"Open\" ");
    EXPECT_EQ(told, (Lines{"1: cwnd is 10", "1: state is \"Open\""}));
    EXPECT_EQ(notes, Lines{});
}

TEST_F(TcpScriptStateCheckerTest, EachConditionThatDoesNotHoldIsAMismatch)
{
    Play(" cwnd > 10, colour == 1, state != \"Open\" ");
    EXPECT_EQ(notes,
              (Lines{"1: cwnd > 10; 10",
                     "1: colour == 1; no value of that name",
                     "1: state != \"Open\"; \"Open\""}));
}

TEST_F(TcpScriptStateCheckerTest, FailedAssertionOfPythonNamesTheValues)
{
    Play(" assert cwnd == 11 ");
    EXPECT_EQ(notes, Lines{"1: cwnd == 11; cwnd = 10"});
}

TEST_F(TcpScriptStateCheckerTest, VariablesOutliveTheirBlockAndHideTheState)
{
    Play(" before = cwnd; assert before == 10 }%\n"
         "+0 %{ cwnd = 3; assert cwnd == 3 }%\n"
         "+0 %{ assert cwnd == 3 and before == 10 ");
    EXPECT_EQ(notes, Lines{});
}

TEST_F(TcpScriptStateCheckerTest, ConditionsDoNotSeeVariables)
{
    Play(" cwnd = 3; assert cwnd == 3 }%\n+0 %{ cwnd == 10 ");
    EXPECT_EQ(notes, Lines{});
}

TEST_F(TcpScriptStateCheckerTest, FieldsOfTcpInfoAreStateByAnotherName)
{
    Play(" assert tcpi_snd_cwnd == 10 and tcpi_ca_state == TCP_CA_Open ");
    EXPECT_EQ(notes, Lines{});
}

TEST_F(TcpScriptStateCheckerTest, UnknownNameEndsNoBlock)
{
    Play(" assert colour == 1; assert cwnd == 11 ");
    EXPECT_EQ(notes,
              (Lines{"1: colour == 1; no value is called colour", "1: cwnd == 11; cwnd = 10"}));
}

TEST_F(TcpScriptStateCheckerTest, PrintMayNameAnything)
{
    Play(" print(colour) ");
    EXPECT_EQ(notes, Lines{});
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Values of Python expressions, as Python itself gives them, and what has no value.

#include "ns3/tcp-script-expression.h"
#include "ns3/tcp-script-packet.h"
#include "ns3/tcp-script-parser.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// @return the value of the expression, in notation; why there is none otherwise
std::string
Evaluate(const std::string& expression)
{
    const TcpScript script = ParseTcpScript("0 %{ assert " + expression + " }%", "e.pkt");
    const auto block = std::get<TcpScriptPython>(script.events.at(0).action);
    const auto lookup = [](const std::string& name) {
        return name == "cwnd"    ? std::optional<TcpScriptValue>(10.0)
               : name == "state" ? std::optional<TcpScriptValue>("Open")
                                 : GetTcpScriptConstant(name);
    };
    try
    {
        return FormatTcpScriptValue(EvaluateTcpScriptExpression(block.at(0).expression, lookup));
    }
    catch (const TcpScriptNoValueError& error)
    {
        return error.what();
    }
}

} // namespace

TEST(TcpScriptExpression, ValuesOfPython)
{
    const std::vector<std::pair<std::string, std::string>> expressions{
        {"7", "7"},
        {"0x1F", "31"},
        {".5", "0.5"},
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"10 - 4 - 3", "3"},
        {"7 // 2", "3"},
        {"-7 // 2", "-4"},
        {"-7 % 3", "2"},
        {"7 / 2", "3.5"},
        {"2 - -3", "5"},
        {"--3", "3"},
        {"6 & 3 | 8", "10"},
        {"cwnd == 10", "1"},
        {"cwnd != 10", "0"},
        {"9 <= cwnd <= 10", "1"},
        {"9 <= cwnd < 10", "0"},
        {"3 < 2 < 1", "0"},
        {"1 < 2 == 2", "1"},
        {"not cwnd == 10", "0"},
        {"not not cwnd", "1"},
        {"cwnd == 1 or cwnd == 10", "1"},
        {"cwnd == 10 and 5", "5"},
        {"0 and unknown", "0"},
        {"state == 'Open'", "1"},
        {"state == \"Loss\"", "0"},
        {"state == 10", "0"},
        {"TCP_CA_Recovery + TCP_CLOSE", "10"},
        {"TCP_INFINITE_SSTHRESH", "2147483647"},
        {"notable_or_and == 0 or True", "no value is called notable_or_and"},
        {"tcpi_colour", "no value is called tcpi_colour"},
        {"1 / (cwnd - 10)", "division by zero"},
        {"1 % 0", "division by zero"},
        {"state + 1", "\"Open\" is not a number"},
        {"1.5 & 1", "1.5 is not a whole number"},
    };
    for (const auto& [expression, value] : expressions)
    {
        EXPECT_EQ(Evaluate(expression), value) << expression;
    }
}

TEST(TcpScriptExpression, LongChainsNeedNoStack)
{
    std::string sum = "1";
    for (int k = 0; k < 100000; ++k)
    {
        sum += "+1";
    }
    EXPECT_EQ(Evaluate(sum), "100001");
    EXPECT_EQ(Evaluate(std::string(100001, '-') + "1"), "-1");
}

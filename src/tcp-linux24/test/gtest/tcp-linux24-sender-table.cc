// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sender-table.h"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <regex>

namespace ns3
{

namespace
{

using Bench = TcpLinux24SenderBench;

std::vector<std::string>
Split(const std::string& text, const char* separator)
{
    std::vector<std::string> parts;
    boost::algorithm::split(parts, text, boost::algorithm::is_any_of(separator));
    for (auto& part : parts)
    {
        boost::algorithm::trim(part);
    }
    std::erase(parts, "");
    return parts;
}

std::string
ShowState(const Bench& bench)
{
    switch (bench.sender.GetCongestion().GetState())
    {
    case TcpLinux24State::OPEN:
        return "Open";
    case TcpLinux24State::DISORDER:
        return "Disorder";
    case TcpLinux24State::CWR:
        return "CWR";
    case TcpLinux24State::RECOVERY:
        return "Recovery";
    case TcpLinux24State::LOSS:
        return "Loss";
    }
    return "no known state";
}

std::string
ShowUndo(const Bench& bench)
{
    const auto marker = bench.sender.GetCongestion().GetUndo().GetMarker();
    if (!marker)
    {
        return "-";
    }
    const std::string position = *marker < 0 ? "ISS" : std::to_string(*marker / Bench::MSS);
    return position + "/" + std::to_string(bench.sender.GetCongestion().GetUndo().GetRetrans());
}

std::string
ShowThreshold(const Bench& bench)
{
    const uint32_t ssthresh = bench.sender.GetSsthresh();
    return ssthresh == TcpLinux24Options::INFINITE_SSTHRESH ? "inf" : std::to_string(ssthresh);
}

std::string
ShowPhase(const Bench& bench)
{
    const uint32_t phase = bench.sender.GetCongestion().GetFrtoPhase();
    return phase == 0 ? "off" : std::to_string(phase);
}

/// A column that is a plain number of the sender or one of its parts.
template <typename Result, typename Part>
std::function<std::string(const Bench&)>
Number(Result (Part::*get)() const)
{
    return [get](const Bench& bench) {
        if constexpr (std::is_same_v<Part, TcpLinux24Scoreboard>)
        {
            return std::to_string((bench.sender.GetScoreboard().*get)());
        }
        else if constexpr (std::is_same_v<Part, TcpLinux24Congestion>)
        {
            return std::to_string((bench.sender.GetCongestion().*get)());
        }
        else
        {
            return std::to_string((bench.sender.*get)());
        }
    };
}

const std::map<std::string, std::function<std::string(const Bench&)>>&
GetColumns()
{
    using Sender = TcpLinux24Sender;
    static const std::map<std::string, std::function<std::string(const Bench&)>> columns{
        {"sent", &Bench::GetSent},
        {"cwnd", Number(&Sender::GetCwnd)},
        {"ssth", ShowThreshold},
        {"state", ShowState},
        {"out", Number(&Sender::GetPacketsOut)},
        {"lost", Number(&TcpLinux24Scoreboard::GetLostOut)},
        {"sackd", Number(&TcpLinux24Scoreboard::GetSackedOut)},
        {"fack", Number(&Sender::GetFacketsOut)},
        {"retr", Number(&TcpLinux24Scoreboard::GetRetransOut)},
        {"in flight", Number(&Sender::GetInFlight)},
        {"cnt", Number(&TcpLinux24Congestion::GetCwndCount)},
        {"rs",
         [](const Bench& bench) {
             return std::to_string(bench.GetMilliseconds(bench.sender.GetRetransStamp()));
         }},
        {"undo", ShowUndo},
        {"high",
         [](const Bench& bench) {
             return std::to_string(bench.sender.GetCongestion().GetHighSeq() /
                                   TcpOffset{Bench::MSS});
         }},
        {"rto",
         [](const Bench& bench) {
             return std::to_string(bench.GetMilliseconds(bench.sender.GetRtt().GetRto()));
         }},
        {"phase", ShowPhase},
    };
    return columns;
}

/// Execute an ACK.
/// @return false if the text is none
bool
ExecuteAck(Bench& bench, uint32_t ms, const std::string& text)
{
    static const std::regex form{R"(A(\d+)( sack(?: \[\d+,\d+\))+)?(?: ecr=(\d+))?)"
                                 R"((?: x(\d+))?(?: \(.*\))?)"};
    static const std::regex block{R"(\[(\d+),(\d+)\))"};
    std::smatch match;
    if (!std::regex_match(text, match, form))
    {
        return false;
    }
    TcpLinux24BenchAck ack{.ack = static_cast<uint32_t>(std::stoul(match[1]))};
    const std::string blocks = match[2];
    for (std::sregex_iterator it{blocks.begin(), blocks.end(), block}, end; it != end; ++it)
    {
        ack.sacks.emplace_back(std::stoul((*it)[1]), std::stoul((*it)[2]));
    }
    if (match[3].matched)
    {
        ack.echo = std::stoul(match[3]);
    }
    bench.Acknowledge(ms, ack, match[4].matched ? std::stoul(match[4]) : 1);
    return true;
}

void
Execute(Bench& bench, uint32_t ms, const std::string& event)
{
    static const std::regex synAck{R"(SYN-ACK ecr=(\d+))"};
    std::smatch match;
    if (event == "RTO timer" || event == "SYN timer")
    {
        bench.Expire(ms);
    }
    else if (event == "connect")
    {
        bench.Connect(ms);
    }
    else if (event == "bulk write")
    {
        bench.Write(ms, TcpLinux24BenchSetup::UNLIMITED * Bench::MSS);
    }
    else if (std::regex_match(event, match, synAck))
    {
        bench.AcknowledgeSyn(ms, std::stoul(match[1]));
    }
    else if (event != "state")
    {
        ASSERT_TRUE(ExecuteAck(bench, ms, event)) << "no event: " << event;
    }
}

/// Execute a row and compare its cells.
void
RunRow(Bench& bench, const std::string& row, const std::vector<std::string>& columns)
{
    const auto cells = Split(row, "|");
    ASSERT_EQ(cells.size(), columns.size() + 2) << "number of cells";
    const auto ms = static_cast<uint32_t>(std::stoul(cells[0]));
    for (const auto& event : Split(cells[1], ";"))
    {
        Execute(bench, ms, event);
    }
    for (size_t i = 0; i < columns.size(); ++i)
    {
        EXPECT_EQ(GetColumns().at(columns[i])(bench), cells[i + 2]) << "column " << columns[i];
    }
}

} // namespace

TcpLinux24BenchSetup
MakeTcpLinux24Setup(uint32_t cwnd, uint32_t ssthresh)
{
    TcpLinux24BenchSetup setup;
    setup.options.initialCwnd = cwnd;
    setup.options.initialSsthresh = ssthresh;
    return setup;
}

void
RunTcpLinux24Table(TcpLinux24SenderBench& bench,
                   const std::string& vector,
                   const std::string& rows,
                   const std::string& columns)
{
    const auto names = Split(columns, "|");
    uint32_t number = 0;
    for (const auto& row : Split(rows, "\n"))
    {
        ++number;
        SCOPED_TRACE(vector + " row " + std::to_string(number) + ": " + row);
        RunRow(bench, row, names);
        if (::testing::Test::HasFailure())
        {
            return;
        }
    }
}

void
RunTcpLinux24Table(const TcpLinux24BenchSetup& setup,
                   const std::string& vector,
                   const std::string& rows)
{
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    RunTcpLinux24Table(bench, vector, rows);
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sender-bench.h"

#include <boost/algorithm/string/join.hpp>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr uint32_t SYN_TIME = 10000;

std::string
GetUndoName(TcpLinux24Undo undo)
{
    switch (undo)
    {
    case TcpLinux24Undo::LOSS:
        return "*undo-loss*";
    case TcpLinux24Undo::FULL:
        return "*undo-full*";
    case TcpLinux24Undo::PARTIAL:
        return "*undo-partial*";
    case TcpLinux24Undo::DSACK:
        return "*undo-dsack*";
    }
    return "*undo of no known kind*";
}

/// The number of the recovery test that led to Recovery (3.6 step 8 of the documentation).
std::string
GetTestName(TcpLinux24Reason reason)
{
    switch (reason)
    {
    case TcpLinux24Reason::LOST_SEGMENT:
        return "*recover(test 1)*";
    case TcpLinux24Reason::FORWARD_ACK:
        return "*recover(test 2)*";
    case TcpLinux24Reason::HEAD_TIMED_OUT:
        return "*recover(test 3)*";
    case TcpLinux24Reason::FEW_OUTSTANDING:
        return "*recover(test 4)*";
    default:
        return "*recover without a test*";
    }
}

} // namespace

void
TcpLinux24SenderPeer::SetTimer(TcpLinux24Sender& sender, TcpTick deadline)
{
    sender.m_timer.StartRetransmission(deadline - sender.m_rtt.GetRto());
}

TcpLinux24SenderBench::TcpLinux24SenderBench(const TcpLinux24BenchSetup& setup)
    : m_setup(setup),
      sender(m_setup.options, *this)
{
}

void
TcpLinux24SenderBench::Connect(uint32_t ms)
{
    BeginStep(ms);
    sender.Connect(GetTick(ms));
}

void
TcpLinux24SenderBench::Accept(uint32_t ms, std::optional<uint32_t> echo)
{
    BeginStep(ms);
    sender.Negotiated(m_setup.options.sack, m_setup.options.timestamps, MSS);
    sender.Accepted(MakeAck({.ack = 0, .echo = echo}), GetTick(ms));
}

void
TcpLinux24SenderBench::AcknowledgeSyn(uint32_t ms, std::optional<uint32_t> echo)
{
    sender.Negotiated(m_setup.options.sack, m_setup.options.timestamps, MSS);
    Acknowledge(ms, {.ack = 0, .echo = echo});
}

void
TcpLinux24SenderBench::Write(uint32_t ms, uint32_t bytes)
{
    BeginStep(ms);
    sender.Write(bytes, GetTick(ms));
}

void
TcpLinux24SenderBench::Acknowledge(uint32_t ms, const TcpLinux24BenchAck& ack, uint32_t copies)
{
    BeginStep(ms);
    const TcpLinux24Ack segment = MakeAck(ack);
    for (uint32_t i = 0; i < copies; ++i)
    {
        sender.OnAck(segment, GetTick(ms));
    }
}

void
TcpLinux24SenderBench::AcknowledgeBytes(uint32_t ms, TcpOffset ack)
{
    BeginStep(ms);
    TcpLinux24Ack segment = MakeAck({.echo = ms});
    segment.ack = ack;
    sender.OnAck(segment, GetTick(ms));
}

void
TcpLinux24SenderBench::Expire(uint32_t ms)
{
    Forget();
    const auto timer = sender.GetTimer();
    ASSERT_TRUE(timer.has_value()) << "no timer runs at " << ms << " ms";
    EXPECT_EQ(GetMilliseconds(*timer), ms) << "when the timer is due, ms";
    sender.OnTimer(GetTick(ms));
}

void
TcpLinux24SenderBench::Establish()
{
    Connect(SYN_TIME);
    AcknowledgeSyn(SYN_TIME + m_setup.handshakeTime, SYN_TIME);
}

void
TcpLinux24SenderBench::StartFlight()
{
    Establish();
    Write(m_setup.writeTime, m_setup.data * MSS);
}

void
TcpLinux24SenderBench::Forget()
{
    m_notes.clear();
    m_sent.clear();
}

std::vector<std::string>
TcpLinux24SenderBench::GetTransmissions() const
{
    std::vector<std::string> labels;
    for (const auto& [segment, again] : m_sent)
    {
        const std::string number = std::to_string(segment.start / TcpOffset{MSS});
        const std::string data = segment.GetLength() > 0 ? (again ? "R" : "D") + number : "probe";
        labels.push_back(segment.syn ? "SYN" : data);
    }
    return labels;
}

std::vector<uint32_t>
TcpLinux24SenderBench::GetSizes() const
{
    std::vector<uint32_t> sizes;
    for (const auto& [segment, again] : m_sent)
    {
        sizes.push_back(segment.GetDataLength());
    }
    return sizes;
}

std::string
TcpLinux24SenderBench::GetSent() const
{
    std::vector<std::string> all = m_notes;
    const auto transmissions = GetTransmissions();
    all.insert(all.end(), transmissions.begin(), transmissions.end());
    return all.empty() ? "-" : boost::algorithm::join(all, " ");
}

TcpTick
TcpLinux24SenderBench::GetTick(uint32_t ms) const
{
    return static_cast<TcpTick>(uint64_t{ms} * m_setup.options.ticksPerSecond / 1000);
}

uint32_t
TcpLinux24SenderBench::GetMilliseconds(TcpTick ticks) const
{
    return static_cast<uint32_t>(uint64_t{ticks} * 1000 / m_setup.options.ticksPerSecond);
}

TcpLinux24Transmit
TcpLinux24SenderBench::Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission)
{
    if (!segment.syn && refusals.erase(static_cast<uint32_t>(segment.start / MSS)) > 0)
    {
        return TcpLinux24Transmit::LOCAL_DROP;
    }
    m_sent.emplace_back(segment, retransmission.has_value());
    memoryBelow += memoryPerSent;
    return TcpLinux24Transmit::SENT;
}

uint32_t
TcpLinux24SenderBench::GetMemoryBelow() const
{
    return memoryBelow;
}

bool
TcpLinux24SenderBench::IsWriterSleeping() const
{
    return writerSleeping;
}

void
TcpLinux24SenderBench::StateChanged(TcpLinux24State, TcpLinux24State to, TcpLinux24Reason reason)
{
    if (to == TcpLinux24State::RECOVERY)
    {
        m_notes.push_back(GetTestName(reason));
    }
}

void
TcpLinux24SenderBench::Undone(TcpLinux24Undo undo)
{
    m_notes.push_back(GetUndoName(undo));
}

void
TcpLinux24SenderBench::GaveUp()
{
    gaveUp = true;
}

void
TcpLinux24SenderBench::BeginStep(uint32_t ms)
{
    Forget();
    const auto timer = sender.GetTimer();
    EXPECT_TRUE(!timer || GetTicksBetween(*timer, GetTick(ms)) > 0)
        << "the timer should have fired at " << GetMilliseconds(*timer) << " ms, before " << ms
        << " ms";
}

TcpLinux24Ack
TcpLinux24SenderBench::MakeAck(const TcpLinux24BenchAck& ack) const
{
    TcpLinux24Ack segment;
    segment.ack = TcpOffset{ack.ack} * MSS;
    segment.window = ack.window.value_or(m_setup.window) * MSS;
    if (ack.echo)
    {
        segment.echo = GetTick(*ack.echo);
    }
    for (const auto& [start, end] : ack.sacks)
    {
        segment.sacks.push_back({TcpOffset{start} * MSS, TcpOffset{end} * MSS});
    }
    return segment;
}

} // namespace ns3

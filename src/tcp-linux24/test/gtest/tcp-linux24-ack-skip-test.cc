// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// ACK skipping, fixed and adaptive, and what a receiver knows of the sender's window.

#include "ns3/tcp-linux24-ack-skip.h"
#include "ns3/tcp-linux24-flight-meter.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

constexpr TcpOffset MSS = 1448;
using Reason = TcpLinux24AckSkipReason;

/// One round of ten ticks that begins at a position: its ACK leaves, and the data that it releases
/// comes.
/// @param meter to be told
/// @param position of the ACK; moves by the flight
/// @param segments of the flight
/// @param now when the ACK leaves; moves by the round
void
PlayRound(TcpLinux24FlightMeter& meter, TcpOffset& position, TcpOffset segments, TcpTick& now)
{
    meter.AckSent(position, now);
    position += segments * MSS;
    meter.DataReceived(position, now, now + 10);
    now += 10;
}

/// @param flights of rounds in segments
/// @return a meter that has seen them
TcpLinux24FlightMeter
MakeMeter(const std::vector<TcpOffset>& flights)
{
    TcpLinux24FlightMeter meter;
    TcpOffset position = 0;
    TcpTick now = 1000;
    for (const TcpOffset segments : flights)
    {
        PlayRound(meter, position, segments, now);
    }
    return meter;
}

/// A sender whose segments come one per tick, the bottleneck's rate, and a receiver that decides
/// about each of them at once.
class SkipBench
{
  public:
    /// @param most ACKs skipped for one sent
    /// @param leastAcks see TcpLinux24AckSkip
    /// @param window of the sender, segments
    SkipBench(uint32_t most, std::optional<uint32_t> leastAcks, uint32_t window)
        : m_skip(most, leastAcks),
          m_window(window)
    {
        Send();
    }

    /// The window grows by a segment with each ACK.
    /// @param isSlowStart from now on
    void SetSlowStart(bool isSlowStart)
    {
        m_isSlowStart = isSlowStart;
    }

    /// The next segment comes.
    /// @param isTail with PSH
    /// @return what becomes of the ACK
    Reason Receive(bool isTail = false)
    {
        ++m_now;
        EXPECT_FALSE(m_underway.empty()) << "the sender waits for an ACK that was skipped";
        m_next += MSS;
        m_skip.DataReceived(m_next, m_underway.front(), m_now);
        m_underway.pop_front();
        const bool isSkipped = m_skip.Decide(m_next, m_lastAck, isTail, m_now);
        if (!isSkipped)
        {
            m_largestStep = std::max(m_largestStep, (m_next - m_lastAck) / MSS);
            m_lastAck = m_next;
            m_skip.AckSent();
            m_window += m_isSlowStart ? 1 : 0;
            Send();
        }
        return m_skip.TakeDecision()->reason;
    }

    /// @param segments that come
    /// @return how often each decision was made
    std::map<Reason, int> Receive(int segments)
    {
        std::map<Reason, int> reasons;
        for (int k = 0; k < segments; ++k)
        {
            ++reasons[Receive()];
        }
        return reasons;
    }

    TcpLinux24AckSkip& Get()
    {
        return m_skip;
    }

    /// @return segments that one ACK acknowledged at most
    TcpOffset GetLargestStep() const
    {
        return m_largestStep;
    }

  private:
    /// What the window allows leaves, with the echo of the ACK that has come now.
    void Send()
    {
        while (m_sent < m_lastAck + m_window * MSS)
        {
            m_sent += MSS;
            m_underway.push_back(m_now);
        }
    }

    TcpLinux24AckSkip m_skip;
    TcpOffset m_window; ///< segments
    bool m_isSlowStart{false};
    std::deque<TcpTick> m_underway; ///< echoes of the segments sent and not received
    TcpOffset m_sent{0};
    TcpOffset m_next{0};
    TcpOffset m_lastAck{0};
    TcpOffset m_largestStep{0};
    TcpTick m_now{UINT32_MAX - 50}; ///< wraps around in the test
};

} // namespace

TEST(TcpLinux24FlightMeter, FlightOfThreeRounds)
{
    EXPECT_FALSE(MakeMeter({}).GetFlight());
    EXPECT_FALSE(MakeMeter({10, 10}).GetFlight()) << "too few to tell slow start";
    EXPECT_EQ(MakeMeter({10, 10, 11}).GetFlight(), 11 * MSS);
    EXPECT_EQ(MakeMeter({10, 10, 11, 12}).GetFlight(), 12 * MSS);
}

TEST(TcpLinux24FlightMeter, GrowthOverTwoRounds)
{
    EXPECT_FALSE(MakeMeter({2, 4}).IsGrowing()) << "nothing is known yet";
    EXPECT_TRUE(MakeMeter({2, 4, 8}).IsGrowing()) << "an ACK for each segment";
    EXPECT_TRUE(MakeMeter({8, 12, 18}).IsGrowing()) << "one for two";
    EXPECT_TRUE(MakeMeter({10, 10, 15}).IsGrowing()) << "by half";
    EXPECT_FALSE(MakeMeter({10, 10, 14}).IsGrowing());
    EXPECT_FALSE(MakeMeter({8, 9, 10}).IsGrowing()) << "congestion avoidance";
    EXPECT_FALSE(MakeMeter({20, 20, 5}).IsGrowing());
}

TEST(TcpLinux24FlightMeter, RoundEndsWithTheEchoOfItsAck)
{
    TcpLinux24FlightMeter meter;
    TcpOffset end = 0;
    for (TcpTick ack = 100; ack < 400; ack += 100)
    {
        meter.AckSent(end, ack);
        meter.AckSent(end + 2 * MSS, ack + 5); // not the one that began the round
        meter.DataReceived(end + MSS, ack - 1, ack + 10);
        EXPECT_FALSE(meter.GetFlight()) << "sent before that ACK had come";
        meter.DataReceived(end + 4 * MSS, ack, ack + 98);
        end += 4 * MSS;
    }
    EXPECT_EQ(meter.GetFlight(), 4 * MSS);
}

TEST(TcpLinux24FlightMeter, FlightsOfOneSegment)
{
    EXPECT_EQ(MakeMeter({1, 1, 1}).GetFlight(), MSS);
    // A path shorter than a tick: each segment echoes the present, whatever the window is.
    TcpLinux24FlightMeter meter;
    for (TcpOffset k = 1; k < 9; ++k)
    {
        meter.DataReceived(k * MSS, 7, 7);
        meter.AckSent(k * MSS, 7);
    }
    EXPECT_EQ(meter.GetFlight(), MSS);
}

TEST(TcpLinux24FlightMeter, NeedsTimestamps)
{
    TcpLinux24FlightMeter meter;
    for (TcpTick now = 1; now < 100; ++now)
    {
        meter.AckSent(now * MSS, now);
        meter.DataReceived((now + 1) * MSS, std::nullopt, now);
        meter.DataReceived((now + 2) * MSS, 0, now);       // a peer that has none to echo
        meter.DataReceived((now + 2) * MSS, now + 1, now); // nonsense
    }
    EXPECT_FALSE(meter.GetFlight());
}

TEST(TcpLinux24FlightMeter, TimestampsWrapAround)
{
    TcpLinux24FlightMeter meter;
    TcpOffset position = (TcpOffset{1} << 32) - 5 * MSS; // so would sequence numbers
    TcpTick now = UINT32_MAX - 14;
    for (const TcpOffset segments : {4, 6, 9})
    {
        PlayRound(meter, position, segments, now);
    }
    EXPECT_EQ(now, 15u);
    EXPECT_EQ(meter.GetFlight(), 9 * MSS);
    EXPECT_TRUE(meter.IsGrowing());
}

TEST(TcpLinux24FlightMeter, SilenceAndTroubleBeginAnew)
{
    TcpOffset position = 0;
    TcpTick now = 1000;
    TcpLinux24FlightMeter meter;
    const auto play = [&](int rounds) {
        for (int i = 0; i < rounds; ++i)
        {
            PlayRound(meter, position, 10, now);
        }
    };
    play(3);
    position += MSS;
    meter.DataReceived(position, now - 1, now + 11);
    EXPECT_TRUE(meter.GetFlight()) << "a round of ten ticks, and one by rounding";
    position += MSS;
    meter.DataReceived(position, now - 1, now + 11 + 12);
    EXPECT_FALSE(meter.GetFlight()) << "the window may have shrunk meanwhile";
    now += 23;
    play(2);
    EXPECT_FALSE(meter.GetFlight());
    play(1);
    EXPECT_EQ(meter.GetFlight(), 10 * MSS);
    meter.Restart();
    EXPECT_FALSE(meter.GetFlight());
    play(3);
    EXPECT_TRUE(meter.GetFlight());
}

TEST(TcpLinux24AckSkip, FixedSkipsKOfKPlusOne)
{
    for (const uint32_t most : {0U, 1U, 2U, 4U})
    {
        SkipBench bench(most, std::nullopt, 10);
        for (uint32_t k = 0; k < 60; ++k)
        {
            const bool isSent = k % (most + 1) == most;
            EXPECT_EQ(bench.Receive(true), isSent ? Reason::ENOUGH : Reason::SKIPPED) << most;
        }
        EXPECT_EQ(bench.Get().GetSkipped(), 60 - 60 / (most + 1));
    }
}

TEST(TcpLinux24AckSkip, TroubleForbidsTheNextOne)
{
    TcpLinux24AckSkip skip(1, std::nullopt);
    skip.Forbid();
    EXPECT_FALSE(skip.Decide(MSS, 0, false, 1));
    EXPECT_EQ(skip.TakeDecision()->reason, Reason::TROUBLE);
    EXPECT_FALSE(skip.TakeDecision()) << "taken";
    skip.AckSent();
    EXPECT_TRUE(skip.Decide(2 * MSS, MSS, false, 2));
    EXPECT_EQ(skip.GetLastSkip(), 2 * MSS);
}

// Four ACKs in each flight: one ACK for two segments needs a window of eight, one for five needs
// twenty.
TEST(TcpLinux24AckSkip, AdaptiveKeepsAcksInEachFlight)
{
    const auto getSegmentsPerAck = [](uint32_t most, uint32_t window) {
        SkipBench bench(most, 4, window);
        bench.Receive(1000);
        return bench.GetLargestStep();
    };
    EXPECT_EQ(getSegmentsPerAck(1, 7), 1);
    EXPECT_EQ(getSegmentsPerAck(1, 8), 2);
    EXPECT_EQ(getSegmentsPerAck(1, 30), 2);
    EXPECT_EQ(getSegmentsPerAck(4, 7), 1);
    EXPECT_EQ(getSegmentsPerAck(4, 60), 5);
    for (uint32_t window = 1; window < 80; ++window)
    {
        EXPECT_LE(getSegmentsPerAck(1000, window), std::max(1U, window / 4)) << window;
        // An ACK that releases n segments makes the flight look smaller by n - 1.
        EXPECT_GE(getSegmentsPerAck(1000, window), window * 3 / 4 / 4) << window;
    }
}

TEST(TcpLinux24AckSkip, AdaptiveSkipsAsManyAsAsked)
{
    for (const uint32_t most : {1U, 2U, 4U})
    {
        SkipBench bench(most, 4, 60);
        bench.Receive(600); // more than three rounds
        auto reasons = bench.Receive(60 * static_cast<int>(most + 1));
        EXPECT_EQ(reasons[Reason::ENOUGH], 60);
        EXPECT_EQ(reasons[Reason::SKIPPED], 60 * static_cast<int>(most));
    }
}

TEST(TcpLinux24AckSkip, AdaptiveNeedsThreeRoundsFromStartAndTrouble)
{
    SkipBench bench(1, 4, 40);
    // The first ACK is echoed by segment 41, whose ACK begins the next round.
    auto reasons = bench.Receive(3 * 40);
    EXPECT_EQ(reasons[Reason::UNKNOWN], 3 * 40);
    EXPECT_EQ(bench.Receive(), Reason::SKIPPED);
    EXPECT_EQ(bench.Receive(), Reason::ENOUGH);
    EXPECT_EQ(bench.Receive(), Reason::SKIPPED);
    bench.Get().Forbid();
    EXPECT_EQ(bench.Receive(), Reason::TROUBLE);
    reasons = bench.Receive(3 * 39);
    EXPECT_EQ(reasons[Reason::SKIPPED], 0);
}

TEST(TcpLinux24AckSkip, AdaptiveSendsTheTail)
{
    SkipBench bench(1, 4, 40);
    bench.Receive(3 * 40);
    EXPECT_EQ(bench.Receive(), Reason::SKIPPED);
    EXPECT_EQ(bench.Receive(), Reason::ENOUGH);
    EXPECT_EQ(bench.Receive(true), Reason::TAIL);
    EXPECT_EQ(bench.Receive(), Reason::SKIPPED);
}

// From a window of two, with an ACK for each segment: 2, 4, 8 and so on.
TEST(TcpLinux24AckSkip, AdaptiveSkipsNothingInSlowStart)
{
    SkipBench bench(1, 4, 2);
    bench.SetSlowStart(true);
    auto reasons = bench.Receive(2 + 4 + 8 + 16 + 32 + 64 + 128);
    EXPECT_EQ(reasons[Reason::SKIPPED], 0);
    EXPECT_GT(reasons[Reason::SLOW_START], 128);
    bench.SetSlowStart(false);
    bench.Receive(1200);
    reasons = bench.Receive(100);
    EXPECT_EQ(reasons[Reason::SKIPPED], 50) << "the window stays";
}

TEST(TcpLinux24AckSkip, AdaptiveSkipsNothingWithoutTimestamps)
{
    TcpLinux24AckSkip skip(4, 4);
    for (TcpTick now = 1; now < 1000; ++now)
    {
        const TcpOffset ack = now * MSS;
        skip.DataReceived(ack, std::nullopt, now);
        EXPECT_FALSE(skip.Decide(ack, ack - MSS, false, now));
        skip.AckSent();
    }
}

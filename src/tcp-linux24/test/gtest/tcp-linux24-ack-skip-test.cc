// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// ACK skipping, fixed and adaptive: which ACKs are skipped, alone and by a receiver.

#include "receiver-bench.h"

#include "ns3/tcp-linux24-ack-policy.h"
#include "ns3/tcp-linux24-ack-skip.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <optional>

using namespace ns3;

namespace
{

constexpr TcpOffset MSS = ReceiverBench::MSS;
using Reason = TcpLinux24AckSkipReason;

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

/// @param skip ACKs to skip for one sent
/// @return a host that acknowledges every segment
TcpLinux24ReceiverOptions
GetSkipping(uint32_t skip)
{
    TcpLinux24ReceiverOptions options;
    options.delayedAcks = false;
    options.ackSkip = skip;
    return options;
}

} // namespace

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

TEST(TcpLinux24AckPolicy, SkipsAcksButNeverTheLast)
{
    for (const uint32_t skip : {0U, 1U, 2U, 5U})
    {
        SCOPED_TRACE(skip);
        ReceiverBench bench(GetSkipping(skip));
        bench.WarmUp(); // while the window is small the reader announces that it opens
        bench.Acknowledge();
        const uint32_t skipped = bench.Get().GetSkippedAcks();
        constexpr uint32_t SEGMENTS = 60;
        uint32_t sent = 0;
        for (uint32_t k = 0; k < SEGMENTS; ++k)
        {
            const bool isSent = bench.Data(k, 20000).has_value();
            EXPECT_EQ(isSent, k % (skip + 1) == skip);
            sent += isSent ? 1 : 0;
        }
        EXPECT_EQ(sent, SEGMENTS / (skip + 1));
        EXPECT_EQ(sent + bench.Get().GetSkippedAcks() - skipped, SEGMENTS);
        EXPECT_EQ(bench.GetTimer(), -1);
        if (skip > 0)
        {
            EXPECT_FALSE(bench.Data(SEGMENTS, 20000));
            EXPECT_EQ(bench.GetTimer(), 20040) << "the last one does not go unacknowledged";
        }
    }
}

TEST(TcpLinux24AckPolicy, NeverSkipsTrouble)
{
    ReceiverBench bench(GetSkipping(3));
    bench.WarmUp();
    bench.Acknowledge();
    EXPECT_FALSE(bench.Data(0, 20000));
    EXPECT_TRUE(bench.Data(2, 20000)) << "out of order";
    EXPECT_TRUE(bench.Data(4, 20000));
    EXPECT_TRUE(bench.Data(1, 20000)) << "fills a hole, another is left";
    EXPECT_TRUE(bench.Data(3, 20000)) << "fills the last hole";
    EXPECT_FALSE(bench.Data(5, 20000));
    EXPECT_TRUE(bench.Data(5, 20000)) << "duplicate";
    EXPECT_FALSE(bench.Data(6, 20000));
    EXPECT_TRUE(bench.Arrive({.start = bench.Get().GetRcvNxt() - 100, .length = 100 + MSS}, 20000))
        << "partly old";
    EXPECT_TRUE(bench.Arrive({.start = bench.Get().GetRcvNxt(), .length = 100, .fin = true}, 20000))
        << "FIN";
}

TEST(TcpLinux24AckPolicy, SkipsOnTopOfDelayedAcks)
{
    TcpLinux24ReceiverOptions options;
    ReceiverBench bench(options);
    options.ackSkip = 1;
    ReceiverBench skipping(options);
    bench.WarmUp();
    for (int k = 0; skipping.Get().GetQuick() > 0 || k < 60; ++k)
    {
        skipping.Data(k, 20000);
    }
    for (TcpOffset first = 0; first < 10; ++first)
    {
        EXPECT_EQ(bench.Data(first, 20000).has_value(), first % 2 == 1);
    }
    const TcpOffset start = skipping.Get().GetRcvNxt() / MSS;
    int sent = 0;
    for (int k = 0; k < 40; ++k)
    {
        sent += skipping.Data(start + k, 20000) ? 1 : 0;
    }
    EXPECT_EQ(sent, 10) << "one for four segments";
}

// cleanup_rbuf: two segments that wait bring back no skipped ACK, the end of a message does.
TEST(TcpLinux24AckPolicy, SkippedAckComesBackWithTheEndOfAMessage)
{
    TcpLinux24ReceiverOptions options = GetSkipping(5);
    options.finalCutPush = false;
    ReceiverBench bench(options);
    bench.WarmUp();
    bench.Acknowledge();
    for (int k = 0; k < 4; ++k)
    {
        EXPECT_FALSE(bench.Data(k, 20000, std::nullopt, true)) << "PSH on a full segment";
    }
    const TcpLinux24Arrival tail{.start = bench.Get().GetRcvNxt(), .length = 300, .push = true};
    const auto ack = bench.Arrive(tail, 20000);
    ASSERT_TRUE(ack);
    EXPECT_EQ(bench.GetTimer(), -1);
}

// Without an srtt nothing limits the delay of an ACK, which doubles each time that the timer fires.
TEST(TcpLinux24AckPolicy, AdaptiveSkipWaitsForTheShortestDelay)
{
    TcpLinux24ReceiverOptions options = GetSkipping(1);
    options.adaptiveAckSkip = true;
    const TcpLinux24RttEstimator rtt{TcpLinux24Options{}};
    TcpLinux24AckPolicy policy(options, rtt);
    TcpTick now = 1000;
    TcpLinux24AckPolicy::Situation situation{0, 0, true, false};
    const auto sendAck = [&] {
        situation.rcvWup = situation.rcvNxt;
        policy.AckSent();
    };
    // A segment per tick, each of which echoes the ACK of forty ticks ago.
    const auto isSkipped = [&] {
        ++now;
        situation.rcvNxt += MSS;
        policy.EchoReceived(situation.rcvNxt, now - 40, now);
        policy.DataReceived(MSS, 0, false, 63712, now);
        const bool isSent = policy.Decide(situation, now) == TcpLinux24AckDue::NOW;
        if (isSent)
        {
            sendAck();
        }
        return !isSent;
    };
    for (int k = 0; k < 3 * 40; ++k)
    {
        EXPECT_FALSE(isSkipped()) << "the flight is not known yet, " << k;
    }
    for (int timers = 0; timers < 3; ++timers)
    {
        ASSERT_TRUE(isSkipped());
        EXPECT_EQ(policy.GetTimer(), now + 4) << "40 ms";
        now += 4;
        EXPECT_TRUE(policy.OnTimer(now));
        sendAck();
        EXPECT_GT(policy.GetAto(), 4u);
    }
}

TEST(TcpLinux24AckPolicy, AdaptiveSkipNeedsTimestamps)
{
    TcpLinux24ReceiverOptions options = GetSkipping(4);
    options.adaptiveAckSkip = true;
    options.timestamps = false;
    ReceiverBench bench(options);
    for (TcpOffset k = 0; k < 200; ++k)
    {
        EXPECT_TRUE(bench.Data(k, 20000 + 10 * k));
    }
}

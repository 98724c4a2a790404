// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Probes, FIN, path MTU, collapsing and refused retransmissions (3.10, 3.11 and 3.16 of the
// module's documentation).

#include "tcp-linux24-sender-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Sizes = std::vector<uint32_t>;

constexpr uint32_t MSS = TcpLinux24SenderBench::MSS;

} // namespace

TEST(TcpLinux24SenderOutput, ClosedWindowIsProbedAtDoublingIntervals)
{
    auto setup = MakeTcpLinux24Setup(4);
    setup.data = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 4, .echo = 20000, .window = 0});
    EXPECT_EQ(bench.GetSent(), "-");
    for (const uint32_t ms : {20220, 20640, 21480, 23160})
    {
        bench.Expire(ms);
        EXPECT_EQ(bench.GetSent(), "probe") << ms;
    }
    EXPECT_EQ(bench.sender.GetPacketsOut(), 0u);
    bench.Acknowledge(23170, {.ack = 4, .echo = 20000, .window = 2});
    EXPECT_EQ(bench.GetSent(), "D4 D5");
}

TEST(TcpLinux24SenderOutput, AnswerThatTheWindowIsClosedPutsOffTheNextProbe)
{
    auto setup = MakeTcpLinux24Setup(4);
    setup.data = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 4, .echo = 20000, .window = 0});
    bench.Expire(20220);
    // Twice 210 ms after the answer, not after the probe (tcp_ack_probe).
    bench.Acknowledge(20300, {.ack = 4, .echo = 20220, .window = 0});
    bench.Expire(20720);
    EXPECT_EQ(bench.GetSent(), "probe");
    bench.Acknowledge(20730, {.ack = 4, .echo = 20720, .window = 0});
    bench.Expire(21570);
    EXPECT_EQ(bench.GetSent(), "probe");
}

TEST(TcpLinux24SenderOutput, ProbesGoOnFromTheTimeoutsBefore)
{
    auto setup = MakeTcpLinux24Setup(4);
    setup.options.timestamps = false;
    setup.data = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    // Without timestamps what was sent again gives no sample: rto stays 6 s and backoff 1.
    bench.Expire(23000);
    ASSERT_EQ(bench.sender.GetRtt().GetRto(), 600u);
    bench.Acknowledge(23100, {.ack = 4, .window = 0});
    bench.Expire(29100); // the first probe comes after rto
    EXPECT_EQ(bench.GetSent(), "probe");
    // backoff is 2 by then: 24 s
    EXPECT_EQ(bench.GetMilliseconds(*bench.sender.GetTimer()), 53100u);
}

TEST(TcpLinux24SenderOutput, LaterWriteTakesThePushAlong)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(2)};
    bench.Establish();
    bench.Write(20000, 2 * MSS - 1);
    bench.Write(20000, 1000);
    ASSERT_EQ(bench.sender.GetQueue().size(), 3u);
    EXPECT_TRUE(bench.sender.GetQueue()[1].push);
    EXPECT_TRUE(bench.sender.GetQueue()[2].push);
    bench.Write(20000, 1000);
    ASSERT_EQ(bench.sender.GetQueue().size(), 4u);
    EXPECT_TRUE(bench.sender.GetQueue()[1].push) << "has left";
    EXPECT_FALSE(bench.sender.GetQueue()[2].push) << "goes on in the next";
    EXPECT_TRUE(bench.sender.GetQueue()[3].push);
}

TEST(TcpLinux24SenderOutput, ProbeThatFillsTheWindowIsPushed)
{
    constexpr uint32_t ROOM = 1000;
    auto setup = MakeTcpLinux24Setup(4);
    setup.data = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    TcpLinux24Ack ack;
    ack.ack = 4 * MSS;
    ack.window = ROOM;
    bench.sender.OnAck(ack, bench.GetTick(20010));
    bench.Expire(20220);
    EXPECT_EQ(bench.GetSizes(), Sizes{ROOM});
    EXPECT_TRUE(bench.sender.GetQueue().front().push);
    EXPECT_TRUE(bench.sender.GetQueue()[1].push) << "and the rest of the segment";
    EXPECT_EQ(bench.sender.GetPacketsOut(), 1u);
}

TEST(TcpLinux24SenderOutput, RefusedAckOrProbeReducesTheWindow)
{
    auto setup = MakeTcpLinux24Setup(10);
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 8, .echo = 20000});
    const uint32_t cwnd = bench.sender.GetCwnd();
    bench.sender.OnLocalDrop(bench.GetTick(20010));
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::CWR);
    EXPECT_EQ(bench.sender.GetSsthresh(), cwnd / 2);
    EXPECT_EQ(bench.sender.GetCongestion().GetPriorSsthresh(), 0u);

    setup.data = 20;
    TcpLinux24SenderBench closed{setup};
    closed.StartFlight();
    closed.Acknowledge(20010, {.ack = 10, .echo = 20000, .window = 0});
    closed.refusals = {9}; // a probe has the number before the first byte
    closed.Expire(20220);
    EXPECT_EQ(closed.GetSent(), "-");
    EXPECT_EQ(closed.sender.GetCongestion().GetState(), TcpLinux24State::CWR);
}

TEST(TcpLinux24SenderOutput, SackBlocksShrinkNewSegments)
{
    auto setup = MakeTcpLinux24Setup(4);
    setup.data = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.sackBytes = 12; // one block
    bench.Acknowledge(20010, {.ack = 2, .echo = 20000});
    EXPECT_EQ(bench.GetSizes(), (Sizes{MSS - 12, 12, MSS - 12}));
    bench.sackBytes = 0;
    bench.Acknowledge(20020, {.ack = 4, .echo = 20000});
    EXPECT_EQ(bench.GetSizes(), (Sizes{12, MSS, MSS})) << "what was cut stays cut";
    bench.sackBytes = 28; // three blocks
    bench.Write(20030, 10);
    EXPECT_EQ(bench.sender.GetTailRoom(), MSS - 28 - 10) << "a new segment, too, is shorter";
}

TEST(TcpLinux24SenderOutput, SackBlocksShrinkRetransmissions)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(4)};
    bench.StartFlight();
    bench.sackBytes = 20; // two blocks
    bench.Expire(20210);
    EXPECT_EQ(bench.GetSizes(), Sizes{MSS - 20});
    EXPECT_EQ(bench.sender.GetPacketsOut(), 5u);
}

TEST(TcpLinux24SenderOutput, FinPassesTheCongestionWindow)
{
    auto setup = MakeTcpLinux24Setup(2);
    setup.data = 3;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    ASSERT_EQ(bench.GetSent(), "D0 D1");
    bench.Forget();
    bench.sender.Close(2000);
    EXPECT_EQ(bench.GetSent(), "D2");
    EXPECT_TRUE(bench.sender.GetQueue().back().fin);
    EXPECT_EQ(bench.sender.GetSndNxt(), 3 * MSS + 1);
    // Its data arrives without it: only the FIN is sent again.
    bench.AcknowledgeBytes(20010, 3 * MSS);
    bench.Expire(20220);
    EXPECT_EQ(bench.GetSizes(), Sizes{0});
    bench.AcknowledgeBytes(20230, 3 * MSS + 1);
    EXPECT_TRUE(bench.sender.GetQueue().empty());
    EXPECT_EQ(bench.sender.GetQueueMemory(), 0u);
    EXPECT_FALSE(bench.sender.GetTimer().has_value());
}

TEST(TcpLinux24SenderOutput, SmallerPathMtuSendsAgainAtOnce)
{
    auto setup = MakeTcpLinux24Setup(4, 8);
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Forget();
    bench.sender.SetMss(1000);
    bench.sender.SimpleRetransmit(2001);
    EXPECT_EQ(bench.GetSizes(), (Sizes{1000, 448, 1000, 448}));
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::LOSS);
    EXPECT_EQ(bench.sender.GetCwnd(), 4u);
    EXPECT_EQ(bench.sender.GetSsthresh(), 8u);
    EXPECT_EQ(bench.sender.GetCongestion().GetPriorSsthresh(), 0u);
    EXPECT_FALSE(bench.sender.GetCongestion().GetUndo().GetMarker().has_value());
    EXPECT_EQ(bench.sender.GetPacketsOut(), 6u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), 6u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetRetransOut(), 4u);
}

namespace
{

/// Four segments of 100 bytes; the timer fires.
/// @return data bytes of what is sent again
Sizes
SendSmallAgain(bool collapse)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.noDelay = true;
    setup.options.retransCollapse = collapse;
    TcpLinux24SenderBench bench{setup};
    bench.Establish();
    for (int i = 0; i < 4; ++i)
    {
        bench.Write(20000, 100);
    }
    bench.Expire(20210);
    EXPECT_EQ(bench.sender.GetPacketsOut(), collapse ? 3u : 4u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), collapse ? 3u : 4u);
    return bench.GetSizes();
}

} // namespace

TEST(TcpLinux24SenderOutput, SmallSegmentsAreCollapsed)
{
    EXPECT_EQ(SendSmallAgain(true), Sizes{200});
    EXPECT_EQ(SendSmallAgain(false), Sizes{100});
}

TEST(TcpLinux24SenderOutput, RefusedTimeoutIsTriedAgainSoonWithoutDoubling)
{
    TcpLinux24BenchSetup setup;
    setup.options.timestamps = false;
    setup.data = 2;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.refusals = {0};
    bench.Expire(23000);
    EXPECT_EQ(bench.GetSent(), "-");
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 300u);
    EXPECT_EQ(bench.sender.GetScoreboard().GetRetransOut(), 0u);
    EXPECT_EQ(bench.sender.GetCongestion().GetPriorSsthresh(), 0u);
    bench.Expire(23500);
    EXPECT_EQ(bench.GetSent(), "R0");
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 600u);
}

// tcp_retransmit_timer: "if (!tp->retransmits) tp->retransmits = 1", and one more for each that
// left.
TEST(TcpLinux24SenderOutput, RefusedTimeoutsCountOnceInARow)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(2)};
    bench.StartFlight();
    const auto& congestion = bench.sender.GetCongestion();
    for (int i = 0; i < 3; ++i)
    {
        bench.refusals = {0};
        bench.Expire(bench.GetMilliseconds(*bench.sender.GetTimer()));
        ASSERT_EQ(bench.GetSent(), "-");
        EXPECT_EQ(congestion.GetTimeouts(), 1u) << i;
    }
    bench.Expire(bench.GetMilliseconds(*bench.sender.GetTimer()));
    EXPECT_EQ(bench.GetSent(), "R0");
    EXPECT_EQ(congestion.GetTimeouts(), 2u);
    bench.refusals = {0};
    bench.Expire(bench.GetMilliseconds(*bench.sender.GetTimer()));
    EXPECT_EQ(congestion.GetTimeouts(), 2u);
}

TEST(TcpLinux24SenderOutput, GivesUpAfterFifteenTimeouts)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(2)};
    bench.StartFlight();
    for (int i = 0; i < 15; ++i)
    {
        bench.Expire(bench.GetMilliseconds(*bench.sender.GetTimer()));
        ASSERT_EQ(bench.GetSent(), "R0");
    }
    EXPECT_EQ(bench.sender.GetRtt().GetRto(), 12000u);
    bench.Expire(bench.GetMilliseconds(*bench.sender.GetTimer()));
    EXPECT_TRUE(bench.gaveUp);
    EXPECT_FALSE(bench.sender.GetTimer().has_value());
}

// net/ipv4/tcp_output.c: tcp_retransmit_skb(). 2.6.8 calls tcp_trim_head() for a segment that is
// acknowledged in part; 2.4.18 sends all of it again.
TEST(TcpLinux24SenderOutput, OnlyLinux26LeavesOutWhatAPartialAckHasCovered)
{
    const auto resend = [](bool trim) {
        auto setup = MakeTcpLinux24Setup(2);
        setup.data = 2;
        setup.options.retransTrim = trim;
        TcpLinux24SenderBench bench{setup};
        bench.StartFlight();
        bench.AcknowledgeBytes(20010, 500);
        bench.Expire(20210);
        return bench.GetSizes();
    };
    EXPECT_EQ(resend(true), Sizes{MSS - 500});
    EXPECT_EQ(resend(false), Sizes{MSS});
}

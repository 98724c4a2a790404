// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// When a receiver acknowledges, beyond the vectors: ATO, ping-pong, FIN, PAWS.

#include "receiver-bench.h"

#include "ns3/tcp-linux24-ack-policy.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = ReceiverBench::MSS;

} // namespace

TEST(TcpLinux24AckPolicy, SegmentSizeEstimate)
{
    ReceiverBench bench;
    auto& receiver = bench.Get();
    const auto send = [&](uint32_t length, bool push = false, uint32_t sackBytes = 0) {
        TcpLinux24Arrival arrival{.start = receiver.GetRcvNxt(), .length = length};
        arrival.push = push;
        arrival.sackOptionBytes = sackBytes;
        bench.Arrive(arrival, 20000);
        return receiver.GetRcvMss();
    };
    EXPECT_EQ(send(1448), 1448u);
    EXPECT_EQ(send(1000), 1448u) << "one small segment proves nothing";
    EXPECT_EQ(send(1000), 1000u) << "two alike do";
    EXPECT_EQ(send(1448), 1448u);
    EXPECT_EQ(send(1000), 1448u);
    EXPECT_EQ(send(900), 1448u);
    EXPECT_EQ(send(1000), 1448u) << "not alike in a row";
    EXPECT_EQ(send(1436, false, 12), 1448u) << "full but for a SACK block";
    EXPECT_EQ(send(1428, false, 20), 1448u);
    EXPECT_EQ(send(300, true), 1448u);
    EXPECT_EQ(send(300, true), 1448u) << "below 536 with PSH: never a full segment";
    EXPECT_EQ(send(300), 1448u);
    EXPECT_EQ(send(300), 300u) << "without PSH it is one";
    EXPECT_EQ(send(60), 300u);
    EXPECT_EQ(send(60), 300u) << "with the timestamp option 72, below 88";
}

TEST(TcpLinux24AckPolicy, FirstGuessOfTheSegmentSize)
{
    TcpLinux24ReceiverOptions options;
    EXPECT_EQ(ReceiverBench(options).Get().GetRcvMss(), 536u);
    options.sendMss = 500;
    EXPECT_EQ(ReceiverBench(options).Get().GetRcvMss(), 500u);
    options.firstWindow = 600;
    EXPECT_EQ(ReceiverBench(options).Get().GetRcvMss(), 300u);
    options.firstWindow = 100;
    EXPECT_EQ(ReceiverBench(options).Get().GetRcvMss(), 88u);
}

TEST(TcpLinux24AckPolicy, AtoFollowsTheGaps)
{
    ReceiverBench bench;
    bench.WarmUp(20000);
    int k = 0;
    const auto wait = [&](int64_t milliseconds) {
        bench.Data(k++, milliseconds);
        return bench.Get().GetAto();
    };
    EXPECT_EQ(wait(20000), 4u);
    EXPECT_TRUE(bench.Timer(20040));
    EXPECT_EQ(bench.Get().GetAto(), 8u) << "doubled by the timer";
    EXPECT_EQ(wait(20070), 4u + 7u) << "gap of 7 ticks";
    EXPECT_TRUE(bench.Timer(20110));
    EXPECT_EQ(bench.Get().GetAto(), 21u) << "22, but not above rto";
    EXPECT_EQ(wait(20130), 10u + 6u) << "6 ticks after the last";
    EXPECT_EQ(wait(20150), 8u + 2u) << "gaps up to 2 ticks count as 2";
}

// tcp_enter_quickack_mode: "ack.ato = TCP_ATO_MIN", whatever the delay has grown to.
TEST(TcpLinux24AckPolicy, QuickAcksBeginWithTheLeastAto)
{
    const TcpLinux24RttEstimator rtt{TcpLinux24Options{}};
    TcpLinux24AckPolicy policy({}, rtt);
    policy.DataReceived(MSS, 0, false, 63712, 1000);
    while (policy.GetQuick() > 0)
    {
        policy.AckSent();
    }
    policy.DataReceived(MSS, 0, false, 63712, 1200);
    ASSERT_EQ(policy.Decide({MSS, 0, true, false}, 1200), TcpLinux24AckDue::DELAYED);
    ASSERT_TRUE(policy.OnTimer(1204));
    ASSERT_EQ(policy.GetAto(), 8u) << "doubled by the timer";
    policy.EnterQuickMode(63712);
    EXPECT_EQ(policy.GetAto(), 4u);
}

TEST(TcpLinux24AckPolicy, DelayWithoutAnSrtt)
{
    TcpLinux24ReceiverOptions options;
    options.timestamps = false;
    const TcpLinux24RttEstimator rtt{TcpLinux24Options{}}; // a pure receiver has no sample
    TcpLinux24AckPolicy policy(options, rtt);
    policy.DataReceived(MSS, 0, false, 63712, 1000);
    while (policy.GetQuick() > 0)
    {
        policy.AckSent();
    }
    TcpTick now = 1000;
    const auto receive = [&](TcpTick gap, bool push) {
        now += gap;
        policy.DataReceived(push ? 1000 : MSS, 0, push, 63712, now);
        EXPECT_EQ(policy.Decide({MSS, 0, true, false}, now), TcpLinux24AckDue::DELAYED);
        return *policy.GetTimer() - now;
    };
    const auto fire = [&] {
        now = *policy.GetTimer();
        EXPECT_TRUE(policy.OnTimer(now));
        policy.AckSent();
    };
    for (const uint32_t delay : {4, 8, 16, 32, 50, 50})
    {
        EXPECT_EQ(receive(200, false), delay) << "500 ms at most";
        fire();
    }
    EXPECT_EQ(policy.GetAto(), 256u);
    EXPECT_EQ(receive(230, true), 20u) << "200 ms if the peer pushed";
}

// tcp_event_data_recv: the limit of rto is that of the middle branch; a gap of TCP_ATO_MIN / 2, 2
// ticks, still belongs to the first one, which has none.
TEST(TcpLinux24AckPolicy, RtoLimitsOnlyGapsAboveHalfTheLeastAto)
{
    const auto measure = [](TcpTick gap) {
        TcpLinux24RttEstimator rtt{TcpLinux24Options{}};
        TcpLinux24AckPolicy policy({}, rtt);
        TcpTick now = 1000;
        policy.DataReceived(MSS, 0, false, 63712, now);
        // Each timer doubles ato, from 4 to 128, as rto is still 3 s.
        for (int i = 0; i < 5; ++i)
        {
            while (policy.GetQuick() > 0)
            {
                policy.AckSent();
            }
            now += 200;
            policy.DataReceived(MSS, 0, false, 63712, now);
            EXPECT_EQ(policy.Decide({MSS, 0, true, false}, now), TcpLinux24AckDue::DELAYED);
            now = *policy.GetTimer();
            EXPECT_TRUE(policy.OnTimer(now));
            policy.AckSent();
        }
        EXPECT_EQ(policy.GetAto(), 128u);
        rtt.AddSample(1, 0, 0); // rto becomes 1 + 20 ticks
        // A gap above rto leaves ato as it is (and begins quick ACKs).
        now += 200;
        policy.DataReceived(MSS, 0, false, 63712, now);
        EXPECT_EQ(policy.GetAto(), 128u);
        policy.DataReceived(MSS, 0, false, 63712, now + gap);
        return policy.GetAto();
    };
    EXPECT_EQ(measure(1), 64u + 2u);
    EXPECT_EQ(measure(2), 64u + 2u);
    EXPECT_EQ(measure(3), 21u) << "64 + 3, but not above rto";
}

TEST(TcpLinux24AckPolicy, TicksOfOneMillisecond)
{
    const TcpLinux24RttEstimator rtt{TcpLinux24Options{.ticksPerSecond = 1000}};
    TcpLinux24AckPolicy policy({.ticksPerSecond = 1000}, rtt);
    policy.DataReceived(MSS, 0, false, 63712, 5000);
    while (policy.GetQuick() > 0)
    {
        policy.AckSent();
    }
    policy.DataReceived(MSS, 0, false, 63712, 6000);
    EXPECT_EQ(policy.Decide({MSS, 0, true, false}, 6000), TcpLinux24AckDue::DELAYED);
    EXPECT_EQ(policy.GetTimer(), 6040u) << "40 ms";
}

TEST(TcpLinux24AckPolicy, EarlierDeadlineStays)
{
    const TcpLinux24RttEstimator rtt{TcpLinux24Options{}};
    TcpLinux24AckPolicy policy({}, rtt);
    const TcpLinux24AckPolicy::Situation lone{MSS, 0, true, false};
    policy.DataReceived(MSS, 0, false, 63712, 1000);
    while (policy.GetQuick() > 0)
    {
        policy.AckSent();
    }
    for (const TcpTick now : {1100U, 1200U})
    {
        policy.DataReceived(MSS, 0, false, 63712, now);
        policy.Decide(lone, now);
        policy.OnTimer(*policy.GetTimer());
        policy.AckSent();
    }
    ASSERT_EQ(policy.GetAto(), 16u);
    policy.DataReceived(MSS, 0, false, 63712, 1300);
    EXPECT_EQ(policy.Decide(lone, 1300), TcpLinux24AckDue::DELAYED);
    EXPECT_EQ(policy.GetTimer(), 1316u);
    policy.DataReceived(MSS, 0, false, 63712, 1303); // ato 8 + 3
    EXPECT_EQ(policy.Decide(lone, 1303), TcpLinux24AckDue::DELAYED);
    EXPECT_EQ(policy.GetTimer(), 1314u) << "an earlier one wins";
    policy.DataReceived(MSS, 0, false, 63712, 1309); // ato 5 + 6
    EXPECT_EQ(policy.Decide(lone, 1309), TcpLinux24AckDue::DELAYED);
    EXPECT_EQ(policy.GetTimer(), 1314u) << "a later one does not";
    policy.DataReceived(MSS, 0, false, 63712, 1312); // ato 5 + 3
    EXPECT_EQ(policy.Decide(lone, 1312), TcpLinux24AckDue::NOW) << "due within a quarter of 8";
}

TEST(TcpLinux24AckPolicy, PingpongDelaysAndTheTimerEndsIt)
{
    ReceiverBench bench;
    EXPECT_TRUE(bench.Data(0, 20000)) << "quick mode";
    EXPECT_GT(bench.Get().GetQuick(), 0u);
    bench.Acknowledge(); // an answer that carries data
    bench.Get().DataSent(2003);
    EXPECT_TRUE(bench.Get().IsPingpong());
    EXPECT_FALSE(bench.Data(1, 20040)) << "an answer is expected to carry the ACK";
    EXPECT_EQ(bench.GetTimer(), 20080);
    EXPECT_TRUE(bench.Timer(20080));
    EXPECT_FALSE(bench.Get().IsPingpong());
    EXPECT_EQ(bench.Get().GetAto(), 4u);
    bench.Get().DataSent(2008);
    EXPECT_FALSE(bench.Get().IsPingpong()) << "4 ticks after the data is too late";
}

TEST(TcpLinux24AckPolicy, FinWaitsForTheOwnFin)
{
    ReceiverBench passive;
    passive.Data(0, 20000);
    EXPECT_FALSE(passive.Arrive({.start = MSS, .fin = true}, 20010));
    EXPECT_TRUE(passive.Get().IsFinReceived());
    EXPECT_EQ(passive.Get().GetReadable(), 0u);
    EXPECT_EQ(passive.GetTimer(), 20050);

    ReceiverBench active;
    active.Data(0, 20000);
    active.Get().FinQueued();
    EXPECT_TRUE(active.Arrive({.start = MSS, .fin = true}, 20010));
    EXPECT_EQ(active.Get().GetRcvNxt(), MSS + 1);
    active.Arrive({.start = MSS + 1, .length = 10}, 20020);
    EXPECT_EQ(active.GetFate(), TcpLinux24Fate::AFTER_FIN);
    EXPECT_TRUE(active.Arrive({.start = MSS, .fin = true}, 20030)) << "FIN again: ACK again";
}

TEST(TcpLinux24AckPolicy, FinOutOfOrder)
{
    ReceiverBench bench;
    EXPECT_TRUE(bench.Arrive({.start = MSS, .length = 100, .fin = true}, 20000));
    EXPECT_FALSE(bench.Get().IsFinReceived());
    bench.Data(0, 20000);
    EXPECT_TRUE(bench.Get().IsFinReceived());
    EXPECT_EQ(bench.Get().GetRcvNxt(), MSS + 101);
    EXPECT_EQ(bench.Get().GetReadable(), 0u) << "the reader took it";
    EXPECT_EQ(bench.Get().GetMemory(), 0u);
}

TEST(TcpLinux24AckPolicy, Paws)
{
    ReceiverBench bench;
    auto& receiver = bench.Get();
    receiver.SetTsRecent(5000, 2000);
    bench.Data(0, 20000, 4999);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED) << "one tick older is allowed";
    EXPECT_EQ(receiver.GetEcho(), 5000u);
    EXPECT_TRUE(bench.Data(1, 20000, 4998));
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::OLD_TIMESTAMP);
    EXPECT_EQ(receiver.GetRcvNxt(), MSS);
    const auto old = bench.Data(0, 20000, 4998);
    ASSERT_TRUE(old);
    EXPECT_EQ(old->sacks, (std::vector<TcpRange>{{0, 1}})) << "old data is reported even then";

    // rto 21: 21 * 1024 / 100 = 215 ticks of the peer.
    TcpLinux24Arrival ack{.start = MSS};
    ack.duplicateAck = true;
    ack.timestamp = 5000 - 215;
    EXPECT_EQ(receiver.Check(ack, 2000), TcpLinux24Fate::NOTHING);
    ack.timestamp = 5000 - 216;
    EXPECT_EQ(receiver.Check(ack, 2000), TcpLinux24Fate::OLD_TIMESTAMP);
    ack.duplicateAck = false;
    ack.timestamp = 5000 - 2;
    EXPECT_EQ(receiver.Check(ack, 2000), TcpLinux24Fate::OLD_TIMESTAMP);

    constexpr TcpTick DAYS = 24 * 86400 * 100;
    bench.Data(1, (20000 / 10 + int64_t{DAYS} - 1) * 10, 4998);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::OLD_TIMESTAMP);
    bench.Data(1, (20000 / 10 + int64_t{DAYS}) * 10, 4998);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED) << "24 days on it says nothing";
    EXPECT_EQ(receiver.GetEcho(), 4998u);
}

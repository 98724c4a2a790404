// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/one-way-tcp-sender.h"
#include "ns3/one-way-tcp-sink.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Numbers = std::vector<int64_t>;
using Variant = OneWayTcpSender::Variant;

/// A sender whose packets are noted.
struct Host
{
    explicit Host(Variant variant)
        : sender({.variant = variant}, [this](int64_t number) { sent.push_back(number); })
    {
    }

    /// @return what was sent since the last call
    Numbers Take()
    {
        return std::exchange(sent, {});
    }

    /// Acknowledge packets one by one.
    /// @param last of them
    void AckUpTo(int64_t last)
    {
        while (acked < last)
        {
            sender.AckReceived(++acked, now += 0.01);
        }
    }

    /// Let packets be sent with a window of 10: the first 9 and no more.
    /// @return the sender
    void GrowTo10()
    {
        sender.Start(1000, now);
        AckUpTo(8); // the window is 2 after the SYN, then one more for each ACK
        sent.clear();
    }

    Numbers sent;           ///< since Take()
    OneWayTcpSender sender; ///< the sender
    int64_t acked{-1};      ///< last packet acknowledged
    double now{0};          ///< s
};

} // namespace

TEST(OneWayTcpSenderTest, SendsTheSynAloneAndThenTwo)
{
    Host host(Variant::RENO);
    host.sender.Start(100, 0);
    EXPECT_EQ(host.Take(), Numbers{0});
    EXPECT_EQ(host.sender.GetTimer(), 6); // rtxcur_init_
    host.sender.AckReceived(0, 0.05);
    EXPECT_EQ(host.Take(), (Numbers{1, 2}));
    EXPECT_NEAR(*host.sender.GetTimer(), 1.05, 1e-9); // minrto_
}

TEST(OneWayTcpSenderTest, GrowsByOneForEachAckInSlowStart)
{
    Host host(Variant::RENO);
    host.GrowTo10();
    EXPECT_EQ(host.sender.GetWindow(), 10);
    host.AckUpTo(9);
    EXPECT_EQ(host.Take(), (Numbers{19, 20}));
}

TEST(OneWayTcpSenderTest, NeverSendsMoreThanTheReceiversWindow)
{
    Host host(Variant::RENO);
    host.sender.Start(1000, 0);
    host.AckUpTo(200);
    EXPECT_GT(host.sender.GetWindow(), 20);
    EXPECT_EQ(host.Take().back(), 220);
}

TEST(OneWayTcpSenderTest, EndsWithTheLastPacket)
{
    Host host(Variant::RENO);
    host.sender.Start(3, 0);
    host.AckUpTo(3);
    EXPECT_EQ(host.Take(), (Numbers{0, 1, 2, 3}));
    EXPECT_TRUE(host.sender.IsDone());
    EXPECT_FALSE(host.sender.GetTimer());
}

TEST(OneWayTcpSenderTest, TahoeBeginsAgainAtTheHole)
{
    Host host(Variant::TAHOE);
    host.GrowTo10(); // 9 to 18 are on their way
    for (int i = 0; i < 3; ++i)
    {
        host.sender.AckReceived(8, host.now);
    }
    // The first two duplicates let a new one out each, the third one sends 9 again.
    EXPECT_EQ(host.Take(), (Numbers{19, 20, 9}));
    EXPECT_EQ(host.sender.GetWindow(), 1);
    EXPECT_EQ(host.sender.GetThreshold(), 5);
    host.sender.AckReceived(9, host.now);
    EXPECT_EQ(host.Take(), (Numbers{10, 11})); // though they may have arrived
}

TEST(OneWayTcpSenderTest, RenoLeavesFastRecoveryAtTheFirstNewAck)
{
    Host host(Variant::RENO);
    host.GrowTo10();
    for (int i = 0; i < 3; ++i)
    {
        host.sender.AckReceived(8, host.now);
    }
    EXPECT_EQ(host.Take(), (Numbers{19, 20, 9}));
    EXPECT_EQ(host.sender.GetThreshold(), 5);
    EXPECT_EQ(host.sender.GetWindow(), 5);
    // 12 is missing, too. The window of 5 is full, so that nothing leaves, no duplicate comes back
    // and the timer is what is left: the deadlock of Reno.
    host.sender.AckReceived(11, host.now);
    EXPECT_EQ(host.Take(), Numbers{});
    EXPECT_NEAR(host.sender.GetWindow(), 5.2, 1e-9);
    ASSERT_TRUE(host.sender.GetTimer());
    host.sender.TimerExpired(*host.sender.GetTimer());
    EXPECT_EQ(host.Take(), Numbers{12});
    EXPECT_EQ(host.sender.GetTimeouts(), 1);
}

TEST(OneWayTcpSenderTest, NewRenoSendsTheNextHoleAtAPartialAck)
{
    Host host(Variant::NEWRENO);
    host.GrowTo10();
    for (int i = 0; i < 3; ++i)
    {
        host.sender.AckReceived(8, host.now);
    }
    EXPECT_EQ(host.Take(), (Numbers{19, 20, 9}));
    host.sender.AckReceived(11, host.now);
    EXPECT_EQ(host.Take(), Numbers{12});
    EXPECT_EQ(host.sender.GetFastRetransmissions(), 1);
}

// RFC 3782, 3, step 5: a partial ACK deflates the window by what it acknowledges, less one packet,
// so that a new packet leaves with the retransmission.
TEST(OneWayTcpSenderTest, NewRenoSendsANewPacketWithEachHole)
{
    Host host(Variant::NEWRENO);
    host.GrowTo10();
    for (int i = 0; i < 10; ++i) // 9 and 11 of 9 to 20 are lost
    {
        host.sender.AckReceived(8, host.now);
    }
    // Half of the window and ten duplicates, 5 + 10, reach to 8 + 15.
    ASSERT_EQ(host.Take(), (Numbers{19, 20, 9, 21, 22, 23}));
    // 9 and 10 are acknowledged: 5 + 10 - 2 + 1 reach to 10 + 14.
    host.sender.AckReceived(10, host.now);
    EXPECT_EQ(host.Take(), (Numbers{11, 24}));
}

// newreno_changes1_: the first partial ACK of each recovery starts the timer again, and no other.
TEST(OneWayTcpSenderTest, NewRenoStartsTheTimerAgainOnceInEachRecovery)
{
    Host host(Variant::NEWRENO);
    host.GrowTo10();
    const auto repeat = [&host](int64_t number) {
        for (int i = 0; i < 3; ++i)
        {
            host.sender.AckReceived(number, host.now);
        }
    };
    repeat(8); // 9 to 20 are on their way
    host.sender.AckReceived(11, 1);
    EXPECT_EQ(host.sender.GetTimer(), 2); // minrto_
    host.sender.AckReceived(13, 1.5);
    EXPECT_EQ(host.sender.GetTimer(), 2);
    host.sender.AckReceived(20, 1.6); // the end of this recovery
    host.sender.AckReceived(21, 1.6); // beyond recover_, so that duplicates tell of a loss again
    host.now = 1.7;
    repeat(21);
    EXPECT_EQ(host.sender.GetTimer(), 2.7);
    host.sender.AckReceived(23, 1.8);
    EXPECT_EQ(host.sender.GetTimer(), 2.8);
    host.sender.AckReceived(24, 1.9);
    EXPECT_EQ(host.sender.GetTimer(), 2.8);
}

// An ACK of all that was sent before the recovery, up to recover_ itself, ends it.
TEST(OneWayTcpSenderTest, NewRenoEndsRecoveryWithTheAckOfRecover)
{
    Host host(Variant::NEWRENO);
    host.GrowTo10();
    for (int i = 0; i < 3; ++i)
    {
        host.sender.AckReceived(8, host.now);
    }
    ASSERT_EQ(host.Take(), (Numbers{19, 20, 9}));
    host.sender.AckReceived(20, host.now);
    EXPECT_EQ(host.Take(), (Numbers{21, 22, 23, 24, 25}));
    EXPECT_DOUBLE_EQ(host.sender.GetWindow(), 5 + 1.0 / 5);
}

// bugFix_: "highest_ack_ > recover_" must hold for duplicates to reduce the window.
TEST(OneWayTcpSenderTest, DuplicatesOfWhatATimeoutHasCoveredAreNoLoss)
{
    Host host(Variant::RENO);
    host.GrowTo10(); // 9 to 18 are on their way
    host.now = *host.sender.GetTimer();
    host.sender.TimerExpired(host.now);
    host.sender.AckReceived(17, host.now);
    host.sender.AckReceived(18, host.now); // recover_ itself
    ASSERT_EQ(host.sender.GetWindow(), 3);
    host.Take();
    for (int i = 0; i < 3; ++i)
    {
        host.sender.AckReceived(18, host.now);
    }
    EXPECT_EQ(host.Take(), (Numbers{22, 23})) << "limited transmit, and no more";
    EXPECT_EQ(host.sender.GetFastRetransmissions(), 0);
    EXPECT_EQ(host.sender.GetWindow(), 3);
    host.sender.AckReceived(19, host.now); // was sent after the timeout
    for (int i = 0; i < 3; ++i)
    {
        host.sender.AckReceived(19, host.now);
    }
    EXPECT_EQ(host.sender.GetFastRetransmissions(), 1);
}

// allow_fast_retransmit() of Reno: duplicates may reduce the window again if duplicates have done
// so.
TEST(OneWayTcpSenderTest, RenoAloneRetransmitsFastTwiceInAWindow)
{
    for (const auto& [variant, retransmissions] :
         {std::pair{Variant::TAHOE, 1U}, std::pair{Variant::RENO, 2U}})
    {
        Host host(variant);
        host.GrowTo10();
        for (const int64_t acked : {8, 8, 8, 11, 11, 11, 11})
        {
            host.sender.AckReceived(acked, host.now);
        }
        EXPECT_EQ(host.sender.GetFastRetransmissions(), retransmissions);
    }
}

TEST(OneWayTcpSenderTest, TimeoutStaysDoubledUntilANewPacketIsTimed)
{
    Host host(Variant::RENO);
    host.GrowTo10();
    host.now = *host.sender.GetTimer();
    host.sender.TimerExpired(host.now);
    EXPECT_NEAR(*host.sender.GetTimer(), host.now + 2, 1e-9);
    host.now += 2;
    host.sender.TimerExpired(host.now);
    EXPECT_NEAR(*host.sender.GetTimer(), host.now + 4, 1e-9);
    EXPECT_EQ(host.Take(), (Numbers{9, 9}));
    // What was sent before is not timed (Karn).
    host.sender.AckReceived(9, host.now + 0.01);
    EXPECT_NEAR(*host.sender.GetTimer(), host.now + 4.01, 1e-9);
    host.sender.AckReceived(18, host.now + 0.02);
    // The second timeout left a threshold of 2: the window is 2 and then 2.5.
    EXPECT_EQ(host.Take(), (Numbers{10, 11, 19, 20}));
    host.sender.AckReceived(19, host.now + 0.03); // the first new one
    EXPECT_NEAR(*host.sender.GetTimer(), host.now + 1.03, 1e-9);
}

// rtt_backoff() forgets the round-trip time beyond a backoff of 8, but not the timeout.
TEST(OneWayTcpSenderTest, TimeoutIsDoubledUpTo64TimesTheLeast)
{
    Host host(Variant::RENO);
    host.GrowTo10();
    for (const int seconds : {2, 4, 8, 16, 32, 64, 64})
    {
        host.now = *host.sender.GetTimer();
        host.sender.TimerExpired(host.now);
        EXPECT_NEAR(*host.sender.GetTimer(), host.now + seconds, 1e-9);
    }
}

// rtt_backoff(): "if (t_backoff_ > 8)", so that the estimate outlives the third timeout.
TEST(OneWayTcpSenderTest, RoundTripTimeIsForgottenAtTheFourthTimeout)
{
    const auto measure = [](const std::vector<double>& timeouts) {
        OneWayTcpSender sender({.variant = Variant::RENO, .leastTimeout = 0, .tick = 1},
                               [](int64_t) {});
        sender.Start(1000, 0);
        sender.AckReceived(0, 10); // srtt 8 x 10, rttvar 2 x 10: 30 ticks
        for (const double timeout : timeouts)
        {
            EXPECT_DOUBLE_EQ(*sender.GetTimer(), timeout);
            sender.TimerExpired(timeout);
        }
        const double now = timeouts.back();
        sender.AckReceived(1, now + 1); // lets packet 3 be sent, the first new one
        sender.AckReceived(2, now + 2);
        sender.AckReceived(3, now + 11); // 10 ticks again
        return *sender.GetTimer() - (now + 11);
    };
    // No error: rttvar sinks by a quarter to 15, and the timeout is (8 x 15 + 80) / 8.
    EXPECT_DOUBLE_EQ(measure({40, 100, 220}), 25);
    // As after a first sample.
    EXPECT_DOUBLE_EQ(measure({40, 100, 220, 460}), 30);
}

TEST(OneWayTcpSinkTest, AcknowledgesEveryPacketWithoutSkipping)
{
    OneWayTcpSink sink(0);
    for (int64_t number = 0; number < 10; ++number)
    {
        EXPECT_TRUE(sink.Receive(number));
        EXPECT_EQ(sink.TakeAck(), number);
    }
}

TEST(OneWayTcpSenderTest, RefusesWhatCannotBe)
{
    const auto expect = [](const OneWayTcpSender::Options& options, const std::string& line) {
        try
        {
            OneWayTcpSender(options, [](int64_t) {});
            ADD_FAILURE() << "accepted, expected " << line;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_EQ(error.what(), line);
        }
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect({.window = 0}, "window=0: expected at least 1 packet");
    expect({.leastTimeout = -1}, "leastTimeout=-1: expected 0 to 1000000 s");
    expect({.leastTimeout = 9.2e9}, "leastTimeout=9.2e+09: expected 0 to 1000000 s");
    expect({.tick = 0}, "tick=0: expected more than 0 and at most 1000000 s");
    expect({.tick = nan}, "tick=nan: expected more than 0 and at most 1000000 s");
}

TEST(OneWayTcpSinkTest, SendsOneOfThreeWithTwoSkipped)
{
    OneWayTcpSink sink(2);
    Numbers acks;
    for (int64_t number = 0; number <= 9; ++number)
    {
        if (sink.Receive(number))
        {
            acks.push_back(sink.TakeAck());
        }
    }
    EXPECT_EQ(acks, (Numbers{0, 3, 6, 9})); // the SYN at once
    EXPECT_FALSE(sink.IsAckWaiting());
}

TEST(OneWayTcpSinkTest, SkipsNoAckThatTellsOfAHole)
{
    OneWayTcpSink sink(4);
    sink.Receive(0);
    sink.TakeAck();
    EXPECT_FALSE(sink.Receive(1));
    EXPECT_TRUE(sink.IsAckWaiting());
    EXPECT_TRUE(sink.Receive(3)); // behind a hole
    EXPECT_EQ(sink.TakeAck(), 1);
    EXPECT_TRUE(sink.Receive(4));
    EXPECT_EQ(sink.TakeAck(), 1);
    EXPECT_TRUE(sink.Receive(2)); // fills it
    EXPECT_EQ(sink.TakeAck(), 4);
    EXPECT_TRUE(sink.Receive(2)); // received before
    EXPECT_EQ(sink.TakeAck(), 4);
    EXPECT_EQ(sink.GetInOrder(), 5);
}

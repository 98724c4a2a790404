// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/delayed-ack-idle.h"
#include "ns3/time-sequence.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr double AT_ONCE{0.01};
constexpr double UNDER_WAY{0.002}; // from sender to receiver, s

/// A connection seen at both ends.
struct Connection
{
    void Deliver(double time, uint32_t sequence, uint32_t length = 100)
    {
        sender.Send(time, sequence, length);
        receiver.Send(time + UNDER_WAY, sequence, length);
    }

    void Acknowledge(double time, uint32_t acknowledgment)
    {
        receiver.Acknowledge(time, acknowledgment, 1000);
        sender.Acknowledge(time + UNDER_WAY, acknowledgment, 1000);
    }

    std::vector<DelayedAckIdle> Find() const
    {
        return FindDelayedAckIdles(sender.GetRows(), receiver.GetRows(), AT_ONCE);
    }

    TimeSequence sender;
    TimeSequence receiver;
};

TEST(DelayedAckIdle, OneSegmentOutstanding)
{
    Connection connection;
    connection.Deliver(1, 0);
    connection.Acknowledge(1.102, 100);
    connection.Deliver(1.2, 100);
    connection.Acknowledge(1.302, 200);
    const auto idles = connection.Find();
    ASSERT_EQ(idles.size(), 2);
    EXPECT_DOUBLE_EQ(idles[0].start, 1.002);
    EXPECT_DOUBLE_EQ(idles[0].end, 1.102);
    EXPECT_DOUBLE_EQ(idles[1].start, 1.202);
}

TEST(DelayedAckIdle, AcknowledgedAtOnce)
{
    Connection connection;
    connection.Deliver(1, 0);
    connection.Acknowledge(1.004, 100);
    connection.Deliver(1.1, 100);
    connection.Deliver(1.2, 200); // the second one calls for the ACK
    connection.Acknowledge(1.203, 300);
    EXPECT_TRUE(connection.Find().empty());
}

TEST(DelayedAckIdle, AnotherSegmentIsOnItsWay)
{
    Connection connection;
    connection.Deliver(1, 0);
    connection.sender.Send(1.01, 100, 100); // retried on the air until after the timer
    connection.Acknowledge(1.102, 100);
    connection.receiver.Send(1.12, 100, 100);
    connection.Acknowledge(1.22, 200);
    // The second one, too, is an idle period: from its arrival on nothing is on its way.
    const auto idles = connection.Find();
    ASSERT_EQ(idles.size(), 1);
    EXPECT_DOUBLE_EQ(idles[0].start, 1.12);
}

TEST(DelayedAckIdle, AnotherSegmentHadLeftBefore)
{
    Connection connection;
    connection.sender.Send(1, 0, 100);
    connection.sender.Send(1.001, 100, 100); // passes the first one's arrival on its way
    connection.receiver.Send(1.002, 0, 100);
    connection.Acknowledge(1.102, 100);
    EXPECT_TRUE(connection.Find().empty());
}

TEST(DelayedAckIdle, ACopyOfTheSegmentIsOnItsWay)
{
    Connection connection;
    connection.Deliver(1, 0);
    connection.sender.Send(1.05, 0, 100); // an early timeout
    connection.Acknowledge(1.102, 100);
    EXPECT_TRUE(connection.Find().empty());
}

TEST(DelayedAckIdle, ACopyOfAnEarlierSegmentIsOnItsWay)
{
    Connection connection;
    connection.Deliver(1, 0);
    connection.receiver.Acknowledge(1.003, 100, 1000); // is lost
    connection.sender.Send(1.2, 100, 100);
    connection.sender.Send(1.201, 0, 100);
    connection.receiver.Send(1.202, 100, 100);
    connection.receiver.Acknowledge(1.302, 200, 1000);
    EXPECT_TRUE(connection.Find().empty());
}

TEST(DelayedAckIdle, ArrivedAtTheInstantOfItsDeparture)
{
    Connection connection;
    connection.sender.Send(1, 0, 100);
    connection.receiver.Send(1, 0, 100); // a link without delay
    connection.Acknowledge(1.1, 100);
    ASSERT_EQ(connection.Find().size(), 1);
    EXPECT_DOUBLE_EQ(connection.Find()[0].start, 1);
}

TEST(DelayedAckIdle, NothingIsKnownOfTheSender)
{
    Connection connection;
    connection.receiver.Send(1, 0, 100);
    connection.receiver.Acknowledge(1.1, 100, 1000);
    EXPECT_TRUE(connection.Find().empty());
}

TEST(DelayedAckIdle, SegmentOutOfOrder)
{
    Connection connection;
    connection.Deliver(1, 0);
    connection.Deliver(1.01, 100);
    connection.Acknowledge(1.013, 200);
    connection.sender.Send(1.02, 200, 100); // lost
    connection.Deliver(1.03, 300);
    connection.Acknowledge(1.2, 200); // however late
    EXPECT_TRUE(connection.Find().empty());
}

} // namespace

} // namespace ns3

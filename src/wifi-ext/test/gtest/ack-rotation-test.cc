// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Turns and displacement of ACKs: cases by hand, and uploads whose windows are much larger than the
// queue.

#include "../../model/ack-rotation.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>

using namespace ns3;

namespace
{

TcpFlowId
MakeFlow(uint16_t port)
{
    return {{}, {}, 5001, port};
}

/// An ACK that waits.
struct Ack
{
    uint16_t port;   ///< of its connection
    uint32_t number; ///< of acknowledgment
};

/// A rotation with ACKs.
class Queue : public AckRotation<Ack>
{
  public:
    explicit Queue(const std::vector<Ack>& acks = {})
    {
        for (const Ack& ack : acks)
        {
            Add(ack);
        }
    }

    void Add(const Ack& ack)
    {
        Push(MakeFlow(ack.port), ack.number, ack);
    }

    /// @return number of the ACK that gives way to this one, 0: none
    uint32_t GiveWay(const Ack& arriving)
    {
        const auto ack = Displace(MakeFlow(arriving.port), arriving.number);
        return ack ? ack->number : 0;
    }
};

/// @return the number that gives way among those of one connection
uint32_t
GiveWay(const std::vector<uint32_t>& numbers, uint32_t arriving)
{
    Queue queue;
    for (const uint32_t number : numbers)
    {
        queue.Add({1, number});
    }
    return queue.GiveWay({1, arriving});
}

} // namespace

TEST(AckRotation, ConnectionsAreServedInTurn)
{
    Queue queue({{1, 10}, {1, 11}, {1, 12}, {2, 20}, {2, 21}, {3, 30}});
    EXPECT_EQ(queue.Select()->number, 10);
    queue.Add({4, 40});
    std::string order;
    while (const auto ack = queue.Pop())
    {
        order += std::to_string(ack->number) + " ";
        queue.Charge(1);
    }
    EXPECT_EQ(order, "10 20 30 40 11 21 12 ");
    EXPECT_FALSE(queue.Select());
}

TEST(AckRotation, SharesByWhatPacketsTurnOutToCost)
{
    Queue queue;
    queue.SetQuantum(1500);
    std::map<uint16_t, int64_t> cost;
    const auto costOf = [](uint16_t port) { return port == 1 ? 40U : port == 2 ? 2896U : 42000U; };
    for (const uint16_t port : {1, 2, 3})
    {
        queue.Add({port, 0});
    }
    for (int i = 0; i < 20000; ++i)
    {
        // One of each at a time: a debt is kept while nothing of its connection waits.
        const auto ack = queue.Pop();
        queue.Charge(costOf(ack->port));
        cost[ack->port] += costOf(ack->port);
        queue.Add(*ack);
    }
    EXPECT_NEAR(cost[1], cost[3], 42000 + 1500);
    EXPECT_NEAR(cost[2], cost[3], 42000 + 1500);
}

TEST(AckRotation, NewConnectionWaitsForOneTurnOfTheOthers)
{
    Queue queue;
    queue.SetQuantum(1500);
    for (uint32_t i = 0; i < 100; ++i)
    {
        queue.Add({1, i});
        queue.Add({2, i});
    }
    queue.Pop();
    queue.Charge(1000000);
    queue.Add({3, 77});
    int others = 0;
    while (queue.Pop()->port != 3)
    {
        queue.Charge(40000);
        ++others;
    }
    EXPECT_EQ(others, 1) << "the first has a debt, the second one turn";
}

TEST(AckRotation, TheOneGivesWayThatLeavesTheSmallestGap)
{
    EXPECT_EQ(GiveWay({1, 10, 30, 32, 37}, 40), 32) << "29, 22, 7 and 8 without 10, 30, 32 and 37";
    EXPECT_EQ(GiveWay({1, 11, 21, 31}, 33), 31) << "12 at the newest";
    EXPECT_EQ(GiveWay({1, 11, 21, 31}, 41), 31) << "20 all: the latest";
    EXPECT_EQ(GiveWay({1, 11, 21, 31}, 42), 21) << "21 at the newest";
    EXPECT_EQ(GiveWay({7}, 8), 7) << "the only one, which is followed";
    constexpr uint32_t WRAP = 0xffffffff;
    EXPECT_EQ(GiveWay({WRAP - 20, WRAP - 10, 1, 10}, 30), 1);
    EXPECT_EQ(GiveWay({10, 20, 30}, 15), 20) << "the arriving one comes late";
}

TEST(AckRotation, OfTheConnectionThatWouldHaveMost)
{
    EXPECT_EQ(Queue({{1, 11}, {2, 21}, {1, 12}}).GiveWay({2, 22}), 21) << "as many: its own";
    EXPECT_EQ(Queue({{2, 21}, {1, 11}, {1, 12}}).GiveWay({3, 31}), 11);
    EXPECT_EQ(Queue({{2, 21}, {1, 11}, {1, 12}, {1, 13}}).GiveWay({2, 22}), 12)
        << "its newest and its first stay";
    EXPECT_EQ(Queue({{2, 21}, {1, 11}}).GiveWay({3, 31}), 21) << "none has two: the oldest";
}

TEST(AckRotation, OnlyPureAcksGiveWay)
{
    Queue queue;
    queue.Push({}, 0, {0, 5});
    queue.Push({}, 0, {0, 6});
    EXPECT_EQ(queue.GiveWay({1, 12}), 0);
    queue.Add({1, 11});
    EXPECT_EQ(queue.GiveWay({1, 12}), 11);
    EXPECT_EQ(queue.Pop()->number, 5);
    EXPECT_EQ(Queue().GiveWay({1, 12}), 0);
}

// Four uploads with windows of 724 segments and 25 places each, a cell in small: an ACK that is
// sent lets its sender send what it acknowledges, and each pair of segments comes back as an ACK.
TEST(AckRotation, UploadsAreHeldByTheirWindowsInEqualSteps)
{
    constexpr uint32_t WINDOW = 724;
    constexpr std::size_t ROOM = 100;
    Queue queue;
    queue.SetQuantum(1);
    std::size_t waiting = 0;
    std::map<uint16_t, uint32_t> acknowledged; // at arrival
    std::map<uint16_t, uint32_t> sent;         // by the ACKs that were sent
    const auto offer = [&](uint16_t port) {
        const Ack ack{port, acknowledged[port] += 2};
        if (waiting == ROOM)
        {
            ASSERT_NE(queue.GiveWay(ack), 0);
            --waiting;
        }
        queue.Add(ack);
        ++waiting;
    };
    for (uint32_t i = 0; i < WINDOW / 2; ++i)
    {
        for (const uint16_t port : {1, 2, 3, 4})
        {
            offer(port);
        }
    }
    std::map<uint16_t, uint32_t> goodput;
    for (int departures = 0; departures < 4000; ++departures)
    {
        const Ack ack = *queue.Pop();
        --waiting;
        const uint32_t released = ack.number - sent[ack.port];
        queue.Charge(released);
        sent[ack.port] = ack.number;
        // 724 segments in 25 places are 29 each; a step is joined with another one at most.
        ASSERT_LE(released, 2 * 29) << departures;
        goodput[ack.port] += released;
        for (uint32_t i = 0; i < released / 2; ++i)
        {
            offer(ack.port);
        }
        ASSERT_EQ(acknowledged[ack.port] - sent[ack.port], WINDOW) << "nothing is on its way";
    }
    for (const auto& [port, segments] : goodput)
    {
        EXPECT_NEAR(segments, goodput[1], 2 * 29);
    }
}

// The last ACK of a connection is what a sender waits for when it has sent all.
TEST(AckRotation, LastAckStaysWhileAnotherConnectionHasTwo)
{
    std::mt19937 random(6);
    constexpr int ROOM = 12;
    constexpr uint16_t CONNECTIONS = 10;
    Queue queue;
    int waiting = 0;
    std::map<uint16_t, uint32_t> latest;
    std::map<uint16_t, int> counts;
    for (int i = 0; i < 20000; ++i)
    {
        // Some come all the time, others now and then.
        const auto port = static_cast<uint16_t>(random() % (random() % 4 == 0 ? CONNECTIONS : 3));
        const Ack ack{port, latest[port] += 1 + random() % 9};
        if (waiting == ROOM)
        {
            const auto gone = queue.Displace(MakeFlow(port), ack.number);
            ASSERT_TRUE(gone);
            ASSERT_GE(counts[gone->port] + (gone->port == port), 2) << i;
            --counts[gone->port];
            --waiting;
        }
        queue.Add(ack);
        ++counts[port];
        ++waiting;
        if (i % 3 == 0)
        {
            const Ack popped = *queue.Pop();
            queue.Charge(1);
            --counts[popped.port];
            --waiting;
        }
    }
    int rest = 0;
    while (queue.Pop())
    {
        queue.Charge(1);
        ++rest;
    }
    EXPECT_EQ(rest, waiting);
}

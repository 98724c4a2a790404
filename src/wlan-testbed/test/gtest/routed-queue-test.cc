// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// RoutedQueue: what Agent/AODV and Agent/DSRAgent of ns-2.28 do with packets when the MAC gives up
// a frame.

#include "ns3/routed-queue.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Packets are numbers, neighbors are letters.
using Queue = RoutedQueue<int, char>;
using Numbers = std::vector<int>;
using Reason = Queue::Reason;

/// Time of a route request and its reply, s.
const double EXCHANGE = RoutingAgentRules::Aodv().exchange;

/// @param drops of a queue
/// @param reason that all of them must have
/// @return their packets
Numbers
GetNumbers(const Queue::Drops& drops, Reason reason)
{
    Numbers numbers;
    for (const auto& drop : drops)
    {
        EXPECT_EQ(drop.reason, reason) << "packet " << drop.item;
        numbers.push_back(drop.item);
    }
    return numbers;
}

/// @param queue which is emptied
/// @return what the MAC gets
Numbers
PopAll(Queue& queue)
{
    Numbers numbers;
    while (const auto number = queue.Pop())
    {
        numbers.push_back(*number);
    }
    return numbers;
}

/// @param rules of the agent
/// @return a queue with packets 1 to 5, the odd ones for neighbor a and the others for b
Queue
MakeFive(const RoutingAgentRules& rules)
{
    Queue queue(rules, 50);
    for (int number = 1; number <= 5; ++number)
    {
        EXPECT_TRUE(queue.Push(number, number % 2 ? 'a' : 'b', 0, 0).empty());
    }
    return queue;
}

} // namespace

TEST(RoutedQueueTest, HasTheConstantsOfNs2)
{
    const RoutingAgentRules aodv = RoutingAgentRules::Aodv();
    EXPECT_FALSE(aodv.isRecycling);
    EXPECT_EQ(aodv.mostWaiting, 64);           // AODV_RTQ_MAX_LEN
    EXPECT_DOUBLE_EQ(aodv.jitter, 0);          // AODV::sendRequest()
    EXPECT_DOUBLE_EQ(aodv.spacing, 0.01);      // ARP_DELAY
    EXPECT_NEAR(aodv.exchange, 2.44e-3, 1e-5); // 1160 and 1280 us
    const RoutingAgentRules dsr = RoutingAgentRules::Dsr();
    EXPECT_TRUE(dsr.isRecycling);
    EXPECT_EQ(dsr.mostWaiting, 64);      // SEND_BUF_SIZE
    EXPECT_DOUBLE_EQ(dsr.jitter, 0.01);  // RREQ_JITTER
    EXPECT_DOUBLE_EQ(dsr.spacing, 0.03); // arp_timeout
}

TEST(RoutedQueueTest, IsAFifoWithALimitWhileNoLinkIsLost)
{
    Queue queue(RoutingAgentRules::Aodv(), 2);
    EXPECT_EQ(queue.Peek(), std::nullopt);
    EXPECT_TRUE(queue.Push(1, 'a', 0, 0).empty());
    EXPECT_TRUE(queue.Push(2, 'b', 0, 0).empty());
    EXPECT_EQ(GetNumbers(queue.Push(3, 'a', 0, 0), Reason::QUEUE_FULL), Numbers{3});
    EXPECT_EQ(queue.Peek(), 1);
    EXPECT_EQ(queue.GetNextDue(), std::nullopt);
    EXPECT_EQ(PopAll(queue), (Numbers{1, 2}));
}

TEST(RoutedQueueTest, AodvDropsThePacketsForALostNeighborAlone)
{
    Queue queue = MakeFive(RoutingAgentRules::Aodv());
    queue.Lose('a');
    EXPECT_FALSE(queue.HasRoute('a'));
    EXPECT_TRUE(queue.HasRoute('b'));
    EXPECT_EQ(GetNumbers(queue.Purge('a', 1, 0.5), Reason::LINK_LOST), (Numbers{1, 3, 5}));
    EXPECT_EQ(queue.GetNextDue(), std::nullopt) << "nothing needs the route";
    EXPECT_EQ(PopAll(queue), (Numbers{2, 4}));
}

TEST(RoutedQueueTest, TheFirstPacketForALostNeighborStartsARequest)
{
    Queue queue(RoutingAgentRules::Aodv(), 50);
    queue.Lose('a');
    EXPECT_TRUE(queue.Push(1, 'a', 2, 0.5).empty());
    EXPECT_TRUE(queue.Push(2, 'a', 2.001, 0.5).empty());
    EXPECT_TRUE(queue.Push(3, 'b', 2.001, 0.5).empty());
    EXPECT_EQ(queue.GetNWaiting(), 2);
    EXPECT_EQ(PopAll(queue), Numbers{3}) << "other neighbors have their routes";
    ASSERT_TRUE(queue.GetNextDue());
    EXPECT_DOUBLE_EQ(*queue.GetNextDue(), 2 + EXCHANGE) << "AODV has no jitter";
    queue.Advance(2 + EXCHANGE / 2);
    EXPECT_FALSE(queue.HasRoute('a'));
    queue.Advance(*queue.GetNextDue());
    EXPECT_TRUE(queue.HasRoute('a'));
    EXPECT_EQ(PopAll(queue), Numbers{1}) << "the others follow 10 ms apart";
    EXPECT_NEAR(*queue.GetNextDue(), 2 + EXCHANGE + 0.01, 1e-9);
    EXPECT_TRUE(queue.Push(4, 'a', 2.005, 0).empty());
    EXPECT_EQ(PopAll(queue), Numbers{4}) << "a new packet passes those that have waited";
    queue.Advance(*queue.GetNextDue());
    EXPECT_EQ(PopAll(queue), Numbers{2});
    EXPECT_EQ(queue.GetNextDue(), std::nullopt);
    EXPECT_EQ(queue.GetNWaiting(), 0);
}

TEST(RoutedQueueTest, PacketsThatLeaveTheBufferAreNotThoseOfANewLoss)
{
    Queue queue(RoutingAgentRules::Aodv(), 50);
    queue.Lose('a');
    queue.Push(1, 'a', 0, 0);
    queue.Push(2, 'a', 0, 0);
    queue.Advance(EXCHANGE);
    queue.Lose('a');
    // Packet 2 is with the scheduler, on its way to the link layer.
    EXPECT_EQ(GetNumbers(queue.Purge('a', EXCHANGE, 0), Reason::LINK_LOST), Numbers{1});
    queue.Advance(EXCHANGE + 0.01);
    EXPECT_EQ(PopAll(queue), Numbers{2});
    EXPECT_FALSE(queue.HasRoute('a'));
}

TEST(RoutedQueueTest, TheOldestPacketLeavesAFullBuffer)
{
    Queue queue(RoutingAgentRules::Aodv(), 50);
    queue.Lose('a');
    for (int number = 1; number <= 64; ++number)
    {
        EXPECT_TRUE(queue.Push(number, 'a', 0, 0).empty());
    }
    EXPECT_EQ(GetNumbers(queue.Push(65, 'a', 0, 0), Reason::BUFFER_FULL), Numbers{1});
    EXPECT_EQ(queue.GetNWaiting(), 64);
}

TEST(RoutedQueueTest, WhatHasWaitedFindsAFullQueue)
{
    Queue queue(RoutingAgentRules::Aodv(), 1);
    queue.Lose('a');
    queue.Push(1, 'a', 0, 0);
    queue.Push(2, 'b', 0, 0);
    EXPECT_EQ(GetNumbers(queue.Advance(1), Reason::QUEUE_FULL), Numbers{1});
    EXPECT_EQ(PopAll(queue), Numbers{2});
}

TEST(RoutedQueueTest, DsrSendsTheSamePacketsOnANewRoute)
{
    Queue queue = MakeFive(RoutingAgentRules::Dsr());
    queue.Lose('a');
    EXPECT_TRUE(queue.Push(0, 'a', 1, 0.5).empty()) << "the packet of the frame comes first";
    EXPECT_TRUE(queue.Purge('a', 1, 0.9).empty());
    EXPECT_EQ(queue.GetNWaiting(), 4);
    EXPECT_EQ(PopAll(queue), (Numbers{2, 4}));
    ASSERT_TRUE(queue.GetNextDue());
    EXPECT_DOUBLE_EQ(*queue.GetNextDue(), 1 + 0.5 * 0.01 + EXCHANGE) << "half of the jitter";
    Numbers later;
    double last = 0;
    while (const auto due = queue.GetNextDue())
    {
        if (!later.empty())
        {
            EXPECT_NEAR(*due - last, 0.03, 1e-9);
        }
        last = *due;
        EXPECT_TRUE(queue.Advance(last).empty());
        for (const int number : PopAll(queue))
        {
            later.push_back(number);
        }
    }
    EXPECT_EQ(later, (Numbers{0, 1, 3, 5}));
}

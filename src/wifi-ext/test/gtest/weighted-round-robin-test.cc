// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Service of two queues: ratios by hand, and what must hold for any weights and packets.

#include "../../model/weighted-round-robin.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <string>

using namespace ns3;

namespace
{

using Costs = WeightedRoundRobin::Costs;

/// Serve queues that never run empty.
/// @return packets served of each
std::array<uint64_t, 2>
ServeBacklogged(WeightedRoundRobin& scheduler, const Costs& costs, std::size_t packets)
{
    std::array<uint64_t, 2> served{};
    for (std::size_t i = 0; i < packets; ++i)
    {
        const std::size_t queue = scheduler.Select(costs);
        ++served.at(queue);
        scheduler.Serve(costs[queue]);
    }
    return served;
}

} // namespace

TEST(WeightedRoundRobin, TwoDataThenOneAck)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({2, 1});
    for (const std::size_t expected : {0, 0, 1, 0, 0, 1, 0, 0, 1})
    {
        EXPECT_EQ(scheduler.Select({1, 1}), expected);
        scheduler.Serve(1);
    }
}

TEST(WeightedRoundRobin, RatioByPacketsIsExactInEveryRound)
{
    for (uint32_t data = 1; data <= 16; ++data)
    {
        for (uint32_t ack = 1; ack <= 16; ++ack)
        {
            WeightedRoundRobin scheduler;
            scheduler.SetTurnCredits({data, ack});
            const auto served = ServeBacklogged(scheduler, {1, 1}, 100 * (data + ack));
            EXPECT_EQ(served[0], 100 * data);
            EXPECT_EQ(served[1], 100 * ack);
        }
    }
}

TEST(WeightedRoundRobin, RatioByBytesIsExactInTheLongRun)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({2 * 1500, 1500});
    // 1500 and 40 are both divisors of 3000 and 1500 or of a multiple: after each round of 2 data
    // packets and 37.5 ACKs the deficits are back after two rounds.
    const auto served = ServeBacklogged(scheduler, {1500, 40}, 1000 * (4 + 75));
    EXPECT_EQ(served[0], 4000);
    EXPECT_EQ(served[1], 75000);
    EXPECT_EQ(served[0] * 1500, 2 * served[1] * 40);
}

TEST(WeightedRoundRobin, QuantumSmallerThanThePacketSavesUp)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({100, 300});
    const auto served = ServeBacklogged(scheduler, {1500, 1500}, 4000);
    EXPECT_EQ(served[0], 1000);
    EXPECT_EQ(served[1], 3000);
}

TEST(WeightedRoundRobin, EmptyQueueIsPassedOverAndSavesNothing)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({5, 5});
    EXPECT_EQ(scheduler.Select({0, 0}), WeightedRoundRobin::NONE);
    for (int i = 0; i < 1000; ++i)
    {
        ASSERT_EQ(scheduler.Select({0, 1}), 1);
        scheduler.Serve(1);
    }
    // Queue 0 comes back: no credit from the 200 turns without packets.
    const auto served = ServeBacklogged(scheduler, {1, 1}, 100);
    EXPECT_EQ(served[0], 50);
    EXPECT_EQ(served[1], 50);
}

TEST(WeightedRoundRobin, WeightsHoldFromTheNextTurnOn)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({4, 1});
    ASSERT_EQ(ServeBacklogged(scheduler, {1, 1}, 1)[0], 1);
    scheduler.SetTurnCredits({1, 3});
    const auto served = ServeBacklogged(scheduler, {1, 1}, 3 + 4 * 100);
    EXPECT_EQ(served[0], 3 + 100);
    EXPECT_EQ(served[1], 300);
}

TEST(WeightedRoundRobin, SelectionStandsUntilItIsServed)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({1500, 1500});
    ASSERT_EQ(scheduler.Select({0, 1400}), 1);
    scheduler.SetTurnCredits({9000, 64});
    EXPECT_EQ(scheduler.Select({60, 1400}), 1);
    EXPECT_EQ(scheduler.Select({60, 1400}), 1);
}

TEST(WeightedRoundRobin, DebtIsPaidOutOfTheNextTurns)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({10, 10});
    // Both send while any credit is left. 35 of 10 is a debt of 25, which takes three turns.
    std::string order;
    for (int i = 0; i < 12; ++i)
    {
        const std::size_t queue = scheduler.Select({1, 1});
        order += queue == 0 ? 'D' : 'A';
        scheduler.Serve(queue == 0 ? 10 : 35);
    }
    // Credits of A at its turns: 10, -15, -5, 5, -20, -10, 0, 10, -15, ...
    EXPECT_EQ(order, "DADDDADDDDAD");
}

TEST(WeightedRoundRobin, CostsThatAreKnownAfterwardsKeepTheRatio)
{
    std::mt19937 random(5);
    std::uniform_int_distribution<uint32_t> data(1, 1500);
    std::uniform_int_distribution<uint32_t> ack(40, 100000);
    WeightedRoundRobin scheduler;
    const Costs credits{2 * 1500, 3 * 1500};
    scheduler.SetTurnCredits(credits);
    std::array<int64_t, 2> served{};
    for (int i = 0; i < 200000; ++i)
    {
        const std::size_t queue = scheduler.Select({1, 1});
        const uint32_t cost = queue == 0 ? data(random) : ack(random);
        scheduler.Serve(cost);
        served.at(queue) += cost;
        // In turns each is ahead by its largest cost at most, and a turn.
        const double ahead = static_cast<double>(served[1]) / credits[1] -
                             static_cast<double>(served[0]) / credits[0];
        ASSERT_LE(ahead, 100000.0 / credits[1] + 1);
        ASSERT_GE(ahead, -1500.0 / credits[0] - 1);
    }
}

TEST(WeightedRoundRobin, DebtSurvivesAnEmptyQueueAndStarvesNobody)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({10, 10});
    scheduler.Select({0, 1});
    scheduler.Serve(1000); // a debt of 990, 99 turns
    // Alone it is served at once.
    EXPECT_EQ(scheduler.Select({0, 1}), 1);
    scheduler.Serve(500);
    // Empty it pays in the turns that the other takes, 30 of some 50.
    int data = 0;
    for (; data < 30; ++data)
    {
        ASSERT_EQ(scheduler.Select({1, 0}), 0);
        scheduler.Serve(10);
    }
    while (scheduler.Select({1, 1}) == 0)
    {
        scheduler.Serve(10);
        ++data;
    }
    EXPECT_NEAR(data, 50, 1);
}

class WeightedRoundRobinProperty : public testing::TestWithParam<bool>
{
};

// Packets of any size come and go, weights change: the link is idle only if both queues are empty,
// a queue's order is kept, and two queues that stay full are never further apart than a round.
TEST_P(WeightedRoundRobinProperty, WorkConservingAndStable)
{
    const bool inBytes = GetParam();
    std::mt19937 random(1);
    std::uniform_int_distribution<uint32_t> size(1, inBytes ? 1500 : 1);
    std::uniform_int_distribution<uint32_t> weight(1, inBytes ? 5000 : 9);
    std::bernoulli_distribution coin;
    WeightedRoundRobin scheduler;
    std::array<std::deque<uint32_t>, 2> queues;
    const auto getFirst = [&queues] {
        return Costs{queues[0].empty() ? 0 : queues[0].front(),
                     queues[1].empty() ? 0 : queues[1].front()};
    };
    for (int i = 0; i < 200000; ++i)
    {
        const std::size_t selected = scheduler.Select(getFirst());
        ASSERT_EQ(selected == WeightedRoundRobin::NONE, queues[0].empty() && queues[1].empty());
        if (coin(random))
        {
            queues.at(coin(random)).push_back(size(random));
        }
        if (i % 100 == 0)
        {
            scheduler.SetTurnCredits({weight(random), weight(random)});
        }
        if (selected != WeightedRoundRobin::NONE)
        {
            ASSERT_EQ(scheduler.Select(getFirst()), selected);
            scheduler.Serve(queues[selected].front());
            queues[selected].pop_front();
        }
    }
}

TEST_P(WeightedRoundRobinProperty, BackloggedQueuesStayWithinARound)
{
    const bool inBytes = GetParam();
    std::mt19937 random(2);
    const uint32_t longest = inBytes ? 1500 : 1;
    std::uniform_int_distribution<uint32_t> size(1, longest);
    const Costs credits = inBytes ? Costs{3000, 1500} : Costs{2, 1};
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits(credits);
    Costs first{size(random), size(random)};
    std::array<double, 2> rounds{};
    for (int i = 0; i < 200000; ++i)
    {
        const std::size_t queue = scheduler.Select(first);
        scheduler.Serve(first[queue]);
        rounds[queue] += static_cast<double>(first[queue]) / credits[queue];
        first[queue] = size(random);
        // Shreedhar and Varghese, lemma 2: a turn more, and one largest packet each.
        const double bound = 1 + static_cast<double>(longest) / credits[0] +
                             static_cast<double>(longest) / credits[1];
        ASSERT_LE(std::abs(rounds[0] - rounds[1]), bound);
    }
}

INSTANTIATE_TEST_SUITE_P(Units, WeightedRoundRobinProperty, testing::Bool(), [](const auto& info) {
    return info.param ? "Bytes" : "Packets";
});

// Queue 1 has packets of guests and of others in turn, each of 1500 bytes. Guests use their own
// credit, so that the others have as much as queue 0.
TEST(WeightedRoundRobin, GuestsPayFromTheirOwnCredit)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({1500, 1500}, {0, 1500});
    bool isGuest = false;
    for (const std::size_t expected : {0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0})
    {
        ASSERT_EQ(scheduler.Select({1, 1}), expected);
        scheduler.Serve(1500, expected == 1 && isGuest);
        isGuest = expected == 1 ? !isGuest : isGuest;
    }
}

TEST(WeightedRoundRobin, OthersNeverUseWhatGuestsLeave)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({1500, 1500}, {0, 60000});
    const auto served = ServeBacklogged(scheduler, {1500, 1500}, 2000);
    EXPECT_EQ(served[0], 1000);
    EXPECT_EQ(served[1], 1000);
}

// 131072 bytes are saved. 88 packets take 132000, and one more takes the credit of the turn.
TEST(WeightedRoundRobin, GuestCreditIsSavedUpToABoundAndItsDebtStays)
{
    WeightedRoundRobin scheduler;
    scheduler.SetTurnCredits({1500, 1500}, {0, 1500});
    ServeBacklogged(scheduler, {1500, 1500}, 2000);
    ASSERT_EQ(scheduler.Select({1, 1}), 0);
    scheduler.Serve(1500);
    for (int i = 0; i < 89; ++i)
    {
        ASSERT_EQ(scheduler.Select({1, 1}), 1) << i;
        scheduler.Serve(1500, true);
    }
    ASSERT_EQ(scheduler.Select({1, 1}), 0);
    scheduler.Serve(1500);
    // Without guests the queue pays the debt of 928 bytes: 572 are left for its next packet.
    scheduler.SetTurnCredits({1500, 1500});
    ASSERT_EQ(scheduler.Select({1, 572}), 1);
    ASSERT_EQ(scheduler.Select({1, 572}), 1);
    scheduler.Serve(572);
    EXPECT_EQ(scheduler.Select({1, 1}), 0);
}

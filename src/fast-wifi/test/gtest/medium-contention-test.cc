// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Who begins the next exchange: a slot of 20 us, 4 us of carrier sense, DIFS of 50 us.

#include "../../model/medium-contention.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr MediumTime US = 1000;

class MediumContentionTest : public ::testing::Test
{
  protected:
    /// @param station of a new function
    /// @param slots that it has drawn
    /// @param idleFrom when its gap begins
    /// @param hasFrame whether it has a frame
    /// @return its number
    MediumFunction Add(MediumStation station,
                       uint32_t slots,
                       MediumTime idleFrom = 0,
                       bool hasFrame = true)
    {
        const MediumFunction id = contention.Add(station, {});
        contention[id].pending = hasFrame;
        contention[id].backoff.Begin(slots, idleFrom);
        contention.Activate(id);
        contention.FindNext();
        return id;
    }

    /// @return numbers of those who begin the next exchange
    std::vector<uint32_t> Collect()
    {
        std::vector<uint32_t> numbers;
        for (const auto& [function, at] : contention.Collect())
        {
            numbers.push_back(function.value);
        }
        return numbers;
    }

    MediumContention contention{MediumTiming{}};
};

TEST_F(MediumContentionTest, TheFirstBackoffThatEndsBegins)
{
    Add(0, 5);
    Add(1, 3);
    Add(2, 0, 0, false);
    EXPECT_EQ(contention.GetNext(), MediumFunction(1));
    EXPECT_EQ(contention.GetNextBegin(), (50 + 3 * 20) * US);
    EXPECT_EQ(Collect(), (std::vector<uint32_t>{1})) << "one without a frame does not begin";
}

TEST_F(MediumContentionTest, NothingBeginsWithoutAFrame)
{
    Add(0, 5, 0, false);
    EXPECT_EQ(contention.GetNextBegin(), MEDIUM_NEVER);
}

TEST_F(MediumContentionTest, WhoDoesNotSenseTheFirstJoins)
{
    Add(0, 3, 5 * US);
    Add(1, 3, 4 * US);
    Add(2, 3);
    EXPECT_EQ(Collect(), (std::vector<uint32_t>{2, 1})) << "4 us later is not sensed, 5 us is";
    EXPECT_TRUE(contention.HasBegun(2, 110 * US));
    EXPECT_FALSE(contention.HasBegun(1, 110 * US));
    EXPECT_TRUE(contention.HasBegun(1, 114 * US));
}

TEST_F(MediumContentionTest, OfAStationTheFirstOnesTakePart)
{
    Add(0, 3, 4 * US);
    Add(0, 3, 2 * US);
    Add(0, 3, 2 * US);
    Add(1, 3);
    EXPECT_EQ(Collect(), (std::vector<uint32_t>{3, 1, 2}))
        << "the later one finds its station busy";
}

TEST_F(MediumContentionTest, AnInternalCollisionMayEndAFrame)
{
    const MediumFunction first = Add(0, 3);
    const MediumFunction second = Add(0, 3);
    EXPECT_FALSE(contention.GivesUpWithin());
    for (uint32_t i = 0; i < 6; ++i)
    {
        contention[first].backoff.Conclude(MediumAttempt::Result::MISSED);
    }
    EXPECT_FALSE(contention.GivesUpWithin()) << "the first one sends";
    for (uint32_t i = 0; i < 6; ++i)
    {
        contention[second].backoff.Conclude(MediumAttempt::Result::INTERNAL);
    }
    EXPECT_TRUE(contention.GivesUpWithin()) << "the seventh attempt of the other";
}

TEST_F(MediumContentionTest, AStationThatLeavesIsNotVisited)
{
    const MediumFunction gone = Add(0, 1);
    Add(1, 3);
    contention.RemoveStation(0);
    EXPECT_EQ(contention.GetNext(), MediumFunction(1));
    EXPECT_FALSE(contention[gone].active);
}

TEST_F(MediumContentionTest, IdleFunctionsAreVisitedNoMore)
{
    const MediumFunction idle = Add(0, 0, 0, false);
    const MediumFunction counts = Add(1, 3, 0, false);
    uint32_t visits = 0;
    contention.VisitAll([&visits](MediumFunction, MediumContention::Function&) { ++visits; });
    EXPECT_EQ(visits, 2);
    EXPECT_FALSE(contention[idle].active);
    EXPECT_TRUE(contention[counts].active) << "it counts a backoff";
}

} // namespace

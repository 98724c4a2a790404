// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/shared-slot-probability.h"

#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

TEST(SharedSlotProbabilityTest, TwoStationsMeetInOneSlotOfThirtyTwo)
{
    EXPECT_DOUBLE_EQ(GetSharedSlotProbability(2, 32), 1.0 / 32);
}

TEST(SharedSlotProbabilityTest, IsThatOfBirthdays)
{
    // 23 persons and 365 days, the textbook's example
    EXPECT_NEAR(GetSharedSlotProbability(23, 365), 0.507297, 1e-6);
    // 1 - 31 * 30 / 32^2
    EXPECT_NEAR(GetSharedSlotProbability(3, 32), 0.091796875, 1e-12);
}

TEST(SharedSlotProbabilityTest, FewerThanTwoCannotMeet)
{
    EXPECT_EQ(GetSharedSlotProbability(0, 32), 0);
    EXPECT_EQ(GetSharedSlotProbability(1, 32), 0);
    EXPECT_EQ(GetPrintedSharedSlotProbability(0, 32), 0);
}

TEST(SharedSlotProbabilityTest, MoreStationsThanSlotsMustMeet)
{
    EXPECT_EQ(GetSharedSlotProbability(33, 32), 1);
    EXPECT_LT(GetSharedSlotProbability(32, 32), 1);
    EXPECT_EQ(GetPrintedSharedSlotProbability(32, 32), 1);
}

TEST(SharedSlotProbabilityTest, PrintedFormulaCountsTheOtherStations)
{
    for (uint32_t stations = 1; stations <= 32; ++stations)
    {
        EXPECT_NEAR(GetPrintedSharedSlotProbability(stations - 1, 32),
                    GetSharedSlotProbability(stations, 32),
                    1e-12)
            << stations << " stations";
    }
}

TEST(SharedSlotProbabilityTest, LargestWindowDoesNotOverflow)
{
    // 1 - exp(-n^2 / 2m) for few of many, 1023 slots and 10 stations: 0.0431
    EXPECT_NEAR(GetSharedSlotProbability(10, 1024), 0.0431, 1e-3);
}

TEST(SharedSlotProbabilityTest, RefusesAWindowWithoutSlots)
{
    EXPECT_THROW(GetSharedSlotProbability(2, 0), std::invalid_argument);
    EXPECT_THROW(GetPrintedSharedSlotProbability(2, 0), std::invalid_argument);
}

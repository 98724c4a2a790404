// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Means over time, computed by hand.

#include "ns3/usb-occupancy.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(UsbOccupancy, WeighsNumbersWithTheirTimes)
{
    UsbOccupancy occupancy;
    EXPECT_EQ(occupancy.GetMean(Seconds(0)), 0);
    EXPECT_EQ(occupancy.GetEmptyFraction(Seconds(0)), 0);
    // 0 for 1 s, 2 for 3 s, 0 for 4 s, 5 for 2 s
    occupancy.Set(2, Seconds(1));
    occupancy.Set(0, Seconds(4));
    occupancy.Set(5, Seconds(8));
    EXPECT_DOUBLE_EQ(occupancy.GetMean(Seconds(10)), 1.6);
    EXPECT_DOUBLE_EQ(occupancy.GetEmptyFraction(Seconds(10)), 0.5);
    occupancy.Set(0, Seconds(10));
    EXPECT_DOUBLE_EQ(occupancy.GetEmptyFraction(Seconds(20)), 0.75);
}

TEST(UsbOccupancy, RestartForgetsThePastAndKeepsTheNumber)
{
    UsbOccupancy occupancy;
    occupancy.Set(3, Seconds(5));
    occupancy.Restart(Seconds(6));
    EXPECT_DOUBLE_EQ(occupancy.GetMean(Seconds(8)), 3);
    EXPECT_EQ(occupancy.GetEmptyFraction(Seconds(8)), 0);
}

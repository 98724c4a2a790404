// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Frames on their way to stations.

#include "../../model/medium-arrivals.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Frames that end at 300, 100, 200 and 100, at stations 1, 2, 1 and 3.
class MediumArrivalsTest : public ::testing::Test
{
  protected:
    MediumArrivalsTest()
    {
        Add(1, 300);
        Add(2, 100);
        Add(1, 200);
        Add(3, 100);
    }

    void Add(MediumStation station, MediumTime end)
    {
        MediumArrival arrival;
        arrival.station = station;
        arrival.end = end;
        arrivals.Add(arrival);
    }

    MediumArrivals arrivals;
};

TEST_F(MediumArrivalsTest, TheFirstThatEndsIsTheNext)
{
    ASSERT_NE(arrivals.GetNext(), nullptr);
    EXPECT_EQ(arrivals.GetNext()->end, 100);
    EXPECT_EQ(arrivals.GetNext()->station, MediumStation(2)) << "added before the other";
    arrivals.Clear();
    EXPECT_EQ(arrivals.GetNext(), nullptr);
}

TEST_F(MediumArrivalsTest, ThoseThatHaveEndedAreTakenOnce)
{
    const auto [first, last] = arrivals.End(100);
    ASSERT_EQ(last - first + 1, 2);
    EXPECT_EQ(arrivals.FindStation(first), MediumStation(2));
    EXPECT_EQ(arrivals.FindStation(last), MediumStation(3));
    EXPECT_TRUE(arrivals.Take(first));
    EXPECT_FALSE(arrivals.Take(first));
    EXPECT_FALSE(arrivals.FindStation(first));
    EXPECT_EQ(arrivals.GetNext()->end, 200);
    const auto none = arrivals.End(150);
    EXPECT_LT(none.last, none.first);
}

TEST_F(MediumArrivalsTest, AStationThatLeavesGetsAllThatIsOnItsWay)
{
    const auto [first, last] = arrivals.End(200); // 2, 1, 3
    ASSERT_EQ(last - first + 1, 3);
    const auto lost = arrivals.Remove(1);
    ASSERT_EQ(lost.size(), 2) << "one on the air, one due";
    EXPECT_EQ(lost[0].end, 300);
    EXPECT_EQ(lost[1].end, 200);
    EXPECT_FALSE(arrivals.Take(first + 1));
    EXPECT_TRUE(arrivals.Take(last));
    EXPECT_EQ(arrivals.GetNext(), nullptr);
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Frames on the air, and what they are to a station.

#include "../../model/medium-air.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Station 0 sends from 100 to 200, station 1 from 103 to 300, and station 0 again from 310 on.
class MediumAirTest : public ::testing::Test
{
  protected:
    MediumAirTest()
    {
        air.Open(100);
        air.Add({.sender = 0, .begin = 100, .end = 200});
        air.Add({.sender = 1, .begin = 103, .end = 300});
        air.Add({.sender = 0, .begin = 310, .end = 400});
    }

    MediumAir air;
};

TEST_F(MediumAirTest, EndsWithTheLastFrameWhenItIsClosed)
{
    EXPECT_EQ(air.GetEnd(), 0);
    air.Close();
    EXPECT_EQ(air.GetEnd(), 400);
    air.Open(1000);
    EXPECT_EQ(air.GetBegin(), 1000);
    EXPECT_EQ(air.GetEnd(), 400) << "of the last one";
}

TEST_F(MediumAirTest, TellsWhatOverlapsAFrame)
{
    const auto both = air.FindOverlapping(1);
    ASSERT_EQ(both.size(), 2);
    EXPECT_EQ(both[0].begin, 103) << "the frame itself";
    EXPECT_EQ(both[1].begin, 100);
    EXPECT_EQ(air.FindOverlapping(2).size(), 1) << "nothing";
    air.Add({.sender = 1, .begin = 400, .end = 500});
    EXPECT_EQ(air.FindOverlapping(3).size(), 1) << "the one before ends as it begins";
    EXPECT_EQ(air.FindOverlapping(2).size(), 1) << "the next one begins as it ends";
}

TEST_F(MediumAirTest, TellsWhatIsOnTheAirWhenAPreambleIsLookedFor)
{
    const auto sensed = air.Sense(1);
    ASSERT_EQ(sensed.frames.size(), 3);
    EXPECT_EQ(sensed.first, 1) << "one had begun before";
    EXPECT_EQ(air.GetSensed(1), MediumAirNumber(1));
    const auto last = air.Sense(2);
    ASSERT_EQ(last.frames.size(), 1) << "the others are over";
    EXPECT_EQ(air.GetSensed(0), MediumAirNumber(2));
}

TEST_F(MediumAirTest, ThoseWhoTakePartHearTheGaps)
{
    constexpr MediumTime SENSE = 4;
    EXPECT_FALSE(air.IsBusy(2, 103, SENSE)) << "not sensed yet";
    EXPECT_TRUE(air.IsBusy(2, 104, SENSE));
    EXPECT_TRUE(air.IsBusy(2, 305, SENSE)) << "the NAV covers the gap";
    EXPECT_TRUE(air.IsBusy(0, 100, SENSE)) << "its own frame";
    EXPECT_FALSE(air.IsBusy(1, 102, SENSE));
    EXPECT_FALSE(air.IsBusy(0, 305, SENSE)) << "it takes part and has no NAV";
}

} // namespace

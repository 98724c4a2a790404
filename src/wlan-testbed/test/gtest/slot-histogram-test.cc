// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// SlotHistogram against frames of 802.11b written down by hand, in microseconds.

#include "ns3/slot-histogram.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr int64_t DIFS = 50;
constexpr int64_t SLOT = 20;
constexpr int64_t SIFS = 10;

/// A frame of 100 us and its acknowledgment of 50 us.
/// @param begin of the frame
/// @return end of the acknowledgment
int64_t
Exchange(SlotHistogram& histogram, int64_t begin)
{
    histogram.Begin(begin);
    histogram.End(begin + 100, false);
    histogram.Begin(begin + 100 + SIFS);
    histogram.End(begin + 160, true);
    return begin + 160;
}

} // namespace

TEST(SlotHistogram, CountsSlotsAfterDifsAfterAnAcknowledgement)
{
    SlotHistogram histogram(DIFS, SLOT);
    int64_t idle = Exchange(histogram, 1000); // nothing was before it
    EXPECT_EQ(histogram.GetTotal(), 0u);
    EXPECT_EQ(histogram.GetShare(0), 0);
    for (const int64_t slot : {0, 3, 3, 31})
    {
        idle = Exchange(histogram, idle + DIFS + slot * SLOT);
    }
    EXPECT_EQ(histogram.GetTotal(), 4u);
    EXPECT_EQ(histogram.GetCount(0), 1u);
    EXPECT_EQ(histogram.GetCount(3), 2u);
    EXPECT_EQ(histogram.GetCount(31), 1u);
    EXPECT_EQ(histogram.GetCount(32), 0u);
    EXPECT_EQ(histogram.GetShare(3), 0.5);
    histogram.Clear();
    EXPECT_EQ(histogram.GetTotal(), 0u);
    Exchange(histogram, idle + DIFS + SLOT);
    EXPECT_EQ(histogram.GetShare(1), 1);
}

TEST(SlotHistogram, TakesPropagationForTheSlotItBelongsTo)
{
    SlotHistogram histogram(DIFS, SLOT);
    const int64_t idle = Exchange(histogram, 1000);
    Exchange(histogram, idle + DIFS + 2 * SLOT + 1);
    EXPECT_EQ(histogram.GetCount(2), 1u);
}

TEST(SlotHistogram, HalfASlotTellsNeighboringSlotsApart)
{
    SlotHistogram histogram(DIFS, SLOT);
    int64_t idle = Exchange(histogram, 1000);
    idle = Exchange(histogram, idle + DIFS - SLOT / 2 - 1);
    EXPECT_EQ(histogram.GetTotal(), 0u) << "before DIFS";
    idle = Exchange(histogram, idle + DIFS - SLOT / 2);
    EXPECT_EQ(histogram.GetCount(0), 1u) << "early by half a slot";
    idle = Exchange(histogram, idle + DIFS + SLOT / 2 - 1);
    EXPECT_EQ(histogram.GetCount(0), 2u) << "late by less than half a slot";
    idle = Exchange(histogram, idle + DIFS + SLOT / 2);
    EXPECT_EQ(histogram.GetCount(1), 1u) << "half a slot before the next";
    EXPECT_EQ(histogram.GetTotal(), 3u);
}

TEST(SlotHistogram, FramesHalfASlotApartCollide)
{
    for (const int64_t apart : {SLOT / 2, SLOT / 2 + 1})
    {
        SlotHistogram histogram(DIFS, SLOT);
        const int64_t begin = Exchange(histogram, 1000) + DIFS + 5 * SLOT;
        histogram.Begin(begin);
        histogram.Begin(begin + apart);
        EXPECT_EQ(histogram.GetTotal(), apart > SLOT / 2 ? 1u : 2u) << apart;
    }
}

TEST(SlotHistogram, CountsAllFramesOfACollisionAndNoneAfterIt)
{
    SlotHistogram histogram(DIFS, SLOT);
    const int64_t begin = Exchange(histogram, 1000) + DIFS + 5 * SLOT;
    histogram.Begin(begin);
    histogram.Begin(begin + 1);
    histogram.End(begin + 80, false);
    histogram.End(begin + 100, false);
    EXPECT_EQ(histogram.GetCount(5), 2u);
    Exchange(histogram, begin + 100 + DIFS);
    EXPECT_EQ(histogram.GetTotal(), 2u);
}

TEST(SlotHistogram, DoesNotCountWhatOverlapsAnAcknowledgement)
{
    SlotHistogram histogram(DIFS, SLOT);
    histogram.Begin(1000);
    histogram.Begin(1020);
    histogram.End(1040, true);
    histogram.End(1100, false);
    histogram.Begin(1100 + DIFS);
    EXPECT_EQ(histogram.GetTotal(), 0u);
}

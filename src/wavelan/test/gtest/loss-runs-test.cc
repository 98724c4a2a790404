// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/loss-runs.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/// @param packets '1' for each that arrived, '0' for each that was lost
LossRuns
Play(const std::string& packets)
{
    LossRuns runs;
    for (const char packet : packets)
    {
        runs.Add(packet == '1');
    }
    return runs;
}

TEST(LossRuns, CountsRunsThatHaveEnded)
{
    const LossRuns runs = Play("1110110001");
    EXPECT_EQ(runs.GetReceived(), 6u);
    EXPECT_EQ(runs.GetLost(), 4u);
    EXPECT_EQ(runs.GetReceivedRuns(), (LossRuns::Histogram{{2, 1}, {3, 1}}));
    EXPECT_EQ(runs.GetLostRuns(), (LossRuns::Histogram{{1, 1}, {3, 1}}));
}

TEST(LossRuns, ARunThatGoesOnIsNoRun)
{
    EXPECT_TRUE(Play("").GetLostRuns().empty());
    EXPECT_TRUE(Play("111").GetReceivedRuns().empty());
    EXPECT_TRUE(Play("00").GetLostRuns().empty());
}

TEST(LossRuns, PlacesOfPacketsInTheirRuns)
{
    // Received runs of 3 and 2, and one that goes on after its third packet.
    const LossRuns runs = Play("111011000111");
    const auto received = runs.GetPlaces(true, {1, 2});
    ASSERT_EQ(received.size(), 3u);
    EXPECT_EQ(received[0].packets, 3u);
    EXPECT_EQ(received[0].ended, 0u);
    EXPECT_EQ(received[1].packets, 3u);
    EXPECT_EQ(received[1].ended, 1u);
    // The last packet of the trace has none behind it.
    EXPECT_EQ(received[2].packets, 1u);
    EXPECT_EQ(received[2].ended, 1u);
    const auto lost = runs.GetPlaces(false, {2});
    ASSERT_EQ(lost.size(), 2u);
    EXPECT_EQ(lost[0].packets, 3u);
    EXPECT_EQ(lost[0].ended, 1u);
    EXPECT_EQ(lost[1].packets, 1u);
    EXPECT_EQ(lost[1].ended, 1u);
    EXPECT_THROW(runs.GetPlaces(true, {2, 1}), std::invalid_argument);
}

TEST(LossRuns, PlacesAreAllPacketsButTheLast)
{
    const LossRuns runs = Play("1100101110011");
    uint64_t packets = 0;
    for (const bool received : {true, false})
    {
        for (const LossRunPlaces& places : runs.GetPlaces(received, {1, 2, 4}))
        {
            packets += places.packets;
        }
    }
    EXPECT_EQ(packets, runs.GetReceived() + runs.GetLost() - 1);
}

} // namespace

} // namespace ns3

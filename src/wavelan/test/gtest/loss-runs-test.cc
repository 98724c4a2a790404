// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/loss-runs.h"

#include <gtest/gtest.h>
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

} // namespace

} // namespace ns3

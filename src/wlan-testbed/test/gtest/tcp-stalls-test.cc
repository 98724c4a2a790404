// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-stalls.h"
#include "ns3/time-sequence.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr double LEAST = 0.1;

/// The beginning of figure 5: the third of three segments is lost, two duplicates come back.
TimeSequence
MakeFigure5()
{
    TimeSequence sequence;
    sequence.Open(999);
    sequence.Send(0.048, 1000, 100);
    sequence.Send(0.050, 1100, 100);
    sequence.Send(0.052, 1200, 100); // lost
    sequence.Acknowledge(0.060, 1200, 1000);
    sequence.Send(0.061, 1300, 100);
    sequence.Send(0.062, 1400, 100);
    sequence.Acknowledge(0.068, 1200, 1000);
    sequence.Acknowledge(0.069, 1200, 1000);
    return sequence;
}

TEST(TcpStalls, ATimeoutAfterTwoDuplicates)
{
    TimeSequence sequence = MakeFigure5();
    sequence.Send(0.252, 1200, 100);
    const auto stalls = FindTcpStalls(sequence.GetRows(), {0.252}, LEAST);
    ASSERT_EQ(stalls.size(), 1u);
    EXPECT_EQ(stalls[0].begin, 0.062);
    EXPECT_EQ(stalls[0].end, 0.252);
    EXPECT_TRUE(stalls[0].isTimeout);
    EXPECT_EQ(stalls[0].duplicates, 2u);
    EXPECT_NEAR(stalls[0].sinceHead, 0.2, 1e-12);
}

// An ACK that is repeated while nothing is outstanding answers no segment: it tells a window.
TEST(TcpStalls, AWindowUpdateIsNoDuplicate)
{
    TimeSequence sequence;
    sequence.Open(999);
    sequence.Send(0.050, 1000, 100);
    sequence.Acknowledge(0.060, 1100, 1000);
    sequence.Acknowledge(0.070, 1100, 2000);
    sequence.Send(0.250, 1100, 100);
    const auto stalls = FindTcpStalls(sequence.GetRows(), {}, LEAST);
    ASSERT_EQ(stalls.size(), 1u);
    EXPECT_EQ(stalls[0].duplicates, 0u);
}

TEST(TcpStalls, ALateAckIsNoTimeout)
{
    TimeSequence sequence = MakeFigure5();
    sequence.Acknowledge(0.250, 1500, 1000);
    sequence.Send(0.250, 1500, 100);
    const auto stalls = FindTcpStalls(sequence.GetRows(), {}, LEAST);
    ASSERT_EQ(stalls.size(), 1u);
    EXPECT_FALSE(stalls[0].isTimeout);
    // The ACK is the first with its number, and what it expects had not been sent.
    EXPECT_EQ(stalls[0].duplicates, 0u);
    EXPECT_TRUE(std::isnan(stalls[0].sinceHead));
}

TEST(TcpStalls, TheLastTransmissionOfTheHeadCounts)
{
    TimeSequence sequence = MakeFigure5();
    sequence.Acknowledge(0.070, 1200, 1000);
    sequence.Send(0.070, 1200, 100); // sent again, and lost again
    sequence.Send(0.270, 1200, 100);
    const auto stalls = FindTcpStalls(sequence.GetRows(), {0.270}, LEAST);
    ASSERT_EQ(stalls.size(), 1u);
    EXPECT_EQ(stalls[0].duplicates, 3u);
    EXPECT_NEAR(stalls[0].sinceHead, 0.2, 1e-12);
}

TEST(TcpStalls, ShortGapsAndEndsAreNone)
{
    TimeSequence sequence = MakeFigure5();
    sequence.Send(0.161, 1500, 100);
    EXPECT_TRUE(FindTcpStalls(sequence.GetRows(), {0.161}, LEAST).empty());
    EXPECT_EQ(FindTcpStalls(sequence.GetRows(), {0.161}, 0.099).size(), 1u);
    EXPECT_TRUE(FindTcpStalls({}, {}, LEAST).empty());
    EXPECT_THROW(FindTcpStalls({}, {}, 0), std::invalid_argument);
}

} // namespace

} // namespace ns3

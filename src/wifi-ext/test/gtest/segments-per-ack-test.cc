// SPDX-License-Identifier: GPL-2.0-only

// Data packets that an ACK is worth: averages by hand.

#include "../../model/segments-per-ack.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(SegmentsPerAck, InitialValueUntilSomethingIsMeasured)
{
    SegmentsPerAck ratio;
    ratio.Start(2);
    EXPECT_DOUBLE_EQ(ratio.Get(), 2);
    ratio.Start(1);
    EXPECT_DOUBLE_EQ(ratio.Get(), 1);
}

TEST(SegmentsPerAck, DelayedAcksOfSmallerSegments)
{
    SegmentsPerAck ratio;
    ratio.Start(1);
    for (int i = 0; i < 5000; ++i)
    {
        ratio.ObserveAck(2 * 536, true);
        ratio.ObserveData(536, true);
    }
    EXPECT_NEAR(ratio.Get(), 2, 1e-6);
}

TEST(SegmentsPerAck, AckAfterDroppedOnesIsWorthThemAll)
{
    SegmentsPerAck ratio;
    ratio.Start(2);
    for (int i = 0; i < 9000; ++i)
    {
        ratio.ObserveAck(2920, i % 3 == 0);
    }
    EXPECT_NEAR(ratio.Get(), 6, 0.01);
}

TEST(SegmentsPerAck, RetransmissionsMakeDataPacketsWorthLess)
{
    SegmentsPerAck ratio;
    ratio.Start(2);
    // Of five new packets one is dropped, and sent again.
    for (int i = 0; i < 5000; ++i)
    {
        ratio.ObserveData(1460, i % 5 != 0);
        if (i % 5 == 4)
        {
            ratio.ObserveData(0, true);
        }
    }
    // 5 new segments in 5 packets sent, as without a drop.
    EXPECT_NEAR(ratio.Get(), 2, 0.02);
    // A tenth lost on the air: 9 new segments in 10 packets.
    for (int i = 0; i < 50000; ++i)
    {
        ratio.ObserveData(i % 10 == 0 ? 0 : 1460, true);
    }
    EXPECT_NEAR(ratio.Get(), 2 / 0.9, 0.02);
}

TEST(SegmentsPerAck, StaysInItsRange)
{
    SegmentsPerAck ratio;
    ratio.Start(2);
    for (int i = 0; i < 5000; ++i)
    {
        ratio.ObserveAck(0, true);
    }
    EXPECT_EQ(ratio.Get(), SegmentsPerAck::LEAST);
    for (int i = 0; i < 5000; ++i)
    {
        ratio.ObserveAck(0xffffffff, i % 2 == 0);
        ratio.ObserveData(0, true);
    }
    EXPECT_EQ(ratio.Get(), SegmentsPerAck::MOST);
}

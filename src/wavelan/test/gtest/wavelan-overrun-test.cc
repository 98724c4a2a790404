// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Overruns of the one transmit buffer of a PCMCIA card, and the registers for signals.

#include "../../model/wavelan-overrun.h"
#include "../../model/wavelan-signal.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Outcome = WavelanOverrun::Outcome;

/// A controller that is overrun by the third packet in a row, and loses two then.
class WavelanOverrunTest : public ::testing::Test
{
  protected:
    Outcome Write(bool isAtOnce)
    {
        return overrun.Write(
            isAtOnce,
            [this] {
                ++limits;
                return 3U;
            },
            [] { return 2U; });
    }

    /// Write the packets that overrun it.
    void Overrun()
    {
        for (const Outcome outcome : {Outcome::KEPT, Outcome::KEPT, Outcome::OVERRUN})
        {
            EXPECT_EQ(Write(true), outcome);
        }
    }

    WavelanOverrun overrun;
    uint32_t limits{0}; ///< that were drawn
};

TEST_F(WavelanOverrunTest, PacketsInARowOverrunIt)
{
    Overrun();
    EXPECT_TRUE(overrun.IsResetting());
    EXPECT_TRUE(overrun.LosesNext());
    EXPECT_EQ(Write(false), Outcome::LOST) << "the second";
    EXPECT_FALSE(overrun.LosesNext());
    EXPECT_EQ(Write(true), Outcome::KEPT) << "the queue is stopped now";
    EXPECT_EQ(limits, 1);
    overrun.EndReset();
    EXPECT_FALSE(overrun.IsResetting());
    Overrun();
    EXPECT_EQ(limits, 2) << "one for each overrun";
}

TEST_F(WavelanOverrunTest, APauseOfTheHostBeginsTheCountAnew)
{
    Write(true);
    Write(true);
    EXPECT_EQ(Write(false), Outcome::KEPT);
    Overrun();
}

// With TCP an ACK comes between two segments (V.C).
TEST_F(WavelanOverrunTest, AReceptionBeginsTheCountAnew)
{
    Write(true);
    Write(true);
    overrun.NoteReception();
    Overrun();
}

TEST_F(WavelanOverrunTest, WhatIsNotLostUntilTheResetIsSent)
{
    Overrun();
    overrun.EndReset();
    EXPECT_EQ(Write(false), Outcome::KEPT);
}

// Registers of 6, 6 and 4 bits.
TEST(WavelanSignalTest, RegistersHoldTheNextWholeNumber)
{
    const WavelanSignal signal = WavelanSignal::Read(27.5, 3.4, 14.6);
    EXPECT_EQ(signal.level, 28);
    EXPECT_EQ(signal.noise, 3);
    EXPECT_EQ(signal.quality, 15);
}

TEST(WavelanSignalTest, RegistersHaveRanges)
{
    const WavelanSignal low = WavelanSignal::Read(-1, -0.6, -5);
    EXPECT_EQ(low.level, 0);
    EXPECT_EQ(low.noise, 0);
    EXPECT_EQ(low.quality, 0);
    const WavelanSignal high = WavelanSignal::Read(64, 1e9, 16);
    EXPECT_EQ(high.level, 63);
    EXPECT_EQ(high.noise, 63);
    EXPECT_EQ(high.quality, 15);
}

} // namespace

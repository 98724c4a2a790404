// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/study-progress.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

using std::chrono::seconds;

TEST(FormatProgress, TellsTheTimeLeftByTheStepsBefore)
{
    EXPECT_EQ(FormatProgress(0, 4, seconds(7), "a, run 1", 80),
              "[....................] 0/4, 7 s gone, a, run 1");
    EXPECT_EQ(FormatProgress(1, 4, seconds(30), "a, run 2", 80),
              "[#####...............] 1/4, 1 min 30 s left, a, run 2");
    EXPECT_EQ(FormatProgress(3, 4, seconds(32400), "a, run 4", 80),
              "[###############.....] 3/4, 3 h 0 min left, a, run 4");
}

TEST(FormatProgress, FitsIntoTheTerminal)
{
    EXPECT_EQ(FormatProgress(1, 2, seconds(1), "a long name", 36),
              "[##########..........] 1/2, 1 s left");
}

} // namespace

} // namespace ns3

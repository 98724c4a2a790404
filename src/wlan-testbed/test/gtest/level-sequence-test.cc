// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/level-sequence.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

using Rows = std::vector<std::vector<double>>;

TEST(LevelSequence, KeepsChangesOnly)
{
    LevelSequence levels;
    levels.Set(0, 1);
    levels.Set(1, 1);
    levels.Set(2, 3);
    EXPECT_EQ(levels.GetRows(), (Rows{{0, 1}, {2, 3}}));
}

TEST(LevelSequence, LastOfSeveralChangesAtOneInstantCounts)
{
    LevelSequence levels;
    levels.Set(0, 1);
    levels.Set(1, 2);
    levels.Set(1, 3);
    EXPECT_EQ(levels.GetRows(), (Rows{{0, 1}, {1, 3}}));
    levels.Set(1, 1); // as before that instant: no change
    EXPECT_EQ(levels.GetRows(), (Rows{{0, 1}}));
}

} // namespace

} // namespace ns3

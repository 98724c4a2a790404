// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/study-nearest-name.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

const std::vector<std::string> KNOWN{"runs", "run", "duration", "results", "list-points"};

TEST(FindNearestNames, MisspeltNameFindsTheNearestFirst)
{
    EXPECT_EQ(FindNearestNames("durations", KNOWN), std::vector<std::string>{"duration"});
    EXPECT_EQ(FindNearestNames("runz", KNOWN), (std::vector<std::string>{"runs", "run"}));
    EXPECT_EQ(FindNearestNames("DURATION", KNOWN), std::vector<std::string>{"duration"});
}

TEST(FindNearestNames, PartOfANameFindsIt)
{
    EXPECT_EQ(FindNearestNames("points", KNOWN), std::vector<std::string>{"list-points"});
}

TEST(FindNearestNames, StrangeNameFindsNothing)
{
    EXPECT_TRUE(FindNearestNames("xyzzy", KNOWN).empty());
    EXPECT_TRUE(FindNearestNames("", {}).empty());
}

TEST(FindNearestNames, AtMostThree)
{
    EXPECT_EQ(FindNearestNames("aaa", {"aab", "aac", "aad", "aae"}).size(), 3U);
}

TEST(FormatSuggestion, EndsAnErrorLine)
{
    EXPECT_EQ(FormatSuggestion({"runs", "run"}, "--"), "; did you mean --runs or --run?");
    EXPECT_EQ(FormatSuggestion({}), "");
}

} // namespace

} // namespace ns3

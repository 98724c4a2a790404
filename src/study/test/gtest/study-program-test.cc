// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/study-program.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

TEST(FormatProgramCommand, IsOfTheTreeOrTheOneThatWasTyped)
{
    const auto format = [](const std::string& program, const std::string& typed) {
        return FormatProgramCommand("mine",
                                    {"runs=2", "point=a b"},
                                    program,
                                    typed,
                                    "/home/u/tree");
    };
    EXPECT_EQ(format("/home/u/tree/build/mine", "mine"),
              "./ns3 run \"mine --runs=2 '--point=a b'\"");
    EXPECT_EQ(format("/home/u/treetop/mine", "./mine"), "./mine --runs=2 '--point=a b'");
    EXPECT_EQ(format("/mine", "it's"), "'it'\\''s' --runs=2 '--point=a b'");
}

TEST(GetProgramVersion, OfTheTreeHasNoChecksum)
{
    EXPECT_EQ(GetProgramVersion().find("program"), std::string::npos);
}

} // namespace

} // namespace ns3

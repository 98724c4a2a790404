// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Ranges of IEEE 802.11-2020, 9.4.2.28: AIFSN and the exponents of CWmin and CWmax have four bits,
// the TXOP limit sixteen, in units of 32 us.

#include "../../model/access-category-parameters.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

using Use = AccessCategoryUse;

TEST(AccessCategoryParametersTest, AcceptsTheLimits)
{
    for (const Use use : {Use::STATION, Use::ACCESS_POINT, Use::ADVERTISED})
    {
        EXPECT_EQ(FindMistake({}, use), "");
        EXPECT_EQ(FindMistake({.aifsn = 2, .cwMin = 0, .cwMax = 0}, use), "");
        EXPECT_EQ(FindMistake({.aifsn = 15, .cwMin = 32767, .cwMax = 32767}, use), "");
        EXPECT_EQ(FindMistake({.txopLimit = MicroSeconds(32)}, use), "");
        EXPECT_EQ(FindMistake({.txopLimit = MicroSeconds(2097120)}, use), "");
        EXPECT_EQ(FindMistake({.cwMin = 3, .cwMax = 7, .txopLimit = MicroSeconds(6016)}, use), "");
    }
    EXPECT_EQ(FindMistake({.aifsn = 1}, Use::ACCESS_POINT), "");
    EXPECT_EQ(FindMistake({.cwMin = 4, .cwMax = 1000}, Use::ACCESS_POINT), "");
    EXPECT_EQ(FindMistake({.cwMin = 4, .cwMax = 1000}, Use::STATION), "");
}

TEST(AccessCategoryParametersTest, NamesTheValueAndTheRange)
{
    EXPECT_EQ(FindMistake({.aifsn = 0}, Use::ACCESS_POINT), "AIFSN 0: expected 1 to 15");
    EXPECT_EQ(FindMistake({.aifsn = 1}, Use::STATION), "AIFSN 1: expected 2 to 15");
    EXPECT_EQ(FindMistake({.aifsn = 1}, Use::ADVERTISED), "AIFSN 1: expected 2 to 15");
    EXPECT_EQ(FindMistake({.aifsn = 258}, Use::STATION), "AIFSN 258: expected 2 to 15");
    EXPECT_EQ(FindMistake({.cwMax = 32768}, Use::STATION), "CWmax 32768: expected 0 to 32767");
    EXPECT_EQ(FindMistake({.cwMin = 32, .cwMax = 31}, Use::STATION),
              "CWmin 32: expected 0 to 31, as CWmax is 31");
    EXPECT_EQ(FindMistake({.cwMin = 4}, Use::ADVERTISED),
              "CWmin 4: expected 2^n - 1, as it is advertised to stations");
    EXPECT_EQ(FindMistake({.cwMax = 1000}, Use::ADVERTISED),
              "CWmax 1000: expected 2^n - 1, as it is advertised to stations");
    EXPECT_EQ(FindMistake({.txopLimit = MicroSeconds(33)}, Use::STATION),
              "TXOP limit +33us: expected a multiple of 32 us, 0 to 2097120 us");
    EXPECT_EQ(FindMistake({.txopLimit = MicroSeconds(-32)}, Use::STATION),
              "TXOP limit -32us: expected a multiple of 32 us, 0 to 2097120 us");
    EXPECT_EQ(FindMistake({.txopLimit = MicroSeconds(2097152)}, Use::STATION),
              "TXOP limit +2.09715e+06us: expected a multiple of 32 us, 0 to 2097120 us");
}

} // namespace

} // namespace ns3

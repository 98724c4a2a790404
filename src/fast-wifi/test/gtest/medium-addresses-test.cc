// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Who has an address, and who had it.

#include "../../model/medium-addresses.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address FIRST("00:00:00:00:00:01");
const Mac48Address SECOND("00:00:00:00:00:02");

TEST(MediumAddressesTest, AnAddressIsFormerUntilSomebodyHasIt)
{
    MediumAddresses addresses;
    addresses.Set(7, FIRST);
    EXPECT_EQ(addresses.Find(FIRST), MediumStation(7));
    EXPECT_EQ(addresses.Find(SECOND), MEDIUM_NOBODY);
    EXPECT_FALSE(addresses.HasFormer());
    addresses.Set(7, SECOND);
    EXPECT_EQ(addresses.Find(FIRST), MEDIUM_NOBODY);
    EXPECT_TRUE(addresses.IsFormer(FIRST, 7));
    EXPECT_FALSE(addresses.IsFormer(FIRST, 8));
    addresses.Set(8, FIRST);
    EXPECT_FALSE(addresses.IsFormer(FIRST, 7)) << "another station answers now";
    EXPECT_EQ(addresses.Find(FIRST), MediumStation(8));
}

TEST(MediumAddressesTest, TheSameAddressAgainIsNoChange)
{
    MediumAddresses addresses;
    addresses.Set(7, FIRST);
    addresses.Set(7, FIRST);
    EXPECT_FALSE(addresses.HasFormer());
    EXPECT_EQ(addresses.Find(FIRST), MediumStation(7));
}

TEST(MediumAddressesTest, AStationWithoutAddressIsFoundByNobody)
{
    MediumAddresses addresses;
    addresses.Set(7, Mac48Address());
    EXPECT_EQ(addresses.Find(Mac48Address()), MEDIUM_NOBODY);
}

TEST(MediumAddressesTest, AStationThatLeavesTakesItsAddressWithIt)
{
    MediumAddresses addresses;
    addresses.Set(7, FIRST);
    addresses.Remove(7);
    EXPECT_EQ(addresses.Find(FIRST), MEDIUM_NOBODY);
    EXPECT_FALSE(addresses.HasFormer());
}

} // namespace

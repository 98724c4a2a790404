// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/dsss-mode.h"
#include "ns3/enum.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

TEST(DsssModeTest, AttributesHaveTheirNames)
{
    const std::string names = MakeDsssModeChecker()->GetUnderlyingTypeInformation();
    EXPECT_EQ(names, "DsssRate1Mbps|DsssRate2Mbps|DsssRate5_5Mbps|DsssRate11Mbps");
    EXPECT_EQ(MakeDsssModeChecker(true)->GetUnderlyingTypeInformation(), names + "|None");
    EXPECT_FALSE(MakeDsssModeChecker()->Check(EnumValue(DsssRate::NONE)));
    EXPECT_EQ(GetModeName(DsssRate::RATE_5_5), "DsssRate5_5Mbps");
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/dsss-mode.h"
#include "ns3/enum.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/// @tparam Testbed under test
/// @tparam Parameters of it
/// @param change of them
/// @return what the testbed says
template <typename Testbed, typename Parameters>
std::string
Refuse(void (*change)(Parameters&))
{
    Parameters parameters;
    change(parameters);
    std::string said;
    try
    {
        const Testbed testbed(parameters);
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    Simulator::Destroy();
    return said;
}

const std::string MODES =
    ": expected DsssRate1Mbps, DsssRate2Mbps, DsssRate5_5Mbps or DsssRate11Mbps";

} // namespace

TEST(DsssModeTest, KnowsThoseOf80211b)
{
    for (const auto& mode : DSSS_MODES)
    {
        EXPECT_NO_THROW(CheckDsssMode("dataMode", mode));
    }
}

TEST(DsssModeTest, AttributesHaveTheirNames)
{
    const std::string names = MakeDsssModeChecker()->GetUnderlyingTypeInformation();
    EXPECT_EQ(names, "DsssRate1Mbps|DsssRate2Mbps|DsssRate5_5Mbps|DsssRate11Mbps");
    EXPECT_EQ(MakeDsssModeChecker(true)->GetUnderlyingTypeInformation(), names + "|None");
    EXPECT_FALSE(MakeDsssModeChecker()->Check(EnumValue(DsssRate::NONE)));
    EXPECT_EQ(GetModeName(DsssRate::RATE_5_5), "DsssRate5_5Mbps");
}

TEST(DsssModeTest, TestbedsRefuseOthersByOneLine)
{
    EXPECT_EQ((Refuse<Kuang2003Testbed, Kuang2003Parameters>(
                  [](auto& p) { p.dataMode = "DsssRate3Mbps"; })),
              "dataMode=DsssRate3Mbps" + MODES);
    EXPECT_EQ((Refuse<Kuang2003Testbed, Kuang2003Parameters>(
                  [](auto& p) { p.basicRates = {"DsssRate1Mbps", "fast"}; })),
              "basicRates=fast" + MODES);
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/dsss-mode.h"
#include "ns3/gopal2005-testbed.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/simulator.h"
#include "ns3/vacirca2005-testbed.h"

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

TEST(DsssModeTest, TestbedsRefuseOthersByOneLine)
{
    EXPECT_EQ((Refuse<Kuang2003Testbed, Kuang2003Parameters>(
                  [](auto& p) { p.dataMode = "DsssRate3Mbps"; })),
              "dataMode=DsssRate3Mbps" + MODES);
    EXPECT_EQ((Refuse<Kuang2003Testbed, Kuang2003Parameters>(
                  [](auto& p) { p.basicRates = {"DsssRate1Mbps", "fast"}; })),
              "basicRates=fast" + MODES);
    // It exists, but not in a cell of 802.11b.
    EXPECT_EQ((Refuse<Vacirca2005Testbed, Vacirca2005Parameters>(
                  [](auto& p) { p.dataMode = "OfdmRate54Mbps"; })),
              "dataMode=OfdmRate54Mbps" + MODES);
    EXPECT_EQ((Refuse<Gopal2005Testbed, Gopal2005Parameters>([](auto& p) { p.dataMode = ""; })),
              "dataMode=" + MODES);
    EXPECT_EQ((Refuse<Gopal2005Testbed, Gopal2005Parameters>([](auto& p) { p.basicMode = "1"; })),
              "basicMode=1" + MODES);
    EXPECT_EQ(
        (Refuse<Malone2008Testbed, Malone2008Parameters>([](auto& p) { p.dataMode = "Nope"; })),
        "dataMode=Nope" + MODES);
    EXPECT_EQ(
        (Refuse<Malone2008Testbed, Malone2008Parameters>([](auto& p) { p.laterMode = "Nope"; })),
        "laterMode=Nope" + MODES);
}

} // namespace ns3

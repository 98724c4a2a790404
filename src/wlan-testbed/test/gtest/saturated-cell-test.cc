// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/saturated-cell.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/// @param packet bytes of each packet
/// @param warmUp, duration of the run
/// @return the line with which they are refused
std::string
Refuse(uint32_t packet, Time warmUp, Time duration)
{
    std::string said = "nothing";
    try
    {
        SaturatedCell cell(WIFI_STANDARD_80211b,
                           1,
                           "ns3::ConstantRateWifiManager",
                           "DsssRate11Mbps",
                           packet);
        cell.Run(warmUp, duration);
    }
    catch (const std::invalid_argument& mistake)
    {
        said = mistake.what();
    }
    Simulator::Destroy();
    return said;
}

} // namespace

TEST(SaturatedCellTest, RefusesWhatGivesNoThroughput)
{
    const Time second = Seconds(1);
    EXPECT_EQ(Refuse(0, second, second), "SaturatedCell: packet=0: expected at least one byte");
    EXPECT_EQ(Refuse(1500, Seconds(-1), second),
              "SaturatedCell: warmUp=-1 s: expected 0 s or more");
    EXPECT_EQ(Refuse(1500, second, Seconds(0)),
              "SaturatedCell: duration=0 s: expected more than 0 s");
    EXPECT_EQ(Refuse(1500, second, Seconds(-1)),
              "SaturatedCell: duration=-1 s: expected more than 0 s");
    EXPECT_EQ(Refuse(1, Seconds(0), MilliSeconds(1)), "nothing");
}

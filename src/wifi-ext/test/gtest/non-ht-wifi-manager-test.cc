// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the managers of non-HT rates refuse, with one error.

#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

namespace
{

/// An access point of 802.11ax starts.
/// @param manager its type
/// @param hasScheduler whether it plans OFDMA transmissions
void
StartAccessPoint(const std::string& manager, bool hasScheduler)
{
    const NodeContainer nodes(1);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    if (hasScheduler)
    {
        mac.SetMultiUserScheduler("ns3::RrMultiUserScheduler");
    }
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211ax);
    wifi.SetRemoteStationManager(manager);
    wifi.Install(phy, mac, nodes);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(NonHtWifiManagerDeathTest, MultiUserSchedulers)
{
    for (const std::string manager : {"ns3::EttWifiManager", "ns3::MimdArfWifiManager"})
    {
        EXPECT_DEATH(StartAccessPoint(manager, true),
                     manager + ": data frames are sent at non-HT rates: expected no multi-user");
        StartAccessPoint(manager, false);
    }
}

} // namespace

} // namespace ns3

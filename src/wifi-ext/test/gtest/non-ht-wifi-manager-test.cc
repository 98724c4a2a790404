// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the managers of non-HT rates refuse, with one error.

#include "ns3/mobility-helper.h"
#include "ns3/multi-model-spectrum-channel.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/spectrum-wifi-helper.h"
#include "ns3/string.h"
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

/// An access point of 802.11be starts.
/// @param manager its type
/// @param links number of its links, 1 or 2
void
StartLinks(const std::string& manager, uint8_t links)
{
    const NodeContainer nodes(1);
    MobilityHelper().Install(nodes);
    SpectrumWifiPhyHelper phy(links);
    for (uint8_t link = 0; link < links; ++link)
    {
        phy.AddChannel(CreateObject<MultiModelSpectrumChannel>(),
                       link == 0 ? WIFI_SPECTRUM_5_GHZ : WIFI_SPECTRUM_2_4_GHZ);
        phy.Set(link,
                "ChannelSettings",
                StringValue(link == 0 ? "{0, 20, BAND_5GHZ, 0}" : "{0, 20, BAND_2_4GHZ, 0}"));
    }
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211be);
    wifi.SetRemoteStationManager(manager);
    wifi.Install(phy, mac, nodes);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(NonHtWifiManagerDeathTest, SeveralLinks)
{
    for (const std::string manager : {"ns3::EttWifiManager", "ns3::MimdArfWifiManager"})
    {
        EXPECT_DEATH(StartLinks(manager, 2), manager + ": the device has 2 links: expected one");
        StartLinks(manager, 1);
    }
}

} // namespace

} // namespace ns3

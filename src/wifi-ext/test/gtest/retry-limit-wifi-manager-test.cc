// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What RetryLimitWifiManager refuses, each with one error.

#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/// @param standard of the radio
/// @param limit the user's FrameRetryLimit
/// @return a radio whose DataAttempts is 3
Ptr<WifiNetDevice>
MakeRadio(WifiStandard standard, uint32_t limit)
{
    const NodeContainer nodes(1);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac", "FrameRetryLimit", UintegerValue(limit));
    WifiHelper wifi;
    wifi.SetStandard(standard);
    wifi.SetRemoteStationManager("ns3::RetryLimitWifiManager", "DataAttempts", UintegerValue(3));
    return DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, nodes).Get(0));
}

/// ns-3's FrameRetryLimit if nobody sets it.
constexpr uint32_t DEFAULT_LIMIT = 7;

TEST(RetryLimitWifiManagerDeathTest, DevicesWithBlockAcks)
{
    for (const auto standard : {WIFI_STANDARD_80211n,
                                WIFI_STANDARD_80211ac,
                                WIFI_STANDARD_80211ax,
                                WIFI_STANDARD_80211be})
    {
        EXPECT_DEATH(MakeRadio(standard, DEFAULT_LIMIT),
                     "a device of 802.11n or later, .*: expected 802.11a, b or g");
    }
}

TEST(RetryLimitWifiManagerDeathTest, AnotherFrameRetryLimit)
{
    EXPECT_DEATH(MakeRadio(WIFI_STANDARD_80211b, 5), "FrameRetryLimit=5 .* DataAttempts=3");
    const auto radio = MakeRadio(WIFI_STANDARD_80211a, 3);
    radio->GetMac()->SetAttribute("FrameRetryLimit", UintegerValue(9));
    EXPECT_DEATH(
        {
            radio->Send(Create<Packet>(100), Mac48Address("00:00:00:00:00:99"), 0x88b5);
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        },
        "FrameRetryLimit=9 .* DataAttempts=3");
    Simulator::Destroy();
}

TEST(RetryLimitWifiManagerTest, TheSameLimitTwice)
{
    for (const uint32_t limit : {3U, DEFAULT_LIMIT})
    {
        const auto radio = MakeRadio(WIFI_STANDARD_80211a, limit);
        EXPECT_EQ(radio->GetMac()->GetFrameRetryLimit(), 2);
        Simulator::Destroy();
    }
}

} // namespace

} // namespace ns3

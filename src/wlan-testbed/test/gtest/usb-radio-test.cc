// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Modules that know a UsbNetDevice by its attributes and its channel only.

#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/usb-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// @param node gets an access point
/// @param standard of its radio
/// @param phy with the channel of the radio
/// @return the radio
Ptr<NetDevice>
InstallAccessPoint(Ptr<Node> node, WifiStandard standard, const YansWifiPhyHelper& phy)
{
    MobilityHelper().Install(node);
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    WifiHelper wifi;
    wifi.SetStandard(standard);
    return wifi.Install(phy, mac, node).Get(0);
}

/// @return a helper of radios on a new channel
YansWifiPhyHelper
MakePhy()
{
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    return phy;
}

/// A disc on a UsbNetDevice.
/// @param standard of the radio
/// @param mode of the disc
void
StartSuppression(WifiStandard standard, const std::string& mode)
{
    const auto node = CreateObject<Node>();
    const auto radio = InstallAccessPoint(node, standard, MakePhy());
    InternetStackHelper().Install(node);
    TrafficControlHelper control;
    control.SetRootQueueDisc("ns3::AckSuppressionQueueDisc", "Mode", StringValue(mode));
    control.Install(UsbHelper().Install(radio));
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(UsbRadioDeathTest, ReplaceIsRefusedWhereTheRadioAggregates)
{
    EXPECT_DEATH(StartSuppression(WIFI_STANDARD_80211n, "Replace"),
                 "Mode=Replace on a device of 802.11n or later, .*: expected Delay or Hold");
    StartSuppression(WIFI_STANDARD_80211n, "Delay");
    StartSuppression(WIFI_STANDARD_80211b, "Replace");
}

/// The bus takes the frames of the radio, so that none of them would wait in the backlog.
TEST(UsbRadioDeathTest, BacklogIsRefusedOnTheRadio)
{
    constexpr auto REFUSAL =
        "ns3::WifiNetDevice,? cannot be added: it is the radio under a USB bus, expected the "
        "ns3::UsbNetDevice";
    const NodeContainer nodes(1);
    const NetDeviceContainer radio(
        InstallAccessPoint(nodes.Get(0), WIFI_STANDARD_80211b, MakePhy()));
    EXPECT_DEATH(
        {
            ReceiveBacklogHelper().Install(radio);
            UsbHelper().Install(radio);
            Simulator::Run();
        },
        REFUSAL);
    const auto driver = UsbHelper().Install(radio);
    EXPECT_DEATH(ReceiveBacklogHelper().Install(radio), REFUSAL);
    ReceiveBacklogHelper().Install(driver);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

// Access points do not receive each other's frames.
TEST(UsbRadioTest, AccessPointsOfOneChannelAndOneEthernetAreNoLoop)
{
    const NodeContainer nodes(2);
    const auto phy = MakePhy();
    const auto ethernet = CsmaHelper().Install(nodes);
    const auto first = InstallAccessPoint(nodes.Get(0), WIFI_STANDARD_80211b, phy);
    const auto second = InstallAccessPoint(nodes.Get(1), WIFI_STANDARD_80211b, phy);
    LinuxBridgeHelper helper;
    helper.Install(nodes.Get(0), NetDeviceContainer(ethernet.Get(0), first));
    const auto bridge = DynamicCast<LinuxBridgeNetDevice>(
        helper.Install(nodes.Get(1), NetDeviceContainer(ethernet.Get(1))).Get(0));
    EXPECT_EQ(bridge->GetPortRefusal(UsbHelper().Install(second).Get(0)), "");
    Simulator::Destroy();
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Devices and values that AckPriorityHelper refuses, each with one error.

#include "ns3/ack-priority-helper.h"
#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/qos-txop.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

namespace
{

/// A Wi-Fi device that begins like those of the tests, and an aspect that differs.
struct DeviceOptions
{
    std::string type{"ns3::ApWifiMac"}; ///< of the MAC
    bool hasQos{true};                  ///< attribute QosSupported
    bool hasFlowControl{true};          ///< whether the device has queues
};

NetDeviceContainer
MakeDevice(const DeviceOptions& options = {})
{
    NodeContainer node(1);
    MobilityHelper().Install(node);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    if (!options.hasFlowControl)
    {
        wifi.DisableFlowControl();
    }
    WifiMacHelper mac;
    mac.SetType(options.type, "QosSupported", BooleanValue(options.hasQos));
    return wifi.Install(phy, mac, node);
}

TEST(AckPriorityHelperDeathTest, DevicesThatHaveNoCategories)
{
    const AckPriorityHelper priority;
    NodeContainer nodes(2);
    EXPECT_DEATH(priority.Install(SimpleNetDeviceHelper().Install(nodes)),
                 "ns3::SimpleNetDevice: expected an ns3::WifiNetDevice");
    EXPECT_DEATH(priority.Install(NetDeviceContainer(Ptr<NetDevice>())),
                 "no device: expected an ns3::WifiNetDevice");
    EXPECT_DEATH(priority.Install(MakeDevice({.hasQos = false})), "expected QosSupported true");
    EXPECT_DEATH(priority.Install(MakeDevice({.hasFlowControl = false})),
                 "has 0 queues with flow control: expected 4");
}

TEST(AckPriorityHelperDeathTest, ParametersOutOfRange)
{
    AckPriorityHelper priority;
    EXPECT_DEATH(priority.SetAckCategory(AC_BE_NQOS, {}),
                 "access category 4: expected AC_BE, AC_BK");
    EXPECT_DEATH(priority.SetOtherCategory(AC_UNDEF, {}), "expected AC_BE");
    priority.SetAckCategory(AC_VI, {.cwMin = 4});
    priority.Install(MakeDevice());
    priority.AdvertiseToStations();
    EXPECT_DEATH(priority.Install(MakeDevice()),
                 "AC VI: CWmin 4: expected 2\\^n - 1, as it is advertised");
    priority.AdvertiseToStations(false);
    priority.SetOtherCategory(AC_BE, {.aifsn = 16});
    EXPECT_DEATH(priority.Install(MakeDevice()), "AC BE: AIFSN 16: expected 1 to 15");
    EXPECT_DEATH(priority.Install(MakeDevice({.type = "ns3::StaWifiMac"})),
                 "AC BE: AIFSN 16: expected 2 to 15");
    priority.SetOtherCategory(AC_VI, {});
    EXPECT_DEATH(priority.Install(MakeDevice()), "AC VI for ACKs and for other packets");
}

/// A station of 802.11ax with parameters of its own, and an access point.
/// @param timer of the MU EDCA parameters that the access point advertises; 0: it has none
void
RunWithMuEdca(Time timer)
{
    NodeContainer nodes(2);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211ax);
    for (const std::string category : {"Be", "Bk", "Vi", "Vo"})
    {
        wifi.ConfigHeOptions(category + "MuEdcaTimer", TimeValue(timer));
    }
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    wifi.Install(phy, mac, nodes.Get(0));
    mac.SetType("ns3::StaWifiMac");
    const auto station = wifi.Install(phy, mac, nodes.Get(1));
    AckPriorityHelper priority;
    priority.SetOtherCategory(AC_BE, {.aifsn = 9});
    priority.Install(station);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    const auto txop = DynamicCast<WifiNetDevice>(station.Get(0))->GetMac()->GetQosTxop(AC_BE);
    EXPECT_EQ(txop->GetAifsn(0), 9);
    Simulator::Destroy();
}

TEST(AckPriorityHelperDeathTest, MuEdcaParametersOfTheAccessPoint)
{
    RunWithMuEdca(Seconds(0));
    EXPECT_DEATH(RunWithMuEdca(MicroSeconds(8192)),
                 "cannot keep its parameters beside an access point that advertises MU EDCA");
}

TEST(AckPriorityHelperTest, MembersOfAnIbssHaveTheirOwnParameters)
{
    const auto device = MakeDevice({.type = "ns3::AdhocWifiMac"});
    AckPriorityHelper priority;
    priority.SetAckCategory(AC_VO, {.aifsn = 1, .cwMin = 4, .txopLimit = MicroSeconds(96)});
    priority.Install(device);
    const auto mac = DynamicCast<WifiNetDevice>(device.Get(0))->GetMac();
    EXPECT_EQ(mac->GetQosTxop(AC_VO)->GetAifsn(0), 1);
    EXPECT_EQ(mac->GetQosTxop(AC_VO)->GetMinCw(0), 4);
    EXPECT_EQ(mac->GetQosTxop(AC_VO)->GetTxopLimit(0), MicroSeconds(96));
    EXPECT_EQ(mac->GetQosTxop(AC_BE)->GetAifsn(0), 2);
}

/// @param hasBridge whether the device becomes a port of ns-3's bridge after the installation
void
RunBridged(bool hasBridge)
{
    const auto device = MakeDevice();
    AckPriorityHelper().Install(device);
    if (hasBridge)
    {
        BridgeHelper().Install(device.Get(0)->GetNode(), device);
    }
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(AckPriorityHelperDeathTest, PortsOfABridgeThatBypassesTheSelection)
{
    RunBridged(false);
    EXPECT_DEATH(RunBridged(true),
                 "AckPriorityHelper: the device of node .* is a port of ns3::BridgeNetDevice, .*: "
                 "expected ns3::LinuxBridgeNetDevice");
}

TEST(AckPriorityHelperDeathTest, Queues)
{
    AckPriorityHelper priority;
    EXPECT_DEATH(priority.SetDriverQueue(QueueSize("0p")), "driver queue of 0p: expected 1p");
    EXPECT_DEATH(priority.SetDriverQueue(QueueSize("30000B")),
                 "driver queue of 30000B: expected 1p");
    EXPECT_DEATH(priority.SetDriverQueue(QueueSize("20p"), Seconds(0)),
                 "maximum delay .*0s: expected more than 0 s");
    priority.SetQueueDisc("ns3::FifoQueueDisc");
    const auto device = MakeDevice();
    EXPECT_DEATH(priority.Install(device), "has no traffic-control layer");
    InternetStackHelper().Install(device.Get(0)->GetNode());
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(device);
    EXPECT_DEATH(priority.Install(device), "has a queue disc: expected none");
}

} // namespace

} // namespace ns3

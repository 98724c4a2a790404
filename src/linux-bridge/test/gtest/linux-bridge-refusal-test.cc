// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What cannot be a port of a bridge, and what a backlog cannot be, ends the program with one line
// that says why.

#include "../linux-bridge-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/multi-model-spectrum-channel.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/receive-backlog.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/spectrum-wifi-helper.h"
#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>
#include <ostream>
#include <string>

using namespace ns3;

namespace
{

/// @param node that gets a device which needs no medium
/// @return the device
Ptr<SimpleNetDevice>
AddSimpleDevice(Ptr<Node> node)
{
    const auto device = CreateObject<SimpleNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetChannel(CreateObject<SimpleChannel>());
    node->AddDevice(device);
    return device;
}

/// What becomes of a port that only the base class knows. Devices 0 and 1 are the bed's ports, 2
/// is the bridge.
constexpr auto FOREIGN_PORT =
    R"(LinuxBridgeNetDevice: device 3 of node 0 was added by BridgeNetDevice::AddBridgePort\(\); )"
    R"(expected LinuxBridgeNetDevice::AddBridgePort\(\))";

/// Add a device at run time, through a pointer to the base class.
/// @param bed whose bridge gets it
/// @param time when
/// @return the device
Ptr<SimpleNetDevice>
AddForeignPort(LinuxBridgeTestBed& bed, Time time)
{
    const auto device = AddSimpleDevice(bed.node);
    Simulator::Schedule(time, [&bed, device] {
        const Ptr<BridgeNetDevice> bridge = bed.bridge;
        bridge->AddBridgePort(device);
    });
    return device;
}

/// @param seconds of work for a packet, as text
/// @return a helper
ReceiveBacklogHelper
MakeBacklogHelper(const std::string& seconds = "0")
{
    ReceiveBacklogHelper helper;
    helper.SetAttribute("PacketTime",
                        StringValue("ns3::ConstantRandomVariable[Constant=" + seconds + "]"));
    return helper;
}

} // namespace

/// Something that a bridge refuses.
struct BridgeRefusal
{
    const char* name;                    ///< of the case
    const char* message;                 ///< regular expression
    void (*action)(LinuxBridgeTestBed&); ///< what is refused
};

std::ostream&
operator<<(std::ostream& os, const BridgeRefusal& refusal)
{
    return os << refusal.message;
}

class LinuxBridgeDeathTest : public testing::TestWithParam<BridgeRefusal>
{
};

TEST_P(LinuxBridgeDeathTest, IsRefused)
{
    EXPECT_DEATH(
        {
            LinuxBridgeTestBed bed(2);
            GetParam().action(bed);
        },
        GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Ports,
    LinuxBridgeDeathTest,
    testing::Values(
        BridgeRefusal{"PortOfABridge",
                      "it is a port of a bridge already",
                      [](auto& bed) { bed.bridge->AddBridgePort(bed.ports.Get(0)); }},
        BridgeRefusal{"Null",
                      "null cannot be a port: it is not a device of the bridge's node",
                      [](auto& bed) { bed.bridge->AddBridgePort(nullptr); }},
        BridgeRefusal{"DeviceOfAnotherNode",
                      "not a device of the bridge's node",
                      [](auto& bed) { bed.bridge->AddBridgePort(bed.hosts[0].device); }},
        BridgeRefusal{"Bridge",
                      "ns3::LinuxBridgeNetDevice cannot be a port: it is a bridge",
                      [](auto& bed) { bed.bridge->AddBridgePort(bed.bridge); }},
        BridgeRefusal{
            "NoSendFrom",
            R"(ns3::PointToPointNetDevice cannot be a port: it does not support SendFrom\(\))",
            [](auto& bed) {
                PointToPointHelper link;
                const auto devices = link.Install(bed.node, CreateObject<Node>());
                bed.bridge->AddBridgePort(devices.Get(0));
            }},
        BridgeRefusal{"WifiDeviceWithoutMac",
                      "ns3::WifiNetDevice cannot be a port: it has no MAC",
                      [](auto& bed) {
                          const auto device = CreateObject<WifiNetDevice>();
                          bed.node->AddDevice(device);
                          bed.bridge->AddBridgePort(device);
                      }},
        BridgeRefusal{
            "NoNode",
            R"(LinuxBridgeHelper::Install\(\): no node)",
            [](auto&) { LinuxBridgeHelper().Install(Ptr<Node>(), NetDeviceContainer()); }},
        BridgeRefusal{"BufferOfNoDevice",
                      R"(InstallBuffer\(\): no device of a node)",
                      [](auto&) { LinuxBridgeHelper::InstallBuffer(nullptr, 10); }},
        BridgeRefusal{"PortOfTheBaseClass",
                      FOREIGN_PORT,
                      [](auto& bed) {
                          bed.bridge->BridgeNetDevice::AddBridgePort(AddSimpleDevice(bed.node));
                          Simulator::Run();
                      }},
        BridgeRefusal{"PortOfTheBaseClassThatReceives",
                      FOREIGN_PORT,
                      [](auto& bed) {
                          const auto device = AddForeignPort(bed, Seconds(1));
                          Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(2), [device] {
                              device->Receive(Create<Packet>(100),
                                              0x88b5,
                                              Mac48Address::GetBroadcast(),
                                              Mac48Address("00:00:00:00:aa:01"));
                          });
                          Simulator::Run();
                      }},
        BridgeRefusal{"PortOfTheBaseClassBesideOneThatReceives",
                      FOREIGN_PORT,
                      [](auto& bed) {
                          AddForeignPort(bed, Seconds(1));
                          bed.SendAt(Seconds(2), 0, Mac48Address::GetBroadcast());
                          Simulator::Run();
                      }},
        BridgeRefusal{"PortOfTheBaseClassBesideAHostThatSends",
                      FOREIGN_PORT,
                      [](auto& bed) {
                          AddForeignPort(bed, Seconds(1));
                          Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(2), [&bed] {
                              bed.bridge->Send(Create<Packet>(100),
                                               Mac48Address::GetBroadcast(),
                                               0x88b5);
                          });
                          Simulator::Run();
                      }},
        BridgeRefusal{"Loop",
                      "it closes a loop with port 0",
                      [](auto& bed) {
                          const auto node = bed.hosts[0].device->GetNode();
                          CsmaHelper csma;
                          const auto ports = csma.Install(NodeContainer(bed.node, node));
                          LinuxBridgeHelper helper;
                          helper.Install(node,
                                         NetDeviceContainer(bed.hosts[0].device, ports.Get(1)));
                          bed.bridge->AddBridgePort(ports.Get(0));
                      }},
        BridgeRefusal{"BufferOfOnePacket",
                      R"(InstallBuffer\(\): 1 packets: ns3::CsmaNetDevice alone holds 2)",
                      [](auto& bed) {
                          CsmaHelper csma;
                          LinuxBridgeHelper::InstallBuffer(csma.Install(bed.node).Get(0), 1);
                      }}),
    [](const auto& info) { return std::string(info.param.name); });

// ns3::BridgeNetDevice asks each port for its channel.
TEST(LinuxBridgeRefusalTest, LinksOnSeveralChannels)
{
    const NodeContainer nodes(1);
    SpectrumWifiPhyHelper phy(2);
    for (uint8_t link = 0; link < 2; ++link)
    {
        phy.AddChannel(CreateObject<MultiModelSpectrumChannel>(),
                       link == 0 ? WIFI_SPECTRUM_2_4_GHZ : WIFI_SPECTRUM_5_GHZ);
        phy.Set(link,
                "ChannelSettings",
                StringValue(link == 0 ? "{0, 20, BAND_2_4GHZ, 0}" : "{0, 20, BAND_5GHZ, 0}"));
    }
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211be);
    const auto radio = wifi.Install(phy, mac, nodes).Get(0);
    const auto bridge = CreateObject<LinuxBridgeNetDevice>();
    nodes.Get(0)->AddDevice(bridge);
    EXPECT_EQ(bridge->GetPortRefusal(radio), "its links have several channels");
    Simulator::Destroy();
}

// A mesh point takes what its radios receive, and only it may send through them.
TEST(LinuxBridgeMeshDeathTest, RadioOfAMeshPoint)
{
    const NodeContainer nodes(1);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    const auto radio = WifiHelper().Install(phy, mac, nodes);
    // The type that MeshWifiInterfaceMac gives itself.
    DynamicCast<WifiNetDevice>(radio.Get(0))->GetMac()->SetTypeOfStation(MESH);
    const auto bridge = CreateObject<LinuxBridgeNetDevice>();
    nodes.Get(0)->AddDevice(bridge);
    EXPECT_EQ(bridge->GetPortRefusal(radio.Get(0)), "it is a radio of a mesh point");
    EXPECT_DEATH(MakeBacklogHelper().Install(radio),
                 "it is a radio of a mesh point, expected the ns3::MeshPointDevice");
    Simulator::Destroy();
}

// A stock bridge closes the loop after the ports of ours were added.
TEST(LinuxBridgeLoopDeathTest, ALoopClosedLaterStopsTheStart)
{
    NodeContainer nodes(2);
    CsmaHelper csma;
    const auto first = csma.Install(nodes);
    const auto second = csma.Install(nodes);
    LinuxBridgeHelper helper;
    helper.Install(nodes.Get(0), NetDeviceContainer(first.Get(0), second.Get(0)));
    BridgeHelper stock;
    stock.Install(nodes.Get(1), NetDeviceContainer(first.Get(1), second.Get(1)));
    EXPECT_DEATH(Simulator::Run(), "ports 0 and 1 of node 0 are in a loop");
    Simulator::Destroy();
}

// Both would forward each frame, so that its receiver would get it twice.
TEST(LinuxBridgePortDeathTest, AnotherBridgeHasThePort)
{
    const auto node = CreateObject<Node>();
    NetDeviceContainer ports(AddSimpleDevice(node));
    ports.Add(AddSimpleDevice(node));
    LinuxBridgeHelper().Install(node, ports);
    BridgeHelper().Install(node, ports);
    EXPECT_DEATH(Simulator::Run(),
                 "device 0 of node 0 is also a port of the ns3::BridgeNetDevice that is device 3");
    Simulator::Destroy();
}

/// A frame that goes into a loop which a bridge of ns-3 closes while the simulation runs.
/// @param isOwn whether our bridge sends it, or a host
void
SendIntoLateLoop(bool isOwn)
{
    NodeContainer nodes(3);
    CsmaHelper csma;
    const auto host = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(2)));
    const auto first = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
    const auto second = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
    NetDeviceContainer ports(host.Get(0), first.Get(0));
    ports.Add(second.Get(0));
    const auto bridge = LinuxBridgeHelper().Install(nodes.Get(0), ports).Get(0);
    const auto stock = DynamicCast<BridgeNetDevice>(
        BridgeHelper().Install(nodes.Get(1), NetDeviceContainer(first.Get(1))).Get(0));
    Simulator::Schedule(Seconds(1), [&] { stock->AddBridgePort(second.Get(1)); });
    const auto sender = isOwn ? bridge : host.Get(1);
    Simulator::ScheduleWithContext(sender->GetNode()->GetId(), Seconds(2), [sender] {
        sender->Send(Create<Packet>(100), Mac48Address::GetBroadcast(), 0x88b5);
    });
    Simulator::Stop(Seconds(2.01));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(LinuxBridgeLoopDeathTest, ALoopClosedWhileTheSimulationRuns)
{
    for (const bool isOwn : {false, true})
    {
        EXPECT_DEATH(SendIntoLateLoop(isOwn), "ports 1 and 2 of node 0 are in a loop");
    }
}

/// A host with two devices.
class ReceiveBacklogDeathTest : public testing::Test
{
  protected:
    ReceiveBacklogDeathTest()
    {
        devices.Add(AddSimpleDevice(node));
        devices.Add(AddSimpleDevice(node));
    }

    ~ReceiveBacklogDeathTest() override
    {
        Simulator::Destroy();
    }

    Ptr<Node> node{CreateObject<Node>()};
    NetDeviceContainer devices;
};

TEST_F(ReceiveBacklogDeathTest, DevicesThatCannotWait)
{
    const auto bridge = LinuxBridgeHelper().Install(node, devices);
    EXPECT_DEATH(MakeBacklogHelper().Install(bridge), "it is a bridge");
    const NetDeviceContainer twice(devices.Get(0), devices.Get(0));
    EXPECT_DEATH(MakeBacklogHelper().Install(twice), "it was added before");
    EXPECT_DEATH(
        {
            MakeBacklogHelper().Install(devices);
            node->GetObject<ReceiveBacklog>()->AddDevice(CreateObject<SimpleNetDevice>());
        },
        "not a device of the backlog's node");
    EXPECT_DEATH(CreateObject<ReceiveBacklog>()->AddDevice(devices.Get(0)),
                 "not aggregated to a node");
    EXPECT_DEATH(MakeBacklogHelper().Install(NetDeviceContainer(CreateObject<SimpleNetDevice>())),
                 "has no node");
}

TEST_F(ReceiveBacklogDeathTest, DiskOfTwoHosts)
{
    const auto other = CreateObject<Node>();
    const auto device = CreateObject<SimpleNetDevice>();
    other->AddDevice(device);
    ReceiveBacklogHelper helper;
    helper.SetAttribute("Disk", PointerValue(CreateObject<IdeWriteback>()));
    helper.Install(devices); // two devices of one host
    Simulator::Run();
    EXPECT_DEATH(helper.Install(NetDeviceContainer(device)),
                 "ReceiveBacklog: Disk of node 1 is that of node 0, too: expected one for each");
}

TEST_F(ReceiveBacklogDeathTest, PromiscuousInTheSimulation)
{
    MakeBacklogHelper().Install(devices);
    const auto backlog = node->GetObject<ReceiveBacklog>();
    backlog->SetAttribute("Promiscuous", BooleanValue(true));
    Simulator::Run();
    backlog->SetAttribute("Promiscuous", BooleanValue(true));
    EXPECT_DEATH(backlog->SetAttribute("Promiscuous", BooleanValue(false)),
                 "ReceiveBacklog: Promiscuous cannot change during the simulation: expected");
}

TEST_F(ReceiveBacklogDeathTest, HelpersThatDiffer)
{
    const NetDeviceContainer second(devices.Get(1));
    MakeBacklogHelper().Install(NetDeviceContainer(devices.Get(0)));
    EXPECT_DEATH(MakeBacklogHelper("0.1").Install(second),
                 R"(PacketTime=ns3::ConstantRandomVariable\[Constant=0.1\]: node 0 has a backlog )"
                 R"(with PacketTime=ns3::ConstantRandomVariable\[Constant=0\])");
    EXPECT_DEATH(
        {
            auto helper = MakeBacklogHelper();
            helper.SetAttribute("MaxWaiting", StringValue("1"));
            helper.Install(second);
        },
        "MaxWaiting=1: node 0 has a backlog with MaxWaiting=300");
    // The same in other words.
    auto helper = MakeBacklogHelper();
    helper.SetAttribute("ByteTime", StringValue("0ms"));
    helper.Install(second);
}

TEST_F(ReceiveBacklogDeathTest, TimesThatCannotBe)
{
    const Mac48Address sender("00:00:00:00:aa:01");
    // The last two are beyond the range of ns3::Time.
    for (const auto& [seconds, text] : {std::pair{"-1", "-1"},
                                        std::pair{"1001", "1001"},
                                        std::pair{"1e10", R"(1e\+10)"},
                                        std::pair{"1e300", R"(1e\+300)"}})
    {
        EXPECT_DEATH(
            {
                MakeBacklogHelper(seconds).Install(devices);
                const auto device = DynamicCast<SimpleNetDevice>(devices.Get(0));
                const auto host = Mac48Address::ConvertFrom(device->GetAddress());
                Simulator::ScheduleWithContext(node->GetId(), Seconds(1), [&] {
                    device->Receive(Create<Packet>(100), 0x88b5, host, sender);
                });
                Simulator::Run();
            },
            "PacketTime=" + std::string(text) + " s: expected 0 to 1000");
    }
}

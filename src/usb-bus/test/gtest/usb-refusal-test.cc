// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What would silently have no effect under a bus ends the program with one line that says why.

#include "../usb-pair.h"

#include "ns3/bridge-helper.h"
#include "ns3/config.h"
#include "ns3/dynamic-queue-limits.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/nix-vector-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-remote-station-manager.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Assign an address to a device whose node has no IP stack yet.
/// @tparam Helper Ipv4AddressHelper or Ipv6AddressHelper
template <typename Helper>
void
AssignAddress(Ptr<NetDevice> device, Helper helper)
{
    InternetStackHelper().Install(device->GetNode());
    helper.Assign(NetDeviceContainer(device));
}

const Ipv4AddressHelper IPV4{"10.0.0.0", "255.255.255.0"};
const Ipv6AddressHelper IPV6{"2001::", Ipv6Prefix(64)};

class UsbRadioInUseDeathTest : public testing::Test
{
  protected:
    UsbPair pair;
    Ptr<NetDevice> radio{pair.adapter->GetRadio()};
};

TEST_F(UsbRadioInUseDeathTest, IsRefusedAtTheStart)
{
    AssignAddress(radio, IPV4);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)),
                 "ns3::WifiNetDevice .* of node 0 has an address of IPv4, but is under a USB bus: "
                 "expected the address on the ns3::UsbNetDevice");
}

TEST_F(UsbRadioInUseDeathTest, IsRefusedAtTheStartIfItIsOfIpv6)
{
    AssignAddress(radio, IPV6);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)), "has an address of IPv6, but is under a USB bus");
}

TEST_F(UsbRadioInUseDeathTest, IsRefusedByTheHelper)
{
    AssignAddress(pair.peerRadio, IPV4);
    EXPECT_DEATH(UsbHelper().Install(NetDeviceContainer(pair.peerRadio)),
                 "of node 1 has an address of IPv4, but is under a USB bus");
}

TEST_F(UsbRadioInUseDeathTest, RadioIsAPortOfABridge)
{
    YansWifiPhyHelper phy;
    phy.SetChannel(pair.channel);
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    const NodeContainer node(1);
    const auto accessPoint = WifiHelper().Install(phy, mac, node);
    BridgeHelper().Install(node.Get(0), accessPoint);
    EXPECT_DEATH(UsbHelper().Install(accessPoint),
                 "ns3::WifiNetDevice .* of node 2 is a port of a bridge, but is under a USB bus: "
                 "expected the port to be the ns3::UsbNetDevice");
}

TEST_F(UsbRadioInUseDeathTest, RadioHasAQueueDisc)
{
    InternetStackHelper().Install(pair.laptop);
    TrafficControlHelper disc;
    disc.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
    disc.Install(radio);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)),
                 "of node 0 has a queue disc, but is under a USB bus: expected the queue disc on "
                 "the ns3::UsbNetDevice");
}

TEST_F(UsbRadioInUseDeathTest, RadioIsAnInterfaceOfAMeshPoint)
{
    // The type that MeshWifiInterfaceMac gives itself.
    DynamicCast<WifiNetDevice>(pair.peerRadio)->GetMac()->SetTypeOfStation(MESH);
    EXPECT_DEATH(UsbHelper().Install(NetDeviceContainer(pair.peerRadio)),
                 "ns3::WifiNetDevice .* of node 1 is an interface of a mesh point");
}

TEST_F(UsbRadioInUseDeathTest, IsNoneOfTheUsbDevice)
{
    AssignAddress<Ipv4AddressHelper>(pair.driver, IPV4);
    UsbPair::Run(MilliSeconds(1));
}

/// A laptop on USB and a peer with a bare radio, one of which is wired to a server.
class UsbRoutingDeathTest : public testing::Test
{
  protected:
    /// @param router laptop or peer
    /// @param internet installs the IP stacks
    void Route(Ptr<Node> router, const InternetStackHelper& internet = InternetStackHelper())
    {
        const NodeContainer wired(router, CreateObject<Node>());
        internet.Install(NodeContainer(pair.laptop, pair.peer, wired.Get(1)));
        Ipv4AddressHelper addresses = IPV4;
        NetDeviceContainer cell(pair.driver);
        cell.Add(pair.peerRadio);
        addresses.Assign(cell);
        addresses.NewNetwork();
        addresses.Assign(PointToPointHelper().Install(wired));
    }

    UsbPair pair;
};

TEST_F(UsbRoutingDeathTest, GlobalRoutesThroughUsbAreRefused)
{
    Route(pair.laptop);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)),
                 "ns3::UsbNetDevice of node 0: "
                 "Ipv4GlobalRoutingHelper::PopulateRoutingTables\\(\\) finds no routes through a "
                 "router on USB: expected static routes, or a protocol such as OLSR");
}

TEST_F(UsbRoutingDeathTest, GlobalRoutesOfAHostAreNotRefused)
{
    Route(pair.peer);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    UsbPair::Run(MilliSeconds(1));
}

TEST_F(UsbRoutingDeathTest, ARouterWithoutGlobalRoutesIsNotRefused)
{
    Route(pair.laptop);
    UsbPair::Run(MilliSeconds(1));
}

TEST_F(UsbRoutingDeathTest, NixVectorsAreRefused)
{
    InternetStackHelper internet;
    internet.SetRoutingHelper(Ipv4NixVectorHelper());
    Route(pair.peer, internet);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)),
                 "node 0: nix-vector routing finds no routes over USB: expected static routes");
}

/// An attribute of the driver and a value that it does not have.
struct StartValue
{
    std::string name;
    std::string value;
};

class UsbStartValueDeathTest : public testing::TestWithParam<StartValue>
{
  protected:
    /// Set the attribute.
    /// @param milliseconds when
    void SetAt(int64_t milliseconds)
    {
        Simulator::Schedule(MilliSeconds(milliseconds), [this] {
            pair.driver->SetAttribute(GetParam().name, StringValue(GetParam().value));
        });
    }

    UsbPair pair;
};

TEST_P(UsbStartValueDeathTest, IsRefusedWhileTheDriverRuns)
{
    SetAt(2);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(3)),
                 "ns3::UsbNetDevice::" + GetParam().name +
                     " of node 0 is changed after the driver has read it: expected a value before "
                     "Simulator::Run\\(\\), or while the adapter is unplugged");
}

TEST_P(UsbStartValueDeathTest, MayChangeWhileNoDriverRuns)
{
    Simulator::Schedule(MilliSeconds(1), [this] { pair.bus->Detach(pair.adapter); });
    SetAt(2);
    UsbPair::Run(MilliSeconds(3));
    // The text of a time has a unit of ns-3's choice, so that it is compared with another one.
    const auto other = CreateObject<UsbNetDevice>();
    other->SetAttribute(GetParam().name, StringValue(GetParam().value));
    StringValue expected;
    other->GetAttribute(GetParam().name, expected);
    StringValue value;
    pair.driver->GetAttribute(GetParam().name, value);
    EXPECT_EQ(value.Get(), expected.Get());
}

// ns-3 would count the bytes of no packet, so that such limits never stop the queue.
TEST(UsbQueueLimitsDeathTest, AreRefused)
{
    UsbPair pair;
    const auto queues = pair.driver->GetObject<NetDeviceQueueInterface>();
    queues->GetTxQueue(0)->SetQueueLimits(CreateObject<DynamicQueueLimits>());
    pair.SendFromLaptop(1, pair.laptop->GetId());
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(200)),
                 "UsbNetDevice: queue limits have no effect, .* set UsbWifiAdapter::TxBuffers");
}

TEST(UsbTimeResolutionDeathTest, MustShowABitOfTheBus)
{
    // In a process of its own: a simulation that has run has fixed the resolution.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [] {
        Time::SetResolution(Time::US);
        UsbPair pair;
        pair.SendFromLaptop(1, pair.laptop->GetId());
        UsbPair::Run(MilliSeconds(200));
    };
    EXPECT_DEATH(run(), "Time has a resolution of .*1000ns: expected 1 ns or finer");
}

TEST(UsbPaths, ReachAdapterBusAndRadio)
{
    const UsbPair pair;
    const std::string path = "/NodeList/*/DeviceList/*/$ns3::UsbNetDevice/Adapter/";
    Config::Set(path + "TxBuffers", UintegerValue(5));
    Config::Set(path + "HostController/IsrLatency", TimeValue(MicroSeconds(7)));
    Config::Set(path + "Radio/$ns3::WifiNetDevice/Mtu", UintegerValue(1234));
    UintegerValue buffers;
    pair.adapter->GetAttribute("TxBuffers", buffers);
    EXPECT_EQ(buffers.Get(), 5U);
    TimeValue latency;
    pair.bus->GetAttribute("IsrLatency", latency);
    EXPECT_EQ(latency.Get(), MicroSeconds(7));
    EXPECT_EQ(pair.adapter->GetRadio()->GetMtu(), 1234);
}

// What the radio's queue has no room for waits in the host, where a queue disc sees it.
TEST(UsbAdapterBuffer, IsNotLongerThanTheQueueOfTheRadio)
{
    UsbPair pair("ns3::EhciHostController");
    constexpr uint32_t PACKETS = 20;
    const auto radio = DynamicCast<WifiNetDevice>(pair.adapter->GetRadio());
    radio->GetMac()
        ->GetTxopQueue(AC_BE_NQOS)
        ->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, PACKETS));
    uint32_t most = 0;
    pair.adapter->TraceConnectWithoutContext(
        "TxInUse",
        Callback<void, Time, uint32_t, uint32_t>(
            [&most](Time, uint32_t, uint32_t frames) { most = std::max(most, frames); }));
    const auto queue = pair.driver->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    for (uint32_t i = 0; i < 4000; ++i)
    {
        Simulator::ScheduleWithContext(pair.laptop->GetId(), MicroSeconds(100'000 + 50 * i), [&] {
            if (!queue->IsStopped())
            {
                pair.driver->Send(Create<Packet>(50), pair.peerRadio->GetAddress(), 0x0800);
            }
        });
    }
    UsbPair::Run(Seconds(1));
    EXPECT_EQ(most, PACKETS);
    EXPECT_EQ(pair.adapter->GetTxCounters().GetDropped(), 0U);
    EXPECT_EQ(pair.peerReceived, pair.driver->GetTxCounters().delivered);
}

INSTANTIATE_TEST_SUITE_P(All,
                         UsbStartValueDeathTest,
                         testing::Values(StartValue{"QueueMode", "Queueless"},
                                         StartValue{"MaxTxUrbs", "1"},
                                         StartValue{"InUrbs", "30"},
                                         StartValue{"InUrbSize", "4000"},
                                         StartValue{"TxResubmitDelay", "1s"},
                                         StartValue{"RxResubmitDelay", "1s"},
                                         StartValue{"RxDeliverDelay", "1s"},
                                         StartValue{"HaltDelay", "1s"},
                                         StartValue{"ErrorPause", "1s"}),
                         [](const auto& value) { return value.param.name; });

} // namespace

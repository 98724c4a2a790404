// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// An access point whose Wi-Fi and Ethernet devices are bridged: where each packet of a buffer sits,
// and that nothing vanishes in the MAC's queue.

#include "linux-bridge-test-bed.h"

#include "ns3/ap-wifi-mac.h"
#include "ns3/csma-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/queue-size.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

#include <utility>

using namespace ns3;

namespace
{

using Reason = LinuxBridgeDropReason;

const Mac48Address HOST("00:00:00:00:00:0a");

/// An access point with a bridge of Wi-Fi (port 0) and Ethernet (port 1), and two stations.
class AccessPointBed
{
  public:
    /// @param standard of the radios
    /// @param flowControl whether devices stop their queues
    explicit AccessPointBed(WifiStandard standard = WIFI_STANDARD_80211b, bool flowControl = true)
    {
        nodes.Create(4);
        MobilityHelper mobility;
        mobility.Install(nodes);
        WifiHelper wifi;
        wifi.SetStandard(standard);
        wifi.SetRemoteStationManager(
            "ns3::ConstantRateWifiManager",
            "DataMode",
            StringValue(standard == WIFI_STANDARD_80211b ? "DsssRate11Mbps" : "HtMcs7"));
        if (!flowControl)
        {
            wifi.DisableFlowControl();
        }
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiMacHelper mac;
        mac.SetType("ns3::ApWifiMac", "Ssid", SsidValue(Ssid("bridge")));
        ap = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, nodes.Get(0)).Get(0));
        mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(Ssid("bridge")));
        const auto radios = wifi.Install(phy, mac, NodeContainer(nodes.Get(1), nodes.Get(2)));
        WifiHelper::AssignStreams(NetDeviceContainer(NetDeviceContainer(ap), radios), 100);
        ethernet = CsmaHelper().Install(NodeContainer(nodes.Get(0), nodes.Get(3)));
        bridge = DynamicCast<LinuxBridgeNetDevice>(
            LinuxBridgeHelper()
                .Install(nodes.Get(0), NetDeviceContainer(NetDeviceContainer(ap), ethernet.Get(0)))
                .Get(0));
        for (uint32_t i = 0; i < 2; ++i)
        {
            stations[i].device = radios.Get(i);
            Listen(stations[i]);
        }
        wired.device = ethernet.Get(1);
        Listen(wired);
        bridge->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, LinuxBridgeDropReason, Ptr<const NetDevice>>(
                [this](Ptr<const Packet>, LinuxBridgeDropReason reason, Ptr<const NetDevice>) {
                    ++traced[reason];
                }));
    }

    ~AccessPointBed()
    {
        Simulator::Destroy();
    }

    /// @param category a queue of the MAC
    /// @return it
    Ptr<WifiMacQueue> GetQueue(AcIndex category = AC_BE_NQOS) const
    {
        return ap->GetMac()->GetTxopQueue(category);
    }

    /// The host behind the bridge sends a burst that comes to the bridge at once.
    void Burst(uint32_t frames, Mac48Address destination)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            bridge->SendFrom(MakeUdpPacket("10.0.0.1", "10.0.0.2", static_cast<uint16_t>(i), 472),
                             HOST,
                             destination,
                             0x0800);
        }
    }

    /// Leave the MAC of the access point no room for a relay from half a millisecond on, when it
    /// has sent what it has: it repeats a frame to a station that sleeps.
    /// @param station which
    void Occupy(uint32_t station)
    {
        DynamicCast<WifiNetDevice>(stations[station].device)->GetPhy()->SetSleepMode(true);
        Burst(1, stations[station].GetAddress());
        Simulator::Schedule(MicroSeconds(400), [this] { GetQueue()->SetMaxSize(QueueSize("1p")); });
    }

    /// Undo Occupy().
    /// @param station which
    void Vacate(uint32_t station)
    {
        DynamicCast<WifiNetDevice>(stations[station].device)->GetPhy()->ResumeFromSleep();
        GetQueue()->SetMaxSize(QueueSize("500p"));
    }

    /// In the context of a node.
    /// @param node its number
    void At(Time time, uint32_t node, std::function<void()> action)
    {
        Simulator::ScheduleWithContext(nodes.Get(node)->GetId(), time, [action] { action(); });
    }

    NodeContainer nodes; ///< access point, two stations, wired host
    Ptr<WifiNetDevice> ap;
    NetDeviceContainer ethernet; ///< of the access point, of the wired host
    Ptr<LinuxBridgeNetDevice> bridge;
    BridgeTestHost stations[2];
    BridgeTestHost wired;
    std::map<LinuxBridgeDropReason, uint64_t> traced; ///< by the bridge

  private:
    static void Listen(BridgeTestHost& host)
    {
        host.device->SetReceiveCallback(NetDevice::ReceiveCallback([&host](Ptr<NetDevice> device,
                                                                           Ptr<const Packet> packet,
                                                                           uint16_t protocol,
                                                                           const Address& source) {
            host.received.push_back({packet->Copy(),
                                     protocol,
                                     Mac48Address::ConvertFrom(source),
                                     Mac48Address::ConvertFrom(device->GetAddress())});
            return true;
        }));
    }
};

class LinuxBridgeBufferTest : public TestCase
{
  public:
    /// @param packets size of the buffer
    explicit LinuxBridgeBufferTest(uint32_t packets)
        : TestCase("A buffer of " + std::to_string(packets) +
                   " packets: all but one in the queue disc, one in the MAC until it is ACKed"),
          m_packets(packets)
    {
    }

  private:
    void DoRun() override
    {
        AccessPointBed bed;
        LinuxBridgeHelper::InstallBuffer(bed.ap, m_packets);
        const auto destination = bed.stations[0].GetAddress();
        uint64_t acked = 0;
        uint32_t most = 0;
        bed.ap->GetMac()->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>(
                [&](Ptr<const WifiMpdu> mpdu) { acked += mpdu->GetHeader().IsData(); }));
        const auto look = [&] {
            const auto waiting = bed.bridge->GetPortCounters(0).held;
            const auto inMac = bed.GetQueue()->GetNPackets();
            most = std::max(most, static_cast<uint32_t>(waiting + inMac));
            // Everything that entered and was not dropped is ACKed, in the MAC or in the disc.
            NS_TEST_EXPECT_MSG_EQ(acked + inMac + waiting +
                                      bed.bridge->GetPortCounters(0).GetDropped(),
                                  bed.bridge->GetPortCounters(0).offered,
                                  "each packet is in one place");
            NS_TEST_EXPECT_MSG_LT(inMac, 2, "one in the MAC at most");
        };
        bed.At(Seconds(1), 0, [&] {
            bed.Burst(30, destination);
            NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetPortCounters(0).held, m_packets - 1, "waiting");
            NS_TEST_EXPECT_MSG_EQ(bed.GetQueue()->GetNPackets(), 1, "in the MAC");
        });
        // 0.5 ms a frame on the wire is twice what 802.11b carries.
        for (int i = 0; i < 2000; ++i)
        {
            bed.At(Seconds(2) + MicroSeconds(500 * i), 0, [&] { bed.Burst(1, destination); });
            bed.At(Seconds(2) + MicroSeconds(500 * i + 137), 0, look);
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        const auto counters = bed.bridge->GetPortCounters(0);
        NS_TEST_EXPECT_MSG_EQ(most, m_packets, "no more and no fewer");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[0].received.size(), counters.transmitted, "delivered");
        NS_TEST_EXPECT_MSG_EQ(counters.transmitted + counters.GetDropped(), 2030, "all");
        const auto reason = m_packets == 1 ? Reason::DEVICE_QUEUE_STOPPED : Reason::QUEUE_DISC;
        NS_TEST_EXPECT_MSG_EQ(bed.traced[reason], counters.GetDropped(), "traced, one reason");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }

    uint32_t m_packets;
};

class LinuxBridgeSilentDropTest : public TestCase
{
  public:
    LinuxBridgeSilentDropTest()
        : TestCase("What the MAC swallows without a word is traced: full queue, no station")
    {
    }

  private:
    void Check(bool flowControl, Reason expected)
    {
        AccessPointBed bed(WIFI_STANDARD_80211b, flowControl);
        bed.At(Seconds(1), 0, [&] {
            bed.GetQueue()->SetMaxSize(QueueSize("3p"));
            bed.Burst(8, bed.stations[0].GetAddress());
            bed.bridge->SendFrom(Create<Packet>(99),
                                 HOST,
                                 Mac48Address("00:00:00:00:bb:01"),
                                 0x88b5);
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.traced[expected], (flowControl ? 6U : 5U), "more than 3");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::NOT_ASSOCIATED],
                              (flowControl ? 0U : 1U),
                              "no station");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[0].received.size(), 3, "what there was room for");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }

    void DoRun() override
    {
        Check(true, Reason::DEVICE_QUEUE_STOPPED);
        Check(false, Reason::DEVICE_QUEUE_FULL);
    }
};

class LinuxBridgeRelayTest : public TestCase
{
  public:
    /// @param limited whether the MAC itself has room for one frame only
    /// @param busy whether the access point's host takes its time for each packet
    explicit LinuxBridgeRelayTest(bool limited, bool busy = false)
        : TestCase(std::string(limited ? "A relay that finds the MAC's queue full is traced"
                                       : "A small buffer of the bridge takes no room from relays") +
                   (busy ? ", whenever it gets to the bridge" : "")),
          m_limited(limited),
          m_busy(busy)
    {
    }

  private:
    void DoRun() override
    {
        AccessPointBed bed;
        LinuxBridgeHelper::InstallBuffer(bed.ap, 5);
        if (m_busy)
        {
            ReceiveBacklogHelper backlog;
            backlog.SetAttribute("PacketTime",
                                 StringValue("ns3::ConstantRandomVariable[Constant=0.003]"));
            backlog.Install(NetDeviceContainer(bed.ap));
        }
        bed.At(Seconds(1), 0, [&] {
            bed.GetQueue()->SetMaxSize(QueueSize(m_limited ? "1p" : "500p"));
        });
        const auto destination = bed.stations[1].GetAddress();
        for (int i = 0; i < 500; ++i)
        {
            const Time time = Seconds(1) + MilliSeconds(2 * i + 1);
            bed.At(time, 0, [&] { bed.Burst(4, destination); });
            bed.At(time, 1, [&] {
                bed.stations[0].Send(Create<Packet>(300), destination, 0x88b5);
            });
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        std::size_t relayed = 0;
        for (const auto& frame : bed.stations[1].received)
        {
            relayed += frame.protocol == 0x88b5;
        }
        const auto lost = bed.bridge->GetPortCounters(0).relaysDropped;
        NS_TEST_EXPECT_MSG_EQ(relayed + lost, 500, "each relay arrives or is traced");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::RELAY_QUEUE_FULL], lost, "traced");
        NS_TEST_EXPECT_MSG_EQ((lost > 0), m_limited, "only where the MAC has no room");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::DEVICE_QUEUE_FULL], 0, "none of the bridge's");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::SAME_PORT], 500, "no copy on the Ethernet");
        NS_TEST_EXPECT_MSG_EQ(bed.wired.received.size(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }

    bool m_limited;
    bool m_busy;
};

/// A router sends on what it gets, so that the access point sees a packet's uid twice. That it has
/// sent the packet itself, or relayed it once, does not make a relay of the second time.
class LinuxBridgeRoutedRelayTest : public TestCase
{
  public:
    /// Where the packets come from that station 0 sends on to station 1.
    enum class Origin
    {
        BRIDGE,       ///< a host behind the bridge
        ACCESS_POINT, ///< the access point's own stack
        STATION,      ///< station 1
    };

    /// @param name of the origin
    /// @param origin see Origin
    LinuxBridgeRoutedRelayTest(const std::string& name, Origin origin)
        : TestCase("A relay that is lost is traced, though its packet came before from " + name),
          m_origin(origin)
    {
    }

  private:
    static constexpr uint32_t PACKETS = 10; ///< sent to station 0

    void DoRun() override
    {
        AccessPointBed bed;
        const auto& router = bed.stations[0].device;
        const auto destination = bed.stations[1].GetAddress();
        uint32_t routed = 0;
        router->SetReceiveCallback(NetDevice::ReceiveCallback(
            [&](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                bed.Occupy(1);
                router->Send(packet->Copy(), destination, 0x88b5);
                ++routed;
                return true;
            }));
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            bed.At(Seconds(1) + MilliSeconds(100 * i), m_origin == Origin::STATION ? 2 : 0, [&] {
                SendToRouter(bed);
            });
            bed.At(Seconds(1) + MilliSeconds(100 * i + 80), 0, [&] { bed.Vacate(1); });
        }
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(routed, PACKETS, "all came to the router");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[1].received.size(), 0, "none was relayed");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::RELAY_QUEUE_FULL], PACKETS, "each is traced");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }

    void SendToRouter(AccessPointBed& bed) const
    {
        const auto router = bed.stations[0].GetAddress();
        switch (m_origin)
        {
        case Origin::BRIDGE:
            bed.Burst(1, router);
            break;
        case Origin::ACCESS_POINT:
            bed.ap->Send(Create<Packet>(300), router, 0x88b5);
            break;
        case Origin::STATION:
            bed.stations[1].Send(Create<Packet>(300), router, 0x88b5);
            break;
        }
    }

    Origin m_origin;
};

/// Relays that the host drops before they come to the bridge are forgotten with the next one.
class LinuxBridgeForgottenRelayTest : public TestCase
{
  public:
    LinuxBridgeForgottenRelayTest()
        : TestCase("A relay that the host dropped on its way to the bridge is forgotten")
    {
    }

  private:
    void DoRun() override
    {
        AccessPointBed bed;
        ReceiveBacklogHelper backlog;
        backlog.SetAttribute("PacketTime",
                             StringValue("ns3::ConstantRandomVariable[Constant=0.1]"));
        backlog.SetAttribute("MaxWaiting", UintegerValue(0));
        backlog.Install(NetDeviceContainer(bed.ap));
        const auto first = Create<Packet>(100);
        const auto second = Create<Packet>(200);
        const auto send = [&](Time time, uint32_t from, Ptr<Packet> packet) {
            bed.At(time, from + 1, [&bed, from, packet] {
                bed.stations[from].Send(packet->Copy(),
                                        bed.stations[1 - from].GetAddress(),
                                        0x88b5);
            });
        };
        // From 1 s to 1.2 s the host has one packet to work on and one that waits. It drops the
        // first relay, not the second.
        bed.At(Seconds(1), 1, [&] {
            for (int i = 0; i < 2; ++i)
            {
                bed.stations[0].Send(Create<Packet>(50), bed.wired.GetAddress(), 0x88b5);
            }
        });
        send(Seconds(1.02), 0, first);
        send(Seconds(1.3), 0, second);
        // Station 1 sends the first one back, for which the access point has no room.
        bed.At(Seconds(1.598), 0, [&] { bed.Occupy(0); });
        send(Seconds(1.6), 1, first);
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.stations[1].received.size(), 2, "both were relayed");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::SAME_PORT], 2, "the second, and the first again");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[0].received.size(), 0, "and none back");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::RELAY_QUEUE_FULL], 1, "which is traced");
    }
};

class LinuxBridgeQosTest : public TestCase
{
  public:
    LinuxBridgeQosTest()
        : TestCase("802.11n: mq with a FqCoDel for each access category, chosen by the DS field")
    {
    }

  private:
    void DoRun() override
    {
        AccessPointBed bed(WIFI_STANDARD_80211n);
        TrafficControlHelper helper;
        const auto handle = helper.SetRootQueueDisc("ns3::MqQueueDisc");
        const auto classes = helper.AddQueueDiscClasses(handle, 4, "ns3::QueueDiscClass");
        helper.AddChildQueueDiscs(handle, classes, "ns3::FqCoDelQueueDisc");
        const auto root = helper.Install(bed.ap).Get(0);
        const auto destination = bed.stations[0].GetAddress();
        bed.At(Seconds(1), 0, [&] {
            for (const uint8_t tos : {0x00, 0x00, 0xb8, 0x20}) // BE, BE, EF in VI, CS1 in BK
            {
                bed.bridge->SendFrom(MakeUdpPacket("10.0.0.1", "10.0.0.2", 1, 472, tos),
                                     HOST,
                                     destination,
                                     0x0800);
            }
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        const auto sent = [&root](AcIndex category) {
            return root->GetQueueDiscClass(category)->GetQueueDisc()->GetStats().nTotalSentPackets;
        };
        NS_TEST_EXPECT_MSG_EQ(sent(AC_BE), 2, "best effort");
        NS_TEST_EXPECT_MSG_EQ(sent(AC_VI), 1, "EF: priority 5");
        NS_TEST_EXPECT_MSG_EQ(sent(AC_BK), 1, "CS1: priority 1");
        NS_TEST_EXPECT_MSG_EQ(sent(AC_VO), 0, "none");
        NS_TEST_ASSERT_MSG_EQ(bed.stations[0].received.size(), 4, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[0].received[0].source, HOST, "source kept");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeUplinkTest : public TestCase
{
  public:
    LinuxBridgeUplinkTest()
        : TestCase("Station to wire and back; broadcasts once to each; no station, no frame")
    {
    }

  private:
    void DoRun() override
    {
        AccessPointBed bed;
        TrafficControlHelper helper;
        helper.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
        helper.Install(bed.ap);
        bed.At(Seconds(1), 1, [&] {
            bed.stations[0].Send(Create<Packet>(99), Mac48Address::GetBroadcast(), 0x88b5);
        });
        bed.At(Seconds(2), 3, [&] {
            bed.wired.Send(Create<Packet>(99), bed.stations[0].GetAddress(), 0x88b5);
        });
        bed.At(Seconds(3), 1, [&] {
            bed.stations[0].Send(Create<Packet>(99), bed.wired.GetAddress(), 0x88b5);
        });
        bed.At(Seconds(4), 3, [&] {
            bed.wired.Send(Create<Packet>(99), Mac48Address("00:00:00:00:bb:01"), 0x88b5);
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bed.wired.received.size(), 2, "broadcast and answer");
        NS_TEST_EXPECT_MSG_EQ(bed.wired.received[0].source,
                              bed.stations[0].GetAddress(),
                              "source kept");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[1].received.size(), 1, "the access point's relay");
        NS_TEST_ASSERT_MSG_EQ(bed.stations[0].received.size(), 1, "its frame");
        NS_TEST_EXPECT_MSG_EQ(bed.stations[0].received[0].source,
                              bed.wired.GetAddress(),
                              "source kept");
        NS_TEST_EXPECT_MSG_EQ(bed.traced[Reason::NOT_ASSOCIATED], 1, "flooded into no BSS");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

} // namespace

/// @ingroup tests
class LinuxBridgeWifiTestSuite : public TestSuite
{
  public:
    LinuxBridgeWifiTestSuite()
        : TestSuite("linux-bridge-wifi", Type::SYSTEM)
    {
        for (const uint32_t packets : {1, 2, 10})
        {
            AddTestCase(new LinuxBridgeBufferTest(packets), Duration::QUICK);
        }
        AddTestCase(new LinuxBridgeSilentDropTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeRelayTest(false), Duration::QUICK);
        AddTestCase(new LinuxBridgeRelayTest(true), Duration::QUICK);
        AddTestCase(new LinuxBridgeRelayTest(false, true), Duration::QUICK);
        AddTestCase(new LinuxBridgeRelayTest(true, true), Duration::QUICK);
        using Origin = LinuxBridgeRoutedRelayTest::Origin;
        for (const auto& [name, origin] : {std::pair{"the bridge", Origin::BRIDGE},
                                           std::pair{"the access point", Origin::ACCESS_POINT},
                                           std::pair{"a station", Origin::STATION}})
        {
            AddTestCase(new LinuxBridgeRoutedRelayTest(name, origin), Duration::QUICK);
        }
        AddTestCase(new LinuxBridgeForgottenRelayTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeQosTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeUplinkTest, Duration::QUICK);
    }
};

static LinuxBridgeWifiTestSuite g_linuxBridgeWifiTestSuite;

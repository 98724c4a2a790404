// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The bridge on Ethernet: what it forwards, floods, delivers and refuses, and its books.

#include "linux-bridge-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/csma-helper.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

using namespace ns3;

namespace
{

using Reason = LinuxBridgeDropReason;

class LinuxBridgeForwardTest : public TestCase
{
  public:
    LinuxBridgeForwardTest()
        : TestCase("Unknown is flooded, known goes to one port, with its own source and Ethertype")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(3);
        auto& hosts = bed.hosts;
        bed.SendAt(Seconds(1), 0, hosts[1].GetAddress());
        bed.SendAt(Seconds(2), 1, hosts[0].GetAddress());
        bed.SendAt(Seconds(3), 0, hosts[1].GetAddress());
        bed.SendAt(Seconds(4), 2, Mac48Address::GetBroadcast());
        bed.SendAt(Seconds(5), 2, Mac48Address("01:00:5e:01:02:03"));
        bed.RunUntil(Seconds(6));
        NS_TEST_EXPECT_MSG_EQ(hosts[0].received.size(), 3, "the answer, broadcast, multicast");
        NS_TEST_EXPECT_MSG_EQ(hosts[1].received.size(), 4, "two for it, broadcast, multicast");
        NS_TEST_EXPECT_MSG_EQ(hosts[2].received.size(), 1, "only what was flooded");
        const auto& frame = hosts[1].received.at(0);
        NS_TEST_EXPECT_MSG_EQ(frame.source, hosts[0].GetAddress(), "the sender's own address");
        NS_TEST_EXPECT_MSG_EQ(frame.destination, hosts[1].GetAddress(), "as sent");
        NS_TEST_EXPECT_MSG_EQ(frame.protocol, 0x88b5, "as sent");
        NS_TEST_EXPECT_MSG_EQ(frame.packet->GetSize(), 500, "as sent");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetNLearned(), 3, "all three spoke");
        const auto& counters = bed.bridge->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.received, 5, "frames");
        NS_TEST_EXPECT_MSG_EQ(counters.forwarded, 8, "2 + 1 + 1 + 2 + 2 copies");
        NS_TEST_EXPECT_MSG_EQ(counters.copied, 3, "each flood to two is one copy more");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeDropTest : public TestCase
{
  public:
    LinuxBridgeDropTest()
        : TestCase("What is not forwarded has its reason")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        auto& hosts = bed.hosts;
        const Mac48Address neighbor("00:00:00:00:aa:01");
        bed.At(Seconds(1), 0, [&] {
            const auto group = Mac48Address::GetBroadcast();
            hosts[0].device->SendFrom(Create<Packet>(99), group, hosts[1].GetAddress(), 0x88b5);
            hosts[0].device->SendFrom(Create<Packet>(99), neighbor, group, 0x88b5);
        });
        bed.SendAt(Seconds(2), 0, neighbor);
        bed.SendAt(Seconds(3), 0, Mac48Address("01:80:c2:00:00:01"));
        bed.SendAt(Seconds(4), 0, Mac48Address::ConvertFrom(bed.ports.Get(1)->GetAddress()));
        bed.At(Seconds(5), 0, [&] {
            bed.ports.Get(1)->SetMtu(496);
            hosts[0].Send(Create<Packet>(501), hosts[1].GetAddress(), 0x88b5);
            hosts[0].Send(Create<Packet>(500), hosts[1].GetAddress(), 0x88b5);
            hosts[0].Send(Create<Packet>(496), hosts[1].GetAddress(), 0x88b5);
        });
        bed.RunUntil(Seconds(6));
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::INVALID_SOURCE), 1, "a group as source");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::SAME_PORT), 1, "it is on that side");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::PAUSE_FRAME), 1, "for the next device only");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::NO_HANDLER), 1, "no stack on the bridge");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::TOO_LONG),
                              1,
                              "above the egress MTU and a VLAN tag");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::DEVICE_REFUSED),
                              1,
                              "SimpleNetDevice is strict");
        NS_TEST_EXPECT_MSG_EQ(hosts[1].received.size(), 2, "broadcast, and what fits");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetPortCounters(1).GetDropped(Reason::TOO_LONG),
                              1,
                              "counted on its port");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetCounters().GetDropped(), 4, "by the bridge");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeRoamingTest : public TestCase
{
  public:
    LinuxBridgeRoamingTest()
        : TestCase("A station roams; an entry ages with no event; a full table floods")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(3, "1");
        auto& hosts = bed.hosts;
        const Mac48Address station("00:00:00:00:aa:01");
        const auto speak = [&](Time time, uint32_t host) {
            bed.At(time, host, [&hosts, host, station] {
                hosts[host].device->SendFrom(Create<Packet>(99),
                                             station,
                                             Mac48Address("00:00:00:00:aa:02"),
                                             0x88b5);
            });
        };
        speak(Seconds(1), 0);
        bed.SendAt(Seconds(2), 1, station); // to port 0; its source finds the table full
        speak(Seconds(3), 2);
        bed.SendAt(Seconds(4), 1, station); // to port 2
        bed.SendAt(Seconds(5), 0, hosts[1].GetAddress());
        bed.SendAt(Seconds(302.9), 1, station);
        uint64_t before = 0;
        Simulator::Schedule(Seconds(5.5), [&before] { before = Simulator::GetEventCount(); });
        uint64_t idle = 0;
        Simulator::Schedule(Seconds(302), [&] { idle = Simulator::GetEventCount() - before; });
        bed.SendAt(Seconds(303.1), 1, station); // aged: 300 s after the last frame
        bed.RunUntil(Seconds(304));
        NS_TEST_EXPECT_MSG_EQ(hosts[0].received.size(), 3, "2 s, flood at 3 s, flood at 303.1 s");
        NS_TEST_EXPECT_MSG_EQ(hosts[2].received.size(),
                              5,
                              "floods at 1, 5, 303.1 s; for it at 4 and 302.9 s");
        NS_TEST_EXPECT_MSG_EQ(hosts[1].received.size(), 3, "floods at 1, 3 and 5 s: not learned");
        NS_TEST_EXPECT_MSG_EQ(idle, 1, "no event but that of this test");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetNLearned(), 1, "at most MaxLearned");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeAttributesTest : public TestCase
{
  public:
    LinuxBridgeAttributesTest()
        : TestCase("ExpirationTime and EnableLearning take effect while the bridge runs")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(3);
        auto& hosts = bed.hosts;
        const auto set = [&](Time time, const std::string& name, const AttributeValue& value) {
            Simulator::Schedule(time, [&, name, copy = value.Copy()] {
                bed.bridge->SetAttribute(name, *copy);
            });
        };
        const auto send = [&](Time time) { bed.SendAt(time, 0, hosts[1].GetAddress()); };
        bed.SendAt(Seconds(1), 1, hosts[0].GetAddress()); // unknown: host 2 gets it, too
        send(Seconds(3));
        set(Seconds(4), "ExpirationTime", TimeValue(Seconds(2)));
        std::size_t learned = 0;
        Simulator::Schedule(Seconds(4.5), [&] { learned = bed.bridge->GetNLearned(); });
        send(Seconds(5)); // host 1 has aged
        set(Seconds(6), "ExpirationTime", TimeValue(Seconds(300)));
        bed.SendAt(Seconds(7), 1, hosts[0].GetAddress());
        set(Seconds(8), "EnableLearning", BooleanValue(false));
        send(Seconds(9)); // flooded
        set(Seconds(10), "EnableLearning", BooleanValue(true));
        send(Seconds(11));
        bed.RunUntil(Seconds(12));
        NS_TEST_EXPECT_MSG_EQ(learned, 1, "host 0");
        NS_TEST_EXPECT_MSG_EQ(hosts[1].received.size(), 4, "all that was sent to it");
        NS_TEST_EXPECT_MSG_EQ(hosts[2].received.size(), 3, "floods at 1, 5 and 9 s");
    }
};

/// A device whose link can be unplugged.
class UnpluggableNetDevice : public SimpleNetDevice
{
  public:
    bool IsLinkUp() const override
    {
        return m_isUp && SimpleNetDevice::IsLinkUp();
    }

    void AddLinkChangeCallback(Callback<void> callback) override
    {
        m_changed = callback;
    }

    void Plug(bool isUp)
    {
        m_isUp = isUp;
        m_changed();
    }

  private:
    bool m_isUp{true};
    Callback<void> m_changed;
};

class LinuxBridgeLinkTest : public TestCase
{
  public:
    LinuxBridgeLinkTest()
        : TestCase("A port whose link goes down is forgotten, and frames for it are traced")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        const auto port = CreateObject<UnpluggableNetDevice>();
        port->SetAddress(Mac48Address::Allocate());
        port->SetChannel(CreateObject<SimpleChannel>());
        bed.node->AddDevice(port);
        bed.bridge->AddBridgePort(port);
        const Mac48Address station("00:00:00:00:aa:01");
        // The channel has no other device: what the port receives is given to it here.
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1), [&] {
            port->Receive(Create<Packet>(99), 0x88b5, bed.hosts[0].GetAddress(), station);
        });
        bed.SendAt(Seconds(2), 0, station);
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(3), [&] { port->Plug(false); });
        bed.SendAt(Seconds(4), 0, station); // unknown again: flooded
        bed.RunUntil(Seconds(5));
        const auto counters = bed.bridge->GetPortCounters(2);
        NS_TEST_EXPECT_MSG_EQ(counters.transmitted, 1, "while it was up");
        NS_TEST_EXPECT_MSG_EQ(counters.GetDropped(Reason::PORT_DOWN), 1, "while it was down");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::PORT_DOWN), 1, "traced");
        NS_TEST_EXPECT_MSG_EQ(bed.hosts[1].received.size(), 2, "floods at 1 s and at 4 s");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeAddressTest : public TestCase
{
  public:
    LinuxBridgeAddressTest()
        : TestCase("A port's new address is local, and another station may take the old one")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(3);
        const auto port = bed.ports.Get(1);
        const auto old = Mac48Address::ConvertFrom(port->GetAddress());
        const Mac48Address next("00:00:00:00:aa:01");
        bed.SendAt(Seconds(1), 0, old);
        Simulator::Schedule(Seconds(2), [&] { port->SetAddress(next); });
        bed.SendAt(Seconds(3), 0, next);
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(4), [&] {
            bed.ports.Get(2)->GetObject<SimpleNetDevice>()->Receive(Create<Packet>(99),
                                                                    0x88b5,
                                                                    Mac48Address::GetBroadcast(),
                                                                    old);
        });
        bed.SendAt(Seconds(5), 0, old);
        bed.RunUntil(Seconds(6));
        // Each frame for the host is NO_HANDLER, as the bed has no IP stack.
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::NO_HANDLER), 2, "to the port's address");
        NS_TEST_EXPECT_MSG_EQ(bed.hosts[2].received.size(), 1, "to the station at port 2");
        NS_TEST_EXPECT_MSG_EQ(bed.hosts[1].received.size(), 1, "only the broadcast");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeHostStackTest : public TestCase
{
  public:
    LinuxBridgeHostStackTest()
        : TestCase("The bridge's own IP stack: in, out through the queue disc, and global routing")
    {
    }

  private:
    static std::vector<Ptr<Socket>> MakeSockets(const NodeContainer& nodes)
    {
        std::vector<Ptr<Socket>> sockets;
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            sockets.push_back(Socket::CreateSocket(*node, UdpSocketFactory::GetTypeId()));
            sockets.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        }
        return sockets;
    }

    void DoRun() override
    {
        NodeContainer nodes(3);
        CsmaHelper csma;
        const auto left = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
        const auto right = csma.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
        InternetStackHelper stack;
        stack.Install(nodes);
        LinuxBridgeHelper helper;
        const NetDeviceContainer ports(left.Get(1), right.Get(0));
        const auto bridge =
            DynamicCast<LinuxBridgeNetDevice>(helper.Install(nodes.Get(1), ports).Get(0));
        TrafficControlHelper disc;
        disc.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
        const auto discs = disc.Install(ports);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(
            NetDeviceContainer(NetDeviceContainer(left.Get(0)), NetDeviceContainer(bridge)));
        const auto last = addresses.Assign(NetDeviceContainer(right.Get(1)));
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        const auto sockets = MakeSockets(nodes);
        const auto send = [&](uint32_t from, Ipv4Address to, Time time) {
            Simulator::ScheduleWithContext(from, time, [&sockets, from, to] {
                sockets[from]->SendTo(Create<Packet>(100), 0, InetSocketAddress(to, 9));
            });
        };
        send(0, interfaces.GetAddress(1), Seconds(1));
        send(1, last.GetAddress(0), Seconds(2));
        send(1, interfaces.GetAddress(0), Seconds(3));
        send(2, interfaces.GetAddress(0), Seconds(4));
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sockets[0]->GetRxAvailable(), 200, "one from each of the others");
        NS_TEST_EXPECT_MSG_EQ(sockets[1]->GetRxAvailable(), 100, "to the bridge");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->GetRxAvailable(), 100, "from the bridge");
        NS_TEST_EXPECT_MSG_GT(discs.Get(0)->GetStats().nTotalSentPackets, 3, "all pass the disc");
        NS_TEST_EXPECT_MSG_GT(bridge->GetCounters().sent, 2, "datagrams and ARP of its own");
        NS_TEST_EXPECT_MSG_EQ(bridge->IsConserved(), true, "nothing lost silently");
        Simulator::Destroy();
    }
};

} // namespace

/// @ingroup tests
class LinuxBridgeTestSuite : public TestSuite
{
  public:
    LinuxBridgeTestSuite()
        : TestSuite("linux-bridge", Type::UNIT)
    {
        AddTestCase(new LinuxBridgeForwardTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeDropTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeRoamingTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeAttributesTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeLinkTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeAddressTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeHostStackTest, Duration::QUICK);
    }
};

static LinuxBridgeTestSuite g_linuxBridgeTestSuite;

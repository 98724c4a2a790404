// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Where the datagrams of EttcpSender go that never reach the card, and what is left when the
// programs stop.

#include "ns3/boolean.h"
#include "ns3/ettcp-receiver.h"
#include "ns3/ettcp-sender.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <map>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t PACKETS = 300;

/// A case with a sender at 10.0.0.1, a receiver at 10.0.0.2, and what the sender's host drops.
class EttcpHostTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// @param remote whom the sender writes to
    /// @param isKnown the hosts know each other's addresses
    void Install(const char* remote, bool isKnown)
    {
        nodes.Create(2);
        devices = wavelan.Install(nodes, WavelanCard::ISA);
        WavelanHelper::AssignStreams(devices, 1);
        InternetStackHelper internet;
        internet.Install(nodes);
        TrafficControlHelper queues;
        queues.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
        queues.Install(devices);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        if (isKnown)
        {
            NeighborCacheHelper().PopulateNeighborCache(devices);
        }
        sender = CreateObjectWithAttributes<EttcpSender>(
            "Remote",
            AddressValue(InetSocketAddress(Ipv4Address(remote), PORT)),
            "Device",
            PointerValue(devices.Get(0)),
            "Packets",
            UintegerValue(PACKETS));
        sender->TraceConnectWithoutContext("Drop", MakeCallback(&EttcpHostTestCase::Note, this));
        nodes.Get(0)->AddApplication(sender);
    }

    /// @param unread takes the datagrams that it drops
    /// @return a program that reads ten a second
    Ptr<EttcpReceiver> InstallSlowReceiver(uint64_t& unread)
    {
        const auto receiver = CreateObjectWithAttributes<EttcpReceiver>(
            "Local",
            AddressValue(InetSocketAddress(Ipv4Address::GetAny(), PORT)),
            "ReadTime",
            TimeValue(MilliSeconds(100)),
            "MaxWaiting",
            UintegerValue(1000));
        receiver->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>>([&unread](Ptr<const Packet>) { ++unread; }));
        nodes.Get(1)->AddApplication(receiver);
        return receiver;
    }

    void ExpectConservation()
    {
        const EttcpCounters& counters = sender->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.written,
                              counters.taken + counters.dropped + sender->GetNWaiting(),
                              "a datagram is lost without a reason");
    }

    /// All datagrams are written, and each is dropped for a reason.
    void ExpectAllDropped(EttcpDropReason reason)
    {
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().written, PACKETS, "the program ends");
        NS_TEST_EXPECT_MSG_EQ(sender->GetNWaiting(), 0, "no memory is in use");
        NS_TEST_EXPECT_MSG_EQ(drops[reason], PACKETS, GetEttcpDropReasonName(reason));
        ExpectConservation();
    }

    void DoTeardown() override
    {
        sender = nullptr;
        devices = {};
        Simulator::Destroy();
    }

    WavelanHelper wavelan;
    NodeContainer nodes;
    NetDeviceContainer devices;
    Ptr<EttcpSender> sender;
    std::map<EttcpDropReason, uint32_t> drops;

  private:
    void Note(Ptr<const Packet>, EttcpDropReason reason)
    {
        ++drops[reason];
    }
};

/// A socket without a route refuses each datagram.
class NoRouteTestCase : public EttcpHostTestCase
{
  public:
    NoRouteTestCase()
        : EttcpHostTestCase("There is no route to the receiver")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.9.9.9", true);
        Simulator::Run();
        ExpectAllDropped(EttcpDropReason::SOCKET);
    }
};

/// As protocols do that look for a route on demand: packets go to the loopback interface, come
/// back, and find none.
class FruitlessRouting : public Ipv4RoutingProtocol
{
  public:
    Ptr<Ipv4Route> RouteOutput(Ptr<Packet>,
                               const Ipv4Header& header,
                               Ptr<NetDevice>,
                               Socket::SocketErrno& error) override
    {
        const auto route = Create<Ipv4Route>();
        route->SetDestination(header.GetDestination());
        route->SetGateway(Ipv4Address::GetLoopback());
        route->SetSource(Ipv4Address("10.0.0.1"));
        route->SetOutputDevice(m_ipv4->GetNetDevice(0));
        error = Socket::ERROR_NOTERROR;
        return route;
    }

    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv4Header& header,
                    Ptr<const NetDevice>,
                    const UnicastForwardCallback&,
                    const MulticastForwardCallback&,
                    const LocalDeliverCallback&,
                    const ErrorCallback& fail) override
    {
        fail(packet, header, Socket::ERROR_NOROUTETOHOST);
        return true;
    }

    void NotifyInterfaceUp(uint32_t) override
    {
    }

    void NotifyInterfaceDown(uint32_t) override
    {
    }

    void NotifyAddAddress(uint32_t, Ipv4InterfaceAddress) override
    {
    }

    void NotifyRemoveAddress(uint32_t, Ipv4InterfaceAddress) override
    {
    }

    void SetIpv4(Ptr<Ipv4> ipv4) override
    {
        m_ipv4 = ipv4;
    }

    void PrintRoutingTable(Ptr<OutputStreamWrapper>, Time::Unit) const override
    {
    }

  private:
    void DoDispose() override
    {
        m_ipv4 = nullptr;
        Ipv4RoutingProtocol::DoDispose();
    }

    Ptr<Ipv4> m_ipv4;
};

/// IP drops each datagram below the socket.
class IpDropTestCase : public EttcpHostTestCase
{
  public:
    IpDropTestCase()
        : EttcpHostTestCase("IP drops below the socket")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.9.9.9", true);
        const auto ip = nodes.Get(0)->GetObject<Ipv4>();
        ip->SetRoutingProtocol(CreateObject<FruitlessRouting>());
        // As of ns-3.49, a router answers with an ICMP error, which finds no route either, and is
        // answered in turn, for ever.
        ip->SetAttribute("IpForward", BooleanValue(false));
        Simulator::Run();
        ExpectAllDropped(EttcpDropReason::IP);
    }
};

/// ARP finds nobody: three datagrams wait for it, and the others are dropped.
class NoNeighborTestCase : public EttcpHostTestCase
{
  public:
    NoNeighborTestCase()
        : EttcpHostTestCase("ARP does not find the receiver")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.0.0.9", false);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        ExpectAllDropped(EttcpDropReason::ARP);
    }
};

/// The interface goes down in the middle.
class InterfaceDownTestCase : public EttcpHostTestCase
{
  public:
    InterfaceDownTestCase()
        : EttcpHostTestCase("The interface goes down")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.0.0.2", true);
        Simulator::Schedule(MilliSeconds(500), [this] {
            const auto ipv4 = nodes.Get(0)->GetObject<Ipv4>();
            ipv4->SetDown(static_cast<uint32_t>(ipv4->GetInterfaceForDevice(devices.Get(0))));
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().written, PACKETS, "the program ends");
        NS_TEST_EXPECT_MSG_EQ(sender->GetNWaiting(), 0, "no memory is in use");
        NS_TEST_EXPECT_MSG_GT(drops[EttcpDropReason::SOCKET], 0, "no route any longer");
        NS_TEST_EXPECT_MSG_GT(sender->GetCounters().taken, 60, "6 to 7 ms each before");
        ExpectConservation();
    }
};

/// Programs that stop in the middle leave nothing uncounted.
class StopTestCase : public EttcpHostTestCase
{
  public:
    StopTestCase()
        : EttcpHostTestCase("Sender and receiver stop in the middle")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.0.0.2", true);
        uint64_t unread = 0;
        const Ptr<EttcpReceiver> receiver = InstallSlowReceiver(unread);
        sender->SetStopTime(MilliSeconds(500));
        receiver->SetStopTime(MilliSeconds(1000));
        std::size_t waiting = 0;
        Simulator::Schedule(MilliSeconds(501), [&] { waiting = sender->GetNWaiting(); });
        Simulator::Run();
        // 65535 bytes hold 38 datagrams of 1500 and 200 bytes.
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(waiting), 38, 1, "wait when it stops");
        NS_TEST_EXPECT_MSG_EQ(sender->GetNWaiting(), 0, "the card takes them");
        ExpectConservation();
        const EttcpReceiverCounters& got = receiver->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(got.arrived, sender->GetCounters().taken, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(got.read, 9, "one in 100 ms, from 6.5 ms on");
        NS_TEST_EXPECT_MSG_EQ(got.dropped, got.arrived - got.read, "the rest is dropped");
        NS_TEST_EXPECT_MSG_EQ(unread, got.dropped, "and traced");
    }
};

/// A program that has gone is not called by the device.
class DisposedSenderTestCase : public EttcpHostTestCase
{
  public:
    DisposedSenderTestCase()
        : EttcpHostTestCase("The sender is removed in the middle")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.0.0.2", true);
        Simulator::Schedule(MilliSeconds(500), [this] {
            sender->Dispose();
            m_taken = sender->GetCounters().taken;
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_taken, 60, "until then");
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().taken, m_taken, "it hears no more");
    }

    uint64_t m_taken{0};
};

/// What a receiver had not read when it was removed is counted, and its socket hands it no more.
class DisposedReceiverTestCase : public EttcpHostTestCase
{
  public:
    DisposedReceiverTestCase()
        : EttcpHostTestCase("The receiver is removed in the middle")
    {
    }

  private:
    void DoRun() override
    {
        Install("10.0.0.2", true);
        uint64_t unread = 0;
        const Ptr<EttcpReceiver> receiver = InstallSlowReceiver(unread);
        uint64_t arrived = 0;
        Simulator::Schedule(MilliSeconds(500), [receiver, &arrived] {
            receiver->Dispose();
            arrived = receiver->GetCounters().arrived;
        });
        Simulator::Run();
        const EttcpReceiverCounters& got = receiver->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(got.arrived, arrived, "it hears no more");
        NS_TEST_EXPECT_MSG_GT(unread, 60, "most of what came in 500 ms");
        NS_TEST_EXPECT_MSG_EQ(got.dropped, unread, "traced");
        NS_TEST_EXPECT_MSG_EQ(got.arrived, got.read + got.dropped, "and counted");
    }
};

/// Datagrams that come at once: one is being read, MaxWaiting wait, and the rest is dropped.
class BurstTestCase : public TestCase
{
  public:
    BurstTestCase()
        : TestCase("A burst fills the memory of the socket")
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        const auto receiver = CreateObjectWithAttributes<EttcpReceiver>(
            "Local",
            AddressValue(InetSocketAddress(Ipv4Address::GetAny(), PORT)),
            "ReadTime",
            TimeValue(Seconds(1)),
            "MaxWaiting",
            UintegerValue(3));
        node->AddApplication(receiver);
        Simulator::Schedule(Seconds(1), [&node] {
            const auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
            for (int k = 0; k < 10; ++k)
            {
                socket->SendTo(Create<Packet>(100),
                               0,
                               InetSocketAddress(Ipv4Address::GetLoopback(), PORT));
            }
        });
        Simulator::Run();
        const EttcpReceiverCounters& got = receiver->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(got.arrived, 10, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(got.read, 4, "the first, and three that wait");
        NS_TEST_EXPECT_MSG_EQ(got.dropped, 6, "the rest");
        Simulator::Destroy();
    }
};

class EttcpTestSuite : public TestSuite
{
  public:
    EttcpTestSuite()
        : TestSuite("ettcp", Type::SYSTEM)
    {
        AddTestCase(new NoRouteTestCase);
        AddTestCase(new IpDropTestCase);
        AddTestCase(new NoNeighborTestCase);
        AddTestCase(new InterfaceDownTestCase);
        AddTestCase(new BurstTestCase);
        AddTestCase(new StopTestCase);
        AddTestCase(new DisposedSenderTestCase);
        AddTestCase(new DisposedReceiverTestCase);
    }
};

/// Registers the suite.
EttcpTestSuite g_ettcpTestSuite;

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The MTU of the path changes while a connection of TcpLinux24Socket runs.

#include "tcp-linux24-test-packet-loss.h"

#include "ns3/boolean.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option.h"
#include "ns3/test.h"

#include <algorithm>
#include <netinet/in.h>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

constexpr uint32_t CLIENT = 0;
constexpr uint32_t SERVER = 1;
constexpr uint32_t ROUTER = 2;
constexpr uint32_t BYTES = 2000000;
constexpr uint16_t MTU = 1500;
constexpr uint16_t SMALLER_MTU = 1300;
constexpr uint32_t TIMESTAMP_BYTES = 12;

/// @param mtu of a path
/// @param ipv6 or IPv4
/// @return data bytes of a segment with timestamp
uint32_t
GetSegment(uint32_t mtu, bool ipv6)
{
    return mtu - (ipv6 ? 40 : 20) - 20 - TIMESTAMP_BYTES;
}

/// @param bed with the node
/// @param node whose device changes
/// @param mtu in bytes
/// @param device of it
void
SetMtu(TcpTestBed& bed, uint32_t node, uint16_t mtu, uint32_t device = 0)
{
    bed.nodes.Get(node)->GetDevice(device)->SetMtu(mtu);
}

/// The longest segment that a sender sends, seen at its socket.
struct SenderView
{
    /// @param socket to watch
    void Watch(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                [this](Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>) {
                    longest = std::max(longest, packet->GetSize());
                }));
    }

    /// @return longest payload since the last call
    uint32_t TakeLongest()
    {
        return std::exchange(longest, 0);
    }

    uint32_t longest{0}; ///< payload, bytes
};

/// A transfer in one direction, on which the MTU of something changes.
class MtuTestCase : public TestCase
{
  public:
    /// Who talks.
    struct Hosts
    {
        TcpTestHost client; ///< what makes its socket
        TcpTestHost server; ///< what makes its socket
        bool serverSends;   ///< or the client
        bool ipv6;          ///< or IPv4
    };

    /// @param name of the test
    /// @param hosts who talks
    /// @param routed whether by a router
    MtuTestCase(const std::string& name, const Hosts& hosts, bool routed)
        : TestCase(name + ", hosts " + std::to_string(static_cast<int>(hosts.client)) +
                   std::to_string(static_cast<int>(hosts.server)) +
                   (hosts.serverSends ? ", server sends" : ", client sends") +
                   (hosts.ipv6 ? ", IPv6" : ", IPv4")),
          m_hosts(hosts),
          m_routed(routed)
    {
    }

  protected:
    virtual void Prepare(TcpTestBed& bed) = 0; ///< Plan the changes. @param bed before the start
    /// After the transfer.
    /// @param sender of the data
    virtual void Check(TcpTestEnd& sender) = 0;

    /// @return true if the sender is one of Linux
    bool IsLinuxSending() const
    {
        return (m_hosts.serverSends ? m_hosts.server : m_hosts.client) == TcpTestHost::LINUX24;
    }

    /// @param mtu of a path
    /// @return data bytes of a full segment
    uint32_t GetFullSegment(uint32_t mtu) const
    {
        return GetSegment(mtu, m_hosts.ipv6);
    }

    Hosts m_hosts;     ///< see the constructor
    SenderView m_view; ///< of the sender

  private:
    void DoRun() override
    {
        TcpTestBed bed(m_hosts.client, m_hosts.server, m_hosts.ipv6, m_routed);
        for (const uint32_t node : {CLIENT, SERVER})
        {
            SetMtu(bed, node, MTU);
        }
        Prepare(bed);
        TcpTestEnd& sender = m_hosts.serverSends ? bed.server : bed.client;
        TcpTestEnd& receiver = m_hosts.serverSends ? bed.client : bed.server;
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            m_view.Watch(sender.socket);
            sender.Send(BYTES, true);
        });
        bed.Run(Seconds(300));
        NS_TEST_EXPECT_MSG_EQ(receiver.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(receiver.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ(sender.reset || receiver.reset, false, "no reset");
        Check(sender);
    }

    bool m_routed; ///< see the constructor
};

/// The MTU of the own link changes, and changes back. Nothing is lost by it.
class OwnDeviceMtuTestCase : public MtuTestCase
{
  public:
    /// @param hosts who talks
    explicit OwnDeviceMtuTestCase(const Hosts& hosts)
        : MtuTestCase("MTU of the own device", hosts, false)
    {
    }

  private:
    void Prepare(TcpTestBed& bed) override
    {
        ChangeAt(bed, MilliSeconds(11500), SMALLER_MTU, m_longest[0]);
        ChangeAt(bed, MilliSeconds(12000), MTU, m_longest[1]);
    }

    /// @param bed with the devices
    /// @param time when
    /// @param mtu from then on
    /// @param longest payload before it
    void ChangeAt(TcpTestBed& bed, Time time, uint16_t mtu, uint32_t& longest)
    {
        Simulator::Schedule(time, [this, &bed, mtu, &longest] {
            longest = m_view.TakeLongest();
            SetMtu(bed, CLIENT, mtu);
            SetMtu(bed, SERVER, mtu);
        });
    }

    void Check(TcpTestEnd& sender) override
    {
        if (IsLinuxSending())
        {
            NS_TEST_EXPECT_MSG_EQ(m_longest[0], GetFullSegment(MTU), "before");
            NS_TEST_EXPECT_MSG_EQ(m_longest[1], GetFullSegment(SMALLER_MTU), "small MTU");
            NS_TEST_EXPECT_MSG_EQ(m_view.longest, GetFullSegment(MTU), "large again");
            NS_TEST_EXPECT_MSG_EQ(sender.retransmissions, 0, "nothing was lost");
        }
    }

    uint32_t m_longest[2]{}; ///< payload before the first and the second change
};

/// The MTU behind a router shrinks. IPv6: the router drops and reports. IPv4: it fragments.
class RouterMtuTestCase : public MtuTestCase
{
  public:
    /// @param hosts who talks
    explicit RouterMtuTestCase(const Hosts& hosts)
        : MtuTestCase("MTU of a router", hosts, true)
    {
    }

  private:
    void Prepare(TcpTestBed& bed) override
    {
        Simulator::Schedule(MilliSeconds(11500), [&] {
            m_before = m_view.TakeLongest();
            SetMtu(bed, ROUTER, SMALLER_MTU, m_hosts.serverSends ? CLIENT : SERVER);
        });
        Simulator::Schedule(MilliSeconds(11600), [&] { m_view.TakeLongest(); });
    }

    void Check(TcpTestEnd& sender) override
    {
        if (!IsLinuxSending())
        {
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(m_before, GetFullSegment(MTU), "before");
        const uint16_t mtu = m_hosts.ipv6 ? SMALLER_MTU : MTU;
        NS_TEST_EXPECT_MSG_EQ(m_view.longest, GetFullSegment(mtu), "after");
        NS_TEST_EXPECT_MSG_EQ(sender.stateChanges[TcpLinux24Reason::MTU_REDUCED],
                              (m_hosts.ipv6 ? 1 : 0),
                              "reports");
        NS_TEST_EXPECT_MSG_EQ((sender.retransmissions > 0), m_hosts.ipv6, "losses");
        NS_TEST_EXPECT_MSG_EQ(sender.timeouts, 0, "no timeout");
    }

    uint32_t m_before{0}; ///< longest payload before the change
};

/// An IPv4 router that honours "don't fragment", as no router of ns-3 does: it drops and reports.
class DontFragmentTestCase : public MtuTestCase
{
  public:
    /// @param hosts who talks
    /// @param discovery PathMtuDiscovery
    DontFragmentTestCase(const Hosts& hosts, bool discovery)
        : MtuTestCase(std::string("fragmentation needed, discovery ") + (discovery ? "on" : "off"),
                      hosts,
                      true),
          m_discovery(discovery)
    {
    }

  private:
    void Prepare(TcpTestBed& bed) override
    {
        bed.SetLinuxAttribute("PathMtuDiscovery", BooleanValue(m_discovery));
        const uint32_t device = m_hosts.serverSends ? SERVER : CLIENT;
        LosePackets(bed, ROUTER, device, [this, &bed](Ptr<Packet> packet) {
            Ipv4Header header;
            if (Simulator::Now() < MilliSeconds(11500) || packet->GetSize() <= SMALLER_MTU)
            {
                return false;
            }
            packet->RemoveHeader(header);
            bed.nodes.Get(ROUTER)->GetObject<Icmpv4L4Protocol>()->SendDestUnreachFragNeeded(
                header,
                packet,
                SMALLER_MTU);
            ++m_reports;
            return m_discovery; // else as if fragmented
        });
        Simulator::Schedule(MilliSeconds(11600), [&] { m_view.TakeLongest(); });
    }

    void Check(TcpTestEnd& sender) override
    {
        NS_TEST_EXPECT_MSG_GT(m_reports, 0, "the router reported");
        const uint16_t mtu = m_discovery ? SMALLER_MTU : MTU;
        NS_TEST_EXPECT_MSG_EQ(m_view.longest, GetFullSegment(mtu), "after");
        NS_TEST_EXPECT_MSG_EQ(sender.stateChanges[TcpLinux24Reason::MTU_REDUCED],
                              (m_discovery ? 1 : 0),
                              "reports that count");
        NS_TEST_EXPECT_MSG_EQ((sender.retransmissions > 0), m_discovery, "losses");
        NS_TEST_EXPECT_MSG_EQ(sender.timeouts, 0, "no timeout");
    }

    bool m_discovery;      ///< see the constructor
    uint32_t m_reports{0}; ///< sent by the router
};

/// The MTU is small from the start: the MSS option says so.
class SmallMtuTestCase : public MtuTestCase
{
  public:
    /// @param hosts who talks
    explicit SmallMtuTestCase(const Hosts& hosts)
        : MtuTestCase("small MTU from the start", hosts, false)
    {
    }

  private:
    void Prepare(TcpTestBed& bed) override
    {
        SetMtu(bed, CLIENT, SMALLER_MTU);
        SetMtu(bed, SERVER, SMALLER_MTU);
    }

    void Check(TcpTestEnd& sender) override
    {
        NS_TEST_EXPECT_MSG_EQ(m_view.longest, GetFullSegment(SMALLER_MTU), "full segment");
        NS_TEST_EXPECT_MSG_EQ(sender.retransmissions, 0, "nothing was lost");
    }
};

/// Both ends send, and packets of both are lost: segments shrink for the SACK blocks that they
/// carry.
class TwoWayLossTestCase : public TestCase
{
  public:
    /// @param client, server of the test
    /// @param ipv6 or IPv4
    TwoWayLossTestCase(TcpTestHost client, TcpTestHost server, bool ipv6)
        : TestCase("SACK blocks beside data, " + GetTcpTestName(client, server) +
                   (ipv6 ? ", IPv6" : ", IPv4")),
          m_hosts{client, server},
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(m_hosts[0], m_hosts[1], m_ipv6);
        bed.client.closeOnEof = bed.server.closeOnEof = false;
        for (const uint32_t node : {CLIENT, SERVER})
        {
            SetMtu(bed, node, MTU);
            LosePackets(bed, node, 0, [this, node](Ptr<Packet> packet) {
                // that of a 2.4.18 host comes from the other node
                return m_hosts[1 - node] == TcpTestHost::LINUX24 ? See(packet) : Lose();
            });
        }
        m_random->SetStream(1);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.Send(BYTES, true);
            // A stock socket in LAST_ACK ends with any empty segment: see the chapter
            bed.server.Send(BYTES, m_hosts[1] == TcpTestHost::LINUX24);
        });
        bed.Run(Seconds(3600));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, BYTES, "bytes of the server");
        NS_TEST_EXPECT_MSG_EQ(bed.client.damaged || bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_GT(m_withBlocks, 100, "data segments with SACK blocks");
        NS_TEST_EXPECT_MSG_EQ(m_fragments, 0, "fragments");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_longest, MTU, "longest packet");
    }

    /// @return whether a packet is lost, 2 in 100 once data is sent
    bool Lose()
    {
        return Simulator::Now() > Seconds(11) && m_random->GetValue() < 0.02;
    }

    /// @param packet of IP
    /// @return whether it is lost
    bool See(Ptr<Packet> packet)
    {
        m_longest = std::max(m_longest, packet->GetSize());
        uint8_t protocol = 0;
        if (m_ipv6)
        {
            Ipv6Header header;
            packet->RemoveHeader(header);
            protocol = header.GetNextHeader();
            m_fragments += protocol == Ipv6Header::IPV6_EXT_FRAGMENTATION;
        }
        else
        {
            Ipv4Header header;
            packet->RemoveHeader(header);
            const bool isFragment = !header.IsLastFragment() || header.GetFragmentOffset() > 0;
            protocol = isFragment ? 0 : header.GetProtocol();
            m_fragments += isFragment;
        }
        TcpHeader tcp;
        if (protocol != IPPROTO_TCP || packet->RemoveHeader(tcp) == 0)
        {
            return false;
        }
        m_withBlocks += packet->GetSize() > 0 && tcp.HasOption(TcpOption::SACK);
        return Lose();
    }

    TcpTestHost m_hosts[2];   ///< client, server
    bool m_ipv6;              ///< see the constructor
    uint32_t m_longest{0};    ///< IP packet of a 2.4.18 host, bytes
    uint32_t m_fragments{0};  ///< of packets of these hosts
    uint32_t m_withBlocks{0}; ///< data segments of these hosts with SACK blocks
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; ///< of the losses
};

/// A route that is found on demand: to who asks without a packet it leads to the loopback device,
/// where packets wait for the true one (AODV, DSDV).
class DeferringRouting : public Ipv4StaticRouting
{
  public:
    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv4Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override
    {
        const bool isSent = packet && packet->GetSize() > 0;
        const auto route = Ipv4StaticRouting::RouteOutput(packet, header, device, error);
        if (!isSent && (!packet || !isFound))
        {
            route->SetOutputDevice(ip->GetNetDevice(0));
            route->SetGateway(Ipv4Address::GetLoopback());
        }
        return route;
    }

    bool isFound{false}; ///< the true route is known
    Ptr<Ipv4> ip;        ///< of the host
};

/// The route is not known yet when a connection starts: segments fit all links of the host, and
/// then the one that they leave by.
class DeferredRouteTestCase : public TestCase
{
  public:
    /// @param mtu of the second link of the client
    /// @param isFound whether the route is known from the start
    /// @param expected MTU that segments fit
    DeferredRouteTestCase(uint16_t mtu, bool isFound, uint32_t expected)
        : TestCase("deferred route, second link with MTU " + std::to_string(mtu) +
                   (isFound ? ", known at once" : ", not known")),
          m_mtu(mtu),
          m_isFound(isFound),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        AddLink(bed.nodes.Get(CLIENT));
        const auto ip = bed.nodes.Get(CLIENT)->GetObject<Ipv4>();
        const auto routing = CreateObject<DeferringRouting>();
        routing->isFound = m_isFound;
        routing->ip = ip;
        ip->SetRoutingProtocol(routing);
        uint32_t offered = 0;
        uint32_t longest = 0;
        bed.LoseToServer([&](const TcpHeader& header, uint32_t size) {
            if (header.HasOption(TcpOption::MSS))
            {
                const auto option = header.GetOption(TcpOption::MSS);
                offered = DynamicCast<const TcpOptionMSS>(option)->GetMSS();
            }
            longest = std::max(longest, size);
            return false;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(offered, m_expected - 40, "MSS of the SYN");
        NS_TEST_EXPECT_MSG_EQ(longest, GetSegment(m_expected, false), "longest segment");
        routing->ip = nullptr;
    }

    /// @param node gets a second link
    void AddLink(Ptr<Node> node) const
    {
        const auto device = CreateObject<SimpleNetDevice>();
        device->SetMtu(m_mtu);
        node->AddDevice(device);
        const auto ip = node->GetObject<Ipv4>();
        const uint32_t interface = ip->AddInterface(device);
        ip->AddAddress(interface, {Ipv4Address("10.9.9.1"), Ipv4Mask("255.255.255.0")});
        ip->SetUp(interface);
    }

    uint16_t m_mtu;      ///< see the constructor
    bool m_isFound;      ///< see the constructor
    uint32_t m_expected; ///< see the constructor
};

/// Suite of the MTU.
class TcpLinux24MtuTestSuite : public TestSuite
{
  public:
    TcpLinux24MtuTestSuite()
        : TestSuite("tcp-linux24-mtu", Type::UNIT)
    {
        for (const bool ipv6 : {false, true})
        {
            for (const bool serverSends : {false, true})
            {
                AddMtuTests(ipv6, serverSends);
            }
            AddTestCase(new TwoWayLossTestCase(TcpTestHost::LINUX24, TcpTestHost::LINUX24, ipv6));
            AddTestCase(new TwoWayLossTestCase(TcpTestHost::LINUX24, TcpTestHost::STOCK, ipv6));
        }
        AddTestCase(new DeferredRouteTestCase(1000, false, 1000));
        AddTestCase(new DeferredRouteTestCase(9000, false, MTU));
        AddTestCase(new DeferredRouteTestCase(1000, true, MTU));
    }

  private:
    /// @param ipv6 or IPv4
    /// @param serverSends or the client
    void AddMtuTests(bool ipv6, bool serverSends)
    {
        using enum TcpTestHost;
        const std::pair<TcpTestHost, TcpTestHost> pairs[] = {{LINUX24, LINUX24},
                                                             {LINUX24, STOCK},
                                                             {STOCK, LINUX24}};
        for (const auto& [client, server] : pairs)
        {
            const MtuTestCase::Hosts hosts{client, server, serverSends, ipv6};
            AddTestCase(new OwnDeviceMtuTestCase(hosts));
            AddTestCase(new RouterMtuTestCase(hosts));
            const bool linuxSends = (serverSends ? server : client) == LINUX24;
            if (linuxSends && !ipv6)
            {
                AddTestCase(new DontFragmentTestCase(hosts, true));
                AddTestCase(new DontFragmentTestCase(hosts, false));
            }
            if (client == LINUX24 && server == LINUX24)
            {
                AddTestCase(new SmallMtuTestCase(hosts));
            }
        }
    }
};

TcpLinux24MtuTestSuite g_suite; ///< registers itself

} // namespace

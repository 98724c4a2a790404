// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Addresses and ports of sockets: Bind(), and what Connect() and Listen() make of it.
 */

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/// A socket is bound once (inet_bind). Another bind would cut the connection off.
class SecondBindTestCase : public TestCase
{
  public:
    SecondBindTestCase()
        : TestCase("a second Bind() is refused")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.Connect();
        NS_TEST_EXPECT_MSG_EQ(bed.listener->Bind(), -1, "the listener");
        Simulator::Schedule(Seconds(11), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Bind(bed.GetAddress(0, 7)), -1, "connected");
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetErrno(), Socket::ERROR_INVAL, "EINVAL");
            bed.client.Send(5000, true);
        });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "the connection lives");
    }
};

/// A Connect() that fails at once binds nothing (tcp_v4_connect).
class FailedConnectTestCase : public TestCase
{
  public:
    FailedConnectTestCase()
        : TestCase("Bind() after a Connect() without a route")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        const Ptr<Socket> socket = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        const Inet6SocketAddress nowhere("2001:9::1", TcpTestBed::PORT);
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(nowhere), -1, "no route");
        NS_TEST_EXPECT_MSG_EQ(socket->Bind(bed.GetAddress(0, 777)), 0, "not bound before");
        Address name;
        socket->GetSockName(name);
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(name).GetPort(), 777, "its port");
    }
};

/// A socket that listens without a Bind() has a port (tcp_listen_start), also after a Connect()
/// that failed. One that has had a connection does not listen (inet_listen).
class ListenTestCase : public TestCase
{
  public:
    ListenTestCase()
        : TestCase("Listen() without Bind(), and after a connection")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        const Ptr<Socket> listener = bed.MakeSocket(TcpTestHost::LINUX24, 1);
        Simulator::Schedule(Seconds(1), [&] {
            listener->Connect(bed.GetAddress(0, TcpTestBed::PORT)); // where nobody listens
        });
        Simulator::Schedule(Seconds(2), [&] {
            listener->SetAttribute("Sack", BooleanValue(false));
            NS_TEST_EXPECT_MSG_EQ(listener->Listen(), 0, "listens");
            listener->SetAttribute("Reordering", UintegerValue(4)); // for what is accepted later
            Address name;
            listener->GetSockName(name);
            const uint16_t port = InetSocketAddress::ConvertFrom(name).GetPort();
            NS_TEST_EXPECT_MSG_GT(port, 0, "it has a port");
            bed.client.Attach(bed.MakeSocket(TcpTestHost::LINUX24, 0));
            bed.client.socket->Connect(bed.GetAddress(1, port));
        });
        Simulator::Schedule(Seconds(3), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.connected, true, "accepts");
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Listen(), -1, "connected");
            bed.client.Close();
        });
        Simulator::Schedule(Seconds(200), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "the connection is over");
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Bind(bed.GetAddress(0, 7)), 0, "bound");
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Listen(), -1, "had a connection");
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetErrno(), Socket::ERROR_INVAL, "EINVAL");
        });
        bed.Run(Seconds(210));
    }
};

/// A socket that is bound for IPv4 does not connect over IPv6 (tcp_v4_connect). One of IPv6
/// connects to a mapped address, from the port to which it is bound (tcp_v6_connect).
class OtherVersionTestCase : public TestCase
{
  public:
    OtherVersionTestCase()
        : TestCase("Bind() and Connect() in different versions of IP")
    {
    }

  private:
    static constexpr uint16_t OWN_PORT = 1234; ///< of the client

    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        const Ptr<Socket> socket = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 7));
        const Inet6SocketAddress ipv6(Ipv6Address::GetLoopback(), TcpTestBed::PORT);
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(ipv6), -1, "bound for IPv4");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_AFNOSUPPORT, "EAFNOSUPPORT");
        const Ptr<Socket> other = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        other->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 8));
        const Address server = bed.GetAddress(1, TcpTestBed::PORT);
        NS_TEST_EXPECT_MSG_EQ(other->Connect(server), -1, "bound for IPv6");
        NS_TEST_EXPECT_MSG_EQ(other->GetErrno(), Socket::ERROR_AFNOSUPPORT, "EAFNOSUPPORT");

        const Ptr<Socket> listener = bed.MakeSocket(TcpTestHost::LINUX24, 1);
        listener->Bind(server);
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [&bed](Ptr<Socket> accepted, const Address&) { bed.server.Attach(accepted); }));
        const Inet6SocketAddress any(Ipv6Address::GetAny(), OWN_PORT);
        Simulator::Schedule(Seconds(10), [&] {
            bed.client.Attach(bed.MakeSocket(TcpTestHost::LINUX24, 0));
            bed.client.socket->Bind(any);
            const Ipv4Address address = InetSocketAddress::ConvertFrom(server).GetIpv4();
            const Inet6SocketAddress mapped(Ipv6Address::MakeIpv4MappedAddress(address),
                                            TcpTestBed::PORT);
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Connect(mapped), 0, "connects");
        });
        Simulator::Schedule(Seconds(11), [&] {
            NS_TEST_ASSERT_MSG_NE(bed.server.socket, nullptr, "a connection");
            Address peer;
            bed.server.socket->GetPeerName(peer);
            NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(peer).GetPort(), OWN_PORT, "port");
            bed.client.Send(5000, true);
        });
        bed.Run(Seconds(200));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "all arrived");
        const Ptr<Socket> next = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        NS_TEST_EXPECT_MSG_EQ(next->Bind(any), 0, "the port is free again");
    }
};

/// A client that is bound to an address connects from it, whatever the address of the route
/// (tcp_v4_connect); an address that the host does not have is refused (inet_bind).
class BoundAddressTestCase : public TestCase
{
  public:
    /// @param ipv6 instead of IPv4
    explicit BoundAddressTestCase(bool ipv6)
        : TestCase(std::string("the address of Bind(), IPv") + (ipv6 ? "6" : "4")),
          m_ipv6(ipv6)
    {
    }

  private:
    static constexpr uint16_t OWN_PORT = 1234; ///< of the client

    /// @param host last number of an address in the subnet
    /// @return the address with the port of the client
    Address GetOwnAddress(uint32_t host) const
    {
        const std::string last = std::to_string(host);
        return m_ipv6 ? Inet6SocketAddress(("fd00:0::" + last).c_str(), OWN_PORT).ConvertTo()
                      : InetSocketAddress(("10.0.0." + last).c_str(), OWN_PORT).ConvertTo();
    }

    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24, m_ipv6);
        if (m_ipv6)
        {
            bed.nodes.Get(0)->GetObject<Ipv6>()->AddAddress(
                1,
                Ipv6InterfaceAddress("fd00:0::77", Ipv6Prefix(64)));
        }
        else
        {
            bed.nodes.Get(0)->GetObject<Ipv4>()->AddAddress(
                1,
                Ipv4InterfaceAddress("10.0.0.77", "255.255.255.0"));
        }
        bed.Connect();
        const Address own = GetOwnAddress(77);
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Bind(GetOwnAddress(78)), -1, "of no host");
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetErrno(),
                              Socket::ERROR_ADDRNOTAVAIL,
                              "EADDRNOTAVAIL");
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Bind(own), 0, "of the host");
        Simulator::Schedule(Seconds(11), [&] {
            NS_TEST_ASSERT_MSG_EQ(bed.accepted, 1, "a connection");
            Address peer;
            bed.server.socket->GetPeerName(peer);
            NS_TEST_EXPECT_MSG_EQ((peer == own), true, "from the bound address");
            bed.client.Send(5000, true);
        });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "all arrived");
    }

    const bool m_ipv6; ///< see the constructor
};

/// A socket that listens at :: accepts clients of IPv4, whose addresses are mapped.
class MappedClientTestCase : public TestCase
{
  public:
    MappedClientTestCase()
        : TestCase("a client of IPv4 and a listener of IPv6")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        const Ptr<Socket> listener = bed.MakeSocket(TcpTestHost::LINUX24, 1);
        listener->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), TcpTestBed::PORT));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [&bed](Ptr<Socket> socket, const Address&) { bed.server.Attach(socket); }));
        bed.Connect(false);
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(50'000, true); });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 50'000, "all arrived");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
    }
};

/// Two connections of a host do not have the same ports and addresses (tcp_v4_check_established),
/// and a socket that was only bound leaves its port when it is closed.
class TwinTestCase : public TestCase
{
  public:
    /// @param ipv6 instead of IPv4
    explicit TwinTestCase(bool ipv6)
        : TestCase(std::string("a second connection of the same ports, IPv") + (ipv6 ? "6" : "4")),
          m_ipv6(ipv6)
    {
    }

  private:
    /// @param port of the client
    /// @return any address
    Address GetAny(uint16_t port) const
    {
        return m_ipv6 ? Inet6SocketAddress(Ipv6Address::GetAny(), port).ConvertTo()
                      : InetSocketAddress(Ipv4Address::GetAny(), port).ConvertTo();
    }

    void DoRun() override
    {
        constexpr uint16_t OWN_PORT = 1234;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24, m_ipv6);
        bed.Connect();
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Bind(GetAny(OWN_PORT)), 0, "bound");
        Simulator::Schedule(Seconds(11), [&] {
            const Ptr<Socket> twin = bed.MakeSocket(TcpTestHost::LINUX24, 0);
            NS_TEST_EXPECT_MSG_EQ(twin->Bind(GetAny(OWN_PORT)), 0, "as with SO_REUSEADDR");
            const Address server = bed.GetAddress(1, TcpTestBed::PORT);
            NS_TEST_EXPECT_MSG_EQ(twin->Connect(server), -1, "the peer could not tell them apart");
            NS_TEST_EXPECT_MSG_EQ(twin->GetErrno(), Socket::ERROR_ADDRNOTAVAIL, "EADDRNOTAVAIL");
            const Address elsewhere = bed.GetAddress(1, TcpTestBed::PORT + 1);
            NS_TEST_EXPECT_MSG_EQ(twin->Connect(elsewhere), 0, "to another port");
            bed.client.Send(5000, true);
        });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "the connection lives");

        const Ptr<Socket> idle = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        NS_TEST_EXPECT_MSG_EQ(idle->Bind(GetAny(7)), 0, "bound");
        const Ptr<Socket> next = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        NS_TEST_EXPECT_MSG_EQ(next->Bind(GetAny(7)), -1, "the port is taken");
        NS_TEST_EXPECT_MSG_EQ(idle->Close(), 0, "closed");
        NS_TEST_EXPECT_MSG_EQ(next->Bind(GetAny(7)), 0, "the port is free");
    }

    const bool m_ipv6; ///< see the constructor
};

/// Suite of addresses and ports.
class TcpLinux24BindTestSuite : public TestSuite
{
  public:
    TcpLinux24BindTestSuite()
        : TestSuite("tcp-linux24-bind", Type::UNIT)
    {
        AddTestCase(new SecondBindTestCase);
        AddTestCase(new FailedConnectTestCase);
        AddTestCase(new ListenTestCase);
        AddTestCase(new OtherVersionTestCase);
        AddTestCase(new BoundAddressTestCase(false));
        AddTestCase(new BoundAddressTestCase(true));
        AddTestCase(new MappedClientTestCase);
        AddTestCase(new TwinTestCase(false));
        AddTestCase(new TwinTestCase(true));
    }
};

TcpLinux24BindTestSuite g_suite; ///< registers itself

} // namespace

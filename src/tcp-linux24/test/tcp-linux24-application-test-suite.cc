// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Applications that call in an order that the kernel refuses, or within their callbacks.
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

#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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

/// A socket that has had a connection does not connect again (inet_stream_connect), so that no
/// option, FIN or notification of the old one can meet the new one.
class SecondConnectTestCase : public TestCase
{
  public:
    SecondConnectTestCase()
        : TestCase("a second Connect() is refused")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        Simulator::Schedule(Seconds(200), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "TIME_WAIT is over");
            const Address server = bed.GetAddress(1, TcpTestBed::PORT);
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->Connect(server), -1, "again");
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetErrno(), Socket::ERROR_ISCONN, "EISCONN");
        });
        bed.Run(Seconds(210));
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 1, "one connection");
    }
};

/// shutdown() without a connection has no effect on a later one (ENOTCONN).
class EarlyShutdownTestCase : public TestCase
{
  public:
    EarlyShutdownTestCase()
        : TestCase("ShutdownSend() before Connect() has no effect")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        const Ptr<Socket> socket = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        NS_TEST_EXPECT_MSG_EQ(socket->ShutdownSend(), -1, "not connected");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_NOTCONN, "ENOTCONN");
        bed.Connect();
        NS_TEST_EXPECT_MSG_EQ(bed.listener->ShutdownSend(), 0, "listening");
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "the listener still accepts");
    }
};

/// An application closes when its last data is sent, which an ACK with data has caused. It must
/// know of this data by then. Otherwise Close() would find unread data and reset the connection.
class CloseWhenSentTestCase : public TestCase
{
  public:
    CloseWhenSentTestCase()
        : TestCase("Close() in the callback for sent data")
    {
    }

  private:
    /// Of each direction. They fit into a send buffer, so that it is an ACK that sends the last
    /// ones.
    static constexpr uint32_t BYTES = 50'000;

    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.client.closeOnEof = false;
        bed.Connect();
        uint32_t sent = 0;
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.socket->SetDataSentCallback(
                Callback<void, Ptr<Socket>, uint32_t>([&](Ptr<Socket>, uint32_t bytes) {
                    sent += bytes;
                    if (sent == BYTES)
                    {
                        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetRxAvailable(), 0, "all read");
                        bed.client.Close();
                    }
                }));
            bed.server.Send(BYTES, true);
            bed.client.Send(BYTES, false);
        });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(sent, BYTES, "all sent");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.server.reset, false, "no reset");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, BYTES, "the client has all");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "the server has all");
    }
};

/// An application closes when it learns of data, and leaves it unread, so that the connection is
/// reset. The FIN behind this data is not reported as a second end.
class CloseWithUnreadDataTestCase : public TestCase
{
  public:
    CloseWithUnreadDataTestCase()
        : TestCase("Close() with unread data before a FIN")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.server.SetReading(false);
        bed.onAccept = [&bed] {
            bed.server.socket->SetRecvCallback(Callback<void, Ptr<Socket>>([&bed](Ptr<Socket>) {
                // The third segment carries the rest and the FIN.
                if (bed.server.socket->GetRxAvailable() == BYTES)
                {
                    bed.server.socket->Close();
                }
            }));
        };
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.reset, true, "the connection is reset");
        NS_TEST_EXPECT_MSG_EQ(bed.server.closed, false, "and does not end a second time");
        NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::CLOSED, "closed");
    }

    static constexpr uint32_t BYTES = 4000; ///< two full segments and a smaller one
};

/// A handshake whose listening socket is closed is gone (tcp_listen_stop).
class ClosedListenerTestCase : public TestCase
{
  public:
    ClosedListenerTestCase()
        : TestCase("Close() of the listener during a handshake")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        // The client's ACK is on its way when the listener goes.
        bed.LoseToClient([&bed](const TcpHeader& header, uint32_t) {
            if (header.GetFlags() == (TcpHeader::SYN | TcpHeader::ACK))
            {
                bed.listener->Close();
            }
            return false;
        });
        bed.Connect();
        bed.Run(Seconds(400));
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 0, "not accepted");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset, true, "its ACK is answered by RST");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), 0, "no socket left");
    }
};

/// A listener that is closed and listens again accepts, also the client of a forgotten handshake.
class ReopenedListenerTestCase : public TestCase
{
  public:
    ReopenedListenerTestCase()
        : TestCase("A listener is closed and listens again")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("ConnTimeout", TimeValue(Seconds(1)));
        bool isLost = false;
        bed.LoseToClient([&isLost](const TcpHeader& header, uint32_t) {
            const bool isSynAck = header.GetFlags() == (TcpHeader::SYN | TcpHeader::ACK);
            return isSynAck && !std::exchange(isLost, true);
        });
        bed.Connect();
        Simulator::Schedule(Seconds(10.5), [&] {
            NS_TEST_EXPECT_MSG_EQ(isLost, true, "a handshake is under way");
            bed.listener->Close();
            const InetSocketAddress address(Ipv4Address::GetAny(), TcpTestBed::PORT);
            NS_TEST_EXPECT_MSG_EQ(bed.listener->Bind(address), 0, "closed sockets bind");
            NS_TEST_EXPECT_MSG_EQ(bed.listener->Listen(), 0, "and listen");
        });
        Simulator::Schedule(Seconds(20), [&] { bed.client.Send(5000, true); });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 1, "the repeated SYN is accepted");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "the connection works");
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

/// The packet tags of a write go down with each segment that begins in it, as with stock sockets.
class PacketTagTestCase : public TestCase
{
  public:
    PacketTagTestCase()
        : TestCase("packet tags of what is written")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.Connect();
        std::vector<std::pair<uint32_t, uint8_t>> sent;
        bool isLost = false;
        bed.LoseToServer([&isLost](const TcpHeader&, uint32_t size) {
            return size == 552 && !std::exchange(isLost, true);
        });
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.socket->TraceConnectWithoutContext(
                "Tx",
                Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                    [&sent](Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>) {
                        SocketPriorityTag tag;
                        const bool isFound = packet->PeekPacketTag(tag);
                        sent.emplace_back(packet->GetSize(), isFound ? tag.GetPriority() : 0);
                    }));
            for (const uint8_t priority : {4, 6, 5})
            {
                const auto packet = Create<Packet>(1000);
                SocketPriorityTag tag;
                tag.SetPriority(priority);
                packet->AddPacketTag(tag);
                bed.client.socket->Send(packet);
            }
        });
        bed.Run(Seconds(20));
        // Nagle's algorithm lets the first write leave and joins the others. The last segment, of
        // 2000 - 1448 bytes, is lost once.
        const std::vector<std::pair<uint32_t, uint8_t>> expected{{1000, 4},
                                                                 {1448, 6},
                                                                 {552, 5},
                                                                 {552, 5}};
        NS_TEST_EXPECT_MSG_EQ((sent == expected), true, "bytes and tags of the segments");
    }
};

/// 2.0.32 has no SACK, timestamps or window scaling, whatever a user's defaults for other sockets.
class OldKernelOptionsTestCase : public TestCase
{
  public:
    OldKernelOptionsTestCase()
        : TestCase("no options of RFC 1323 and 2018 in 2.0.32")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX20, TcpTestHost::LINUX24);
        const std::ostringstream warnings;
        std::streambuf* const usual = std::cerr.rdbuf(warnings.rdbuf());
        bed.Connect();
        for (const std::string name : {"Sack", "Timestamp", "WindowScaling"})
        {
            bed.client.socket->SetAttribute(name, BooleanValue(true));
        }
        uint32_t options = 0;
        bed.LoseToServer([&options](const TcpHeader& header, uint32_t) {
            for (const auto kind : {TcpOption::SACKPERMITTED, TcpOption::TS, TcpOption::WINSCALE})
            {
                options += header.HasOption(kind);
            }
            return false;
        });
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        bed.Run(Seconds(20));
        std::cerr.rdbuf(usual);
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "connected");
        NS_TEST_EXPECT_MSG_EQ(options, 0, "no option but the MSS");
    }
};

/// Suite of calls of the application.
class TcpLinux24ApplicationTestSuite : public TestSuite
{
  public:
    TcpLinux24ApplicationTestSuite()
        : TestSuite("tcp-linux24-application", Type::UNIT)
    {
        AddTestCase(new SecondBindTestCase);
        AddTestCase(new SecondConnectTestCase);
        AddTestCase(new EarlyShutdownTestCase);
        AddTestCase(new CloseWhenSentTestCase);
        AddTestCase(new CloseWithUnreadDataTestCase);
        AddTestCase(new ClosedListenerTestCase);
        AddTestCase(new ReopenedListenerTestCase);
        AddTestCase(new FailedConnectTestCase);
        AddTestCase(new ListenTestCase);
        AddTestCase(new OtherVersionTestCase);
        AddTestCase(new BoundAddressTestCase(false));
        AddTestCase(new BoundAddressTestCase(true));
        AddTestCase(new MappedClientTestCase);
        AddTestCase(new PacketTagTestCase);
        AddTestCase(new OldKernelOptionsTestCase);
    }
};

TcpLinux24ApplicationTestSuite g_suite; ///< registers itself

} // namespace

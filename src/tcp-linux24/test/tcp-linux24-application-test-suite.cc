// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Applications that call in an order that the kernel refuses, or within their callbacks.
 */

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

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
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "the connection works");
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

/// PacketSink shuts its listener down for writing, and closes nothing: what it accepts closes after
/// the peer, as with stock sockets.
class ShutDownListenerTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the connection
    ShutDownListenerTestCase(TcpTestHost client, TcpTestHost server)
        : TcpTestPairCase("ShutdownSend() of a listener", client, server)
    {
    }

  private:
    /// @param isLate whether the server reads only after the FIN
    void Transfer(bool isLate)
    {
        TcpTestBed bed(m_client, m_server);
        bed.server.closeOnEof = false;
        bed.Connect();
        NS_TEST_EXPECT_MSG_EQ(bed.listener->ShutdownSend(), 0, "listening");
        bed.onAccept = [&bed, isLate] { bed.server.SetReading(!isLate); };
        Simulator::Schedule(Seconds(11), [&bed] { bed.client.Send(5000, true); });
        Simulator::Schedule(Seconds(13), [&bed] { bed.server.SetReading(true); });
        bed.Run(Seconds(300));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "all is read");
        NS_TEST_EXPECT_MSG_EQ(bed.server.closed, true, "the server knows of the end");
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "the connection is over");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset, false, "without an error");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), 1, "but the listener");
    }

    void DoRun() override
    {
        Transfer(false);
        // A stock socket resets the connection because of unread data.
        if (m_server != TcpTestHost::STOCK)
        {
            Transfer(true);
        }
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
        AddTestCase(new SecondConnectTestCase);
        AddTestCase(new EarlyShutdownTestCase);
        AddTestCase(new CloseWhenSentTestCase);
        AddTestCase(new CloseWithUnreadDataTestCase);
        AddTestCase(new ClosedListenerTestCase);
        AddTestCase(new ReopenedListenerTestCase);
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            AddTestCase(new ShutDownListenerTestCase(client, server));
        }
        AddTestCase(new PacketTagTestCase);
        AddTestCase(new OldKernelOptionsTestCase);
    }
};

TcpLinux24ApplicationTestSuite g_suite; ///< registers itself

} // namespace

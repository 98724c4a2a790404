// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// How connections of TcpLinux24Socket begin, pause and end.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Who closes first.
enum class CloseOrder
{
    CLIENT, ///< the server when it sees the end
    SERVER, ///< the client when it sees the end
    BOTH,   ///< at the same time
};

/// Both ends get through the states of RFC 793 and give their end points back.
class CloseTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    /// @param order who closes first
    CloseTestCase(TcpTestHost client, TcpTestHost server, CloseOrder order)
        : TcpTestPairCase("close " + std::to_string(static_cast<int>(order)), client, server),
          m_order(order)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(m_client, m_server);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, false); });
        Simulator::Schedule(Seconds(12), [&] { Close(bed); });
        Simulator::Schedule(Seconds(14), [&] { CheckStates(bed); });
        bed.Run(Seconds(400));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.client.closed && bed.server.closed, true, "both told");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.server.reset, false, "no reset");
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "client");
        NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::CLOSED, "server");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left at the client");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), 1, "only the listener left");
    }

    void Close(TcpTestBed& bed)
    {
        if (m_order != CloseOrder::SERVER)
        {
            bed.client.Close();
        }
        if (m_order != CloseOrder::CLIENT)
        {
            bed.server.Close();
        }
    }

    void CheckStates(TcpTestBed& bed)
    {
        const auto client =
            m_order == CloseOrder::SERVER ? TcpSocket::CLOSED : TcpSocket::TIME_WAIT;
        const auto server =
            m_order == CloseOrder::CLIENT ? TcpSocket::CLOSED : TcpSocket::TIME_WAIT;
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, client, "client after closing");
        NS_TEST_EXPECT_MSG_EQ(bed.server.state, server, "server after closing");
    }

    CloseOrder m_order; ///< see the constructor
};

/// Both ends connect to each other at once: one connection comes of it.
class SimultaneousOpenTestCase : public TestCase
{
  public:
    SimultaneousOpenTestCase()
        : TestCase("simultaneous open")
    {
    }

  private:
    void DoRun() override
    {
        static constexpr uint16_t PORTS[] = {6000, 6001};
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        TcpTestEnd* ends[] = {&bed.client, &bed.server};
        for (uint32_t i = 0; i < 2; ++i)
        {
            ends[i]->Attach(bed.MakeSocket(TcpTestHost::LINUX24, i));
            ends[i]->socket->Bind(bed.GetAddress(i, PORTS[i]));
            Simulator::Schedule(Seconds(10), [&bed, &ends, i] {
                ends[i]->socket->Connect(bed.GetAddress(1 - i, PORTS[1 - i]));
            });
        }
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(50000, true); });
        Simulator::Schedule(Seconds(11), [&] { bed.server.Send(40000, false); });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.client.connected && bed.server.connected, true, "connected");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 50000, "bytes of one");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, 40000, "bytes of the other");
        NS_TEST_EXPECT_MSG_EQ(bed.client.damaged || bed.server.damaged, false, "right bytes");
    }
};

/// The server stops reading for a long time; the client probes and goes on.
class ZeroWindowTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    /// @param loseUpdate lose the ACK that opens the window
    ZeroWindowTestCase(TcpTestHost client, TcpTestHost server, bool loseUpdate)
        : TcpTestPairCase(loseUpdate ? "zero window, window update lost" : "zero window",
                          client,
                          server),
          m_loseUpdate(loseUpdate)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 400000;
        TcpTestBed bed(m_client, m_server);
        bed.SetLinuxAttribute("RcvBufSize", UintegerValue(30000));
        bed.SetLinuxAttribute("ProbeWithGarbageByte", BooleanValue(m_server == TcpTestHost::STOCK));
        bed.onAccept = [&] {
            bed.server.SetReading(false);
            bed.server.socket->SetAttribute("RcvBufSize", UintegerValue(30000));
        };
        bool closedWindow = false;
        bool lost = false;
        // 2.0.32 neither cuts a segment to the window that is left nor takes the rest of it back.
        const bool linux20 = m_client == TcpTestHost::LINUX20 || m_server == TcpTestHost::LINUX20;
        const uint32_t leastOpen = linux20 ? 1448 : 1;
        bed.LoseToClient([&](const TcpHeader& header, uint32_t) {
            const bool isOpen = header.GetWindowSize() >= leastOpen;
            closedWindow = closedWindow || !isOpen;
            const bool lose = m_loseUpdate && closedWindow && !lost && isOpen;
            lost = lost || lose;
            return lose;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        Simulator::Schedule(Seconds(40), [&] { bed.server.SetReading(true); });
        bed.Run(Seconds(300));
        NS_TEST_EXPECT_MSG_EQ(closedWindow, true, "the window was closed");
        NS_TEST_EXPECT_MSG_EQ(lost, m_loseUpdate, "an update was lost");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
    }

    bool m_loseUpdate; ///< see the constructor
};

/// RST in the cases in which it is due.
class ResetTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    ResetTestCase(TcpTestHost client, TcpTestHost server)
        : TcpTestPairCase("reset", client, server)
    {
    }

  private:
    void DoRun() override
    {
        if (m_client != TcpTestHost::STOCK)
        {
            RefuseConnection(); // a stock client goes on sending SYNs
        }
        CloseWithUnreadData();
    }

    void RefuseConnection()
    {
        TcpTestBed bed(m_client, m_server);
        bed.Connect(false);
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.client.connected, false, "nobody listens");
        // net/ipv4/tcp_input.c: tcp_reset() in SYN_SENT; ns-3 has no ECONNREFUSED
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetErrno(), Socket::ERROR_NOTCONN, "refused");
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "client closed");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left");
    }

    void CloseWithUnreadData()
    {
        TcpTestBed bed(m_client, m_server);
        bed.onAccept = [&] { bed.server.SetReading(false); };
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(3000, false); });
        Simulator::Schedule(Seconds(12), [&] { bed.server.Close(); });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.client.closed, true, "client told");
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "client closed");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left");
    }
};

/// An application that closes while data waits behind a hole has read all it could: what it wrote
/// is sent, and nobody is reset (tcp_close looks into the receive queue alone).
class CloseBehindHoleTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    CloseBehindHoleTestCase(TcpTestHost client, TcpTestHost server)
        : TcpTestPairCase("close behind a hole", client, server)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t TO_SERVER = 4000;
        constexpr uint32_t TO_CLIENT = 20000;
        TcpTestBed bed(m_client, m_server);
        bed.client.closeOnEof = false; // a stock socket that closes forgets what is outstanding
        bool lost = false;
        bed.LoseToServer([&lost](const TcpHeader&, uint32_t size) {
            const bool lose = size > 0 && !lost;
            lost = lost || lose;
            return lose;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(TO_SERVER, false); });
        Simulator::Schedule(Seconds(11) + MilliSeconds(20), [&] {
            NS_TEST_EXPECT_MSG_GT(bed.server.bytesArrived, 0, "data waits behind the hole");
            NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 0, "none can be read");
            bed.server.Send(TO_CLIENT, true);
        });
        bed.Run(Seconds(60)); // before FIN_WAIT_2 of the server ends
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.server.reset, false, "no reset");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, TO_CLIENT, "all that was written");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, TO_SERVER, "all that filled the hole");
        NS_TEST_EXPECT_MSG_EQ(bed.client.damaged || bed.server.damaged, false, "right bytes");
    }
};

/// Nobody answers: the repeats of the SYN, and then the failure, come when Linux has them.
class SilentPeerTestCase : public TestCase
{
  public:
    SilentPeerTestCase()
        : TestCase("silent peer")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        std::vector<double> times;
        bed.LoseToServer([&](const TcpHeader&, uint32_t) {
            times.push_back(Simulator::Now().GetSeconds());
            return true;
        });
        bed.Connect();
        bed.Run(Seconds(400));
        constexpr double EXPECTED[] = {0, 3, 9, 21, 45, 93};
        NS_TEST_ASSERT_MSG_EQ(times.size(), 6, "SYN and five repeats");
        for (size_t i = 0; i < times.size(); ++i)
        {
            // a timer of whole ticks is up to a tick early; 2 ms and more on the way
            NS_TEST_EXPECT_MSG_EQ_TOL(times[i], 10 + EXPECTED[i], 0.011, "SYN " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(bed.client.failed, true, "client told");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left");
    }
};

/// Many short connections one after the other leave nothing behind.
class ManyConnectionsTestCase : public TestCase
{
  public:
    ManyConnectionsTestCase()
        : TestCase("2000 short connections")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t COUNT = 2000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        std::vector<TcpTestEnd> clients(COUNT);
        bed.Connect();
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            Simulator::Schedule(Seconds(11) + MilliSeconds(20) * i, [&bed, &clients, i] {
                clients[i].Attach(bed.MakeSocket(TcpTestHost::LINUX24, 0));
                clients[i].socket->Connect(bed.GetAddress(1, TcpTestBed::PORT));
                clients[i].Send(700, true);
            });
        }
        bed.Run(Seconds(300));
        uint32_t closed = 0;
        for (const TcpTestEnd& client : clients)
        {
            closed += client.closed ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, COUNT + 1, "accepted");
        NS_TEST_EXPECT_MSG_EQ(closed, COUNT, "closed");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 1, "only the first connection is open");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), 2, "and the listener");
    }
};

/// Connect() on a socket that listens or has a connection fails, and changes nothing
/// (inet_stream_connect).
class SecondConnectTestCase : public TestCase
{
  public:
    SecondConnectTestCase()
        : TestCase("Connect() where there is a connection or a listening socket")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 10000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        uint32_t syns = 0;
        bed.LoseToServer([&syns](const TcpHeader& header, uint32_t) {
            syns += (header.GetFlags() & TcpHeader::SYN) != 0;
            return false;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(10), [&] { Refuse(bed, bed.client, Socket::ERROR_AGAIN); });
        Simulator::Schedule(Seconds(11), [&] {
            Refuse(bed, bed.client, Socket::ERROR_ISCONN);
            TcpTestEnd listening;
            listening.socket = bed.listener;
            Refuse(bed, listening, Socket::ERROR_ISCONN);
            bed.client.Send(BYTES, true);
        });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(syns, 1, "SYNs");
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 1, "connections");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
    }

    /// @param bed with the address to connect to
    /// @param end that cannot
    /// @param error expected
    void Refuse(TcpTestBed& bed, TcpTestEnd& end, Socket::SocketErrno error)
    {
        const int result = end.socket->Connect(bed.GetAddress(1, TcpTestBed::PORT));
        NS_TEST_EXPECT_MSG_EQ(result, -1, "it fails");
        NS_TEST_EXPECT_MSG_EQ(end.socket->GetErrno(), error, "errno");
    }
};

/// Suite of connections.
class TcpLinux24ConnectionTestSuite : public TestSuite
{
  public:
    TcpLinux24ConnectionTestSuite()
        : TestSuite("tcp-linux24-connection", Type::UNIT)
    {
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            for (const auto order : {CloseOrder::CLIENT, CloseOrder::SERVER, CloseOrder::BOTH})
            {
                AddTestCase(new CloseTestCase(client, server, order));
            }
            AddTestCase(new ZeroWindowTestCase(client, server, false));
            // A stock sender waits for ever at a window that is neither 0 nor a segment.
            if (client != TcpTestHost::STOCK || server != TcpTestHost::LINUX20)
            {
                AddTestCase(new ZeroWindowTestCase(client, server, true));
            }
            AddTestCase(new ResetTestCase(client, server));
            if (server != TcpTestHost::STOCK)
            {
                AddTestCase(new CloseBehindHoleTestCase(client, server));
            }
        }
        AddTestCase(new SimultaneousOpenTestCase);
        AddTestCase(new SilentPeerTestCase);
        AddTestCase(new ManyConnectionsTestCase);
        AddTestCase(new SecondConnectTestCase);
    }
};

TcpLinux24ConnectionTestSuite g_suite; ///< registers itself

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// How long TcpLinux24Socket keeps a connection whose application has closed.

#include "tcp-linux24-test-bed.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

namespace
{

/// @param host of a test
/// @return for names of tests
std::string
GetHostName(TcpTestHost host)
{
    return host == TcpTestHost::LINUX24 ? "Linux" : "stock";
}

/// The peer acknowledges our FIN and is never heard of again.
class SilentPeerTestCase : public TestCase
{
  public:
    /// @param server of the test
    /// @param limit FinTimeout, s
    SilentPeerTestCase(TcpTestHost server, int64_t limit)
        : TestCase("silent after our FIN, limit " + std::to_string(limit) + " s, " +
                   GetHostName(server)),
          m_server(server),
          m_limit(limit)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, m_server);
        bed.SetLinuxAttribute("FinTimeout", TimeValue(Seconds(m_limit)));
        bed.server.closeOnEof = false;
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        uint64_t events = 0;
        // cancelled timers of the handshake run out until 13 s
        Simulator::Schedule(Seconds(14), [&] { events = Simulator::GetEventCount(); });
        // the FIN is acknowledged within a second, so the limit is not reached before this
        const int64_t last = 11 + m_limit;
        Simulator::Schedule(Seconds(last), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::FIN_WAIT_2, "still waiting");
            NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), events + 1, "only this event");
        });
        bed.Run(Seconds(last + 1));
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "after the limit");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "sockets left");
        NS_TEST_EXPECT_MSG_EQ(bed.client.closed, false, "the peer's FIN has not come");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset, true, "an error");
    }

    TcpTestHost m_server; ///< see the constructor
    int64_t m_limit;      ///< see the constructor
};

/// FIN_WAIT_2 lasts at least 3.5 retransmission timeouts (tcp_fin_time).
class LeastFinTimeTestCase : public TestCase
{
  public:
    /// @param limit FinTimeout, s, shorter than that
    explicit LeastFinTimeTestCase(int64_t limit)
        : TestCase("3.5 timeouts of 2 s, limit " + std::to_string(limit) + " s"),
          m_limit(limit)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("FinTimeout", TimeValue(Seconds(m_limit)));
        bed.SetLinuxAttribute("MinRto", TimeValue(Seconds(2)));
        bed.server.closeOnEof = false;
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        Simulator::Schedule(Seconds(18), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::FIN_WAIT_2, "7 s");
        });
        bed.Run(Seconds(19));
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "7 s and a round trip");
    }

    int64_t m_limit; ///< see the constructor
};

/// The peer goes on sending after our FIN, with pauses: all of it is read.
class HalfCloseTestCase : public TestCase
{
  public:
    /// @param server of the test
    explicit HalfCloseTestCase(TcpTestHost server)
        : TestCase("peer goes on sending, " + GetHostName(server)),
          m_server(server)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t MESSAGES = 5;
        TcpTestBed bed(TcpTestHost::LINUX24, m_server);
        bed.server.closeOnEof = false;
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(5000, true); });
        for (uint32_t i = 1; i <= MESSAGES; ++i)
        {
            Simulator::Schedule(Seconds(11 + 55 * i),
                                [&, i] { bed.server.Send(1000, i == MESSAGES); });
        }
        Simulator::Schedule(Seconds(290), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::TIME_WAIT, "closed in order");
        });
        bed.Run(Seconds(400));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 5000, "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, MESSAGES * 1000, "bytes of the server");
        NS_TEST_EXPECT_MSG_EQ(bed.client.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.server.reset, false, "no reset");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left");
    }

    TcpTestHost m_server; ///< see the constructor
};

/// The peer sends when the limit is over, or though nobody reads any more: it is reset.
class UnwantedDataTestCase : public TestCase
{
  public:
    /// @param server of the test
    /// @param shutdownRecv at once, or only silent for too long
    UnwantedDataTestCase(TcpTestHost server, bool shutdownRecv)
        : TestCase(std::string("data ") + (shutdownRecv ? "after ShutdownRecv" : "too late") +
                   ", " + GetHostName(server)),
          m_server(server),
          m_shutdownRecv(shutdownRecv)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, m_server);
        bed.server.closeOnEof = false;
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            if (m_shutdownRecv)
            {
                bed.client.socket->ShutdownRecv();
            }
            bed.client.Send(5000, true);
        });
        Simulator::Schedule(Seconds(m_shutdownRecv ? 12 : 73),
                            [&] { bed.server.Send(1000, false); });
        bed.Run(Seconds(74));
        NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::CLOSED, "server reset");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, 0, "nothing read");
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "client");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), 0, "no socket left");
    }

    TcpTestHost m_server; ///< see the constructor
    bool m_shutdownRecv;  ///< see the constructor
};

/// ShutdownSend() is a half-close without limit; Close() after it sets one.
class ShutdownSendTestCase : public TestCase
{
  public:
    ShutdownSendTestCase()
        : TestCase("ShutdownSend sets no limit")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.server.closeOnEof = false;
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.Send(5000, false);
            bed.client.socket->ShutdownSend();
        });
        Simulator::Schedule(Seconds(1000), [&] { bed.server.Send(1000, false); });
        Simulator::Schedule(Seconds(1010), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, 1000, "served");
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::FIN_WAIT_2, "still open");
            bed.client.Close();
        });
        Simulator::Schedule(MilliSeconds(1069999), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::FIN_WAIT_2, "60 s from Close()");
        });
        bed.Run(MilliSeconds(1070001));
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "then no longer");
    }
};

/// The peer vanishes before it acknowledges our last data.
class VanishedPeerTestCase : public TestCase
{
  public:
    /// @param close or ShutdownSend()
    explicit VanishedPeerTestCase(bool close)
        : TestCase(std::string("peer vanishes before our FIN, ") +
                   (close ? "closed" : "half-closed")),
          m_close(close)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.LoseToServer([](const TcpHeader&, uint32_t) { return Simulator::Now() > Seconds(11); });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.Send(1000, m_close);
            if (!m_close)
            {
                bed.client.socket->ShutdownSend();
            }
        });
        // 210 ms, doubled eight times: 107.31 s in all, 118.31 s; a tick has 10 ms
        Simulator::Schedule(Seconds(118.2), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::FIN_WAIT_1, "still trying");
            NS_TEST_EXPECT_MSG_EQ(bed.client.retransmissions, 8, "eight repeats");
        });
        bed.Run(Seconds(118.4));
        const auto state = m_close ? TcpSocket::CLOSED : TcpSocket::FIN_WAIT_1;
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, state, "after the ninth timeout");
        NS_TEST_EXPECT_MSG_EQ(bed.client.retransmissions, (m_close ? 8 : 9), "repeats");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(0), (m_close ? 0 : 1), "sockets left");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset, m_close, "client told");
    }

    bool m_close; ///< see the constructor
};

/// Suite of closed connections.
class TcpLinux24OrphanTestSuite : public TestSuite
{
  public:
    TcpLinux24OrphanTestSuite()
        : TestSuite("tcp-linux24-orphan", Type::UNIT)
    {
        for (const auto server : {TcpTestHost::LINUX24, TcpTestHost::STOCK})
        {
            for (const int64_t limit : {60, 5})
            {
                AddTestCase(new SilentPeerTestCase(server, limit));
            }
            AddTestCase(new HalfCloseTestCase(server));
            AddTestCase(new UnwantedDataTestCase(server, false));
            AddTestCase(new UnwantedDataTestCase(server, true));
        }
        AddTestCase(new LeastFinTimeTestCase(5));
        AddTestCase(new LeastFinTimeTestCase(0));
        AddTestCase(new ShutdownSendTestCase);
        AddTestCase(new VanishedPeerTestCase(true));
        AddTestCase(new VanishedPeerTestCase(false));
    }
};

TcpLinux24OrphanTestSuite g_suite; ///< registers itself

} // namespace

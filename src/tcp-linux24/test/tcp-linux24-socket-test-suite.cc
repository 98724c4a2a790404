// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>

using namespace ns3;

namespace
{

/// Every byte arrives once and in order, each way, and both ends close.
class TransferTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    /// @param ipv6 instead of IPv4
    TransferTestCase(TcpTestHost client, TcpTestHost server, bool ipv6)
        : TcpTestPairCase(ipv6 ? "transfer over IPv6" : "transfer", client, server),
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t UP = 300000;
        constexpr uint32_t DOWN = 200000;
        TcpTestBed bed(m_client, m_server, m_ipv6);
        bed.onAccept = [&] { bed.server.Send(DOWN, false); };
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(UP, true); });
        bed.Run(Seconds(30));
        NS_TEST_ASSERT_MSG_EQ(bed.client.connected, true, "client connected");
        NS_TEST_ASSERT_MSG_EQ(bed.accepted, 1, "server connected");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, UP, "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, DOWN, "bytes of the server");
        NS_TEST_EXPECT_MSG_EQ(bed.client.damaged || bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.client.closed && bed.server.closed, true, "both closed");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.server.reset, false, "no reset");
    }

    bool m_ipv6; ///< see the constructor
};

/// Each round trip that the client measures is traced, also one that is equal to the last.
class RttSampleTestCase : public TestCase
{
  public:
    /// @param client of the test
    /// @param timestamps whether it has the option
    RttSampleTestCase(TcpTestHost client, bool timestamps)
        : TestCase("each round trip is traced, " + GetTcpTestName(client, TcpTestHost::LINUX24) +
                   (timestamps ? "" : " without timestamps")),
          m_client(client),
          m_timestamps(timestamps)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(m_client, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("Timestamp", BooleanValue(m_timestamps));
        bed.Connect();
        Time lastRtt = Time(-1);
        uint32_t equal = 0;
        uint32_t samples = 0;
        uint32_t acks = 0;
        uint32_t segments = 0;
        SequenceNumber32 last(0);
        Simulator::Schedule(Seconds(10), [&] {
            const auto socket = bed.client.socket;
            socket->TraceConnectWithoutContext(
                "RttSample",
                Callback<void, Time, Time>([&](Time rtt, Time rto) {
                    ++samples;
                    // All wait in a queue that holds the window: 22 segments at 10 Mb/s.
                    NS_TEST_EXPECT_MSG_LT_OR_EQ(rtt, MilliSeconds(50), "of the path");
                    equal += rtt == lastRtt;
                    lastRtt = rtt;
                    NS_TEST_EXPECT_MSG_GT_OR_EQ(rto, MilliSeconds(200), "the least");
                    NS_TEST_EXPECT_MSG_LT(rto, Seconds(3), "follows the first sample already");
                }));
            socket->TraceConnectWithoutContext(
                "Rx",
                Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                    [&](Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>) {
                        acks += acks == 0 || header.GetAckNumber() > last;
                        last = header.GetAckNumber();
                    }));
            socket->TraceConnectWithoutContext(
                "Tx",
                Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                    [&](Ptr<const Packet> packet,
                        const TcpHeader& header,
                        Ptr<const TcpSocketBase>) {
                        segments +=
                            packet->GetSize() > 0 || (header.GetFlags() & TcpHeader::FIN) != 0;
                    }));
        });
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(100000, true); });
        bed.Run(Seconds(30));
        NS_TEST_ASSERT_MSG_EQ(bed.server.bytesReceived, 100000, "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(bed.client.retransmissions, 0, "nothing is lost");
        const bool perAck = m_client == TcpTestHost::LINUX24;
        NS_TEST_EXPECT_MSG_EQ(samples,
                              (perAck ? acks : segments),
                              "one for each ACK, that of the SYN included; 2.0.32: one for each "
                              "segment but the SYN");
        NS_TEST_EXPECT_MSG_GT(samples, 30, "69 segments");
        NS_TEST_EXPECT_MSG_GT(equal, 0, "equal ones are reported, too");
    }

    TcpTestHost m_client; ///< see the constructor
    bool m_timestamps;    ///< see the constructor
};

/// BytesInFlight counts the data of segments, however short they are.
class BytesInFlightTestCase : public TestCase
{
  public:
    /// @param client of the test
    explicit BytesInFlightTestCase(TcpTestHost client)
        : TestCase("BytesInFlight of small writes, " +
                   GetTcpTestName(client, TcpTestHost::LINUX24)),
          m_client(client)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t WRITES = 10;
        constexpr uint32_t SIZE = 100;
        TcpTestBed bed(m_client, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("TcpNoDelay", BooleanValue(true));
        bed.SetLinuxAttribute("InitialCwnd", UintegerValue(20));
        bed.Connect();
        uint32_t most = 0;
        uint32_t last = 0;
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.socket->TraceConnectWithoutContext(
                "BytesInFlight",
                Callback<void, uint32_t, uint32_t>([&](uint32_t, uint32_t bytes) {
                    most = std::max(most, bytes);
                    last = bytes;
                }));
            for (uint32_t i = 0; i < WRITES; ++i)
            {
                bed.client.Send(SIZE, false);
            }
        });
        bed.Run(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, WRITES * SIZE, "bytes");
        NS_TEST_EXPECT_MSG_EQ(most, WRITES * SIZE, "most");
        NS_TEST_EXPECT_MSG_EQ(last, 0, "in the end");
    }

    TcpTestHost m_client; ///< see the constructor
};

/// Whoever traces the congestion window knows it before the segments that it allows.
class WindowTraceTestCase : public TestCase
{
  public:
    /// @param client of the test
    explicit WindowTraceTestCase(TcpTestHost client)
        : TestCase("CongestionWindow before Tx, " + GetTcpTestName(client, TcpTestHost::LINUX24)),
          m_client(client)
    {
    }

  private:
    /// Of Ethernet with and without timestamps, bytes.
    uint32_t GetFullSegment() const
    {
        return m_client == TcpTestHost::LINUX24 ? 1448 : 1460;
    }

    void DoRun() override
    {
        using Trace = Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>;
        TcpTestBed bed(m_client, TcpTestHost::LINUX24);
        bed.Connect();
        uint32_t cwnd = 0;
        uint32_t grown = 0;
        std::optional<SequenceNumber32> acknowledged;
        Simulator::Schedule(Seconds(10.5), [&] {
            const auto socket = DynamicCast<TcpLinux24Socket>(bed.client.socket);
            cwnd = socket->GetSender()->GetCwnd() * GetFullSegment();
            socket->TraceConnectWithoutContext(
                "CongestionWindow",
                Callback<void, uint32_t, uint32_t>([&](uint32_t, uint32_t bytes) {
                    cwnd = bytes;
                    ++grown;
                }));
            socket->TraceConnectWithoutContext("Rx",
                                               Trace([&](auto, const TcpHeader& header, auto) {
                                                   acknowledged = header.GetAckNumber();
                                               }));
            socket->TraceConnectWithoutContext(
                "Tx",
                Trace([&](Ptr<const Packet> packet, const TcpHeader& header, auto) {
                    acknowledged = acknowledged.value_or(header.GetSequenceNumber());
                    const auto end = header.GetSequenceNumber() + packet->GetSize();
                    NS_TEST_EXPECT_MSG_LT_OR_EQ(end - *acknowledged,
                                                static_cast<int32_t>(cwnd),
                                                "in flight at " << Simulator::Now().As(Time::S));
                }));
        });
        // Without a FIN, which may leave beyond the window (tcp_snd_test).
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(100'000, false); });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 100'000, "all arrived");
        NS_TEST_EXPECT_MSG_GT(grown, 10, "in slow start");
    }

    TcpTestHost m_client; ///< see the constructor
};

/// HighestRxSequence and HighestRxAck follow what arrives, also from a peer whose numbers wrap.
class HighestReceivedTestCase : public TestCase
{
  public:
    HighestReceivedTestCase()
        : TestCase("HighestRxSequence and HighestRxAck")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t FIRST = UINT32_MAX - 20000;
        constexpr uint32_t BYTES = 100000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("InitialSequenceNumber", UintegerValue(FIRST));
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            Watch(bed.server.socket, "HighestRxSequence", m_sequence);
            Watch(bed.client.socket, "HighestRxAck", m_ack);
            bed.client.Send(BYTES, true);
        });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        // The last segment of the client is the ACK of the server's FIN, behind its own FIN.
        NS_TEST_EXPECT_MSG_EQ(m_sequence, SequenceNumber32(FIRST) + BYTES + 2, "of the client");
        NS_TEST_EXPECT_MSG_EQ(m_ack, SequenceNumber32(FIRST) + BYTES + 2, "of the server");
    }

    /// @param socket with the trace
    /// @param name of it
    /// @param last gets its values
    static void Watch(Ptr<Socket> socket, const std::string& name, SequenceNumber32& last)
    {
        socket->TraceConnectWithoutContext(
            name,
            Callback<void, SequenceNumber32, SequenceNumber32>(
                [&last](SequenceNumber32, SequenceNumber32 now) { last = now; }));
    }

    SequenceNumber32 m_sequence; ///< HighestRxSequence
    SequenceNumber32 m_ack;      ///< HighestRxAck
};

/// Suite of TcpLinux24Socket.
class TcpLinux24SocketTestSuite : public TestSuite
{
  public:
    TcpLinux24SocketTestSuite()
        : TestSuite("tcp-linux24-socket", Type::UNIT)
    {
        using enum TcpTestHost;
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            AddTestCase(new TransferTestCase(client, server, false));
            AddTestCase(new TransferTestCase(client, server, true));
        }
        AddTestCase(new TransferTestCase(LINUX24, SUN_OS58, false));
        AddTestCase(new RttSampleTestCase(LINUX24, true));
        AddTestCase(new RttSampleTestCase(LINUX24, false));
        AddTestCase(new RttSampleTestCase(LINUX20, false));
        AddTestCase(new BytesInFlightTestCase(LINUX24));
        AddTestCase(new BytesInFlightTestCase(LINUX20));
        AddTestCase(new WindowTraceTestCase(LINUX24));
        AddTestCase(new WindowTraceTestCase(LINUX20));
        AddTestCase(new HighestReceivedTestCase);
    }
};

TcpLinux24SocketTestSuite g_suite; ///< registers itself

} // namespace

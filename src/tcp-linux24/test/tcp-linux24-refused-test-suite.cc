// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Data that TcpLinux24Socket has no connection for.

#include "tcp-linux24-test-bed.h"

#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PEER_PORT = 6000; ///< of the client, which has no socket there
constexpr uint32_t SEQUENCE = 5000;  ///< of the segment
constexpr uint32_t ACK_NUMBER = 700; ///< of the segment, if it has the flag

/// What the server has done with its socket.
enum class SocketUse
{
    BOUND,     ///< no more than Bind(): its state is CLOSED
    LISTENING, ///< Listen()
};

/// A segment, and what the server does with it.
struct Refusal
{
    std::string name;     ///< of the test
    SocketUse use;        ///< of the server's socket
    uint8_t flags;        ///< of the segment
    uint32_t size;        ///< bytes of data
    uint32_t refused;     ///< segments traced as refused
    uint8_t answer;       ///< flags of the reply, 0 if there is none
    uint32_t answerValue; ///< its sequence number if it is a RST, else its acknowledgment number
};

/// Data is traced as refused, and the sender told as RFC 793 has it (page 36).
class RefusalTestCase : public TestCase
{
  public:
    /// @param refusal to be tested
    explicit RefusalTestCase(const Refusal& refusal)
        : TestCase(refusal.name),
          m_refusal(refusal)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.LoseToClient([this](const TcpHeader& header, uint32_t) {
            m_answers.push_back(header);
            return true;
        });
        bed.server.Attach(bed.MakeSocket(TcpTestHost::LINUX24, 1));
        bed.server.socket->Bind(bed.GetAddress(1, TcpTestBed::PORT));
        if (m_refusal.use == SocketUse::LISTENING)
        {
            bed.server.socket->Listen();
        }
        bed.server.socket->TraceConnectWithoutContext(
            "SegmentDropped",
            Callback<void, TcpLinux24Fate, Ptr<const Packet>>(
                [this](TcpLinux24Fate fate, Ptr<const Packet> packet) {
                    m_refused += fate == TcpLinux24Fate::REFUSED;
                    m_dropped += packet->GetSize();
                }));
        Simulator::Schedule(Seconds(10), [&] { Inject(bed); });
        bed.Run(Seconds(11));
        NS_TEST_EXPECT_MSG_EQ(m_refused, m_refusal.refused, "traced with this reason");
        NS_TEST_EXPECT_MSG_EQ(m_dropped, m_refusal.size, "every byte is traced once");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 0, "none is read");
        CheckAnswer();
    }

    /// @param bed whose server gets the segment
    void Inject(TcpTestBed& bed)
    {
        TcpHeader header;
        header.SetSourcePort(PEER_PORT);
        header.SetDestinationPort(TcpTestBed::PORT);
        header.SetFlags(m_refusal.flags);
        header.SetSequenceNumber(SequenceNumber32(SEQUENCE));
        header.SetAckNumber(SequenceNumber32(ACK_NUMBER));
        bed.nodes.Get(0)->GetObject<TcpL4Protocol>()->SendPacket(
            Create<Packet>(m_refusal.size),
            header,
            bed.GetAddress(0, PEER_PORT),
            bed.GetAddress(1, TcpTestBed::PORT));
    }

    void CheckAnswer()
    {
        NS_TEST_ASSERT_MSG_EQ(m_answers.size(), (m_refusal.answer ? 1 : 0), "answers");
        if (m_answers.empty())
        {
            return;
        }
        const TcpHeader& answer = m_answers.front();
        const bool hasAck = answer.GetFlags() & TcpHeader::ACK;
        const auto value = hasAck ? answer.GetAckNumber() : answer.GetSequenceNumber();
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(answer.GetFlags()),
                              static_cast<uint32_t>(m_refusal.answer),
                              "flags of the answer");
        NS_TEST_EXPECT_MSG_EQ(value.GetValue(), m_refusal.answerValue, "number in the answer");
    }

    Refusal m_refusal;                ///< see the constructor
    std::vector<TcpHeader> m_answers; ///< of the server
    uint32_t m_refused{0};            ///< segments traced as refused
    uint32_t m_dropped{0};            ///< bytes of segments traced as dropped, for whatever reason
};

/// Data in the segment that resets a connection is refused, too.
class DataWithResetTestCase : public TestCase
{
  public:
    DataWithResetTestCase()
        : TestCase("data with RST on a connection")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.Connect();
        SequenceNumber32 next;
        bed.LoseToServer([&next](const TcpHeader& header, uint32_t size) {
            next = header.GetSequenceNumber() + size;
            return false;
        });
        uint32_t refused = 0;
        Address peer;
        bed.onAccept = [&] {
            bed.server.socket->GetPeerName(peer);
            bed.server.socket->TraceConnectWithoutContext(
                "SegmentDropped",
                Callback<void, TcpLinux24Fate, Ptr<const Packet>>(
                    [&refused](TcpLinux24Fate fate, Ptr<const Packet> packet) {
                        refused += fate == TcpLinux24Fate::REFUSED ? packet->GetSize() : 0;
                    }));
        };
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(2000, false); });
        Simulator::Schedule(Seconds(12), [&] {
            TcpHeader header;
            header.SetSourcePort(InetSocketAddress::ConvertFrom(peer).GetPort());
            header.SetDestinationPort(TcpTestBed::PORT);
            header.SetFlags(TcpHeader::RST | TcpHeader::ACK);
            header.SetSequenceNumber(next);
            bed.nodes.Get(0)->GetObject<TcpL4Protocol>()->SendPacket(
                Create<Packet>(300),
                header,
                peer,
                bed.GetAddress(1, TcpTestBed::PORT));
        });
        bed.Run(Seconds(13));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 2000, "bytes before");
        NS_TEST_EXPECT_MSG_EQ(bed.server.reset, true, "the connection is reset");
        NS_TEST_EXPECT_MSG_EQ(refused, 300, "bytes with the RST");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesArrived,
                              bed.server.bytesReceived + bed.server.bytesDropped,
                              "every byte is read or traced");
    }
};

/// @return segments and what becomes of them
std::vector<Refusal>
GetRefusals()
{
    using enum SocketUse;
    const uint8_t ack = TcpHeader::ACK;
    const uint8_t syn = TcpHeader::SYN;
    const uint8_t fin = TcpHeader::FIN;
    const uint8_t rst = TcpHeader::RST;
    const uint8_t reset = rst | ack;
    return {
        {"data with ACK, listening", LISTENING, ack, 500, 1, rst, ACK_NUMBER},
        {"ACK without data, listening", LISTENING, ack, 0, 0, rst, ACK_NUMBER},
        {"data without ACK, listening", LISTENING, 0, 500, 1, 0, 0},
        {"data with RST, listening", LISTENING, rst, 500, 1, 0, 0},
        {"data with ACK, closed", BOUND, ack, 500, 1, rst, ACK_NUMBER},
        {"data without ACK, closed", BOUND, 0, 500, 1, reset, SEQUENCE + 500},
        {"data with SYN and FIN, closed",
         BOUND,
         static_cast<uint8_t>(syn | fin),
         500,
         1,
         reset,
         SEQUENCE + 502},
        {"SYN without data, closed", BOUND, syn, 0, 0, reset, SEQUENCE + 1},
        {"data with RST, closed", BOUND, rst, 500, 1, 0, 0},
    };
}

/// Handshakes without an end: those that the backlog has no room for are dropped, until others have
/// been given up.
class SynBacklogTestCase : public TestCase
{
  public:
    SynBacklogTestCase()
        : TestCase("A backlog of 100, the last quarter of which is kept, and 2000 SYNs")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t SYNS = 2000;
        // tcp_v4_conn_request: none begins if 100 less those under way is below 100 / 4.
        constexpr uint32_t MOST = 76;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.LoseToClient([](const TcpHeader&, uint32_t) { return true; });
        bed.server.Attach(bed.MakeSocket(TcpTestHost::LINUX24, 1));
        bed.server.socket->SetAttribute("MaxSynBacklog", UintegerValue(100));
        bed.server.socket->Bind(bed.GetAddress(1, TcpTestBed::PORT));
        bed.server.socket->Listen();
        bed.server.socket->TraceConnectWithoutContext(
            "SegmentDropped",
            Callback<void, TcpLinux24Fate, Ptr<const Packet>>(
                [this](TcpLinux24Fate fate, Ptr<const Packet>) {
                    m_dropped += fate == TcpLinux24Fate::BACKLOG_FULL;
                }));
        for (uint32_t i = 0; i < SYNS; ++i)
        {
            Simulator::Schedule(Seconds(10) + MilliSeconds(i), [&bed, i] { Knock(bed, 1000 + i); });
        }
        bed.Run(Seconds(13));
        NS_TEST_EXPECT_MSG_EQ(m_dropped, SYNS - MOST, "no room");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), MOST + 1, "and the listener");
        // Five more SYN-ACKs: 3, 6, 12, 24, 48 and 96 s (tcp_synack_retries).
        Simulator::Schedule(Seconds(290), [&bed] { Knock(bed, 4000); });
        bed.Run(Seconds(305));
        NS_TEST_EXPECT_MSG_EQ(m_dropped, SYNS - MOST, "there is room again");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), 2, "the new one and the listener");
    }

    /// @param bed whose server gets a SYN
    /// @param port that it comes from
    static void Knock(TcpTestBed& bed, uint16_t port)
    {
        TcpHeader header;
        header.SetSourcePort(port);
        header.SetDestinationPort(TcpTestBed::PORT);
        header.SetFlags(TcpHeader::SYN);
        bed.nodes.Get(0)->GetObject<TcpL4Protocol>()->SendPacket(
            Create<Packet>(),
            header,
            bed.GetAddress(0, port),
            bed.GetAddress(1, TcpTestBed::PORT));
    }

    uint32_t m_dropped{0}; ///< SYNs for which the backlog has no room
};

/// A SYN whose SYN-ACK has no route is dropped; one that comes again later opens the connection,
/// with segments that fit the MTU of the route (tcp_v4_conn_request, tcp_v4_send_synack).
class NoRouteBackTestCase : public TestCase
{
  public:
    NoRouteBackTestCase()
        : TestCase("A SYN from a host without a route back")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 100000;
        constexpr uint32_t FULL_SEGMENT = 1448;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24, false, true);
        const auto routing =
            Ipv4StaticRoutingHelper().GetStaticRouting(bed.nodes.Get(1)->GetObject<Ipv4>());
        const Ipv4Address router = routing->GetDefaultRoute().GetGateway();
        for (uint32_t i = routing->GetNRoutes(); i-- > 0;)
        {
            if (routing->GetRoute(i).IsDefault())
            {
                routing->RemoveRoute(i);
            }
        }
        uint32_t longest = 0;
        bed.LoseToClient([&longest](const TcpHeader&, uint32_t size) {
            longest = std::max(longest, size);
            return false;
        });
        bed.Connect();
        uint32_t dropped = 0;
        bed.listener->TraceConnectWithoutContext(
            "SegmentDropped",
            Callback<void, TcpLinux24Fate, Ptr<const Packet>>(
                [&dropped](TcpLinux24Fate fate, Ptr<const Packet>) {
                    dropped += fate == TcpLinux24Fate::NO_ROUTE;
                }));
        Simulator::Schedule(Seconds(12), [&] {
            NS_TEST_EXPECT_MSG_EQ(dropped, 1, "the first SYN");
            NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(1), 1, "the listener");
            routing->SetDefaultRoute(router, 1);
        });
        Simulator::Schedule(Seconds(15), [&] { bed.server.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(dropped, 1, "not the second one");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(longest, FULL_SEGMENT, "longest segment");
    }
};

/// Suite of data that is refused.
class TcpLinux24RefusedTestSuite : public TestSuite
{
  public:
    TcpLinux24RefusedTestSuite()
        : TestSuite("tcp-linux24-refused", Type::UNIT)
    {
        for (const Refusal& refusal : GetRefusals())
        {
            AddTestCase(new RefusalTestCase(refusal));
        }
        AddTestCase(new DataWithResetTestCase);
        AddTestCase(new SynBacklogTestCase);
        AddTestCase(new NoRouteBackTestCase);
    }
};

TcpLinux24RefusedTestSuite g_suite; ///< registers itself

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What connections of TcpLinux24Socket make of ICMP errors.

#include "tcp-linux24-test-packet-loss.h"

#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv4.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>

using namespace ns3;

namespace
{

constexpr uint32_t CLIENT = 0;
constexpr uint32_t SERVER = 1;
constexpr uint32_t BYTES = 2000000;

/// Sends an ICMP error about a packet.
/// @param node that sends it
/// @param packet with IP header
/// @param ipv6 or IPv4
/// @param code of "destination unreachable"
void
Report(Ptr<Node> node, Ptr<Packet> packet, bool ipv6, uint8_t code)
{
    if (ipv6)
    {
        Ipv6Header header;
        packet->PeekHeader(header);
        node->GetObject<Icmpv6L4Protocol>()->SendErrorDestinationUnreachable(packet,
                                                                             header.GetSource(),
                                                                             code);
        return;
    }
    Ipv4Header header;
    packet->RemoveHeader(header);
    Ptr<Packet> message = Create<Packet>();
    Icmpv4DestinationUnreachable unreachable;
    unreachable.SetNextHopMtu(600); // for "fragmentation needed"
    unreachable.SetHeader(header);
    unreachable.SetData(packet);
    message->AddHeader(unreachable);
    Icmpv4Header icmp;
    icmp.SetType(Icmpv4Header::ICMPV4_DEST_UNREACH);
    icmp.SetCode(code);
    message->AddHeader(icmp);
    const auto ip = node->GetObject<Ipv4L3Protocol>();
    ip->Send(message, header.GetDestination(), header.GetSource(), 1, nullptr);
}

/// An active opener gives up at the first report.
class UnreachableSynTestCase : public TestCase
{
  public:
    /// @param ipv6 or IPv4
    /// @param code of the report
    /// @param error what the application sees
    UnreachableSynTestCase(bool ipv6, uint8_t code, Socket::SocketErrno error)
        : TestCase(std::string("SYN refused by ICMP, ") + (ipv6 ? "IPv6" : "IPv4") + ", code " +
                   std::to_string(code)),
          m_ipv6(ipv6),
          m_code(code),
          m_error(error)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24, m_ipv6);
        LosePackets(bed, SERVER, 0, [&](Ptr<Packet> packet) {
            if (Simulator::Now() < Seconds(10)) // discovery of neighbors
            {
                return false;
            }
            Report(bed.nodes.Get(SERVER), packet, m_ipv6, m_code);
            return true;
        });
        bed.Connect();
        bed.Run(Seconds(11));
        NS_TEST_EXPECT_MSG_EQ(bed.client.failed, true, "client told");
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetErrno(), m_error, "error");
        NS_TEST_EXPECT_MSG_EQ(bed.client.state, TcpSocket::CLOSED, "client closed");
        NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(CLIENT), 0, "no socket left");
    }

    bool m_ipv6;                 ///< see the constructor
    uint8_t m_code;              ///< see the constructor
    Socket::SocketErrno m_error; ///< see the constructor
};

/// A passive opener drops the request without a word; the client's next SYN makes a new one.
class UnreachableSynAckTestCase : public TestCase
{
  public:
    UnreachableSynAckTestCase()
        : TestCase("SYN-ACK refused by ICMP")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bool reported = false;
        LosePackets(bed, CLIENT, 0, [&](Ptr<Packet> packet) {
            if (std::exchange(reported, true))
            {
                return false;
            }
            Report(bed.nodes.Get(CLIENT), packet, false, 1);
            return true;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(12), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.GetSocketCount(SERVER), 1, "only the listener");
        });
        bed.Run(Seconds(14));
        NS_TEST_EXPECT_MSG_EQ(bed.client.connected, true, "connected by the second SYN");
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 1, "once");
    }
};

/// A report on the MTU changes nothing for a SYN-ACK: the passive opener repeats it.
class TooBigSynAckTestCase : public TestCase
{
  public:
    TooBigSynAckTestCase()
        : TestCase("SYN-ACK too big")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        uint32_t synAcks = 0;
        LosePackets(bed, CLIENT, 0, [&](Ptr<Packet> packet) {
            if (synAcks++ > 0)
            {
                return false;
            }
            Report(bed.nodes.Get(CLIENT),
                   packet,
                   false,
                   Icmpv4DestinationUnreachable::ICMPV4_FRAG_NEEDED);
            return true;
        });
        bed.LoseToServer([](const TcpHeader& header, uint32_t) {
            return header.GetFlags() == TcpHeader::SYN && Simulator::Now() > Seconds(10.5);
        });
        bed.Connect();
        bed.client.closeOnEof = false;
        bed.onAccept = [&] { bed.server.Send(5000, false); };
        bed.Run(Seconds(14));
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 1, "by the second SYN-ACK");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, 5000, "bytes");
    }
};

/// An open connection survives reports; if it dies of the cause, the application learns of it.
class UnreachableDataTestCase : public TestCase
{
  public:
    /// @param ipv6 or IPv4
    /// @param forGood whether the path stays broken
    UnreachableDataTestCase(bool ipv6, bool forGood)
        : TestCase(std::string("data refused by ICMP ") + (forGood ? "for good" : "for a second") +
                   (ipv6 ? ", IPv6" : ", IPv4")),
          m_ipv6(ipv6),
          m_forGood(forGood)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24, m_ipv6);
        bed.SetLinuxAttribute("DataRetries", UintegerValue(4));
        LosePackets(bed, SERVER, 0, [&](Ptr<Packet> packet) {
            const Time now = Simulator::Now();
            if (now < MilliSeconds(11500) || (!m_forGood && now > MilliSeconds(12500)))
            {
                return false;
            }
            Report(bed.nodes.Get(SERVER), packet, m_ipv6, 1);
            return true;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, false); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset, m_forGood, "client told");
        NS_TEST_EXPECT_MSG_EQ((bed.server.bytesReceived == BYTES), !m_forGood, "bytes");
        NS_TEST_EXPECT_MSG_EQ((bed.client.socket->GetErrno() == Socket::ERROR_NOROUTETOHOST),
                              m_forGood,
                              "error");
    }

    bool m_ipv6;    ///< see the constructor
    bool m_forGood; ///< see the constructor
};

/// A report counts until something gets through: a connection that dies later dies of its timeouts.
class OldReportTestCase : public TestCase
{
  public:
    OldReportTestCase()
        : TestCase("report before progress")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("DataRetries", UintegerValue(4));
        LosePackets(bed, SERVER, 0, [&](Ptr<Packet> packet) {
            const Time now = Simulator::Now();
            if (now > MilliSeconds(11500) && now < MilliSeconds(12500))
            {
                Report(bed.nodes.Get(SERVER), packet, false, 1);
                return true;
            }
            return now > Seconds(40);
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, false); });
        Simulator::Schedule(Seconds(41), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "all got through");
            bed.client.Send(1000, false);
        });
        bed.Run(Seconds(200));
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset, true, "client told");
        NS_TEST_EXPECT_MSG_NE(bed.client.socket->GetErrno(),
                              Socket::ERROR_NOROUTETOHOST,
                              "nobody reported this time");
    }
};

/// Suite of ICMP errors.
class TcpLinux24IcmpTestSuite : public TestSuite
{
  public:
    TcpLinux24IcmpTestSuite()
        : TestSuite("tcp-linux24-icmp", Type::UNIT)
    {
        AddTestCase(new UnreachableSynTestCase(false, 1, Socket::ERROR_NOROUTETOHOST));
        AddTestCase(new UnreachableSynTestCase(false, 3, Socket::ERROR_NOTCONN));
        AddTestCase(new UnreachableSynTestCase(true, 0, Socket::ERROR_NOROUTETOHOST));
        AddTestCase(new UnreachableSynTestCase(true, 4, Socket::ERROR_NOTCONN));
        AddTestCase(new UnreachableSynAckTestCase);
        AddTestCase(new TooBigSynAckTestCase);
        AddTestCase(new OldReportTestCase);
        for (const bool ipv6 : {false, true})
        {
            AddTestCase(new UnreachableDataTestCase(ipv6, false));
            AddTestCase(new UnreachableDataTestCase(ipv6, true));
        }
    }
};

TcpLinux24IcmpTestSuite g_suite; ///< registers itself

} // namespace

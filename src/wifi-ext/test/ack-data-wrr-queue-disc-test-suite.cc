// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-test-disc.h"
#include "tcp-test-items.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue-disc-item-classifier.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using TrafficClass = AckDataWrrQueueDisc::TrafficClass;

/// SYN with ACK.
constexpr uint8_t SYN_ACK = TCP_FLAG_SYN | TCP_FLAG_ACK;

uint32_t
GetQueued(Ptr<AckDataWrrQueueDisc> disc, TrafficClass trafficClass)
{
    return disc->GetInternalQueue(static_cast<std::size_t>(trafficClass))->GetNPackets();
}

/// @return D and A for the classes of all packets in the order of service
std::string
Drain(Ptr<AckDataWrrQueueDisc> disc)
{
    std::string order;
    while (const auto item = disc->Dequeue())
    {
        order += disc->GetClass(item->GetSize() < 100 ? TcpPacketKind::PURE_ACK
                                                      : TcpPacketKind::DATA) == TrafficClass::ACK
                     ? 'A'
                     : 'D';
    }
    return order;
}

class AckDataWrrClassTest : public TestCase
{
  public:
    AckDataWrrClassTest()
        : TestCase("Class of items with the IP header apart, derived from these, and of frames")
    {
    }

  private:
    /// @return the class to which an item went
    static TrafficClass GetClassOf(const WrrAttributes& attributes, Ptr<QueueDiscItem> item)
    {
        const auto disc = MakeDisc(attributes);
        disc->Enqueue(item);
        return GetQueued(disc, TrafficClass::ACK) == 1 ? TrafficClass::ACK : TrafficClass::DATA;
    }

    void DoRun() override
    {
        for (const auto kind : {TestItemKind::IPV4,
                                TestItemKind::IPV6,
                                TestItemKind::BRIDGED_IPV4,
                                TestItemKind::FRAME_IPV4,
                                TestItemKind::FRAME_IPV6,
                                TestItemKind::FRAME_VLAN})
        {
            const auto check = [this, kind](const TestSegment& segment, TrafficClass expected) {
                const auto item = MakeTcpItem(segment, kind);
                const bool isExpected = GetClassOf({}, item) == expected;
                NS_TEST_EXPECT_MSG_EQ(isExpected, true, static_cast<int>(kind) << ": " << *item);
            };
            check({}, TrafficClass::ACK);
            check({.padding = 6}, TrafficClass::ACK);
            check({.payload = 1}, TrafficClass::DATA);
            check({.payload = 1460}, TrafficClass::DATA);
            check({.flags = SYN_ACK}, TrafficClass::DATA);
        }
        const WrrAttributes otherToAck{{"OtherClass", "Ack"}};
        for (const auto& item : {MakeArpItem(),
                                 MakeUdpItem(0),
                                 MakeUdpItem(1000),
                                 MakeTcpItem({.flags = SYN_ACK}),
                                 MakeTcpItem({.flags = SYN_ACK}, TestItemKind::FRAME_IPV6)})
        {
            const bool isData = GetClassOf({}, item) == TrafficClass::DATA;
            const bool isAck = GetClassOf(otherToAck, item) == TrafficClass::ACK;
            NS_TEST_EXPECT_MSG_EQ(isData, true, *item);
            NS_TEST_EXPECT_MSG_EQ(isAck, true, *item);
        }
        // Opaque packets by their size: UDP with 70 and 71 bytes, 98 and 99 with the IP header.
        const WrrAttributes opaque{{"OpaqueAckSize", "98"}};
        for (const auto& [attributes, payload, expected] :
             {std::tuple{opaque, 70U, true}, {opaque, 71U, false}, {WrrAttributes{}, 70U, false}})
        {
            const bool isAckClass =
                GetClassOf(attributes, MakeUdpItem(payload)) == TrafficClass::ACK;
            NS_TEST_EXPECT_MSG_EQ(isAckClass, expected, payload);
        }
        const bool isArpData = GetClassOf(opaque, MakeArpItem()) == TrafficClass::DATA;
        NS_TEST_EXPECT_MSG_EQ(isArpData, true, "ARP is not opaque");
        // Malformed: an IPv4 frame of 10 bytes, wherever other traffic goes.
        const auto broken = Create<FrameItem>(Create<Packet>(10), Address(), 0x0800);
        const bool isData = GetClassOf(otherToAck, broken) == TrafficClass::DATA;
        NS_TEST_EXPECT_MSG_EQ(isData, true, "malformed");
    }
};

class AckDataWrrServiceTest : public TestCase
{
  public:
    AckDataWrrServiceTest()
        : TestCase("Order of service by packets and by bytes, weights changed on the fly")
    {
    }

  private:
    static void Fill(Ptr<AckDataWrrQueueDisc> disc, uint32_t data, uint32_t acks)
    {
        for (uint32_t i = 0; i < data; ++i)
        {
            disc->Enqueue(MakeTcpItem({.payload = 1460}));
        }
        for (uint32_t i = 0; i < acks; ++i)
        {
            disc->Enqueue(MakeTcpItem({}));
        }
    }

    void DoRun() override
    {
        auto disc = MakeDisc();
        Fill(disc, 6, 5);
        NS_TEST_EXPECT_MSG_EQ(Drain(disc), "DDADDADDAAA", "2 to 1, then what is left");
        disc = MakeDisc({{"DataWeight", "1"}, {"AckWeight", "3"}});
        Fill(disc, 2, 6);
        NS_TEST_EXPECT_MSG_EQ(Drain(disc), "DAAADAAA", "1 to 3");
        // ACKs of 40 bytes against data of 1500: a credit of 80 bytes is 2 ACKs.
        disc = MakeDisc({{"WeightUnit", "Bytes"}, {"Quantum", "80"}, {"DataWeight", "20"}});
        Fill(disc, 2, 4);
        NS_TEST_EXPECT_MSG_EQ(Drain(disc), "DAADAA", "1600 bytes to 80");
        disc = MakeDisc();
        Fill(disc, 4, 4);
        disc->Dequeue();
        disc->SetAttribute("DataWeight", UintegerValue(1));
        NS_TEST_EXPECT_MSG_EQ(Drain(disc), "DADADAA", "1 to 1 from the next turn on");
        NS_TEST_EXPECT_MSG_EQ(disc->Dequeue(), nullptr, "empty");
        NS_TEST_EXPECT_MSG_EQ(disc->Peek(), nullptr, "empty");
    }
};

class AckDataWrrLimitTest : public TestCase
{
  public:
    AckDataWrrLimitTest()
        : TestCase("Limits per class and shared, in packets and bytes, each with its reason")
    {
    }

  private:
    /// Offer 5 data packets of 1500 bytes and 5 ACKs of 40 bytes in turn.
    void Check(const WrrAttributes& attributes,
               uint32_t data,
               uint32_t acks,
               const std::string& dataReason,
               const std::string& ackReason)
    {
        const auto disc = MakeDisc(attributes);
        for (int i = 0; i < 5; ++i)
        {
            disc->Enqueue(MakeTcpItem({.payload = 1460}));
            disc->Enqueue(MakeTcpItem({}));
        }
        const auto& stats = disc->GetStats();
        NS_TEST_EXPECT_MSG_EQ(GetQueued(disc, TrafficClass::DATA), data, dataReason);
        NS_TEST_EXPECT_MSG_EQ(GetQueued(disc, TrafficClass::ACK), acks, ackReason);
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(dataReason), 5 - data, dataReason);
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(ackReason), 5 - acks, ackReason);
    }

    void DoRun() override
    {
        const std::string data = AckDataWrrQueueDisc::DATA_LIMIT_DROP;
        const std::string ack = AckDataWrrQueueDisc::ACK_LIMIT_DROP;
        const std::string sharedData = AckDataWrrQueueDisc::DATA_SHARED_LIMIT_DROP;
        const std::string sharedAck = AckDataWrrQueueDisc::ACK_SHARED_LIMIT_DROP;
        Check({{"DataMaxSize", "2p"}}, 2, 5, data, ack);
        Check({{"DataMaxSize", "3p"}, {"AckMaxSize", "1p"}}, 3, 1, data, ack);
        Check({{"DataMaxSize", "4500B"}, {"AckMaxSize", "119B"}}, 3, 2, data, ack);
        Check({{"LimitMode", "Shared"}, {"MaxSize", "7p"}}, 4, 3, sharedData, sharedAck);
        // 3 * 1500 + 3 * 40; then an ACK finds room that data does not.
        Check({{"LimitMode", "Shared"}, {"MaxSize", "4700B"}}, 3, 5, sharedData, sharedAck);
        Check({{"LimitMode", "Shared"}, {"MaxSize", "7p"}, {"DataMaxSize", "1p"}},
              4,
              3,
              sharedData,
              sharedAck);
    }
};

/// A pure ACK.
struct NumberedAck
{
    uint16_t port;   ///< of its connection
    uint32_t number; ///< of acknowledgment, by which it is told
};

class AckDataWrrDisplacementTest : public TestCase
{
  public:
    AckDataWrrDisplacementTest()
        : TestCase("An ACK displaces one that is followed, of the connection that has most")
    {
    }

  private:
    void Check(const WrrAttributes& attributes,
               const std::vector<NumberedAck>& offered,
               const std::vector<uint32_t>& expected,
               const char* reason)
    {
        const auto disc = MakeDisc(attributes);
        for (const auto& [port, number] : offered)
        {
            disc->Enqueue(MakeTcpItem({.port = port, .acknowledgment = number}));
        }
        std::vector<uint32_t> waiting;
        while (const auto item = disc->Dequeue())
        {
            waiting.push_back(ClassifyItem(*item, item->GetSize()).acknowledgment);
        }
        NS_TEST_EXPECT_MSG_EQ((waiting == expected), true, reason);
        const std::size_t dropped = offered.size() - expected.size();
        const uint64_t counted = disc->GetClassStatistics(TrafficClass::ACK).droppedPackets;
        NS_TEST_EXPECT_MSG_EQ(counted, dropped, reason);
        NS_TEST_EXPECT_MSG_EQ(disc->GetStats().GetNDroppedPackets(reason), dropped, reason);
    }

    void DoRun() override
    {
        const char* own = AckDataWrrQueueDisc::ACK_LIMIT_DROP;
        const std::vector<NumberedAck> one{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}};
        Check({{"AckMaxSize", "2p"}}, one, {1, 5}, own);
        Check({{"AckMaxSize", "119B"}}, one, {1, 5}, own);
        Check({{"AckMaxSize", "39B"}}, one, {}, own);
        Check({{"AckMaxSize", "2p"}, {"DisplaceAcks", "false"}}, one, {1, 2}, own);
        Check({{"LimitMode", "Shared"}, {"MaxSize", "3p"}},
              one,
              {1, 2, 5},
              AckDataWrrQueueDisc::ACK_SHARED_LIMIT_DROP);
        // The last one of the second connection stays, until it has two.
        const WrrAttributes three{{"AckMaxSize", "3p"}};
        Check(three, {{1, 11}, {2, 21}, {1, 12}, {1, 13}}, {11, 21, 13}, own);
        Check(three, {{1, 11}, {2, 21}, {1, 12}, {3, 31}}, {21, 12, 31}, own);
        Check(three, {{1, 11}, {2, 21}, {3, 31}, {2, 22}}, {11, 31, 22}, own);
        Check(three, {{1, 11}, {2, 21}, {3, 31}, {4, 41}}, {21, 31, 41}, own);
        CheckOthers();
        CheckSizes();
        CheckOthersSizes();
        CheckOthersThatLeft();
    }

    /// What is no ACK and has left takes no room: UDP of 162 bytes leaves, ACKs fill 200 bytes, and
    /// another one displaces one of them.
    void CheckOthersThatLeft()
    {
        const auto disc = MakeDisc({{"AckMaxSize", "200B"}, {"OtherClass", "Ack"}});
        disc->Enqueue(MakeUdpItem(134));
        NS_TEST_ASSERT_MSG_EQ(disc->Dequeue()->GetSize(), 162, "UDP");
        for (uint32_t i = 0; i < 6; ++i)
        {
            disc->Enqueue(MakeTcpItem({.acknowledgment = 1 + 2920 * i}));
        }
        const auto& stats = disc->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, 1, "displaced");
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsBeforeEnqueue, 0, "none is refused");
        NS_TEST_EXPECT_MSG_EQ(disc->GetNBytes(), 200, "five ACKs of 40 bytes");
    }

    /// What is no ACK stays, and so do ACKs if it leaves no room for another one without them: UDP
    /// 162 bytes and ACK 40 bytes wait, and an ACK of 80 bytes comes.
    void CheckOthersSizes()
    {
        for (const uint32_t bytes : {230, 241, 242})
        {
            const auto disc =
                MakeDisc({{"AckMaxSize", std::to_string(bytes) + "B"}, {"OtherClass", "Ack"}});
            disc->Enqueue(MakeUdpItem(134));
            disc->Enqueue(MakeTcpItem({}));
            NS_TEST_ASSERT_MSG_EQ(disc->GetNBytes(), 202, "162 and 40");
            disc->Enqueue(MakeTcpItem({.padding = 40}, TestItemKind::FRAME_IPV4));
            const uint32_t displaced = bytes < 242 ? 0 : 1;
            const auto& stats = disc->GetStats();
            NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, displaced, bytes);
            NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsBeforeEnqueue, 1 - displaced, bytes);
            NS_TEST_EXPECT_MSG_EQ(disc->GetNBytes(), 202 + 40 * displaced, bytes);
        }
    }

    /// An ACK that would not fit without the others, either, displaces none; one of IPv6 has 20
    /// bytes more.
    void CheckSizes()
    {
        for (const uint32_t bytes : {1559, 1560})
        {
            const auto disc =
                MakeDisc({{"LimitMode", "Shared"}, {"MaxSize", std::to_string(bytes) + "B"}});
            disc->Enqueue(MakeTcpItem({.payload = 1460}));
            disc->Enqueue(MakeTcpItem({}));
            disc->Enqueue(MakeTcpItem({}, TestItemKind::IPV6));
            const auto& stats = disc->GetStats();
            const uint32_t displaced = bytes < 1560 ? 0 : 1;
            NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, displaced, bytes);
            NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsBeforeEnqueue, 1 - displaced, bytes);
        }
    }

    /// What is no ACK is not displaced, and displaces none.
    void CheckOthers()
    {
        const auto disc = MakeDisc({{"AckMaxSize", "2p"}, {"OtherClass", "Ack"}});
        disc->Enqueue(MakeArpItem());
        disc->Enqueue(MakeTcpItem({}));
        disc->Enqueue(MakeTcpItem({}));
        const auto& stats = disc->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, 1, "ACK displaced by ACK");
        disc->Enqueue(MakeArpItem());
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, 1, "not by ARP");
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsBeforeEnqueue, 1, "which is refused");
        disc->Dequeue();
        disc->Dequeue();
        disc->Enqueue(MakeArpItem());
        disc->Enqueue(MakeArpItem());
        disc->Enqueue(MakeTcpItem({}));
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, 1, "no ACK to displace");
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsBeforeEnqueue, 2, "so it is refused");
    }
};

class AckDataWrrAdaptiveTest : public TestCase
{
  public:
    AckDataWrrAdaptiveTest()
        : TestCase("Weights follow the active connections, by what passes and without events")
    {
    }

  private:
    using Weights = std::vector<std::pair<uint32_t, uint32_t>>;

    /// Ten segments of data, or the ACKs of as many pairs of segments.
    static void Pass(Ptr<AckDataWrrQueueDisc> disc, uint16_t port, bool data)
    {
        for (uint32_t i = 0; i < 10; ++i)
        {
            const auto item =
                data ? MakeTcpItem({.payload = 1460, .port = port, .sequence = 1 + 1460 * i})
                     : MakeTcpItem({.port = port, .acknowledgment = 1 + 2920 * i});
            disc->Enqueue(item);
            disc->Dequeue();
        }
    }

    static void Wait(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    void DoRun() override
    {
        const auto disc = MakeDisc({{"AdaptiveWeights", "true"}});
        Weights seen;
        disc->TraceConnectWithoutContext(
            "Weights",
            Callback<void, uint32_t, uint32_t>(
                [&seen](uint32_t data, uint32_t ack) { seen.emplace_back(data, ack); }));
        Pass(disc, 1, true);
        Pass(disc, 2, false);
        Pass(disc, 3, false);
        Wait(Seconds(1));
        Pass(disc, 4, true);
        Pass(disc, 5, true);
        // n_down, n_up: 1 0, 1 1, 1 2, 2 2, 3 2
        Weights expected{{1, 2}, {2, 2}, {3, 2}};
        NS_TEST_EXPECT_MSG_EQ((seen == expected), true, "n_down : n_up, each at least 1");
        NS_TEST_EXPECT_MSG_EQ(disc->GetActiveConnections().downlink, 3, "data");
        NS_TEST_EXPECT_MSG_EQ(disc->GetActiveConnections().uplink, 2, "ACKs");
        disc->Enqueue(MakeTcpItem({.flags = TCP_FLAG_FIN | TCP_FLAG_ACK, .port = 5}));
        NS_TEST_EXPECT_MSG_EQ(disc->GetWeights().data, 2, "FIN");
        // The first three were last seen 2 s ago.
        Wait(Seconds(1) + NanoSeconds(1));
        disc->Enqueue(MakeArpItem());
        NS_TEST_EXPECT_MSG_EQ(disc->GetActiveConnections().downlink, 1, "number 4");
        NS_TEST_EXPECT_MSG_EQ(disc->GetActiveConnections().uplink, 0, "silent");
        Wait(Seconds(10));
        disc->Enqueue(MakeArpItem());
        NS_TEST_EXPECT_MSG_EQ(disc->GetWeights().data, 1, "none");
        NS_TEST_EXPECT_MSG_EQ(disc->GetWeights().ack, 1, "none");
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), 3, "only the ends of Wait()");
        Simulator::Destroy();
    }
};

/// Connections through a disc.
struct Load
{
    uint32_t downloads;       ///< always backlogged
    uint32_t uploads;         ///< with windows of 724 segments, whose receivers delay ACKs
    uint32_t tricklesDown{0}; ///< of 100 bytes each half second
    uint32_t tricklesUp{0};   ///< as many
    bool hasShorts{false};   ///< five downloads and five uploads of 20 kB each second, never closed
    bool isFlooded{false};   ///< ACKs to 600 new ports each second
    uint32_t quicUploads{0}; ///< in UDP, with windows of 50 packets of 1200 bytes
};

class AckDataWrrGoodputTest : public TestCase
{
  public:
    AckDataWrrGoodputTest(const Load& load)
        : TestCase("Goodput of " + std::to_string(load.downloads) + " downloads, " +
                   std::to_string(load.uploads) + " uploads, " + std::to_string(load.tricklesDown) +
                   " and " + std::to_string(load.tricklesUp) + " trickles beside them" +
                   (load.hasShorts ? ", and short connections" : "") +
                   (load.isFlooded ? ", and ACKs to new ports" : "") +
                   (load.quicUploads > 0 ? ", and uploads in UDP" : "")),
          m_load(load)
    {
    }

  private:
    static constexpr uint32_t SEGMENT = 1448;
    static constexpr uint32_t WINDOW = 724 * SEGMENT;
    static constexpr uint16_t TRICKLES = 1000;

    /// The host acknowledges two more segments of an upload, and these count as its goodput.
    void OfferAck(uint16_t port)
    {
        m_acknowledged[port] += 2 * SEGMENT;
        m_up += 2 * SEGMENT;
        m_disc->Enqueue(MakeTcpItem({.port = port, .acknowledgment = m_acknowledged[port]}));
    }

    void OfferData(uint16_t port)
    {
        const uint32_t sequence = m_offered[port];
        m_offered[port] += SEGMENT;
        m_disc->Enqueue(MakeTcpItem({.payload = SEGMENT, .port = port, .sequence = sequence}));
    }

    void OfferTrickles()
    {
        for (uint16_t i = 0; i < m_load.tricklesDown; ++i)
        {
            const auto port = static_cast<uint16_t>(TRICKLES + i);
            const uint32_t sequence = m_offered[port];
            m_offered[port] += 100;
            m_disc->Enqueue(MakeTcpItem({.payload = 100, .port = port, .sequence = sequence}));
        }
        for (uint16_t i = 0; i < m_load.tricklesUp; ++i)
        {
            const auto port = static_cast<uint16_t>(2 * TRICKLES + i);
            m_acknowledged[port] += 100;
            m_disc->Enqueue(MakeTcpItem({.port = port, .acknowledgment = m_acknowledged[port]}));
        }
    }

    /// A QUIC receiver acknowledges each second packet (RFC 9000, 13.2.2).
    void OfferQuicAck()
    {
        m_quic += 2400;
        m_disc->Enqueue(MakeUdpItem(35));
    }

    /// @return a port that no connection has had for a minute
    uint16_t TakePort()
    {
        ++m_nextPort;
        return m_nextPort = std::max(m_nextPort, TRICKLES);
    }

    /// 14 segments to a new port, and ACKs of as many that came from there.
    void OfferShorts()
    {
        const uint16_t port = TakePort();
        for (uint32_t i = 0; i < 14; ++i)
        {
            OfferData(port);
        }
        for (uint32_t i = 0; i < 7; ++i)
        {
            m_disc->Enqueue(MakeTcpItem({.port = port, .acknowledgment = 1 + i * 2 * SEGMENT}));
        }
    }

    /// A packet has been sent, and its connection goes on.
    void React(const TcpPacket& packet)
    {
        const uint16_t port = packet.flow.destinationPort;
        if (packet.isOpaque)
        {
            OfferQuicAck();
            return;
        }
        if (port >= TRICKLES)
        {
            return;
        }
        if (packet.kind == TcpPacketKind::DATA)
        {
            m_down += packet.payload;
            OfferData(port);
            return;
        }
        uint32_t released = packet.acknowledgment - m_released[port];
        m_released[port] = packet.acknowledgment;
        // Slow start: a segment more for each ACK.
        for (released += 2 * SEGMENT; released >= 2 * SEGMENT; released -= 2 * SEGMENT)
        {
            if (m_acknowledged[port] - m_released[port] < WINDOW)
            {
                OfferAck(port);
            }
        }
    }

    void DoRun() override
    {
        m_disc = MakeDisc({{"AdaptiveWeights", "true"}, {"OpaqueAckSize", "98"}});
        for (uint32_t i = 0; i < 25 * m_load.quicUploads; ++i)
        {
            OfferQuicAck();
        }
        for (uint16_t i = 0; i < m_load.downloads; ++i)
        {
            for (int j = 0; j < 10; ++j)
            {
                OfferData(i);
            }
        }
        for (uint16_t i = 0; i < m_load.uploads; ++i)
        {
            OfferAck(100 + i);
            OfferAck(100 + i);
        }
        // 2 ms are a segment's time in 802.11b: 40 s, and 80 s that count.
        for (int i = 0; i < 60000; ++i)
        {
            Simulator::Stop(MilliSeconds(2));
            Simulator::Run();
            const auto item = m_disc->Dequeue();
            NS_TEST_ASSERT_MSG_NE(item, nullptr, "downloads are backlogged");
            React(ClassifyItem(*item, item->GetSize()));
            if (i % 250 == 0)
            {
                OfferTrickles();
            }
            if (m_load.hasShorts && i % 100 == 0)
            {
                OfferShorts();
            }
            if (m_load.isFlooded)
            {
                // 500 a second, and each fifth time one more.
                for (int j = 0; j < (i % 5 == 0 ? 2 : 1); ++j)
                {
                    m_disc->Enqueue(MakeTcpItem({.port = TakePort(), .acknowledgment = 1}));
                }
            }
            if (i == 20000)
            {
                m_down = m_up = m_quic = 0;
            }
        }
        const double ratio = m_down * m_load.uploads / (m_up * m_load.downloads);
        // The ACKs to new ports share one turn among those of the uploads.
        const double expected = m_load.isFlooded ? (m_load.uploads + 1.0) / m_load.uploads : 1;
        NS_TEST_EXPECT_MSG_EQ_TOL(ratio, expected, 0.01, "of a download to an upload");
        if (!m_load.hasShorts)
        {
            const auto active = m_disc->GetActiveConnections();
            NS_TEST_EXPECT_MSG_EQ(active.downlink, m_load.downloads, "count");
            const uint32_t uploads = m_load.uploads + (m_load.quicUploads > 0);
            NS_TEST_EXPECT_MSG_EQ(active.uplink, uploads, "count, all in UDP as one");
        }
        if (m_load.quicUploads > 0)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_quic * m_load.downloads / m_down, 1, 0.01, "UDP together");
        }
        Simulator::Destroy();
    }

    Load m_load;                                 ///< of the disc
    Ptr<AckDataWrrQueueDisc> m_disc;             ///< under test
    std::map<uint16_t, uint32_t> m_offered;      ///< sequence number of the next data
    std::map<uint16_t, uint32_t> m_acknowledged; ///< by the last ACK that was offered
    std::map<uint16_t, uint32_t> m_released;     ///< by the last ACK that was sent
    uint16_t m_nextPort{TRICKLES};               ///< of short connections, and of the flood
    double m_down{0};                            ///< bytes sent
    double m_up{0};                              ///< bytes acknowledged by ACKs that were offered
    double m_quic{0};                            ///< as many, in UDP
};

class AckDataWrrSmallSegmentTest : public TestCase
{
  public:
    AckDataWrrSmallSegmentTest()
        : TestCase("Segments of one byte cost their headers; another quantum holds for both turns")
    {
    }

  private:
    /// @param acks ACKs of each of two uploads, 2920 bytes apart, behind as many segments of 1 byte
    static Ptr<AckDataWrrQueueDisc> Fill(uint32_t acks)
    {
        const auto disc = MakeDisc({{"AdaptiveWeights", "true"}, {"DataMaxSize", "4000p"}});
        for (uint32_t i = 0; i < acks; ++i)
        {
            disc->Enqueue(MakeTcpItem({.port = 1, .acknowledgment = 1 + 2920 * i}));
            disc->Enqueue(MakeTcpItem({.port = 2, .acknowledgment = 1 + 2920 * i}));
        }
        return disc;
    }

    /// The first turn of DATA is 1500 bytes, and a segment of 1 byte has 40 bytes of headers.
    void CheckSmallSegments()
    {
        const auto disc = Fill(3);
        for (uint32_t i = 0; i < 3000; ++i)
        {
            disc->Enqueue(MakeTcpItem({.payload = 1, .port = 9, .sequence = i}));
        }
        uint32_t segments = 0;
        while (disc->Dequeue()->GetSize() == 41)
        {
            ++segments;
        }
        NS_TEST_EXPECT_MSG_EQ(segments, 38, "1500 bytes / 40 bytes, rounded up");
    }

    /// The first ACK has its turn among those of connections without progress. Of the uploads' own
    /// turns the first ACK acknowledges 5840 bytes more, each further one 2920: with the first the
    /// turn of 1500 bytes is used up, with the tenth (5840 + 9 * 2920) that of 30 000 bytes.
    /// @param quantum of a disc that runs
    /// @param acks of the first upload before the second one's turn
    void CheckQuantum(uint32_t quantum, uint32_t acks)
    {
        const auto disc = Fill(40);
        disc->SetAttribute("Quantum", UintegerValue(quantum));
        uint32_t sent = 0;
        while (const auto item = disc->Dequeue())
        {
            if (ClassifyItem(*item, item->GetSize()).flow.destinationPort != 1)
            {
                break;
            }
            ++sent;
        }
        NS_TEST_EXPECT_MSG_EQ(sent, 1 + acks, quantum);
    }

    void DoRun() override
    {
        CheckSmallSegments();
        CheckQuantum(1500, 1);
        CheckQuantum(30000, 10);
    }
};

class AckDataWrrRefusalTest : public TestCase
{
  public:
    AckDataWrrRefusalTest()
        : TestCase("Values that make no sense are refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto disc = CreateObject<AckDataWrrQueueDisc>();
        for (const auto& [name, value] : WrrAttributes{{"DataWeight", "0"},
                                                       {"DataWeight", "65536"},
                                                       {"AckWeight", "0"},
                                                       {"AckWeight", "-1"},
                                                       {"Quantum", "63"},
                                                       {"Quantum", "65536"},
                                                       {"IdleTimeout", "0s"},
                                                       {"ActiveBytes", "0"},
                                                       {"MaxFlows", "0"}})
        {
            NS_TEST_EXPECT_MSG_EQ(disc->SetAttributeFailSafe(name, StringValue(value)),
                                  false,
                                  name << "=" << value);
        }
    }
};

class AckDataWrrQueueDiscTestSuite : public TestSuite
{
  public:
    AckDataWrrQueueDiscTestSuite()
        : TestSuite("ack-data-wrr-queue-disc", Type::UNIT)
    {
        AddTestCase(new AckDataWrrClassTest, Duration::QUICK);
        AddTestCase(new AckDataWrrServiceTest, Duration::QUICK);
        AddTestCase(new AckDataWrrLimitTest, Duration::QUICK);
        AddTestCase(new AckDataWrrDisplacementTest, Duration::QUICK);
        AddTestCase(new AckDataWrrAdaptiveTest, Duration::QUICK);
        for (const Load& load : {Load{1, 1},
                                 {1, 4},
                                 {4, 1},
                                 {2, 6},
                                 {4, 4},
                                 {.downloads = 1, .uploads = 1, .tricklesDown = 5},
                                 {.downloads = 1, .uploads = 1, .tricklesUp = 5},
                                 {.downloads = 1, .uploads = 2, .hasShorts = true},
                                 {.downloads = 1, .uploads = 2, .isFlooded = true},
                                 {.downloads = 1, .uploads = 1, .quicUploads = 1},
                                 {.downloads = 2, .uploads = 2, .quicUploads = 2}})
        {
            AddTestCase(new AckDataWrrGoodputTest(load), Duration::QUICK);
        }
        AddTestCase(new AckDataWrrSmallSegmentTest, Duration::QUICK);
        AddTestCase(new AckDataWrrRefusalTest, Duration::QUICK);
    }
};

AckDataWrrQueueDiscTestSuite g_ackDataWrrQueueDiscTestSuite; ///< registers itself

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What TCP knows of the queue disc below: that it refuses packets, and what waits in it.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <set>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/// A queue disc that refuses packets: with feedback nothing is lost.
class LocalDropTestCase : public TestCase
{
  public:
    /// @param feedback whether TCP hears of it
    explicit LocalDropTestCase(bool feedback)
        : TestCase(std::string("local drops, feedback ") + (feedback ? "on" : "off")),
          m_feedback(feedback)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 2000000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("LocalDropFeedback", BooleanValue(m_feedback));
        bed.LimitClientQueue(10);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
        const uint32_t reductions = bed.client.stateChanges[TcpLinux24Reason::LOCAL_DROP];
        NS_TEST_EXPECT_MSG_EQ((reductions > 0), m_feedback, "CWR after a local drop");
        NS_TEST_EXPECT_MSG_EQ((bed.client.retransmissions > 0), !m_feedback, "lost on the way out");
    }

    bool m_feedback; ///< see the constructor
};

/// A refused pure ACK puts the connection into CWR, too (tcp_transmit_skb).
class RefusedAckTestCase : public TestCase
{
  public:
    /// @param feedback whether TCP hears of it
    explicit RefusedAckTestCase(bool feedback)
        : TestCase(std::string("refused ACKs, feedback ") + (feedback ? "on" : "off")),
          m_feedback(feedback)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 500000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("LocalDropFeedback", BooleanValue(m_feedback));
        bed.LimitClientQueue(1);
        bed.client.closeOnEof = false; // a refused FIN would do the same
        bed.Connect();
        // ACKs of the client meet a link that is busy with a slow frame each
        DynamicCast<SimpleNetDevice>(bed.nodes.Get(0)->GetDevice(0))
            ->SetAttribute("DataRate", DataRateValue(DataRate("100kb/s")));
        Simulator::Schedule(Seconds(11), [&] { bed.server.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.client.stateChanges[TcpLinux24Reason::LOCAL_DROP],
                              (m_feedback ? 1 : 0),
                              "CWR, which nothing ends");
    }

    bool m_feedback; ///< see the constructor
};

/// Counts the segments that get into the client's queue disc while a copy of them waits there.
class SecondCopies
{
  public:
    /// @param node the client
    explicit SecondCopies(Ptr<Node> node)
    {
        const auto queueDisc =
            node->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(node->GetDevice(0));
        using Item = Ptr<const QueueDiscItem>;
        queueDisc->TraceConnectWithoutContext("Enqueue", Callback<void, Item>([this](Item item) {
                                                  const auto segment = GetSegment(item);
                                                  count += m_waiting.contains(segment) ? 1 : 0;
                                                  m_waiting.insert(segment);
                                              }));
        queueDisc->TraceConnectWithoutContext("Dequeue", Callback<void, Item>([this](Item item) {
                                                  m_waiting.extract(GetSegment(item));
                                              }));
    }

    uint32_t count{0}; ///< so far

  private:
    using Segment = std::pair<SequenceNumber32, uint32_t>; ///< sequence number, size

    static Segment GetSegment(Ptr<const QueueDiscItem> item)
    {
        TcpHeader header;
        item->GetPacket()->PeekHeader(header);
        return {header.GetSequenceNumber(), item->GetPacket()->GetSize()};
    }

    std::multiset<Segment> m_waiting; ///< in the queue disc
};

/// On a link that gets slow timeouts find the segment in the queue disc: 2.0.32 does not send it
/// again.
class SecondCopyTestCase : public TestCase
{
  public:
    /// @param client of the test
    /// @param copies whether it sends a segment that waits already
    SecondCopyTestCase(TcpTestHost client, bool copies)
        : TestCase("segments sent again while they wait, " +
                   GetTcpTestName(client, TcpTestHost::LINUX24)),
          m_client(client),
          m_copies(copies)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 50000;
        constexpr uint32_t SEGMENT = 1000;
        TcpTestBed bed(m_client, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("InitialCwnd", UintegerValue(8));
        bed.LimitClientQueue(100);
        const SecondCopies copies(bed.nodes.Get(0));
        bed.Connect();
        // The first segment is timed on a fast link.
        Simulator::Schedule(Seconds(10.9), [&] { bed.client.Send(SEGMENT, false); });
        Simulator::Schedule(Seconds(11), [&] {
            bed.nodes.Get(0)->GetDevice(0)->SetAttribute("DataRate", StringValue("20kb/s"));
            bed.client.Send(BYTES - SEGMENT, true);
        });
        bed.Run(Seconds(200));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_GT(bed.client.retransmissions, 0, "needless timeouts");
        NS_TEST_EXPECT_MSG_EQ((copies.count > 0), m_copies, "a second copy in the queue");
    }

    TcpTestHost m_client; ///< see the constructor
    bool m_copies;        ///< see the constructor
};

/// The queue disc of the client is removed or replaced while segments wait in it: they are lost,
/// and what was their memory is free again. A new one is listened to.
class ReplacedQueueTestCase : public TestCase
{
  public:
    /// @param client of the test
    /// @param isReplaced whether a shorter one follows
    ReplacedQueueTestCase(TcpTestHost client, bool isReplaced)
        : TestCase(std::string("a queue disc is ") + (isReplaced ? "replaced, " : "removed, ") +
                   GetTcpTestName(client, TcpTestHost::LINUX24)),
          m_client(client),
          m_isReplaced(isReplaced)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 1000000;
        constexpr uint32_t LONG_QUEUE = 100;
        constexpr uint32_t SHORT_QUEUE = 5;
        TcpTestBed bed(m_client, TcpTestHost::LINUX24);
        bed.LimitClientQueue(LONG_QUEUE);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        Simulator::Schedule(Seconds(11.4), [&] {
            const auto device = bed.nodes.Get(0)->GetDevice(0);
            const auto trafficControl = bed.nodes.Get(0)->GetObject<TrafficControlLayer>();
            const auto queueDisc = trafficControl->GetRootQueueDiscOnDevice(device);
            NS_TEST_EXPECT_MSG_GT(queueDisc->GetNPackets(), SHORT_QUEUE, "segments wait");
            TrafficControlHelper helper;
            helper.Uninstall(device);
            if (m_isReplaced)
            {
                helper.SetRootQueueDisc("ns3::FifoQueueDisc",
                                        "MaxSize",
                                        StringValue(std::to_string(SHORT_QUEUE) + "p"));
                const auto replacement = helper.Install(device).Get(0);
                trafficControl->ScanDevices();
                replacement->Initialize();
            }
        });
        bed.Run(Seconds(300));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
        const bool hearsOfDrops = m_isReplaced && m_client == TcpTestHost::LINUX24;
        NS_TEST_EXPECT_MSG_EQ((bed.client.stateChanges[TcpLinux24Reason::LOCAL_DROP] > 0),
                              hearsOfDrops,
                              "CWR after a local drop");
    }

    TcpTestHost m_client; ///< see the constructor
    bool m_isReplaced;    ///< see the constructor
};

/// Suite of queue discs.
class TcpLinux24QueueTestSuite : public TestSuite
{
  public:
    TcpLinux24QueueTestSuite()
        : TestSuite("tcp-linux24-queue", Type::UNIT)
    {
        AddTestCase(new LocalDropTestCase(true));
        AddTestCase(new RefusedAckTestCase(true));
        AddTestCase(new LocalDropTestCase(false));
        AddTestCase(new RefusedAckTestCase(false));
        AddTestCase(new SecondCopyTestCase(TcpTestHost::LINUX20, false));
        AddTestCase(new SecondCopyTestCase(TcpTestHost::LINUX24, true));
        for (const auto client : {TcpTestHost::LINUX24, TcpTestHost::LINUX20})
        {
            AddTestCase(new ReplacedQueueTestCase(client, false));
            AddTestCase(new ReplacedQueueTestCase(client, true));
        }
    }
};

TcpLinux24QueueTestSuite g_suite; ///< registers itself

} // namespace

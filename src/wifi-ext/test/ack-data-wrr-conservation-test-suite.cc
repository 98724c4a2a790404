// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-test-disc.h"
#include "tcp-test-items.h"

#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <random>
#include <set>

using namespace ns3;

namespace
{

using TrafficClass = AckDataWrrQueueDisc::TrafficClass;

class AckDataWrrConservationTest : public TestCase
{
  public:
    explicit AckDataWrrConservationTest(WrrAttributes attributes)
        : TestCase("Every packet is dequeued, queued or dropped with a reason; Peek() tells the "
                   "next Dequeue()"),
          m_attributes(std::move(attributes)),
          m_isAdaptive(std::ranges::count(m_attributes,
                                          "AdaptiveWeights",
                                          &WrrAttributes::value_type::first) > 0)
    {
    }

  private:
    static Ptr<QueueDiscItem> MakeItem(std::mt19937& random)
    {
        const auto kind = static_cast<TestItemKind>(random() % 6);
        const uint32_t payload = random() % 2 ? 0 : 1 + random() % 1460;
        switch (random() % 10)
        {
        case 0:
            return MakeArpItem();
        case 1:
            return MakeUdpItem(payload);
        case 2:
            return Create<FrameItem>(Create<Packet>(random() % 60), Address(), 0x0800);
        default:
            return MakeTcpItem({.payload = payload,
                                .port = static_cast<uint16_t>(random() % 5),
                                .sequence = static_cast<uint32_t>(random()),
                                .acknowledgment = static_cast<uint32_t>(random())},
                               kind);
        }
    }

    void CheckSums(Ptr<AckDataWrrQueueDisc> disc)
    {
        const auto& stats = disc->GetStats();
        AckDataWrrQueueDisc::ClassStatistics sum;
        for (const auto trafficClass : {TrafficClass::DATA, TrafficClass::ACK})
        {
            const auto one = disc->GetClassStatistics(trafficClass);
            const auto queue = disc->GetInternalQueue(static_cast<std::size_t>(trafficClass));
            NS_TEST_ASSERT_MSG_EQ(one.receivedPackets,
                                  one.dequeuedPackets + one.droppedPackets + queue->GetNPackets(),
                                  "packets of a class");
            sum.receivedBytes += one.receivedBytes;
            sum.dequeuedBytes += one.dequeuedBytes;
            sum.droppedBytes += one.droppedBytes;
            sum.receivedPackets += one.receivedPackets;
            sum.dequeuedPackets += one.dequeuedPackets;
            sum.droppedPackets += one.droppedPackets;
        }
        uint64_t reasons = 0;
        for (const auto& drops :
             {stats.nDroppedPacketsBeforeEnqueue, stats.nDroppedPacketsAfterDequeue})
        {
            for (const auto& [reason, packets] : drops)
            {
                reasons += packets;
            }
        }
        NS_TEST_ASSERT_MSG_EQ(sum.receivedPackets, stats.nTotalReceivedPackets, "offered");
        NS_TEST_ASSERT_MSG_EQ(sum.dequeuedPackets + stats.nTotalDroppedPacketsAfterDequeue,
                              stats.nTotalDequeuedPackets,
                              "handed on, or displaced");
        NS_TEST_ASSERT_MSG_EQ(sum.droppedPackets, stats.nTotalDroppedPackets, "dropped");
        NS_TEST_ASSERT_MSG_EQ(sum.droppedPackets, reasons, "for a reason");
        NS_TEST_ASSERT_MSG_EQ(sum.receivedBytes, stats.nTotalReceivedBytes, "offered");
        NS_TEST_ASSERT_MSG_EQ(sum.dequeuedBytes + stats.nTotalDroppedBytesAfterDequeue,
                              stats.nTotalDequeuedBytes,
                              "handed on, or displaced");
        NS_TEST_ASSERT_MSG_EQ(sum.droppedBytes, stats.nTotalDroppedBytes, "dropped");
    }

    void DoRun() override
    {
        std::mt19937 random(4);
        const auto disc = MakeDisc(m_attributes);
        std::set<Ptr<const QueueDiscItem>> displaced;
        disc->TraceConnectWithoutContext(
            "DropAfterDequeue",
            Callback<void, Ptr<const QueueDiscItem>, const char*>(
                [&displaced](Ptr<const QueueDiscItem> item, const char*) {
                    displaced.insert(item);
                }));
        for (int i = 0; i < 20000; ++i)
        {
            const auto peeked = random() % 3 ? nullptr : disc->Peek();
            displaced.clear();
            if (random() % 20 < 11)
            {
                disc->Enqueue(MakeItem(random));
            }
            if (random() % 20 < 9)
            {
                const auto item = disc->Dequeue();
                if (peeked && !displaced.contains(peeked))
                {
                    NS_TEST_ASSERT_MSG_EQ(item, peeked, "what Peek() showed");
                }
            }
            if (i % 500 == 0)
            {
                // Either changes the credit of a turn; adaptive weights are nobody's to set.
                const uint32_t multiple = 1 + random() % 5;
                disc->SetAttribute(m_isAdaptive ? "Quantum" : "DataWeight",
                                   UintegerValue(m_isAdaptive ? 300 * multiple : multiple));
                CheckSums(disc);
            }
        }
        NS_TEST_EXPECT_MSG_GT(disc->GetStats().nTotalDroppedPackets, 100, "the limits were met");
        while (disc->Dequeue())
        {
        }
        CheckSums(disc);
        NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 0, "empty");
    }

    WrrAttributes m_attributes; ///< of the disc
    bool m_isAdaptive;          ///< whether they set AdaptiveWeights
};

class AckDataWrrConservationTestSuite : public TestSuite
{
  public:
    AckDataWrrConservationTestSuite()
        : TestSuite("ack-data-wrr-conservation", Type::UNIT)
    {
        for (const auto& attributes :
             {WrrAttributes{{"DataMaxSize", "20p"}, {"AckMaxSize", "10p"}},
              WrrAttributes{{"AckMaxSize", "10p"}, {"DisplaceAcks", "false"}},
              WrrAttributes{{"AckMaxSize", "300B"}},
              WrrAttributes{{"DataMaxSize", "9000B"}, {"OtherClass", "Ack"}},
              WrrAttributes{{"LimitMode", "Shared"}, {"MaxSize", "30p"}},
              WrrAttributes{{"WeightUnit", "Bytes"}, {"DataMaxSize", "15p"}},
              WrrAttributes{{"AdaptiveWeights", "true"},
                            {"DataMaxSize", "20p"},
                            {"MaxFlows", "3"}}})
        {
            AddTestCase(new AckDataWrrConservationTest(attributes), Duration::QUICK);
        }
    }
};

AckDataWrrConservationTestSuite g_ackDataWrrConservationTestSuite; ///< registers itself

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// AckSuppressionQueueDisc: where each packet goes, with items of every kind. Which ACK may go is
// tested without the simulator (ack-suppression-test.cc).

#include "tcp-test-items.h"

#include "ns3/ack-suppression-queue-disc.h"
#include "ns3/enum.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// A disc whose packets leave when they are asked for, or when it announces them.
class DiscBench
{
  public:
    explicit DiscBench(const Attributes& attributes)
        : disc(CreateObject<AckSuppressionQueueDisc>())
    {
        for (const auto& [name, value] : attributes)
        {
            disc->SetAttribute(name, StringValue(value));
        }
        disc->SetSendCallback(
            [this](Ptr<QueueDiscItem> item) { sent.emplace_back(Simulator::Now(), item); });
        disc->SetNetDeviceQueueInterface(CreateObject<NetDeviceQueueInterface>());
        for (const std::string trace : {"DropBeforeEnqueue", "DropAfterDequeue"})
        {
            disc->TraceConnectWithoutContext(
                trace,
                Callback<void, Ptr<const QueueDiscItem>, const char*>(
                    [this](Ptr<const QueueDiscItem> item, const char* reason) {
                        ++drops[reason];
                        lastDrop = item;
                    }));
        }
        disc->Initialize();
    }

    ~DiscBench()
    {
        disc->Dispose();
        Simulator::Destroy();
    }

    Ptr<QueueDiscItem> Enqueue(const TestSegment& segment, TestItemKind kind = TestItemKind::IPV4)
    {
        const auto item = MakeTcpItem(segment, kind);
        disc->Enqueue(item);
        return item;
    }

    Ptr<AckSuppressionQueueDisc> disc;
    std::vector<std::pair<Time, Ptr<const QueueDiscItem>>> sent; ///< by Run()
    std::map<std::string, uint64_t> drops;                       ///< by reason
    Ptr<const QueueDiscItem> lastDrop;                           ///< latest
};

class AckSuppressionItemsTest : public TestCase
{
  public:
    AckSuppressionItemsTest()
        : TestCase("Items of each kind: superseded ACKs are traced, SACK blocks are seen")
    {
    }

  private:
    void Check(TestItemKind kind)
    {
        DiscBench bench(Attributes{{"Mode", "Replace"}});
        const auto enqueue = [&bench, kind](uint32_t number, uint32_t sackEnd = 0) {
            return bench.Enqueue({.acknowledgment = number, .padding = 6, .sackEnd = sackEnd},
                                 kind);
        };
        const auto first = enqueue(100);
        const auto superseded = enqueue(200);
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNSuppressed(), 0, "the first is kept");
        const auto third = enqueue(300);
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNSuppressed(), 1, "superseded");
        NS_TEST_EXPECT_MSG_EQ(bench.lastDrop, superseded, "traced");
        NS_TEST_EXPECT_MSG_EQ(bench.drops[AckSuppressionQueueDisc::SUPERSEDED_DROP], 1, "reason");
        const auto withNews = enqueue(400, 900);
        const auto without = enqueue(500, 900);
        const auto last = enqueue(600, 900);
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNKept(AckNews::SACK), 1, "a new block");
        NS_TEST_EXPECT_MSG_EQ(bench.lastDrop, without, "the next ones have none");
        NS_TEST_EXPECT_MSG_EQ(bench.disc->Peek(), first, "order");
        for (const auto& item : {first, third, withNews, last})
        {
            NS_TEST_EXPECT_MSG_EQ(bench.disc->Dequeue(), item, "order");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.disc->Dequeue(), nullptr, "empty");
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNBytes(), 0, "empty");
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNConnections(), 1, "one connection");
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
            Check(kind);
        }
    }
};

/// As a LinuxBridgePort does with a disc that is removed; the same disc may be used again.
class AckSuppressionEmptiedTest : public TestCase
{
  public:
    AckSuppressionEmptiedTest()
        : TestCase("Somebody else empties the internal queue while an ACK is held")
    {
    }

  private:
    void DoRun() override
    {
        DiscBench bench(Attributes{{"Mode", "Delay"}, {"Delay", "10ms"}});
        const auto first = bench.Enqueue({.acknowledgment = 100});
        NS_TEST_EXPECT_MSG_EQ(bench.disc->Dequeue(), first, "of a connection");
        bench.Enqueue({.acknowledgment = 200});
        NS_TEST_EXPECT_MSG_EQ(bench.disc->Dequeue(), nullptr, "it is held");
        NS_TEST_EXPECT_MSG_NE(bench.disc->GetInternalQueue(0)->Dequeue(), nullptr, "taken");
        Simulator::Schedule(MilliSeconds(5), [&bench] {
            bench.Enqueue({.acknowledgment = 300});
            bench.disc->Run();
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.sent.size(), 1, "the third");
        NS_TEST_EXPECT_MSG_EQ(bench.sent[0].first, MilliSeconds(5), "as the first of a connection");
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNPackets(), 0, "empty");
    }
};

class AckSuppressionReleaseTest : public TestCase
{
  public:
    AckSuppressionReleaseTest()
        : TestCase("A held ACK announces itself to an idle device when its time has come")
    {
    }

  private:
    void Check(const std::string& mode)
    {
        DiscBench bench(Attributes{{"Mode", mode}, {"Delay", "7ms"}, {"Ratio", "100"}});
        Ptr<QueueDiscItem> last;
        for (uint32_t i = 0; i < 3; ++i)
        {
            Simulator::Schedule(MilliSeconds(100 + 2 * i), [&bench, &last, i] {
                last = bench.Enqueue({.acknowledgment = 100 * i + 1});
                bench.disc->Run();
            });
        }
        // The second comes at 102 ms and is superseded at 104 ms.
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.sent.size(), 2, mode);
        NS_TEST_EXPECT_MSG_EQ(bench.sent[0].first, MilliSeconds(100), "the first of all");
        NS_TEST_EXPECT_MSG_EQ(bench.sent[1].first, MilliSeconds(109), "7 ms after the second");
        NS_TEST_EXPECT_MSG_EQ(bench.sent[1].second, last, "the latest");
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNSuppressed(), 1, "the second");
    }

    void DoRun() override
    {
        Check("Hold");
        Check("Delay");
    }
};

class AckSuppressionLimitTest : public TestCase
{
  public:
    AckSuppressionLimitTest()
        : TestCase("An ACK that takes a place needs no room; held ones count")
    {
    }

  private:
    void DoRun() override
    {
        DiscBench bench(Attributes{{"MaxSize", "2p"}, {"Mode", "Replace"}});
        bench.Enqueue({.acknowledgment = 100});
        bench.Enqueue({.acknowledgment = 200});
        const auto last = bench.Enqueue({.acknowledgment = 300});
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNPackets(), 2, "as many as before");
        const auto refused = bench.Enqueue({.port = 7});
        NS_TEST_EXPECT_MSG_EQ(bench.drops[AckSuppressionQueueDisc::LIMIT_DROP], 1, "no room");
        NS_TEST_EXPECT_MSG_EQ(bench.lastDrop, refused, "traced");
        bench.disc->Dequeue();
        NS_TEST_EXPECT_MSG_EQ(bench.disc->Dequeue(), last, "300");

        // 20 + 20 bytes without options.
        DiscBench held(Attributes{{"MaxSize", "85B"}, {"Mode", "Hold"}});
        held.Enqueue({.acknowledgment = 100});
        held.Enqueue({.acknowledgment = 200});
        held.Enqueue({.acknowledgment = 300});
        NS_TEST_EXPECT_MSG_EQ(held.disc->GetNBytes(), 80, "one waits, one is held");
        held.Enqueue({.port = 7});
        NS_TEST_EXPECT_MSG_EQ(held.drops[AckSuppressionQueueDisc::LIMIT_DROP], 1, "no room");
        NS_TEST_EXPECT_MSG_EQ(held.disc->GetNSuppressed(), 1, "200");
    }
};

class AckSuppressionConservationTest : public TestCase
{
  public:
    explicit AckSuppressionConservationTest(Attributes attributes)
        : TestCase("Every packet is sent, queued or dropped with a reason: mode " +
                   attributes.front().second),
          m_attributes(std::move(attributes))
    {
    }

  private:
    static Ptr<QueueDiscItem> MakeItem(std::mt19937& random, std::map<uint16_t, uint32_t>& numbers)
    {
        const auto kind = static_cast<TestItemKind>(random() % 6);
        const auto port = static_cast<uint16_t>(random() % 6);
        switch (random() % 20)
        {
        case 0:
            return MakeArpItem();
        case 1:
            return MakeUdpItem(random() % 1400);
        case 2:
            return Create<FrameItem>(Create<Packet>(random() % 60), Address(), 0x0800);
        case 3:
            return MakeTcpItem({.payload = static_cast<uint32_t>(random() % 1460), .port = port},
                               kind);
        case 4:
            // Any flags at all.
            return MakeTcpItem({.flags = static_cast<uint8_t>(random()),
                                .port = port,
                                .acknowledgment = numbers[port]},
                               kind);
        default:
            // Numbers wrap every 16 ACKs; some repeat, some come from far away.
            numbers[port] += random() % 10 ? 0x10000000 : random() % 2 * 0x80000000;
            return MakeTcpItem({.port = port,
                                .acknowledgment = numbers[port],
                                .sackEnd = random() % 4 ? 0 : numbers[port] + 5000},
                               kind);
        }
    }

    void CheckSums(const DiscBench& bench, uint64_t offered, uint64_t taken)
    {
        uint64_t dropped = 0;
        for (const auto& [reason, packets] : bench.drops)
        {
            dropped += packets;
        }
        NS_TEST_ASSERT_MSG_EQ(taken + bench.sent.size() + bench.disc->GetNPackets() + dropped,
                              offered,
                              "each packet is in one place");
        const auto& stats = bench.disc->GetStats();
        NS_TEST_ASSERT_MSG_EQ(stats.nTotalDroppedPackets, dropped, "traced");
        NS_TEST_ASSERT_MSG_EQ(stats.nTotalReceivedPackets, offered, "counted");
    }

    void DoRun() override
    {
        std::mt19937 random(3);
        DiscBench bench(m_attributes);
        std::map<uint16_t, uint32_t> numbers;
        constexpr uint64_t OFFERED = 20000;
        uint64_t taken = 0;
        for (uint64_t i = 0; i < OFFERED; ++i)
        {
            Simulator::Schedule(MicroSeconds(300 * i), [&, i] {
                const auto peeked = random() % 3 ? nullptr : bench.disc->Peek();
                const bool isDequeued = random() % 20 < 13;
                if (isDequeued)
                {
                    const auto item = bench.disc->Dequeue();
                    NS_TEST_ASSERT_MSG_EQ((!peeked || item == peeked), true, "what Peek() showed");
                    taken += item != nullptr;
                }
                bench.disc->Enqueue(MakeItem(random, numbers));
                if (i % 500 == 0)
                {
                    CheckSums(bench, i + 1, taken);
                }
            });
        }
        Simulator::Run();
        while (bench.disc->Dequeue())
        {
            ++taken;
        }
        CheckSums(bench, OFFERED, taken);
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNPackets(), 0, "empty");
        NS_TEST_EXPECT_MSG_GT(bench.disc->GetNSuppressed(), 100, "suppressed");
        NS_TEST_EXPECT_MSG_EQ(bench.drops[AckSuppressionQueueDisc::SUPERSEDED_DROP],
                              bench.disc->GetNSuppressed(),
                              "each with its reason");
        NS_TEST_EXPECT_MSG_GT(bench.drops[AckSuppressionQueueDisc::LIMIT_DROP], 10, "full");
    }

    Attributes m_attributes; ///< of the disc
};

class AckSuppressionDisposeTest : public TestCase
{
  public:
    AckSuppressionDisposeTest()
        : TestCase("A disc is disposed of while ACKs wait and one is held")
    {
    }

  private:
    void DoRun() override
    {
        DiscBench bench(Attributes{{"Mode", "Hold"}, {"Delay", "10ms"}});
        bench.Enqueue({.acknowledgment = 100});
        bench.Enqueue({.acknowledgment = 200});
        Simulator::Schedule(MilliSeconds(5), [&bench] { bench.disc->Dispose(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.sent.size(), 0, "nothing is sent");
    }
};

class AckSuppressionRemovalTest : public TestCase
{
  public:
    AckSuppressionRemovalTest()
        : TestCase("A disc is removed, or its device goes, while an ACK is held")
    {
    }

  private:
    /// @param hasFlowControl of the device
    /// @param remove what happens 5 ms before the ACK is due
    void Check(bool hasFlowControl, const std::function<void(Ptr<NetDevice>)>& remove)
    {
        const auto node = CreateObject<Node>();
        node->AggregateObject(CreateObject<TrafficControlLayer>());
        SimpleNetDeviceHelper devices;
        if (!hasFlowControl)
        {
            devices.DisableFlowControl();
        }
        const auto device = devices.Install(node).Get(0);
        TrafficControlHelper helper;
        helper.SetRootQueueDisc("ns3::AckSuppressionQueueDisc",
                                "Mode",
                                StringValue("Hold"),
                                "Delay",
                                StringValue("10ms"));
        auto disc = helper.Install(device).Get(0);
        Simulator::Schedule(MilliSeconds(1), [&disc] {
            disc->Enqueue(MakeTcpItem({.acknowledgment = 100}));
            disc->Enqueue(MakeTcpItem({.acknowledgment = 200}));
            disc->Run();
        });
        Simulator::Schedule(MilliSeconds(6), [&] {
            NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 1, "one is held");
            remove(device);
        });
        Simulator::Schedule(MilliSeconds(12),
                            [&] { NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 1, "it stays"); });
        Simulator::Run();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        for (const bool hasFlowControl : {false, true})
        {
            Check(hasFlowControl, [](Ptr<NetDevice> device) {
                device->GetNode()->GetObject<TrafficControlLayer>()->DeleteRootQueueDiscOnDevice(
                    device);
            });
            Check(hasFlowControl, [](Ptr<NetDevice> device) { device->Dispose(); });
            Check(hasFlowControl, [](Ptr<NetDevice> device) { device->GetNode()->Dispose(); });
        }
        // ns-3 deletes a disc without Dispose(). AddressSanitizer would see an event that is left.
        auto deleted = CreateObject<AckSuppressionQueueDisc>();
        deleted->SetAttribute("Mode", StringValue("Hold"));
        deleted->Initialize();
        deleted->Enqueue(MakeTcpItem({.acknowledgment = 100}));
        deleted->Enqueue(MakeTcpItem({.acknowledgment = 200}));
        deleted = nullptr;
        Simulator::Run();
        Simulator::Destroy();
    }
};

class AckSuppressionSettingsTest : public TestCase
{
  public:
    AckSuppressionSettingsTest()
        : TestCase("Each attribute counts, also when it changes while packets wait")
    {
    }

  private:
    void DoRun() override
    {
        DiscBench bench(Attributes{{"Mode", "Hold"},
                                   {"Ratio", "2"},
                                   {"IdleTimeout", "3s"},
                                   {"MaxConnections", "2"}});
        const auto enqueue = [&bench](uint32_t hundreds) {
            bench.Enqueue({.acknowledgment = 100 * hundreds});
            return bench.disc->GetNSuppressed();
        };
        enqueue(1);
        enqueue(2);
        NS_TEST_EXPECT_MSG_EQ(enqueue(3), 1, "2 is superseded");
        NS_TEST_EXPECT_MSG_EQ(enqueue(4), 1, "3 has gone on as the second");
        bench.disc->SetAttribute("Ratio", StringValue("1"));
        NS_TEST_EXPECT_MSG_EQ(enqueue(5), 2, "4 was held, and gives way once more");
        NS_TEST_EXPECT_MSG_EQ(enqueue(6), 2, "each goes on");
        NS_TEST_EXPECT_MSG_EQ(enqueue(7), 2, "each goes on");
        bench.disc->SetAttribute("Mode", StringValue("Replace"));
        enqueue(8);
        NS_TEST_EXPECT_MSG_EQ(enqueue(9), 3, "8 is superseded");
        for (const uint16_t port : {7, 8})
        {
            bench.Enqueue({.port = port});
        }
        NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNConnections(), 2, "no more are remembered");
        Simulator::Schedule(Seconds(3.5), [this, &bench] {
            bench.Enqueue({.port = 9});
            NS_TEST_EXPECT_MSG_EQ(bench.disc->GetNConnections(), 1, "the others are idle");
        });
        Simulator::Run();
    }
};

class AckSuppressionTestSuite : public TestSuite
{
  public:
    AckSuppressionTestSuite()
        : TestSuite("ack-suppression", Type::UNIT)
    {
        AddTestCase(new AckSuppressionItemsTest, Duration::QUICK);
        AddTestCase(new AckSuppressionEmptiedTest, Duration::QUICK);
        AddTestCase(new AckSuppressionReleaseTest, Duration::QUICK);
        AddTestCase(new AckSuppressionLimitTest, Duration::QUICK);
        for (const std::string mode : {"Replace", "Hold", "Delay"})
        {
            AddTestCase(new AckSuppressionConservationTest(
                            {{"Mode", mode}, {"MaxSize", "15p"}, {"MaxConnections", "4"}}),
                        Duration::QUICK);
        }
        AddTestCase(new AckSuppressionSettingsTest, Duration::QUICK);
        AddTestCase(new AckSuppressionDisposeTest, Duration::QUICK);
        AddTestCase(new AckSuppressionRemovalTest, Duration::QUICK);
    }
};

AckSuppressionTestSuite g_ackSuppressionTestSuite; ///< registers itself

} // namespace

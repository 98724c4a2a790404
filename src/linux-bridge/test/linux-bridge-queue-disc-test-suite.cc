// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Queue discs on the ports of a bridge: where drops and marks come from, what is exact.

#include "linux-bridge-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

using Reason = LinuxBridgeDropReason;

const Mac48Address SOURCE("00:00:00:00:00:0a");

class LinuxBridgeQueueDiscTest : public TestCase
{
  public:
    /// @param type of a queue disc that holds 20 packets
    explicit LinuxBridgeQueueDiscTest(const std::string& type)
        : TestCase("A burst through " + type + ": exactly what fits is sent, the rest is traced"),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        const auto root = LinuxBridgeHelper::InstallBuffer(bed.ports.Get(1), 22, m_type).Get(0);
        auto& hosts = bed.hosts;
        // The bridge's host sends, so that a burst comes all at once.
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1), [&] {
            for (uint16_t i = 0; i < 30; ++i)
            {
                bed.bridge->SendFrom(MakeUdpPacket("10.0.0.1", "10.0.0.2", i, 472),
                                     SOURCE,
                                     hosts[1].GetAddress(),
                                     0x0800);
            }
            const auto counters = bed.bridge->GetPortCounters(1);
            // The first goes to the link at once; the wake event for the second is still to come.
            NS_TEST_EXPECT_MSG_EQ(counters.transmitted, 1, "on the link");
            NS_TEST_EXPECT_MSG_EQ(counters.held, 20, "in the queue disc");
            NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "while frames are held");
        });
        bed.RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(hosts[1].received.size(), 21, "20 and the one on the link");
        for (const auto& frame : hosts[1].received)
        {
            NS_TEST_EXPECT_MSG_EQ(frame.source, SOURCE, "the source is kept through the disc");
        }
        NS_TEST_EXPECT_MSG_EQ(root->GetStats().nTotalReceivedPackets, 30, "all went through it");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::QUEUE_DISC), 9, "the rest");
        const auto counters = bed.bridge->GetPortCounters(1);
        NS_TEST_EXPECT_MSG_EQ(counters.held, 0, "all sent");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }

    std::string m_type;
};

class LinuxBridgeMarkTest : public TestCase
{
  public:
    LinuxBridgeMarkTest()
        : TestCase("CoDel marks ECN-capable frames of one flow, FqCoDel spares the other flow")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        TrafficControlHelper helper;
        helper.SetRootQueueDisc("ns3::FqCoDelQueueDisc", "UseEcn", BooleanValue(true));
        helper.SetQueueLimits("ns3::PacketQueueLimits");
        const auto root = bed.InstallQueueDisc(1, helper);
        const auto send = [&bed](uint16_t port) {
            bed.bridge->SendFrom(MakeUdpPacket("10.0.0.1", "10.0.0.2", port, 1222, 2),
                                 SOURCE,
                                 bed.hosts[1].GetAddress(),
                                 0x0800);
        };
        for (int i = 0; i < 1000; ++i)
        {
            // 1 ms a packet on the link, two offered each ms; another flow now and then.
            const Time time = MicroSeconds(500 * (i + 1));
            Simulator::ScheduleWithContext(bed.node->GetId(), time, [&send] { send(1); });
            if (i % 20 == 0)
            {
                Simulator::ScheduleWithContext(bed.node->GetId(), time, [&send] { send(2); });
            }
        }
        bed.RunUntil(Seconds(3));
        std::size_t marked = 0;
        for (const auto& frame : bed.hosts[1].received)
        {
            const auto bytes = GetBytes(frame.packet);
            const bool isMarked = (bytes.at(1) & 3) == 3;
            marked += isMarked;
            NS_TEST_EXPECT_MSG_EQ((isMarked && bytes.at(21) == 2), false, "the thin flow");
        }
        NS_TEST_EXPECT_MSG_GT(marked, 10, "the thick flow");
        NS_TEST_EXPECT_MSG_EQ(root->GetStats().nTotalMarkedPackets, marked, "each mark arrives");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeReplaceTest : public TestCase
{
  public:
    /// @param type of the second queue disc
    explicit LinuxBridgeReplaceTest(const std::string& type)
        : TestCase("A queue disc is taken off and " + type + " put on while the bridge runs"),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        const auto port = bed.ports.Get(1);
        LinuxBridgeHelper::InstallBuffer(port, 22);
        const auto burst = [&bed] {
            for (uint32_t i = 0; i < 10; ++i)
            {
                bed.bridge->SendFrom(Create<Packet>(500),
                                     SOURCE,
                                     bed.hosts[1].GetAddress(),
                                     0x88b5);
            }
        };
        const auto control = bed.node->GetObject<TrafficControlLayer>();
        const uint32_t context = bed.node->GetId();
        Simulator::ScheduleWithContext(context, Seconds(1), [&] {
            burst();
            control->DeleteRootQueueDiscOnDevice(port);
        });
        Ptr<QueueDisc> second;
        Simulator::ScheduleWithContext(context, Seconds(2), [&] {
            TrafficControlHelper helper;
            helper.SetRootQueueDisc(m_type);
            second = bed.InstallQueueDisc(1, helper);
            burst();
        });
        bed.RunUntil(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::QUEUE_DISC_REMOVED), 9, "all but the first");
        NS_TEST_EXPECT_MSG_EQ(second->GetStats().nTotalSentPackets, 10, "through the second");
        NS_TEST_EXPECT_MSG_EQ(bed.hosts[1].received.size(), 11, "and all arrive");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }

    std::string m_type; ///< of the second queue disc
};

/// A shaper gives no packet before its time, but those that it holds are dropped all the same.
class LinuxBridgeRemovedShaperTest : public TestCase
{
  public:
    LinuxBridgeRemovedShaperTest()
        : TestCase("A TbfQueueDisc is removed while it holds packets")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        TrafficControlHelper helper;
        helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                                "Rate",
                                DataRateValue(DataRate("8kbps")),
                                "Burst",
                                UintegerValue(1600));
        bed.InstallQueueDisc(1, helper);
        const auto control = bed.node->GetObject<TrafficControlLayer>();
        for (uint32_t i = 0; i < 10; ++i)
        {
            bed.SendAt(Seconds(1), 0, bed.hosts[1].GetAddress());
        }
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1.1), [&] {
            NS_TEST_EXPECT_MSG_GT(bed.bridge->GetPortCounters(1).held, 0, "packets wait");
            control->DeleteRootQueueDiscOnDevice(bed.ports.Get(1));
        });
        bed.SendAt(Seconds(1.2), 0, bed.hosts[1].GetAddress());
        bed.RunUntil(Seconds(10));
        const auto counters = bed.bridge->GetPortCounters(1);
        NS_TEST_EXPECT_MSG_EQ(counters.held, 0, "none is left");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::QUEUE_DISC_REMOVED),
                              11 - bed.hosts[1].received.size(),
                              "dropped");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

/// As `ip link delete br0` in Linux: the queue disc of a port goes on.
class LinuxBridgeDisposeTest : public TestCase
{
  public:
    LinuxBridgeDisposeTest()
        : TestCase("A bridge that is disposed of while it runs: each frame is sent or dropped")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        LinuxBridgeHelper::InstallBuffer(bed.ports.Get(1), 22);
        const auto ingress = DynamicCast<SimpleNetDevice>(bed.ports.Get(0));
        const auto burst = [&] {
            for (uint32_t i = 0; i < 20; ++i)
            {
                ingress->Receive(Create<Packet>(500), 0x88b5, bed.hosts[1].GetAddress(), SOURCE);
            }
        };
        const uint32_t context = bed.node->GetId();
        bed.SendAt(MilliSeconds(500), 1, Mac48Address::GetBroadcast()); // so that it is known
        Simulator::ScheduleWithContext(context, Seconds(1), [&] {
            burst();
            bed.bridge->Dispose(); // 18 frames wait in the queue disc
            NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetCounters().forwarded, 21, "frames");
        });
        bool isSent = true;
        Simulator::ScheduleWithContext(context, Seconds(2), [&] {
            burst();
            isSent = bed.bridge->Send(Create<Packet>(500), bed.hosts[1].GetAddress(), 0x88b5);
        });
        bed.RunUntil(Seconds(3));
        const auto& received = bed.hosts[1].received;
        NS_TEST_EXPECT_MSG_EQ(received.size(), 20, "those that were forwarded");
        NS_TEST_EXPECT_MSG_EQ(received.back().source, SOURCE, "not the port's own address");
        NS_TEST_EXPECT_MSG_EQ(isSent, false, "no port");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::NO_EGRESS), 21, "those that came later");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->GetCounters().GetDropped(), 21, "and no others");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

class LinuxBridgeNoDiscTest : public TestCase
{
  public:
    LinuxBridgeNoDiscTest()
        : TestCase("Without queue disc the device's queue is respected, each drop traced")
    {
    }

  private:
    void DoRun() override
    {
        LinuxBridgeTestBed bed(2);
        const auto discs = LinuxBridgeHelper::InstallBuffer(bed.ports.Get(1), 2);
        NS_TEST_EXPECT_MSG_EQ(discs.GetN(), 0, "the device alone holds two");
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1), [&] {
            for (int i = 0; i < 5; ++i)
            {
                Simulator::ScheduleNow([&bed] {
                    bed.bridge->SendFrom(Create<Packet>(500),
                                         SOURCE,
                                         bed.hosts[1].GetAddress(),
                                         0x88b5);
                });
            }
        });
        // 500 bytes take 400 us: later the first is gone, and one fits.
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1) + MicroSeconds(100), [&bed] {
            for (int i = 0; i < 3; ++i)
            {
                bed.bridge->SendFrom(Create<Packet>(500),
                                     SOURCE,
                                     bed.hosts[1].GetAddress(),
                                     0x88b5);
            }
        });
        bed.RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(bed.hosts[1].received.size(), 2, "one on the link, one queued");
        NS_TEST_EXPECT_MSG_EQ(bed.GetTraced(Reason::DEVICE_QUEUE_STOPPED), 6, "the others");
        NS_TEST_EXPECT_MSG_EQ(bed.bridge->IsConserved(), true, "nothing lost silently");
    }
};

} // namespace

/// @ingroup tests
class LinuxBridgeQueueDiscTestSuite : public TestSuite
{
  public:
    LinuxBridgeQueueDiscTestSuite()
        : TestSuite("linux-bridge-queue-disc", Type::UNIT)
    {
        for (const auto* type : {"ns3::FifoQueueDisc",
                                 "ns3::PfifoFastQueueDisc",
                                 "ns3::CobaltQueueDisc",
                                 "ns3::CoDelQueueDisc",
                                 "ns3::RedQueueDisc"})
        {
            AddTestCase(new LinuxBridgeQueueDiscTest(type), Duration::QUICK);
        }
        AddTestCase(new LinuxBridgeMarkTest, Duration::QUICK);
        // FqCoDelQueueDisc asks for its device while it is initialized.
        for (const auto* type : {"ns3::PfifoFastQueueDisc", "ns3::FqCoDelQueueDisc"})
        {
            AddTestCase(new LinuxBridgeReplaceTest(type), Duration::QUICK);
        }
        AddTestCase(new LinuxBridgeRemovedShaperTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeDisposeTest, Duration::QUICK);
        AddTestCase(new LinuxBridgeNoDiscTest, Duration::QUICK);
    }
};

static LinuxBridgeQueueDiscTestSuite g_linuxBridgeQueueDiscTestSuite;

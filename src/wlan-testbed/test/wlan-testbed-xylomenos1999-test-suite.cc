// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/boolean.h"
#include "ns3/ide-writeback.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/receive-backlog.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/test.h"
#include "ns3/time-sequence.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/xylomenos1999-testbed.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// @param probe that has seen a connection
/// @param isAck count ACKs, otherwise segments
/// @return how many it has seen
uint64_t
Count(const TcpTraceProbe& probe, bool isAck)
{
    uint64_t count = 0;
    const auto views = probe.GetViews();
    for (const auto& row : views.at(0).rows)
    {
        const auto kind = static_cast<TimeSequenceKind>(row.at(3));
        const bool isData =
            kind == TimeSequenceKind::SEGMENT || kind == TimeSequenceKind::RETRANSMISSION;
        count += isAck ? kind == TimeSequenceKind::ACK : isData;
    }
    return count;
}

/// What one view has and the other has not was lost on the air, as figures 5 and 6 are read.
class ViewsTestCase : public TestCase
{
  public:
    ViewsTestCase()
        : TestCase("views of a TCP test differ by what collided")
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        const auto testbed = CreateObjectWithAttributes<Xylomenos1999Testbed>("Forward",
                                                                              BooleanValue(false),
                                                                              "Tcp",
                                                                              BooleanValue(true),
                                                                              "Packets",
                                                                              UintegerValue(300));
        const Ptr<Node> from = testbed->GetNodes().Get(0);
        const auto sender = TcpTraceProbe::AtIp(from);
        const auto receiver = TcpTraceProbe::AtPeerIp(testbed->GetNodes().Get(1), from);
        testbed->Run(Seconds(100));
        const uint64_t data = testbed->GetData().collided;
        const uint64_t acks = testbed->GetAcks().collided;
        NS_TEST_EXPECT_MSG_EQ(testbed->IsConserved(), true, "each packet has a fate");
        NS_TEST_EXPECT_MSG_GT(data, 0, "equal cards collide");
        NS_TEST_EXPECT_MSG_EQ(Count(*sender, false) - Count(*receiver, false), data, "segments");
        NS_TEST_EXPECT_MSG_EQ(Count(*receiver, true) - Count(*sender, true), acks, "ACKs");
        Simulator::Destroy();
    }
};

/// The loss of a signal follows the floor plan.
class PlanTestCase : public TestCase
{
  public:
    PlanTestCase()
        : TestCase("the floor plan orders the losses")
    {
    }

  private:
    void DoRun() override
    {
        const Xylomenos1999Plan plan;
        for (uint32_t location = 1; location <= 3; ++location)
        {
            // 6 feet are 1.8288 m: 40.05 + 20 log10(1.8288).
            NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(location, location), 45.29, 0.01, "adjacent");
        }
        // 45 feet are 13.716 m, and there are two walls: 40.05 + 22.74 + 6.8.
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(1, 2), 69.59, 0.01, "two walls");
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(2, 3), 72.99, 0.01, "three walls");
        // 60 feet are 18.288 m.
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(1, 3), 75.49, 0.01, "three walls, farther");
        NS_TEST_EXPECT_MSG_EQ(plan.GetLoss(3, 1), plan.GetLoss(1, 3), "both directions");
    }
};

/// Over Ethernet there are no cards to ask.
class WiredTestCase : public TestCase
{
  public:
    WiredTestCase()
        : TestCase("a test over Ethernet says that it has no cards")
    {
    }

  private:
    void DoRun() override
    {
        const auto testbed = CreateObjectWithAttributes<Xylomenos1999Testbed>("PacketSize",
                                                                              UintegerValue(100),
                                                                              "Packets",
                                                                              UintegerValue(100),
                                                                              "Ethernet",
                                                                              BooleanValue(true));
        testbed->Run(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(testbed->GetEttcp()->GetCounters().written, 100, "all are written");
        const auto expectError = [this](const std::string& what, const auto& ask) {
            try
            {
                ask();
                NS_TEST_EXPECT_MSG_EQ(what, "", "answered");
            }
            catch (const std::logic_error& error)
            {
                NS_TEST_EXPECT_MSG_EQ(std::string(error.what()).empty(), false, what);
            }
        };
        expectError("IsConserved", [&] { testbed->IsConserved(); });
        expectError("GetData", [&] { testbed->GetData(); });
        expectError("GetAcks", [&] { testbed->GetAcks(); });
        expectError("GetResets", [&] { testbed->GetResets(); });
        Simulator::Destroy();
    }
};

/// Each attribute reaches the object that it describes.
class ValueTestCase : public TestCase
{
  public:
    ValueTestCase()
        : TestCase("attributes reach cards, hosts and programs")
    {
    }

  private:
    /// @param object of a testbed
    /// @param name of an attribute
    /// @param text its value
    void ExpectText(Ptr<Object> object, const std::string& name, const std::string& text)
    {
        StringValue value;
        object->GetAttribute(name, value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), text, name);
    }

    /// @param object of a testbed
    /// @param name of an attribute
    /// @param time its value
    void ExpectTime(Ptr<Object> object, const std::string& name, Time time)
    {
        TimeValue value;
        object->GetAttribute(name, value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), time, name);
    }

    void DoRun() override
    {
        // Scenario 2 backwards: SYROS, which has the PCMCIA card, sends to IOS.
        ObjectFactory factory("ns3::Xylomenos1999Testbed");
        const std::vector<std::pair<std::string, std::string>> values{
            {"Scenario", "2"},
            {"Forward", "false"},
            {"PacketSize", "1000"},
            {"Packets", "10"},
            {"Slot", "10us"},
            {"CarrierSenseTime", "1us"},
            {"Preamble", "192us"},
            {"MinCw", "3"},
            {"MaxCw", "63"},
            {"SignalStep", "1.5"},
            {"ResetTime", "320ms"},
            {"LinkQueue", "7"},
            {"Ring", "5"},
            {"SendBuffer", "30000"},
            {"ReceiveWaiting", "3"},
            {"PioCycle", "120ns"},
            {"PioSectors", "4"},
            {"PioGap", "9us"},
            {"IsaGap", "11us"},
            {"PcmciaGap", "12us"},
            {"IsaSignalReference", "-90"},
            {"PcmciaSignalReference", "-91"},
            {"SyrosWriteTime", "13us"},
            {"IosReadTime", "14us"},
            {"IosReadByteTime", "15ns"},
            {"IosDriverTime", "16us"},
            {"SyrosDriverByteTime", "17ns"},
        };
        for (const auto& [name, text] : values)
        {
            factory.Set(name, StringValue(text));
        }
        const auto testbed = factory.Create<Xylomenos1999Testbed>();
        const Ptr<NetDevice> syros = testbed->GetDevices().Get(0);
        const Ptr<NetDevice> ios = testbed->GetDevices().Get(1);
        for (const Ptr<NetDevice>& card : {syros, ios})
        {
            const Ptr<Node> node = card->GetNode();
            ExpectTime(card->GetChannel(), "Slot", MicroSeconds(10));
            ExpectTime(card->GetChannel(), "CarrierSenseTime", MicroSeconds(1));
            ExpectTime(card, "Preamble", MicroSeconds(192));
            ExpectText(card, "MinCw", "3");
            ExpectText(card, "MaxCw", "63");
            ExpectText(card, "SignalStep", "1.5");
            ExpectTime(card, "ResetTime", MilliSeconds(320));
            const auto control = node->GetObject<TrafficControlLayer>();
            ExpectText(control->GetRootQueueDiscOnDevice(card), "MaxSize", "7p");
            ExpectText(node->GetObject<ReceiveBacklog>(), "MaxWaiting", "5");
            PointerValue disk;
            node->GetObject<ReceiveBacklog>()->GetAttribute("Disk", disk);
            ExpectTime(disk.Get<IdeWriteback>(), "PioCycle", NanoSeconds(120));
            ExpectText(disk.Get<IdeWriteback>(), "Sectors", "4");
            ExpectTime(disk.Get<IdeWriteback>(), "Gap", MicroSeconds(9));
        }
        ExpectTime(syros, "InterframeGap", MicroSeconds(12));
        ExpectTime(ios, "InterframeGap", MicroSeconds(11));
        ExpectText(syros, "SignalReference", "-91");
        ExpectText(ios, "SignalReference", "-90");
        ExpectTime(ios, "CopyTime", MicroSeconds(16));
        ExpectTime(syros, "CopyTime", MicroSeconds(120));
        ExpectTime(syros, "CopyByteTime", NanoSeconds(17));
        // A word in three clocks of the ISA bus, 8.33 MHz.
        ExpectTime(ios, "CopyByteTime", NanoSeconds(180));
        ExpectText(testbed->GetSender(), "SendBuffer", "30000");
        ExpectText(testbed->GetSender(), "PacketSize", "1000");
        ExpectText(testbed->GetSender(), "Packets", "10");
        ExpectTime(testbed->GetSender(), "WriteTime", MicroSeconds(13));
        ExpectText(testbed->GetReceiver(), "MaxWaiting", "3");
        ExpectTime(testbed->GetReceiver(), "ReadTime", MicroSeconds(14));
        ExpectTime(testbed->GetReceiver(), "ReadByteTime", NanoSeconds(15));
        testbed->Run(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(testbed->IsConserved(), true, "each packet has a fate");
        for (const uint32_t host : {0, 1})
        {
            NS_TEST_EXPECT_MSG_EQ(testbed->GetDiskCounters(host).bytes,
                                  testbed->GetData().sent * (68 + 16),
                                  "tcpdump records each packet on both hosts");
        }
        Simulator::Destroy();
    }
};

/// The testbed of xylomenos1999.
class Xylomenos1999TestSuite : public TestSuite
{
  public:
    Xylomenos1999TestSuite()
        : TestSuite("wlan-testbed-xylomenos1999", Type::SYSTEM)
    {
        AddTestCase(new ViewsTestCase, Duration::QUICK);
        AddTestCase(new PlanTestCase, Duration::QUICK);
        AddTestCase(new WiredTestCase, Duration::QUICK);
        AddTestCase(new ValueTestCase, Duration::QUICK);
    }
};

/// Static variable for test initialization
Xylomenos1999TestSuite g_xylomenos1999TestSuite;

} // namespace

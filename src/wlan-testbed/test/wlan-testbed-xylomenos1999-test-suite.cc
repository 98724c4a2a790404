// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/config.h"
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

#include <functional>
#include <limits>
#include <map>
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
        Xylomenos1999Testbed testbed(Xylomenos1999Parameters(), {1, false, true, 1500, 300});
        const auto sender = TcpTraceProbe::AtIp(testbed.GetNodes().Get(0));
        const auto receiver =
            TcpTraceProbe::AtPeerIp(testbed.GetNodes().Get(1), testbed.GetNodes().Get(0));
        testbed.Run(Seconds(100));
        const uint64_t data = testbed.GetData().collided;
        const uint64_t acks = testbed.GetAcks().collided;
        NS_TEST_EXPECT_MSG_EQ(testbed.IsConserved(), true, "each packet has a fate");
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

/// Values that the testbed cannot have.
class RefusalTestCase : public TestCase
{
  public:
    RefusalTestCase()
        : TestCase("what cannot be is refused by name")
    {
    }

  private:
    void Refuse(const Xylomenos1999Parameters& parameters,
                const std::string& name,
                const Xylomenos1999Test& test = {1, true, true, 1500, 1})
    {
        try
        {
            Xylomenos1999Testbed(parameters, test);
            NS_TEST_EXPECT_MSG_EQ(name, "", "taken without an error");
        }
        catch (const std::invalid_argument& error)
        {
            NS_TEST_EXPECT_MSG_EQ(std::string(error.what()).rfind(name + "=", 0), 0, error.what());
        }
        Simulator::Destroy();
    }

    void Refuse(const Xylomenos1999Test& test, const std::string& name)
    {
        Refuse(Xylomenos1999Parameters(), name, test);
    }

    /// @param change to the parameters
    /// @param name of what it makes wrong
    void RefuseChange(const std::function<void(Xylomenos1999Parameters&)>& change,
                      const std::string& name)
    {
        Xylomenos1999Parameters parameters;
        change(parameters);
        Refuse(parameters, name, {1, true, false, 1500, 1});
    }

    void DoRun() override
    {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        RefuseChange([](auto& p) { p.overrunAfter = {0, 5}; }, "overrunAfter");
        RefuseChange([](auto& p) { p.overrunAfter = {6, 5}; }, "overrunAfter");
        RefuseChange([](auto& p) { p.plan.adjacentFeet = 0; }, "metres");
        RefuseChange([](auto& p) { p.plan.signal.lossAtMetre = nan; }, "lossAtMetre");
        RefuseChange([](auto& p) { p.plan.signal.exponent = nan; }, "exponent");
        RefuseChange([](auto& p) { p.plan.signal.wallLoss = nan; }, "wallLoss");
        RefuseChange([](auto& p) { p.maxCw = 32768; }, "maxCw");
        RefuseChange([](auto& p) { p.minCw = 2048; }, "minCw");
        RefuseChange([](auto& p) { p.linkQueue = 0; }, "linkQueue");
        RefuseChange([](auto& p) { p.signalStep = 0; }, "signalStep");
        RefuseChange([](auto& p) { p.preamble = NanoSeconds(-1); }, "preamble");
        RefuseChange([](auto& p) { p.slot = Time(0); }, "slot");
        RefuseChange([](auto& p) { p.hosts.front().writeTime = Time(0); }, "writeTime");
        RefuseChange([](auto& p) { p.sendBuffer = 1699; }, "sendBuffer");
        RefuseChange([](auto& p) { p.isaReadings.noise = nan; }, "noise");
        for (const uint32_t size : {0, 27, 28, 39, 1501, 9000})
        {
            Refuse({1, true, false, size, 1}, "size");
        }
        Refuse({1, true, true, 40, 1}, "size");
        Refuse({1, true, false, 100, 0}, "packets");
        Refuse({0, true, false, 100, 1}, "scenario");
        Refuse({7, true, false, 100, 1}, "scenario");
        Refuse({1, true, true, 100, 1, true}, "isWired");
        Config::SetGlobal("radio", StringValue("dcf"));
        Refuse({1, true, false, 100, 1}, "radio");
        Config::SetGlobal("radio", StringValue("wifi"));
        // A datagram would leave in fragments, which are none.
        Config::SetDefault("ns3::WavelanNetDevice::Mtu", UintegerValue(600));
        Refuse({1, true, false, 1000, 1}, "ns3::WavelanNetDevice::Mtu");
        Refuse({1, true, true, 500, 1}, "ns3::WavelanNetDevice::Mtu");
        NS_TEST_EXPECT_MSG_EQ(IsTaken({1, true, false, 500, 1}), true, "whole datagrams");
        Config::Reset();
    }

    /// @return whether a test can be made, and each packet has a fate
    static bool IsTaken(const Xylomenos1999Test& test)
    {
        Xylomenos1999Testbed testbed(Xylomenos1999Parameters(), test);
        testbed.Run(Seconds(2));
        const bool isConserved = testbed.IsConserved();
        Simulator::Destroy();
        return isConserved;
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
        Xylomenos1999Testbed testbed(Xylomenos1999Parameters(), {1, true, false, 100, 100, true});
        testbed.Run(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(testbed.GetEttcp()->GetCounters().written, 100, "all are written");
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
        expectError("IsConserved", [&] { testbed.IsConserved(); });
        expectError("GetData", [&] { testbed.GetData(); });
        expectError("GetAcks", [&] { testbed.GetAcks(); });
        expectError("GetResets", [&] { testbed.GetResets(); });
        Simulator::Destroy();
    }
};

/// A user's values win, or are refused; none is ignored.
class UserValueTestCase : public TestCase
{
  public:
    UserValueTestCase()
        : TestCase("a user's values win or are refused")
    {
    }

  private:
    /// @param name of an attribute
    /// @param text of the user's value
    /// @param test of the testbed
    /// @return the line of the error; empty if there is none
    static std::string GetError(const std::string& name,
                                const std::string& text,
                                const Xylomenos1999Test& test)
    {
        Config::SetDefault(name, StringValue(text));
        std::string line;
        try
        {
            Xylomenos1999Testbed testbed(Xylomenos1999Parameters(), test);
        }
        catch (const std::invalid_argument& error)
        {
            line = error.what();
        }
        Simulator::Destroy();
        Config::Reset();
        return line;
    }

    /// @param object of a testbed
    /// @param name of an attribute
    /// @param text the user's value of it
    void ExpectText(Ptr<Object> object, const std::string& name, const std::string& text)
    {
        StringValue value;
        object->GetAttribute(name, value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), text, name);
    }

    void DoRun() override
    {
        const Xylomenos1999Test udp{2, false, false, 1000, 10}; // a PCMCIA card sends
        const Xylomenos1999Test tcp{2, false, true, 1000, 10};
        const std::string random = "ns3::ConstantRandomVariable[Constant=5]";
        const std::vector<std::pair<std::string, std::string>> refused{
            {"MediumChannel::PropagationLossModel", "ns3::FriisPropagationLossModel"},
            {"WavelanNetDevice::InterframeGap", "1us"},
            {"WavelanNetDevice::CopyTime", "1us"},
            {"WavelanNetDevice::CopyByteTime", "1us"},
            {"WavelanNetDevice::OverrunAfter", random},
            {"WavelanNetDevice::TxBuffers", "2"},
            {"WavelanNetDevice::SignalReference", "3"},
            {"WavelanNetDevice::Noise", random},
            {"ReceiveBacklog::PacketTime", random},
            {"ReceiveBacklog::ByteTime", "1us"},
            {"TcpSocket::SegmentSize", "536"},
            {"TcpLinux24Socket::SegmentOverhead", "7"},
            {"TcpLinux24SocketFactory::Kernel", "Linux24_18"},
            {"EttcpSender::PacketSize", "500"},
            {"EttcpSender::Packets", "7"},
            {"EttcpSender::WriteTime", "1us"},
            {"EttcpReceiver::ReadTime", "1us"},
            {"EttcpReceiver::ReadByteTime", "1us"},
        };
        for (const auto& [name, text] : refused)
        {
            const std::string attribute = "ns3::" + name;
            NS_TEST_EXPECT_MSG_EQ(GetError(attribute, text, udp),
                                  attribute + " is set by the study itself, not by a user",
                                  name);
        }
        for (const std::string name : {"SendSize", "MaxBytes"})
        {
            const std::string attribute = "ns3::BulkSendApplication::" + name;
            NS_TEST_EXPECT_MSG_EQ(GetError(attribute, "700", tcp),
                                  attribute + " is set by the study itself, not by a user",
                                  name);
        }
        ExpectWinners(udp);
    }

    void ExpectWinners(const Xylomenos1999Test& test)
    {
        const std::vector<std::pair<std::string, std::string>> winners{
            {"MediumChannel::Slot", "+10us"},
            {"MediumChannel::CarrierSenseTime", "+1us"},
            {"WavelanNetDevice::Preamble", "+192us"},
            {"WavelanNetDevice::MinCw", "3"},
            {"WavelanNetDevice::MaxCw", "63"},
            {"WavelanNetDevice::SignalStep", "1.5"},
            {"WavelanNetDevice::ResetTime", "+320ms"},
            {"FifoQueueDisc::MaxSize", "7p"},
            {"ReceiveBacklog::MaxWaiting", "5"},
            {"EttcpSender::SendBuffer", "30000"},
            {"EttcpReceiver::MaxWaiting", "3"},
        };
        for (const auto& [name, text] : winners)
        {
            Config::SetDefault("ns3::" + name, StringValue(text));
        }
        Xylomenos1999Testbed testbed(Xylomenos1999Parameters(), test);
        for (const uint32_t host : {0, 1})
        {
            const Ptr<Node> node = testbed.GetNodes().Get(host);
            const Ptr<NetDevice> card = testbed.GetDevices().Get(host);
            const std::map<std::string, Ptr<Object>> objects{
                {"MediumChannel", card->GetChannel()},
                {"WavelanNetDevice", card},
                {"FifoQueueDisc",
                 node->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(card)},
                {"ReceiveBacklog", node->GetObject<ReceiveBacklog>()},
                {"EttcpSender", testbed.GetSender()},
                {"EttcpReceiver", testbed.GetReceiver()},
            };
            for (const auto& [name, text] : winners)
            {
                const auto colons = name.find("::");
                const auto& object = objects.at(name.substr(0, colons));
                const std::string attribute = name.substr(colons + 2);
                if (text.front() != '+')
                {
                    ExpectText(object, attribute, text);
                    continue;
                }
                TimeValue time;
                object->GetAttribute(attribute, time);
                NS_TEST_EXPECT_MSG_EQ(time.Get(), Time(text), name);
            }
        }
        Simulator::Destroy();
        Config::Reset();
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
        AddTestCase(new RefusalTestCase, Duration::QUICK);
        AddTestCase(new WiredTestCase, Duration::QUICK);
        AddTestCase(new UserValueTestCase, Duration::QUICK);
    }
};

/// Static variable for test initialization
Xylomenos1999TestSuite g_xylomenos1999TestSuite;

} // namespace

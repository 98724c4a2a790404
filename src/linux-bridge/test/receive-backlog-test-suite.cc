// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-test-bed.h"

#include "ns3/bridge-helper.h"
#include "ns3/double.h"
#include "ns3/ide-writeback.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/pointer.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
const Mac48Address SENDER("00:00:00:00:aa:01");
const Mac48Address STRANGER("00:00:00:00:aa:02");

/// @param seconds of work for a packet
/// @return a helper
ReceiveBacklogHelper
MakeHelper(double seconds)
{
    ReceiveBacklogHelper helper;
    helper.SetAttribute(
        "PacketTime",
        StringValue("ns3::ConstantRandomVariable[Constant=" + std::to_string(seconds) + "]"));
    return helper;
}

/// A host with devices that receive when the test says so.
class BacklogBed
{
  public:
    /// @param nDevices of the host
    explicit BacklogBed(uint32_t nDevices = 1)
        : node(CreateObject<Node>())
    {
        for (uint32_t i = 0; i < nDevices; ++i)
        {
            const auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(CreateObject<SimpleChannel>());
            node->AddDevice(device);
            devices.Add(device);
        }
    }

    ~BacklogBed()
    {
        Simulator::Destroy();
    }

    /// Note what a handler of all protocols gets.
    /// @param promiscuous which handler
    void Listen(bool promiscuous = false)
    {
        node->RegisterProtocolHandler(Node::ProtocolHandler([this](Ptr<NetDevice> device,
                                                                   Ptr<const Packet>,
                                                                   uint16_t,
                                                                   const Address&,
                                                                   const Address&,
                                                                   NetDevice::PacketType) {
                                          arrivals.emplace_back(device->GetIfIndex(),
                                                                Simulator::Now());
                                      }),
                                      PROTOCOL,
                                      nullptr,
                                      promiscuous);
    }

    /// A packet comes in.
    /// @param bytes of it
    /// @param isForHost or for somebody else
    void ReceiveAt(Time time, uint32_t device, uint32_t bytes = 100, bool isForHost = true)
    {
        const auto receiver = DynamicCast<SimpleNetDevice>(devices.Get(device));
        const auto to = isForHost ? Mac48Address::ConvertFrom(receiver->GetAddress()) : STRANGER;
        Simulator::ScheduleWithContext(node->GetId(), time, [receiver, bytes, to] {
            receiver->Receive(Create<Packet>(bytes), PROTOCOL, to, SENDER);
        });
    }

    Ptr<ReceiveBacklog> GetBacklog() const
    {
        return node->GetObject<ReceiveBacklog>();
    }

    Ptr<Node> node;
    NetDeviceContainer devices;
    std::vector<std::pair<uint32_t, Time>> arrivals; ///< device and instant
};

/// One server for all devices, in the order of arrival.
class BacklogTimesTest : public TestCase
{
  public:
    BacklogTimesTest()
        : TestCase("a host works on one packet after the other, whatever device it came from")
    {
    }

  private:
    void DoRun() override
    {
        BacklogBed bed(2);
        bed.Listen();
        auto helper = MakeHelper(50e-6);
        helper.SetAttribute("ByteTime", TimeValue(NanoSeconds(100)));
        helper.Install(bed.devices);
        // 60 us for 100 bytes, 70 us for 200.
        bed.ReceiveAt(MilliSeconds(1), 0, 100);
        bed.ReceiveAt(MilliSeconds(1), 1, 200);
        bed.ReceiveAt(MilliSeconds(1) + MicroSeconds(100), 0, 100);
        bed.ReceiveAt(MilliSeconds(2), 1, 100);
        Simulator::Run();
        const std::vector<std::pair<uint32_t, Time>> expected{
            {0, MicroSeconds(1060)},
            {1, MicroSeconds(1130)},
            {0, MicroSeconds(1190)},
            {1, MicroSeconds(2060)},
        };
        NS_TEST_ASSERT_MSG_EQ(bed.arrivals.size(), expected.size(), "all arrive");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bed.arrivals[i].first, expected[i].first, "device of " << i);
            NS_TEST_EXPECT_MSG_EQ(bed.arrivals[i].second, expected[i].second, "instant of " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->IsConserved(), true, "all accounted for");
    }
};

/// A disk that is written with interrupts masked keeps the host from its packets.
class BacklogDiskTest : public TestCase
{
  public:
    BacklogDiskTest()
        : TestCase("a host works on packets between the transfers to its disk")
    {
    }

  private:
    void DoRun() override
    {
        BacklogBed bed;
        bed.Listen();
        // A sector takes 256 cycles of 600 ns, 153.6 us. Data is flushed at the next 10 ms.
        const auto disk = CreateObjectWithAttributes<IdeWriteback>("FlushInterval",
                                                                   TimeValue(MilliSeconds(10)),
                                                                   "Age",
                                                                   TimeValue(Time(0)),
                                                                   "Gap",
                                                                   TimeValue(MicroSeconds(30)));
        std::vector<std::pair<Time, Time>> delays;
        disk->TraceConnectWithoutContext("Delay",
                                         Callback<void, Time, Time>([&delays](Time work, Time by) {
                                             delays.emplace_back(work, by);
                                         }));
        auto helper = MakeHelper(50e-6);
        helper.SetAttribute("Disk", PointerValue(disk));
        helper.Install(bed.devices);
        // 7 records of 84 bytes are two sectors: at 10 ms and at 10183.6 us.
        Simulator::Schedule(MilliSeconds(1), [disk] {
            for (uint32_t i = 0; i < 7; ++i)
            {
                disk->Record(Create<Packet>(1500));
            }
        });
        bed.ReceiveAt(MilliSeconds(2), 0);
        bed.ReceiveAt(MilliSeconds(9) + MicroSeconds(990), 0);
        bed.ReceiveAt(MilliSeconds(11), 0);
        Simulator::Run();
        // The second packet: 10 us before, 30 us in the gap, 10 us after 10337.2 us.
        const std::vector<Time> expected{MicroSeconds(2050),
                                         NanoSeconds(10'347'200),
                                         MicroSeconds(11'050)};
        NS_TEST_ASSERT_MSG_EQ(bed.arrivals.size(), expected.size(), "all arrive");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bed.arrivals[i].second, expected[i], "time of " << i);
        }
        NS_TEST_ASSERT_MSG_EQ(delays.size(), 1, "only the second packet is delayed");
        NS_TEST_EXPECT_MSG_EQ(delays[0].first, MicroSeconds(50), "work");
        NS_TEST_EXPECT_MSG_EQ(delays[0].second, NanoSeconds(307'200), "delay");
        NS_TEST_EXPECT_MSG_EQ(disk->GetCounters().bytes, 7 * 84, "snap length and headers");
        NS_TEST_EXPECT_MSG_EQ(disk->GetCounters().transfers, 2, "sectors");
    }
};

/// A disk that a helper gives to the hosts of several simulations.
class BacklogDiskAgainTest : public TestCase
{
  public:
    BacklogDiskAgainTest()
        : TestCase("a disk that is used again after Simulator::Destroy() starts anew")
    {
    }

  private:
    /// A simulation.
    /// @param disk of the host
    /// @return when the packet arrives that is received at 9.99 ms
    Time Run(const Ptr<IdeWriteback>& disk)
    {
        BacklogBed bed;
        bed.Listen();
        auto helper = MakeHelper(50e-6);
        helper.SetAttribute("Disk", PointerValue(disk));
        helper.Install(bed.devices);
        Simulator::Schedule(MilliSeconds(1), [disk] { disk->Record(Create<Packet>(1500)); });
        // Flushed at 40 ms, after the end.
        Simulator::Schedule(MilliSeconds(30), [disk] { disk->Record(Create<Packet>(1500)); });
        bed.ReceiveAt(MicroSeconds(9990), 0);
        Simulator::Stop(MilliSeconds(35));
        Simulator::Run();
        return bed.arrivals.at(0).second;
    }

    void DoRun() override
    {
        const auto disk = CreateObjectWithAttributes<IdeWriteback>("FlushInterval",
                                                                   TimeValue(MilliSeconds(10)),
                                                                   "Age",
                                                                   TimeValue(Time(0)));
        for (uint64_t i = 1; i <= 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(Run(disk), NanoSeconds(10'193'600), "one sector, run " << i);
            NS_TEST_EXPECT_MSG_EQ(disk->GetCounters().bytes, i * 2 * 84, "counters go on");
        }
    }
};

/// What does not fit is dropped with its reason, and the numbers add up at any instant.
class BacklogOverflowTest : public TestCase
{
  public:
    BacklogOverflowTest()
        : TestCase("a full backlog drops until it is empty; nothing is lost silently")
    {
    }

  private:
    void DoRun() override
    {
        BacklogBed bed;
        bed.Listen();
        auto helper = MakeHelper(1e-3);
        helper.SetAttribute("MaxWaiting", UintegerValue(2));
        helper.Install(bed.devices);
        const auto backlog = bed.GetBacklog();
        std::map<ReceiveBacklogDropReason, uint64_t> traced;
        backlog->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, ReceiveBacklogDropReason, Ptr<const NetDevice>>(
                [&](Ptr<const Packet>, ReceiveBacklogDropReason reason, Ptr<const NetDevice>) {
                    ++traced[reason];
                }));
        // One is worked on and three wait; the other two of the burst are too many. At 1.5 ms two
        // wait, at 3.5 ms none.
        for (int i = 0; i < 6; ++i)
        {
            bed.ReceiveAt(Seconds(1), 0);
        }
        bed.ReceiveAt(Seconds(1) + MicroSeconds(1500), 0);
        bed.ReceiveAt(Seconds(1) + MicroSeconds(3500), 0);
        Simulator::Stop(Seconds(1) + MicroSeconds(3600));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(backlog->GetNHeld(), 2, "one in work, one waits");
        NS_TEST_EXPECT_MSG_EQ(backlog->IsConserved(), true, "also while some are held");
        Simulator::Run();
        const auto& counters = backlog->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.received, 8, "offered");
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, 5, "four of the burst and the last");
        NS_TEST_EXPECT_MSG_EQ(bed.arrivals.size(), 5, "with the node");
        NS_TEST_EXPECT_MSG_EQ(counters.full, 2, "too many");
        NS_TEST_EXPECT_MSG_EQ(counters.throttled, 1, "while others still waited");
        NS_TEST_EXPECT_MSG_EQ(traced[ReceiveBacklogDropReason::BACKLOG_FULL], 2, "traced");
        NS_TEST_EXPECT_MSG_EQ(traced[ReceiveBacklogDropReason::THROTTLED], 1, "traced");
    }
};

/// Events are those of packets.
class BacklogEventsTest : public TestCase
{
  public:
    BacklogEventsTest()
        : TestCase("no events without packets, one for each")
    {
    }

  private:
    /// @param packets that come in
    /// @return events of the simulator
    uint64_t CountEvents(uint32_t packets, bool hasBacklog)
    {
        BacklogBed bed;
        bed.Listen();
        bed.Listen(true); // the device calls twice for each packet
        if (hasBacklog)
        {
            auto helper = MakeHelper(50e-6);
            helper.SetAttribute("Promiscuous", BooleanValue(true));
            helper.Install(bed.devices);
        }
        for (uint32_t i = 0; i < packets; ++i)
        {
            bed.ReceiveAt(Seconds(1) + MilliSeconds(i), 0);
        }
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.arrivals.size(), 2 * packets, "at both handlers");
        return Simulator::GetEventCount();
    }

    void DoRun() override
    {
        const uint64_t idle = CountEvents(0, false);
        // The device by which the node's callbacks are known is initialized, as any device.
        NS_TEST_EXPECT_MSG_EQ(CountEvents(0, true), idle + 1, "none while idle");
        NS_TEST_EXPECT_MSG_EQ(CountEvents(10, false), idle + 10, "of the test");
        NS_TEST_EXPECT_MSG_EQ(CountEvents(10, true), idle + 1 + 10 + 10, "one for each packet");
    }
};

/// Stacks, bridges and backlogs in any order, and the times they lead to.
class BacklogOrderTest : public TestCase
{
  public:
    BacklogOrderTest()
        : TestCase("IP stacks and bridges wait whether they were there before or came later")
    {
    }

  private:
    using Step = std::function<void(BacklogBed&)>;

    /// @param steps of installation
    /// @return when a packet for the host and one for another come
    std::vector<Time> GetDelays(const std::vector<Step>& steps, bool promiscuous)
    {
        BacklogBed bed(2);
        for (const auto& step : steps)
        {
            step(bed);
        }
        if (promiscuous)
        {
            const auto bridge = DynamicCast<NetDevice>(bed.node->GetDevice(m_bridge));
            bridge->SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback(
                [&bed](Ptr<NetDevice>, auto, auto, auto, auto, auto) {
                    bed.arrivals.emplace_back(0, Simulator::Now());
                    return true;
                }));
        }
        bed.ReceiveAt(Seconds(1), 0, 100, true);
        bed.ReceiveAt(Seconds(2), 0, 100, false);
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        std::vector<Time> delays;
        for (const auto& [device, time] : bed.arrivals)
        {
            delays.push_back(time - Seconds(time.GetInteger() / Seconds(1).GetInteger()));
        }
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->IsConserved(), true, "nothing lost silently");
        return delays;
    }

    void Check(const std::vector<Step>& steps, bool promiscuous, std::size_t packets)
    {
        const auto delays = GetDelays(steps, promiscuous);
        NS_TEST_ASSERT_MSG_EQ(delays.size(), packets, "packets that come");
        for (const auto& delay : delays)
        {
            NS_TEST_EXPECT_MSG_EQ(delay, MicroSeconds(50), "each takes its time");
        }
    }

    void DoRun() override
    {
        const Step backlog = [](BacklogBed& bed) { MakeHelper(50e-6).Install(bed.devices); };
        const Step stack = [](BacklogBed& bed) { bed.Listen(); };
        const Step linuxBridge = [this](BacklogBed& bed) {
            m_bridge = LinuxBridgeHelper().Install(bed.node, bed.devices).Get(0)->GetIfIndex();
        };
        const Step bridge = [this](BacklogBed& bed) {
            m_bridge = BridgeHelper().Install(bed.node, bed.devices).Get(0)->GetIfIndex();
        };
        Check({backlog, stack}, false, 1);
        Check({stack, backlog}, false, 1);
        Check({backlog, linuxBridge}, true, 2);
        Check({linuxBridge, backlog}, true, 2);
        Check({backlog, bridge}, true, 2);
        Check({bridge, backlog}, true, 2);
    }

    uint32_t m_bridge{0}; ///< number of the bridge on its node
};

/**
 * Fragments of a packet have its number (Packet::CreateFragment()), and so have the MSDUs that come
 * out of one A-MSDU, which may be for different hosts.
 */
class BacklogFragmentTest : public TestCase
{
  public:
    BacklogFragmentTest()
        : TestCase("fragments for another and for the host that come together are two packets")
    {
    }

  private:
    void DoRun() override
    {
        BacklogBed bed;
        std::map<bool, std::vector<uint32_t>> sizes;
        for (const bool promiscuous : {false, true})
        {
            bed.node->RegisterProtocolHandler(
                Node::ProtocolHandler([&sizes, promiscuous](Ptr<NetDevice>,
                                                            Ptr<const Packet> packet,
                                                            uint16_t,
                                                            const Address&,
                                                            const Address&,
                                                            NetDevice::PacketType) {
                    sizes[promiscuous].push_back(packet->GetSize());
                }),
                PROTOCOL,
                nullptr,
                promiscuous);
        }
        auto helper = MakeHelper(50e-6);
        helper.SetAttribute("Promiscuous", BooleanValue(true));
        helper.Install(bed.devices);
        const auto device = DynamicCast<SimpleNetDevice>(bed.devices.Get(0));
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1), [device] {
            const auto whole = Create<Packet>(100);
            const auto host = Mac48Address::ConvertFrom(device->GetAddress());
            device->Receive(whole->CreateFragment(0, 40), PROTOCOL, STRANGER, SENDER);
            device->Receive(whole->CreateFragment(40, 60), PROTOCOL, host, SENDER);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((sizes[false] == std::vector<uint32_t>{60}), true, "for the host");
        NS_TEST_EXPECT_MSG_EQ((sizes[true] == std::vector<uint32_t>{40, 60}), true, "for all");
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->GetCounters().received, 2, "packets");
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->IsConserved(), true, "nothing lost silently");
    }
};

/// Begin while the simulation runs.
class BacklogLateTest : public TestCase
{
  public:
    BacklogLateTest()
        : TestCase("a backlog can be installed while the simulation runs")
    {
    }

  private:
    void DoRun() override
    {
        BacklogBed bed;
        bed.Listen();
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(2), [&bed] {
            MakeHelper(50e-6).Install(bed.devices);
        });
        bed.ReceiveAt(Seconds(1), 0);
        bed.ReceiveAt(Seconds(3), 0);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bed.arrivals.size(), 2, "both come");
        NS_TEST_EXPECT_MSG_EQ(bed.arrivals[0].second, Seconds(1), "without a backlog");
        NS_TEST_EXPECT_MSG_EQ(bed.arrivals[1].second, Seconds(3) + MicroSeconds(50), "with it");
    }
};

/// Other limits while the simulation runs.
class BacklogLimitsTest : public TestCase
{
  public:
    BacklogLimitsTest()
        : TestCase("MaxWaiting and Throttle take effect while the backlog runs")
    {
    }

  private:
    /// A burst at an instant finds an empty backlog.
    /// @param bed that receives it
    /// @param time when
    /// @param name, value attribute that is set just before, and its value
    void BurstAt(BacklogBed& bed, Time time, const std::string& name, const std::string& value)
    {
        Simulator::Schedule(time, [&bed, name, value] {
            bed.GetBacklog()->SetAttribute(name, StringValue(value));
        });
        for (int i = 0; i < 6; ++i)
        {
            bed.ReceiveAt(time, 0);
        }
        // Two of those that wait are left.
        bed.ReceiveAt(time + MicroSeconds(1500), 0);
    }

    void DoRun() override
    {
        BacklogBed bed;
        bed.Listen();
        MakeHelper(1e-3).Install(bed.devices);
        BurstAt(bed, Seconds(1), "MaxWaiting", "2");   // 4 places: 2 are too many, 1 is throttled
        BurstAt(bed, Seconds(2), "Throttle", "false"); // 2 are too many
        BurstAt(bed, Seconds(3), "MaxWaiting", "3");   // 1 is too many
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->GetCounters().full, 5, "2 + 2 + 1");
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->GetCounters().throttled, 1, "the first time");
        NS_TEST_EXPECT_MSG_EQ(bed.arrivals.size(), 4 + 5 + 6, "the others");
    }
};

/// End while the simulation runs.
class BacklogDisposeTest : public TestCase
{
  public:
    BacklogDisposeTest()
        : TestCase("a backlog whose node is disposed of while its devices run ignores packets")
    {
    }

  private:
    void DoRun() override
    {
        BacklogBed bed;
        bed.Listen();
        MakeHelper(1e-3).Install(bed.devices);
        for (const Time& time : {Seconds(1), Seconds(2), Seconds(3)})
        {
            bed.ReceiveAt(time, 0);
            bed.ReceiveAt(time, 0);
        }
        const auto backlog = bed.GetBacklog();
        Simulator::ScheduleWithContext(bed.node->GetId(),
                                       Seconds(2) + MicroSeconds(1500),
                                       [&backlog] { backlog->Dispose(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.arrivals.size(), 3, "all but the last before the end");
        NS_TEST_EXPECT_MSG_EQ(backlog->GetCounters().received, 4, "before the end");
        NS_TEST_EXPECT_MSG_EQ(backlog->GetCounters().forgotten, 1, "waited at the end");
        NS_TEST_EXPECT_MSG_EQ(backlog->IsConserved(), true, "nothing lost silently");
    }
};

/// A bridge that comes, or gets ports, while the simulation runs.
class BacklogLateBridgeTest : public TestCase
{
  public:
    BacklogLateBridgeTest()
        : TestCase("packets wait for a bridge that is installed while the simulation runs")
    {
    }

  private:
    /// @param addPorts to the bed's node
    /// @return delay of a packet for another host, which only the bridge receives
    Time GetDelay(const std::function<void(BacklogBed&)>& addPorts)
    {
        BacklogBed bed(2);
        MakeHelper(50e-6).Install(bed.devices);
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1), [&] { addPorts(bed); });
        Time arrival;
        DynamicCast<SimpleNetDevice>(bed.devices.Get(1))
            ->GetQueue()
            ->TraceConnectWithoutContext("Enqueue", Callback<void, Ptr<const Packet>>([&](auto) {
                                             arrival = Simulator::Now();
                                         }));
        bed.ReceiveAt(Seconds(2), 0, 100, false);
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->GetCounters().received, 1, "waits once");
        return arrival - Seconds(2);
    }

    void DoRun() override
    {
        const Time linuxBridge =
            GetDelay([](BacklogBed& bed) { LinuxBridgeHelper().Install(bed.node, bed.devices); });
        NS_TEST_EXPECT_MSG_EQ(linuxBridge, MicroSeconds(50), "of lasthop");
        const Time bridge =
            GetDelay([](BacklogBed& bed) { BridgeHelper().Install(bed.node, bed.devices); });
        NS_TEST_EXPECT_MSG_EQ(bridge, MicroSeconds(50), "of ns-3");
        CheckLatePort();
    }

    /// The first packet of any device shows that there is a new port.
    void CheckLatePort()
    {
        BacklogBed bed(2);
        MakeHelper(50e-6).Install(bed.devices);
        const auto bridge = DynamicCast<BridgeNetDevice>(
            BridgeHelper().Install(bed.node, NetDeviceContainer(bed.devices.Get(0))).Get(0));
        Simulator::ScheduleWithContext(bed.node->GetId(), Seconds(1), [&] {
            bridge->AddBridgePort(bed.devices.Get(1));
        });
        bed.ReceiveAt(Seconds(2), 0, 100, false);
        bed.ReceiveAt(Seconds(3), 1, 100, false);
        Simulator::Stop(Seconds(4));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.GetBacklog()->GetCounters().received, 2, "of both ports");
    }
};

/// The times may be random, of the stream that is assigned.
class BacklogStreamTest : public TestCase
{
  public:
    BacklogStreamTest()
        : TestCase("random times depend on their stream alone")
    {
    }

  private:
    Time GetArrival(int64_t stream)
    {
        BacklogBed bed;
        bed.Listen();
        ReceiveBacklogHelper helper;
        helper.SetAttribute("PacketTime",
                            StringValue("ns3::UniformRandomVariable[Min=10e-6|Max=50e-6]"));
        helper.Install(bed.devices);
        NS_TEST_EXPECT_MSG_EQ(ReceiveBacklogHelper::AssignStreams(NodeContainer(bed.node), stream),
                              1,
                              "streams");
        bed.ReceiveAt(Seconds(1), 0);
        Simulator::Run();
        const Time delay = bed.arrivals.at(0).second - Seconds(1);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(delay, MicroSeconds(10), "least");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(delay, MicroSeconds(50), "most");
        return delay;
    }

    void DoRun() override
    {
        const Time first = GetArrival(7);
        NS_TEST_EXPECT_MSG_EQ(GetArrival(7), first, "the same stream");
        NS_TEST_EXPECT_MSG_NE(GetArrival(8), first, "another stream");
        CheckTwoHosts(first, GetArrival(8));
    }

    /// @param first, second times that the streams 7 and 8 give
    void CheckTwoHosts(Time first, Time second)
    {
        BacklogBed one;
        BacklogBed other;
        ReceiveBacklogHelper helper;
        helper.SetAttribute("PacketTime",
                            StringValue("ns3::UniformRandomVariable[Min=10e-6|Max=50e-6]"));
        for (BacklogBed* bed : {&one, &other})
        {
            bed->Listen();
            helper.Install(bed->devices);
            bed->ReceiveAt(Seconds(1), 0);
        }
        const NodeContainer nodes(one.node, other.node);
        NS_TEST_EXPECT_MSG_EQ(ReceiveBacklogHelper::AssignStreams(nodes, 7), 2, "one each");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(one.arrivals.at(0).second, Seconds(1) + first, "stream 7");
        NS_TEST_EXPECT_MSG_EQ(other.arrivals.at(0).second, Seconds(1) + second, "stream 8");
    }
};

/// Tests of ReceiveBacklog.
class ReceiveBacklogTestSuite : public TestSuite
{
  public:
    ReceiveBacklogTestSuite()
        : TestSuite("receive-backlog", Type::UNIT)
    {
        AddTestCase(new BacklogTimesTest, Duration::QUICK);
        AddTestCase(new BacklogDiskTest, Duration::QUICK);
        AddTestCase(new BacklogDiskAgainTest, Duration::QUICK);
        AddTestCase(new BacklogOverflowTest, Duration::QUICK);
        AddTestCase(new BacklogEventsTest, Duration::QUICK);
        AddTestCase(new BacklogOrderTest, Duration::QUICK);
        AddTestCase(new BacklogFragmentTest, Duration::QUICK);
        AddTestCase(new BacklogLateTest, Duration::QUICK);
        AddTestCase(new BacklogLateBridgeTest, Duration::QUICK);
        AddTestCase(new BacklogLimitsTest, Duration::QUICK);
        AddTestCase(new BacklogDisposeTest, Duration::QUICK);
        AddTestCase(new BacklogStreamTest, Duration::QUICK);
    }
};

ReceiveBacklogTestSuite g_receiveBacklogTestSuite; ///< registers itself

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A bridge at random moments of traffic between all its hosts: queue discs are put on, replaced and
// taken off, ports are added. At each of these moments bridge, ports and hosts account for every
// frame. Ports cannot be taken off: neither ns-3's BridgeNetDevice nor this bridge has a function
// for it.

#include "linux-bridge-test-bed.h"

#include "ns3/linux-bridge-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"

#include <array>
#include <random>
#include <sstream>

using namespace ns3;

namespace
{

using Reason = LinuxBridgeDropReason;

constexpr uint32_t MOST_PORTS = 8;

constexpr std::array DISCS{"ns3::FifoQueueDisc",
                           "ns3::PfifoFastQueueDisc",
                           "ns3::CoDelQueueDisc",
                           "ns3::FqCoDelQueueDisc",
                           "ns3::CobaltQueueDisc",
                           "ns3::RedQueueDisc"};

/// What the runs of a test case met, so that none of it is missing.
struct Experience
{
    uint64_t replaced{0};  ///< queue discs
    uint64_t added{0};     ///< ports
    uint64_t delivered{0}; ///< frames that reached hosts
    uint64_t removed{0};   ///< frames that waited in a queue disc that was taken off
    uint64_t stopped{0};   ///< frames that found the device's queue stopped
    uint64_t dropped{0};   ///< frames that queue discs dropped
};

/// Hosts around a bridge, and random moments.
class StressedBridge
{
  public:
    explicit StressedBridge(uint32_t seed)
        : m_random(seed),
          m_bed(Draw(2, 4), DrawOne("0", "3"))
    {
        // Hosts are referred to by the callbacks of their devices, and must stay where they are.
        m_bed.hosts.reserve(MOST_PORTS);
        for (std::size_t i = 0; i < m_bed.hosts.size(); ++i)
        {
            m_bed.hosts[i].Listen(m_bed.hosts[i].device);
        }
        m_bed.bridge->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                ++m_delivered;
                return true;
            }));
    }

    /// @param duration of the traffic
    /// @param experience of it
    /// @return what was wrong, empty if nothing was
    std::string Run(Time duration, Experience& experience)
    {
        m_end = duration;
        Simulator::ScheduleWithContext(GetContext(), DrawTime(1000), [this] { Send(); });
        Simulator::ScheduleWithContext(GetContext(), DrawTime(20000), [this] { Act(); });
        // A port notices with its next frame that its queue disc has gone. Two hosts reach all
        // ports.
        Simulator::ScheduleWithContext(GetContext(), duration + Seconds(5), [this] {
            for (const auto& host : {&m_bed.hosts[0], &m_bed.hosts[1]})
            {
                const auto packet = MakeUdpPacket("10.0.0.1", "10.0.0.2", 1, 0, 0);
                host->Send(packet, Mac48Address::GetBroadcast(), 0x0800);
            }
        });
        LinuxBridgeTestBed::RunUntil(duration + Seconds(10));
        CheckRest();
        Add(experience);
        return m_mistake;
    }

  private:
    /// @return a number from @p first to @p last
    uint32_t Draw(uint32_t first, uint32_t last)
    {
        return std::uniform_int_distribution<uint32_t>(first, last)(m_random);
    }

    /// @return one of two texts
    std::string DrawOne(const std::string& one, const std::string& other)
    {
        return Draw(0, 1) == 0 ? one : other;
    }

    /// @return a time up to so many microseconds
    Time DrawTime(uint32_t microseconds)
    {
        return NanoSeconds(Draw(0, 1000 * microseconds));
    }

    uint32_t GetContext() const
    {
        return m_bed.node->GetId();
    }

    /// @param holds what must be true
    /// @param what was wrong otherwise
    void Require(bool holds, const std::string& what)
    {
        if (!holds && m_mistake.empty())
        {
            std::ostringstream text;
            text << Simulator::Now().As(Time::MS) << ": " << what;
            m_mistake = text.str();
        }
    }

    /// @return address of another host, of the bridge, of all, or of nobody
    Mac48Address DrawDestination()
    {
        const uint32_t choice = Draw(0, 9);
        if (choice > 2)
        {
            return m_bed.hosts[Draw(0, m_bed.hosts.size() - 1)].GetAddress();
        }
        return choice == 0   ? Mac48Address::GetBroadcast()
               : choice == 1 ? Mac48Address::ConvertFrom(m_bed.bridge->GetAddress())
                             : Mac48Address("00:00:00:00:88:88");
    }

    /// A burst of a host or of the bridge's own stack, and the next one after it.
    void Send()
    {
        if (Simulator::Now() >= m_end)
        {
            return;
        }
        const uint32_t from = Draw(0, m_bed.hosts.size());
        const auto destination = DrawDestination();
        for (uint32_t i = Draw(1, 20); i > 0; --i)
        {
            const auto packet = MakeUdpPacket("10.0.0.1", "10.0.0.2", i, Draw(0, 1400), Draw(0, 2));
            if (from < m_bed.hosts.size())
            {
                m_bed.hosts[from].Send(packet, destination, 0x0800);
            }
            else
            {
                m_bed.bridge->Send(packet, destination, 0x0800);
                ++m_sent;
            }
        }
        Simulator::ScheduleWithContext(GetContext(), DrawTime(5000), [this] { Send(); });
    }

    void Act()
    {
        if (Simulator::Now() >= m_end)
        {
            return;
        }
        if (Draw(0, 9) == 0 && m_bed.hosts.size() < MOST_PORTS)
        {
            AddPort();
        }
        else
        {
            Replace(Draw(0, m_bed.ports.GetN() - 1));
        }
        Check();
        Simulator::ScheduleWithContext(GetContext(), DrawTime(10000), [this] { Act(); });
    }

    void AddPort()
    {
        ++m_added;
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        link.SetDeviceAttribute("DataRate", StringValue(DrawOne("10Mbps", "1Mbps")));
        const auto devices = link.Install(NodeContainer(m_bed.node, CreateObject<Node>()));
        m_bed.ports.Add(devices.Get(0));
        m_bed.hosts.emplace_back();
        m_bed.hosts.back().Listen(devices.Get(1));
        m_bed.bridge->AddBridgePort(devices.Get(0));
    }

    /// Take the queue disc off, and put another one on, or none.
    void Replace(uint32_t port)
    {
        const auto device = m_bed.ports.Get(port);
        const auto control = m_bed.node->GetObject<TrafficControlLayer>();
        if (control && control->GetRootQueueDiscOnDevice(device))
        {
            ++m_replaced;
            control->DeleteRootQueueDiscOnDevice(device);
        }
        if (Draw(0, 3) > 0)
        {
            TrafficControlHelper helper;
            helper.SetRootQueueDisc(DISCS[Draw(0, DISCS.size() - 1)],
                                    "MaxSize",
                                    StringValue(DrawOne("5p", "200p")));
            m_bed.InstallQueueDisc(port, helper);
        }
    }

    /// Every frame is in one place.
    void Check()
    {
        const auto& bridge = m_bed.bridge;
        const auto& counters = bridge->GetCounters();
        Require(bridge->IsConserved(), "a counter does not add up");
        Require(counters.sent == m_sent, "the host has sent another number");
        Require(counters.delivered == m_delivered, "the host has got another number");
        LinuxBridgeDrops drops = counters;
        uint64_t offered = 0;
        for (uint32_t i = 0; i < m_bed.ports.GetN(); ++i)
        {
            const auto port = bridge->GetPortCounters(i);
            offered += port.offered;
            Require(m_bed.hosts[i].received.size() <= port.transmitted, "a frame from nowhere");
            for (std::size_t reason = 0; reason < LINUX_BRIDGE_DROP_REASONS; ++reason)
            {
                for (uint64_t k = port.GetDropped(static_cast<Reason>(reason)); k > 0; --k)
                {
                    drops.CountDrop(static_cast<Reason>(reason));
                }
            }
        }
        Require(offered == counters.forwarded, "a frame between bridge and port");
        for (std::size_t reason = 0; reason < LINUX_BRIDGE_DROP_REASONS; ++reason)
        {
            const auto value = static_cast<Reason>(reason);
            Require(drops.GetDropped(value) == m_bed.GetTraced(value),
                    std::string("not each drop is traced once: ") +
                        GetLinuxBridgeDropReasonName(value));
        }
    }

    void CheckRest()
    {
        Check();
        for (uint32_t i = 0; i < m_bed.ports.GetN(); ++i)
        {
            const auto port = m_bed.bridge->GetPortCounters(i);
            Require(port.held == 0, "a queue disc still holds frames");
            Require(m_bed.hosts[i].received.size() == port.transmitted, "a frame is on no link");
        }
    }

    void Add(Experience& experience) const
    {
        experience.replaced += m_replaced;
        experience.added += m_added;
        for (const auto& host : m_bed.hosts)
        {
            experience.delivered += host.received.size();
        }
        experience.removed += m_bed.GetTraced(Reason::QUEUE_DISC_REMOVED);
        experience.stopped += m_bed.GetTraced(Reason::DEVICE_QUEUE_STOPPED);
        experience.dropped += m_bed.GetTraced(Reason::QUEUE_DISC);
    }

    std::mt19937 m_random;
    LinuxBridgeTestBed m_bed;
    Time m_end;              ///< of the traffic
    uint64_t m_sent{0};      ///< by the bridge's own stack
    uint64_t m_delivered{0}; ///< to the bridge's own stack
    uint64_t m_replaced{0};  ///< queue discs
    uint64_t m_added{0};     ///< ports
    std::string m_mistake;   ///< the first
};

class LinuxBridgeStressTest : public TestCase
{
  public:
    /// @param first seed
    /// @param last seed
    LinuxBridgeStressTest(uint32_t first, uint32_t last)
        : TestCase("Random moments of traffic, seeds " + std::to_string(first) + " to " +
                   std::to_string(last)),
          m_first(first),
          m_last(last)
    {
    }

  private:
    void DoRun() override
    {
        Experience experience;
        for (uint32_t seed = m_first; seed <= m_last; ++seed)
        {
            StressedBridge bridge(seed);
            const std::string mistake = bridge.Run(MilliSeconds(500), experience);
            NS_TEST_EXPECT_MSG_EQ(mistake, "", "seed " << seed);
        }
        NS_TEST_EXPECT_MSG_GT(experience.replaced, 100, "queue discs were replaced");
        NS_TEST_EXPECT_MSG_GT(experience.added, 30, "ports were added");
        NS_TEST_EXPECT_MSG_GT(experience.delivered, 1000, "frames arrived");
        NS_TEST_EXPECT_MSG_GT(experience.removed, 100, "frames waited in what was replaced");
        NS_TEST_EXPECT_MSG_GT(experience.stopped, 100, "there was no queue disc");
        NS_TEST_EXPECT_MSG_GT(experience.dropped, 100, "queue discs were full");
    }

    uint32_t m_first; ///< seed
    uint32_t m_last;  ///< seed
};

} // namespace

/// @ingroup tests
class LinuxBridgeStressTestSuite : public TestSuite
{
  public:
    LinuxBridgeStressTestSuite()
        : TestSuite("linux-bridge-stress", Type::SYSTEM)
    {
        AddTestCase(new LinuxBridgeStressTest(1, 30), Duration::QUICK);
        AddTestCase(new LinuxBridgeStressTest(31, 3000), Duration::EXTENSIVE);
    }
};

static LinuxBridgeStressTestSuite g_linuxBridgeStressTestSuite;

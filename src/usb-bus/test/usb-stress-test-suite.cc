// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A bus at random moments of traffic both ways: unplugged and plugged in again, suspended, held,
// blocked, disposed of. At each of these moments every packet is in one place, and afterwards the
// bus works as before.

#include "stub-radio.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/queue.h"
#include "ns3/simple-channel.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"

#include <random>
#include <set>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments

/// Random numbers of one run.
class Dice
{
  public:
    explicit Dice(uint32_t seed)
        : m_random(seed)
    {
    }

    /// @return a number from @p first to @p last
    uint32_t Draw(uint32_t first, uint32_t last)
    {
        return std::uniform_int_distribution<uint32_t>(first, last)(m_random);
    }

    /// @return true once in @p n times
    bool IsOneOf(uint32_t n)
    {
        return Draw(1, n) == 1;
    }

    /// @return a time up to so many microseconds, to a nanosecond
    Time DrawTime(uint32_t microseconds)
    {
        return NanoSeconds(Draw(0, 1000 * microseconds));
    }

  private:
    std::mt19937 m_random;
};

/// What the runs of a test case met, so that none of it is missing.
struct Experience
{
    uint64_t actions{0};
    uint64_t unplugged{0};   ///< packets, both ways
    uint64_t disposed{0};    ///< packets, both ways
    uint64_t overruns{0};    ///< packets, both ways
    uint64_t sent{0};        ///< packets that reached the peer
    uint64_t received{0};    ///< packets that reached the laptop's stack
    uint64_t busFailures{0}; ///< packets that the driver lost on a bus with errors
};

/// A laptop with a radio on a random bus, and a peer.
class StressedLaptop
{
  public:
    StressedLaptop(uint32_t seed, bool disposes)
        : m_dice(seed),
          m_disposes(disposes)
    {
        const auto channel = CreateObject<SimpleChannel>();
        for (auto* one : {&m_radio, &m_peer})
        {
            *one = CreateObject<StubRadio>();
            (*one)->SetAddress(Mac48Address::Allocate());
            (*one)->SetChannel(channel);
            (*one)->service = MicroSeconds(m_dice.Draw(100, 3000));
            CreateObject<Node>()->AddDevice(*one);
        }
        Install();
        Connect();
    }

    ~StressedLaptop()
    {
        Simulator::Destroy();
    }

    StressedLaptop(const StressedLaptop&) = delete;
    StressedLaptop& operator=(const StressedLaptop&) = delete;

    /// @param duration of the traffic
    /// @param experience of it
    /// @return what was wrong, empty if nothing was
    std::string Run(Time duration, Experience& experience)
    {
        m_end = duration;
        const uint32_t node = m_radio->GetNode()->GetId();
        Simulator::ScheduleWithContext(node, m_dice.DrawTime(1000), [this] { Receive(); });
        Simulator::ScheduleWithContext(node, m_dice.DrawTime(1000), [this] { Feed(); });
        Simulator::ScheduleWithContext(node, m_dice.DrawTime(20000), [this] { Act(); });
        Simulator::ScheduleWithContext(node, duration, [this] { Rest(); });
        if (m_disposes)
        {
            Simulator::ScheduleWithContext(node, m_dice.DrawTime(200000), [this] { Dispose(); });
        }
        Simulator::Stop(duration + Seconds(30));
        Simulator::Run();
        CheckRest();
        Add(experience);
        return m_mistake;
    }

  private:
    void Install()
    {
        const bool isHighSpeed = m_dice.IsOneOf(2);
        ObjectFactory controller(isHighSpeed ? "ns3::EhciHostController"
                                             : "ns3::UhciHostController");
        m_errorRate = m_dice.IsOneOf(3) ? 0.001 * m_dice.Draw(1, 150) : 0;
        controller.Set("TransactionErrorRate", DoubleValue(m_errorRate));
        controller.Set("HandshakeErrorShare", DoubleValue(0.1 * m_dice.Draw(0, 10)));
        controller.Set("IsrLatency", TimeValue(m_dice.DrawTime(100)));
        if (!isHighSpeed)
        {
            controller.Set("Fsbr", BooleanValue(m_dice.IsOneOf(2)));
            controller.Set("Traversal",
                           StringValue(m_dice.IsOneOf(2) ? "DepthFirst" : "BreadthFirst"));
        }
        m_bus = controller.Create<UsbHostController>();
        UsbHelper usb;
        m_inUrbs = m_dice.Draw(1, 6);
        usb.SetDeviceAttribute("QueueMode",
                               StringValue(m_dice.IsOneOf(2) ? "Queued" : "Queueless"));
        usb.SetDeviceAttribute("MaxTxUrbs", UintegerValue(m_dice.Draw(1, 6)));
        usb.SetDeviceAttribute("InUrbs", UintegerValue(m_inUrbs));
        usb.SetDeviceAttribute("TxResubmitDelay", TimeValue(m_dice.DrawTime(200)));
        usb.SetDeviceAttribute("RxResubmitDelay", TimeValue(m_dice.DrawTime(200)));
        usb.SetDeviceAttribute("RxDeliverDelay", TimeValue(m_dice.DrawTime(500)));
        usb.SetDeviceAttribute("ErrorPause", TimeValue(m_dice.DrawTime(20000)));
        usb.SetAdapterAttribute("TxBuffers", UintegerValue(m_dice.Draw(1, 4)));
        usb.SetAdapterAttribute("RxBuffers", UintegerValue(m_dice.Draw(1, 12)));
        usb.SetAdapterAttribute("HeaderGap", TimeValue(m_dice.DrawTime(200)));
        usb.SetAdapterAttribute("CommitGap", TimeValue(m_dice.DrawTime(200)));
        usb.SetAdapterAttribute("FifoPackets", UintegerValue(m_dice.Draw(0, 4)));
        usb.SetAdapterAttribute("OverrunPolicy", StringValue(m_dice.IsOneOf(2) ? "Drop" : "Nak"));
        const auto devices = usb.Install(NetDeviceContainer(m_radio), m_bus);
        m_driver = DynamicCast<UsbNetDevice>(devices.Get(0));
        m_adapter = m_driver->GetAdapter();
        UsbHelper::AssignStreams(devices, 1);
    }

    void Connect()
    {
        m_queue = m_driver->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        m_queue->SetWakeCallback(Callback<void>([this] { Feed(); }));
        m_driver->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                Arrive(*packet, m_inbound, m_nextIn, "stack");
                ++m_received;
                return true;
            }));
        m_peer->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                Arrive(*packet, m_outbound, m_nextOut, "peer");
                ++m_sent;
                return true;
            }));
        const Callback<void, Ptr<const Packet>, UsbDropReason> drop(
            [this](Ptr<const Packet> packet, UsbDropReason) {
                m_inbound.erase(packet->GetUid());
                m_outbound.erase(packet->GetUid());
            });
        m_driver->TraceConnectWithoutContext("Drop", drop);
        m_adapter->TraceConnectWithoutContext("Drop", drop);
    }

    /// A packet is at its goal.
    /// @param packet which
    /// @param open those under way
    /// @param next lowest uid that may come
    /// @param place where it is
    void Arrive(const Packet& packet,
                std::set<uint64_t>& open,
                uint64_t& next,
                const std::string& place)
    {
        const uint64_t uid = packet.GetUid();
        Require(open.erase(uid) == 1 || m_isDisposed, place + ": twice, or after a drop");
        Require(uid >= next, place + ": a packet has overtaken another");
        next = uid + 1;
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

    /// A frame comes from the air, and the next one after it.
    void Receive()
    {
        if (Simulator::Now() >= m_end)
        {
            return;
        }
        const auto packet = Create<Packet>(m_dice.Draw(0, 1500));
        m_inbound.insert(packet->GetUid());
        ++m_offered;
        m_radio->Receive(packet,
                         PROTOCOL,
                         Mac48Address::ConvertFrom(m_radio->GetAddress()),
                         Mac48Address::ConvertFrom(m_peer->GetAddress()));
        Simulator::Schedule(m_dice.DrawTime(2000), &StressedLaptop::Receive, this);
    }

    /// The stack has a packet whenever the device queue runs, or a little later.
    void Feed()
    {
        if (Simulator::Now() >= m_end || m_isDisposed)
        {
            return;
        }
        while (!m_queue->IsStopped())
        {
            const auto packet = Create<Packet>(m_dice.Draw(0, 1500));
            m_outbound.insert(packet->GetUid());
            if (!m_driver->Send(packet, m_peer->GetAddress(), PROTOCOL))
            {
                // Without an adapter nothing stops the queue.
                Simulator::Schedule(MilliSeconds(1), &StressedLaptop::Feed, this);
                return;
            }
        }
    }

    void Act()
    {
        if (Simulator::Now() >= m_end || m_isDisposed)
        {
            return;
        }
        ++m_actions;
        switch (m_dice.Draw(0, 8))
        {
        case 0:
        case 1:
            Plug(false);
            break;
        case 2:
        case 3:
            Plug(true);
            break;
        case 4:
            Plug(false);
            Plug(true);
            break;
        case 5:
            m_bus->Suspend();
            break;
        case 6:
            m_bus->Resume();
            break;
        case 7:
            m_adapter->HoldReceive(m_dice.DrawTime(5000));
            break;
        default:
            m_adapter->BlockInterrupts(m_dice.DrawTime(5000));
        }
        Check();
        Simulator::Schedule(m_dice.DrawTime(10000), &StressedLaptop::Act, this);
    }

    /// The driver goes, with its adapter.
    void Dispose()
    {
        m_isDisposed = true;
        m_driver->Dispose();
        Check();
    }

    void Plug(bool in)
    {
        const bool isIn = m_adapter->GetHostController() != nullptr;
        if (in && !isIn)
        {
            m_bus->Attach(m_adapter);
            m_driver->Attach(m_adapter);
        }
        else if (!in && isIn)
        {
            m_bus->Detach(m_adapter);
        }
    }

    void Rest()
    {
        if (!m_isDisposed)
        {
            Plug(true);
        }
        m_bus->Resume();
        Check();
    }

    void Check()
    {
        const auto in = m_adapter->GetRxCounters();
        const auto up = m_driver->GetRxCounters();
        const auto down = m_driver->GetTxCounters();
        const auto out = m_adapter->GetTxCounters();
        for (const auto& counters : {in, up, down, out})
        {
            Require(counters.IsConserved(), "a counter does not add up");
        }
        Require(up.delivered == m_received, "the stack has got another number of packets");
        Require(m_isDisposed || in.offered == m_offered, "the adapter has seen another number");
        Require(in.delivered == up.offered, "IN: the driver has another number than the adapter");
        Require(m_isDisposed || m_inbound.size() == in.held + up.held, "IN: a packet is nowhere");
        // A frame that the adapter has may be the driver's, too, until its URB is back.
        Require(out.offered >= down.delivered && out.offered <= down.delivered + down.held,
                "OUT: packets from nowhere");
        Require(m_isDisposed || m_outbound.size() == down.offered - down.GetDropped() -
                                                         out.GetDropped() - out.delivered,
                "OUT: a packet is nowhere");
    }

    void CheckRest()
    {
        Check();
        const auto statistics = m_bus->GetStatistics();
        if (m_isDisposed)
        {
            Require(statistics.urbsInProgress == 0, "the bus has URBs of a driver that is gone");
            return;
        }
        Require(m_driver->GetTxCounters().held == 0, "the driver holds packets");
        Require(m_adapter->GetTxCounters().held == 0 && m_outbound.empty(), "the adapter does");
        Require(m_sent == m_adapter->GetTxCounters().delivered, "the peer has another number");
        Require(m_errorRate > 0 || m_inbound.empty(), "the adapter has frames for the host");
        Require(statistics.urbsInProgress <= m_inUrbs, "more URBs are posted than there are");
    }

    void Add(Experience& experience) const
    {
        experience.actions += m_actions;
        experience.sent += m_sent;
        experience.received += m_received;
        for (const auto& counters : {m_adapter->GetRxCounters(),
                                     m_driver->GetRxCounters(),
                                     m_driver->GetTxCounters(),
                                     m_adapter->GetTxCounters()})
        {
            experience.unplugged += counters.GetDropped(UsbDropReason::UNPLUGGED);
            experience.disposed += counters.GetDropped(UsbDropReason::DISPOSED);
            experience.overruns += counters.GetDropped(UsbDropReason::RX_OVERRUN) +
                                   counters.GetDropped(UsbDropReason::TX_OVERRUN);
            experience.busFailures += counters.GetDropped(UsbDropReason::TX_URB_FAILED) +
                                      counters.GetDropped(UsbDropReason::RX_URB_FAILED) +
                                      counters.GetDropped(UsbDropReason::RX_TRUNCATED);
        }
    }

    Dice m_dice;
    bool m_disposes; ///< the driver is disposed of
    Time m_end;      ///< of the traffic
    Ptr<StubRadio> m_radio;
    Ptr<StubRadio> m_peer;
    Ptr<UsbHostController> m_bus;
    Ptr<UsbNetDevice> m_driver;
    Ptr<UsbWifiAdapter> m_adapter;
    Ptr<NetDeviceQueue> m_queue; ///< the driver's
    uint32_t m_inUrbs{1};        ///< posted at a time
    double m_errorRate{0};       ///< of transactions
    bool m_isDisposed{false};
    std::set<uint64_t> m_inbound;  ///< uids, neither received nor dropped
    std::set<uint64_t> m_outbound; ///< uids, neither received nor dropped
    uint64_t m_nextIn{0};          ///< lowest uid that may reach the stack
    uint64_t m_nextOut{0};         ///< lowest uid that may reach the peer
    uint64_t m_offered{0};         ///< frames from the air
    uint64_t m_received{0};        ///< packets that reached the stack
    uint64_t m_sent{0};            ///< packets that reached the peer
    uint64_t m_actions{0};
    std::string m_mistake; ///< the first
};

class UsbStressTest : public TestCase
{
  public:
    /// @param first seed
    /// @param last seed
    /// @param disposes whether drivers are disposed of
    UsbStressTest(uint32_t first, uint32_t last, bool disposes)
        : TestCase(std::string("Random moments of traffic both ways, ") +
                   (disposes ? "disposed of at one of them, " : "") + "seeds " +
                   std::to_string(first) + " to " + std::to_string(last)),
          m_first(first),
          m_last(last),
          m_disposes(disposes)
    {
    }

  private:
    void DoRun() override
    {
        Experience experience;
        for (uint32_t seed = m_first; seed <= m_last; ++seed)
        {
            StressedLaptop laptop(seed, m_disposes);
            const std::string mistake =
                laptop.Run(MilliSeconds(m_disposes ? 200 : 1000), experience);
            NS_TEST_EXPECT_MSG_EQ(mistake, "", "seed " << seed);
        }
        NS_TEST_EXPECT_MSG_GT(experience.sent, 1000, "packets left");
        NS_TEST_EXPECT_MSG_GT(experience.received, 1000, "packets came");
        NS_TEST_EXPECT_MSG_GT(experience.unplugged,
                              100,
                              "the adapter was unplugged in mid-traffic");
        NS_TEST_EXPECT_MSG_GT(experience.overruns, 100, "buffers were full");
        NS_TEST_EXPECT_MSG_GT(experience.busFailures, 5, "transfers failed");
        NS_TEST_EXPECT_MSG_EQ((experience.disposed > 10), m_disposes, "disposals");
    }

    uint32_t m_first; ///< seed
    uint32_t m_last;  ///< seed
    bool m_disposes;  ///< drivers are disposed of
};

class UsbStressTestSuite : public TestSuite
{
  public:
    UsbStressTestSuite()
        : TestSuite("usb-stress", Type::SYSTEM)
    {
        AddTestCase(new UsbStressTest(1, 60, false), Duration::QUICK);
        AddTestCase(new UsbStressTest(1, 600, true), Duration::QUICK);
        AddTestCase(new UsbStressTest(61, 6000, false), Duration::EXTENSIVE);
        AddTestCase(new UsbStressTest(601, 60000, true), Duration::EXTENSIVE);
    }
};

UsbStressTestSuite g_usbStressTestSuite; ///< registers itself

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// WaveLAN cards: hand-computed times, collisions that nobody notices, overruns, and ettcp's host.

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ettcp-receiver.h"
#include "ns3/ettcp-sender.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <algorithm>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
constexpr uint32_t SIZE = 1000;       ///< of packets, bytes
/// 192 us of preamble and 1000 + 14 + 4 bytes at 2 Mb/s.
const Time FRAME = MicroSeconds(192 + 4072);
const Time START = Seconds(1);

/// A case with cards 0 and 1, and what happens to their packets.
class WavelanTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void Install(WavelanCard first, WavelanCard second)
    {
        nodes.Create(2);
        devices.Add(wavelan.Install(nodes.Get(0), first));
        devices.Add(wavelan.Install(nodes.Get(1), second));
        WavelanHelper::AssignStreams(devices, 1);
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto card = GetCard(i);
            card->TraceConnectWithoutContext("MacRx",
                                             MakeCallback(&WavelanTestCase::NoteArrival, this));
            card->TraceConnectWithoutContext("Drop",
                                             MakeCallback(&WavelanTestCase::NoteDrop, this));
        }
    }

    Ptr<WavelanNetDevice> GetCard(uint32_t i) const
    {
        return DynamicCast<WavelanNetDevice>(devices.Get(i));
    }

    /// Offer packets to a card.
    /// @param from, to cards
    /// @param at time after START
    /// @param count packets
    void Offer(uint32_t from, uint32_t to, Time at, uint32_t count = 1)
    {
        Simulator::ScheduleWithContext(
            nodes.Get(from)->GetId(),
            START + at,
            [this, from, to, count] {
                for (uint32_t i = 0; i < count; ++i)
                {
                    GetCard(from)->Send(Create<Packet>(SIZE), GetCard(to)->GetAddress(), PROTOCOL);
                }
            });
    }

    void ExpectConservation()
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            const WavelanCounters own = GetCard(i)->GetCounters();
            const WavelanCounters other = GetCard(1 - i)->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(own.offered,
                                  own.sent + own.txDropped + GetCard(i)->GetNQueued(),
                                  "a card lost a packet without a reason");
            NS_TEST_EXPECT_MSG_EQ(own.sent,
                                  other.received + other.rxDropped,
                                  "a frame was lost on the air without a reason");
        }
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    NodeContainer nodes;
    NetDeviceContainer devices;
    WavelanHelper wavelan;
    std::vector<Time> arrivals; ///< after START
    std::map<WavelanDropReason, uint32_t> drops;

  private:
    void NoteArrival(Ptr<const Packet>)
    {
        arrivals.push_back(Simulator::Now() - START);
    }

    void NoteDrop(Ptr<const Packet>, WavelanDropReason reason)
    {
        ++drops[reason];
    }
};

/// Frames in a row come after preamble, bits and the gap of the card.
class FrameTimeTestCase : public WavelanTestCase
{
  public:
    FrameTimeTestCase(WavelanCard card, Time gap)
        : WavelanTestCase("Two frames of a card with a gap of " +
                          std::to_string(gap.GetMicroSeconds()) + " us"),
          m_card(card),
          m_gap(gap)
    {
    }

  private:
    void DoRun() override
    {
        wavelan.SetDeviceAttribute("MinCw", UintegerValue(0));
        Install(m_card, WavelanCard::ISA);
        Offer(0, 1, Time(0));
        // The buffer is free, and the gap has not passed.
        Offer(0, 1, FRAME + MicroSeconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, "both arrive");
        NS_TEST_EXPECT_MSG_EQ(arrivals[0], FRAME, "a silent medium is seized at once");
        NS_TEST_EXPECT_MSG_EQ(arrivals[1], FRAME + m_gap + FRAME, "the gap comes between");
        ExpectConservation();
    }

    WavelanCard m_card;
    Time m_gap;
};

/// Cards that wait for the same silence collide if their gaps are the same.
class CollisionTestCase : public WavelanTestCase
{
  public:
    CollisionTestCase(WavelanCard other, bool collide)
        : WavelanTestCase(collide ? "Equal cards collide"
                                  : "Cards of different gaps do not collide"),
          m_other(other),
          m_collide(collide)
    {
    }

  private:
    void DoRun() override
    {
        wavelan.SetDeviceAttribute("MinCw", UintegerValue(0));
        Install(WavelanCard::ISA, m_other);
        Offer(0, 1, Time(0), 2);
        Offer(1, 0, MilliSeconds(1)); // while the first frame is on the air
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), (m_collide ? 1 : 3), "arrivals");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::COLLISION],
                              (m_collide ? 2 : 0),
                              "both frames of a collision are lost");
        NS_TEST_EXPECT_MSG_EQ(GetCard(0)->GetCounters().sent, 2, "the sender does not notice");
        ExpectConservation();
        if (!m_collide)
        {
            // The shorter gap goes first. The loser doubles its window of one slot, so that it
            // sends in the first or second slot behind its gap.
            NS_TEST_EXPECT_MSG_EQ(arrivals[1], 2 * FRAME + MicroSeconds(16), "ISA goes first");
            const Time last = arrivals[2] - arrivals[1] - FRAME;
            NS_TEST_EXPECT_MSG_EQ((last == MicroSeconds(48) || last == MicroSeconds(68)),
                                  true,
                                  "PCMCIA follows after " << last);
        }
    }

    WavelanCard m_other;
    bool m_collide;
};

/// A packet that loses the medium too often leaves its buffer for the next one.
class RetryLimitTestCase : public WavelanTestCase
{
  public:
    RetryLimitTestCase(bool whileBusy)
        : WavelanTestCase(whileBusy ? "Given up, slots count on a busy medium" : "Given up"),
          m_whileBusy(whileBusy)
    {
    }

  private:
    void NoteLimit(Ptr<const Packet>, WavelanDropReason reason)
    {
        if (reason == WavelanDropReason::RETRY_LIMIT)
        {
            m_limits.push_back(Simulator::Now() - START);
        }
    }

    void DoRun() override
    {
        wavelan.SetDeviceAttribute("FrameRetryLimit", UintegerValue(2));
        wavelan.SetDeviceAttribute("BackoffWhileBusy", BooleanValue(m_whileBusy));
        Install(WavelanCard::ISA, WavelanCard::PCMCIA);
        GetCard(1)->TraceConnectWithoutContext("Drop",
                                               MakeCallback(&RetryLimitTestCase::NoteLimit, this));
        Offer(0, 1, Time(0), 4);
        Offer(1, 0, MilliSeconds(1));
        Offer(1, 0, 3 * FRAME); // the buffer of the first is free again
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_limits.size(), 1, "of two packets");
        const Time second = 2 * (FRAME + MicroSeconds(16));
        NS_TEST_EXPECT_MSG_EQ((m_limits[0] - second <= NanoSeconds(501) && m_limits[0] >= second),
                              true,
                              "when the ISA card seizes the medium for the second time, after "
                                  << second << ": " << m_limits[0]);
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 5, "the others arrive");
        NS_TEST_EXPECT_MSG_EQ(GetCard(1)->GetCounters().txDropped, 1, "counted");
        ExpectConservation();
    }

    bool m_whileBusy;
    std::vector<Time> m_limits; ///< after START
};

/// A card takes as many packets as it has buffers.
class BufferTestCase : public WavelanTestCase
{
  public:
    BufferTestCase()
        : WavelanTestCase("Buffers, and copies to them")
    {
    }

  private:
    void DoRun() override
    {
        wavelan.SetDeviceAttribute("MinCw", UintegerValue(0));
        wavelan.SetDeviceAttribute("CopyTime", TimeValue(MicroSeconds(500)));
        wavelan.SetDeviceAttribute("CopyByteTime", TimeValue(NanoSeconds(500)));
        Install(WavelanCard::ISA, WavelanCard::PCMCIA);
        Offer(0, 1, Time(0), 6); // 4 buffers
        Offer(1, 0, Seconds(1), 2);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::BUFFERS_FULL], 3, "2 of 6, and 1 of 2");
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 5, "the others arrive");
        // 500 us and 1000 times 0.5 us; the second copy is made while the first frame is sent.
        NS_TEST_EXPECT_MSG_EQ(arrivals[0], MilliSeconds(1) + FRAME, "after the copy");
        NS_TEST_EXPECT_MSG_EQ(arrivals[1], arrivals[0] + MicroSeconds(16) + FRAME, "overlapped");
        ExpectConservation();
    }
};

/// A host copies packets one after the other, also if a copy takes longer than a frame.
class CopyTestCase : public WavelanTestCase
{
  public:
    CopyTestCase()
        : WavelanTestCase("Copies one after the other")
    {
    }

  private:
    void DoRun() override
    {
        wavelan.SetDeviceAttribute("MinCw", UintegerValue(0));
        wavelan.SetDeviceAttribute("CopyTime", TimeValue(MilliSeconds(20)));
        Install(WavelanCard::ISA, WavelanCard::PCMCIA);
        Offer(0, 1, Time(0), 3);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 3, "all arrive");
        for (int64_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(arrivals[i],
                                  MilliSeconds(20) * (i + 1) + FRAME,
                                  "after its own copy, " << i);
        }
    }
};

/// A host that fills the one buffer again and again at once overruns the controller.
class OverrunTestCase : public WavelanTestCase
{
  public:
    OverrunTestCase()
        : WavelanTestCase("Overrun and reset of the controller")
    {
    }

  private:
    void Refill(Ptr<const Packet>)
    {
        if (++m_refills <= 5)
        {
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        }
        if (m_refills == 3)
        {
            // The third is the overrun, and takes one more. Behind it the card only pauses.
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        }
    }

    void DoRun() override
    {
        wavelan.SetDeviceAttribute("MinCw", UintegerValue(0));
        wavelan.SetDeviceAttribute("ResetTime", TimeValue(Seconds(1)));
        wavelan.SetDeviceAttribute("OverrunLosses",
                                   StringValue("ns3::ConstantRandomVariable[Constant=2]"));
        wavelan.SetDeviceAttribute("OverrunAfter",
                                   StringValue("ns3::ConstantRandomVariable[Constant=3]"));
        Install(WavelanCard::PCMCIA, WavelanCard::ISA);
        GetCard(0)->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&OverrunTestCase::Refill, this));
        Offer(0, 1, Time(0));
        Offer(0, 1, MilliSeconds(900)); // in the pause
        Offer(0, 1, MilliSeconds(1100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCard(0)->GetCounters().resets, 1, "one reset");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::OVERRUN], 2, "as OverrunLosses says");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::BUFFERS_FULL], 2, "in the pause");
        // The first with two refills; after the pause one with two.
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 6, "the rest arrives");
        ExpectConservation();
    }

    uint32_t m_refills{0};
};

/// Only refills at the very instant count, and only those in a row.
class LateRefillTestCase : public WavelanTestCase
{
  public:
    LateRefillTestCase()
        : WavelanTestCase("A refill that comes later begins the count anew")
    {
    }

  private:
    void Refill(Ptr<const Packet>)
    {
        // Two at once behind the packet at 0, and two behind the one at 100 ms.
        if (++m_ends % 3 != 0)
        {
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        }
    }

    void DoRun() override
    {
        wavelan.SetDeviceAttribute("OverrunAfter",
                                   StringValue("ns3::ConstantRandomVariable[Constant=3]"));
        Install(WavelanCard::PCMCIA, WavelanCard::ISA);
        GetCard(0)->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&LateRefillTestCase::Refill, this));
        Offer(0, 1, Time(0));
        Offer(0, 1, MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCard(0)->GetCounters().resets, 0, "never three in a row");
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 6, "all arrive");
        ExpectConservation();
    }

    uint32_t m_ends{0};
};

/// When the controller has been reset, the card takes packets again, and loses no more of them.
class ResetEndTestCase : public WavelanTestCase
{
  public:
    explicit ResetEndTestCase(uint32_t losses)
        : WavelanTestCase("End of a reset after an overrun that may lose " +
                          std::to_string(losses)),
          m_losses(losses)
    {
    }

  private:
    void Refill(Ptr<const Packet>)
    {
        if (++m_ends == 1)
        {
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        }
    }

    void DoRun() override
    {
        wavelan.SetDeviceAttribute("ResetTime", TimeValue(Seconds(1)));
        wavelan.SetDeviceAttribute(
            "OverrunLosses",
            StringValue("ns3::ConstantRandomVariable[Constant=" + std::to_string(m_losses) + "]"));
        wavelan.SetDeviceAttribute("OverrunAfter",
                                   StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        Install(WavelanCard::PCMCIA, WavelanCard::ISA);
        GetCard(0)->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&ResetEndTestCase::Refill, this));
        std::vector<Time> wakes;
        devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->SetWakeCallback(
            [&wakes] { wakes.push_back(Simulator::Now() - START); });
        // The overrun, which loses its packet.
        Offer(0, 1, Time(0));
        const Time end = FRAME + Seconds(1);
        Offer(0, 1, end - NanoSeconds(1));
        Offer(0, 1, end + NanoSeconds(1));
        Simulator::Run();
        const bool isTaken = m_losses > 1;
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::OVERRUN], (isTaken ? 2 : 1), "lost");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::BUFFERS_FULL], (isTaken ? 0 : 1), "paused");
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, "before and after");
        NS_TEST_EXPECT_MSG_EQ(arrivals[1], end + NanoSeconds(1) + FRAME, "sent at once");
        if (!isTaken)
        {
            const auto woken = std::find(wakes.begin(), wakes.end(), end);
            NS_TEST_EXPECT_MSG_EQ((woken != wakes.end()), true, "the queue disc goes on");
        }
        ExpectConservation();
    }

    uint32_t m_losses;
    uint32_t m_ends{0};
};

/// An overrun can lose the most packets of OverrunLosses, as well as the fewest.
class OverrunLossesTestCase : public WavelanTestCase
{
  public:
    OverrunLossesTestCase()
        : WavelanTestCase("Overruns lose numbers of packets up to the largest")
    {
    }

  private:
    void Refill(Ptr<const Packet>)
    {
        // The first is the overrun; the second is lost in it, too, or finds no buffer.
        for (uint32_t i = 0; i < 2; ++i)
        {
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        }
    }

    void DoRun() override
    {
        constexpr uint32_t OVERRUNS = 30;
        wavelan.SetDeviceAttribute("ResetTime", TimeValue(MilliSeconds(10)));
        wavelan.SetDeviceAttribute("OverrunLosses",
                                   StringValue("ns3::UniformRandomVariable[Min=1|Max=2]"));
        wavelan.SetDeviceAttribute("OverrunAfter",
                                   StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        Install(WavelanCard::PCMCIA, WavelanCard::ISA);
        GetCard(0)->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&OverrunLossesTestCase::Refill, this));
        for (uint32_t i = 0; i < OVERRUNS; ++i)
        {
            Offer(0, 1, MilliSeconds(100 * i));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCard(0)->GetCounters().resets, OVERRUNS, "one for each packet");
        // With 30 of them, all are of one kind once in 500 million times.
        NS_TEST_EXPECT_MSG_GT(drops[WavelanDropReason::OVERRUN], OVERRUNS, "some lose two");
        NS_TEST_EXPECT_MSG_LT(drops[WavelanDropReason::OVERRUN], 2 * OVERRUNS, "some lose one");
        ExpectConservation();
    }
};

/// Numbers of packets below 1 count as 1.
class NegativeDrawTestCase : public WavelanTestCase
{
  public:
    NegativeDrawTestCase()
        : WavelanTestCase("Draws below 1 of OverrunAfter and OverrunLosses")
    {
    }

  private:
    void Refill(Ptr<const Packet>)
    {
        GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
    }

    void DoRun() override
    {
        for (const std::string name : {"OverrunAfter", "OverrunLosses"})
        {
            wavelan.SetDeviceAttribute(name,
                                       StringValue("ns3::ConstantRandomVariable[Constant=-2]"));
        }
        wavelan.SetDeviceAttribute("ResetTime", TimeValue(MilliSeconds(10)));
        Install(WavelanCard::PCMCIA, WavelanCard::ISA);
        GetCard(0)->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&NegativeDrawTestCase::Refill, this));
        Offer(0, 1, Time(0));
        Offer(0, 1, MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCard(0)->GetCounters().resets, 2, "after one refill each");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::OVERRUN], 2, "one packet each");
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 2, "the others arrive");
        ExpectConservation();
    }
};

/// A card does not hear itself.
class OwnAddressTestCase : public WavelanTestCase
{
  public:
    OwnAddressTestCase()
        : WavelanTestCase("A packet to the card's own address reaches nobody")
    {
    }

  private:
    void DoRun() override
    {
        Install(WavelanCard::ISA, WavelanCard::ISA);
        Offer(0, 0, Time(0));
        Simulator::Run();
        const WavelanCounters counters = GetCard(0)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.sent, 1, "it is sent");
        NS_TEST_EXPECT_MSG_EQ(counters.unclaimed, 1, "to nobody");
        NS_TEST_EXPECT_MSG_EQ(counters.rxDropped, 0, "no signal was too weak");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::NO_RECEIVER], 1, "traced");
    }
};

/// A sniffer overhears what others send, which is nothing to the controller of its card.
class SnifferTestCase : public WavelanTestCase
{
  public:
    SnifferTestCase()
        : WavelanTestCase("A sniffer does not change when its card is overrun")
    {
    }

  private:
    void Refill(Ptr<const Packet>)
    {
        if (++m_sent < 8)
        {
            GetCard(0)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        }
    }

    void DoRun() override
    {
        wavelan.SetDeviceAttribute("OverrunAfter",
                                   StringValue("ns3::ConstantRandomVariable[Constant=4]"));
        Install(WavelanCard::PCMCIA, WavelanCard::ISA);
        devices.Add(wavelan.Install(CreateObject<Node>(), WavelanCard::ISA));
        GetCard(0)->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&SnifferTestCase::Refill, this));
        uint32_t seen = 0;
        GetCard(0)->TraceConnectWithoutContext(
            "PromiscSniffer",
            Callback<void, Ptr<const Packet>>([&seen](Ptr<const Packet>) { ++seen; }));
        Offer(0, 1, Time(0));
        // While the second frame of card 0 is on the air.
        Simulator::Schedule(START + FRAME + MilliSeconds(1), [this] {
            GetCard(2)->Send(Create<Packet>(SIZE), GetCard(1)->GetAddress(), PROTOCOL);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCard(0)->GetCounters().resets, 1, "after four refills");
        NS_TEST_EXPECT_MSG_EQ(drops[WavelanDropReason::COLLISION], 0, "the gaps differ");
        NS_TEST_EXPECT_MSG_EQ(seen, 4 + 1, "of its own, and of another card");
    }

    uint32_t m_sent{0};
};

/// Values that a card cannot have.
class BadValueTestCase : public TestCase
{
  public:
    BadValueTestCase()
        : TestCase("Bad values of attributes")
    {
    }

  private:
    void DoRun() override
    {
        const auto card = CreateObject<WavelanNetDevice>();
        const auto refuses = [&](const std::string& name, const AttributeValue& value) {
            NS_TEST_EXPECT_MSG_EQ(card->SetAttributeFailSafe(name, value), false, name);
        };
        refuses("TxBuffers", UintegerValue(0));
        refuses("Mtu", UintegerValue(1501));
        refuses("CopyTime", TimeValue(Seconds(-1)));
        refuses("Preamble", TimeValue(Seconds(1)));
        refuses("SignalStep", DoubleValue(0));
        NS_TEST_EXPECT_MSG_EQ(card->SetMtu(0), false, "Mtu");
    }
};

/// Levels of a received packet.
class SignalTestCase : public WavelanTestCase
{
  public:
    SignalTestCase()
        : WavelanTestCase("Signal levels in the units of the card")
    {
    }

  private:
    void Note(Ptr<const Packet>, const WavelanSignal& signal)
    {
        m_signals.push_back(signal);
    }

    void DoRun() override
    {
        const auto constant = [](double value) {
            return StringValue("ns3::ConstantRandomVariable[Constant=" + std::to_string(value) +
                               "]");
        };
        wavelan.SetChannelAttribute("TxPower", DoubleValue(-20));
        wavelan.SetDeviceAttribute("SignalReference", DoubleValue(-90));
        wavelan.SetDeviceAttribute("SignalStep", DoubleValue(2));
        wavelan.SetDeviceAttribute("SignalSpread", constant(-1));
        wavelan.SetDeviceAttribute("Noise", constant(200));
        wavelan.SetDeviceAttribute("Quality", constant(-4));
        Install(WavelanCard::ISA, WavelanCard::ISA);
        GetCard(1)->TraceConnectWithoutContext("Signal", MakeCallback(&SignalTestCase::Note, this));
        Offer(0, 1, Time(0));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_signals.size(), 1, "one packet");
        NS_TEST_EXPECT_MSG_EQ(m_signals[0].level, 34, "70 dB above the reference, less 1 unit");
        NS_TEST_EXPECT_MSG_EQ(m_signals[0].noise, 63, "the register ends");
        NS_TEST_EXPECT_MSG_EQ(m_signals[0].quality, 0, "the register ends");
    }

    std::vector<WavelanSignal> m_signals;
};

/// ettcp's host drops small datagrams above the interface, and none that are large.
class EttcpTestCase : public WavelanTestCase
{
  public:
    EttcpTestCase(uint32_t size, bool drops)
        : WavelanTestCase("ettcp with packets of " + std::to_string(size) + " bytes"),
          m_size(size),
          m_drops(drops)
    {
    }

  private:
    void DoRun() override
    {
        Install(WavelanCard::ISA, WavelanCard::ISA);
        InternetStackHelper internet;
        internet.Install(nodes);
        TrafficControlHelper queues;
        queues.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
        queues.Install(devices);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        addresses.Assign(devices);
        NeighborCacheHelper().PopulateNeighborCache(devices);
        constexpr uint16_t port = 5001;
        const auto sender = CreateObjectWithAttributes<EttcpSender>(
            "Remote",
            AddressValue(InetSocketAddress(Ipv4Address("10.0.0.2"), port)),
            "Device",
            PointerValue(devices.Get(0)),
            "PacketSize",
            UintegerValue(m_size),
            "Packets",
            UintegerValue(1000));
        nodes.Get(0)->AddApplication(sender);
        // Slower than the medium by far.
        const auto receiver = CreateObjectWithAttributes<EttcpReceiver>(
            "Local",
            AddressValue(InetSocketAddress(Ipv4Address::GetAny(), port)),
            "ReadTime",
            TimeValue(Seconds(1)),
            "MaxWaiting",
            UintegerValue(1));
        nodes.Get(1)->AddApplication(receiver);
        Simulator::Stop(Seconds(50));
        Simulator::Run();
        const EttcpCounters& sent = sender->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(sent.written, 1000, "all are written");
        NS_TEST_EXPECT_MSG_EQ(sent.written, sent.taken + sent.dropped, "and taken or dropped");
        NS_TEST_EXPECT_MSG_EQ((sent.dropped > 0), m_drops, sent.dropped << " dropped");
        const EttcpReceiverCounters& got = receiver->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(got.arrived, sent.taken, "all that are taken arrive");
        // The transfer takes less than 4 s. Of that which comes until then, one is read in each
        // second, one is being read, and one waits.
        NS_TEST_EXPECT_MSG_EQ(got.arrived, got.read + got.dropped, "all have been read or dropped");
        NS_TEST_EXPECT_MSG_GT(got.dropped, got.arrived - 6, "the buffer holds one");
        ExpectConservation();
    }

    uint32_t m_size;
    bool m_drops;
};

class WavelanTestSuite : public TestSuite
{
  public:
    WavelanTestSuite()
        : TestSuite("wavelan", Type::SYSTEM)
    {
        AddTestCase(new FrameTimeTestCase(WavelanCard::ISA, MicroSeconds(16)));
        AddTestCase(new FrameTimeTestCase(WavelanCard::PCMCIA, MicroSeconds(48)));
        AddTestCase(new CollisionTestCase(WavelanCard::ISA, true));
        AddTestCase(new CollisionTestCase(WavelanCard::PCMCIA, false));
        AddTestCase(new RetryLimitTestCase(false));
        AddTestCase(new RetryLimitTestCase(true));
        AddTestCase(new CopyTestCase, TestCase::Duration::QUICK);
        AddTestCase(new BufferTestCase);
        AddTestCase(new OverrunTestCase);
        AddTestCase(new LateRefillTestCase);
        AddTestCase(new ResetEndTestCase(1));
        AddTestCase(new ResetEndTestCase(5));
        AddTestCase(new OverrunLossesTestCase);
        AddTestCase(new NegativeDrawTestCase);
        AddTestCase(new OwnAddressTestCase);
        AddTestCase(new SnifferTestCase);
        AddTestCase(new BadValueTestCase);
        AddTestCase(new SignalTestCase);
        AddTestCase(new EttcpTestCase(100, true));
        AddTestCase(new EttcpTestCase(500, false));
    }
};

/// Registers the suite.
WavelanTestSuite g_wavelanTestSuite;

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Devices that are removed while they send, copy, pause or have not begun: each packet is traced,
// and no event comes to a device that is gone (which AddressSanitizer sees).

#include "ns3/constant-position-mobility-model.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
constexpr uint32_t SIZE = 1000;       ///< of packets, bytes
const Time START = Seconds(1);

/// A case with two nodes, of which the first one is removed, and what their devices trace.
class DisposeTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// Count what cards trace.
    /// @param devices WavelanNetDevices
    void WatchCards(const NetDeviceContainer& devices)
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "Drop",
                Callback<void, Ptr<const Packet>, WavelanDropReason>(
                    [this, i](Ptr<const Packet>, WavelanDropReason reason) {
                        ++counts[std::to_string(i) + GetWavelanDropReasonName(reason)];
                    }));
            WatchPackets(devices.Get(i), i, "PhyTxEnd");
            WatchPackets(devices.Get(i), i, "MacRx");
        }
    }

    /// Count what radios trace.
    /// @param devices DcfNetDevices
    void WatchRadios(const NetDeviceContainer& devices)
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "Drop",
                Callback<void, Ptr<const Packet>, DcfDropReason>(
                    [this, i](Ptr<const Packet>, DcfDropReason reason) {
                        ++counts[std::to_string(i) + GetDcfDropReasonName(reason)];
                    }));
            devices.Get(i)->TraceConnectWithoutContext(
                "AckedMpdu",
                Callback<void, Ptr<const WifiMpdu>>(
                    [this, i](Ptr<const WifiMpdu>) { ++counts[std::to_string(i) + "AckedMpdu"]; }));
            WatchPackets(devices.Get(i), i, "PhyTxEnd");
            WatchPackets(devices.Get(i), i, "MacRx");
        }
    }

    /// @param at after START
    /// @param count of packets that the first device is given
    void Offer(Time at, uint32_t count = 1)
    {
        Schedule(at, [this, count] {
            const Address to = nodes.Get(1)->GetDevice(0)->GetAddress();
            for (uint32_t i = 0; i < count; ++i)
            {
                nodes.Get(0)->GetDevice(0)->Send(Create<Packet>(SIZE), to, PROTOCOL);
            }
        });
    }

    /// Remove the first node.
    /// @param at after START
    void Remove(Time at)
    {
        Schedule(at, [this] {
            nodes.Get(0)->Dispose();
            atRemoval = counts;
        });
    }

    /// @param at after START
    /// @param what is done in the first node
    void Schedule(Time at, const std::function<void()>& what)
    {
        Simulator::ScheduleWithContext(nodes.Get(0)->GetId(), START + at, [what] { what(); });
    }

    void DoSetup() override
    {
        nodes.Create(2);
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    NodeContainer nodes;
    std::map<std::string, uint32_t> counts;    ///< by number of the device and what is traced
    std::map<std::string, uint32_t> atRemoval; ///< the same when the first node has been removed

  private:
    void WatchPackets(Ptr<NetDevice> device, uint32_t i, const std::string& source)
    {
        device->TraceConnectWithoutContext(
            source,
            Callback<void, Ptr<const Packet>>(
                [this, i, source](Ptr<const Packet>) { ++counts[std::to_string(i) + source]; }));
    }
};

/// A card is removed while one frame is on the air, one waits, and one is copied.
class CardOnAirTestCase : public DisposeTestCase
{
  public:
    CardOnAirTestCase()
        : DisposeTestCase("A card is removed in mid-frame")
    {
    }

  private:
    void DoRun() override
    {
        WavelanHelper helper;
        helper.SetDeviceAttribute("CopyTime", TimeValue(MilliSeconds(1)));
        const NetDeviceContainer devices = helper.Install(nodes, WavelanCard::ISA);
        WatchCards(devices);
        const auto card = DynamicCast<WavelanNetDevice>(devices.Get(0));
        Offer(Time(0), 3);
        Remove(MicroSeconds(2500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atRemoval["0DISPOSED"], 2, "one waits, and one is copied");
        NS_TEST_EXPECT_MSG_EQ(counts["0PhyTxEnd"], 0, "the card does not see the end");
        NS_TEST_EXPECT_MSG_EQ(card->GetCounters().sent, 1, "but counts it");
        NS_TEST_EXPECT_MSG_EQ(counts["1MacRx"], 1, "a frame on the air is received to its end");
    }
};

/// A card is removed while its controller pauses.
class CardInResetTestCase : public DisposeTestCase
{
  public:
    CardInResetTestCase()
        : DisposeTestCase("A card is removed while its controller is reset")
    {
    }

  private:
    void DoRun() override
    {
        WavelanHelper helper;
        helper.SetDeviceAttribute("OverrunAfter",
                                  StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        helper.SetDeviceAttribute("OverrunLosses",
                                  StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        WatchCards(helper.Install(nodes, WavelanCard::PCMCIA));
        nodes.Get(0)->GetDevice(0)->TraceConnectWithoutContext(
            "PhyTxEnd",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) {
                nodes.Get(0)->GetDevice(0)->Send(Create<Packet>(SIZE),
                                                 nodes.Get(1)->GetDevice(0)->GetAddress(),
                                                 PROTOCOL);
            }));
        Offer(Time(0));
        Remove(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(counts["0OVERRUN"], 1, "the controller pauses");
        NS_TEST_EXPECT_MSG_EQ(counts["1MacRx"], 1, "nothing is sent afterwards");
    }
};

/// A radio is removed in a frame, and in a frame that its sender has yet to give up.
class RadioOnAirTestCase : public DisposeTestCase
{
  public:
    /// @param isLost nobody answers
    explicit RadioOnAirTestCase(bool isLost)
        : DisposeTestCase(isLost ? "A radio is removed before it gives a frame up"
                                 : "A radio is removed before the ACK has come"),
          m_isLost(isLost)
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        helper.SetDeviceAttribute("FrameRetryLimit", UintegerValue(1));
        const NetDeviceContainer devices = helper.Install(nodes);
        WatchRadios(devices);
        if (m_isLost)
        {
            const auto loss = CreateObject<RateErrorModel>();
            loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss->SetRate(1);
            devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        }
        Offer(Time(0), 2);
        // DIFS, PLCP, 1036 bytes at 11 Mb/s are 996 us; the ACK ends 213 us later.
        Remove(MicroSeconds(1100));
        Schedule(MicroSeconds(1200), [&devices] {
            // As with the attributes, nobody is left to whom it would make a difference.
            DynamicCast<DcfNetDevice>(devices.Get(0))->SetAccessParameters(AC_BE_NQOS, {});
        });
        Simulator::Run();
        const uint32_t received = counts["1MacRx"];
        counts.erase("1MacRx");
        atRemoval.erase("1MacRx");
        NS_TEST_EXPECT_MSG_EQ((counts == atRemoval), true, "nothing comes later");
        NS_TEST_EXPECT_MSG_EQ(received, (m_isLost ? 0 : 1), "received");
        NS_TEST_EXPECT_MSG_EQ(atRemoval["0PhyTxEnd"], 1, "one has been sent");
        // The engine may know the end of an exchange before the sender does.
        const DcfCounters counters = DynamicCast<DcfNetDevice>(devices.Get(0))->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(atRemoval["0DISPOSED"], counters.dropped, "traced");
        NS_TEST_EXPECT_MSG_EQ(counters.acknowledged + counters.dropped, 2, "and accounted for");
        NS_TEST_EXPECT_MSG_EQ(counters.acknowledged, (m_isLost ? 0 : 1), "it had been received");
    }

    bool m_isLost;
};

/// A device that is removed before the simulation starts is no longer there, and that is all.
class BeforeStartTestCase : public DisposeTestCase
{
  public:
    BeforeStartTestCase()
        : DisposeTestCase("Devices are removed before the simulation starts")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper dcf;
        WavelanHelper wavelan;
        const NetDeviceContainer radios = dcf.Install(nodes);
        const NetDeviceContainer cards = wavelan.Install(nodes, WavelanCard::ISA);
        WatchRadios(radios);
        WatchCards(cards);
        for (const auto& devices : {radios, cards})
        {
            devices.Get(1)->Dispose();
            const int64_t streams =
                DcfHelper::AssignStreams(devices, 1) + WavelanHelper::AssignStreams(devices, 1);
            NS_TEST_EXPECT_MSG_EQ(streams,
                                  (devices.Get(0) == radios.Get(0) ? 2 * 1 : 2 * 6) + 1,
                                  "of devices, removed or not, and of their channel");
            Schedule(Time(0), [devices] {
                devices.Get(0)->Send(Create<Packet>(SIZE),
                                     devices.Get(0)->GetBroadcast(),
                                     PROTOCOL);
                devices.Get(1)->Send(Create<Packet>(SIZE), devices.Get(0)->GetAddress(), PROTOCOL);
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(counts["1DISPOSED"], 2, "of both kinds");
        NS_TEST_EXPECT_MSG_EQ(counts["0PhyTxEnd"], 2, "the others send");
    }
};

/// The signal of a packet whose sender has gone is not known any longer.
class SignalTestCase : public DisposeTestCase
{
  public:
    SignalTestCase()
        : DisposeTestCase("A sender is removed before its packet has been received")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            nodes.Get(i)->AggregateObject(CreateObject<ConstantPositionMobilityModel>());
        }
        WavelanHelper helper;
        const NetDeviceContainer devices = helper.Install(nodes, WavelanCard::ISA);
        WatchCards(devices);
        uint32_t signals = 0;
        devices.Get(1)->TraceConnectWithoutContext(
            "Signal",
            Callback<void, Ptr<const Packet>, const WavelanSignal&>(
                [&signals](Ptr<const Packet>, const WavelanSignal&) { ++signals; }));
        Offer(Time(0));
        Remove(MilliSeconds(1));
        Schedule(MilliSeconds(2), [&helper] {
            // With a new model the channel computes the powers again.
            helper.GetChannel()->SetPropagationLossModel(CreateObject<FriisPropagationLossModel>());
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(counts["1MacRx"], 1, "the frame is received");
        NS_TEST_EXPECT_MSG_EQ(signals, 1, "with the power that the frame began with");
    }
};

/// A model of mobility can outlive the channel that it told of its courses.
class MovedLaterTestCase : public DisposeTestCase
{
  public:
    MovedLaterTestCase()
        : DisposeTestCase("A node moves when its channel is gone")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Ptr<MobilityModel>> places;
        for (uint32_t i = 0; i < 2; ++i)
        {
            places.push_back(CreateObject<ConstantPositionMobilityModel>());
            nodes.Get(i)->AggregateObject(places.back());
        }
        {
            DcfHelper helper;
            helper.SetChannelAttribute("PropagationLossModel",
                                       PointerValue(CreateObject<FriisPropagationLossModel>()));
            WatchRadios(helper.Install(nodes));
            Offer(Time(0));
            Simulator::Run();
        }
        Simulator::Destroy();
        places[0]->SetPosition(Vector(1, 0, 0));
        NS_TEST_EXPECT_MSG_EQ(counts["1MacRx"], 1, "received before");
    }
};

/// A device that nobody holds any longer leaves its channel, as ns-3 disposes of it before it is
/// deleted.
class DroppedTestCase : public DisposeTestCase
{
  public:
    DroppedTestCase()
        : DisposeTestCase("A card is dropped before the start, another one while it sends")
    {
    }

  private:
    void DoRun() override
    {
        WavelanHelper helper;
        WatchCards(helper.Install(nodes, WavelanCard::ISA));
        Make(helper.GetChannel());
        NS_TEST_EXPECT_MSG_EQ(helper.GetChannel()->GetNDevices(), 2, "dropped before the start");
        m_card = Make(helper.GetChannel());
        m_card->Initialize();
        Schedule(Time(0), [this] {
            for (uint32_t i = 0; i < 3; ++i)
            {
                m_card->Send(Create<Packet>(SIZE), Mac48Address::GetBroadcast(), PROTOCOL);
            }
        });
        Schedule(MilliSeconds(2), [this] { m_card = nullptr; });
        Offer(MilliSeconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(helper.GetChannel()->GetNDevices(), 2, "dropped while it sends");
        NS_TEST_EXPECT_MSG_EQ(counts["0PhyTxEnd"], 1, "the others go on");
        NS_TEST_EXPECT_MSG_EQ(counts["1MacRx"], 2, "the frame on the air, and that of the others");
    }

    /// @param channel to join
    /// @return a card that only the caller holds
    Ptr<WavelanNetDevice> Make(Ptr<MediumChannel> channel)
    {
        const auto card = CreateObject<WavelanNetDevice>();
        card->SetNode(nodes.Get(0));
        card->SetAddress(Mac48Address::Allocate());
        card->SetChannel(channel);
        return card;
    }

    Ptr<WavelanNetDevice> m_card; ///< the one that sends
};

/// The same for a radio at any moment of its own exchange and of one that it receives.
class DroppedRadioTestCase : public DisposeTestCase
{
  public:
    DroppedRadioTestCase()
        : DisposeTestCase("A radio is dropped while it sends and receives")
    {
    }

  private:
    void DoRun() override
    {
        for (Time at; at < MilliSeconds(4); at += MicroSeconds(50))
        {
            nodes = NodeContainer(2);
            DcfHelper helper;
            const auto other = DynamicCast<DcfNetDevice>(helper.Install(nodes).Get(1));
            m_radio = CreateObject<DcfNetDevice>();
            m_radio->SetNode(nodes.Get(0));
            m_radio->SetAddress(Mac48Address::Allocate());
            m_radio->SetChannel(other->GetChannel()->GetObject<DcfChannel>());
            m_radio->Initialize();
            Schedule(Time(0), [this, other] {
                m_radio->Send(Create<Packet>(SIZE), other->GetAddress(), PROTOCOL);
                m_radio->Send(Create<Packet>(SIZE), other->GetAddress(), PROTOCOL);
                other->Send(Create<Packet>(SIZE), m_radio->GetAddress(), PROTOCOL);
            });
            Schedule(at, [this] { m_radio = nullptr; });
            Simulator::Run();
            const uint32_t devices = other->GetChannel()->GetNDevices();
            NS_TEST_EXPECT_MSG_EQ(devices, 2, "dropped after " << at.As(Time::US));
            Simulator::Destroy();
        }
    }

    Ptr<DcfNetDevice> m_radio; ///< the one that is dropped
};

class MediumDisposeTestSuite : public TestSuite
{
  public:
    MediumDisposeTestSuite()
        : TestSuite("medium-dispose", Type::UNIT)
    {
        AddTestCase(new CardOnAirTestCase);
        AddTestCase(new CardInResetTestCase);
        AddTestCase(new RadioOnAirTestCase(false));
        AddTestCase(new RadioOnAirTestCase(true));
        AddTestCase(new BeforeStartTestCase);
        AddTestCase(new SignalTestCase);
        AddTestCase(new MovedLaterTestCase);
        AddTestCase(new DroppedTestCase);
        AddTestCase(new DroppedRadioTestCase);
    }
};

/// Registers the suite.
MediumDisposeTestSuite g_mediumDisposeTestSuite;

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the devices of a MediumChannel do when the simulation changes under them: devices that are
// removed, attributes that change, packets that nobody can send or receive.

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/dynamic-queue-limits.h"
#include "ns3/error-model.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"
#include "ns3/waypoint-mobility-model.h"
#include "ns3/wifi-mac-header.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
const Time START = Seconds(1);
/// 1500 bytes by DcfNetDevice: DIFS, PLCP, and 1500 + 8 + 28 bytes at 11 Mb/s.
const Time DCF_ARRIVAL = MicroSeconds(50 + 192 + 1118);
/// The ACK of it: SIFS, PLCP, and 14 bytes at 11 Mb/s.
const Time DCF_ACK = MicroSeconds(10 + 192 + 11);
/// 1000 bytes by WavelanNetDevice: 192 us of preamble and 1000 + 14 + 4 bytes at 2 Mb/s.
const Time WAVELAN_FRAME = MicroSeconds(192 + 4072);

/// A case with devices, and the names of the reasons for which they drop.
class MediumFaultTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void InstallDcf(uint32_t count)
    {
        const NodeContainer nodes(count);
        devices = dcf.Install(nodes);
        DcfHelper::AssignStreams(devices, 1);
        Watch<DcfDropReason>(&GetDcfDropReasonName);
        WatchArrivals();
        for (uint32_t i = 0; i < count; ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "PhyRxDrop",
                Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) { ++drops["RX"]; }));
        }
    }

    void InstallWavelan(uint32_t count)
    {
        const NodeContainer nodes(count);
        devices = wavelan.Install(nodes, WavelanCard::ISA);
        WavelanHelper::AssignStreams(devices, 1);
        Watch<WavelanDropReason>(&GetWavelanDropReasonName);
        WatchArrivals();
    }

    Ptr<DcfNetDevice> GetDcf(uint32_t i) const
    {
        return DynamicCast<DcfNetDevice>(devices.Get(i));
    }

    Ptr<WavelanNetDevice> GetCard(uint32_t i) const
    {
        return DynamicCast<WavelanNetDevice>(devices.Get(i));
    }

    /// Send packets of one device to another.
    /// @param from, to devices
    /// @param at time after START
    /// @param count packets
    /// @param bytes of each
    void Offer(uint32_t from, uint32_t to, Time at, uint32_t count, uint32_t bytes)
    {
        const Address destination = devices.Get(to)->GetAddress();
        At(from, at, [this, from, destination, count, bytes] {
            for (uint32_t i = 0; i < count; ++i)
            {
                devices.Get(from)->Send(Create<Packet>(bytes), destination, PROTOCOL);
            }
        });
    }

    /// @param device in whose context
    /// @param at time after START
    /// @param action is done
    void At(uint32_t device, Time at, const std::function<void()>& action)
    {
        const uint32_t node = devices.Get(device)->GetNode()->GetId();
        Simulator::ScheduleWithContext(node, START + at, [action] { action(); });
    }

    void ExpectDcfConservation(uint32_t i)
    {
        const DcfCounters counters = GetDcf(i)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.offered,
                              counters.acknowledged + counters.group + counters.dropped +
                                  GetDcf(i)->GetNQueued(),
                              "device " << i << " lost a packet without a reason");
    }

    /// @param sender of all frames, to one receiver
    /// @param receiver of them
    void ExpectWavelanConservation(uint32_t sender, uint32_t receiver)
    {
        const WavelanCounters own = GetCard(sender)->GetCounters();
        const WavelanCounters other = GetCard(receiver)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(own.offered,
                              own.sent + own.txDropped + GetCard(sender)->GetNQueued(),
                              "the card lost a packet without a reason");
        NS_TEST_EXPECT_MSG_EQ(own.sent,
                              own.unclaimed + other.received + other.rxDropped,
                              "a frame was lost on the air without a reason");
    }

    /// Begin a second simulation, with helpers and channels of its own.
    void Renew()
    {
        devices = {};
        Simulator::Destroy();
        dcf = {};
        wavelan = {};
        arrivals.clear();
    }

    void DoTeardown() override
    {
        devices = {};
        Simulator::Destroy();
    }

    NetDeviceContainer devices;
    DcfHelper dcf;
    WavelanHelper wavelan;
    std::map<std::string, uint32_t> drops; ///< by reason
    std::vector<Time> arrivals;            ///< at devices that are watched, after START

  private:
    void WatchArrivals()
    {
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            (*device)->TraceConnectWithoutContext(
                "MacRx",
                Callback<void, Ptr<const Packet>>(
                    [this](Ptr<const Packet>) { arrivals.push_back(Simulator::Now() - START); }));
        }
    }

    template <typename REASON>
    void Watch(const char* (*getName)(REASON))
    {
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            (*device)->TraceConnectWithoutContext(
                "Drop",
                Callback<void, Ptr<const Packet>, REASON>(
                    [this, getName](Ptr<const Packet>, REASON reason) {
                        ++drops[getName(reason)];
                    }));
        }
    }
};

/// A sender is removed while it sends. What has begun arrives, the rest is dropped.
class RemovedSenderTestCase : public MediumFaultTestCase
{
  public:
    RemovedSenderTestCase()
        : MediumFaultTestCase("A sender is removed in mid-run")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(3);
        Offer(0, 1, Time(0), 3, 1500);
        At(0, DCF_ARRIVAL - MicroSeconds(1), [this] { devices.Get(0)->Dispose(); });
        Offer(2, 1, MilliSeconds(10), 1, 1500);
        // IP above knows nothing of it, and goes on.
        Offer(0, 1, MilliSeconds(20), 1, 1500);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, "the frame on the air, and that of the third");
        NS_TEST_EXPECT_MSG_EQ(arrivals[0], DCF_ARRIVAL, "the frame on the air arrives");
        NS_TEST_EXPECT_MSG_EQ(drops["DISPOSED"], 3, "two that waited, and one that came later");
        ExpectDcfConservation(0);
        ExpectDcfConservation(2);
    }
};

/// The same with a card, one of whose packets is still being copied.
class RemovedCardTestCase : public MediumFaultTestCase
{
  public:
    RemovedCardTestCase()
        : MediumFaultTestCase("A card is removed in mid-run")
    {
    }

  private:
    void DoRun() override
    {
        wavelan.SetDeviceAttribute("CopyTime", TimeValue(MilliSeconds(1)));
        InstallWavelan(3);
        Offer(0, 1, Time(0), 4, 1000);
        // Copied at 1, 2, 3 and 4 ms; the first frame lasts until 5.264 ms.
        At(0, MicroSeconds(3500), [this] { devices.Get(0)->Dispose(); });
        Offer(2, 1, MilliSeconds(10), 1, 1000);
        Offer(0, 1, MilliSeconds(20), 1, 1000);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, "the frame on the air, and that of the third");
        NS_TEST_EXPECT_MSG_EQ(arrivals[0], MilliSeconds(1) + WAVELAN_FRAME, "it arrives");
        NS_TEST_EXPECT_MSG_EQ(drops["DISPOSED"], 4, "three in buffers, and one that came later");
        const WavelanCounters counters = GetCard(0)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.sent, 1, "sent");
        NS_TEST_EXPECT_MSG_EQ(counters.offered, counters.sent + counters.txDropped, "all");
    }
};

/// A receiver is removed. A sender that waits for an ACK gives up; for others PhyTxDrop fires.
class RemovedReceiverTestCase : public MediumFaultTestCase
{
  public:
    RemovedReceiverTestCase()
        : MediumFaultTestCase("A receiver is removed in mid-run")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(2);
        Offer(0, 1, Time(0), 3, 1500);
        At(1, DCF_ARRIVAL + DCF_ACK + MicroSeconds(1), [this] { devices.Get(1)->Dispose(); });
        Simulator::Run();
        const DcfCounters counters = GetDcf(0)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.acknowledged, 1, "before");
        NS_TEST_EXPECT_MSG_EQ(drops["RETRY_LIMIT"], 2, "after: nobody sends ACKs");
        NS_TEST_EXPECT_MSG_EQ(counters.failures, 2 * 7, "of seven attempts each");
        ExpectDcfConservation(0);
        Renew();
        InstallWavelan(2);
        Offer(0, 1, Time(0), 3, 1000);
        // Within the second frame, which is then lost at the receiver. The third reaches nobody.
        At(1, WAVELAN_FRAME + MilliSeconds(1), [this] { devices.Get(1)->Dispose(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "before");
        NS_TEST_EXPECT_MSG_EQ(drops["DISPOSED"], 1, "the frame on its way");
        NS_TEST_EXPECT_MSG_EQ(drops["NO_RECEIVER"], 1, "the frame after it");
        ExpectWavelanConservation(0, 1);
    }
};

/// Packets that are too long, or for an address that nobody has.
class UndeliverableTestCase : public MediumFaultTestCase
{
  public:
    UndeliverableTestCase()
        : MediumFaultTestCase("Packets above the MTU, and addresses that nobody has")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(2);
        devices.Get(0)->SetMtu(1000);
        Offer(0, 1, Time(0), 1, 1000);
        Offer(0, 1, Time(0), 1, 1001);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "as long as the MTU");
        NS_TEST_EXPECT_MSG_EQ(drops["TOO_LONG"], 1, "longer by a byte");
        ExpectDcfConservation(0);
        Renew();
        InstallWavelan(2);
        Offer(0, 1, Time(0), 1, 1500);
        Offer(0, 1, Time(0), 1, 1501);
        At(0, Time(0), [this] {
            devices.Get(0)->Send(Create<Packet>(100), Mac48Address("00:00:00:00:00:99"), PROTOCOL);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "as long as the MTU");
        NS_TEST_EXPECT_MSG_EQ(drops["TOO_LONG"], 2, "longer by a byte");
        NS_TEST_EXPECT_MSG_EQ(drops["NO_RECEIVER"], 1, "sent to nobody");
        ExpectWavelanConservation(0, 1);
    }
};

/// Attributes of the channel hold for devices that are on it already.
class ChannelAttributeTestCase : public MediumFaultTestCase
{
  public:
    ChannelAttributeTestCase()
        : MediumFaultTestCase("Attributes of a channel that has devices")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(2);
        const Ptr<MediumChannel> channel = dcf.GetChannel();
        NS_TEST_EXPECT_MSG_EQ_TOL(channel->GetRxPower(0, 1), 16.0206, 1e-9, "as sent");
        channel->SetAttribute("TxPower", DoubleValue(-20));
        NS_TEST_EXPECT_MSG_EQ_TOL(channel->GetRxPower(0, 1), -20, 1e-9, "as sent now");
        const auto loss = CreateObjectWithAttributes<FixedRssLossModel>("Rss", DoubleValue(-90));
        for (const auto& node : {devices.Get(0)->GetNode(), devices.Get(1)->GetNode()})
        {
            node->AggregateObject(CreateObject<ConstantPositionMobilityModel>());
        }
        // Below Sensitivity.
        channel->SetAttribute("AllowHiddenStations", BooleanValue(true));
        Offer(0, 1, Time(0), 1, 1500);
        At(0, MilliSeconds(1), [&] {
            channel->SetAttribute("PropagationLossModel", PointerValue(loss));
        });
        Offer(0, 1, MilliSeconds(100), 1, 1500);
        At(0, MilliSeconds(500), [&] { channel->SetPropagationLossModel(nullptr); });
        Offer(0, 1, MilliSeconds(600), 1, 1500);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 2, "before, and after");
        NS_TEST_EXPECT_MSG_EQ(drops["RETRY_LIMIT"], 1, "with the loss");
        ExpectDcfConservation(0);
    }
};

/// Attributes of DcfNetDevice hold for frames that wait.
class DcfAttributeTestCase : public MediumFaultTestCase
{
  public:
    DcfAttributeTestCase()
        : MediumFaultTestCase("Preamble and RTS threshold change while a frame waits")
    {
    }

  private:
    /// @param attributes that change while the second frame waits
    /// @param airtime of the second frame from its first bit to the last one of the data
    void Expect(const std::map<std::string, std::string>& attributes, Time airtime)
    {
        const std::string attribute = attributes.rbegin()->first;
        InstallDcf(2);
        Offer(0, 1, Time(0), 2, 1500);
        At(0, MicroSeconds(500), [&] {
            for (const auto& [name, value] : attributes)
            {
                devices.Get(0)->SetAttribute(name, StringValue(value));
            }
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, attribute);
        NS_TEST_EXPECT_MSG_EQ(arrivals[0], DCF_ARRIVAL, attribute << ": on the air already");
        const Time backoff = arrivals[1] - arrivals[0] - DCF_ACK - MicroSeconds(50) - airtime;
        NS_TEST_EXPECT_MSG_EQ(backoff % MicroSeconds(20), Time(0), attribute << ": whole slots");
        NS_TEST_EXPECT_MSG_EQ((backoff >= Time(0) && backoff <= 31 * MicroSeconds(20)),
                              true,
                              attribute << ": backoff " << backoff.As(Time::US));
        Renew();
    }

    void DoRun() override
    {
        // A PLCP of 96 us instead of 192.
        Expect({{"ShortPreamble", "true"}}, MicroSeconds(96 + 1118));
        // 1536 bytes at 2 Mb/s; IEEE 802.11-2007, 18.2.2.2, has the short preamble for them, too.
        Expect({{"DataRate", "2Mbps"}, {"ShortPreamble", "true"}}, MicroSeconds(192 + 6144));
        Expect({{"DataRate", "2Mbps"}, {"ShortPreamble", "true"}, {"ShortPreambleAt2Mbps", "true"}},
               MicroSeconds(96 + 6144));
        // RTS of 20 bytes at 1 Mb/s, SIFS, CTS of 14 bytes at 1 Mb/s, SIFS, data.
        Expect({{"RtsCtsThreshold", "0"}},
               MicroSeconds(192 + 160 + 10 + 192 + 112 + 10 + 192 + 1118));
    }
};

/// A device without ReceiveErrorModel is as if it had never had one.
class ErrorModelTestCase : public MediumFaultTestCase
{
  public:
    ErrorModelTestCase()
        : MediumFaultTestCase("A receive error model is set and taken away")
    {
    }

  private:
    /// @param isSet an error model is set, and taken away before the frame
    /// @return events that ten frames with RTS take
    uint64_t CountEvents(bool isSet)
    {
        dcf.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(0));
        InstallDcf(2);
        if (isSet)
        {
            const auto loss = CreateObject<RateErrorModel>();
            loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss->SetRate(1);
            devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
            Offer(0, 1, MilliSeconds(-500), 1, 100);
            Simulator::Stop(START);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(drops["RETRY_LIMIT"], 1, "lost");
            GetDcf(1)->SetReceiveErrorModel(nullptr);
        }
        else
        {
            Simulator::Stop(START);
            Simulator::Run();
        }
        Offer(0, 1, Time(0) - START, 10, 100);
        const uint64_t before = Simulator::GetEventCount();
        Simulator::Run();
        const uint64_t events = Simulator::GetEventCount() - before;
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 10, "all arrive");
        Renew();
        return events;
    }

    void DoRun() override
    {
        const uint64_t with = CountEvents(true);
        // A frame that can be lost is an instant of its own: RTS and data, not data only.
        NS_TEST_EXPECT_MSG_EQ(with, CountEvents(false), "events");
    }
};

/// More buffers wake what waits for one.
class BufferChangeTestCase : public MediumFaultTestCase
{
  public:
    BufferChangeTestCase()
        : MediumFaultTestCase("The number of buffers changes while all are in use")
    {
    }

  private:
    /// @param attribute that changes from 1 to 2, and back
    void Expect(const std::string& attribute)
    {
        Offer(0, 1, Time(0), 1, 1000);
        const auto queue = devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        queue->SetWakeCallback([this] { m_wakes.push_back(Simulator::Now() - START); });
        m_wakes.clear();
        const auto change = [this, attribute](uint32_t number) {
            devices.Get(0)->SetAttribute(attribute, UintegerValue(number));
        };
        At(0, MicroSeconds(100), [this, queue, change, attribute] {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, attribute << ": full");
            change(2);
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, attribute << ": free");
            change(1);
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, attribute << ": full again");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_wakes.size(), 2, attribute);
        NS_TEST_EXPECT_MSG_EQ(m_wakes[0], MicroSeconds(100), attribute << ": at once");
        Renew();
    }

    void DoRun() override
    {
        wavelan.SetDeviceAttribute("TxBuffers", UintegerValue(1));
        InstallWavelan(2);
        Expect("TxBuffers");
        dcf.SetDeviceAttribute("MaxPackets", UintegerValue(1));
        InstallDcf(2);
        Expect("MaxPackets");
    }

    std::vector<Time> m_wakes;
};

/// The limits that a queue disc sets on its device count the packets in it, of either radio.
class QueueLimitsTestCase : public MediumFaultTestCase
{
  public:
    QueueLimitsTestCase()
        : MediumFaultTestCase("Queue limits that begin with nothing")
    {
    }

  private:
    void Expect(const std::string& radio)
    {
        const auto queue = devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        queue->SetQueueLimits(CreateObject<DynamicQueueLimits>()); // none, before it has measured
        std::vector<Time> wakes;
        queue->SetWakeCallback([&wakes] { wakes.push_back(Simulator::Now() - START); });
        Offer(0, 1, Time(0), 1, 1000);
        At(0, MicroSeconds(100), [this, queue, radio] {
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, radio << ": one is in the device");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(wakes.size(), 1, radio << ": when it has left");
        NS_TEST_EXPECT_MSG_GT(wakes[0], MicroSeconds(100), radio);
        NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, radio << ": none is in the device");
        Renew();
    }

    void DoRun() override
    {
        InstallWavelan(2);
        Expect("WaveLAN");
        InstallDcf(2);
        Expect("802.11b");
    }
};

/// Addresses: given back by a removed device, and none at all.
class AddressTestCase : public MediumFaultTestCase
{
  public:
    AddressTestCase()
        : MediumFaultTestCase("A device takes the address of one that was removed")
    {
    }

  private:
    void DoRun() override
    {
        InstallWavelan(3);
        const Address address = devices.Get(1)->GetAddress();
        At(1, Time(0), [this, address] {
            devices.Get(1)->Dispose();
            devices.Get(2)->SetAddress(address);
        });
        At(0, MilliSeconds(1), [this, address] {
            devices.Get(0)->Send(Create<Packet>(100), address, PROTOCOL);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCard(2)->GetCounters().received, 1, "the new owner");
    }
};

/// Broadcasts that collide, each the only packet of its sender.
class GroupCollisionTestCase : public MediumFaultTestCase
{
  public:
    GroupCollisionTestCase()
        : MediumFaultTestCase("Broadcasts collide")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(3);
        // Frames that come at the same instant when no backoff runs are sent at the same instant.
        // The shorter one begins alike and ends earlier; both are lost at the third station, and
        // at each other's senders.
        for (uint32_t i = 0; i < 2; ++i)
        {
            At(i, Time(0), [this, i] {
                devices.Get(i)->Send(Create<Packet>(100 + 1000 * i),
                                     devices.Get(i)->GetBroadcast(),
                                     PROTOCOL);
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 0, "nobody receives one");
        NS_TEST_EXPECT_MSG_EQ(drops["RX"], 4, "two frames, two listeners each");
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(GetDcf(i)->GetCounters().group, 1, "sent, as far as it knows");
            NS_TEST_EXPECT_MSG_EQ(GetDcf(i)->GetCounters().collisions, 1, "collided");
            ExpectDcfConservation(i);
        }
    }
};

/// An error model that looks at a device and lets it send when it is asked.
class AskingErrorModel : public ErrorModel
{
  public:
    std::function<void()> onAsk; ///< what it does

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        onAsk();
        return false;
    }

    void DoReset() override
    {
    }
};

/// Models that ask back while the channel asks them.
class AskedModelTestCase : public MediumFaultTestCase
{
  public:
    AskedModelTestCase()
        : MediumFaultTestCase("Models of errors and of mobility that ask back")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(3);
        const auto model = CreateObject<AskingErrorModel>();
        bool sent = false;
        model->onAsk = [&] {
            NS_TEST_EXPECT_MSG_EQ(GetDcf(0)->GetNQueued(), 1, "the frame on the air");
            if (!std::exchange(sent, true))
            {
                devices.Get(2)->Send(Create<Packet>(100), devices.Get(0)->GetAddress(), PROTOCOL);
            }
        };
        GetDcf(1)->SetReceiveErrorModel(model);
        Offer(0, 1, Time(0), 1, 1500);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 2, "both frames");
        NS_TEST_EXPECT_MSG_EQ(sent, true, "asked");
        ExpectDcfConservation(0);
        ExpectDcfConservation(2);
        Renew();

        // A lazy model tells of its new course when it is asked where it is.
        dcf.SetChannelAttribute("PropagationLossModel",
                                PointerValue(CreateObject<FriisPropagationLossModel>()));
        InstallDcf(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto walk = CreateObject<WaypointMobilityModel>();
            walk->SetAttribute("LazyNotify", BooleanValue(true));
            devices.Get(i)->GetNode()->AggregateObject(walk);
            for (const double second : {0.0, 1.0, 2.0})
            {
                walk->AddWaypoint(Waypoint(Seconds(second), Vector(10 * i + second, 0, 0)));
            }
        }
        for (const int ms : {-500, 0, 500})
        {
            Offer(0, 1, MilliSeconds(ms), 1, 1000);
        }
        Simulator::Stop(START + Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 3, "all arrive");
        ExpectDcfConservation(0);
    }
};

/// A frame with RTS for a station that is gone delays nobody else's, traced or not.
class UnansweredRtsTestCase : public MediumFaultTestCase
{
  public:
    UnansweredRtsTestCase()
        : MediumFaultTestCase("RTS to a removed station, and to the sender itself")
    {
    }

  private:
    /// @param self to the sender itself
    /// @param source that is traced
    /// @param at when
    std::vector<Time> Play(bool self, const std::string& source, Time at)
    {
        dcf.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(700));
        dcf.SetDeviceAttribute("DataRate", StringValue("1Mbps"));
        InstallDcf(4);
        Offer(0, self ? 0 : 1, Time(0), 5, 2000);
        if (!self)
        {
            At(1, NanoSeconds(1), [this] { devices.Get(1)->Dispose(); });
        }
        for (int i = 0; i < 20; ++i)
        {
            Offer(2, 3, MilliSeconds(4 * i) + NanoSeconds(2), 1, 20);
        }
        At(0, at, [this, source] {
            const auto device = devices.Get(0);
            devices.Get(0)->TraceConnectWithoutContext(
                source,
                Callback<void, Ptr<const Packet>>([](Ptr<const Packet>) {}));
        });
        Simulator::Run();
        ExpectDcfConservation(0);
        ExpectDcfConservation(2);
        const std::vector<Time> result = arrivals;
        Renew();
        return result;
    }

    void DoRun() override
    {
        for (const bool self : {false, true})
        {
            const std::vector<Time> untraced = Play(self, "", Time(0));
            NS_TEST_ASSERT_MSG_EQ(untraced.size(), 20, "all arrive");
            for (const std::string source : {"PhyTxBegin", "PhyTxEnd"})
            {
                for (const Time& at : {Time(0), MicroSeconds(60), MicroSeconds(500)})
                {
                    NS_TEST_EXPECT_MSG_EQ((Play(self, source, at) == untraced),
                                          true,
                                          source << " connected at " << at.As(Time::US));
                }
            }
        }
    }
};

/// Received powers that change without a CourseChange.
class ChangingPowerTestCase : public MediumFaultTestCase
{
  public:
    ChangingPowerTestCase()
        : MediumFaultTestCase("Stations that walk, and models of loss that draw or change")
    {
    }

  private:
    /// @param loss of the channel
    void Install(Ptr<PropagationLossModel> loss)
    {
        dcf.SetChannelAttribute("AllowHiddenStations", BooleanValue(true));
        dcf.SetChannelAttribute("PropagationLossModel", PointerValue(loss));
        InstallDcf(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices.Get(i)->GetNode()->AggregateObject(
                CreateObject<ConstantPositionMobilityModel>());
        }
    }

    void SendToAll(uint32_t count, Time interval)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            At(0, i * interval, [this] {
                devices.Get(0)->Send(Create<Packet>(100), devices.Get(0)->GetBroadcast(), PROTOCOL);
            });
        }
    }

    /// Friis at 5.15 GHz: 16.0206 dBm are -82 dBm at 4 pi d / lambda = 10^(98.0206 / 20).
    void Walk()
    {
        dcf.SetChannelAttribute("AllowHiddenStations", BooleanValue(true));
        dcf.SetChannelAttribute("PropagationLossModel",
                                PointerValue(CreateObject<FriisPropagationLossModel>()));
        InstallDcf(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto walk = CreateObject<ConstantVelocityMobilityModel>();
            devices.Get(i)->GetNode()->AggregateObject(walk);
            walk->SetVelocity(Vector(100 * i, 0, 0));
        }
        SendToAll(50, MilliSeconds(100));
        Simulator::Run();
        const double reach = std::pow(10, 98.0206 / 20) * 299792458 / 5.15e9 / (4 * M_PI);
        const auto expected = static_cast<std::size_t>((reach / 100 - 1.00005) / 0.1) + 1;
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), expected, "until it is out of reach");
        Renew();
    }

    /// Each frame has a draw of its own: -44 to -104 dBm, of which 38 of 60 dB are above -82.
    void Fade()
    {
        const auto loss = CreateObject<RandomPropagationLossModel>();
        loss->SetAttribute("Variable",
                           StringValue("ns3::UniformRandomVariable[Min=60.0206|Max=120.0206]"));
        loss->AssignStreams(5);
        Install(loss);
        SendToAll(1000, MilliSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ_TOL(arrivals.size() / 1000.0, 38.0 / 60, 0.05, "share that arrives");
        Renew();
    }

    void Change()
    {
        const auto loss = CreateObjectWithAttributes<FixedRssLossModel>("Rss", DoubleValue(-50));
        Install(loss);
        SendToAll(2, Seconds(1));
        At(0, MilliSeconds(500), [loss] { loss->SetRss(-150); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "before the change");
        Renew();
    }

    /// A frame that has begun keeps its power, whether it is known before or not, traced or not.
    void Leave(bool isTraced, bool isKnown)
    {
        Install(CreateObject<FriisPropagationLossModel>());
        if (isTraced)
        {
            devices.Get(0)->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>>([](Ptr<const Packet>) {}));
        }
        if (isKnown)
        {
            At(0, MilliSeconds(-10), [this] { dcf.GetChannel()->GetRxPower(0, 1); });
        }
        SendToAll(2, MilliSeconds(10));
        Remove(1, MilliSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "the frame that had begun");
        Renew();
    }

    /// @param device that is put out of reach
    /// @param at when
    void Remove(uint32_t device, Time at)
    {
        At(device, at, [this, device] {
            devices.Get(device)->GetNode()->GetObject<MobilityModel>()->SetPosition(
                Vector(1e6, 0, 0));
        });
    }

    /// The ACK has the power of the start of its exchange, although its sender sends for the first
    /// time.
    void LeaveWhileReceiving()
    {
        Install(CreateObject<FriisPropagationLossModel>());
        SendToAll(1, Time(0));
        Offer(0, 1, MilliSeconds(100), 1, 1500);
        Remove(1, MilliSeconds(100) + MicroSeconds(500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 2, "to all, and to the one that leaves");
        NS_TEST_EXPECT_MSG_EQ(GetDcf(0)->GetCounters().failures, 0, "the ACK arrives");
        Renew();
    }

    /// A card's exchange waits for those that may join it.
    void LeaveCard()
    {
        wavelan.SetChannelAttribute("PropagationLossModel",
                                    PointerValue(CreateObject<FriisPropagationLossModel>()));
        InstallWavelan(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices.Get(i)->GetNode()->AggregateObject(
                CreateObject<ConstantPositionMobilityModel>());
        }
        Offer(0, 1, Time(0), 1, 1000);
        Remove(1, MilliSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "the frame that had begun");
        Renew();
    }

    void DoRun() override
    {
        Walk();
        Fade();
        Change();
        LeaveWhileReceiving();
        LeaveCard();
        for (const bool isTraced : {false, true})
        {
            for (const bool isKnown : {false, true})
            {
                Leave(isTraced, isKnown);
            }
        }
    }
};

/// The receiver of a frame has another address when it is sent, or when it ends.
class ChangedAddressTestCase : public MediumFaultTestCase
{
  public:
    ChangedAddressTestCase()
        : MediumFaultTestCase("A device changes its address while frames for it wait")
    {
    }

  private:
    void Expect(Ptr<MediumChannel> channel, Time change)
    {
        m_late = 0;
        drops.clear();
        channel->TraceConnectWithoutContext(
            "AddressDrop",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) { ++m_late; }));
        Offer(0, 1, Time(0), 3, 1000);
        At(1, change, [this] { devices.Get(1)->SetAddress(Mac48Address("00:00:00:00:0a:bc")); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_late, 1, "the frame on the air");
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 0, "none had ended");
    }

    void DoRun() override
    {
        InstallDcf(2);
        Expect(dcf.GetChannel(), MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(drops["RETRY_LIMIT"], 2, "nobody sends ACKs for the rest");
        ExpectDcfConservation(0);
        Renew();
        InstallWavelan(2);
        Expect(wavelan.GetChannel(), MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(drops["NO_RECEIVER"], 2, "nobody has the address of the rest");
    }

    uint32_t m_late{0};
};

/// The receivers of a broadcast act at its end.
class GroupReceiversTestCase : public MediumFaultTestCase
{
  public:
    GroupReceiversTestCase()
        : MediumFaultTestCase("A receiver of a broadcast removes another one, or tags its packet")
    {
    }

  private:
    void SendToAll()
    {
        At(0, Time(0), [this] {
            devices.Get(0)->Send(Create<Packet>(1000), devices.Get(0)->GetBroadcast(), PROTOCOL);
        });
    }

    void DoRun() override
    {
        InstallDcf(3);
        devices.Get(1)->SetReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                devices.Get(2)->Dispose();
                return true;
            });
        SendToAll();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "the first receiver");
        NS_TEST_EXPECT_MSG_EQ(drops["RX"], 1, "the second");
        NS_TEST_EXPECT_MSG_EQ(dcf.GetChannel()->GetNDevices(), 2, "those that remain");
        NS_TEST_EXPECT_MSG_EQ(dcf.GetChannel()->GetDevice(1), devices.Get(1), "the last one");
        Renew();

        InstallDcf(4);
        uint32_t tagged = 0;
        for (uint32_t i = 1; i < 4; ++i)
        {
            devices.Get(i)->SetReceiveCallback(
                [&tagged](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                    SocketPriorityTag tag;
                    tagged += packet->PeekPacketTag(tag);
                    packet->AddPacketTag(tag);
                    return true;
                });
        }
        SendToAll();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 3, "all receive");
        NS_TEST_EXPECT_MSG_EQ(tagged, 0, "packets that carry another one's tag");
    }
};

/// Two cards without a backoff send on an idle medium; they sense each other after 500 ns.
class CardsTogetherTestCase : public MediumFaultTestCase
{
  public:
    CardsTogetherTestCase()
        : MediumFaultTestCase("Cards that get packets at the same instant")
    {
    }

  private:
    /// @param later of the second packet
    /// @param isTraced whether a listener hears of the start of each frame
    /// @return collisions
    uint32_t Play(Time later, bool isTraced)
    {
        drops.clear();
        m_begins.clear();
        wavelan.SetDeviceAttribute("MinCw", UintegerValue(0));
        InstallWavelan(3);
        for (uint32_t i = 0; i < 2; ++i)
        {
            Offer(i, 2, i * later, 1, 1000);
            if (isTraced)
            {
                devices.Get(i)->TraceConnectWithoutContext(
                    "PhyTxBegin",
                    Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) {
                        m_begins.push_back(Simulator::Now() - START);
                    }));
            }
        }
        Simulator::Run();
        const uint32_t collisions = drops["COLLISION"];
        NS_TEST_EXPECT_MSG_EQ(collisions + arrivals.size(), 2, "both frames");
        Renew();
        return collisions;
    }

    void DoRun() override
    {
        for (const bool isTraced : {false, true})
        {
            for (const int64_t later : {0, 1, 500})
            {
                NS_TEST_EXPECT_MSG_EQ(Play(NanoSeconds(later), isTraced), 2, later << " ns later");
                NS_TEST_EXPECT_MSG_EQ(m_begins.size(), (isTraced ? 2 : 0), "begins");
                if (isTraced)
                {
                    NS_TEST_EXPECT_MSG_EQ(m_begins[1], NanoSeconds(later), "second begin");
                }
            }
            NS_TEST_EXPECT_MSG_EQ(Play(NanoSeconds(501), isTraced), 0, "sensed");
        }
    }

    std::vector<Time> m_begins;
};

/// The loser of a collision within a station that gives its frame up tells it at once.
class GivenUpWithinTestCase : public MediumFaultTestCase
{
  public:
    GivenUpWithinTestCase()
        : MediumFaultTestCase("A frame given up in a collision within a station")
    {
    }

  private:
    void DoRun() override
    {
        dcf.SetDeviceAttribute("QosSupported", BooleanValue(true));
        dcf.SetDeviceAttribute("FrameRetryLimit", UintegerValue(1));
        InstallDcf(2);
        std::vector<Time> dropped;
        devices.Get(0)->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, DcfDropReason>(
                [&dropped](Ptr<const Packet>, DcfDropReason) {
                    dropped.push_back(Simulator::Now() - START);
                }));
        At(0, Time(0), [this] {
            for (const uint8_t priority : {6, 4})
            {
                const auto packet = Create<Packet>(2000);
                SocketPriorityTag tag;
                tag.SetPriority(priority);
                packet->AddPacketTag(tag);
                devices.Get(0)->Send(packet, devices.Get(1)->GetAddress(), PROTOCOL);
            }
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(dropped.size(), 1, "the frame of the lower category");
        // Both send at the next boundary of a slot.
        NS_TEST_EXPECT_MSG_EQ((dropped[0] <= MicroSeconds(20)), true, dropped[0].As(Time::US));
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), 1, "the other frame");
    }
};

/// One sink for the traces of all devices, whatever their types, as ns-3's scripts have it.
class WildcardTestCase : public MediumFaultTestCase
{
  public:
    WildcardTestCase()
        : MediumFaultTestCase("Config connects one sink to the traces of devices of all kinds")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(2);
        devices = dcf.Install(nodes);
        devices.Add(wavelan.Install(nodes, WavelanCard::ISA));
        // Of ns-3, with PhyRxDrop.
        SimpleNetDeviceHelper().Install(nodes);
        std::map<std::string, uint32_t> counts;
        for (const std::string source : {"MacTxDrop", "PhyTxBegin", "PhyTxEnd", "PhyRxDrop"})
        {
            Config::ConnectWithoutContext(
                "/NodeList/*/DeviceList/*/" + source,
                Callback<void, Ptr<const Packet>>(
                    [&counts, source](Ptr<const Packet>) { ++counts[source]; }));
        }
        for (const uint32_t from : {0, 2})
        {
            Offer(from, from + 1, Time(0), 1, 1000);
            Offer(from, from + 1, Seconds(1), 1, 3000);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(counts["PhyTxBegin"], 2, "a frame of each kind begins");
        NS_TEST_EXPECT_MSG_EQ(counts["PhyTxEnd"], 2, "and ends");
        NS_TEST_EXPECT_MSG_EQ(counts["MacTxDrop"], 2, "a packet above each MTU");
        NS_TEST_EXPECT_MSG_EQ(counts["PhyRxDrop"], 0, "nothing is lost");
    }
};

/// What a sniffer sees has the addresses of who sent it, whoever has left before.
class SnifferAfterRemovalTestCase : public MediumFaultTestCase
{
  public:
    SnifferAfterRemovalTestCase()
        : MediumFaultTestCase("A sniffer sees right addresses after a device was removed")
    {
    }

  private:
    void DoRun() override
    {
        InstallDcf(4);
        std::vector<std::pair<Mac48Address, Mac48Address>> seen;
        devices.Get(3)->TraceConnectWithoutContext(
            "PromiscSniffer",
            Callback<void, Ptr<const Packet>>([&seen](Ptr<const Packet> frame) {
                WifiMacHeader header;
                frame->PeekHeader(header);
                seen.emplace_back(header.GetAddr2(), header.GetAddr1());
            }));
        const auto address = [this](uint32_t i) {
            return Mac48Address::ConvertFrom(devices.Get(i)->GetAddress());
        };
        const std::vector<std::pair<Mac48Address, Mac48Address>> expected{{address(1), address(2)},
                                                                          {address(2), address(1)},
                                                                          {address(2), address(3)}};
        At(0, Time(0), [this] { devices.Get(0)->Dispose(); });
        Offer(1, 2, MilliSeconds(10), 1, 100);
        Offer(2, 1, MilliSeconds(20), 1, 100);
        Offer(2, 3, MilliSeconds(30), 1, 100);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((seen == expected), true, seen.size() << " frames of three");
    }
};

class MediumFaultTestSuite : public TestSuite
{
  public:
    MediumFaultTestSuite()
        : TestSuite("medium-faults", Type::UNIT)
    {
        AddTestCase(new RemovedSenderTestCase);
        AddTestCase(new RemovedCardTestCase);
        AddTestCase(new RemovedReceiverTestCase);
        AddTestCase(new QueueLimitsTestCase);
        AddTestCase(new UndeliverableTestCase);
        AddTestCase(new ChannelAttributeTestCase);
        AddTestCase(new DcfAttributeTestCase);
        AddTestCase(new ErrorModelTestCase);
        AddTestCase(new BufferChangeTestCase);
        AddTestCase(new AddressTestCase);
        AddTestCase(new GroupCollisionTestCase);
        AddTestCase(new AskedModelTestCase);
        AddTestCase(new UnansweredRtsTestCase);
        AddTestCase(new ChangingPowerTestCase);
        AddTestCase(new ChangedAddressTestCase);
        AddTestCase(new GroupReceiversTestCase);
        AddTestCase(new CardsTogetherTestCase);
        AddTestCase(new GivenUpWithinTestCase);
        AddTestCase(new WildcardTestCase);
        AddTestCase(new SnifferAfterRemovalTestCase);
    }
};

/// Registers the suite.
MediumFaultTestSuite g_mediumFaultTestSuite;

} // namespace

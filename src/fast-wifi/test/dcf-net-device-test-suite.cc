// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a DcfNetDevice does beside contending: roles, queues, losses, and where each packet goes.

#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/mobility-helper.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/queue-limits.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <memory>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments

/// A case with devices, and what they receive and drop.
class DcfTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// @param node whose packets are noted
    void Listen(Ptr<Node> node)
    {
        node->RegisterProtocolHandler(
            [this](Ptr<NetDevice> device,
                   Ptr<const Packet> packet,
                   uint16_t,
                   const Address& source,
                   const Address&,
                   NetDevice::PacketType) {
                received[device->GetNode()->GetId()].push_back(packet->GetSize());
                lastSource = source;
                lastArrival = Simulator::Now();
            },
            PROTOCOL,
            nullptr);
    }

    /// @param container whose packets and drops are noted
    void Watch(const NetDeviceContainer& container)
    {
        devices.Add(container);
        for (auto device = container.Begin(); device != container.End(); ++device)
        {
            Listen((*device)->GetNode());
            (*device)->TraceConnectWithoutContext(
                "Drop",
                Callback<void, Ptr<const Packet>, DcfDropReason>(
                    [this](Ptr<const Packet>, DcfDropReason reason) { ++drops[reason]; }));
        }
    }

    /// @param index of a device that is to show all frames, as a bridge above it would ask
    /// @return number of packets that went up, by what they are to the device
    std::shared_ptr<std::map<NetDevice::PacketType, uint32_t>> ListenToAll(uint32_t index)
    {
        const auto types = std::make_shared<std::map<NetDevice::PacketType, uint32_t>>();
        devices.Get(index)->SetPromiscReceiveCallback([types](Ptr<NetDevice>,
                                                              Ptr<const Packet>,
                                                              uint16_t,
                                                              const Address&,
                                                              const Address&,
                                                              NetDevice::PacketType type) {
            ++(*types)[type];
            return true;
        });
        return types;
    }

    /// Put nodes on a line.
    /// @param nodes to place
    /// @param metres of each from the origin
    static void Place(const NodeContainer& nodes, const std::vector<double>& metres)
    {
        const auto places = CreateObject<ListPositionAllocator>();
        for (const double x : metres)
        {
            places->Add(Vector(x, 0, 0));
        }
        MobilityHelper mobility;
        mobility.SetPositionAllocator(places);
        mobility.Install(nodes);
    }

    /// @param rate share of frames that are lost
    /// @return what loses them
    static Ptr<RateErrorModel> MakeLoss(double rate)
    {
        const auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(rate);
        loss->AssignStreams(1);
        return loss;
    }

    /// Send a packet.
    /// @param device that sends
    /// @param to receiver
    /// @param bytes of the packet
    static bool Send(Ptr<NetDevice> device, const Address& to, uint32_t bytes)
    {
        return device->Send(Create<Packet>(bytes), to, PROTOCOL);
    }

    /// @return as many packets as were offered are accounted for
    bool IsConserved() const
    {
        return std::all_of(devices.Begin(), devices.End(), [](Ptr<NetDevice> device) {
            const auto dcf = DynamicCast<DcfNetDevice>(device);
            const DcfCounters counters = dcf->GetCounters();
            return counters.offered ==
                   counters.acknowledged + counters.group + counters.dropped + dcf->GetNQueued();
        });
    }

    void DoTeardown() override
    {
        devices = {};
        Simulator::Destroy();
    }

    NetDeviceContainer devices;
    std::map<uint32_t, std::vector<uint32_t>> received; ///< sizes, by node
    std::map<DcfDropReason, uint32_t> drops;
    Address lastSource;
    Time lastArrival;
};

/// An access point relays, delivers groups to all, and passes the rest up.
class AccessPointTestCase : public DcfTestCase
{
  public:
    AccessPointTestCase()
        : DcfTestCase("An access point relays for its stations")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(3);
        DcfHelper helper;
        Watch(helper.InstallAccessPoint(nodes.Get(0)));
        Watch(helper.InstallStations(NodeContainer(nodes.Get(1), nodes.Get(2))));
        Simulator::Schedule(Seconds(1), [this] {
            Send(devices.Get(1), devices.Get(2)->GetAddress(), 100);
            Send(devices.Get(1), devices.Get(1)->GetBroadcast(), 200);
            Send(devices.Get(2), devices.Get(0)->GetAddress(), 300);
            Send(devices.Get(0), devices.Get(1)->GetAddress(), 400);
            Send(devices.Get(0), Mac48Address("00:00:00:00:00:99"), 500);
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        const auto sort = [this](uint32_t node) {
            std::sort(received[node].begin(), received[node].end());
            return received[node];
        };
        NS_TEST_EXPECT_MSG_EQ((sort(0) == std::vector<uint32_t>{200, 300}), true, "access point");
        NS_TEST_EXPECT_MSG_EQ((sort(1) == std::vector<uint32_t>{400}), true, "station 1");
        NS_TEST_EXPECT_MSG_EQ((sort(2) == std::vector<uint32_t>{100, 200}), true, "station 2");
        NS_TEST_EXPECT_MSG_EQ(drops[DcfDropReason::UNKNOWN_RECEIVER], 1, "nobody's packet");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// A bridge on an access point takes packets both ways.
class BridgeTestCase : public DcfTestCase
{
  public:
    BridgeTestCase()
        : DcfTestCase("An access point bridges")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(3); // station, access point, host
        DcfHelper helper;
        Watch(helper.InstallStations(nodes.Get(0)));
        const NetDeviceContainer radio = helper.InstallAccessPoint(nodes.Get(1));
        const NetDeviceContainer wire =
            SimpleNetDeviceHelper().Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
        Listen(nodes.Get(2));
        BridgeHelper().Install(nodes.Get(1), NetDeviceContainer(radio.Get(0), wire.Get(0)));
        const Address station = devices.Get(0)->GetAddress();
        const Address host = wire.Get(1)->GetAddress();
        Simulator::Schedule(Seconds(1), [&] { Send(devices.Get(0), host, 100); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received[2].size(), 1, "up");
        NS_TEST_EXPECT_MSG_EQ((lastSource == station), true, "the source stays");
        Simulator::Schedule(Seconds(1), [&] { Send(wire.Get(1), station, 200); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received[0].size(), 1, "down");
        NS_TEST_EXPECT_MSG_EQ((lastSource == host), true, "the source stays");
    }
};

/// Times of one exchange, by hand.
class ExchangeTestCase : public DcfTestCase
{
  public:
    ExchangeTestCase()
        : DcfTestCase("An exchange takes the time of the standard")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(2)));
        Time acked;
        devices.Get(0)->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>(
                [&acked](Ptr<const WifiMpdu>) { acked = Simulator::Now(); }));
        Simulator::Schedule(Seconds(1),
                            [this] { Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500); });
        Simulator::Run();
        // DIFS, PLCP, and 1500 + 8 + 28 bytes at 11 Mb/s, which are 1117.1 us.
        const Time arrival = Seconds(1) + MicroSeconds(50 + 192 + 1118);
        NS_TEST_EXPECT_MSG_EQ(lastArrival, arrival, "arrival");
        // SIFS, PLCP, and 14 bytes at 11 Mb/s, which are 10.2 us.
        NS_TEST_EXPECT_MSG_EQ(acked, arrival + MicroSeconds(10 + 192 + 11), "ACK");
    }
};

/// RTS precedes frames that are longer than the threshold, not those of its length.
class RtsThresholdTestCase : public DcfTestCase
{
  public:
    RtsThresholdTestCase()
        : DcfTestCase("A frame as long as RtsCtsThreshold needs no RTS")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(2)));
        const Address to = devices.Get(1)->GetAddress();
        // 1500 bytes with the headers of LLC and MAC and the FCS
        devices.Get(0)->SetAttribute("RtsCtsThreshold", UintegerValue(1536));
        Simulator::Schedule(Seconds(1), [this, &to] { Send(devices.Get(0), to, 1500); });
        const Time alone = MicroSeconds(50 + 192 + 1118);
        Simulator::Schedule(Seconds(2), [this, &to, alone] {
            NS_TEST_EXPECT_MSG_EQ(lastArrival, Seconds(1) + alone, "as long");
            devices.Get(0)->SetAttribute("RtsCtsThreshold", UintegerValue(1535));
            Send(devices.Get(0), to, 1500);
        });
        Simulator::Run();
        // RTS of 20 bytes at 1 Mb/s, CTS of 14 bytes at 1 Mb/s, and SIFS behind each.
        const Time handshake = MicroSeconds(192 + 160 + 10 + 192 + 112 + 10);
        NS_TEST_EXPECT_MSG_EQ(lastArrival, Seconds(2) + alone + handshake, "longer");
    }
};

/// A queue that is full drops, or stops what is above.
class QueueTestCase : public DcfTestCase
{
  public:
    QueueTestCase()
        : DcfTestCase("A full queue drops, and wakes the queue disc when a packet leaves")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        helper.SetDeviceAttribute("MaxPackets", UintegerValue(3));
        Watch(helper.Install(NodeContainer(2)));
        const Ptr<NetDeviceQueue> queue =
            devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        std::vector<Time> wakes;
        queue->SetWakeCallback([&] { wakes.push_back(Simulator::Now()); });
        Simulator::Schedule(Seconds(1), [&] {
            for (int i = 0; i < 5; ++i)
            {
                const bool accepted = Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500);
                NS_TEST_EXPECT_MSG_EQ(accepted, (i < 3), "packet " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "full");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(wakes.size(), 1, "nothing came after the first wake");
        const Time acked = Seconds(1) + MicroSeconds(50 + 1310 + 10 + 203);
        NS_TEST_EXPECT_MSG_EQ(wakes[0], acked, "woken when the first packet is acknowledged");
        NS_TEST_EXPECT_MSG_EQ(received[1].size(), 3, "received");
        NS_TEST_EXPECT_MSG_EQ(drops[DcfDropReason::QUEUE_FULL], 2, "dropped");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// Limits of a device's queue, as a driver's: full with two packets.
class TwoPacketLimits : public QueueLimits
{
  public:
    void Reset() override
    {
        m_packets = 0;
    }

    void Completed(uint32_t) override
    {
        --m_packets;
    }

    int32_t Available() const override
    {
        return 1 - m_packets;
    }

    void Queued(uint32_t) override
    {
        ++m_packets;
    }

  private:
    int32_t m_packets{0};
};

/// Queue limits stop the queue disc above before the queue is full.
class LimitsTestCase : public DcfTestCase
{
  public:
    LimitsTestCase()
        : DcfTestCase("Queue limits count the packets until they are acknowledged")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(2)));
        const auto queue = devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        queue->SetQueueLimits(CreateObject<TwoPacketLimits>());
        std::vector<Time> wakes;
        queue->SetWakeCallback([&] { wakes.push_back(Simulator::Now()); });
        const auto dcf = DynamicCast<DcfNetDevice>(devices.Get(0));
        Simulator::Schedule(Seconds(1), [&] {
            Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500);
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), false, "one packet");
            Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500);
            NS_TEST_EXPECT_MSG_EQ(queue->IsStopped(), true, "two packets");
        });
        const Time acked = Seconds(1) + MicroSeconds(50 + 1310 + 10 + 203);
        Simulator::Schedule(acked - NanoSeconds(1), [&] {
            NS_TEST_EXPECT_MSG_EQ(dcf->GetNPackets(), 2, "not acknowledged yet");
        });
        Simulator::Schedule(acked + NanoSeconds(1),
                            [&] { NS_TEST_EXPECT_MSG_EQ(dcf->GetNPackets(), 1, "acknowledged"); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(wakes.empty(), false, "woken");
        NS_TEST_EXPECT_MSG_EQ(wakes[0], acked, "woken when the first packet is acknowledged");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// A frame that waits while the rate changes has the new rate.
class RateChangeTestCase : public DcfTestCase
{
  public:
    RateChangeTestCase()
        : DcfTestCase("A change of the rate holds for frames that wait")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(2)));
        Simulator::Schedule(Seconds(1), [this] {
            Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500);
            Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500);
        });
        // While the first frame is on the air at 11 Mb/s.
        const Time change = Seconds(1) + MicroSeconds(500);
        Simulator::Schedule(change, [this] {
            devices.Get(0)->SetAttribute("DataRate", StringValue("1Mbps"));
        });
        Time first;
        Simulator::Schedule(Seconds(1) + MicroSeconds(50 + 1310 + 1), [&] { first = lastArrival; });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(first, Seconds(1) + MicroSeconds(50 + 1310), "at 11 Mb/s");
        // ACK and DIFS; then the backoff; then PLCP and 1536 bytes at 1 Mb/s.
        const Time rest = lastArrival - first - MicroSeconds(213 + 50) - MicroSeconds(192 + 12288);
        NS_TEST_EXPECT_MSG_EQ(rest % MicroSeconds(20), Time(0), "whole slots");
        NS_TEST_EXPECT_MSG_EQ((rest >= Time(0) && rest <= 31 * MicroSeconds(20)),
                              true,
                              "a backoff of " << rest.As(Time::US));
    }
};

/// A receiver that loses frames.
class LossTestCase : public DcfTestCase
{
  public:
    LossTestCase()
        : DcfTestCase("Lost frames are sent again, and given up after the limit")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(3)));
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(MakeLoss(0.5)));
        uint64_t retries = 0;
        devices.Get(0)->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>(
                [&retries](Ptr<const WifiMpdu> mpdu) { retries += mpdu->GetRetryCount(); }));
        uint32_t rxDrops = 0;
        devices.Get(1)->TraceConnectWithoutContext(
            "PhyRxDrop",
            Callback<void, Ptr<const Packet>>([&rxDrops](Ptr<const Packet>) { ++rxDrops; }));
        uint64_t repeated = 0;
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>([&repeated](Ptr<const Packet> frame) {
                WifiMacHeader header;
                frame->PeekHeader(header);
                repeated += header.IsRetry();
            }));
        Simulator::Schedule(Seconds(1), [this] {
            for (int i = 0; i < 400; ++i)
            {
                Send(devices.Get(0), devices.Get(1)->GetAddress(), 100);
                Send(devices.Get(2), Mac48Address("00:00:00:00:00:99"), 100);
            }
        });
        Simulator::Run();
        const DcfCounters counters = DynamicCast<DcfNetDevice>(devices.Get(0))->GetCounters();
        const DcfCounters stranger = DynamicCast<DcfNetDevice>(devices.Get(2))->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(stranger.acknowledged, 0, "nobody answers");
        NS_TEST_EXPECT_MSG_EQ(stranger.attempts, 7 * 400, "attempts to reach nobody");
        NS_TEST_EXPECT_MSG_EQ(received[1].size(), counters.acknowledged, "received once each");
        NS_TEST_EXPECT_MSG_EQ(rxDrops, 0, "the sender tells of a frame that it waits for");
        NS_TEST_EXPECT_MSG_EQ(retries + 7 * counters.dropped, counters.failures, "retries");
        NS_TEST_EXPECT_MSG_EQ(repeated, counters.attempts - 400, "frames with the Retry bit");
        // An attempt fails with probability 0.5, or more for collisions.
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(counters.failures) /
                                      static_cast<double>(counters.attempts),
                                  0.5,
                                  0.1,
                                  "failures");
        NS_TEST_EXPECT_MSG_EQ(drops[DcfDropReason::RETRY_LIMIT],
                              400 + counters.dropped,
                              "given up");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// Nobody answers a frame to a group, so that its receivers tell of its loss.
class GroupLossTestCase : public DcfTestCase
{
  public:
    GroupLossTestCase()
        : DcfTestCase("A lost frame to a group is dropped where it is lost")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(3)));
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(MakeLoss(0.5)));
        std::vector<uint32_t> rxDrops(3);
        for (uint32_t i = 0; i < 3; ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "PhyRxDrop",
                Callback<void, Ptr<const Packet>>(
                    [&rxDrops, i](Ptr<const Packet>) { ++rxDrops[i]; }));
        }
        Simulator::Schedule(Seconds(1), [this] {
            for (int i = 0; i < 200; ++i)
            {
                Send(devices.Get(0), Mac48Address::GetBroadcast(), 100);
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received[1].size() + rxDrops[1], 200, "each is received or dropped");
        NS_TEST_EXPECT_MSG_EQ_TOL(rxDrops[1], 100, 30, "half of them are lost");
        NS_TEST_EXPECT_MSG_EQ(received[2].size(), 200, "without losses");
        NS_TEST_EXPECT_MSG_EQ(rxDrops[0] + rxDrops[2], 0, "without losses");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// The Retry bit tells of attempts of the device that sends, not of others before it.
class RelayRetryTestCase : public DcfTestCase
{
  public:
    RelayRetryTestCase()
        : DcfTestCase("A relayed frame is new when the access point sends it first")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(3);
        DcfHelper helper;
        Watch(helper.InstallAccessPoint(nodes.Get(0)));
        Watch(helper.InstallStations(NodeContainer(nodes.Get(1), nodes.Get(2))));
        const auto loss = CreateObject<ReceiveListErrorModel>();
        loss->SetList({0});
        devices.Get(0)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        const auto wentUp = ListenToAll(0);
        std::vector<bool> retries;
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>>([&retries](Ptr<const Packet> frame) {
                    WifiMacHeader header;
                    frame->PeekHeader(header);
                    retries.push_back(header.IsRetry());
                }));
        }
        Simulator::Schedule(Seconds(1),
                            [this] { Send(devices.Get(1), devices.Get(2)->GetAddress(), 1000); });
        Simulator::Run();
        const std::vector<bool> expected{false, true, false};
        NS_TEST_EXPECT_MSG_EQ((retries == expected), true, "twice by the station, then relayed");
        NS_TEST_EXPECT_MSG_EQ(wentUp->size(), 0, "a bridge above would flood it");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// A station that listens to all frames: one of another station on its way to the access point is
/// not received, as the access point relays it.
class OverheardTestCase : public DcfTestCase
{
  public:
    OverheardTestCase()
        : DcfTestCase("A promiscuous station receives relayed packets once")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(4);
        DcfHelper helper;
        Watch(helper.InstallAccessPoint(nodes.Get(0)));
        Watch(helper.InstallStations(NodeContainer(nodes.Get(1), nodes.Get(2), nodes.Get(3))));
        const auto types = ListenToAll(2);
        uint32_t sniffed = 0;
        devices.Get(2)->TraceConnectWithoutContext(
            "PromiscSniffer",
            Callback<void, Ptr<const Packet>>([&sniffed](Ptr<const Packet>) { ++sniffed; }));
        const auto send = [this](const Address& to) { Send(devices.Get(1), to, 500); };
        Simulator::Schedule(Seconds(1), [&] { send(devices.Get(2)->GetAddress()); });
        Simulator::Schedule(Seconds(2), [&] { send(Mac48Address::GetBroadcast()); });
        Simulator::Schedule(Seconds(3), [&] { send(devices.Get(3)->GetAddress()); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received[2].size(), 2, "its own packet and the broadcast");
        NS_TEST_EXPECT_MSG_EQ((*types)[NetDevice::PACKET_HOST], 1, "its own packet");
        NS_TEST_EXPECT_MSG_EQ((*types)[NetDevice::PACKET_BROADCAST], 1, "the broadcast");
        NS_TEST_EXPECT_MSG_EQ((*types)[NetDevice::PACKET_OTHERHOST],
                              1,
                              "that of the third station");
        NS_TEST_EXPECT_MSG_EQ(sniffed, 6, "sniffers see each packet on both ways");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// A sender whose ACKs noise destroys.
class AnswerLossTestCase : public DcfTestCase
{
  public:
    AnswerLossTestCase()
        : DcfTestCase("Without its ACKs a frame is sent again, and received once")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        Watch(helper.Install(NodeContainer(2)));
        devices.Get(0)->SetAttribute("ReceiveErrorModel", PointerValue(MakeLoss(1)));
        Time begin;
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [&begin](Ptr<const Packet>) { begin = Simulator::Now(); }));
        std::vector<Time> lengths;
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxEnd",
            Callback<void, Ptr<const Packet>>([&begin, &lengths](Ptr<const Packet>) {
                lengths.push_back(Simulator::Now() - begin);
            }));
        Simulator::Schedule(Seconds(1),
                            [this] { Send(devices.Get(0), devices.Get(1)->GetAddress(), 1500); });
        Simulator::Schedule(Seconds(2),
                            [this] { Send(devices.Get(0), devices.Get(1)->GetBroadcast(), 100); });
        Simulator::Run();
        const std::vector<uint32_t> once{1500, 100};
        NS_TEST_EXPECT_MSG_EQ((received[1] == once), true, "received once each");
        NS_TEST_EXPECT_MSG_EQ(drops[DcfDropReason::RETRY_LIMIT], 1, "given up without an ACK");
        NS_TEST_ASSERT_MSG_EQ(lengths.size(), 7 + 1, "attempts");
        // Long preamble and 1536 bytes at 11 Mb/s; 136 bytes at 1 Mb/s (802.11-2007, 18.2).
        NS_TEST_EXPECT_MSG_EQ(lengths[6], MicroSeconds(192 + 1118), "1500 bytes");
        NS_TEST_EXPECT_MSG_EQ(lengths[7], MicroSeconds(192 + 1088), "to a group");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// A station answers at the rate of the data if this is lower than the basic rate.
class SlowAnswerTestCase : public DcfTestCase
{
  public:
    SlowAnswerTestCase()
        : DcfTestCase("The ACK of slow data is as robust as the data")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        Place(nodes, {0, 90}); // -89.3 dBm, 4 dB above the noise
        DcfHelper helper;
        helper.SetChannelAttribute("PropagationLossModel",
                                   PointerValue(CreateObject<LogDistancePropagationLossModel>()));
        helper.SetChannelAttribute("Sensitivity", DoubleValue(-95));
        Watch(helper.Install(nodes));
        const auto sender = DynamicCast<DcfNetDevice>(devices.Get(0));
        sender->SetAttribute("BasicRate", StringValue("11Mbps"));
        const Address to = devices.Get(1)->GetAddress();
        sender->SetAttribute("DataRate", StringValue("1Mbps"));
        constexpr uint32_t frames = 100;
        const auto sendAll = [this, &to] {
            for (uint32_t k = 0; k < frames; ++k)
            {
                Simulator::Schedule(MilliSeconds(10 * k),
                                    [this, &to] { Send(devices.Get(0), to, 100); });
            }
        };
        sendAll();
        Simulator::Schedule(Seconds(2), [this, &sender, &sendAll] {
            NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().acknowledged, frames, "all at 1 Mb/s");
            NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().failures, 0, "at the first attempt");
            sender->SetAttribute("DataRate", StringValue("11Mbps"));
            sendAll();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(sender->GetCounters().failures, frames / 10, "11 Mb/s is too fast");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// The stronger of two frames is received, and weak ones are not.
class CaptureTestCase : public DcfTestCase
{
  public:
    CaptureTestCase()
        : DcfTestCase("A receiver captures the stronger frame")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(4); // near, far, receiver, too far
        Place(nodes, {5, 50, 0, 500});
        DcfHelper helper;
        // 46.7 dB at 1 m, and 30 dB per decade: -51.6, -81.6 and -111.6 dBm at the receiver.
        helper.SetChannelAttribute("PropagationLossModel",
                                   PointerValue(CreateObject<LogDistancePropagationLossModel>()));
        helper.SetChannelAttribute("Sensitivity", DoubleValue(-82));
        helper.SetChannelAttribute("AllowHiddenStations", BooleanValue(true));
        Watch(helper.Install(nodes));
        const Address to = devices.Get(2)->GetAddress();
        NS_TEST_EXPECT_MSG_EQ_TOL(helper.GetChannel()->GetRxPower(0, 2), -51.6, 0.1, "near");
        NS_TEST_EXPECT_MSG_EQ_TOL(helper.GetChannel()->GetRxPower(1, 2), -81.6, 0.1, "far");
        // Frames that come at the same instant when no backoff runs are sent at the same instant.
        Simulator::Schedule(Seconds(1), [&] {
            Send(devices.Get(0), to, 100);
            Send(devices.Get(1), to, 200);
        });
        Simulator::Schedule(Seconds(2), [&] { Send(devices.Get(3), to, 300); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((received[nodes.Get(2)->GetId()] == std::vector<uint32_t>{100, 200}),
                              true,
                              "both arrive, the second after a retry");
        const DcfCounters near = DynamicCast<DcfNetDevice>(devices.Get(0))->GetCounters();
        const DcfCounters far = DynamicCast<DcfNetDevice>(devices.Get(1))->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(near.collisions, 1, "both sent");
        NS_TEST_EXPECT_MSG_EQ(near.failures, 0, "captured");
        NS_TEST_EXPECT_MSG_EQ(far.failures, 1, "lost to the stronger one");
        NS_TEST_EXPECT_MSG_EQ(drops[DcfDropReason::RETRY_LIMIT], 1, "too far");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// A frame that a station cannot decode is followed by EIFS, unless the device does without.
class EifsTestCase : public DcfTestCase
{
  public:
    /// @param eifs attribute Eifs
    explicit EifsTestCase(bool eifs)
        : DcfTestCase(eifs ? "EIFS follows a frame that cannot be decoded"
                           : "A device without Eifs waits for DIFS"),
          m_eifs(eifs)
    {
    }

  private:
    void DoRun() override
    {
        // Frames of the first two, 4.4 dB apart at the third, collide there: it locks on the
        // stronger one and loses it.
        NodeContainer nodes(3);
        Place(nodes, {5, 7, 0});
        DcfHelper helper;
        helper.SetChannelAttribute("PropagationLossModel",
                                   PointerValue(CreateObject<LogDistancePropagationLossModel>()));
        helper.SetDeviceAttribute("Eifs", BooleanValue(m_eifs));
        helper.SetDeviceAttribute("FrameRetryLimit", UintegerValue(1));
        helper.SetDeviceAttribute("MinCw", UintegerValue(0));
        helper.SetDeviceAttribute("MaxCw", UintegerValue(0));
        Watch(helper.Install(nodes));
        const Address listener = devices.Get(2)->GetAddress();
        Simulator::Schedule(Seconds(1), [&] {
            Send(devices.Get(0), listener, 1500);
            Send(devices.Get(1), listener, 1500);
        });
        Simulator::Schedule(Seconds(1) + MicroSeconds(500),
                            [&] { Send(devices.Get(2), devices.Get(0)->GetAddress(), 100); });
        Simulator::Run();
        const Time collisionEnd = Seconds(1) + MicroSeconds(50 + 192 + 1118);
        // EIFS is 364 us, DIFS 50 us; PLCP, and 100 + 8 + 28 bytes at 11 Mb/s, which are 98.9 us.
        NS_TEST_EXPECT_MSG_EQ(lastArrival,
                              collisionEnd + MicroSeconds((m_eifs ? 364 : 50) + 192 + 99),
                              "arrival");
        NS_TEST_EXPECT_MSG_EQ(drops[DcfDropReason::RETRY_LIMIT], 2, "those that collided");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }

    bool m_eifs; ///< see the constructor
};

/// Without post-backoff, a frame that comes after the exchange of the one before is sent at once.
class PostBackoffTestCase : public DcfTestCase
{
  public:
    PostBackoffTestCase()
        : DcfTestCase("A device without PostBackoff waits for DIFS only")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        helper.SetDeviceAttribute("PostBackoff", BooleanValue(false));
        Watch(helper.Install(NodeContainer(2)));
        const Address to = devices.Get(1)->GetAddress();
        // The ACK ends 1573 us after the first packet came.
        for (int64_t i = 0; i < 20; ++i)
        {
            const Time sent = Seconds(1) + i * MicroSeconds(1600);
            Simulator::Schedule(sent, [this, to] { Send(devices.Get(0), to, 1500); });
            Simulator::Schedule(sent + MicroSeconds(1599), [this, sent] {
                NS_TEST_EXPECT_MSG_EQ(lastArrival,
                                      sent + MicroSeconds(50 + 192 + 1118),
                                      "no slot passes");
            });
        }
        Simulator::Run();
    }
};

/// Frames of a higher access category go first.
class PriorityTestCase : public DcfTestCase
{
  public:
    PriorityTestCase()
        : DcfTestCase("Access categories are served by their parameters")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper helper;
        helper.SetDeviceAttribute("QosSupported", BooleanValue(true));
        Watch(helper.Install(NodeContainer(3)));
        Simulator::Schedule(Seconds(1), [this] {
            for (int i = 0; i < 100; ++i)
            {
                Send(devices.Get(0), devices.Get(2)->GetAddress(), 1000);
                const auto packet = Create<Packet>(500);
                SocketPriorityTag tag;
                tag.SetPriority(6);
                packet->AddPacketTag(tag);
                devices.Get(1)->Send(packet, devices.Get(2)->GetAddress(), PROTOCOL);
            }
        });
        Simulator::Run();
        const auto& sizes = received.begin()->second;
        NS_TEST_ASSERT_MSG_EQ(sizes.size(), 200, "all arrive");
        const auto early = std::count(sizes.begin(), sizes.begin() + 100, 500U);
        NS_TEST_EXPECT_MSG_GT(early, 80, "voice comes first");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "conservation");
    }
};

/// Random loads, sizes, queues, losses and categories in a cell that loses frames.
class TortureTestCase : public DcfTestCase
{
  public:
    explicit TortureTestCase(int64_t seed)
        : DcfTestCase("Every packet is accounted for, seed " + std::to_string(seed)),
          m_seed(seed)
    {
    }

  private:
    void DoRun() override
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(m_seed);
        const auto draw = [random](uint32_t most) { return random->GetInteger(0, most); };
        DcfHelper helper;
        const bool qos = draw(1) == 1;
        helper.SetDeviceAttribute("QosSupported", BooleanValue(qos));
        helper.SetDeviceAttribute("MaxPackets", UintegerValue(1 + draw(5)));
        helper.SetDeviceAttribute("FrameRetryLimit", UintegerValue(1 + draw(6)));
        helper.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(draw(2000)));
        const uint32_t window = draw(15);
        if (!qos)
        {
            helper.SetDeviceAttribute("MinCw", UintegerValue(window));
        }
        const NodeContainer nodes(2 + draw(6));
        Watch(helper.InstallAccessPoint(nodes.Get(0)));
        for (uint32_t i = 1; i < nodes.GetN(); ++i)
        {
            Watch(helper.InstallStations(nodes.Get(i)));
        }
        DcfHelper::AssignStreams(devices, 100 * m_seed);
        const auto loss = MakeLoss(0.2);
        loss->AssignStreams(100 * m_seed + 99);
        devices.Get(draw(devices.GetN() - 1))
            ->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        for (int i = 0; i < 2000; ++i)
        {
            const Ptr<NetDevice> device = devices.Get(draw(devices.GetN() - 1));
            const Ptr<NetDevice> other = devices.Get(draw(devices.GetN() - 1));
            const Address to = device == other ? device->GetBroadcast() : other->GetAddress();
            const auto packet = Create<Packet>(draw(2000));
            SocketPriorityTag tag;
            tag.SetPriority(static_cast<uint8_t>(draw(7)));
            packet->AddPacketTag(tag);
            Simulator::ScheduleWithContext(
                device->GetNode()->GetId(),
                MicroSeconds(draw(2'000'000)),
                [device, packet, to] { device->Send(packet, to, PROTOCOL); });
        }
        for (int i = 1; i <= 20; ++i)
        {
            Simulator::Stop(MilliSeconds(100));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(IsConserved(), true, "after " << 100 * i << " ms");
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsConserved(), true, "in the end");
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<DcfNetDevice>(*device)->GetNQueued(),
                                  0,
                                  "nothing waits");
        }
    }

    int64_t m_seed;
};

class DcfNetDeviceTestSuite : public TestSuite
{
  public:
    DcfNetDeviceTestSuite()
        : TestSuite("dcf-net-device", Type::UNIT)
    {
        AddTestCase(new AccessPointTestCase, TestCase::Duration::QUICK);
        AddTestCase(new BridgeTestCase, TestCase::Duration::QUICK);
        AddTestCase(new ExchangeTestCase, TestCase::Duration::QUICK);
        AddTestCase(new RtsThresholdTestCase, TestCase::Duration::QUICK);
        AddTestCase(new QueueTestCase, TestCase::Duration::QUICK);
        AddTestCase(new LimitsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new RateChangeTestCase, TestCase::Duration::QUICK);
        AddTestCase(new LossTestCase, TestCase::Duration::QUICK);
        AddTestCase(new GroupLossTestCase, TestCase::Duration::QUICK);
        AddTestCase(new OverheardTestCase);
        AddTestCase(new RelayRetryTestCase, TestCase::Duration::QUICK);
        AddTestCase(new AnswerLossTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SlowAnswerTestCase);
        AddTestCase(new CaptureTestCase, TestCase::Duration::QUICK);
        AddTestCase(new EifsTestCase(true), TestCase::Duration::QUICK);
        AddTestCase(new EifsTestCase(false), TestCase::Duration::QUICK);
        AddTestCase(new PostBackoffTestCase, TestCase::Duration::QUICK);
        AddTestCase(new PriorityTestCase, TestCase::Duration::QUICK);
        for (int64_t seed = 1; seed <= 10; ++seed)
        {
            AddTestCase(new TortureTestCase(seed), TestCase::Duration::QUICK);
        }
    }
};

DcfNetDeviceTestSuite g_dcfNetDeviceTestSuite;

} // namespace

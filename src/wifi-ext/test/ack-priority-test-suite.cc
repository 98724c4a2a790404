// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// AckPriorityHelper on the air of 802.11b. An AIFS is a SIFS of 10 us and AIFSN slots of 20 us, and
// a backoff is 0 to CWmin slots (IEEE 802.11-2020, 10.3.7 and 16.3.4): the pauses between a MAC ACK
// and the next frame of a sender that is alone are known by hand.

#include "tcp-test-items.h"

#include "ns3/ack-priority-helper.h"
#include "ns3/ack-suppression-queue-disc.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/llc-snap-header.h"
#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/qos-txop.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-packet-classifier.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t SIFS_US = 10;
constexpr int64_t SLOT_US = 20;

/// A frame on the air.
struct SentFrame
{
    std::size_t sender;   ///< its node
    Time start;           ///< of its preamble
    Time end;             ///< of its last bit
    WifiMacHeader header; ///< of the MAC
    TcpPacketKind kind;   ///< of what it carries
};

/// An access point (node 0) and stations, at one place on a channel without errors.
class PriorityCell
{
  public:
    explicit PriorityCell(std::size_t stations)
        : nodes(1 + stations)
    {
        MobilityHelper().Install(nodes);
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211b);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue("DsssRate11Mbps"));
        WifiMacHelper mac;
        mac.SetType("ns3::ApWifiMac", "QosSupported", BooleanValue(true));
        radios = wifi.Install(phy, mac, nodes.Get(0));
        mac.SetType("ns3::StaWifiMac", "QosSupported", BooleanValue(true));
        for (std::size_t i = 1; i <= stations; ++i)
        {
            radios.Add(wifi.Install(phy, mac, nodes.Get(i)));
        }
        WifiHelper::AssignStreams(radios, 1);
        for (std::size_t i = 0; i < nodes.GetN(); ++i)
        {
            Listen(i);
        }
    }

    ~PriorityCell()
    {
        Simulator::Destroy();
    }

    /// Give all nodes a traffic-control layer and nothing above it; count what arrives.
    void UseItems()
    {
        for (std::size_t i = 0; i < nodes.GetN(); ++i)
        {
            const auto trafficControl = CreateObject<TrafficControlLayer>();
            nodes.Get(i)->AggregateObject(trafficControl);
            trafficControl->ScanDevices();
            radios.Get(i)->SetReceiveCallback(NetDevice::ReceiveCallback(
                [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                    ++arrived;
                    return true;
                }));
        }
    }

    /// Offer an item to the traffic-control layer of a node, for the device of another.
    void Offer(std::size_t from, std::size_t to, const TestSegment& segment, TestItemKind kind)
    {
        const auto item = MakeTcpItem(segment, kind, radios.Get(to)->GetAddress());
        Offer(from, item);
    }

    void Offer(std::size_t from, Ptr<QueueDiscItem> item)
    {
        nodes.Get(from)->GetObject<TrafficControlLayer>()->Send(radios.Get(from), item);
    }

    /// In the context of a node.
    void At(Time time, std::size_t node, std::function<void()> action)
    {
        Simulator::ScheduleWithContext(nodes.Get(node)->GetId(), time, [action] { action(); });
    }

    void Run(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    Ptr<WifiMac> GetMac(std::size_t node) const
    {
        return DynamicCast<WifiNetDevice>(radios.Get(node))->GetMac();
    }

    /**
     * Count the slots between the SIFS after a MAC ACK and the next frame, if that is a first
     * attempt of the sender.
     * @return numbers of slots that occur
     */
    std::set<int64_t> GetPauses(std::size_t sender, TcpPacketKind kind) const
    {
        std::set<int64_t> pauses;
        for (std::size_t i = 1; i < frames.size(); ++i)
        {
            const SentFrame& before = frames[i - 1];
            const SentFrame& frame = frames[i];
            if (before.header.IsAck() && frame.sender == sender && frame.kind == kind &&
                frame.header.IsQosData() && !frame.header.IsRetry())
            {
                const int64_t pause = (frame.start - before.end).GetNanoSeconds() - 1000 * SIFS_US;
                pauses.insert(pause % (1000 * SLOT_US) == 0 ? pause / (1000 * SLOT_US) : -1);
            }
        }
        return pauses;
    }

    NodeContainer nodes;           ///< access point, stations
    NetDeviceContainer radios;     ///< of them
    std::vector<SentFrame> frames; ///< in the order of their start
    uint64_t arrived{0};           ///< packets, see UseItems

  private:
    void Listen(std::size_t node)
    {
        DynamicCast<WifiNetDevice>(radios.Get(node))
            ->GetPhy()
            ->TraceConnectWithoutContext(
                "MonitorSnifferTx",
                Callback<void, Ptr<const Packet>, uint16_t, WifiTxVector, MpduInfo, uint16_t>(
                    [this, node](Ptr<const Packet> packet,
                                 uint16_t,
                                 const WifiTxVector& txVector,
                                 MpduInfo,
                                 uint16_t) { Note(node, packet, txVector); }));
    }

    void Note(std::size_t node, Ptr<const Packet> packet, const WifiTxVector& txVector)
    {
        SentFrame frame{
            .sender = node,
            .start = Simulator::Now(),
            .end = Simulator::Now() +
                   WifiPhy::CalculateTxDuration(packet->GetSize(), txVector, WIFI_PHY_BAND_2_4GHZ),
            .header = {},
            .kind = TcpPacketKind::OTHER};
        const auto copy = packet->Copy();
        copy->RemoveHeader(frame.header);
        if (frame.header.IsQosData())
        {
            LlcSnapHeader llc;
            copy->RemoveHeader(llc);
            std::vector<uint8_t> bytes(copy->GetSize());
            copy->CopyData(bytes.data(), copy->GetSize());
            frame.kind =
                ClassifyFrame(llc.GetType(), {bytes.data(), bytes.size(), bytes.size()}).kind;
        }
        frames.push_back(frame);
    }
};

/// @return all numbers from the first to the last
std::set<int64_t>
MakeRange(int64_t first, int64_t last)
{
    std::set<int64_t> range;
    for (int64_t i = first; i <= last; ++i)
    {
        range.insert(i);
    }
    return range;
}

/// A burst of 300 segments, which none expires of.
void
OfferBurst(PriorityCell& cell, Time time, std::size_t from, std::size_t to, uint32_t payload)
{
    cell.At(time, from, [&cell, from, to, payload] {
        for (uint32_t i = 0; i < 300; ++i)
        {
            cell.Offer(from,
                       to,
                       {.payload = payload},
                       i % 2 ? TestItemKind::IPV4 : TestItemKind::IPV6);
        }
    });
}

class AckPriorityPauseTest : public TestCase
{
  public:
    AckPriorityPauseTest()
        : TestCase("AIFS and backoff of ACKs and data at an access point and at a station")
    {
    }

  private:
    void Check(const PriorityCell& cell,
               std::size_t sender,
               TcpPacketKind kind,
               uint8_t tid,
               const std::set<int64_t>& pauses)
    {
        NS_TEST_EXPECT_MSG_EQ((cell.GetPauses(sender, kind) == pauses),
                              true,
                              "pauses of node " << sender);
        std::size_t count = 0;
        for (const SentFrame& frame : cell.frames)
        {
            if (frame.sender == sender && frame.kind == kind && frame.header.IsQosData())
            {
                ++count;
                NS_TEST_EXPECT_MSG_EQ(+frame.header.GetQosTid(), +tid, "access category");
            }
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(count, 300, "all were sent");
    }

    void DoRun() override
    {
        PriorityCell cell(1);
        cell.UseItems();
        AckPriorityHelper priority;
        priority.SetDriverQueue(QueueSize("500p"));
        priority.Install(cell.radios.Get(0));
        // CWmin of 4, as malone2008 words it: five values.
        priority.SetAckCategory(AC_VO, {.aifsn = 3, .cwMin = 4});
        priority.SetOtherCategory(AC_BK, {.aifsn = 6, .cwMin = 15});
        priority.Install(cell.radios.Get(1));
        OfferBurst(cell, Seconds(1), 0, 1, 0);
        OfferBurst(cell, Seconds(3), 0, 1, 100);
        OfferBurst(cell, Seconds(5), 1, 0, 0);
        OfferBurst(cell, Seconds(7), 1, 0, 100);
        cell.Run(Seconds(9));
        NS_TEST_EXPECT_MSG_EQ(cell.arrived, 1200, "all arrive");
        Check(cell, 0, TcpPacketKind::PURE_ACK, 4, MakeRange(2, 2 + 3));
        Check(cell, 0, TcpPacketKind::DATA, 0, MakeRange(2, 2 + 31));
        Check(cell, 1, TcpPacketKind::PURE_ACK, 6, MakeRange(3, 3 + 4));
        Check(cell, 1, TcpPacketKind::DATA, 1, MakeRange(6, 6 + 15));
    }
};

class AckPriorityBeaconTest : public TestCase
{
  public:
    AckPriorityBeaconTest()
        : TestCase("A station keeps its parameters over 100 beacons; another hears the defaults")
    {
    }

  private:
    void CheckCategory(Ptr<WifiMac> mac, AcIndex index, const AccessCategoryParameters& expected)
    {
        const auto txop = mac->GetQosTxop(index);
        NS_TEST_EXPECT_MSG_EQ(+txop->GetAifsn(0), expected.aifsn, "AIFSN of " << index);
        NS_TEST_EXPECT_MSG_EQ(txop->GetMinCw(0), expected.cwMin, "CWmin of " << index);
        NS_TEST_EXPECT_MSG_EQ(txop->GetMaxCw(0), expected.cwMax, "CWmax of " << index);
        NS_TEST_EXPECT_MSG_EQ(txop->GetTxopLimit(0), expected.txopLimit, "TXOP limit of " << index);
    }

    void DoRun() override
    {
        PriorityCell cell(2);
        cell.UseItems();
        const AccessCategoryParameters ack{.aifsn = 4,
                                           .cwMin = 10,
                                           .cwMax = 100,
                                           .txopLimit = MicroSeconds(64)};
        const AccessCategoryParameters other{.aifsn = 15, .cwMin = 63, .cwMax = 127};
        AckPriorityHelper priority;
        priority.Install(cell.radios.Get(0));
        priority.SetAckCategory(AC_VI, ack);
        priority.SetOtherCategory(AC_BE, other);
        priority.SetDriverQueue(QueueSize("500p"));
        priority.Install(cell.radios.Get(1));
        uint32_t beacons = 0;
        uint32_t changes = 0;
        const auto mac = cell.GetMac(1);
        mac->TraceConnectWithoutContext("BeaconArrival", Callback<void, Time>([&](Time) {
                                            ++beacons;
                                            Simulator::ScheduleNow([&] {
                                                CheckCategory(mac, AC_VI, ack);
                                                CheckCategory(mac, AC_BE, other);
                                            });
                                        }));
        cell.At(Seconds(1), 1, [&] {
            for (const AcIndex index : {AC_VI, AC_BE})
            {
                mac->GetQosTxop(index)->TraceConnectWithoutContext(
                    "CwTrace",
                    Callback<void, uint32_t, uint8_t>([&](uint32_t, uint8_t) { ++changes; }));
            }
            // Two failures: 4 * 64 - 1 is cut to CWmax. A beacon must not forgive them.
            mac->GetQosTxop(AC_BE)->UpdateFailedCw(0);
            mac->GetQosTxop(AC_BE)->UpdateFailedCw(0);
            mac->GetQosTxop(AC_VI)->UpdateFailedCw(0);
        });
        // 100 beacons, each 102.4 ms.
        cell.At(MilliSeconds(11500), 1, [&] {
            NS_TEST_EXPECT_MSG_GT(beacons, 100, "beacons");
            NS_TEST_EXPECT_MSG_EQ(changes, 3, "the failures alone change the window");
            NS_TEST_EXPECT_MSG_EQ(mac->GetQosTxop(AC_BE)->GetCw(0), 127, "CW");
            NS_TEST_EXPECT_MSG_EQ(mac->GetQosTxop(AC_VI)->GetCw(0), 2 * (10 + 1) - 1, "CW");
            mac->GetQosTxop(AC_BE)->ResetCw(0);
            mac->GetQosTxop(AC_VI)->ResetCw(0);
        });
        OfferBurst(cell, Seconds(12), 1, 0, 0);
        OfferBurst(cell, Seconds(15), 1, 0, 100);
        cell.Run(Seconds(19));
        NS_TEST_EXPECT_MSG_EQ((cell.GetPauses(1, TcpPacketKind::DATA) == MakeRange(15, 15 + 63)),
                              true,
                              "data");
        // A TXOP of 64 us has room for no second frame.
        NS_TEST_EXPECT_MSG_EQ((cell.GetPauses(1, TcpPacketKind::PURE_ACK) == MakeRange(4, 4 + 10)),
                              true,
                              "ACKs");
        // The other station has the defaults of 802.11b in ns-3, not what the access point has.
        CheckCategory(cell.GetMac(0), AC_VI, {.cwMin = 3});
        CheckCategory(cell.GetMac(0), AC_BE, {});
        CheckCategory(cell.GetMac(2),
                      AC_VI,
                      {.aifsn = 2, .cwMin = 15, .cwMax = 31, .txopLimit = MicroSeconds(6016)});
        CheckCategory(cell.GetMac(2), AC_BE, {.aifsn = 3});
    }
};

class AckPriorityAdvertisementTest : public TestCase
{
  public:
    AckPriorityAdvertisementTest()
        : TestCase("Stations without parameters of their own take those that are advertised")
    {
    }

  private:
    void DoRun() override
    {
        PriorityCell cell(1);
        AckPriorityHelper priority;
        priority.Install(cell.radios.Get(0));
        // Asked for later: replaces what the first installation lets stations hear.
        priority.AdvertiseToStations();
        priority.SetOtherCategory(AC_BE, {.aifsn = 6, .cwMin = 63, .txopLimit = MicroSeconds(320)});
        priority.Install(cell.radios.Get(0));
        cell.Run(Seconds(1));
        const auto ack = cell.GetMac(1)->GetQosTxop(AC_VI);
        const auto other = cell.GetMac(1)->GetQosTxop(AC_BE);
        NS_TEST_EXPECT_MSG_EQ(ack->GetMinCw(0), 3, "CWmin");
        NS_TEST_EXPECT_MSG_EQ(ack->GetMaxCw(0), 1023, "CWmax");
        NS_TEST_EXPECT_MSG_EQ(+ack->GetAifsn(0), 2, "AIFSN");
        NS_TEST_EXPECT_MSG_EQ(ack->GetTxopLimit(0), Seconds(0), "TXOP limit");
        NS_TEST_EXPECT_MSG_EQ(other->GetMinCw(0), 63, "CWmin");
        NS_TEST_EXPECT_MSG_EQ(+other->GetAifsn(0), 6, "AIFSN");
        NS_TEST_EXPECT_MSG_EQ(other->GetTxopLimit(0), MicroSeconds(320), "TXOP limit");
    }
};

class AckPriorityInstallTest : public TestCase
{
  public:
    AckPriorityInstallTest()
        : TestCase("Queues, what the user advertises, association, and a change while it runs")
    {
    }

  private:
    void CheckQueues(Ptr<WifiMac> mac)
    {
        for (const AcIndex index : {AC_BE, AC_BK, AC_VI, AC_VO})
        {
            const auto queue = mac->GetTxopQueue(index);
            NS_TEST_EXPECT_MSG_EQ(queue->GetMaxSize(), QueueSize("20p"), "size of " << index);
            NS_TEST_EXPECT_MSG_EQ(queue->GetMaxDelay(), Seconds(7), "expiry of " << index);
        }
    }

    void DoRun() override
    {
        PriorityCell cell(2);
        // The user has decided what stations hear of this one parameter.
        cell.GetMac(0)->SetAttribute("CwMinsForSta", StringValue("BE 127"));
        AckPriorityHelper priority;
        priority.SetDriverQueue(QueueSize("20p"), Seconds(7));
        priority.Install(NetDeviceContainer(cell.radios.Get(0), cell.radios.Get(1)));
        CheckQueues(cell.GetMac(0));
        CheckQueues(cell.GetMac(1));
        const auto mac = cell.GetMac(1);
        uint32_t associations = 0;
        mac->TraceConnectWithoutContext(
            "Assoc",
            // A Ptr in the trace of its own object would keep it for ever.
            Callback<void, Mac48Address>(
                [this, mac = PeekPointer(mac), &associations](Mac48Address) {
                    // The response carries the access point's 6016 us; the next beacon is 100 ms
                    // away.
                    Simulator::ScheduleNow([this, mac, &associations] {
                        ++associations;
                        NS_TEST_EXPECT_MSG_EQ(mac->GetQosTxop(AC_VI)->GetTxopLimit(0),
                                              Seconds(0),
                                              "kept over the association");
                    });
                }));
        cell.At(Seconds(1), 1, [this, &cell, &priority, mac] {
            const auto txop = mac->GetQosTxop(AC_BE);
            txop->UpdateFailedCw(0);
            priority.SetOtherCategory(AC_BE, {.aifsn = 7, .cwMin = 7});
            priority.Install(cell.radios.Get(1));
            NS_TEST_EXPECT_MSG_EQ(+txop->GetAifsn(0), 7, "at once");
            NS_TEST_EXPECT_MSG_EQ(txop->GetMinCw(0), 7, "at once");
            NS_TEST_EXPECT_MSG_EQ(txop->GetCw(0),
                                  7,
                                  "the next backoff is drawn from the new window");
        });
        cell.Run(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(associations, 1, "associated");
        NS_TEST_EXPECT_MSG_EQ(cell.GetMac(2)->GetQosTxop(AC_BE)->GetMinCw(0),
                              127,
                              "as the user said");
        NS_TEST_EXPECT_MSG_EQ(cell.GetMac(0)->GetQosTxop(AC_BE)->GetMinCw(0), 31, "as installed");
    }
};

class AckPriorityTagTest : public TestCase
{
  public:
    AckPriorityTagTest()
        : TestCase("The category follows the packet, not its type of service or its socket")
    {
    }

  private:
    void DoRun() override
    {
        PriorityCell cell(1);
        cell.UseItems();
        AckPriorityHelper().Install(cell.radios);
        cell.At(Seconds(1), 0, [&cell] {
            const auto destination = cell.radios.Get(1)->GetAddress();
            for (const auto& item : {MakeTcpItem({.payload = 100}, TestItemKind::IPV4, destination),
                                     MakeTcpItem({}, TestItemKind::BRIDGED_IPV4, destination),
                                     MakeTcpItem({.flags = 0x12}, TestItemKind::IPV4, destination),
                                     MakeUdpItem(20, destination),
                                     MakeArpItem(destination)})
            {
                SocketPriorityTag tag;
                tag.SetPriority(7);
                item->GetPacket()->ReplacePacketTag(tag);
                cell.Offer(0, item);
            }
        });
        cell.Run(Seconds(2));
        std::map<TcpPacketKind, std::multiset<int>> tids;
        for (const SentFrame& frame : cell.frames)
        {
            if (frame.header.IsQosData())
            {
                tids[frame.kind].insert(frame.header.GetQosTid());
            }
        }
        using Tids = std::multiset<int>;
        NS_TEST_EXPECT_MSG_EQ((tids[TcpPacketKind::DATA] == Tids{0}), true, "data");
        NS_TEST_EXPECT_MSG_EQ((tids[TcpPacketKind::PURE_ACK] == Tids{4}), true, "ACK");
        NS_TEST_EXPECT_MSG_EQ((tids[TcpPacketKind::OTHER] == Tids{0, 0, 0}), true, "SYN, UDP, ARP");
    }
};

class AckPriorityConservationTest : public TestCase
{
  public:
    AckPriorityConservationTest()
        : TestCase("Each packet arrives or is dropped with a reason, with queues of 19 and 20")
    {
    }

  private:
    void DoRun() override
    {
        PriorityCell cell(3);
        cell.UseItems();
        AckPriorityHelper priority;
        priority.SetQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("19p"));
        priority.SetDriverQueue(QueueSize("20p"));
        const auto discs = priority.Install(cell.radios);
        NS_TEST_ASSERT_MSG_EQ(discs.GetN(), 4, "one for each device");
        uint64_t dropped = 0;
        for (std::size_t i = 0; i < cell.nodes.GetN(); ++i)
        {
            cell.GetMac(i)->TraceConnectWithoutContext(
                "DroppedMpdu",
                Callback<void, WifiMacDropReason, Ptr<const WifiMpdu>>(
                    [&dropped](WifiMacDropReason, Ptr<const WifiMpdu> mpdu) {
                        dropped += mpdu->GetHeader().IsQosData();
                    }));
        }
        std::mt19937 random(7);
        constexpr uint64_t BURSTS = 400;
        uint64_t offered = 0;
        uint32_t longest = 0;
        for (uint64_t i = 0; i < BURSTS; ++i)
        {
            const std::size_t from = random() % 4;
            const std::size_t to = from == 0 ? 1 + random() % 3 : 0;
            const uint32_t packets = random() % 30;
            const uint32_t payload = random() % 2 ? 0 : 1000;
            offered += packets;
            cell.At(Seconds(1) + MilliSeconds(10 * i), from, [&, from, to, packets, payload] {
                for (uint32_t j = 0; j < packets; ++j)
                {
                    cell.Offer(from, to, {.payload = payload}, TestItemKind::IPV4);
                }
                for (const AcIndex index : {AC_BE, AC_VI})
                {
                    const auto inMac = cell.GetMac(from)->GetTxopQueue(index)->GetNPackets();
                    const auto waiting =
                        discs.Get(from)->GetQueueDiscClass(index)->GetQueueDisc()->GetNPackets();
                    NS_TEST_EXPECT_MSG_LT_OR_EQ(inMac, 20, "driver's queue");
                    longest = std::max(longest, inMac + waiting);
                }
            });
        }
        cell.Run(Seconds(20));
        uint64_t refused = 0;
        for (uint32_t i = 0; i < discs.GetN(); ++i)
        {
            for (const AcIndex index : {AC_BE, AC_BK, AC_VI, AC_VO})
            {
                const auto disc = discs.Get(i)->GetQueueDiscClass(index)->GetQueueDisc();
                refused += disc->GetStats().nTotalDroppedPackets;
                NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 0, "drained");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(longest, 39, "total buffering of malone2008, table II");
        NS_TEST_EXPECT_MSG_GT(refused, 100, "queues were full");
        NS_TEST_EXPECT_MSG_EQ(cell.arrived + refused + dropped, offered, "each packet");
    }
};

class AckPriorityUploadTest : public TestCase
{
  public:
    /// @param isIpv6 version of IP
    /// @param isSuppressing whether the access point suppresses ACKs
    AckPriorityUploadTest(bool isIpv6, bool isSuppressing)
        : TestCase(std::string("An upload through a routing access point over ") +
                   (isIpv6 ? "IPv6" : "IPv4") + (isSuppressing ? ", every third ACK" : "")),
          m_isIpv6(isIpv6),
          m_isSuppressing(isSuppressing)
    {
    }

  private:
    /// @return address of the wired host
    Address Connect(const NetDeviceContainer& radios, const NetDeviceContainer& wires)
    {
        if (!m_isIpv6)
        {
            Ipv4AddressHelper("10.0.1.0", "255.255.255.0").Assign(radios);
            const auto wired = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(wires);
            Ipv4GlobalRoutingHelper::PopulateRoutingTables();
            return InetSocketAddress(wired.GetAddress(1), 9);
        }
        auto wireless = Ipv6AddressHelper("fd00:1::", Ipv6Prefix(64)).Assign(radios);
        auto wired = Ipv6AddressHelper("fd00::", Ipv6Prefix(64)).Assign(wires);
        wireless.SetForwarding(0, true);
        wireless.SetDefaultRouteInAllNodes(0);
        wired.SetForwarding(0, true);
        wired.SetDefaultRouteInAllNodes(0);
        return Inet6SocketAddress(wired.GetAddress(1, 1), 9);
    }

    void DoRun() override
    {
        PriorityCell cell(1);
        NodeContainer host(1);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        const auto wires = link.Install(NodeContainer(cell.nodes.Get(0), host));
        InternetStackHelper().Install(NodeContainer(cell.nodes, host));
        AckPriorityHelper priority;
        priority.SetDriverQueue(QueueSize("20p"));
        if (m_isSuppressing)
        {
            priority.SetQueueDisc("ns3::AckSuppressionQueueDisc", "Mode", StringValue("Hold"));
        }
        else
        {
            priority.SetQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("19p"));
        }
        const auto disc = priority.Install(cell.radios.Get(0)).Get(0);
        priority.SetQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("19p"));
        // With room for all data, so that no segment is lost and no ACK is a duplicate.
        priority.SetDriverQueue(QueueSize("1000p"));
        priority.SetOtherCategory(AC_BE, {.aifsn = 6});
        priority.Install(cell.radios.Get(1));
        const Address address = Connect(cell.radios, wires);
        BulkSendHelper source("ns3::TcpSocketFactory", address);
        source.SetAttribute("MaxBytes", UintegerValue(500'000));
        source.Install(cell.nodes.Get(1)).Start(Seconds(3));
        const auto sink = DynamicCast<PacketSink>(
            PacketSinkHelper("ns3::TcpSocketFactory", address).Install(host).Get(0));
        cell.Run(Seconds(13));
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 500'000, "all arrives");
        uint32_t acks = 0;
        uint32_t data = 0;
        for (const SentFrame& frame : cell.frames)
        {
            if (frame.header.IsQosData())
            {
                const bool isAck = frame.kind == TcpPacketKind::PURE_ACK;
                NS_TEST_EXPECT_MSG_EQ(+frame.header.GetQosTid(), (isAck ? 4 : 0), "category");
                acks += isAck && frame.sender == 0;
                data += frame.kind == TcpPacketKind::DATA && frame.sender == 1;
            }
        }
        // 933 segments of 536 bytes, and one ACK for two of them.
        NS_TEST_EXPECT_MSG_GT(data, 900, "data of the station");
        const auto child = disc->GetQueueDiscClass(AC_VI)->GetQueueDisc();
        const auto& stats = child->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalReceivedPackets,
                              acks + stats.nTotalDroppedPackets,
                              "each ACK was sent or dropped");
        NS_TEST_EXPECT_MSG_GT(stats.nTotalReceivedPackets, 400, "ACKs of the host");
        if (const auto suppression = DynamicCast<AckSuppressionQueueDisc>(child))
        {
            NS_TEST_EXPECT_MSG_EQ(suppression->GetNSuppressed(),
                                  stats.nTotalDroppedPackets,
                                  "no other drops");
            // A third of one ACK for two of 933 segments, and some that Delay lets go on.
            NS_TEST_EXPECT_MSG_GT(acks, 155, "every third");
            NS_TEST_EXPECT_MSG_LT(acks, 200, "every third");
        }
    }

    bool m_isIpv6;        ///< version of IP
    bool m_isSuppressing; ///< whether the access point suppresses ACKs
};

class AckPriorityTestSuite : public TestSuite
{
  public:
    AckPriorityTestSuite()
        : TestSuite("ack-priority", Type::UNIT)
    {
        AddTestCase(new AckPriorityPauseTest, Duration::QUICK);
        AddTestCase(new AckPriorityBeaconTest, Duration::QUICK);
        AddTestCase(new AckPriorityAdvertisementTest, Duration::QUICK);
        AddTestCase(new AckPriorityInstallTest, Duration::QUICK);
        AddTestCase(new AckPriorityTagTest, Duration::QUICK);
        AddTestCase(new AckPriorityConservationTest, Duration::QUICK);
        for (const bool isIpv6 : {false, true})
        {
            AddTestCase(new AckPriorityUploadTest(isIpv6, false), Duration::QUICK);
            AddTestCase(new AckPriorityUploadTest(isIpv6, true), Duration::QUICK);
        }
    }
};

AckPriorityTestSuite g_ackPriorityTestSuite; ///< registers itself

} // namespace

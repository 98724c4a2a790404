// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The adapter between a stub bus and a real radio: receive buffers, faults, the rate bug. However
// the MAC ends a frame, it frees the frame's buffer exactly once.

#include "usb-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/llc-snap-header.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-fault.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-psdu.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/// Nobody has this address.
const Mac48Address ABSENT("00:00:00:00:99:99");

/// How frames end in the MAC.
struct Ending
{
    const char* name;                         ///< for the report
    std::function<void(UsbTestBed&)> prepare; ///< before the frames
    Address destination;                      ///< invalid: the peer
    UsbDropReason reason;                     ///< of the drops
    uint32_t drops;                           ///< of 5 frames
    std::string mac{"ns3::AdhocWifiMac"};     ///< of the adapter
};

class UsbMacEndingTest : public TestCase
{
  public:
    explicit UsbMacEndingTest(const Ending& ending)
        : TestCase(std::string("A buffer is freed once when a frame is ") + ending.name),
          m_ending(ending)
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed::Options options;
        options.mac = m_ending.mac;
        options.adapter.emplace_back("TxBuffers", UintegerValue(3).Copy());
        // If frames that are done kept their bytes, four messages of 1088 would leave the fifth no
        // room.
        options.adapter.emplace_back("TxBufferBytes", UintegerValue(5120).Copy());
        UsbTestBed bed(options);
        uint32_t freed = 0;
        bed.adapter->TraceConnectWithoutContext(
            "TxFreed",
            Callback<void, Ptr<const Packet>>([&freed](Ptr<const Packet>) { ++freed; }));
        m_ending.prepare(bed);
        if (!m_ending.destination.IsInvalid())
        {
            bed.destination = m_ending.destination;
        }
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(5, 1000); });
        UsbTestBed::RunUntil(Seconds(3));
        const auto counters = bed.adapter->GetTxCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.offered, 5, "all came over the bus");
        NS_TEST_EXPECT_MSG_EQ(freed, 5, "one event per frame");
        NS_TEST_EXPECT_MSG_EQ(counters.held, 0, "all buffers are free");
        NS_TEST_EXPECT_MSG_EQ(counters.GetDropped(m_ending.reason), m_ending.drops, "reason");
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, 5 - m_ending.drops, "the others were sent");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }

    Ending m_ending; ///< what is tested
};

/// A chip whose transmit buffer is a memory takes as many frames as its bytes hold.
class UsbTxMemoryTest : public TestCase
{
  public:
    UsbTxMemoryTest()
        : TestCase("A memory for frames from the host holds as many as it has bytes for")
    {
    }

  private:
    static constexpr uint32_t PACKETS = 40;

    /// @param bytes of a datagram
    /// @return the most frames from the host that the adapter had
    uint32_t GetMost(uint32_t bytes)
    {
        UsbTestBed::Options options;
        options.device.emplace_back("QueueMode", StringValue("Queued").Copy());
        options.device.emplace_back("MaxTxUrbs", UintegerValue(16).Copy());
        options.adapter.emplace_back("TxBuffers", UintegerValue(1024).Copy());
        options.adapter.emplace_back("TxBufferBytes", UintegerValue(8192).Copy());
        UsbTestBed bed(options);
        uint32_t most = 0;
        bed.adapter->TraceConnectWithoutContext(
            "TxInUse",
            Callback<void, Time, uint32_t, uint32_t>(
                [&most](Time, uint32_t, uint32_t inUse) { most = std::max(most, inUse); }));
        Simulator::Schedule(MilliSeconds(1), [&bed, bytes] { bed.Offer(PACKETS, bytes); });
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, PACKETS, "none is lost");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
        return most;
    }

    void DoRun() override
    {
        // 60 bytes of descriptor and 8 of LLC, rounded up to a multiple of 64: 1536, 1088 and 1024
        // bytes, of which 8192 hold 5.3, 7.5 and just 8.
        NS_TEST_EXPECT_MSG_EQ(GetMost(1460), 5, "1536 bytes each");
        NS_TEST_EXPECT_MSG_EQ(GetMost(957), 7, "1088 bytes each");
        NS_TEST_EXPECT_MSG_EQ(GetMost(956), 8, "1024 bytes each");
    }
};

/// A buffer holds its frame until the last fragment has been acknowledged.
class UsbMacFragmentTest : public TestCase
{
  public:
    UsbMacFragmentTest()
        : TestCase("The buffer of a frame in fragments is freed when the peer has the whole frame")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        // A fragment has 400 - 28 bytes, so that 1000 with their LLC header make three.
        bed.radio->GetRemoteStationManager()->SetAttribute("FragmentationThreshold",
                                                           StringValue("400"));
        uint32_t freed = 0;
        bed.adapter->TraceConnectWithoutContext(
            "TxFreed",
            Callback<void, Ptr<const Packet>>([this, &bed, &freed](Ptr<const Packet>) {
                ++freed;
                NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, freed, "not before it has arrived");
            }));
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(5, 1000); });
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(freed, 5, "all were sent");
    }
};

/// @return the queue of data frames
Ptr<WifiMacQueue>
GetQueue(UsbTestBed& bed)
{
    return bed.radio->GetMac()->GetTxopQueue(AC_BE_NQOS);
}

std::vector<Ending>
GetEndings()
{
    const auto nothing = [](UsbTestBed&) {};
    return {
        {"acknowledged", nothing, Address(), UsbDropReason::MAC_FLUSHED, 0},
        {"sent to a group", nothing, Mac48Address::GetBroadcast(), UsbDropReason::MAC_FLUSHED, 0},
        {"dropped at the retry limit", nothing, ABSENT, UsbDropReason::MAC_RETRY_LIMIT, 5},
        {"sent before association",
         nothing,
         Address(),
         UsbDropReason::MAC_NOT_ASSOCIATED,
         5,
         "ns3::StaWifiMac"},
        {"refused by a full queue",
         [](UsbTestBed& bed) {
             // The first is on the air for 8 ms, in which the others come.
             bed.radio->GetRemoteStationManager()->SetAttribute("DataMode",
                                                                StringValue("DsssRate1Mbps"));
             // The adapter has taken the length of the queue when the driver started.
             Simulator::Schedule(MicroSeconds(1),
                                 [&bed] { GetQueue(bed)->SetMaxSize(QueueSize("1p")); });
         },
         Address(),
         UsbDropReason::MAC_QUEUE_FULL,
         4},
        {"expired",
         [](UsbTestBed& bed) {
             // The frame on the air expires, too, unless it is acknowledged at once.
             GetQueue(bed)->SetMaxDelay(MicroSeconds(1));
             bed.radio->GetMac()->SetAttribute("FrameRetryLimit", UintegerValue(65535));
         },
         ABSENT,
         UsbDropReason::MAC_EXPIRED,
         5},
        {"flushed",
         [](UsbTestBed& bed) {
             bed.radio->GetMac()->SetAttribute("FrameRetryLimit", UintegerValue(65535));
             for (uint32_t i = 0; i < 5; ++i)
             {
                 Simulator::Schedule(MilliSeconds(500 + i), [&bed] { GetQueue(bed)->Flush(); });
             }
             GetQueue(bed)->SetMaxDelay(Seconds(10));
         },
         ABSENT,
         UsbDropReason::MAC_FLUSHED,
         5},
        {"sent in fragments",
         [](UsbTestBed& bed) {
             bed.radio->GetRemoteStationManager()->SetAttribute("FragmentationThreshold",
                                                                StringValue("400"));
         },
         Address(),
         UsbDropReason::MAC_FLUSHED,
         0},
    };
}

class UsbMacAggregationTest : public TestCase
{
  public:
    explicit UsbMacAggregationTest(uint32_t amsdu)
        : TestCase("Buffers are freed when frames are acknowledged in aggregates, A-MSDU of " +
                   std::to_string(amsdu) + " bytes"),
          m_amsdu(amsdu)
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed::Options options;
        options.standard = WIFI_STANDARD_80211n;
        options.mode = "HtMcs0"; // slower than the stub bus, so that frames queue up
        options.adapter.emplace_back("TxBuffers", UintegerValue(16).Copy());
        UsbTestBed bed(options);
        bed.radio->GetMac()->SetAttribute("BE_MaxAmsduSize", UintegerValue(m_amsdu));
        uint32_t aggregates = 0;
        bed.radio->GetMac()->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>([&aggregates](Ptr<const WifiMpdu> mpdu) {
                const auto& header = mpdu->GetHeader();
                aggregates += header.IsQosData() && header.IsQosAmsdu();
            }));
        bed.queue->SetWakeCallback(Callback<void>([&bed] { bed.Offer(1); }));
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(1); });
        Simulator::Schedule(Seconds(1), [&bed] { bed.queue->SetWakeCallback(Callback<void>()); });
        UsbTestBed::RunUntil(Seconds(2));
        const auto counters = bed.adapter->GetTxCounters();
        NS_TEST_EXPECT_MSG_GT(counters.offered, 400, "a second of traffic");
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, counters.offered, "all were acknowledged");
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, counters.offered, "and received");
        NS_TEST_EXPECT_MSG_EQ(counters.held, 0, "all buffers are free");
        NS_TEST_EXPECT_MSG_EQ((aggregates > 0), (m_amsdu > 0), "the case is what it says");
    }

    uint32_t m_amsdu; ///< largest A-MSDU, bytes
};

class UsbOverrunTest : public TestCase
{
  public:
    UsbOverrunTest()
        : TestCase("A message that finds no buffer waits, or is dropped and traced")
    {
    }

  private:
    static UsbPacketCounters Run(UsbOverrunPolicy policy, uint32_t& sent)
    {
        UsbTestBed::Options options;
        options.adapter.emplace_back("TxBuffers", UintegerValue(1).Copy());
        options.adapter.emplace_back("OverrunPolicy", EnumValue(policy).Copy());
        UsbTestBed bed(options);
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(4); });
        UsbTestBed::RunUntil(Seconds(1));
        sent = bed.peerReceived;
        return bed.adapter->GetTxCounters();
    }

    void DoRun() override
    {
        uint32_t sent = 0;
        const auto waits = Run(UsbOverrunPolicy::NAK, sent);
        NS_TEST_EXPECT_MSG_EQ(sent, 4, "NAK is flow control");
        NS_TEST_EXPECT_MSG_EQ(waits.GetDropped(), 0, "no loss");
        const auto drops = Run(UsbOverrunPolicy::DROP, sent);
        NS_TEST_EXPECT_MSG_EQ(drops.offered, 4, "all were taken");
        NS_TEST_EXPECT_MSG_EQ(drops.delivered, sent, "what was sent was received");
        NS_TEST_EXPECT_MSG_GT(drops.GetDropped(UsbDropReason::TX_OVERRUN), 0, "some were lost");
        NS_TEST_EXPECT_MSG_EQ(drops.IsConserved() && drops.held == 0,
                              true,
                              "and are accounted for");
    }
};

/// The adapter has a message whose last ACK the host has missed, and the firmware is due to hand it
/// on. The frame is still the host's, until the packet is repeated.
class UsbMissedAckTest : public TestCase
{
  public:
    /// @param policy what happens without a buffer
    /// @param k of 4 messages, the one concerned
    /// @param overruns how many of them find no buffer
    UsbMissedAckTest(UsbOverrunPolicy policy, uint32_t k, uint32_t overruns)
        : TestCase("A missed ACK of message " + std::to_string(k) + " with " +
                   std::to_string(overruns) + " overruns leaves the transmit buffers as they were"),
          m_policy(policy),
          m_k(k),
          m_overruns(overruns)
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed::Options options;
        options.mode = "DsssRate1Mbps"; // a frame is on the air while two messages arrive
        options.adapter.emplace_back("TxBuffers", UintegerValue(1).Copy());
        options.adapter.emplace_back("OverrunPolicy", EnumValue(m_policy).Copy());
        UsbTestBed bed(options);
        bed.bus->LoseAck(m_k);
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(4, 1000); });
        UsbTestBed::RunUntil(Seconds(1));
        Check(bed, 4);
        NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRepeats(), 1, "the case is what it says");
        // The one buffer is free, and takes a frame at a time as it did before.
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(1, 1000); });
        UsbTestBed::RunUntil(Seconds(2));
        Check(bed, 5);
    }

    /// @param bed at rest
    /// @param offered packets until now
    void Check(const UsbTestBed& bed, uint32_t offered)
    {
        const auto counters = bed.adapter->GetTxCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.offered, offered, "all came over the bus");
        NS_TEST_EXPECT_MSG_EQ(counters.held, 0, "all buffers are free");
        NS_TEST_EXPECT_MSG_EQ(counters.GetDropped(UsbDropReason::TX_OVERRUN), m_overruns, "drops");
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, offered - m_overruns, "the others were sent");
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, offered - m_overruns, "and received");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }

    UsbOverrunPolicy m_policy; ///< of the adapter
    uint32_t m_k;              ///< number of the message
    uint32_t m_overruns;       ///< expected
};

/// Message numbers begin anew when the adapter is plugged in again.
class UsbMissedAckReplugTest : public TestCase
{
  public:
    UsbMissedAckReplugTest()
        : TestCase("Unplugged between a missed ACK and its repeat, the adapter forgets the message")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        std::vector<Time> accepted;
        std::vector<Time> committed;
        bed.adapter->TraceConnectWithoutContext(
            "TxAccepted",
            Callback<void, Time, Ptr<const Packet>>(
                [&accepted](Time at, Ptr<const Packet>) { accepted.push_back(at); }));
        bed.adapter->TraceConnectWithoutContext(
            "TxCommitted",
            Callback<void, Ptr<const Packet>>(
                [&committed](Ptr<const Packet>) { committed.push_back(Simulator::Now()); }));
        bed.bus->LoseAck(1);
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(1); });
        // 500 bytes take 0.6 ms, the firmware 0.2 ms, and the repeat would come after 1 ms.
        Simulator::Schedule(MicroSeconds(2000), [&bed] {
            bed.bus->Detach(bed.adapter);
            bed.bus->Attach(bed.adapter);
            bed.driver->Attach(bed.adapter);
        });
        Simulator::Schedule(MilliSeconds(200), [&bed] { bed.Offer(3); });
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(bed.driver->GetTxCounters().GetDropped(UsbDropReason::UNPLUGGED),
                              1,
                              "the first was the host's");
        NS_TEST_ASSERT_MSG_EQ(accepted.size(), 3, "the others came over the bus");
        NS_TEST_ASSERT_MSG_EQ(committed.size(), 3, "and went to the MAC");
        for (std::size_t i = 0; i < committed.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(committed[i] - accepted[i],
                                  MicroSeconds(100),
                                  "CommitGap later, frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

/// The adapter has sent the last packet of a frame, and forgets it when the halt is cleared.
class UsbSkippedFrameTest : public TestCase
{
  public:
    UsbSkippedFrameTest()
        : TestCase("A frame whose end the host has missed is dropped when the halt is cleared")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        Time dropped;
        Time emptied;
        Time cleared;
        bed.adapter->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, UsbDropReason>(
                [&dropped](Ptr<const Packet>, UsbDropReason) { dropped = Simulator::Now(); }));
        bed.adapter->TraceConnectWithoutContext(
            "RxInUse",
            Callback<void, Time, uint32_t, uint32_t>([&emptied](Time at, uint32_t, uint32_t after) {
                emptied = after == 0 ? at : emptied;
            }));
        // The host would ask again after a millisecond.
        bed.bus->LoseData(1);
        bed.adapter->TraceConnectWithoutContext(
            "RxQueued",
            Callback<void, Ptr<const Packet>>([&bed, &cleared](Ptr<const Packet>) {
                Simulator::Schedule(MicroSeconds(500), [&bed, &cleared] {
                    cleared = Simulator::Now();
                    const uint8_t endpoint = UsbAdapterParameters().inEndpoint;
                    bed.bus->ClearHalt({bed.adapter->GetUsbAddress(), endpoint, true});
                    bed.adapter->ClearHalt(true);
                });
            }));
        bed.SendFromPeer(1, MilliSeconds(50), bed.radio->GetAddress(), 100);
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_ASSERT_MSG_EQ(bed.drops.size(), 1, "the frame is dropped");
        NS_TEST_EXPECT_MSG_EQ((bed.drops.front() == UsbDropReason::RX_TRUNCATED), true, "reason");
        NS_TEST_EXPECT_MSG_GT(cleared, Time(0), "it came");
        NS_TEST_EXPECT_MSG_EQ(dropped, cleared, "at once, not when the next frame comes");
        NS_TEST_EXPECT_MSG_EQ(emptied, cleared, "its buffer is free");
        NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().held, 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

/**
 * Send a frame from the peer's radio, past its MAC.
 * @param bed with the radio
 * @param to Address 1
 * @param number of the sequence
 * @param isRetry whether the frame has the Retry bit
 */
void
TransmitFromPeer(const UsbTestBed& bed, Mac48Address to, uint16_t number, bool isRetry)
{
    WifiMacHeader header(WIFI_MAC_DATA);
    header.SetAddr1(to);
    header.SetAddr2(bed.peerRadio->GetMac()->GetAddress());
    header.SetAddr3(bed.peerRadio->GetMac()->GetBssid(0));
    header.SetDsNotFrom();
    header.SetDsNotTo();
    header.SetSequenceNumber(number);
    header.SetFragmentNumber(0);
    if (isRetry)
    {
        header.SetRetry();
    }
    const auto packet = UsbTestBed::MakePacket();
    LlcSnapHeader llc;
    llc.SetType(0x0800);
    packet->AddHeader(llc);
    WifiTxVector txVector;
    txVector.SetMode(WifiMode("DsssRate11Mbps"));
    txVector.SetPreambleType(WIFI_PREAMBLE_LONG);
    txVector.SetChannelWidth(bed.peerRadio->GetPhy()->GetChannelWidth());
    bed.peerRadio->GetPhy()->Send(Create<WifiPsdu>(packet, header), txVector);
}

/// A second attempt of a frame is not handed to the host, even if another frame came between.
class UsbDuplicateTest : public TestCase
{
  public:
    /// @param isPromiscuous whether the adapter hands up frames for others
    explicit UsbDuplicateTest(bool isPromiscuous)
        : TestCase(std::string("The host gets no frame twice after a missed ACK") +
                   (isPromiscuous ? ", nor one for others" : "")),
          m_isPromiscuous(isPromiscuous)
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        uint32_t promiscuous = 0;
        if (m_isPromiscuous)
        {
            bed.driver->SetPromiscReceiveCallback(
                NetDevice::PromiscReceiveCallback([&promiscuous](auto...) {
                    ++promiscuous;
                    return true;
                }));
        }
        const auto laptop = Mac48Address::ConvertFrom(bed.radio->GetAddress());
        const auto group = Mac48Address::GetBroadcast();
        const std::vector<std::tuple<Mac48Address, uint16_t, bool>> frames{
            {laptop, 7, false},
            {group, 8, false},
            {laptop, 7, true}, // was received before the other
            {laptop, 9, true}, // its first attempt was not received
            {laptop, 9, true}, // ns-3's MAC keeps this one back
            {laptop, 10, false},
            {ABSENT, 11, false},
            {group, 12, false},
            {laptop, 10, true}, // was received before both
            {ABSENT, 11, true}, // so was this one
            {laptop, 13, false}};
        Time at = MilliSeconds(10);
        for (const auto& [to, number, isRetry] : frames)
        {
            Simulator::Schedule(at, &TransmitFromPeer, std::ref(bed), to, number, isRetry);
            at += MilliSeconds(10);
        }
        UsbTestBed::RunUntil(at);
        const uint32_t overheard = m_isPromiscuous ? 7 : 0;
        const uint32_t duplicates = m_isPromiscuous ? 3 : 2;
        NS_TEST_EXPECT_MSG_EQ(bed.received, 6, "frames 7, 8, 9, 10, 12 and 13");
        NS_TEST_EXPECT_MSG_EQ(promiscuous, overheard, "the same, and frame 11");
        NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().GetDropped(UsbDropReason::MAC_DUPLICATE),
                              duplicates,
                              "the second attempts of frames 7, 10 and 11");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }

    bool m_isPromiscuous; ///< see the constructor
};

/// The parts of an A-MPDU are no duplicates, even if the frame before was one.
class UsbDuplicateBeforeAmpduTest : public TestCase
{
  public:
    UsbDuplicateBeforeAmpduTest()
        : TestCase("The host gets an A-MPDU that follows a frame sent twice")
    {
    }

  private:
    static constexpr uint32_t FRAMES = 8;

    void DoRun() override
    {
        UsbTestBed::Options options;
        options.standard = WIFI_STANDARD_80211n;
        options.mode = "HtMcs7";
        options.adapter.emplace_back("RxBuffers", UintegerValue(64).Copy());
        UsbTestBed bed(options);
        const Address laptop = bed.radio->GetAddress();
        // The first frames are also those that agree on block ack.
        for (const uint64_t at : {10, 100})
        {
            Simulator::Schedule(MilliSeconds(at), [&bed, laptop] {
                bed.SendFromPeer(FRAMES, NanoSeconds(1), laptop);
            });
        }
        for (const uint64_t at : {80, 90})
        {
            const bool isRetry = at > 80;
            Simulator::Schedule(MilliSeconds(at),
                                &TransmitFromPeer,
                                std::ref(bed),
                                ABSENT,
                                7,
                                isRetry);
        }
        UsbTestBed::RunUntil(MilliSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(bed.received, 2 * FRAMES, "every frame for the laptop");
        NS_TEST_EXPECT_MSG_EQ(bed.GetDrops(), 0, "none was a duplicate");
    }
};

class UsbRxHoldTest : public TestCase
{
  public:
    UsbRxHoldTest()
        : TestCase("A hold of 300 ms delays frames to its end, in order; too many overrun")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        const auto hold = CreateObject<UsbFault>();
        bed.adapter->SetAttribute("RxHold", PointerValue(hold));
        hold->ScheduleAt(MilliSeconds(100), MilliSeconds(300));
        bed.SendFromPeer(2, MilliSeconds(50), bed.radio->GetAddress(), 100); // before the hold
        Simulator::Schedule(MilliSeconds(150), [&bed] {
            bed.SendFromPeer(11, MilliSeconds(10), bed.radio->GetAddress(), 200);
        });
        Simulator::Schedule(MilliSeconds(200), [&bed] { bed.Offer(3); });
        UsbTestBed::RunUntil(MilliSeconds(399));
        NS_TEST_EXPECT_MSG_EQ(bed.received, 2, "nothing during the hold");
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, 3, "the other direction knows nothing of it");
        UsbTestBed::RunUntil(MilliSeconds(420));
        NS_TEST_EXPECT_MSG_EQ(bed.received, 10, "the eight buffered ones follow");
        const std::vector<uint32_t> order{100, 101, 200, 201, 202, 203, 204, 205, 206, 207};
        NS_TEST_EXPECT_MSG_EQ((bed.sizes == order), true, "oldest first");
        NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().GetDropped(UsbDropReason::RX_OVERRUN),
                              3,
                              "eleven into eight buffers");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

class UsbFaultTest : public TestCase
{
  public:
    UsbFaultTest()
        : TestCase("Faults strike at the given instants, at intervals, and with a probability")
    {
    }

  private:
    static Time GetBlocked(double probability, bool random)
    {
        const auto fault = CreateObject<UsbFault>();
        fault->SetAttribute("Probability", DoubleValue(probability));
        fault->SetAttribute("Duration", TimeValue(MilliSeconds(7)));
        if (random)
        {
            const auto interval = CreateObject<ConstantRandomVariable>();
            interval->SetAttribute("Constant", DoubleValue(0.1));
            fault->SetAttribute("Interval", PointerValue(interval));
        }
        UsbTestBed::Options options;
        options.adapter.emplace_back("IrqBlock", PointerValue(fault).Copy());
        UsbTestBed bed(options);
        bed.adapter->AssignStreams(50);
        fault->ScheduleAt(MilliSeconds(20), MilliSeconds(300));
        UsbTestBed::RunUntil(Seconds(1));
        return bed.bus->GetBlocked();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetBlocked(1, false), MilliSeconds(300), "the scheduled one");
        NS_TEST_EXPECT_MSG_EQ(GetBlocked(0, false), Time(0), "never");
        NS_TEST_EXPECT_MSG_EQ(GetBlocked(1, true),
                              MilliSeconds(300 + 9 * 7),
                              "and one each 100 ms, at 0.1 s to 0.9 s");
    }
};

class UsbFaultOwnerTest : public TestCase
{
  public:
    UsbFaultOwnerTest()
        : TestCase("A fault belongs to one adapter, with the same streams as without it")
    {
    }

  private:
    void DoRun() override
    {
        const auto fault = CreateObject<UsbFault>();
        const auto adapter = CreateObject<UsbWifiAdapter>();
        NS_TEST_EXPECT_MSG_EQ(adapter->AssignStreams(5), 4, "two for each of two faults");
        adapter->SetAttribute("IrqBlock", PointerValue(fault));
        NS_TEST_EXPECT_MSG_EQ(adapter->AssignStreams(5), 4, "as without it");
        const std::string shared = GetFatalError([&fault] {
            CreateObject<UsbWifiAdapter>()->SetAttribute("RxHold", PointerValue(fault));
        });
        NS_TEST_EXPECT_MSG_NE(shared.find("another adapter has this fault"),
                              std::string::npos,
                              shared);
        const std::string both =
            GetFatalError([&] { adapter->SetAttribute("RxHold", PointerValue(fault)); });
        NS_TEST_EXPECT_MSG_NE(both.find("RxHold and IrqBlock"), std::string::npos, both);
        adapter->Dispose();
        const std::string free = GetFatalError([&fault] {
            fault->ScheduleAt(MilliSeconds(1), MilliSeconds(1));
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(free.find("no adapter has it"), std::string::npos, free);
        const auto next = CreateObject<UsbWifiAdapter>();
        next->SetAttribute("RxHold", PointerValue(fault));
        next->Dispose();
    }
};

/// A frame is the MAC's when the firmware has handed it on. Until then the radio is starved.
class UsbMacOccupancyTest : public TestCase
{
  public:
    UsbMacOccupancyTest()
        : TestCase("The MAC is empty while the firmware has the only frame")
    {
    }

  private:
    void DoRun() override
    {
        constexpr double GAP = 0.1; // CommitGap, s
        UsbTestBed::Options options;
        options.adapter.emplace_back("CommitGap", TimeValue(Seconds(GAP)).Copy());
        UsbTestBed bed(options);
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(1); });
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, 1, "sent");
        // 500 bytes take a millisecond on the air at 11 Mb/s, with their ACK.
        const Time now = Simulator::Now();
        const double adapter = bed.adapter->GetTxOccupancy().GetMean(now);
        const double mac = bed.adapter->GetMacOccupancy().GetMean(now);
        NS_TEST_EXPECT_MSG_EQ_TOL(adapter - mac, GAP, 1e-3, "one frame for so long");
        NS_TEST_EXPECT_MSG_LT(mac, 2e-3, "then the MAC sends it");
        NS_TEST_EXPECT_MSG_EQ_TOL(bed.adapter->GetMacOccupancy().GetEmptyFraction(now),
                                  1 - mac,
                                  1e-9,
                                  "one frame at most");
    }
};

class UsbOccupancyTest : public TestCase
{
  public:
    UsbOccupancyTest()
        : TestCase("Occupancy is weighted with time")
    {
    }

  private:
    void DoRun() override
    {
        UsbOccupancy occupancy;
        occupancy.Set(1, Seconds(2));
        occupancy.Set(3, Seconds(4));
        occupancy.Set(0, Seconds(5));
        // (2 s * 0 + 2 s * 1 + 1 s * 3 + 5 s * 0) / 10 s
        NS_TEST_EXPECT_MSG_EQ_TOL(occupancy.GetMean(Seconds(10)), 0.5, 1e-12, "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(occupancy.GetEmptyFraction(Seconds(10)), 0.7, 1e-12, "empty");
        occupancy.Restart(Seconds(10));
        occupancy.Set(2, Seconds(11));
        NS_TEST_EXPECT_MSG_EQ_TOL(occupancy.GetMean(Seconds(12)), 1.0, 1e-12, "new start");
        NS_TEST_EXPECT_MSG_EQ_TOL(occupancy.GetEmptyFraction(Seconds(12)), 0.5, 1e-12, "new start");
    }
};

class UsbWifiAdapterTestSuite : public TestSuite
{
  public:
    UsbWifiAdapterTestSuite()
        : TestSuite("usb-wifi-adapter", Type::UNIT)
    {
        for (const auto& ending : GetEndings())
        {
            AddTestCase(new UsbMacEndingTest(ending), Duration::QUICK);
        }
        AddTestCase(new UsbTxMemoryTest, Duration::QUICK);
        AddTestCase(new UsbMacFragmentTest, Duration::QUICK);
        AddTestCase(new UsbMacAggregationTest(0), Duration::QUICK);
        AddTestCase(new UsbMacAggregationTest(7935), Duration::QUICK);
        AddTestCase(new UsbOverrunTest, Duration::QUICK);
        AddTestCase(new UsbMissedAckTest(UsbOverrunPolicy::NAK, 1, 0), Duration::QUICK);
        AddTestCase(new UsbMissedAckTest(UsbOverrunPolicy::DROP, 2, 3), Duration::QUICK);
        AddTestCase(new UsbMissedAckReplugTest, Duration::QUICK);
        AddTestCase(new UsbSkippedFrameTest, Duration::QUICK);
        AddTestCase(new UsbDuplicateTest(false), Duration::QUICK);
        AddTestCase(new UsbDuplicateTest(true), Duration::QUICK);
        AddTestCase(new UsbDuplicateBeforeAmpduTest, Duration::QUICK);
        AddTestCase(new UsbRxHoldTest, Duration::QUICK);
        AddTestCase(new UsbFaultTest, Duration::QUICK);
        AddTestCase(new UsbFaultOwnerTest, Duration::QUICK);
        AddTestCase(new UsbMacOccupancyTest, Duration::QUICK);
        AddTestCase(new UsbOccupancyTest, Duration::QUICK);
    }
};

UsbWifiAdapterTestSuite g_usbWifiAdapterTestSuite; ///< registers itself

} // namespace

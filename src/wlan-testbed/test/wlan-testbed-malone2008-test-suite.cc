// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/boolean.h"
#include "ns3/bulk-transfer.h"
#include "ns3/double.h"
#include "ns3/frame-probe.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/qos-txop.h"
#include "ns3/repeated-transfer.h"
#include "ns3/rtt-probe.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// How long uploads last.
const Time DURATION = Seconds(4);

/// What a run showed.
struct UploadOutcome
{
    std::vector<uint64_t> bytes; ///< that the host received, of each station
    uint32_t mostWaiting{0};     ///< packets at the access point, at any look
    double meanWaiting{0};       ///< packets at the access point, over all looks
    uint64_t hostPackets{0};     ///< that the host sent
    uint32_t broadcasts{0};      ///< frames to all but beacons
    std::size_t samples{0};      ///< of the first upload's round-trip time
    double leastRtt{1e9};        ///< s, of the first upload
    double greatestRate{0};      ///< Mb/s, of data frames in the last second
    double leastRate{1e9};       ///< Mb/s, of data frames in the last second
    bool isConserved{false};     ///< by the bridge
    uint64_t events{0};          ///< of the simulator
};

/// @param cell makes the testbed
/// @return what a run showed
UploadOutcome
RunUploads(const ObjectFactory& cell)
{
    UploadOutcome outcome;
    {
        const auto built = cell.Create<Malone2008Testbed>();
        const Malone2008Testbed& testbed = *built;
        built->AssignStreams(0);
        const Time start = testbed.GetStart();
        std::vector<std::unique_ptr<BulkTransfer>> uploads;
        for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
        {
            uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                             testbed.GetStation(i),
                                                             testbed.GetHost(),
                                                             testbed.GetHostAddress(),
                                                             5001 + i));
            uploads.back()->Schedule(start, DURATION);
        }
        const auto rtts = RttProbe::Connect(uploads.front()->GetSender(), start);
        for (uint32_t i = 0; i < testbed.GetRadios().GetN(); ++i)
        {
            DynamicCast<WifiNetDevice>(testbed.GetRadios().Get(i))
                ->GetPhy()
                ->TraceConnectWithoutContext(
                    "MonitorSnifferTx",
                    Callback<void, Ptr<const Packet>, uint16_t, WifiTxVector, MpduInfo, uint16_t>(
                        [&outcome, &testbed, start, i](Ptr<const Packet> packet,
                                                       uint16_t,
                                                       WifiTxVector vector,
                                                       MpduInfo,
                                                       uint16_t) {
                            WifiMacHeader header;
                            packet->PeekHeader(header);
                            if (!header.IsData())
                            {
                                return;
                            }
                            outcome.broadcasts += header.GetAddr1().IsGroup();
                            if (i < testbed.GetNStations() &&
                                Simulator::Now() > start + DURATION - Seconds(1))
                            {
                                const double rate =
                                    1e-6 *
                                    static_cast<double>(vector.GetMode().GetDataRate(vector));
                                outcome.greatestRate = std::max(outcome.greatestRate, rate);
                                outcome.leastRate = std::min(outcome.leastRate, rate);
                            }
                        }));
        }
        testbed.GetHost()->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "SendOutgoing",
            Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
                [&outcome](const Ipv4Header&, Ptr<const Packet>, uint32_t) {
                    ++outcome.hostPackets;
                }));
        uint32_t looks = 0;
        const std::function<void()> look = [&] {
            const uint32_t waiting = testbed.GetAccessPointQueue();
            outcome.mostWaiting = std::max(outcome.mostWaiting, waiting);
            outcome.meanWaiting += (waiting - outcome.meanWaiting) / ++looks;
            Simulator::Schedule(MilliSeconds(1), look);
        };
        Simulator::Schedule(start, look);
        Simulator::Stop(start + DURATION);
        Simulator::Run();
        for (const auto& upload : uploads)
        {
            outcome.bytes.push_back(upload->GetReceivedBytes());
        }
        outcome.samples = rtts->GetSamples().size();
        for (const auto& sample : rtts->GetSamples())
        {
            outcome.leastRtt = std::min(outcome.leastRtt, sample.rtt);
        }
        outcome.isConserved = testbed.GetBridge()->IsConserved();
        outcome.events = Simulator::GetEventCount();
    }
    Simulator::Destroy();
    return outcome;
}

/// Four uploads, with and without priority of ACKs.
class MaloneUploadsCase : public TestCase
{
  public:
    /// @param prioritiseAcks, interfaceWaits see attributes of Malone2008Testbed
    MaloneUploadsCase(bool prioritiseAcks, bool interfaceWaits)
        : TestCase(std::string("four uploads, ") +
                   (prioritiseAcks ? "ACKs have priority" : "FIFO") +
                   (interfaceWaits ? ", packets wait at the interface" : "")),
          m_prioritiseAcks(prioritiseAcks),
          m_interfaceWaits(interfaceWaits)
    {
    }

  private:
    void DoRun() override
    {
        const ObjectFactory cell("ns3::Malone2008Testbed",
                                 "PrioritiseAcks",
                                 BooleanValue(m_prioritiseAcks),
                                 "InterfaceWaits",
                                 BooleanValue(m_interfaceWaits));
        const auto outcome = RunUploads(cell);
        for (const uint64_t bytes : outcome.bytes)
        {
            NS_TEST_EXPECT_MSG_GT(bytes, 100000, "each station uploads");
        }
        NS_TEST_EXPECT_MSG_EQ(outcome.isConserved, true, "the bridge loses no packet silently");
        NS_TEST_EXPECT_MSG_EQ(outcome.broadcasts, 0, "static ARP: no request is on the air");
        NS_TEST_EXPECT_MSG_GT(outcome.samples, 10, "the first upload measures round-trip times");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(outcome.leastRtt, 0.02, "dummynet adds 10 ms each way");
        NS_TEST_EXPECT_MSG_EQ(outcome.leastRate, 11, "the rate is fixed");
        NS_TEST_EXPECT_MSG_EQ(outcome.greatestRate, 11, "the rate is fixed");
        // 20 in the driver's queue and 19 in the interface's (table II), if they wait there.
        if (m_prioritiseAcks)
        {
            NS_TEST_EXPECT_MSG_LT(outcome.mostWaiting, 20, "the queue remains short (V)");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(outcome.mostWaiting,
                                  (m_interfaceWaits ? 39 : 20),
                                  "the queue is full (IV)");
        }
        NS_TEST_EXPECT_MSG_EQ(RunUploads(cell).events,
                              outcome.events,
                              "the same run again is the same");
    }

    bool m_prioritiseAcks; ///< attribute of Malone2008Testbed
    bool m_interfaceWaits; ///< attribute of Malone2008Testbed
};

/// A change of rate.
class MaloneChangeCase : public TestCase
{
  public:
    MaloneChangeCase()
        : TestCase("all stations change to 1 Mbps; without static ARP")
    {
    }

  private:
    void DoRun() override
    {
        const auto outcome = RunUploads(ObjectFactory("ns3::Malone2008Testbed",
                                                      "LaterMode",
                                                      StringValue("DsssRate1Mbps"),
                                                      "Change",
                                                      TimeValue(Seconds(1)),
                                                      "StaticArp",
                                                      BooleanValue(false)));
        NS_TEST_EXPECT_MSG_EQ(outcome.greatestRate, 1, "data has the later rate");
        NS_TEST_EXPECT_MSG_GT(outcome.broadcasts, 0, "addresses are asked for");
    }
};

/// What the stations' largest contention window and noise do to the frames of a station.
class MaloneRadioCase : public TestCase
{
  public:
    /// @param prioritiseAcks attribute of Malone2008Testbed
    explicit MaloneRadioCase(bool prioritiseAcks)
        : TestCase(std::string("contention window and noise, ") +
                   (prioritiseAcks ? "ACKs have priority" : "FIFO")),
          m_prioritiseAcks(prioritiseAcks)
    {
    }

  private:
    void DoRun() override
    {
        {
            const auto built =
                CreateObjectWithAttributes<Malone2008Testbed>("PrioritiseAcks",
                                                              BooleanValue(m_prioritiseAcks),
                                                              "Uploads",
                                                              UintegerValue(1),
                                                              "FrameErrorRate",
                                                              DoubleValue(NOISE),
                                                              "StationCwMax",
                                                              UintegerValue(CW_MAX));
            const Malone2008Testbed& testbed = *built;
            built->AssignStreams(0);
            BulkTransfer upload(BulkTransfer::Transport::TCP,
                                testbed.GetStation(0),
                                testbed.GetHost(),
                                testbed.GetHostAddress(),
                                5001);
            upload.Schedule(testbed.GetStart(), DURATION);
            const FrameProbe frames(testbed.GetStationRadio(0));
            const auto mac = DynamicCast<WifiNetDevice>(testbed.GetStationRadio(0))->GetMac();
            Simulator::Stop(testbed.GetStart() + DURATION);
            Simulator::Run();
            const Ptr<Txop> txop =
                m_prioritiseAcks ? Ptr<Txop>(mac->GetQosTxop(AC_BE)) : mac->GetTxop();
            NS_TEST_EXPECT_MSG_EQ(txop->GetMaxCw(SINGLE_LINK_OP_ID), CW_MAX, "of the station");
            // One station and the access point: some collisions come on top of the noise, 1 in 32
            // or fewer (two windows of 32 slots).
            const auto sent = static_cast<double>(frames.GetTransmissions().size());
            const double share = 1 - static_cast<double>(frames.GetDeliveries().size()) / sent;
            NS_TEST_ASSERT_MSG_GT(sent, 500, "the station uploads");
            const double deviation = std::sqrt(NOISE * (1 - NOISE) / sent);
            NS_TEST_EXPECT_MSG_GT(share, NOISE - 3 * deviation, "noise destroys frames");
            NS_TEST_EXPECT_MSG_LT(share, NOISE + 1.0 / 32 + 3 * deviation, "no others are lost");
        }
        Simulator::Destroy();
    }

    static constexpr double NOISE = 0.2;   ///< frame error rate
    static constexpr uint32_t CW_MAX = 63; ///< of the station
    bool m_prioritiseAcks;                 ///< attribute of Malone2008Testbed
};

/// A queue disc of the access point's own, and a host that skips ACKs.
class MaloneRemedyCase : public TestCase
{
  public:
    MaloneRemedyCase()
        : TestCase("a queue disc at the access point, adaptive skipping at the host")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory cell("ns3::Malone2008Testbed",
                           "HostTcp",
                           StringValue("Linux26_8"),
                           "ReceiveBuffer",
                           UintegerValue(87380)); // fills the access point's queue
        const auto fifo = RunUploads(cell);
        cell.Set("AccessPointDisc", StringValue("ns3::FifoQueueDisc"));
        const auto shallow = RunUploads(cell);
        NS_TEST_EXPECT_MSG_EQ(shallow.mostWaiting, 20, "19 in the disc and one in the driver");
        cell.Set("AccessPointDisc", StringValue("ns3::AckSuppressionQueueDisc[Mode=Replace]"));
        const auto suppression = RunUploads(cell);
        NS_TEST_EXPECT_MSG_LT(suppression.meanWaiting,
                              fifo.meanWaiting / 2,
                              "of each connection one ACK waits, and those with news");
        cell.Set("AccessPointDisc", StringValue(""), "AdaptiveAckSkip", UintegerValue(3));
        const auto skip = RunUploads(cell);
        NS_TEST_EXPECT_MSG_LT(skip.hostPackets, fifo.hostPackets, "the host sends fewer ACKs");
    }
};

/// Downloads, and short connections beside them.
class MaloneDownloadCase : public TestCase
{
  public:
    MaloneDownloadCase()
        : TestCase("a download and short uploads back to back")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t SIZE = 20000;
        {
            // With 39 places instead of 20, more of the short uploads end within the run.
            const auto built = CreateObjectWithAttributes<Malone2008Testbed>("Uploads",
                                                                             UintegerValue(1),
                                                                             "Downloads",
                                                                             UintegerValue(1),
                                                                             "InterfaceWaits",
                                                                             BooleanValue(true));
            const Malone2008Testbed& testbed = *built;
            built->AssignStreams(0);
            BulkTransfer download(BulkTransfer::Transport::TCP,
                                  testbed.GetHost(),
                                  testbed.GetStation(1),
                                  testbed.GetStationAddress(1),
                                  4000);
            download.Schedule(testbed.GetStart(), DURATION);
            RepeatedTransfer uploads(testbed.GetStation(0),
                                     testbed.GetHost(),
                                     testbed.GetHostAddress(),
                                     5001,
                                     SIZE);
            uint64_t bytes = 0;
            uploads.Schedule(testbed.GetStart(), testbed.GetStart() + DURATION);
            Simulator::Stop(testbed.GetStart() + DURATION);
            Simulator::Run();
            bytes = download.GetReceivedBytes();
            NS_TEST_EXPECT_MSG_GT(bytes, 1000000, "the station downloads");
            const auto& times = uploads.GetCompletionTimes();
            NS_TEST_ASSERT_MSG_GT(times.size(), 5, "connections follow each other");
            double sum = uploads.GetAge();
            for (const double time : times)
            {
                // A handshake, and 14 segments in windows of 3, 6 and 12.
                NS_TEST_EXPECT_MSG_GT(time, 0.07, "three round trips of 20 ms, and half of one");
                sum += time;
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(sum, DURATION.GetSeconds(), 1e-6, "without pauses");
        }
        Simulator::Destroy();
    }
};

/// Tests of Malone2008Testbed and RttProbe.
class WlanTestbedMalone2008TestSuite : public TestSuite
{
  public:
    WlanTestbedMalone2008TestSuite()
        : TestSuite("wlan-testbed-malone2008", Type::SYSTEM)
    {
        AddTestCase(new MaloneUploadsCase(false, true), Duration::QUICK);
        AddTestCase(new MaloneUploadsCase(false, false), Duration::QUICK);
        AddTestCase(new MaloneUploadsCase(true, true), Duration::QUICK);
        AddTestCase(new MaloneChangeCase, Duration::QUICK);
        AddTestCase(new MaloneRadioCase(false), Duration::QUICK);
        AddTestCase(new MaloneRadioCase(true), Duration::QUICK);
        AddTestCase(new MaloneRemedyCase, Duration::QUICK);
        AddTestCase(new MaloneDownloadCase, Duration::QUICK);
    }
};

/// The suite registers itself.
const WlanTestbedMalone2008TestSuite g_wlanTestbedMalone2008TestSuite;

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/boolean.h"
#include "ns3/bulk-transfer.h"
#include "ns3/config.h"
#include "ns3/frame-probe.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/qos-txop.h"
#include "ns3/repeated-transfer.h"
#include "ns3/rtt-probe.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
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

/// @param parameters of the testbed
/// @return what a run showed
UploadOutcome
RunUploads(const Malone2008Parameters& parameters)
{
    UploadOutcome outcome;
    {
        Malone2008Testbed testbed(parameters);
        testbed.AssignStreams(0);
        std::vector<std::unique_ptr<BulkTransfer>> uploads;
        for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
        {
            uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                             testbed.GetStation(i),
                                                             testbed.GetHost(),
                                                             testbed.GetHostAddress(),
                                                             5001 + i));
            uploads.back()->Schedule(parameters.start, DURATION);
        }
        const auto rtts = RttProbe::Connect(uploads.front()->GetSender(), parameters.start);
        for (uint32_t i = 0; i < testbed.GetRadios().GetN(); ++i)
        {
            DynamicCast<WifiNetDevice>(testbed.GetRadios().Get(i))
                ->GetPhy()
                ->TraceConnectWithoutContext(
                    "MonitorSnifferTx",
                    Callback<void, Ptr<const Packet>, uint16_t, WifiTxVector, MpduInfo, uint16_t>(
                        [&outcome, &testbed, &parameters, i](Ptr<const Packet> packet,
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
                                Simulator::Now() > parameters.start + DURATION - Seconds(1))
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
        Simulator::Schedule(parameters.start, look);
        Simulator::Stop(parameters.start + DURATION);
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
    /// @param prioritiseAcks, interfaceWaits see Malone2008Parameters
    MaloneUploadsCase(bool prioritiseAcks, bool interfaceWaits)
        : TestCase(std::string("four uploads, ") +
                   (prioritiseAcks ? "ACKs have priority" : "FIFO") +
                   (interfaceWaits ? "" : ", no packet waits at the interface")),
          m_prioritiseAcks(prioritiseAcks),
          m_interfaceWaits(interfaceWaits)
    {
    }

  private:
    void DoRun() override
    {
        Malone2008Parameters parameters;
        parameters.prioritiseAcks = m_prioritiseAcks;
        parameters.interfaceWaits = m_interfaceWaits;
        const auto outcome = RunUploads(parameters);
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
        NS_TEST_EXPECT_MSG_EQ(RunUploads(parameters).events,
                              outcome.events,
                              "the same run again is the same");
    }

    bool m_prioritiseAcks; ///< see Malone2008Parameters
    bool m_interfaceWaits; ///< see Malone2008Parameters
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
        Malone2008Parameters parameters;
        parameters.laterMode = "DsssRate1Mbps";
        parameters.change = Seconds(1);
        parameters.staticArp = false;
        const auto outcome = RunUploads(parameters);
        NS_TEST_EXPECT_MSG_EQ(outcome.greatestRate, 1, "data has the later rate");
        NS_TEST_EXPECT_MSG_GT(outcome.broadcasts, 0, "addresses are asked for");
    }
};

/// What the stations' largest contention window and noise do to the frames of a station.
class MaloneRadioCase : public TestCase
{
  public:
    /// @param prioritiseAcks see Malone2008Parameters
    explicit MaloneRadioCase(bool prioritiseAcks)
        : TestCase(std::string("contention window and noise, ") +
                   (prioritiseAcks ? "ACKs have priority" : "FIFO")),
          m_prioritiseAcks(prioritiseAcks)
    {
    }

  private:
    void DoRun() override
    {
        Malone2008Parameters parameters;
        parameters.prioritiseAcks = m_prioritiseAcks;
        parameters.uploads = 1;
        parameters.frameErrorRate = NOISE;
        parameters.stationCwMax = CW_MAX;
        {
            Malone2008Testbed testbed(parameters);
            testbed.AssignStreams(0);
            BulkTransfer upload(BulkTransfer::Transport::TCP,
                                testbed.GetStation(0),
                                testbed.GetHost(),
                                testbed.GetHostAddress(),
                                5001);
            upload.Schedule(parameters.start, DURATION);
            const FrameProbe frames(testbed.GetStationRadio(0));
            const auto mac = DynamicCast<WifiNetDevice>(testbed.GetStationRadio(0))->GetMac();
            Simulator::Stop(parameters.start + DURATION);
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
    bool m_prioritiseAcks;                 ///< see Malone2008Parameters
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
        Malone2008Parameters parameters;
        parameters.hostTcp = "Linux26_8";
        parameters.receiveBuffer = 87380; // fills the access point's queue
        const auto fifo = RunUploads(parameters);
        parameters.accessPointDisc = "ns3::FifoQueueDisc";
        const auto shallow = RunUploads(parameters);
        NS_TEST_EXPECT_MSG_EQ(shallow.mostWaiting, 39, "38 in the disc and one in the driver");
        parameters.accessPointDisc = "ns3::AckSuppressionQueueDisc";
        parameters.accessPointDiscValues = {{"Mode", "Replace"}};
        const auto suppression = RunUploads(parameters);
        NS_TEST_EXPECT_MSG_LT(suppression.meanWaiting,
                              fifo.meanWaiting / 2,
                              "of each connection one ACK waits, and those with news");
        parameters.accessPointDisc.clear();
        parameters.adaptiveAckSkip = 3;
        const auto skip = RunUploads(parameters);
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
        Malone2008Parameters parameters;
        parameters.uploads = 1;
        parameters.downloads = 1;
        {
            Malone2008Testbed testbed(parameters);
            testbed.AssignStreams(0);
            BulkTransfer download(BulkTransfer::Transport::TCP,
                                  testbed.GetHost(),
                                  testbed.GetStation(1),
                                  testbed.GetStationAddress(1),
                                  4000);
            download.Schedule(parameters.start, DURATION);
            RepeatedTransfer uploads(testbed.GetStation(0),
                                     testbed.GetHost(),
                                     testbed.GetHostAddress(),
                                     5001,
                                     SIZE);
            uint64_t bytes = 0;
            uploads.Schedule(parameters.start, parameters.start + DURATION);
            Simulator::Stop(parameters.start + DURATION);
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

/// Values that cannot be.
class MaloneMistakesCase : public TestCase
{
  public:
    MaloneMistakesCase()
        : TestCase("wrong parameters are refused by a line that names them")
    {
    }

  private:
    void DoRun() override
    {
        Expect([](auto& p) { p.uploads = 0; }, "uploads=0: expected at least one, or a download");
        Expect(
            [](auto& p) {
                p.prioritiseAcks = true;
                p.accessPointDisc = "ns3::FqCoDelQueueDisc";
            },
            "accessPointDisc=ns3::FqCoDelQueueDisc: expected none with priority of ACKs");
        Expect([](auto& p) { p.adaptiveAckSkip = 1; },
               "hostTcp=FreeBsd6_2: expected a kernel of Linux, which skips ACKs");
        Config::SetDefault("ns3::TcpLinux24Socket::Frto", BooleanValue(true));
        Expect([](auto&) {},
               "ns3::TcpLinux24Socket::Frto is set by the study itself, not by a user");
        Config::Reset();
        Expect([](auto& p) { p.segmentSize = 0; }, "segmentSize=0: expected 88 to 1460 bytes");
        Expect([](auto& p) { p.segmentSize = 87; }, "segmentSize=87: expected 88 to 1460 bytes");
        Expect([](auto& p) { p.segmentSize = 1461; },
               "segmentSize=1461: expected 88 to 1460 bytes");
        Expect([](auto& p) { p.change = Seconds(-1); }, "change=-1s: expected 0 s or more");
        Expect([](auto& p) { p.start = Seconds(-2); }, "start=-2s: expected 0 s or more");
        Expect([](auto& p) { p.dummynetDelay = Seconds(-1); },
               "dummynetDelay=-1s: expected 0 s or more");
        Expect([](auto& p) { p.delayedAckTimeout = Seconds(-1); },
               "delayedAckTimeout=-1s: expected 0 s or more");
        // Nothing would ever be sent.
        Expect([](auto& p) { p.sendBuffer = 0; },
               "sendBuffer=0: expected segmentSize=1448 to 1073725440 bytes");
        Expect(
            [](auto& p) {
                p.segmentSize = 100;
                p.receiveBuffer = 535;
            },
            "receiveBuffer=535: expected 536 to 1073725440 bytes");
        Expect([](auto& p) { p.receiveBuffer = 4294967295; },
               "receiveBuffer=4294967295: expected segmentSize=1448 to 1073725440 bytes");
        Expect(
            [](auto& p) {
                p.tcp = "FreeBsd6_2";
                p.frto = true;
            },
            "tcp=FreeBsd6_2: expected a kernel of Linux, which has frto and localDropsReachTcp");
        Expect([](auto& p) { p.extraSlots = 14; }, "extraSlots=14: expected at most 13");
        Expect([](auto& p) { p.uploads = 253; }, "254 stations: expected at most 253");
        Expect([](auto& p) { p.interfaceQueue = 0; },
               "interfaceQueue=0: expected at least one packet");
        Expect([](auto& p) { p.driverQueue = 0; }, "driverQueue=0: expected at least one packet");
        Expect(
            [](auto& p) {
                p.interfaceWaits = false;
                p.driverQueue = 1;
            },
            "driverQueue=1: expected at least two packets where none wait at the interface");
        Expect([](auto& p) { p.dummynetQueue = 0; },
               "dummynetQueue=0: expected at least one packet");
        constexpr double INFINITE = std::numeric_limits<double>::infinity();
        const std::string lengths = ": expected finite lengths of 0 m or more";
        Expect([](auto& p) { p.room = {1, -1, 0}; }, "room=1:-1:0" + lengths);
        Expect([](auto& p) { p.room = {INFINITE, 1, 0}; }, "room=inf:1:0" + lengths);
        Expect([](auto& p) { p.room = {1, std::nan(""), 0}; }, "room=1:nan:0" + lengths);
        const std::string ratios = ": expected a finite ratio of 0 dB or more";
        Expect([](auto& p) { p.captureRatio = -1; }, "captureRatio=-1" + ratios);
        Expect([](auto& p) { p.captureRatio = INFINITE; }, "captureRatio=inf" + ratios);
        for (const char* rate : {"", "0Mbps", "fast", "-5Mbps"})
        {
            Expect([rate](auto& p) { p.ethernetRate = rate; },
                   std::string("ethernetRate=") + rate +
                       ": expected a rate above 0, such as 100Mbps");
        }
        ExpectDiscs();
        Expect([](auto& p) { p.frameErrorRate = 1; },
               "frameErrorRate=1: expected at least 0 and less than 1");
        Expect([](auto& p) { p.attempts = 0; }, "attempts=0: expected 1 to 255");
        const std::string modes =
            ": expected DsssRate1Mbps, DsssRate2Mbps, DsssRate5_5Mbps or DsssRate11Mbps";
        Expect([](auto& p) { p.dataMode = ""; }, "dataMode=" + modes);
        Expect([](auto& p) { p.laterMode = "OfdmRate6Mbps"; }, "laterMode=OfdmRate6Mbps" + modes);
        Expect([](auto& p) { p.stationCwMax = 100; },
               "stationCwMax=100: expected 2^n - 1 slots, 31 to 32767");
        Expect([](auto& p) { p.ackCwMin = 1024; }, "ackCwMin=1024: expected at most 1023 slots");
    }

    /// Queue discs of the access point, and their attributes.
    void ExpectDiscs()
    {
        // No class, a class that is no queue disc, and one without a limit.
        for (const char* disc :
             {"Fifo", "ns3::WifiNetDevice", "ns3::QueueDisc", "ns3::MqQueueDisc"})
        {
            Expect([disc](auto& p) { p.accessPointDisc = disc; },
                   std::string("accessPointDisc=") + disc +
                       ": expected a queue disc with an attribute MaxSize, such as "
                       "ns3::FifoQueueDisc");
        }
        const auto expect =
            [this](const std::string& name, const std::string& value, const std::string& accepted) {
                Expect(
                    [&](auto& p) {
                        p.accessPointDisc = "ns3::AckSuppressionQueueDisc";
                        p.accessPointDiscValues = {{name, value}};
                    },
                    "accessPointDiscValues: ns3::AckSuppressionQueueDisc::" + name + "=" + value +
                        ": expected " + accepted);
            };
        expect("Mood", "Replace", "an attribute of this class");
        expect("Mode", "Forget", "Replace|Hold|Delay");
        expect("MaxSize", "", "QueueSize");
    }

    void Expect(const std::function<void(Malone2008Parameters&)>& change, const std::string& text)
    {
        Malone2008Parameters parameters;
        parameters.laterUploads = 1;
        change(parameters);
        std::string said;
        try
        {
            const Malone2008Testbed testbed(parameters);
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(said, text, "error");
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
        AddTestCase(new MaloneMistakesCase, Duration::QUICK);
    }
};

/// The suite registers itself.
const WlanTestbedMalone2008TestSuite g_wlanTestbedMalone2008TestSuite;

} // namespace

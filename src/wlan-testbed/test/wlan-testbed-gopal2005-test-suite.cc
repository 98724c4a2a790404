// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Gopal2005Testbed: what is on the air in its two settings, and what becomes of the uploads.

#include "testbed-run.h"

#include "ns3/boolean.h"
#include "ns3/gopal2005-testbed.h"
#include "ns3/gopal2005-uploads.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-psdu.h"

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// No upload takes as long.
const Time LIMIT = Seconds(200);
/// Bytes of a frame with an answer of ARP: 28 and 36 of the MAC.
constexpr uint32_t ARP_FRAME = 64;
/// Longer frames carry data of TCP.
constexpr uint32_t LONGEST_ACK = 200;

/// What a run showed.
struct Outcome
{
    std::map<std::string, std::set<int64_t>> lengths; ///< of frames by their kind, us
    std::map<std::string, uint32_t> frames;           ///< of a kind that are no retries
    uint32_t stationRetries{0};                       ///< data frames of stations
    std::vector<uint64_t> bytes;                      ///< received, of each upload
    uint32_t ended{0};                                ///< uploads
    uint32_t timeouts{0};                             ///< of senders of ns-2
    double throughput{0};                             ///< Mb/s
    bool isConserved{false};                          ///< by the bridge
    uint64_t events{0};                               ///< of the simulator
};

/// @param psdu a frame
/// @param isStation whether a station sends it
/// @return its kind
std::string
GetKind(const WifiPsdu& psdu, bool isStation)
{
    const WifiMacHeader& header = psdu.GetHeader(0);
    if (header.IsRts() || header.IsCts() || header.IsAck())
    {
        return header.IsRts()   ? "RTS"
               : header.IsCts() ? "CTS"
               : isStation      ? "station's ACK"
                                : "ACK";
    }
    if (!header.IsData() || header.GetAddr1().IsGroup() || psdu.GetSize() == ARP_FRAME)
    {
        return "other";
    }
    if (psdu.GetSize() > LONGEST_ACK)
    {
        return isStation ? "data" : "other";
    }
    return isStation ? "other" : "TCP ACK";
}

/// @param cell makes the testbed
/// @return what a run showed
Outcome
RunUploads(const ObjectFactory& cell)
{
    Outcome outcome;
    SimulateRun(1, [&] {
        const auto built = cell.Create<Gopal2005Testbed>();
        const Gopal2005Testbed& testbed = *built;
        const Time start = testbed.GetStart();
        const auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetStream(built->AssignStreams(0));
        const Gopal2005Uploads uploads(built, LIMIT, jitter);
        for (uint32_t i = 0; i < testbed.GetRadios().GetN(); ++i)
        {
            const bool isStation = i < testbed.GetNStations();
            // A Ptr in the trace of its own object would keep it for ever.
            const auto* phy =
                PeekPointer(DynamicCast<WifiNetDevice>(testbed.GetRadios().Get(i))->GetPhy());
            DynamicCast<WifiNetDevice>(testbed.GetRadios().Get(i))
                ->GetPhy()
                ->TraceConnectWithoutContext(
                    "PhyTxPsduBegin",
                    Callback<void, WifiConstPsduMap, WifiTxVector, double>(
                        [&outcome, start, isStation, phy](WifiConstPsduMap psdus,
                                                          WifiTxVector vector,
                                                          double) {
                            if (Simulator::Now() < start)
                            {
                                return;
                            }
                            const auto& psdu = *psdus.begin()->second;
                            const std::string kind = GetKind(psdu, isStation);
                            const Time length =
                                WifiPhy::CalculateTxDuration(psdus, vector, phy->GetPhyBand());
                            outcome.lengths[kind].insert(length.GetMicroSeconds());
                            const bool isRetry = psdu.GetHeader(0).IsRetry();
                            outcome.frames[kind] += !isRetry;
                            outcome.stationRetries += isStation && kind == "data" && isRetry;
                        }));
        }
        Simulator::Run();
        for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
        {
            outcome.bytes.push_back(uploads.GetReceivedBytes(i));
        }
        outcome.ended = uploads.GetEnded();
        outcome.timeouts = uploads.GetTimeouts();
        outcome.throughput = uploads.GetThroughputMbps();
        outcome.isConserved = testbed.GetBridge()->IsConserved();
        outcome.events = Simulator::GetEventCount();
    });
    return outcome;
}

/// @return what makes the setting of ORBIT, with uploads of 100 kB
ObjectFactory
MakeOrbit()
{
    return ObjectFactory("ns3::Gopal2005Testbed", "Bytes", UintegerValue(100'000));
}

/// @return what makes the setting of ns-2, with uploads of 100 kB
ObjectFactory
MakeSimulation()
{
    ObjectFactory cell = MakeOrbit();
    for (const auto& [name, value] : Gopal2005Testbed::GetSimulation())
    {
        cell.Set(name, StringValue(value));
    }
    return cell;
}

/// The setting of ns-2.
class SimulationCase : public TestCase
{
  public:
    SimulationCase()
        : TestCase("ns-2: RTS and CTS before each frame, at 1 Mbps")
    {
    }

  private:
    void DoRun() override
    {
        const Outcome outcome = RunUploads(MakeSimulation());
        using Lengths = std::set<int64_t>;
        const auto expect = [&](const std::string& kind, int64_t length) {
            NS_TEST_EXPECT_MSG_EQ((outcome.lengths.at(kind) == Lengths{length}),
                                  true,
                                  kind << " takes " << length << " us, not "
                                       << *outcome.lengths.at(kind).begin());
        };
        // 192 us of preamble and header, then 20 and 14 bytes at 1 Mb/s.
        expect("RTS", 192 + 160);
        expect("CTS", 192 + 112);
        // 14 bytes at 2 Mb/s: an access point of ns-3 makes this a basic rate whatever it is told.
        expect("ACK", 192 + 56);
        expect("station's ACK", 192 + 56);
        // 40 bytes of IP, which Ethernet fills up to 46, and 36 of the MAC at 11 Mb/s: 59.6 us.
        expect("TCP ACK", 192 + 60);
        // 1040 + 36 bytes: 782.5 us.
        expect("data", 192 + 783);
        NS_TEST_EXPECT_MSG_EQ(outcome.frames.at("data"), 100, "100 packets of 1000 bytes");
        NS_TEST_EXPECT_MSG_EQ(outcome.ended, 1, "it ends");
        NS_TEST_EXPECT_MSG_EQ(outcome.bytes[0], 100'000, "all arrives");
        NS_TEST_EXPECT_MSG_EQ(outcome.isConserved, true, "the bridge loses nothing");
        NS_TEST_EXPECT_MSG_EQ_TOL(outcome.throughput, 2.2, 0.33, "base of the slides");
    }
};

/// The setting of ORBIT.
class TestbedCase : public TestCase
{
  public:
    TestbedCase()
        : TestCase("ORBIT: no RTS, short preamble, an ACK for each segment or for every second one")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory cell = MakeOrbit();
        const Outcome outcome = RunUploads(cell);
        NS_TEST_EXPECT_MSG_EQ(outcome.frames.contains("RTS"), false, "no RTS");
        // 14 bytes at 2 Mb/s; ns-3 has the short preamble at 5.5 and 11 Mb/s alone.
        NS_TEST_EXPECT_MSG_EQ(*outcome.lengths.at("ACK").begin(), 192 + 56, "MAC ACK");
        // 96 us, 1448 + 52 bytes of TCP and IP, 36 of the MAC: 1117.1 us.
        NS_TEST_EXPECT_MSG_EQ(*outcome.lengths.at("data").rbegin(), 96 + 1118, "full segment");
        const uint32_t segments = (100'000 + 1447) / 1448;
        NS_TEST_EXPECT_MSG_EQ(outcome.frames.at("data"), segments, "segments");
        // Besides, the handshake and the FIN.
        const uint32_t acks = outcome.frames.at("TCP ACK");
        NS_TEST_EXPECT_MSG_EQ((acks >= segments && acks <= segments + 3), true, acks << " ACKs");
        NS_TEST_EXPECT_MSG_EQ(outcome.bytes[0], 100'000, "all arrives");

        cell.Set("SkippedAcks", UintegerValue(1));
        const Outcome skipping = RunUploads(cell);
        const uint32_t fewer = skipping.frames.at("TCP ACK");
        NS_TEST_EXPECT_MSG_EQ((fewer >= segments / 2 && fewer <= segments / 2 + 5),
                              true,
                              fewer << " ACKs for " << segments << " segments");
        NS_TEST_EXPECT_MSG_GT(skipping.throughput, outcome.throughput, "which takes less time");
        NS_TEST_EXPECT_MSG_EQ(skipping.bytes[0], 100'000, "all arrives");
    }
};

/// Three uploads whose stations send each frame once.
class NoRetriesCase : public TestCase
{
  public:
    /// @param name of the setting
    /// @param cell makes it
    /// @param hasRts whether it has RTS
    NoRetriesCase(const std::string& name, const ObjectFactory& cell, bool hasRts)
        : TestCase(name + ": three uploads without MAC retries"),
          m_cell(cell),
          m_hasRts(hasRts)
    {
    }

  private:
    void DoRun() override
    {
        m_cell.Set("Uploads", UintegerValue(3), "StationAttempts", UintegerValue(1));
        const Outcome outcome = RunUploads(m_cell);
        NS_TEST_EXPECT_MSG_EQ(outcome.stationRetries, 0, "each frame is sent once");
        NS_TEST_EXPECT_MSG_EQ(outcome.ended, 3, "TCP repairs what is lost");
        for (const uint64_t bytes : outcome.bytes)
        {
            NS_TEST_EXPECT_MSG_EQ(bytes, 100'000, "all arrives, once");
        }
        const Outcome again = RunUploads(m_cell);
        NS_TEST_EXPECT_MSG_EQ(again.events, outcome.events, "the same run again");
        NS_TEST_EXPECT_MSG_EQ(again.throughput, outcome.throughput, "the same run again");
        m_cell.Set("StationAttempts", UintegerValue(16));
        const Outcome retried = RunUploads(m_cell);
        // Data behind a CTS never collide, so that LongRetryLimit_ of ns-2 is never reached.
        const bool isRetried = retried.stationRetries > 0;
        NS_TEST_EXPECT_MSG_EQ(isRetried, !m_hasRts, "data collide without an RTS");
        NS_TEST_EXPECT_MSG_EQ(retried.timeouts, 0, "the MAC repairs them");
    }

    ObjectFactory m_cell; ///< see the constructor
    bool m_hasRts;        ///< see the constructor
};

/// Transfers from the host to stations.
class DownloadCase : public TestCase
{
  public:
    DownloadCase()
        : TestCase("ns-2: downloads, whose data come from the access point")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory cell = MakeSimulation();
        cell.Set("Uploads", UintegerValue(2), "Download", BooleanValue(true));
        const Outcome outcome = RunUploads(cell);
        NS_TEST_EXPECT_MSG_EQ(outcome.ended, 2, "both end");
        for (const uint64_t bytes : outcome.bytes)
        {
            NS_TEST_EXPECT_MSG_EQ(bytes, 100'000, "all arrives, once");
        }
        NS_TEST_EXPECT_MSG_EQ(outcome.frames.contains("data"), false, "stations send no data");
        NS_TEST_EXPECT_MSG_EQ(outcome.frames.at("TCP ACK"),
                              2 + 2,
                              "the access point sends no ACKs; the frames of their size are each "
                              "sender's SYN, and the host's answers of ARP, padded by Ethernet");
    }
};

/// Transfers that would begin too late.
class GopalLimitCase : public TestCase
{
  public:
    GopalLimitCase()
        : TestCase("a limit before the last start is refused")
    {
    }

  private:
    void DoRun() override
    {
        for (ObjectFactory cell : {MakeSimulation(), MakeOrbit()})
        {
            cell.Set("Start", TimeValue(LIMIT - MilliSeconds(5)));
            std::string said;
            try
            {
                RunUploads(cell);
            }
            catch (const std::invalid_argument& error)
            {
                said = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(said,
                                  "limit=200 s: expected more than Start + StartSpread, 200.005 s",
                                  "error");
        }
    }
};

/// The suite.
class Gopal2005TestSuite : public TestSuite
{
  public:
    Gopal2005TestSuite()
        : TestSuite("wlan-testbed-gopal2005", Type::SYSTEM)
    {
        AddTestCase(new SimulationCase, Duration::QUICK);
        AddTestCase(new TestbedCase, Duration::QUICK);
        AddTestCase(new NoRetriesCase("ns-2", MakeSimulation(), true), Duration::QUICK);
        AddTestCase(new NoRetriesCase("ORBIT", MakeOrbit(), false), Duration::QUICK);
        AddTestCase(new DownloadCase, Duration::QUICK);
        AddTestCase(new GopalLimitCase, Duration::QUICK);
    }
};

const Gopal2005TestSuite g_gopal2005TestSuite; ///< registers itself

} // namespace

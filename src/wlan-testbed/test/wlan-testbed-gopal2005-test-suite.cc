// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Gopal2005Testbed: what is on the air in its two settings, and what becomes of the uploads.

#include "testbed-run.h"

#include "ns3/config.h"
#include "ns3/gopal2005-testbed.h"
#include "ns3/gopal2005-uploads.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-psdu.h"

#include <cstdint>
#include <limits>
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

/// @param parameters of the testbed
/// @return what a run showed
Outcome
RunUploads(const Gopal2005Parameters& parameters)
{
    Outcome outcome;
    SimulateRun(1, [&] {
        Gopal2005Testbed testbed(parameters);
        const auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetStream(testbed.AssignStreams(0));
        const Gopal2005Uploads uploads(testbed, LIMIT, jitter);
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
                        [&outcome, &parameters, isStation, phy](WifiConstPsduMap psdus,
                                                                WifiTxVector vector,
                                                                double) {
                            if (Simulator::Now() < parameters.start)
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

/// @param parameters a setting
/// @return uploads of 100 kB in it
Gopal2005Parameters
MakeShort(Gopal2005Parameters parameters)
{
    parameters.bytes = 100'000;
    return parameters;
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
        const Outcome outcome = RunUploads(MakeShort(Gopal2005Parameters::MakeSimulation()));
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
        Gopal2005Parameters parameters = MakeShort(Gopal2005Parameters::MakeTestbed());
        const Outcome outcome = RunUploads(parameters);
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

        parameters.skippedAcks = 1;
        const Outcome skipping = RunUploads(parameters);
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
    /// @param parameters the setting
    NoRetriesCase(const std::string& name, const Gopal2005Parameters& parameters)
        : TestCase(name + ": three uploads without MAC retries"),
          m_parameters(MakeShort(parameters))
    {
    }

  private:
    void DoRun() override
    {
        m_parameters.uploads = 3;
        m_parameters.stationAttempts = 1;
        const Outcome outcome = RunUploads(m_parameters);
        NS_TEST_EXPECT_MSG_EQ(outcome.stationRetries, 0, "each frame is sent once");
        NS_TEST_EXPECT_MSG_EQ(outcome.ended, 3, "TCP repairs what is lost");
        for (const uint64_t bytes : outcome.bytes)
        {
            NS_TEST_EXPECT_MSG_EQ(bytes, 100'000, "all arrives, once");
        }
        const Outcome again = RunUploads(m_parameters);
        NS_TEST_EXPECT_MSG_EQ(again.events, outcome.events, "the same run again");
        NS_TEST_EXPECT_MSG_EQ(again.throughput, outcome.throughput, "the same run again");
        m_parameters.stationAttempts = 16;
        const Outcome retried = RunUploads(m_parameters);
        // Data behind a CTS never collide, so that LongRetryLimit_ of ns-2 is never reached.
        const bool isRetried = retried.stationRetries > 0;
        NS_TEST_EXPECT_MSG_EQ(isRetried, !m_parameters.rtsCts, "data collide without an RTS");
        NS_TEST_EXPECT_MSG_EQ(retried.timeouts, 0, "the MAC repairs them");
    }

    Gopal2005Parameters m_parameters; ///< see the constructor
};

/// Values that no testbed has.
class GopalRefusedCase : public TestCase
{
  public:
    GopalRefusedCase()
        : TestCase("no upload, nothing to send, and what ns-2 does not have")
    {
    }

  private:
    void DoRun() override
    {
        auto parameters = Gopal2005Parameters::MakeSimulation();
        parameters.tcp = "Agent/TCP/Sack1";
        NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "an agent that is not modelled");
        parameters = Gopal2005Parameters::MakeTestbed();
        parameters.uploads = 0;
        NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "no upload");
        for (auto setting :
             {Gopal2005Parameters::MakeSimulation(), Gopal2005Parameters::MakeTestbed()})
        {
            parameters = setting;
            parameters.segmentSize = 0;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "no data in a segment");
            parameters = setting;
            parameters.bytes = 0;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "an empty file");
            parameters = setting;
            parameters.window = setting.segmentSize - 1;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a window without a segment");
            parameters = setting;
            parameters.window = std::numeric_limits<uint32_t>::max();
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a window that TCP cannot have");
            parameters = setting;
            parameters.room.x = -1;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a room of negative length");
            parameters.room.x = std::numeric_limits<double>::infinity();
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a room without an end");
            parameters.room.x = std::numeric_limits<double>::quiet_NaN();
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a room without a length");
            parameters = setting;
            parameters.captureRatio = -1;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "capture by a weaker frame");
            parameters = setting;
            parameters.stationAttempts = 0;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "frames that are never sent");
            parameters = setting;
            parameters.queue = 1;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "no room in a queue");
            parameters = setting;
            parameters.start = Seconds(-1);
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a start in the past");
            parameters = setting;
            parameters.ackDelay = Seconds(-1);
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "a negative delay");
        }
        parameters = Gopal2005Parameters::MakeSimulation();
        parameters.bytes = std::numeric_limits<uint64_t>::max();
        NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "more packets than have numbers");
        parameters = Gopal2005Parameters::MakeSimulation();
        parameters.adaptiveSkipping = true;
        parameters.skippedAcks = 1;
        NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, "skipping that ns-2 does not have");
        for (const char* tcp : {"FreeBsd6_2", "ns3::TcpCubic"})
        {
            parameters = Gopal2005Parameters::MakeTestbed();
            parameters.tcp = tcp;
            NS_TEST_EXPECT_MSG_EQ(IsRefused(parameters), true, tcp << " skips no ACKs");
        }
        CheckMessages();
        // The testbed's values would silently win.
        for (const auto& [name, value] :
             std::map<std::string, std::string>{{"AckSkip", "1"},
                                                {"AdaptiveAckSkip", "true"},
                                                {"DelayedAcks", "false"},
                                                {"PartialWrites", "true"}})
        {
            const std::string attribute = "ns3::TcpLinux24Socket::" + name;
            std::string said;
            SimulateRun(1, [&] {
                Config::SetDefault(attribute, StringValue(value));
                try
                {
                    const Gopal2005Testbed testbed(Gopal2005Parameters::MakeTestbed());
                }
                catch (const std::invalid_argument& error)
                {
                    said = error.what();
                }
            });
            NS_TEST_EXPECT_MSG_EQ(said,
                                  attribute + " is set by the study itself, not by a user",
                                  "error");
        }
        Config::Reset();
    }

    /// Adaptive skipping without a number, and transfers that begin too late.
    void CheckMessages()
    {
        const auto expect = [this](const Gopal2005Parameters& parameters, const char* text) {
            std::string said;
            try
            {
                RunUploads(parameters);
            }
            catch (const std::invalid_argument& error)
            {
                said = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(said, text, "error");
        };
        auto parameters = Gopal2005Parameters::MakeTestbed();
        parameters.adaptiveSkipping = true;
        expect(
            parameters,
            "skippedAcks=0 with adaptiveSkipping: expected at least 1, the most that it may skip");
        for (auto setting :
             {Gopal2005Parameters::MakeSimulation(), Gopal2005Parameters::MakeTestbed()})
        {
            setting.start = LIMIT - MilliSeconds(5);
            expect(setting, "limit=200 s: expected more than start + startSpread, 200.005 s");
        }
    }

    /// @param parameters of a testbed
    /// @return whether there is none
    static bool IsRefused(const Gopal2005Parameters& parameters)
    {
        try
        {
            RunUploads(parameters);
        }
        catch (const std::invalid_argument&)
        {
            return true;
        }
        return false;
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
        AddTestCase(new NoRetriesCase("ns-2", Gopal2005Parameters::MakeSimulation()),
                    Duration::QUICK);
        AddTestCase(new NoRetriesCase("ORBIT", Gopal2005Parameters::MakeTestbed()),
                    Duration::QUICK);
        AddTestCase(new GopalRefusedCase, Duration::QUICK);
    }
};

const Gopal2005TestSuite g_gopal2005TestSuite; ///< registers itself

} // namespace

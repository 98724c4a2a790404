// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/boolean.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/gilbert-elliott-error-model.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/shadowing-propagation-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

Ptr<GilbertElliottErrorModel>
MakeErrorModel(Time good, Time bad, double badBitErrorRate)
{
    const auto model =
        CreateObjectWithAttributes<GilbertElliottErrorModel>("GoodDuration",
                                                             TimeValue(good),
                                                             "BadDuration",
                                                             TimeValue(bad),
                                                             "BadBitErrorRate",
                                                             DoubleValue(badBitErrorRate));
    model->AssignStreams(1);
    return model;
}

/// Frames of two sizes, often: their losses are those of the stationary distribution.
class GilbertElliottLossTestCase : public TestCase
{
  public:
    GilbertElliottLossTestCase()
        : TestCase("losses of long and short frames against theory; no events of its own")
    {
    }

  private:
    static constexpr uint32_t FRAMES = 200000;

    void DoRun() override
    {
        m_model = MakeErrorModel(MilliSeconds(90), MilliSeconds(10), 1e-3);
        Simulator::Schedule(Seconds(0), &GilbertElliottLossTestCase::Ask, this);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), FRAMES, "only those that ask");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(m_model->GetBadFraction(), 0.1, 1e-12, "10 of 100 ms");
        // 0.1 (1 - 0.999^(8 (1000 + 28))) and 0.1 (1 - 0.999^(8 14)). The state is independent
        // after about 9 ms, so there are some 22000 independent looks.
        const double data = 0.1 * (1 - std::pow(0.999, 8 * 1028));
        const double ack = 0.1 * (1 - std::pow(0.999, 8 * 14));
        NS_TEST_EXPECT_MSG_EQ_TOL(m_data / FRAMES, data, 0.007, "data");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_acks / FRAMES, ack, 0.0015, "ACKs");
    }

    void Ask()
    {
        m_data += m_model->IsCorrupt(Create<Packet>(1000));
        m_acks += m_model->IsCorrupt(Create<Packet>());
        if (++m_asked < FRAMES)
        {
            Simulator::Schedule(MilliSeconds(2), &GilbertElliottLossTestCase::Ask, this);
        }
    }

    Ptr<GilbertElliottErrorModel> m_model;
    uint32_t m_asked{0};
    double m_data{0}; ///< frames lost
    double m_acks{0}; ///< frames lost
};

/// Equal streams give equal losses; a bad state in which every bit is wrong loses every frame.
class GilbertElliottStreamsTestCase : public TestCase
{
  public:
    GilbertElliottStreamsTestCase()
        : TestCase("equal streams, equal losses")
    {
    }

  private:
    void DoRun() override
    {
        const auto one = MakeErrorModel(MilliSeconds(5), MilliSeconds(5), 1);
        const auto same = MakeErrorModel(MilliSeconds(5), MilliSeconds(5), 1);
        const auto other = MakeErrorModel(MilliSeconds(5), MilliSeconds(5), 1);
        NS_TEST_EXPECT_MSG_EQ(other->AssignStreams(7), 2, "sojourns and errors");
        uint32_t different = 0;
        for (int i = 0; i < 1000; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [&] {
                const bool isLost = one->IsCorrupt(Create<Packet>(100));
                NS_TEST_EXPECT_MSG_EQ(same->IsCorrupt(Create<Packet>(100)), isLost, "same stream");
                NS_TEST_EXPECT_MSG_EQ(one->IsCorrupt(Create<Packet>()), isLost, "same state");
                same->IsCorrupt(Create<Packet>());
                different += other->IsCorrupt(Create<Packet>(100)) != isLost;
            });
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_GT(different, 300, "another stream");
    }
};

/// Shadowing has its deviation and correlation, is the same in both directions of a link.
class ShadowingTestCase : public TestCase
{
  public:
    ShadowingTestCase()
        : TestCase("shadowing: moments, correlation, directions, links")
    {
    }

  private:
    void DoRun() override
    {
        const auto model =
            CreateObjectWithAttributes<ShadowingPropagationLossModel>("StandardDeviation",
                                                                      DoubleValue(6),
                                                                      "CorrelationTime",
                                                                      TimeValue(Seconds(1)));
        NS_TEST_EXPECT_MSG_EQ(model->AssignStreams(3), 1, "one stream");
        std::vector<Ptr<MobilityModel>> places;
        for (int i = 0; i < 3; ++i)
        {
            places.push_back(CreateObject<ConstantPositionMobilityModel>());
        }
        constexpr int VALUES = 20000;
        double sum = 0;
        double squares = 0;
        double product = 0;
        double cross = 0;
        double last = 0;
        for (int i = 0; i < VALUES; ++i)
        {
            Simulator::Schedule(Seconds(i), [&] {
                const double there = model->CalcRxPower(10, places[0], places[1]) - 10;
                const double back = model->CalcRxPower(10, places[1], places[0]) - 10;
                const double other = model->CalcRxPower(10, places[0], places[2]) - 10;
                NS_TEST_EXPECT_MSG_EQ_TOL(there, back, 1e-9, "reciprocal");
                sum += there;
                squares += there * there;
                product += there * last;
                cross += there * other;
                last = there;
            });
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / VALUES, 0, 0.2, "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(std::sqrt(squares / VALUES), 6, 0.15, "deviation");
        NS_TEST_EXPECT_MSG_EQ_TOL(product / squares, std::exp(-1), 0.03, "correlation after 1 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(cross / squares, 0, 0.03, "links are independent");
    }
};

/// What a model makes of packets at fixed instants of a simulation, which ends then.
/// @param ask called at each of them
/// @return its results
std::vector<double>
Simulate(const std::function<double()>& ask)
{
    constexpr int COUNT = 301; // odd: normal numbers are made in pairs
    std::vector<double> results;
    for (int i = 0; i < COUNT; ++i)
    {
        Simulator::Schedule(MilliSeconds(100 * i), [&] { results.push_back(ask()); });
    }
    Simulator::Run();
    Simulator::Destroy();
    return results;
}

/// Models that are kept for another simulation, where time begins at 0 again.
class KeptModelsTestCase : public TestCase
{
  public:
    KeptModelsTestCase()
        : TestCase("models start anew in each simulation, with equal results for equal streams")
    {
    }

  private:
    void DoRun() override
    {
        const auto bursts = MakeErrorModel(MilliSeconds(500), MilliSeconds(500), 1);
        const auto shadowing =
            CreateObjectWithAttributes<ShadowingPropagationLossModel>("CorrelationTime",
                                                                      TimeValue(Seconds(1)));
        const auto a = CreateObject<ConstantPositionMobilityModel>();
        const auto b = CreateObject<ConstantPositionMobilityModel>();
        const auto isLost = [&] { return bursts->IsCorrupt(Create<Packet>(100)) ? 1 : 0; };
        const auto getPower = [&] { return shadowing->CalcRxPower(10, a, b); };
        shadowing->AssignStreams(3);
        const auto losses = Simulate(isLost);
        const auto powers = Simulate(getPower);
        for (int i = 0; i < 2; ++i)
        {
            bursts->AssignStreams(1);
            shadowing->AssignStreams(3);
            NS_TEST_EXPECT_MSG_EQ((Simulate(isLost) == losses), true, "bursts again " << i);
            NS_TEST_EXPECT_MSG_EQ((Simulate(getPower) == powers), true, "shadowing again " << i);
        }
    }
};

/// At the edge of the cell frames at 1 and 2 Mb/s arrive and others do not, if receivers try.
class PoorChannelTestCase : public TestCase
{
  public:
    /// @param mode rate of the frames
    /// @param distance m
    /// @param least share
    /// @param most share
    PoorChannelTestCase(const std::string& mode, double distance, double least, double most)
        : TestCase("frames at " + mode + ", " + std::to_string(distance) + " m"),
          m_mode(mode),
          m_distance(distance),
          m_least(least),
          m_most(most)
    {
    }

  private:
    static constexpr uint32_t FRAMES = 50;

    void DoRun() override
    {
        NodeContainer nodes(2);
        MobilityHelper mobility;
        auto positions = CreateObject<ListPositionAllocator>();
        positions->Add(Vector(0, 0, 0));
        positions->Add(Vector(m_distance, 0, 0));
        mobility.SetPositionAllocator(positions);
        mobility.Install(nodes);
        PoorChannelHelper channel;
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211b);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue(m_mode),
                                     "NonUnicastMode",
                                     StringValue(m_mode));
        WifiMacHelper mac;
        mac.SetType("ns3::AdhocWifiMac");
        const auto radios = wifi.Install(channel.CreatePhy(), mac, nodes);
        WifiHelper::AssignStreams(radios, 1);
        const auto receiver = DynamicCast<WifiNetDevice>(radios.Get(1));
        uint32_t received = 0;
        receiver->SetReceiveCallback(
            [&received](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                ++received;
                return true;
            });
        receiver->GetPhy()->TraceConnectWithoutContext(
            "MonitorSnifferRx",
            MakeCallback(&PoorChannelTestCase::NoteSignal, this));
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            // Broadcast: no retransmission.
            Simulator::Schedule(Seconds(0.1 + 0.02 * i), [&radios] {
                radios.Get(0)->Send(Create<Packet>(1500), radios.Get(0)->GetBroadcast(), 0x88b5);
            });
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        Simulator::Destroy();
        const double share = static_cast<double>(received) / FRAMES;
        NS_TEST_EXPECT_MSG_GT_OR_EQ(share, m_least, "arrive");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(share, m_most, "arrive");
        if (received > 0)
        {
            // 16.0206 dBm are sent.
            const double expected = 16.0206 - 40.2 - 40 * std::log10(m_distance);
            NS_TEST_EXPECT_MSG_EQ_TOL(m_signal, expected, 0.01, "signal, dBm");
        }
    }

    void NoteSignal(Ptr<const Packet>,
                    uint16_t,
                    WifiTxVector,
                    MpduInfo,
                    SignalNoiseDbm signalNoise,
                    uint16_t)
    {
        m_signal = signalNoise.signal;
    }

    std::string m_mode; ///< rate
    double m_distance;  ///< m
    double m_least;     ///< share that arrives
    double m_most;      ///< share that arrives
    double m_signal{0}; ///< of the last frame, dBm
};

/// Suite of the poor channel.
class PoorChannelTestSuite : public TestSuite
{
  public:
    PoorChannelTestSuite()
        : TestSuite("poor-channel", Type::UNIT)
    {
        AddTestCase(new GilbertElliottLossTestCase);
        AddTestCase(new GilbertElliottStreamsTestCase);
        AddTestCase(new ShadowingTestCase);
        AddTestCase(new KeptModelsTestCase);
        // 47 m: SNR 3 dB. A frame of 1500 bytes: half are lost at -3.8, 0.7, 3.3 and 6.3 dB.
        AddTestCase(new PoorChannelTestCase("DsssRate11Mbps", 47, 0, 0));
        AddTestCase(new PoorChannelTestCase("DsssRate5_5Mbps", 47, 0.2, 0.8));
        AddTestCase(new PoorChannelTestCase("DsssRate2Mbps", 47, 1, 1));
        AddTestCase(new PoorChannelTestCase("DsssRate1Mbps", 47, 1, 1));
        AddTestCase(new PoorChannelTestCase("DsssRate11Mbps", 30, 1, 1));
        AddTestCase(new PoorChannelTestCase("DsssRate1Mbps", 90, 0, 0));
    }
};

PoorChannelTestSuite g_suite; ///< registers itself

} // namespace

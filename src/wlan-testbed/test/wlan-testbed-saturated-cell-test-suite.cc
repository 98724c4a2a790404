// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/ett-wifi-manager.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/saturated-cell.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <array>
#include <string>

using namespace ns3;

namespace
{

/// Rates are learnt in this time.
const Time WARM_UP = Seconds(2);
/// What counts.
const Time DURATION = Seconds(1);

/// One station is as fast as the standard allows with a mean backoff of 15.5 slots and an ACK at 2
/// Mb/s (IEEE 802.11b, long preamble): 6.11 Mb/s.
class LoneStationTestCase : public TestCase
{
  public:
    LoneStationTestCase()
        : TestCase("a lone station has the channel")
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        SaturatedCell cell(WIFI_STANDARD_80211b,
                           1,
                           "ns3::ConstantRateWifiManager",
                           "DsssRate11Mbps");
        cell.Run(WARM_UP, DURATION);
        NS_TEST_EXPECT_MSG_EQ_TOL(cell.GetThroughputMbps(), 6.11, 0.12, "arithmetic of 802.11b");
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(cell.GetFrames()),
                                  static_cast<double>(cell.GetDatagrams()),
                                  2,
                                  "no retry");
        Simulator::Destroy();
    }
};

/// EttWifiManager keeps to the top rate although frames collide, and knows how many do.
class ContentionTestCase : public TestCase
{
  public:
    /// @param name of the standard
    /// @param standard of all
    /// @param top its highest rate
    ContentionTestCase(const std::string& name, WifiStandard standard, const std::string& top)
        : TestCase("eight stations of " + name + " keep to the top rate"),
          m_standard(standard),
          m_top(top)
    {
    }

  private:
    static constexpr uint32_t STATIONS = 8;

    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        SaturatedCell fixed(m_standard, STATIONS, "ns3::ConstantRateWifiManager", m_top);
        fixed.Run(Seconds(0), DURATION); // nothing to learn
        Simulator::Destroy();
        SaturatedCell cell(m_standard, STATIONS, "ns3::EttWifiManager");
        std::array<double, STATIONS> collisions{};
        constexpr int SAMPLES = 200;
        for (int sample = 0; sample < SAMPLES; ++sample)
        {
            Simulator::Schedule(WARM_UP + sample * DURATION / SAMPLES, [&cell, &collisions] {
                for (uint32_t i = 0; i < STATIONS; ++i)
                {
                    const auto manager =
                        DynamicCast<EttWifiManager>(cell.GetStation(i)->GetRemoteStationManager());
                    collisions.at(i) += manager->GetCollisionProbability(AC_BE) / SAMPLES;
                }
            });
        }
        cell.Run(WARM_UP, DURATION);
        NS_TEST_EXPECT_MSG_GT(cell.GetThroughputMbps(),
                              0.95 * fixed.GetThroughputMbps(),
                              "against the fixed top rate");
        const auto frames = static_cast<double>(cell.GetFrames());
        const double failed = 1 - static_cast<double>(cell.GetDatagrams()) / frames;
        for (const double mean : collisions)
        {
            // In a second each of them scatters by some 0.02 from run to run.
            NS_TEST_EXPECT_MSG_EQ_TOL(mean, failed, 0.06, "share of attempts that fail");
        }
        Simulator::Destroy();
    }

    WifiStandard m_standard; ///< of all
    std::string m_top;       ///< its highest rate
};

/// Its test suite.
class SaturatedCellTestSuite : public TestSuite
{
  public:
    SaturatedCellTestSuite()
        : TestSuite("wlan-testbed-saturated-cell", Type::SYSTEM)
    {
        AddTestCase(new LoneStationTestCase, Duration::QUICK);
        AddTestCase(new ContentionTestCase("802.11a", WIFI_STANDARD_80211a, "OfdmRate54Mbps"),
                    Duration::QUICK);
        AddTestCase(new ContentionTestCase("802.11b", WIFI_STANDARD_80211b, "DsssRate11Mbps"),
                    Duration::QUICK);
    }
};

SaturatedCellTestSuite g_saturatedCellTestSuite; ///< registers the suite

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// SimultaneousSends against the probability of common slots.

#include "testbed-run.h"

#include "ns3/shared-slot-probability.h"
#include "ns3/simulator.h"
#include "ns3/simultaneous-sends.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/// Shares of rounds with a common slot.
class SimultaneousSendsTestCase : public TestCase
{
  public:
    SimultaneousSendsTestCase()
        : TestCase("as many collided rounds as the probability of common slots says")
    {
    }

  private:
    void Check(uint32_t stations)
    {
        SimulateRun(1, [this, stations] {
            SimultaneousSends sends(stations);
            sends.AssignStreams(0);
            NS_TEST_EXPECT_MSG_EQ(sends.GetContentionWindow(), 32, "802.11b");
            sends.Run(Seconds(5));
            const auto rounds = static_cast<double>(sends.GetRounds());
            NS_TEST_ASSERT_MSG_GT(rounds, 400, "12 ms for a round at most");
            const double probability = GetSharedSlotProbability(stations, 32);
            const double deviation = std::sqrt(probability * (1 - probability) / rounds);
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(sends.GetCollidedRounds()) / rounds,
                                      probability,
                                      4 * deviation,
                                      stations << " stations");
        });
    }

    void Refuse(uint32_t stations)
    {
        std::string message;
        try
        {
            const SimultaneousSends sends(stations);
        }
        catch (const std::invalid_argument& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "stations=" + std::to_string(stations) + ": expected 1 to 2007",
                              "refused");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        for (const uint32_t stations : {1, 2, 4, 8})
        {
            Check(stations);
        }
        // 33 stations draw of 32 slots: two share one in each round, the last one included.
        SimulateRun(1, [this] {
            SimultaneousSends sends(33);
            sends.Run(MilliSeconds(100));
            NS_TEST_EXPECT_MSG_GT(sends.GetRounds(), 0, "rounds");
            NS_TEST_EXPECT_MSG_EQ(sends.GetCollidedRounds(), sends.GetRounds(), "all collide");
        });
        Refuse(0);
        Refuse(2008);
        Refuse(std::numeric_limits<uint32_t>::max());
    }
};

/// Tests of SimultaneousSends.
class WlanTestbedSimultaneousSendsTestSuite : public TestSuite
{
  public:
    WlanTestbedSimultaneousSendsTestSuite()
        : TestSuite("wlan-testbed-simultaneous-sends", Type::SYSTEM)
    {
        AddTestCase(new SimultaneousSendsTestCase, Duration::QUICK);
    }
};

/// The suite registers itself.
const WlanTestbedSimultaneousSendsTestSuite g_wlanTestbedSimultaneousSendsTestSuite;

} // namespace

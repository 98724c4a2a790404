// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "edca-test-cell.h"

#include "ns3/ett-wifi-manager.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Rates are learnt in this time.
const Time WARM_UP = Seconds(2);
/// What counts.
const Time DURATION = Seconds(1);

/// A category whose frames have lost to another one of the device itself was not on the air.
class InternalCollisionTestCase : public TestCase
{
  public:
    InternalCollisionTestCase()
        : TestCase("best effort and background of a lone device")
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        EdcaTestCell cell("ns3::EttWifiManager", {{AC_BE, AC_BK}});
        cell.Run(WARM_UP, DURATION);
        const auto manager =
            DynamicCast<EttWifiManager>(cell.GetStation(0)->GetRemoteStationManager());
        for (const AcIndex category : {AC_BE, AC_BK})
        {
            const auto& count = cell.GetCount(0, category);
            NS_TEST_EXPECT_MSG_GT(count.delivered, 100, "saturated, " << category);
            // A few collide with beacons.
            NS_TEST_EXPECT_MSG_GT(count.top, 0.99 * count.attempts, "top rate, " << category);
            NS_TEST_EXPECT_MSG_LT(manager->GetCollisionProbability(category),
                                  0.03,
                                  "nobody else sends data, " << category);
        }
    }
};

/// Collisions of a category lower no rate, neither its own nor that of another one.
class ContendingCategoriesTestCase : public TestCase
{
  public:
    /**
     * @param name of the case
     * @param categories of each station
     * @param tolerance of the probability of a collision; 0: it is not that of all frames, as one
     * category sends several frames in a TXOP, of which the first one can collide
     */
    ContendingCategoriesTestCase(const std::string& name,
                                 const std::vector<std::vector<AcIndex>>& categories,
                                 double tolerance)
        : TestCase(name),
          m_categories(categories),
          m_tolerance(tolerance)
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        EdcaTestCell cell("ns3::EttWifiManager", m_categories);
        cell.Run(WARM_UP, DURATION);
        for (const AcIndex category : {AC_BE, AC_BK, AC_VI, AC_VO})
        {
            const auto total = cell.GetTotal(category);
            if (total.attempts > 0)
            {
                NS_TEST_EXPECT_MSG_GT(total.GetFailedShare(), 0.02, "collisions, " << category);
                NS_TEST_EXPECT_MSG_GT(total.top, 0.9 * total.attempts, "top rate, " << category);
            }
        }
        for (std::size_t station = 0; m_tolerance > 0 && station < m_categories.size(); ++station)
        {
            const auto manager =
                DynamicCast<EttWifiManager>(cell.GetStation(station)->GetRemoteStationManager());
            for (const AcIndex category : m_categories[station])
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(manager->GetCollisionProbability(category),
                                          cell.GetTotal(category).GetFailedShare(),
                                          m_tolerance,
                                          "share of attempts that fail, " << category);
            }
        }
    }

    std::vector<std::vector<AcIndex>> m_categories; ///< by station
    double m_tolerance;                             ///< see constructor
};

/// Its test suite.
class EttAccessCategoryTestSuite : public TestSuite
{
  public:
    EttAccessCategoryTestSuite()
        : TestSuite("ett-access-category", Type::SYSTEM)
    {
        AddTestCase(new InternalCollisionTestCase, Duration::QUICK);
        AddTestCase(
            new ContendingCategoriesTestCase("two stations of voice beside two of background",
                                             {{AC_VO}, {AC_VO}, {AC_BK}, {AC_BK}},
                                             0),
            Duration::QUICK);
        AddTestCase(
            new ContendingCategoriesTestCase("four stations of best effort and background each",
                                             std::vector<std::vector<AcIndex>>(4, {AC_BE, AC_BK}),
                                             0.15),
            Duration::QUICK);
    }
};

EttAccessCategoryTestSuite g_ettAccessCategoryTestSuite; ///< registers the suite

} // namespace

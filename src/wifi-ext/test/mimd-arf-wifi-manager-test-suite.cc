// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-test-link.h"

#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// @param standard of both ends
/// @return a helper with the manager
WifiHelper
MakeHelper(WifiStandard standard = WIFI_STANDARD_80211b)
{
    WifiHelper wifi;
    wifi.SetStandard(standard);
    wifi.SetRemoteStationManager("ns3::MimdArfWifiManager");
    return wifi;
}

/// Every attempt on a link where 11 and 5.5 Mb/s are lost, as kuang2003 tells it.
class MimdArfChainTestCase : public TestCase
{
  public:
    /// @param rtsThreshold of both ends, bytes
    /// @param name what is special
    MimdArfChainTestCase(const std::string& name, const std::string& rtsThreshold)
        : TestCase("chain of rates, " + name),
          m_rtsThreshold(rtsThreshold)
    {
    }

  private:
    void DoRun() override
    {
        WifiHelper wifi = MakeHelper();
        wifi.SetRemoteStationManager("ns3::MimdArfWifiManager",
                                     "RtsCtsThreshold",
                                     StringValue(m_rtsThreshold));
        RateTestLink link(wifi, 2);
        link.Send(8);
        // The delivery at the end of the chain is the first of the next three.
        const std::vector<double> expected{1, 1, 1,  11, 11, 11,  5.5, 5.5, 5.5, 1,
                                           1, 1, 11, 11, 11, 5.5, 5.5, 5.5, 1,   1};
        const bool isAsExpected = link.rates == expected;
        NS_TEST_EXPECT_MSG_EQ(isAsExpected, true, "rates of the attempts");
        NS_TEST_EXPECT_MSG_EQ(link.received, 8, "every frame arrived");
        const std::vector<RateTestLink::Change> changes{
            {0, 1, RateChangeReason::FIRST_FRAME},
            {1, 11, RateChangeReason::SUCCESSES},
            {11, 5.5, RateChangeReason::FAILED_TRIES},
            {5.5, 1, RateChangeReason::FAILED_TRIES},
            {1, 11, RateChangeReason::SUCCESSES},
            {11, 5.5, RateChangeReason::FAILED_TRIES},
            {5.5, 1, RateChangeReason::FAILED_TRIES},
        };
        const bool areChangesAsExpected = link.changes == changes;
        NS_TEST_EXPECT_MSG_EQ(areChangesAsExpected, true, "RateChange");
    }

    std::string m_rtsThreshold; ///< bytes
};

/// The retry limit ends the chain before 1 Mb/s; the frame is lost.
class MimdArfGivenUpTestCase : public TestCase
{
  public:
    MimdArfGivenUpTestCase()
        : TestCase("retry limit within the chain; the next frame begins there")
    {
    }

  private:
    void DoRun() override
    {
        RateTestLink link(MakeHelper(), 2);
        link.GetStation()->GetMac()->SetAttribute("FrameRetryLimit", UintegerValue(5));
        link.Send(6);
        const std::vector<double> expected{1, 1, 1, 11, 11, 11, 5.5, 5.5, 5.5, 5.5, 5.5, 1, 1};
        const bool isAsExpected = link.rates == expected;
        NS_TEST_EXPECT_MSG_EQ(isAsExpected, true, "rates of the attempts");
        NS_TEST_EXPECT_MSG_EQ(link.received, 5, "the fourth frame was given up");
    }
};

/// Attributes reach the algorithm.
class MimdArfAttributesTestCase : public TestCase
{
  public:
    MimdArfAttributesTestCase()
        : TestCase("attributes")
    {
    }

  private:
    void DoRun() override
    {
        WifiHelper wifi = MakeHelper();
        wifi.SetRemoteStationManager("ns3::MimdArfWifiManager",
                                     "SuccessThreshold",
                                     UintegerValue(1),
                                     "TopTries",
                                     UintegerValue(1),
                                     "MiddleTries",
                                     UintegerValue(2),
                                     "Decreases",
                                     UintegerValue(2),
                                     "IncreaseFactor",
                                     DoubleValue(6),
                                     "DecreaseFactor",
                                     DoubleValue(2));
        RateTestLink link(wifi, 2);
        link.Send(3);
        const std::vector<double> expected{1, 5.5, 2, 11, 5.5, 5.5, 2};
        const bool isAsExpected = link.rates == expected;
        NS_TEST_EXPECT_MSG_EQ(isAsExpected, true, "rates of the attempts");
    }
};

/// The top rate without HT is reached, whatever the station could do.
class MimdArfStandardTestCase : public TestCase
{
  public:
    /// @param name of the standard
    /// @param standard it
    MimdArfStandardTestCase(const std::string& name, WifiStandard standard)
        : TestCase("non-HT rates of " + name),
          m_standard(standard)
    {
    }

  private:
    void DoRun() override
    {
        RateTestLink link(MakeHelper(m_standard), 54);
        link.Send(6);
        NS_TEST_EXPECT_MSG_EQ(link.received, 6, "every frame arrived");
        NS_TEST_EXPECT_MSG_EQ(link.isAllNonHt, true, "no HT rate");
        NS_TEST_ASSERT_MSG_EQ(link.rates.size(), 6, "no retry");
        NS_TEST_EXPECT_MSG_EQ(std::count(link.rates.begin(), link.rates.end(), 54), 3, "top rate");
        NS_TEST_EXPECT_MSG_EQ(link.rates.back(), 54, "is kept");
    }

    WifiStandard m_standard; ///< of both ends
};

/// Its test suite.
class MimdArfWifiManagerTestSuite : public TestSuite
{
  public:
    MimdArfWifiManagerTestSuite()
        : TestSuite("mimd-arf-wifi-manager", Type::UNIT)
    {
        AddTestCase(new MimdArfChainTestCase("without RTS", "65535"), Duration::QUICK);
        AddTestCase(new MimdArfChainTestCase("with RTS", "0"), Duration::QUICK);
        AddTestCase(new MimdArfGivenUpTestCase, Duration::QUICK);
        AddTestCase(new MimdArfAttributesTestCase, Duration::QUICK);
        for (const auto& [name, standard] : GetStandardsTo54Mbps())
        {
            AddTestCase(new MimdArfStandardTestCase(name, standard), Duration::QUICK);
        }
    }
};

MimdArfWifiManagerTestSuite g_mimdArfWifiManagerTestSuite; ///< registers the suite

} // namespace

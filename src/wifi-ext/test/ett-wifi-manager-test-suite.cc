// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-test-link.h"

#include "ns3/boolean.h"
#include "ns3/busy-slot-average.h"
#include "ns3/ett-wifi-manager.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-phy-state-helper.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <set>

using namespace ns3;

namespace
{

/// @param standard of both ends
/// @param rtsThreshold of both ends
/// @return a helper with the manager
WifiHelper
MakeHelper(WifiStandard standard, const std::string& rtsThreshold = "65535")
{
    WifiHelper wifi;
    wifi.SetStandard(standard);
    wifi.SetRemoteStationManager("ns3::EttWifiManager",
                                 "RtsCtsThreshold",
                                 StringValue(rtsThreshold));
    return wifi;
}

/// @param rates of attempts
/// @param rate one of them
/// @return how many have it
auto
Count(const std::vector<double>& rates, double rate)
{
    return std::count(rates.begin(), rates.end(), rate);
}

/// @param link that sends 100 frames more
/// @param rate of attempts
/// @return how many had it
auto
CountInNextHundred(RateTestLink& link, double rate)
{
    link.rates.clear();
    link.Send(100);
    return Count(link.rates, rate);
}

/// @param standard of all radios
/// @param count number of them
/// @return radios in an ad hoc network, on nodes of their own at one place
NetDeviceContainer
InstallAdhoc(WifiStandard standard, uint32_t count)
{
    const NodeContainer nodes(count);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    const auto radios = MakeHelper(standard).Install(phy, mac, nodes);
    WifiHelper::AssignStreams(radios, 1);
    return radios;
}

/// It stays at the highest rate that works, and finds others when the channel changes.
class EttChannelTestCase : public TestCase
{
  public:
    /// @param name what is special
    /// @param rtsThreshold of both ends, bytes
    EttChannelTestCase(const std::string& name, const std::string& rtsThreshold)
        : TestCase("highest rate that works, " + name),
          m_rtsThreshold(rtsThreshold)
    {
    }

  private:
    void DoRun() override
    {
        RateTestLink link(MakeHelper(WIFI_STANDARD_80211b, m_rtsThreshold), 2);
        link.Send(300);
        NS_TEST_EXPECT_MSG_EQ(link.received, 300, "every frame arrived");
        NS_TEST_EXPECT_MSG_GT(Count(link.rates, 2), 290, "2 Mb/s");
        // Probes at 4, 8, ... 256 frames, of 11 and of 5.5 Mb/s.
        NS_TEST_EXPECT_MSG_LT(link.rates.size(), 300 + 2 * 9, "failed attempts");
        link.SetHighest(11);
        link.Send(300);
        const auto open = CountInNextHundred(link, 11);
        NS_TEST_EXPECT_MSG_EQ(open, 100, "the channel has opened");
        link.SetHighest(1);
        link.Send(50);
        const auto closed = CountInNextHundred(link, 1);
        NS_TEST_EXPECT_MSG_EQ(closed, 100, "the channel has closed");
        NS_TEST_EXPECT_MSG_GT(link.received, 300 + 400 + 148, "two frames lost on the way at most");
        CheckChanges(link);
    }

    /// Every reason of this manager was given, and each change begins where the last one ended.
    void CheckChanges(const RateTestLink& link)
    {
        std::set<RateChangeReason> reasons;
        double rate = 0;
        for (const auto& [from, to, reason] : link.changes)
        {
            NS_TEST_EXPECT_MSG_EQ(from, rate, "chain of changes");
            rate = to;
            reasons.insert(reason);
        }
        const std::set<RateChangeReason> expected{RateChangeReason::FIRST_FRAME,
                                                  RateChangeReason::BETTER_RATE,
                                                  RateChangeReason::PROBE,
                                                  RateChangeReason::RETRY_CHAIN,
                                                  RateChangeReason::CHAIN_END};
        const bool isAsExpected = reasons == expected;
        NS_TEST_EXPECT_MSG_EQ(isAsExpected, true, "reasons");
    }

    std::string m_rtsThreshold; ///< bytes
};

/// The top rate without HT is reached, and the one that works if it does not.
class EttStandardTestCase : public TestCase
{
  public:
    /// @param name of the standard
    /// @param standard it
    EttStandardTestCase(const std::string& name, WifiStandard standard)
        : TestCase("non-HT rates of " + name),
          m_standard(standard)
    {
    }

  private:
    void DoRun() override
    {
        RateTestLink link(MakeHelper(m_standard), 54);
        link.Send(100);
        const auto top = CountInNextHundred(link, 54);
        NS_TEST_EXPECT_MSG_GT(top, 95, "top rate, but for probes");
        link.SetHighest(18);
        link.Send(100);
        const auto lower = CountInNextHundred(link, 18);
        NS_TEST_EXPECT_MSG_GT(lower, 95, "highest rate that works");
        NS_TEST_EXPECT_MSG_GT(link.received, 397, "three frames lost on the way at most");
        NS_TEST_EXPECT_MSG_EQ(link.isAllNonHt, true, "no HT rate");
    }

    WifiStandard m_standard; ///< of both ends
};

/// Where nothing arrives, an RTS finds this out sooner than a data frame.
class EttRtsTestCase : public TestCase
{
  public:
    EttRtsTestCase()
        : TestCase("RTS where nothing arrives")
    {
    }

  private:
    void DoRun() override
    {
        RateTestLink link(MakeHelper(WIFI_STANDARD_80211b), 11);
        link.Send(100);
        NS_TEST_EXPECT_MSG_EQ(link.rts, 0, "no RTS where everything arrives");
        link.SetHighest(0);
        link.Send(20);
        const uint32_t attempts = 20 * 7;
        NS_TEST_EXPECT_MSG_EQ(link.rates.size() - 100 + link.rts, attempts, "frames given up");
        NS_TEST_EXPECT_MSG_GT(link.rts, attempts / 2, "attempts with RTS");
        link.SetHighest(11);
        link.Send(20);
        NS_TEST_EXPECT_MSG_EQ(link.received, 120, "the channel has opened");
        const auto before = link.rts;
        link.GetStation()->GetRemoteStationManager()->SetAttribute("AllowRts", BooleanValue(false));
        link.SetHighest(0);
        link.Send(20);
        NS_TEST_EXPECT_MSG_EQ(link.rts, before, "not allowed");
    }
};

/// Slots behind DIFS count, but for the first one, up to the contention window of a first attempt.
class EttSlotTestCase : public TestCase
{
  public:
    EttSlotTestCase()
        : TestCase("an idle period has the slots of its backoff, or all those of a window")
    {
    }

  private:
    void DoRun() override
    {
        const auto radios = InstallAdhoc(WIFI_STANDARD_80211b, 3);
        const auto observer = DynamicCast<WifiNetDevice>(radios.Get(0));
        std::vector<Time> idle;
        observer->GetPhy()->GetState()->TraceConnectWithoutContext(
            "State",
            Callback<void, Time, Time, WifiPhyState>(
                [&idle](Time, Time duration, WifiPhyState state) {
                    if (state == WifiPhyState::IDLE)
                    {
                        idle.push_back(duration);
                    }
                }));
        const auto send = [&radios](uint32_t radio) {
            radios.Get(radio)->Send(Create<Packet>(1000), Mac48Address::GetBroadcast(), 0x88b5);
        };
        Simulator::Schedule(Seconds(1), [&send] { send(1); });
        // While the first frame is on the air, so that a backoff follows it.
        Simulator::Schedule(Seconds(1) + MilliSeconds(1), [&send] { send(2); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(idle.size(), 2, "before each frame");
        // DIFS is 50 us, a slot 20 us; the PHY takes 4 us to detect a frame.
        const int64_t slots = (idle.back() - MicroSeconds(50 + 4)).GetMicroSeconds() / 20 - 1;
        NS_TEST_ASSERT_MSG_GT(slots, 0, "a backoff");
        BusySlotAverage expected;
        expected.NoteIdle(32, false); // the second before the first frame: 31 slots and 1
        expected.NoteIdle(static_cast<uint32_t>(slots), true);
        const auto manager = DynamicCast<EttWifiManager>(observer->GetRemoteStationManager());
        NS_TEST_EXPECT_MSG_EQ(manager->GetCollisionProbability(AC_BE),
                              expected.Get(),
                              "of " << slots << " idle slots and a busy one");
        Simulator::Destroy();
    }
};

/// ns-3 gives a peer without association the rates of 802.11b twice, before those of 802.11g.
class EttAdhocTestCase : public TestCase
{
  public:
    EttAdhocTestCase()
        : TestCase("all twelve rates of 802.11g in an ad hoc network")
    {
    }

  private:
    void DoRun() override
    {
        const auto radios = InstallAdhoc(WIFI_STANDARD_80211g, 2);
        uint64_t last = 0;
        DynamicCast<WifiNetDevice>(radios.Get(0))
            ->GetRemoteStationManager()
            ->TraceConnectWithoutContext(
                "RateChange",
                Callback<void, Mac48Address, uint64_t, uint64_t, RateChangeReason>(
                    [&last](Mac48Address, uint64_t, uint64_t to, RateChangeReason) { last = to; }));
        for (uint32_t i = 0; i < 100; ++i)
        {
            Simulator::Schedule(MilliSeconds(10) * i, [&radios] {
                radios.Get(0)->Send(Create<Packet>(1000), radios.Get(1)->GetAddress(), 0x88b5);
            });
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(last, 54000000, "the top rate, at which each frame arrives");
        Simulator::Destroy();
    }
};

/// Its test suite.
class EttWifiManagerTestSuite : public TestSuite
{
  public:
    EttWifiManagerTestSuite()
        : TestSuite("ett-wifi-manager", Type::UNIT)
    {
        AddTestCase(new EttChannelTestCase("without RTS", "65535"), Duration::QUICK);
        AddTestCase(new EttChannelTestCase("with RTS", "0"), Duration::QUICK);
        AddTestCase(new EttRtsTestCase, Duration::QUICK);
        for (const auto& [name, standard] : GetStandardsTo54Mbps())
        {
            AddTestCase(new EttStandardTestCase(name, standard), Duration::QUICK);
        }
        AddTestCase(new EttSlotTestCase, Duration::QUICK);
        AddTestCase(new EttAdhocTestCase, Duration::QUICK);
    }
};

EttWifiManagerTestSuite g_ettWifiManagerTestSuite; ///< registers the suite

} // namespace

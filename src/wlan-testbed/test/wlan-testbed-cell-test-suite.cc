// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed-run.h"

#include "ns3/boolean.h"
#include "ns3/cell-traffic.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/mobility-model.h"
#include "ns3/object-factory.h"
#include "ns3/receive-backlog.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/slot-probe.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/txop.h"
#include "ns3/uinteger.h"
#include "ns3/vacirca2005-testbed.h"
#include "ns3/vector.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// How long transfers last.
const Time DURATION = Seconds(2.5);

/// What a run showed.
struct CellOutcome
{
    CellTraffic::Direction up;   ///< to the host
    CellTraffic::Direction down; ///< from the host
    uint64_t events;             ///< of the simulator
    uint32_t mostWaiting;        ///< packets of the host at the access point, at any instant
    bool isConserved;            ///< by the bridge
};

/// Keep count of the frames of the wired host in the access point's radio. What the radio relays
/// between stations, an ARP request for one, does not pass the buffer.
/// @param testbed whose
/// @param inRadio takes the count
void
CountFramesOfHost(const Vacirca2005Testbed& testbed, int& inRadio)
{
    const auto host = Mac48Address::ConvertFrom(testbed.GetHost()->GetDevice(0)->GetAddress());
    const auto queue = DynamicCast<WifiNetDevice>(testbed.GetAccessPointRadio())
                           ->GetMac()
                           ->GetTxopQueue(AC_BE_NQOS);
    const auto add = [&inRadio, host](int step) {
        return Callback<void, Ptr<const WifiMpdu>>(
            [&inRadio, host, step](Ptr<const WifiMpdu> mpdu) {
                const WifiMacHeader& header = mpdu->GetHeader();
                inRadio += header.IsData() && header.GetAddr3() == host ? step : 0;
            });
    };
    queue->TraceConnectWithoutContext("Enqueue", add(1));
    queue->TraceConnectWithoutContext("Dequeue", add(-1));
}

/// @param cell makes the testbed
/// @param run run number
/// @return what a run showed
CellOutcome
RunCell(const ObjectFactory& cell, uint32_t run)
{
    CellOutcome outcome{};
    const auto simulate = [&] {
        const auto testbed = cell.Create<Vacirca2005Testbed>();
        const int64_t stream = testbed->AssignStreams(0);
        const CellTraffic traffic(testbed, DURATION, stream);
        const auto disc = testbed->GetAccessPointDisc();
        int inRadio = 0;
        CountFramesOfHost(*testbed, inRadio);
        disc->TraceConnectWithoutContext(
            "PacketsInQueue",
            Callback<void, uint32_t, uint32_t>([&](uint32_t, uint32_t now) {
                outcome.mostWaiting =
                    std::max(outcome.mostWaiting, now + static_cast<uint32_t>(inRadio));
            }));
        Simulator::Stop(testbed->GetStart() + DURATION);
        Simulator::Run();
        outcome.up = traffic.GetUplink();
        outcome.down = traffic.GetDownlink();
        outcome.events = Simulator::GetEventCount();
        outcome.isConserved = testbed->GetBridge()->IsConserved();
    };
    SimulateRun(run, simulate);
    return outcome;
}

/// @tparam Args names and values of attributes, alternating
/// @param args see Args
/// @return what makes a short experiment with a small buffer
template <typename... Args>
ObjectFactory
MakeCell(Args&&... args)
{
    ObjectFactory cell("ns3::Vacirca2005Testbed",
                       "AccessPointQueue",
                       UintegerValue(20),
                       "WarmUp",
                       TimeValue(Seconds(1.2)));
    cell.Set(std::forward<Args>(args)...);
    return cell;
}

/// Runs with the same number are equal, and all packets are accounted for.
class Vacirca2005TestbedTestCase : public TestCase
{
  public:
    Vacirca2005TestbedTestCase()
        : TestCase("a cell depends on its run number, and holds Q packets")
    {
    }

  private:
    void DoRun() override
    {
        const ObjectFactory cell = MakeCell();
        const CellOutcome first = RunCell(cell, 1);
        const CellOutcome other = RunCell(cell, 2);
        const CellOutcome again = RunCell(cell, 1);
        NS_TEST_EXPECT_MSG_EQ(again.events, first.events, "same run, same events");
        NS_TEST_EXPECT_MSG_NE(other.events, first.events, "another run is another run");
        NS_TEST_EXPECT_MSG_EQ(again.up.goodput, first.up.goodput, "same goodput");
        NS_TEST_EXPECT_MSG_EQ(first.isConserved, true, "no packet is lost without a reason");
        // An 802.11b cell carries 5.2 Mb/s of segments of 1448 bytes: 450 in a second.
        const double total = first.up.goodput + first.down.goodput;
        NS_TEST_EXPECT_MSG_GT(total, 300, "the cell is saturated");
        NS_TEST_EXPECT_MSG_LT(total, 480, "and no more than that");
        NS_TEST_EXPECT_MSG_GT(first.up.least, 0, "every upload got something");
        NS_TEST_EXPECT_MSG_GT(first.down.goodput, 0, "so did the downloads together");
        NS_TEST_EXPECT_MSG_EQ(first.mostWaiting, 20, "the buffer was full, and never fuller");
    }
};

/// With one transmission per frame collisions reach TCP; with eight they do not.
class CellAttemptsTestCase : public TestCase
{
  public:
    CellAttemptsTestCase()
        : TestCase("M_t decides what TCP has to repair")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory cell = MakeCell("AccessPointQueue",
                                      UintegerValue(200),
                                      "LinkQueue",
                                      UintegerValue(1000), // no loss in the stations
                                      "Attempts",
                                      UintegerValue(1));
        const CellOutcome once = RunCell(cell, 1);
        cell.Set("Attempts", UintegerValue(8));
        const CellOutcome often = RunCell(cell, 1);
        // Two stations and the access point draw from 32 slots: some per cent collide.
        NS_TEST_EXPECT_MSG_GT(once.up.lossRate, 0.01, "collisions of the uplink");
        NS_TEST_EXPECT_MSG_LT(once.up.lossRate, 0.1, "collisions of the uplink");
        NS_TEST_EXPECT_MSG_EQ(often.up.lossRate, 0, "repaired by the MAC");
    }
};

/// Hosts that take time for a packet do not send its acknowledgment without backoff.
class CellSlotTestCase : public TestCase
{
  public:
    CellSlotTestCase()
        : TestCase("slots after DIFS in which frames begin, of hosts with and without a backlog")
    {
    }

  private:
    /// @param packetTime of the hosts
    /// @return percent of frames in slot 0
    double GetShare(Time packetTime)
    {
        const auto built =
            MakeCell("Uplinks", UintegerValue(0), "HostPacketTime", TimeValue(packetTime))
                .Create<Vacirca2005Testbed>();
        const Vacirca2005Testbed& testbed = *built;
        built->AssignStreams(0);
        const CellTraffic traffic(built, DURATION, 1000);
        const SlotProbe probe(testbed.GetRadios(), traffic.GetCountedStart());
        Simulator::Stop(testbed.GetStart() + DURATION);
        Simulator::Run();
        for (uint32_t i = 0; i < testbed.GetRadios().GetN(); ++i)
        {
            const auto node = testbed.GetRadios().Get(i)->GetNode();
            const auto backlog = node->GetObject<ReceiveBacklog>();
            NS_TEST_EXPECT_MSG_EQ((backlog != nullptr), packetTime.IsStrictlyPositive(), "there");
            NS_TEST_EXPECT_MSG_EQ((!backlog || backlog->IsConserved()), true, "conserved");
        }
        const SlotHistogram& slots = probe.GetHistogram();
        NS_TEST_EXPECT_MSG_GT(slots.GetTotal(), 500, "frames");
        const double share = 100 * slots.GetShare(0);
        Simulator::Destroy();
        return share;
    }

    void DoRun() override
    {
        // A fresh backoff is 0 once in 32 times. What is left of one that was interrupted is not 0.
        constexpr double UNIFORM = 100.0 / 32;
        NS_TEST_EXPECT_MSG_GT(GetShare(Time(0)), 5 * UNIFORM, "ACKs without backoff");
        for (const int microseconds : {11, 50, 250})
        {
            const double share = GetShare(MicroSeconds(microseconds));
            NS_TEST_EXPECT_MSG_GT(share, UNIFORM / 3, microseconds << " us: backoff as any other");
            NS_TEST_EXPECT_MSG_LT(share, UNIFORM * 1.2, microseconds << " us: no more than that");
        }
    }
};

/// Places are drawn in each run unless they are given.
class CellPlacesTestCase : public TestCase
{
  public:
    CellPlacesTestCase()
        : TestCase("places in the room depend on the run number; seats are kept")
    {
    }

  private:
    /// @param cell makes a testbed
    /// @param run run number
    /// @return places of its radios
    std::vector<Vector> GetPlaces(const ObjectFactory& cell, uint32_t run)
    {
        RngSeedManager::SetRun(run);
        const auto testbed = cell.Create<Vacirca2005Testbed>();
        testbed->AssignStreams(0);
        std::vector<Vector> places;
        for (uint32_t i = 0; i < testbed->GetRadios().GetN(); ++i)
        {
            const auto node = testbed->GetRadios().Get(i)->GetNode();
            places.push_back(node->GetObject<MobilityModel>()->GetPosition());
        }
        Simulator::Destroy();
        RngSeedManager::SetRun(1);
        return places;
    }

    void DoRun() override
    {
        constexpr double LENGTH = 8;
        constexpr double WIDTH = 6;
        ObjectFactory cell = MakeCell("Room", VectorValue(Vector(LENGTH, WIDTH, 0)));
        const auto first = GetPlaces(cell, 1);
        NS_TEST_ASSERT_MSG_EQ(first.size(), 5, "four stations and the access point");
        const auto other = GetPlaces(cell, 2);
        NS_TEST_EXPECT_MSG_EQ((GetPlaces(cell, 1) == first), true, "same run, same places");
        for (std::size_t i = 0; i < first.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((first[i] == other[i]), false, "another run, another place");
            NS_TEST_EXPECT_MSG_EQ(
                (first[i].x >= 0 && first[i].x <= LENGTH && first[i].y >= 0 && first[i].y <= WIDTH),
                true,
                "in the room");
        }
        cell.Set("Seats", StringValue("1:0:0,2:0:0,3:0:0,4:0:0"));
        const std::vector<Vector> expected{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {0, 0, 0}};
        NS_TEST_EXPECT_MSG_EQ((GetPlaces(cell, 1) == expected), true, "seats");
    }
};

/// Settings in which the cards and their driver behave differently.
class CellCardsTestCase : public TestCase
{
  public:
    CellCardsTestCase()
        : TestCase("frames in the cards, power of the access point, local drops")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(RunCell(MakeCell("CardFrames", UintegerValue(8)), 1).mostWaiting,
                              27,
                              "19 wait, 8 in the card");
        ObjectFactory cell = MakeCell("LinkQueue", UintegerValue(5));
        const CellOutcome told = RunCell(cell, 1);
        cell.Set("LocalDropsReachTcp", BooleanValue(false));
        NS_TEST_EXPECT_MSG_NE(RunCell(cell, 1).events, told.events, "windows are not shrunk");
        cell.Set("AccessPointGain", DoubleValue(6));
        const auto testbed = cell.Create<Vacirca2005Testbed>();
        const auto getGain = [](Ptr<NetDevice> radio) {
            return DynamicCast<WifiNetDevice>(radio)->GetPhy()->GetTxGain();
        };
        NS_TEST_EXPECT_MSG_EQ(getGain(testbed->GetAccessPointRadio()), 6, "dB");
        NS_TEST_EXPECT_MSG_EQ(getGain(testbed->GetStationRadio(0)), 0, "as ever");
        Simulator::Destroy();
    }
};

/// ACKs of uploads at an access point that serves data and ACKs by round robin.
class CellAckQueueTestCase : public TestCase
{
  public:
    CellAckQueueTestCase()
        : TestCase("the round robin holds Q packets of data, and as many ACKs as it is told")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory cell = MakeCell("AccessPointDisc",
                                      StringValue("ns3::AckDataWrrQueueDisc"),
                                      "LimitPerClass",
                                      BooleanValue(true),
                                      "Downlinks",
                                      UintegerValue(0),
                                      "AckQueue",
                                      UintegerValue(0));
        NS_TEST_EXPECT_MSG_EQ(RunCell(cell, 1).mostWaiting, 20, "19 wait, one in the card");
        cell.Set("AckQueue", UintegerValue(30));
        NS_TEST_EXPECT_MSG_EQ(RunCell(cell, 1).mostWaiting, 31, "30 wait, one in the card");
        cell.Set("Uplinks", UintegerValue(0), "Downlinks", UintegerValue(2));
        NS_TEST_EXPECT_MSG_EQ(RunCell(cell, 1).mostWaiting, 20, "data has Q in any case");
    }
};

/// A fair share gives each connection that sends as much, and all together what there was.
class CellFairGoodputTestCase : public TestCase
{
  public:
    CellFairGoodputTestCase()
        : TestCase("fair goodput of connections that last, and of some that come and go")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory cell = MakeCell("Uplinks",
                                      UintegerValue(3),
                                      "Downlinks",
                                      UintegerValue(1),
                                      "DownlinkStations",
                                      UintegerValue(1));
        const CellOutcome lasting = RunCell(cell, 1);
        CheckTotal(lasting);
        NS_TEST_EXPECT_MSG_EQ_TOL(lasting.up.contested,
                                  lasting.up.goodput,
                                  1e-9 * lasting.up.goodput,
                                  "both directions have connections all the time");
        NS_TEST_EXPECT_MSG_EQ_TOL(lasting.up.fairContested,
                                  3 * lasting.down.fairContested,
                                  1e-9 * lasting.up.fairContested,
                                  "three connections against one");
        cell.Set("MeanOn",
                 TimeValue(MilliSeconds(500)),
                 "MeanOff",
                 TimeValue(MilliSeconds(500)),
                 "SendBuffer",
                 UintegerValue(1U << 16)); // soon read when the sender has stopped
        const CellOutcome changing = RunCell(cell, 1);
        CheckTotal(changing);
        NS_TEST_EXPECT_MSG_LT(changing.up.contested + changing.down.contested,
                              changing.up.goodput + changing.down.goodput,
                              "one direction is alone for a while");
        NS_TEST_EXPECT_MSG_EQ(changing.isConserved, true, "also of connections that end");
        NS_TEST_EXPECT_MSG_NE(changing.events, RunCell(cell, 2).events, "random");
        NS_TEST_EXPECT_MSG_EQ(changing.events, RunCell(cell, 1).events, "reproducible");
    }

    /// @param outcome of a run
    void CheckTotal(const CellOutcome& outcome)
    {
        const double total = outcome.up.contested + outcome.down.contested;
        NS_TEST_EXPECT_MSG_EQ_TOL(outcome.up.fairContested + outcome.down.fairContested,
                                  total,
                                  1e-9 * total,
                                  "what would be fair is a division of what there was");
    }
};

/// Radios of either kind contend as the testbed says.
class CellContentionTestCase : public TestCase
{
  public:
    CellContentionTestCase()
        : TestCase("the cards have the contention windows that are asked for, and deviate if asked")
    {
    }

  private:
    void DoRun() override
    {
        const auto windows =
            MakeCell("StationCwMin", UintegerValue(15), "AccessPointCwMin", UintegerValue(7));
        SimulateRun(1, [&] { CheckWindows(*windows.Create<Vacirca2005Testbed>(), 15, 7); });
        SimulateRun(1, [&] { CheckWindows(*MakeCell().Create<Vacirca2005Testbed>(), 31, 31); });
        SimulateRun(1, [&] {
            Config::SetGlobal("radio", StringValue("dcf"));
            CheckDcf(*windows.Create<Vacirca2005Testbed>(), 15, 7, true);
        });
        SimulateRun(1, [&] {
            Config::SetGlobal("radio", StringValue("dcf"));
            const auto cell =
                MakeCell("Eifs", BooleanValue(false), "PostBackoff", BooleanValue(false));
            CheckDcf(*cell.Create<Vacirca2005Testbed>(), 31, 31, false);
        });
        for (const uint32_t limit : {0, 8})
        {
            const auto cell =
                MakeCell("Attempts", UintegerValue(3), "ShortRetryLimit", UintegerValue(limit));
            SimulateRun(1, [&] { CheckRetryLimit(*cell.Create<Vacirca2005Testbed>(), limit); });
            SimulateRun(1, [&] {
                Config::SetGlobal("radio", StringValue("dcf"));
                CheckRetryLimit(*cell.Create<Vacirca2005Testbed>(), limit > 0 ? limit : 3);
            });
            Config::Reset();
        }
        Config::Reset();
    }

    /// @param testbed whose radios give frames up after 3 attempts
    /// @param limit ShortRetryLimit that they must have
    void CheckRetryLimit(const Vacirca2005Testbed& testbed, uint32_t limit)
    {
        for (const auto& radio : {testbed.GetStationRadio(0), testbed.GetAccessPointRadio()})
        {
            const auto wifi = DynamicCast<WifiNetDevice>(radio);
            Ptr<Object> object = radio;
            if (wifi)
            {
                object = wifi->GetRemoteStationManager();
            }
            UintegerValue attempts;
            object->GetAttribute(wifi ? "DataAttempts" : "FrameRetryLimit", attempts);
            NS_TEST_EXPECT_MSG_EQ(attempts.Get(), 3, "attempts");
            UintegerValue value;
            object->GetAttribute("ShortRetryLimit", value);
            NS_TEST_EXPECT_MSG_EQ(value.Get(), limit, "limit");
        }
    }

    /// @param testbed with WifiNetDevice
    /// @param station, accessPoint windows that they must have
    void CheckWindows(const Vacirca2005Testbed& testbed, uint32_t station, uint32_t accessPoint)
    {
        const auto getWindow = [](Ptr<NetDevice> radio) {
            return DynamicCast<WifiNetDevice>(radio)->GetMac()->GetTxop()->GetMinCw();
        };
        NS_TEST_EXPECT_MSG_EQ(getWindow(testbed.GetStationRadio(0)), station, "station");
        NS_TEST_EXPECT_MSG_EQ(getWindow(testbed.GetAccessPointRadio()), accessPoint, "AP");
    }

    /// @param testbed with DcfNetDevice
    /// @param station, accessPoint windows that they must have
    /// @param isStandard whether they must have EIFS and post-backoff
    void CheckDcf(const Vacirca2005Testbed& testbed,
                  uint32_t station,
                  uint32_t accessPoint,
                  bool isStandard)
    {
        const auto check = [&](Ptr<NetDevice> radio, uint32_t window) {
            UintegerValue minCw;
            radio->GetAttribute("MinCw", minCw);
            NS_TEST_EXPECT_MSG_EQ(minCw.Get(), window, "window");
            for (const auto* name : {"Eifs", "PostBackoff"})
            {
                BooleanValue has;
                radio->GetAttribute(name, has);
                NS_TEST_EXPECT_MSG_EQ(has.Get(), isStandard, name);
            }
        };
        check(testbed.GetStationRadio(0), station);
        check(testbed.GetAccessPointRadio(), accessPoint);
    }
};

/// A connection is there until what its sender has written is read.
class CellFlowEndTestCase : public TestCase
{
  public:
    CellFlowEndTestCase()
        : TestCase("a connection ends when its last byte has been read")
    {
    }

  private:
    void DoRun() override
    {
        const auto built = MakeCell().Create<Vacirca2005Testbed>();
        const Vacirca2005Testbed& testbed = *built;
        built->AssignStreams(0);
        CellFlow flow(testbed.GetStation(0), testbed.GetHost(), testbed.GetHostAddress(), 9);
        std::vector<Time> ends;
        flow.Schedule(Seconds(1), Seconds(2), Seconds(10), Callback<void>([&ends] {
                          ends.push_back(Simulator::Now());
                      }));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ends.size(), 1, "it ends once");
        const Time active = ends.front() - Seconds(1);
        NS_TEST_EXPECT_MSG_EQ(flow.GetActive(Time(0)), active, "it is there until then");
        NS_TEST_EXPECT_MSG_GT(active, Seconds(2), "the sender's buffer takes a while");
        const auto bytes = static_cast<double>(flow.GetCounters().bytesReceived);
        const double rate = 8e-6 * bytes / active.GetSeconds();
        NS_TEST_EXPECT_MSG_GT(rate, 4.5, "Mb/s of a cell that is saturated but for slow start");
        NS_TEST_EXPECT_MSG_LT(rate, 5.3, "and no more");
        Simulator::Destroy();
    }
};

/// Tests of Vacirca2005Testbed and CellTraffic.
class WlanTestbedCellTestSuite : public TestSuite
{
  public:
    WlanTestbedCellTestSuite()
        : TestSuite("wlan-testbed-cell", Type::SYSTEM)
    {
        AddTestCase(new Vacirca2005TestbedTestCase, Duration::QUICK);
        AddTestCase(new CellAttemptsTestCase, Duration::QUICK);
        AddTestCase(new CellFlowEndTestCase, Duration::QUICK);
        AddTestCase(new CellSlotTestCase, Duration::QUICK);
        AddTestCase(new CellPlacesTestCase, Duration::QUICK);
        AddTestCase(new CellCardsTestCase, Duration::QUICK);
        AddTestCase(new CellContentionTestCase, Duration::QUICK);
        AddTestCase(new CellAckQueueTestCase, Duration::QUICK);
        AddTestCase(new CellFairGoodputTestCase, Duration::QUICK);
    }
};

WlanTestbedCellTestSuite g_suite; ///< registers itself

} // namespace

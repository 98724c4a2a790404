// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed-run.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/laptop-transfer.h"
#include "ns3/object-factory.h"
#include "ns3/rate-probe.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/wifi-net-device.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const Time DURATION = Seconds(3);

/// The outcome of an upload.
struct Upload
{
    uint64_t bytes;                         ///< delivered
    uint64_t events;                        ///< of the simulation
    uint64_t frames;                        ///< data frames of the laptop
    Time airtime;                           ///< of these
    std::vector<std::vector<double>> rates; ///< of these, where they change or not
};

/// @param laptop makes the testbed
/// @param transport protocol
/// @param run number
/// @return it
Upload
MakeUpload(const ObjectFactory& laptop,
           BulkTransfer::Transport transport = BulkTransfer::Transport::TCP,
           uint32_t run = 1)
{
    Upload upload{};
    SimulateRun(run, [&] {
        LaptopTransfer transfer(transport, laptop, DURATION, 1);
        const auto probe = RateProbe::Connect(
            DynamicCast<WifiNetDevice>(transfer.GetTestbed().GetRadios().Get(0)));
        transfer.Run();
        upload = {transfer.GetTransfer().GetReceivedBytes(),
                  Simulator::GetEventCount(),
                  probe->GetFrames(),
                  probe->GetAirtime(),
                  probe->GetLevels().GetRows()};
    });
    return upload;
}

/// @param automaticRate of the adapter
/// @return what makes the testbed with the poor channel
ObjectFactory
MakePoor(bool automaticRate)
{
    return ObjectFactory("ns3::Kuang2003Testbed",
                         "PoorChannel",
                         BooleanValue(true),
                         "FrameLossRate",
                         DoubleValue(0),
                         "AccessPointRateManager",
                         StringValue("ns3::ArfWifiManager"),
                         "AutomaticRate",
                         BooleanValue(automaticRate),
                         "DataMode",
                         StringValue("DsssRate2Mbps"));
}

/// A fixed rate is kept, and the time on the air is that of 802.11b.
class FixedRateTestCase : public TestCase
{
  public:
    FixedRateTestCase()
        : TestCase("poor channel, fixed rate: no other, and the airtime of its frames")
    {
    }

  private:
    void DoRun() override
    {
        const Upload upload = MakeUpload(MakePoor(false), BulkTransfer::Transport::UDP);
        NS_TEST_EXPECT_MSG_GT(upload.frames, 300, "frames are sent");
        for (const auto& row : upload.rates)
        {
            NS_TEST_ASSERT_MSG_EQ(row[1], 2, "Mb/s");
        }
        // Long preamble and header, 1500 bytes of IP, 8 of LLC, 28 of MAC: 192 + 4 * 1536 us. The
        // frames of ARP are shorter.
        const double mean = upload.airtime.GetSeconds() / static_cast<double>(upload.frames);
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, 6336e-6, 0.01 * 6336e-6, "airtime of a frame");
        // 4 % of the time the channel is bad; 1.6 Mb/s without that.
        const double throughput = 8e-6 * static_cast<double>(upload.bytes) / DURATION.GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(throughput, 1.5, 0.15, "Mb/s");
    }
};

/// The adapter's rates are those of section 4.3.2, in its order.
class AutomaticRateTestCase : public TestCase
{
  public:
    AutomaticRateTestCase()
        : TestCase("poor channel, automatic rate: 11, then 5.5, then 1")
    {
    }

  private:
    void DoRun() override
    {
        const Upload upload = MakeUpload(MakePoor(true));
        double last = 1; // it begins at the lowest rate
        std::map<double, uint32_t> attempts;
        uint32_t inARow = 0;
        for (const auto& row : upload.rates)
        {
            const double rate = row[1];
            ++attempts[rate];
            inARow = rate == last ? inARow + 1 : 1;
            if (rate != last)
            {
                const double expected = last == 1 ? 11 : last == 11 ? 5.5 : 1;
                const bool isUp = rate == 11; // after successes at 5.5 Mb/s
                NS_TEST_EXPECT_MSG_EQ((rate == expected || isUp), true, last << " to " << rate);
            }
            // 11 Mb/s does not get through at 49 m.
            const bool isTooMany = rate == 11 && inARow > 3;
            NS_TEST_EXPECT_MSG_EQ(isTooMany, false, "fourth attempt at 11 Mb/s");
            last = rate;
        }
        NS_TEST_EXPECT_MSG_EQ(attempts.size(), 3, "1, 5.5 and 11 Mb/s");
        NS_TEST_EXPECT_MSG_GT(attempts[11], 3, "more than once");
        const Upload fixed = MakeUpload(MakePoor(false));
        NS_TEST_EXPECT_MSG_GT(fixed.bytes, 2 * upload.bytes, "a fixed rate is better");
    }
};

/// A run with shadowing depends on its number alone.
class PoorChannelDeterminismTestCase : public TestCase
{
  public:
    PoorChannelDeterminismTestCase()
        : TestCase("an upload over the poor channel depends on its run number alone")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory laptop = MakePoor(true);
        laptop.Set("Shadowing",
                   DoubleValue(3),
                   "ShadowingCorrelation",
                   TimeValue(MilliSeconds(100)));
        const auto tcp = BulkTransfer::Transport::TCP;
        const Upload first = MakeUpload(laptop, tcp, 1);
        const Upload other = MakeUpload(laptop, tcp, 2);
        const Upload again = MakeUpload(laptop, tcp, 1);
        NS_TEST_EXPECT_MSG_EQ(again.bytes, first.bytes, "same run, same bytes");
        NS_TEST_EXPECT_MSG_EQ(again.events, first.events, "same run, same events");
        NS_TEST_EXPECT_MSG_EQ((again.rates == first.rates), true, "same run, same rates");
        NS_TEST_EXPECT_MSG_NE(other.events, first.events, "another run is another run");
    }
};

/// Near the access point the poor channel is a good one, except for its bursts.
class NearTestCase : public TestCase
{
  public:
    NearTestCase()
        : TestCase("near the access point, without bursts: as the good channel")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory laptop("ns3::Kuang2003Testbed", "FrameLossRate", DoubleValue(0));
        const Upload good = MakeUpload(laptop);
        laptop.Set("PoorChannel",
                   BooleanValue(true),
                   "PoorDistance",
                   DoubleValue(1.5),
                   "BadBitErrorRate",
                   DoubleValue(0));
        const Upload near = MakeUpload(laptop);
        const auto expected = static_cast<double>(good.bytes);
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(near.bytes),
                                  expected,
                                  0.03 * expected,
                                  "bytes");
    }
};

/// Suite of the laptop testbed's poor channel.
class PoorChannelTestSuite : public TestSuite
{
  public:
    PoorChannelTestSuite()
        : TestSuite("wlan-testbed-poor-channel", Type::SYSTEM)
    {
        AddTestCase(new FixedRateTestCase);
        AddTestCase(new AutomaticRateTestCase);
        AddTestCase(new PoorChannelDeterminismTestCase);
        AddTestCase(new NearTestCase);
    }
};

PoorChannelTestSuite g_suite; ///< registers itself

} // namespace

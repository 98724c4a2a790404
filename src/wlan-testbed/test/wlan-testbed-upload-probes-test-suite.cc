// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-transfer.h"
#include "ns3/csma-net-device.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/frame-probe.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/rtt-probe.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/timeout-probe.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

const Time DURATION = Seconds(3);

/// What is lost from OUTAGE_BEGIN on for OUTAGE_LENGTH.
enum class Outage
{
    NONE,
    DATA, ///< all that comes to the host
    ACKS, ///< all that comes to the access point on the wire
};

constexpr double OUTAGE_BEGIN = 1;    ///< s after the beginning of the uploads
constexpr double OUTAGE_LENGTH = 0.8; ///< s

/// What probes have seen of uploads.
struct Sight
{
    std::vector<FrameProbe::Delivery> deliveries;                  ///< of the first station
    std::vector<double> transmissions;                             ///< of the first station
    double collisionShare{0};                                      ///< of the first station
    double firstCollisionShare{0};                                 ///< of the first station
    uint64_t dropped{0};                                           ///< of the first station
    std::vector<std::vector<TimeoutClassifier::Timeout>> timeouts; ///< of each
    std::vector<std::vector<double>> timeoutTimes;                 ///< of each, by RttProbe
    uint64_t bytes{0};                                             ///< that the host received
};

/// @param device that loses what it receives, for a while from a time on
/// @param begin the time
void
LoseAll(Ptr<NetDevice> device, Time begin)
{
    const auto losses = CreateObject<RateErrorModel>();
    losses->SetAttribute("ErrorRate", DoubleValue(1));
    losses->SetAttribute("ErrorUnit", EnumValue(RateErrorModel::ERROR_UNIT_PACKET));
    losses->Disable();
    device->SetAttribute("ReceiveErrorModel", PointerValue(losses));
    Simulator::Schedule(begin, &ErrorModel::Enable, losses);
    Simulator::Schedule(begin + Seconds(OUTAGE_LENGTH), &ErrorModel::Disable, losses);
}

/// @param node that has one
/// @return its Ethernet device
Ptr<NetDevice>
GetEthernet(Ptr<Node> node)
{
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (DynamicCast<CsmaNetDevice>(node->GetDevice(i)))
        {
            return node->GetDevice(i);
        }
    }
    return nullptr;
}

/// @param cell makes the testbed
/// @param probes whether there are any
/// @param outage what is lost for a while
/// @return what they have seen
Sight
RunUploads(const ObjectFactory& cell, bool probes, Outage outage = Outage::NONE)
{
    Sight sight;
    {
        const auto built = cell.Create<Malone2008Testbed>();
        const Malone2008Testbed& testbed = *built;
        built->AssignStreams(0);
        const Time start = testbed.GetStart();
        std::vector<std::unique_ptr<BulkTransfer>> uploads;
        std::vector<Ptr<RttProbe>> rtts;
        std::unique_ptr<FrameProbe> frames;
        std::unique_ptr<TimeoutProbe> timeouts;
        if (probes)
        {
            frames = std::make_unique<FrameProbe>(testbed.GetStationRadio(0));
            timeouts = std::make_unique<TimeoutProbe>(testbed.GetHost());
        }
        for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
        {
            uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                             testbed.GetStation(i),
                                                             testbed.GetHost(),
                                                             testbed.GetHostAddress(),
                                                             5001 + i));
            uploads.back()->Schedule(start, DURATION);
            if (probes)
            {
                const auto sender = uploads.back()->GetSender();
                rtts.push_back(RttProbe::Connect(sender, start));
                timeouts->Watch(sender, start);
            }
        }
        if (outage != Outage::NONE)
        {
            LoseAll(outage == Outage::DATA ? testbed.GetHost()->GetDevice(0)
                                           : GetEthernet(testbed.GetAccessPoint()),
                    start + Seconds(OUTAGE_BEGIN));
        }
        Simulator::Stop(start + DURATION);
        Simulator::Run();
        for (uint32_t i = 0; i < uploads.size(); ++i)
        {
            sight.bytes += uploads[i]->GetReceivedBytes();
            if (probes)
            {
                sight.timeouts.push_back(timeouts->GetTimeouts(i));
                sight.timeoutTimes.push_back(rtts[i]->GetTimeouts());
            }
        }
        if (probes)
        {
            sight.deliveries = frames->GetDeliveries();
            sight.transmissions = frames->GetTransmissions();
            sight.collisionShare = frames->GetCollisionShare(0, (start + DURATION).GetSeconds());
            sight.firstCollisionShare =
                frames->GetFirstCollisionShare(0, (start + DURATION).GetSeconds());
            sight.dropped = frames->GetDropped();
        }
    }
    Simulator::Destroy();
    return sight;
}

/// Frames of a station.
class FrameProbeCase : public TestCase
{
  public:
    FrameProbeCase()
        : TestCase("times and retries of a station's frames")
    {
    }

  private:
    void DoRun() override
    {
        const ObjectFactory cell("ns3::Malone2008Testbed");
        const Sight sight = RunUploads(cell, true);
        NS_TEST_ASSERT_MSG_GT(sight.deliveries.size(), 100, "the station uploads");
        // Preamble and header, 1536 bytes with MAC's and LLC's header at 11 Mb/s, SIFS, and an
        // acknowledgment of 14 bytes: no full packet can take less.
        constexpr double LEAST = 192e-6 + 1536 * 8 / 11e6 + 10e-6 + 192e-6 + 14 * 8 / 11e6;
        constexpr uint32_t FULL = 1508;
        uint64_t transmissions = 0;
        uint64_t firstSuccesses = 0;
        uint64_t full = 0;
        for (const auto& delivery : sight.deliveries)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(delivery.access, delivery.service, "in the driver before");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(delivery.service, delivery.drain, "in the disc before");
            if (delivery.size == FULL)
            {
                ++full;
                NS_TEST_EXPECT_MSG_GT_OR_EQ(delivery.access, LEAST, "time on the air");
            }
            transmissions += 1 + delivery.retries;
            firstSuccesses += delivery.retries == 0;
        }
        NS_TEST_EXPECT_MSG_GT(full, 100, "packets of 1500 bytes");
        NS_TEST_EXPECT_MSG_EQ(sight.dropped, 0, "11 attempts are enough");
        constexpr uint32_t ATTEMPTS = 11; // of the testbed
        // All but those of the frame that is under way at the end.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(sight.transmissions.size(), transmissions, "transmissions");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(sight.transmissions.size(),
                                    transmissions + ATTEMPTS,
                                    "transmissions");
        NS_TEST_EXPECT_MSG_EQ_TOL(sight.collisionShare,
                                  1 - static_cast<double>(sight.deliveries.size()) /
                                          static_cast<double>(sight.transmissions.size()),
                                  1e-12,
                                  "collisions");
        // Each frame has one first transmission; one frame may be under way at the end.
        const auto frames = static_cast<double>(sight.deliveries.size());
        const auto failures = frames - static_cast<double>(firstSuccesses);
        NS_TEST_EXPECT_MSG_GT(failures, 0, "four stations collide");
        NS_TEST_EXPECT_MSG_EQ_TOL(sight.firstCollisionShare,
                                  failures / frames,
                                  1 / frames,
                                  "first transmissions that collide");
        NS_TEST_EXPECT_MSG_EQ(RunUploads(cell, false).bytes, sight.bytes, "it only listens");
    }
};

/// Timeouts of an upload whose data or ACKs are lost for a while.
class TimeoutProbeCase : public TestCase
{
  public:
    TimeoutProbeCase()
        : TestCase("timeouts while all data, or all ACKs, are lost, and while nothing is lost")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(RunUploads(MakeCell(), true).timeouts.front().size(),
                              0,
                              "nothing is lost");
        Check(Outage::DATA, TimeoutCause::DATA_LOST);
        Check(Outage::ACKS, TimeoutCause::ACKS_LOST);
    }

    /// @return what makes a testbed with one upload and no losses of its own
    static ObjectFactory MakeCell()
    {
        return ObjectFactory("ns3::Malone2008Testbed",
                             "Uploads",
                             UintegerValue(1),
                             "DriverQueue",
                             UintegerValue(1000));
    }

    /// @param outage what is lost
    /// @param cause of all timeouts
    void Check(Outage outage, TimeoutCause cause)
    {
        const Sight sight = RunUploads(MakeCell(), true, outage);
        const auto& timeouts = sight.timeouts.front();
        // The timer is below half a second at first, and doubles.
        NS_TEST_ASSERT_MSG_GT(timeouts.size(), 0, "timers fire");
        NS_TEST_ASSERT_MSG_EQ(timeouts.size(),
                              sight.timeoutTimes.front().size(),
                              "both probes see the same timeouts");
        for (std::size_t i = 0; i < timeouts.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(timeouts[i].time, sight.timeoutTimes.front()[i], "time");
            NS_TEST_EXPECT_MSG_EQ((timeouts[i].cause == cause), true, ToString(timeouts[i].cause));
        }
    }
};

/// Tests of FrameProbe and TimeoutProbe.
class WlanTestbedUploadProbesTestSuite : public TestSuite
{
  public:
    WlanTestbedUploadProbesTestSuite()
        : TestSuite("wlan-testbed-upload-probes", Type::SYSTEM)
    {
        AddTestCase(new FrameProbeCase, Duration::QUICK);
        AddTestCase(new TimeoutProbeCase, Duration::QUICK);
    }
};

/// The suite registers itself.
const WlanTestbedUploadProbesTestSuite g_wlanTestbedUploadProbesTestSuite;

} // namespace

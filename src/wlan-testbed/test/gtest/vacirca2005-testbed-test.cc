// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a Vacirca2005Testbed refuses: values out of their ranges, values that cannot be together,
// what a radio does not model, and a user's values for what it sets itself.

#include "attribute-range.h"

#include "ns3/attribute-container.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vacirca2005-testbed.h"
#include "ns3/vector.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace ns3;

namespace
{

/// @tparam Args names and values of attributes, alternating
/// @param args see Args
template <typename... Args>
void
Build(Args... args)
{
    CreateObjectWithAttributes<Vacirca2005Testbed>(args...);
}

} // namespace

TEST(Vacirca2005TestbedTest, RefusesValuesOutOfTheirRanges)
{
    const AttributeRange range("ns3::Vacirca2005Testbed");
    range.Expect("AccessPointQueue", {"2", "1000000"}, {"0", "1", "1000001"});
    range.Expect("AckQueue", {"0", "1000000"}, {"1000001"});
    range.Expect("LinkQueue", {"2", "1000000"}, {"1", "1000001"});
    range.Expect("AccessPointDisc",
                 {"ns3::FifoQueueDisc", "ns3::AckDataWrrQueueDisc[DataWeight=2]"},
                 {"", "Fifo", "ns3::AckDataWrrQueueDisc[LimitMode=None]"});
    range.Expect("MeanOn", {"500ms"}, {"0s", "-1s"});
    range.Expect("MeanOff", {"0s", "500ms"}, {"-1s"});
    range.Expect("GoodDuration", {"0s", "1us", "7s"}, {"-1s", "1ns"});
    range.Expect("BadDuration", {"1us"}, {"0s"});
    range.Expect("BitErrorRate", {"0", "1e-6", "1"}, {"-1e-6", "1.1"});
    range.Expect("Room", {"8:6:0"}, {"8:-6:0"});
    range.Expect("Seats", {"", "1:0:0", "-1:0:0,2:0:0"}, {});
    range.Expect("CaptureRatio", {"0", "30"}, {"-1"});
    range.Expect("AccessPointGain", {"6", "-6"}, {});
    range.Expect("StationCwMin", {"0", "31", "1023"}, {"-1", "1024"});
    range.Expect("AccessPointCwMin", {"0", "31", "1023"}, {"-1", "1024"});
    range.Expect("ShortRetryLimit", {"0", "8", "20"}, {"-1", "21"});
    range.Expect("CardFrames", {"1", "8"}, {"0", "1000001"});
    range.Expect("SegmentSize", {"88", "1460"}, {"87", "1461"});
    range.Expect("SendBuffer", {"65536"}, {"535"});
    range.Expect("HostPacketTime", {"0s", "50us"}, {"-1us", "2s"});
    range.Expect("EthernetRate", {"10Mbps"}, {"0bps"});
    range.Expect("EthernetDelay", {"0s", "1ms"}, {"-1ns"});
    constexpr double INFINITE = std::numeric_limits<double>::infinity();
    range.Refuse("Room", VectorValue(Vector(8, INFINITE, 0)));
    range.Refuse("Room", VectorValue(Vector(8, std::nan(""), 0)));
    range.Refuse("AccessPointGain", DoubleValue(INFINITE));
}

TEST(Vacirca2005TestbedDeathTest, RefusesValuesThatCannotBeTogether)
{
    EXPECT_DEATH(Build("DownlinkStations", UintegerValue(0)),
                 "ns3::Vacirca2005Testbed: DownlinkStations=0: expected a station for the "
                 "downlinks");
    EXPECT_DEATH(Build("Uplinks",
                       UintegerValue(0),
                       "Downlinks",
                       UintegerValue(0),
                       "DownlinkStations",
                       UintegerValue(0)),
                 "0 stations: expected at least one");
    EXPECT_DEATH(Build("Seats", StringValue("1:0:0,2:0:0,3:0:0")), "4 stations: there are 3 seats");
    const std::vector<Vector> nowhere(4, Vector(std::numeric_limits<double>::infinity(), 0, 0));
    EXPECT_DEATH(Build("Seats", AttributeContainerValue<VectorValue>(nowhere)),
                 "Seats: inf:0:0: expected finite coordinates");
    EXPECT_DEATH(Build("ReceiveBuffer", UintegerValue(1447)),
                 "ReceiveBuffer=1447: expected at least SegmentSize, 1448 bytes");
    EXPECT_DEATH(Build("BadDuration", TimeValue(Seconds(1))),
                 "BadDuration=1s has no effect with GoodDuration=0s: expected 1ms");
    EXPECT_DEATH(Build("AdaptiveWeights", BooleanValue(true)),
                 "AdaptiveWeights=true has no effect with AccessPointDisc=ns3::FifoQueueDisc: "
                 "expected false");
    EXPECT_DEATH(Build("SegmentSize", UintegerValue(1449), "Tcp", StringValue("ns3::TcpCubic")),
                 "SegmentSize=1449: expected at most 1448 bytes with TCP's timestamps");
}

TEST(Vacirca2005TestbedDeathTest, RefusesWhatARadioDoesNotModel)
{
    Config::SetGlobal("radio", StringValue("dcf"));
    EXPECT_DEATH(Build("BitErrorRate", DoubleValue(1e-6)), "radio=dcf: expected wifi, .* noise");
    EXPECT_DEATH(Build("GoodDuration", TimeValue(Seconds(7))),
                 "radio=dcf: expected wifi, .* noise");
    EXPECT_DEATH(Build("AccessPointGain", DoubleValue(1)),
                 "radio=dcf: expected wifi, .*AccessPointGain");
    Config::Reset();
    EXPECT_DEATH(Build("Eifs", BooleanValue(false)),
                 "radio=wifi: expected dcf, as wifi does not model radios without EIFS");
    EXPECT_DEATH(Build("PostBackoff", BooleanValue(false)),
                 "radio=wifi: expected dcf, as wifi does not model radios without post-backoff");
}

TEST(Vacirca2005TestbedDeathTest, RefusesUsersValuesForWhatItSetsItself)
{
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(20000));
    EXPECT_DEATH(Build(),
                 "ns3::TcpSocket::RcvBufSize cannot be set by the user, because the study sets it");
    Config::Reset();
    Config::SetDefault("ns3::ConstantRateWifiManager::DataMode", StringValue("DsssRate2Mbps"));
    EXPECT_DEATH(Build(), "ns3::ConstantRateWifiManager::DataMode cannot be set by the user");
    Config::Reset();
    Config::SetGlobal("radio", StringValue("dcf"));
    Config::SetDefault("ns3::DcfNetDevice::Eifs", BooleanValue(false));
    EXPECT_DEATH(Build(), "ns3::DcfNetDevice::Eifs cannot be set by the user");
    Config::Reset();
}

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a Gopal2005Testbed refuses: values out of their ranges, values that cannot be together, and
// a user's values for what it sets itself.

#include "attribute-range.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/gopal2005-testbed.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vector.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string>

using namespace ns3;

namespace
{

/// @tparam Args names and values of attributes, alternating
/// @param args see Args
template <typename... Args>
void
Build(Args... args)
{
    CreateObjectWithAttributes<Gopal2005Testbed>(args...);
}

/// Build the setting of ns-2.
/// @tparam Args names and values of attributes, alternating
/// @param args see Args
template <typename... Args>
void
BuildSimulation(Args... args)
{
    ObjectFactory cell("ns3::Gopal2005Testbed");
    for (const auto& [name, value] : Gopal2005Testbed::GetSimulation())
    {
        cell.Set(name, StringValue(value));
    }
    cell.Set(args...);
    cell.Create();
}

} // namespace

TEST(Gopal2005TestbedTest, RefusesValuesOutOfTheirRanges)
{
    const AttributeRange range("ns3::Gopal2005Testbed");
    range.Expect("Uploads", {"1", "3"}, {"0", "254"});
    range.Expect("SkippedAcks", {"0", "4", "1000"}, {"1001"});
    range.Expect("StationAttempts", {"1", "17"}, {"0"});
    range.Expect("AccessPointAttempts", {"1", "17"}, {"0"});
    range.Expect("Bytes", {"1", "6000000"}, {"0"});
    range.Expect("Queue", {"2", "1000000"}, {"1", "1000001"});
    range.Expect("Room", {"8:6:0"}, {"-1:6:0"});
    range.Expect("CaptureRatio", {"0", "10"}, {"-1"});
    range.Expect("SegmentSize", {"1000"}, {"0", "1461"});
    range.Expect("Window", {"20000"}, {"535", "4294967295"});
    range.Expect("Start", {"0s"}, {"-1s"});
    range.Expect("AckDelay", {"0s"}, {"-1s"});
    // An agent that is not modelled, and TCPs that skip no ACKs.
    range.Expect("Tcp",
                 {"Linux24_18", "Agent/TCP", "Agent/TCP/Newreno"},
                 {"Agent/TCP/Sack1", "FreeBsd6_2", "ns3::TcpCubic"});
    range.Refuse("Room", VectorValue(Vector(std::numeric_limits<double>::infinity(), 6, 0)));
    range.Refuse("Room", VectorValue(Vector(std::nan(""), 6, 0)));
}

TEST(Gopal2005TestbedDeathTest, RefusesValuesThatCannotBeTogether)
{
    EXPECT_DEATH(Build("Window", UintegerValue(1447)),
                 "ns3::Gopal2005Testbed: Window=1447: expected at least SegmentSize, 1448 bytes");
    EXPECT_DEATH(Build("SegmentSize", UintegerValue(1449)),
                 "SegmentSize=1449: expected at most 1448 bytes with TCP's timestamps");
    EXPECT_DEATH(BuildSimulation("Window", UintegerValue(999)),
                 "Window=999: expected at least SegmentSize, 1000 bytes");
    EXPECT_DEATH(BuildSimulation("Bytes", UintegerValue(std::numeric_limits<uint64_t>::max())),
                 "Bytes=18446744073709551615: expected at most 4294967295000 with Agent/TCP/Reno");
    EXPECT_DEATH(
        BuildSimulation("AdaptiveSkipping", BooleanValue(true), "SkippedAcks", UintegerValue(1)),
        "AdaptiveSkipping: expected a kernel of Linux instead of Agent/TCP/Reno");
    EXPECT_DEATH(Build("Download", BooleanValue(true)),
                 "Download=true has no effect with Tcp=Linux26_8: expected false");
    EXPECT_DEATH(Build("RoutingAgent", StringValue("AODV")),
                 "RoutingAgent=AODV has no effect with Tcp=Linux26_8: expected None");
    EXPECT_DEATH(Build("AckDelay", TimeValue(Seconds(0))),
                 "AckDelay=0s has no effect with Tcp=Linux26_8: expected 100ms");
    EXPECT_DEATH(Build("AdaptiveSkipping", BooleanValue(true)),
                 "SkippedAcks=0 with AdaptiveSkipping: expected at least 1, the most that it may "
                 "skip");
}

TEST(Gopal2005TestbedDeathTest, RefusesARatioThatLoneFramesDoNotReach)
{
    const auto simulate = [](double ratio) {
        // Station and access point are 10 m apart at most: 76.7 dB of ns-3's loss below 16 dBm, and
        // 32.9 dB above the noise of a receiver, -93.6 dBm.
        Build("CaptureRatio", DoubleValue(ratio), "Start", TimeValue(Seconds(1)));
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        Simulator::Destroy();
    };
    simulate(32.8);
    EXPECT_DEATH(simulate(100),
                 "CaptureRatio=100: expected at most [3-9].*, the SNR of the weakest link");
}

TEST(Gopal2005TestbedDeathTest, RefusesUsersValuesForWhatItSetsItself)
{
    for (const auto& [name, value] : std::map<std::string, std::string>{{"AckSkip", "1"},
                                                                        {"AdaptiveAckSkip", "true"},
                                                                        {"DelayedAcks", "false"},
                                                                        {"PartialWrites", "true"}})
    {
        const std::string attribute = "ns3::TcpLinux24Socket::" + name;
        Config::SetDefault(attribute, StringValue(value));
        EXPECT_DEATH(Build(), attribute + " cannot be set by the user, because the study sets it");
        Config::Reset();
    }
}

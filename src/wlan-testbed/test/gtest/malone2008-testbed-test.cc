// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a Malone2008Testbed refuses: values out of their ranges, values that cannot be together, and
// a user's values for what it sets itself.

#include "attribute-range.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vector.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
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
    CreateObjectWithAttributes<Malone2008Testbed>(args...);
}

} // namespace

TEST(Malone2008TestbedTest, RefusesValuesOutOfTheirRanges)
{
    const AttributeRange range("ns3::Malone2008Testbed");
    range.Expect("Uploads", {"0", "253"}, {"254"});
    range.Expect("SegmentSize", {"88", "1460"}, {"0", "87", "1461"});
    for (const char* time :
         {"Change", "Start", "StartSpread", "DummynetDelay", "DelayedAckTimeout"})
    {
        range.Expect(time, {"0s", "7s"}, {"-1s"});
    }
    // Nothing would ever be sent.
    range.Expect("SendBuffer", {"536", "1073725440"}, {"0", "535"});
    range.Expect("ReceiveBuffer", {"536", "1073725440"}, {"535", "4294967295"});
    range.Expect("ExtraSlots", {"0", "13"}, {"14"});
    for (const char* queue : {"InterfaceQueue", "DriverQueue", "DummynetQueue"})
    {
        range.Expect(queue, {"1", "1000000"}, {"0", "1000001"});
    }
    range.Expect("Room", {"1:1:0", "0:0:0"}, {"1:-1:0"});
    range.Expect("CaptureRatio", {"0", "10"}, {"-1"});
    range.Expect("EthernetRate", {"10Mbps"}, {"0Mbps"});
    range.Expect("FrameErrorRate", {"0", "0.99"}, {"1", "-0.1"});
    range.Expect("Attempts", {"1", "255"}, {"0", "256"});
    range.Expect("StationCwMax", {"31", "127", "32767"}, {"0", "15", "100", "65535"});
    range.Expect("AckCwMin", {"0", "1023"}, {"1024"});
    range.Expect("AdaptiveAckSkip", {"0", "1000"}, {"1001"});
    range.Expect("Tcp", {"Linux24_18", "FreeBsd6_2", "ns3::TcpCubic"}, {"", "Nope", "ns3::Node"});
    // No class, a class that is no queue disc, one without a limit, and values that cannot be.
    range.Expect("AccessPointDisc",
                 {"",
                  "ns3::FqCoDelQueueDisc",
                  "ns3::AckSuppressionQueueDisc[Mode=Hold]",
                  "ns3::AckDataWrrQueueDisc[LimitMode=PerClass|DataMaxSize=38p]"},
                 {"Fifo",
                  "ns3::WifiNetDevice",
                  "ns3::QueueDisc",
                  "ns3::MqQueueDisc",
                  "ns3::AckSuppressionQueueDisc[Mood=Hold]",
                  "ns3::AckSuppressionQueueDisc[Mode=Forget]",
                  "ns3::AckSuppressionQueueDisc[MaxSize=]",
                  "ns3::AckSuppressionQueueDisc[Mode=Hold",
                  "ns3::AckSuppressionQueueDisc[]"});
}

TEST(Malone2008TestbedTest, RefusesNumbersThatAreNotFinite)
{
    constexpr double INFINITE = std::numeric_limits<double>::infinity();
    const AttributeRange range("ns3::Malone2008Testbed");
    range.Refuse("Room", VectorValue(Vector(INFINITE, 1, 0)));
    range.Refuse("Room", VectorValue(Vector(1, std::nan(""), 0)));
    range.Refuse("CaptureRatio", DoubleValue(INFINITE));
    range.Refuse("CaptureRatio", DoubleValue(std::nan("")));
    range.Refuse("FrameErrorRate", DoubleValue(std::nan("")));
}

TEST(Malone2008TestbedTest, DataHasAMode)
{
    const AttributeRange range("ns3::Malone2008Testbed");
    range.Expect("LaterMode", {"None", "DsssRate2Mbps"}, {});
    range.Refuse("DataMode", EnumValue(DsssRate::NONE));
}

TEST(Malone2008TestbedTest, ValuesStayWhenItIsBuilt)
{
    const auto testbed = CreateObjectWithAttributes<Malone2008Testbed>("Uploads", UintegerValue(2));
    EXPECT_EQ(testbed->GetNStations(), 2);
    EXPECT_FALSE(testbed->SetAttributeFailSafe("Uploads", UintegerValue(3)));
    UintegerValue uploads;
    testbed->GetAttribute("Uploads", uploads);
    EXPECT_EQ(uploads.Get(), 2);
    Simulator::Destroy();
}

TEST(Malone2008TestbedDeathTest, RefusesValuesThatCannotBeTogether)
{
    EXPECT_DEATH(Build("Uploads", UintegerValue(0)),
                 "ns3::Malone2008Testbed: Uploads=0: expected at least one, or a download");
    EXPECT_DEATH(Build("Uploads", UintegerValue(253), "LaterUploads", UintegerValue(1)),
                 "254 stations: expected at most 253");
    EXPECT_DEATH(Build("PrioritiseAcks",
                       BooleanValue(true),
                       "AccessPointDisc",
                       StringValue("ns3::FqCoDelQueueDisc")),
                 "AccessPointDisc=ns3::FqCoDelQueueDisc: expected none with PrioritiseAcks");
    EXPECT_DEATH(Build("AdaptiveAckSkip", UintegerValue(1)),
                 "HostTcp=FreeBsd6_2: expected a kernel of Linux, which skips ACKs");
    EXPECT_DEATH(Build("Tcp", StringValue("FreeBsd6_2"), "Frto", BooleanValue(true)),
                 "Tcp=FreeBsd6_2: expected a kernel of Linux, which has Frto and "
                 "LocalDropsReachTcp");
    EXPECT_DEATH(Build("SendBuffer", UintegerValue(1447)),
                 "SendBuffer=1447: expected at least SegmentSize, 1448 bytes");
    EXPECT_DEATH(Build("ReceiveBuffer", UintegerValue(536)),
                 "ReceiveBuffer=536: expected at least SegmentSize, 1448 bytes");
    EXPECT_DEATH(Build("SegmentSize", UintegerValue(1449)),
                 "SegmentSize=1449: expected at most 1448 bytes with TCP's timestamps");
    EXPECT_DEATH(Build("InterfaceQueue", UintegerValue(50)),
                 "InterfaceQueue=50 has no effect with InterfaceWaits=false: expected 19");
    EXPECT_DEATH(Build("AckCwMin", UintegerValue(15)),
                 "AckCwMin=15 has no effect with PrioritiseAcks=false: expected 3");
    EXPECT_DEATH(Build("InterfaceWaits", BooleanValue(false), "DriverQueue", UintegerValue(1)),
                 "DriverQueue=1: expected at least two packets where none wait at the interface");
}

TEST(Malone2008TestbedDeathTest, RefusesUsersValuesForWhatItSetsItself)
{
    Config::SetDefault("ns3::TcpLinux24Socket::Frto", BooleanValue(true));
    EXPECT_DEATH(Build(),
                 "ns3::Malone2008Testbed: ns3::TcpLinux24Socket::Frto cannot be set by the user, "
                 "because the study sets it");
    Config::Reset();
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(20000));
    EXPECT_DEATH(Build(),
                 "ns3::TcpSocket::SndBufSize cannot be set by the user, because the study sets it");
    Config::Reset();
}

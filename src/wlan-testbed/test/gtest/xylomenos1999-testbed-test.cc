// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a Xylomenos1999Testbed refuses: values out of their ranges, values that cannot be together,
// and a user's values for what it sets itself.

#include "attribute-range.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/xylomenos1999-testbed.h"

#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/// @tparam Args names and values of attributes, alternating
/// @param args see Args
template <typename... Args>
void
Build(Args... args)
{
    CreateObjectWithAttributes<Xylomenos1999Testbed>(args...);
}

/// A PCMCIA card sends datagrams of 1000 bytes.
/// @tparam Args names and values of further attributes, alternating
/// @param args see Args
template <typename... Args>
void
BuildUdp(Args... args)
{
    Build("Scenario",
          UintegerValue(2),
          "Forward",
          BooleanValue(false),
          "PacketSize",
          UintegerValue(1000),
          args...);
}

} // namespace

TEST(Xylomenos1999TestbedTest, RefusesValuesOutOfTheirRanges)
{
    const AttributeRange range("ns3::Xylomenos1999Testbed");
    range.Expect("Scenario", {"1", "6"}, {"0", "7"});
    // A datagram carries its number behind 28 bytes of headers; IP fragments more than 1500 bytes.
    range.Expect("PacketSize", {"40", "1500"}, {"0", "39", "1501", "9000"});
    range.Expect("Packets", {"1"}, {"0"});
    for (const char* distance : {"AdjacentFeet", "NearFeet", "FarFeet"})
    {
        range.Expect(distance, {"0.1", "60"}, {"0", "-6"});
    }
    range.Expect("Slot", {"1us", "1ms"}, {"0us", "1001us"});
    range.Expect("CarrierSenseTime", {"0us", "100us"}, {"-1ns", "101us"});
    range.Expect("Preamble", {"0us", "10ms"}, {"-1ns", "11ms"});
    range.Expect("MaxCw", {"0", "32767"}, {"32768"});
    range.Expect("MinOverrunAfter", {"1"}, {"0"});
    range.Expect("SignalStep", {"0.01", "100"}, {"0", "101"});
    range.Expect("LinkQueue", {"1"}, {"0", "1000001"});
    range.Expect("PioCycle", {"0ns", "600ns", "100us"}, {"-1ns", "101us"});
    range.Expect("PioSectors", {"1", "256"}, {"0", "257"});
    range.Expect("PioGap", {"0s", "1s"}, {"-1ns", "2s"});
    range.Expect("EthernetRate", {"10Mbps"}, {"0Mbps"});
    for (const std::string host : {"Ios", "Mykonos", "Syros"})
    {
        range.Expect(host + "WriteTime", {"1ns", "1s"}, {"0s", "2s"});
        range.Expect(host + "ReadTime", {"0s", "1s"}, {"-1ns", "2s"});
        range.Expect(host + "ReadByteTime", {"0s", "1ms"}, {"-1ns", "2ms"});
        range.Expect(host + "DriverTime", {"0s", "1s"}, {"-1ns", "2s"});
        range.Expect(host + "DriverByteTime", {"0s", "1ms"}, {"-1ns", "2ms"});
    }
}

TEST(Xylomenos1999TestbedTest, RefusesNumbersThatAreNotFinite)
{
    const AttributeRange range("ns3::Xylomenos1999Testbed");
    for (const char* name : {"LossAtMetre",
                             "LossExponent",
                             "WallLoss",
                             "IsaSignalReference",
                             "PcmciaSignalReference",
                             "IsaNoise",
                             "PcmciaNoise"})
    {
        range.Refuse(name, DoubleValue(std::numeric_limits<double>::infinity()));
        range.Refuse(name, DoubleValue(std::nan("")));
    }
}

TEST(Xylomenos1999TestbedDeathTest, RefusesValuesThatCannotBeTogether)
{
    EXPECT_DEATH(Build("Tcp", BooleanValue(true), "PacketSize", UintegerValue(40)),
                 "ns3::Xylomenos1999Testbed: PacketSize=40: expected at least 41 bytes with TCP");
    EXPECT_DEATH(Build("Tcp", BooleanValue(true), "Ethernet", BooleanValue(true)),
                 "Ethernet=true: expected Tcp=false");
    // Its text is not there again as that of an exception.
    EXPECT_EXIT(Build("MinCw", UintegerValue(2048)),
                testing::KilledBySignal(SIGABRT),
                "^[^\n]*MinCw=2048: expected at most MaxCw, 1023 slots[^\n]*\nNS_FATAL, "
                "terminating\nterminate called without an active exception\n$");
    EXPECT_DEATH(Build("MinOverrunAfter", UintegerValue(4051)),
                 "MinOverrunAfter=4051: expected at most MaxOverrunAfter, 4050");
    EXPECT_DEATH(Build("PioGap", TimeValue(MicroSeconds(5))),
                 "PioGap=5us has no effect with PioCycle=0: expected 0s");
    EXPECT_DEATH(BuildUdp("Ethernet", BooleanValue(true), "PioCycle", TimeValue(NanoSeconds(600))),
                 "PioCycle=600ns has no effect with Ethernet=true: expected 0s");
    EXPECT_DEATH(BuildUdp("SendBuffer", UintegerValue(1199)),
                 "SendBuffer=1199: expected at least the 1200 bytes that a datagram takes");
}

TEST(Xylomenos1999TestbedDeathTest, RefusesPacketsThatWouldBeFragmented)
{
    Config::SetDefault("ns3::WavelanNetDevice::Mtu", UintegerValue(600));
    EXPECT_DEATH(BuildUdp(), "WavelanNetDevice::Mtu=600: expected at least the 1000 bytes");
    // Linux 2.0.32 joins small writes to full segments.
    EXPECT_DEATH(BuildUdp("Tcp", BooleanValue(true)), "Mtu=600: expected at least the 1500 bytes");
    Config::Reset();
}

TEST(Xylomenos1999TestbedDeathTest, RefusesUsersValuesForWhatItSetsItself)
{
    const std::string random = "ns3::ConstantRandomVariable[Constant=5]";
    const std::pair<std::string, std::string> values[] = {
        {"MediumChannel::Slot", "10us"},
        {"MediumChannel::PropagationLossModel", "ns3::FriisPropagationLossModel"},
        {"WavelanNetDevice::InterframeGap", "1us"},
        {"WavelanNetDevice::MinCw", "3"},
        {"WavelanNetDevice::CopyTime", "1us"},
        {"WavelanNetDevice::OverrunAfter", random},
        {"WavelanNetDevice::TxBuffers", "2"},
        {"WavelanNetDevice::Noise", random},
        {"ReceiveBacklog::PacketTime", random},
        {"IdeWriteback::Sectors", "2"},
        {"FifoQueueDisc::MaxSize", "7p"},
        {"TcpSocket::SegmentSize", "536"},
        {"TcpSocket::TcpNoDelay", "false"},
        {"TcpLinux24Socket::PartialWrites", "true"},
        {"TcpLinux24SocketFactory::Kernel", "Linux24_18"},
        {"EttcpSender::Packets", "7"},
        {"EttcpSender::SendBuffer", "30000"},
        {"EttcpReceiver::ReadTime", "1us"},
    };
    for (const auto& [name, text] : values)
    {
        Config::SetDefault("ns3::" + name, StringValue(text));
        EXPECT_DEATH(BuildUdp("PioCycle", StringValue("600ns")),
                     "ns3::" + name + " cannot be set by the user, because the study sets it");
        Config::Reset();
    }
    Config::SetDefault("ns3::BulkSendApplication::SendSize", UintegerValue(700));
    EXPECT_DEATH(
        BuildUdp("Tcp", BooleanValue(true)),
        "ns3::BulkSendApplication::SendSize cannot be set by the user, because the study sets it");
    Config::Reset();
}

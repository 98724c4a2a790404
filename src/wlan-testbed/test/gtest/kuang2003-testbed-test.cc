// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a Kuang2003Testbed refuses: values out of their ranges, values that cannot be together, what
// a radio does not model, and a user's values for what it sets itself.

#include "attribute-range.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/usb-wifi-adapter.h"
#include "ns3/wifi-net-device.h"

#include <gtest/gtest.h>
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
    CreateObjectWithAttributes<Kuang2003Testbed>(args...);
}

} // namespace

TEST(Kuang2003TestbedTest, RefusesValuesOutOfTheirRanges)
{
    const AttributeRange range("ns3::Kuang2003Testbed");
    range.Expect("TxBuffers", {"1", "256"}, {"0", "257"});
    range.Expect("RxBuffers", {"1"}, {"0"});
    range.Expect("InterfaceQueue", {"1", "1000000"}, {"0", "1000001"});
    range.Expect("HeaderGap", {"0s", "700us"}, {"-1us", "2s"});
    range.Expect("Distance", {"0", "1.5"}, {"-1"});
    range.Expect("RetryLimit", {"1", "10"}, {"0", "256"});
    range.Expect("BasicRates",
                 {"DsssRate1Mbps", "DsssRate1Mbps,DsssRate5_5Mbps"},
                 {"fast", "DsssRate1Mbps,OfdmRate6Mbps"});
    range.Expect("FrameLossRate", {"0", "0.0036", "1"}, {"-0.1", "1.1"});
    for (const char* manager : {"AutomaticRateManager", "AccessPointRateManager"})
    {
        range.Expect(manager,
                     {"ns3::ArfWifiManager", "ns3::EttWifiManager"},
                     {"ns3::Nope", "ns3::Node", "ns3::WifiRemoteStationManager"});
    }
    range.Expect("SuccessThreshold", {"1"}, {"0"});
    range.Expect("BadDuration", {"1us", "20ms"}, {"0s"});
    range.Expect("BadBitErrorRate", {"0", "1"}, {"2"});
    range.Expect("EthernetRate", {"10Mbps"}, {"0bps"});
    range.Expect("EthernetDelay", {"0s"}, {"-1s"});
    range.Expect("LaptopTcp", {"Linux20_32", "ns3::TcpCubic"}, {"", "Nope"});
    range.Expect("SegmentSize", {"88", "1460"}, {"87", "1461"});
    range.Expect("DelayedAckSegments", {"1", "4"}, {"0"});
}

TEST(Kuang2003TestbedDeathTest, RefusesValuesThatCannotBeTogether)
{
    // Of two sources of noise, one would silently replace the other.
    EXPECT_DEATH(Build("PoorChannel", BooleanValue(true)),
                 "ns3::Kuang2003Testbed: FrameLossRate with PoorChannel: expected one of them");
    EXPECT_DEATH(Build("SendBuffer", UintegerValue(1000)),
                 "SendBuffer=1000: expected at least SegmentSize, 1448 bytes");
    EXPECT_DEATH(Build("GoodDuration", TimeValue(Seconds(2))),
                 "GoodDuration=2s has no effect with PoorChannel=false: expected 500ms");
    EXPECT_DEATH(Build("TopTries", UintegerValue(2)),
                 "TopTries=2 has no effect with AutomaticRate=false: expected 3");
    EXPECT_DEATH(Build("TopTries",
                       UintegerValue(2),
                       "AutomaticRate",
                       BooleanValue(true),
                       "AutomaticRateManager",
                       StringValue("ns3::ArfWifiManager")),
                 "TopTries=2 has no effect with AutomaticRateManager=ns3::ArfWifiManager: "
                 "expected 3");
    EXPECT_DEATH(Build("SegmentSize", UintegerValue(1449)),
                 "SegmentSize=1449: expected at most 1448 bytes with TCP's timestamps");
}

TEST(Kuang2003TestbedTest, SegmentsAreLargerWhereOneEndHasNoTimestamps)
{
    const UintegerValue size(1460);
    for (const char* end : {"LaptopTcp", "HostTcp"})
    {
        Build("SegmentSize", size, end, StringValue("Linux20_32")); // which would end this program
        Simulator::Destroy();
    }
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Build("SegmentSize", size);
    Simulator::Destroy();
    Config::Reset();
}

TEST(Kuang2003TestbedTest, AdapterHasTheRateManagerThatIsNamed)
{
    for (const std::string manager : {"ns3::ArfWifiManager", "ns3::MimdArfWifiManager"})
    {
        const auto testbed = CreateObjectWithAttributes<Kuang2003Testbed>("AutomaticRate",
                                                                          BooleanValue(true),
                                                                          "AutomaticRateManager",
                                                                          StringValue(manager));
        const auto radio = DynamicCast<WifiNetDevice>(testbed->GetAdapter()->GetRadio());
        EXPECT_EQ(radio->GetRemoteStationManager()->GetInstanceTypeId().GetName(), manager);
        Simulator::Destroy();
    }
}

TEST(Kuang2003TestbedDeathTest, RefusesWhatARadioDoesNotModel)
{
    Config::SetGlobal("radio", StringValue("dcf"));
    const std::string line = "radio=dcf: expected wifi, .*";
    EXPECT_DEATH(Build("AutomaticRate", BooleanValue(true)), line + "rate adaptation");
    EXPECT_DEATH(Build("AccessPointRateManager", StringValue("ns3::ArfWifiManager")),
                 line + "rate adaptation");
    EXPECT_DEATH(Build("PoorChannel", BooleanValue(true), "FrameLossRate", DoubleValue(0)),
                 line + "poor channel");
    Config::Reset();
}

// For example an option of the wrong paper.
TEST(Kuang2003TestbedDeathTest, RefusesUsersValuesForOtherTestbeds)
{
    Config::SetDefault("ns3::Malone2008Testbed::Uploads", UintegerValue(3));
    EXPECT_DEATH(Build(),
                 "ns3::Kuang2003Testbed: ns3::Malone2008Testbed::Uploads=3 has no effect with this "
                 "testbed: expected 4");
    Config::Reset();
    Config::SetDefault("ns3::Kuang2003Testbed::TxBuffers", UintegerValue(3));
    Build(); // which would end this program
    Simulator::Destroy();
    Config::Reset();
}

TEST(Kuang2003TestbedDeathTest, RefusesUsersValuesForWhatItSetsItself)
{
    const std::string line = " cannot be set by the user, because the study sets it";
    Config::SetDefault("ns3::UsbWifiAdapter::TxBuffers", UintegerValue(3));
    EXPECT_DEATH(Build(), "ns3::UsbWifiAdapter::TxBuffers" + line);
    Config::Reset();
    Config::SetDefault("ns3::CsmaChannel::DataRate", DataRateValue(DataRate("10Mbps")));
    EXPECT_DEATH(Build(), "ns3::CsmaChannel::DataRate" + line);
    Config::Reset();
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    EXPECT_DEATH(Build(), "ns3::TcpSocket::DelAckTimeout" + line);
    Config::Reset();
}

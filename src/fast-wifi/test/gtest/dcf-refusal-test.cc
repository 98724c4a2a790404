// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What DcfNetDevice, DcfChannel and DcfHelper refuse, each with one line that names the value.

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(DcfRefusalDeathTest, RateThat80211bHasNot)
{
    DcfHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate("3Mbps")));
    EXPECT_DEATH(helper.Install(NodeContainer(1)), "DataRate=.*: expected 1Mbps, 2Mbps");
}

TEST(DcfRefusalDeathTest, RateOfZero)
{
    DcfHelper helper;
    helper.SetDeviceAttribute("BasicRate", DataRateValue(DataRate(0)));
    EXPECT_DEATH(helper.Install(NodeContainer(1)), "BasicRate=.*: expected 1Mbps, 2Mbps");
}

TEST(DcfRefusalDeathTest, SmallestWindowAboveLargest)
{
    DcfHelper helper;
    helper.SetDeviceAttribute("MinCw", UintegerValue(63));
    helper.SetDeviceAttribute("MaxCw", UintegerValue(31));
    EXPECT_DEATH(helper.Install(NodeContainer(1)), "MinCw must not exceed MaxCw, which is 31");
}

TEST(DcfRefusalDeathTest, WindowOfTheDcfWithQos)
{
    DcfHelper helper;
    helper.SetDeviceAttribute("QosSupported", BooleanValue(true));
    helper.SetDeviceAttribute("MinCw", UintegerValue(7));
    EXPECT_DEATH(helper.Install(NodeContainer(1)),
                 "MinCw=7, MaxCw=1023 have no effect with QosSupported: expected 31 and 1023");
    helper.SetDeviceAttribute("MinCw", UintegerValue(31));
    helper.SetDeviceAttribute("MaxCw", UintegerValue(255));
    EXPECT_DEATH(helper.Install(NodeContainer(1)), "MinCw=31, MaxCw=255 have no effect");
}

TEST(DcfRefusalDeathTest, AccessCategoryWithoutQos)
{
    DcfHelper helper;
    const auto device = DynamicCast<DcfNetDevice>(helper.Install(NodeContainer(1)).Get(0));
    EXPECT_DEATH(device->SetAccessParameters(AC_VO, {}), "expected .* and QosSupported");
}

TEST(DcfRefusalDeathTest, AifsWithoutSlots)
{
    DcfHelper helper;
    const auto device = DynamicCast<DcfNetDevice>(helper.Install(NodeContainer(1)).Get(0));
    DcfAccessParameters parameters;
    parameters.aifsn = 0;
    EXPECT_DEATH(device->SetAccessParameters(AC_BE_NQOS, parameters),
                 "AIFSN=0, .*: expected an AIFSN of 1 to 255");
}

TEST(DcfRefusalDeathTest, SecondAccessPoint)
{
    DcfHelper helper;
    helper.InstallAccessPoint(CreateObject<Node>());
    EXPECT_DEATH(helper.InstallAccessPoint(CreateObject<Node>()),
                 "a second access point on the channel");
}

TEST(DcfRefusalDeathTest, AdHocDeviceBesideAnAccessPoint)
{
    DcfHelper helper;
    helper.InstallAccessPoint(CreateObject<Node>());
    EXPECT_DEATH(helper.Install(NodeContainer(1)), "Role=AdHoc on the channel of an access point");
}

TEST(DcfRefusalDeathTest, AccessPointBesideAnAdHocDevice)
{
    DcfHelper helper;
    helper.Install(NodeContainer(1));
    EXPECT_DEATH(helper.InstallAccessPoint(CreateObject<Node>()),
                 "Role=AdHoc on the channel of an access point");
}

TEST(DcfRefusalDeathTest, AttributeOfAChannelInUse)
{
    DcfHelper helper;
    helper.Install(NodeContainer(1));
    EXPECT_DEATH(helper.SetChannelAttribute("Slot", TimeValue(MicroSeconds(9))),
                 "must be set before");
}

TEST(DcfRefusalDeathTest, PowerThatNobodyDetects)
{
    DcfHelper helper;
    helper.SetChannelAttribute("TxPower", DoubleValue(-83));
    const Ptr<NetDevice> device = helper.Install(NodeContainer(2)).Get(0);
    device->Send(Create<Packet>(1), device->GetBroadcast(), 0x800);
    EXPECT_DEATH(Simulator::Run(),
                 "TxPower=-83 without a PropagationLossModel: expected -82 dBm or more");
    // Noise and PreambleThreshold, -93.6 and 4 dB, would allow -89.6 dBm.
    helper.GetChannel()->SetAttribute("Sensitivity", DoubleValue(-83));
    Simulator::Run();
    EXPECT_EQ(DynamicCast<DcfNetDevice>(device)->GetCounters().group, 1);
    Simulator::Destroy();
}

TEST(DcfRefusalDeathTest, DeviceWithoutChannel)
{
    const auto device = CreateObject<DcfNetDevice>();
    EXPECT_DEATH(device->Send(Create<Packet>(1), device->GetBroadcast(), 0x800), "no channel");
}

TEST(DcfRefusalDeathTest, DeviceOnNoNode)
{
    const auto device = CreateObject<DcfNetDevice>();
    device->SetChannel(DcfHelper().GetChannel());
    EXPECT_DEATH(device->Send(Create<Packet>(1), device->GetBroadcast(), 0x800),
                 "has a channel, but is on no node");
}

TEST(DcfRefusalDeathTest, ChannelOfAnotherKind)
{
    // A MediumChannel knows no access point.
    const Ptr<MediumNetDevice> device = CreateObject<DcfNetDevice>();
    EXPECT_DEATH(device->SetChannel(CreateObject<MediumChannel>()),
                 "channel ns3::MediumChannel: expected a DcfChannel");
}

TEST(DcfRefusalDeathTest, StationThatSendsForOthers)
{
    DcfHelper helper;
    const Ptr<NetDevice> device = helper.InstallStations(NodeContainer(1)).Get(0);
    EXPECT_DEATH(
        device->SendFrom(Create<Packet>(1), device->GetAddress(), device->GetAddress(), 0x800),
        "only an access point sends for others");
}

} // namespace

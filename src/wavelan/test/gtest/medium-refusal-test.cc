// SPDX-License-Identifier: GPL-2.0-only

// What MediumChannel and WavelanNetDevice refuse, each with one line that names the value and what it
// must be.

#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/pointer.h"
#include "ns3/wavelan-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// @param name attribute of a card @param value that it must refuse
void
InstallCardWith(const std::string& name, const AttributeValue& value)
{
    WavelanHelper helper;
    helper.SetDeviceAttribute(name, value);
    helper.Install(NodeContainer(1), WavelanCard::ISA);
}

TEST(MediumRefusalDeathTest, RateOfNothing)
{
    EXPECT_DEATH(InstallCardWith("DataRate", DataRateValue(DataRate(0))),
                 "DataRate must be 1kbps to 1Gbps, not 0bps");
}

TEST(MediumRefusalDeathTest, RateWithoutTime)
{
    EXPECT_DEATH(InstallCardWith("DataRate", DataRateValue(DataRate("2Gbps"))),
                 "DataRate must be 1kbps to 1Gbps, not 2000000000bps");
}

TEST(MediumRefusalDeathTest, NoRandomVariable)
{
    for (const std::string name : {"OverrunLosses", "SignalSpread", "Noise", "Quality"})
    {
        EXPECT_DEATH(InstallCardWith(name, PointerValue()),
                     name + " must be a random variable, not null");
    }
}

TEST(MediumRefusalDeathTest, AddressOfAnother)
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(2));
    EXPECT_DEATH(devices.Get(1)->SetAddress(devices.Get(0)->GetAddress()),
                 "must be that of no group and of no other station");
}

TEST(MediumRefusalDeathTest, AddressOfAGroup)
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(1));
    EXPECT_DEATH(devices.Get(0)->SetAddress(Mac48Address::GetBroadcast()),
                 "must be that of no group and of no other station, not ff:ff:ff:ff:ff:ff");
}

TEST(MediumRefusalDeathTest, NoChannelAtTheStart)
{
    EXPECT_DEATH(CreateObject<DcfNetDevice>()->Initialize(), "the device has no channel");
    EXPECT_DEATH(CreateObject<WavelanNetDevice>()->Initialize(), "the device has no channel");
}

} // namespace

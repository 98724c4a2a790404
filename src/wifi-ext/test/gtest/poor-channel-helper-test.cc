// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/node.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/simple-net-device-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(PoorChannelHelperDeathTest, BurstsAtAnotherDevice)
{
    PoorChannelHelper channel;
    channel.SetBursts(MilliSeconds(100), MilliSeconds(10), 1e-3);
    const NetDeviceContainer devices = SimpleNetDeviceHelper().Install(NodeContainer(1));
    EXPECT_DEATH(channel.InstallBursts(devices),
                 "device 0 is a ns3::SimpleNetDevice: bursts expect a ns3::WifiNetDevice");
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/simple-net-device.h"
#include "ns3/slot-probe.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(SlotProbeDeathTest, RefusesOtherRadios)
{
    EXPECT_DEATH(SlotProbe(NetDeviceContainer(), Time(0)),
                 "SlotProbe: device 0 of 0 is none: expected WifiNetDevices, at least one");
    EXPECT_DEATH(SlotProbe(NetDeviceContainer(CreateObject<SimpleNetDevice>()), Time(0)),
                 "SlotProbe: device 0 of 1 is none: expected WifiNetDevices, at least one");
}

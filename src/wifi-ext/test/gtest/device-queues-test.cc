// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Queue discs on devices that have no queues with flow control.

#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

namespace
{

/// @param type of a queue disc
/// @param hasFlowControl of the device
/// @param mode of the disc, if any
void
Start(const std::string& type, bool hasFlowControl, const std::string& mode = "")
{
    const NodeContainer nodes(1);
    InternetStackHelper().Install(nodes);
    SimpleNetDeviceHelper devices;
    if (!hasFlowControl)
    {
        devices.DisableFlowControl();
    }
    TrafficControlHelper control;
    if (mode.empty())
    {
        control.SetRootQueueDisc(type);
    }
    else
    {
        control.SetRootQueueDisc(type, "Mode", StringValue(mode));
    }
    control.Install(devices.Install(nodes));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

const std::string WRR = "ns3::AckDataWrrQueueDisc";
const std::string SUPPRESSION = "ns3::AckSuppressionQueueDisc";

} // namespace

TEST(DeviceQueuesDeathTest, NothingWouldWaitWithoutFlowControl)
{
    EXPECT_DEATH(Start(WRR, false),
                 "AckDataWrrQueueDisc: the device has no queues with flow control");
    EXPECT_DEATH(Start(SUPPRESSION, false, "Replace"),
                 "AckSuppressionQueueDisc: the device has no queues with flow control");
}

TEST(DeviceQueuesTest, DiscsThatHoldPacketsThemselvesNeedNone)
{
    Start(SUPPRESSION, false, "Hold");
    Start(SUPPRESSION, false, "Delay");
    Start(SUPPRESSION, true, "Replace");
    Start(WRR, true);
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Queue discs on devices that have no queues with flow control, and on ports of a bridge.

#include "ns3/bridge-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

const std::string WRR = "ns3::AckDataWrrQueueDisc";
const std::string SUPPRESSION = "ns3::AckSuppressionQueueDisc";
const std::string PRIO = "ns3::PrioQueueDisc";
const std::string TBF = "ns3::TbfQueueDisc";

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

/// Give a queue disc children, these children of their own, and so on.
/// @param control helper of the disc
/// @param handle of the disc
/// @param types of the disc and of those below it
void
AddChildren(TrafficControlHelper& control, uint16_t handle, std::span<const std::string> types)
{
    if (types.size() == 1)
    {
        return;
    }
    const uint16_t count = types[0] == TBF ? 1 : 3;
    const auto classes = control.AddQueueDiscClasses(handle, count, "ns3::QueueDiscClass");
    for (const uint16_t child : control.AddChildQueueDiscs(handle, classes, types[1]))
    {
        AddChildren(control, child, types.subspan(1));
    }
}

/// A disc below others, on a device without flow control.
/// @param types from the root down
void
StartBelow(const std::vector<std::string>& types)
{
    const NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    TrafficControlHelper control;
    AddChildren(control, control.SetRootQueueDisc(types[0]), types);
    SimpleNetDeviceHelper devices;
    devices.DisableFlowControl();
    control.Install(devices.Install(nodes).Get(1));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

/// A queue disc on a device that is a port of ns-3's bridge from the beginning.
/// @param types from the root down
/// @param mode of the root disc, if any
void
StartOnBridgePort(const std::vector<std::string>& types, const std::string& mode = "")
{
    const NodeContainer nodes(1);
    InternetStackHelper().Install(nodes);
    const auto port = SimpleNetDeviceHelper().Install(nodes);
    TrafficControlHelper control;
    const uint16_t handle = mode.empty()
                                ? control.SetRootQueueDisc(types[0])
                                : control.SetRootQueueDisc(types[0], "Mode", StringValue(mode));
    AddChildren(control, handle, types);
    control.Install(port);
    BridgeHelper().Install(nodes.Get(0), port);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

} // namespace

TEST(DeviceQueuesDeathTest, PortsOfABridgeThatBypassesQueueDiscs)
{
    const std::string error = ": the device of node .* is a port of ns3::BridgeNetDevice, .*: "
                              "expected ns3::LinuxBridgeNetDevice";
    EXPECT_DEATH(StartOnBridgePort({WRR}), "AckDataWrrQueueDisc" + error);
    EXPECT_DEATH(StartOnBridgePort({PRIO, WRR}), "AckDataWrrQueueDisc" + error);
    EXPECT_DEATH(StartOnBridgePort({TBF, WRR}), "AckDataWrrQueueDisc" + error);
    EXPECT_DEATH(StartOnBridgePort({PRIO, TBF, SUPPRESSION}), "AckSuppressionQueueDisc" + error);
    for (const std::string mode : {"Replace", "Hold", "Delay"})
    {
        EXPECT_DEATH(StartOnBridgePort({SUPPRESSION}, mode), "AckSuppressionQueueDisc" + error);
    }
    StartOnBridgePort({"ns3::FifoQueueDisc"});
}

TEST(DeviceQueuesDeathTest, NothingWouldWaitWithoutFlowControl)
{
    EXPECT_DEATH(Start(WRR, false),
                 "AckDataWrrQueueDisc: the device has no queues with flow control");
    EXPECT_DEATH(Start(SUPPRESSION, false, "Replace"),
                 "AckSuppressionQueueDisc: the device has no queues with flow control");
}

TEST(DeviceQueuesDeathTest, ChildrenFindTheirDevice)
{
    EXPECT_DEATH(StartBelow({PRIO, WRR}),
                 "AckDataWrrQueueDisc: the device has no queues with flow control");
    EXPECT_DEATH(StartBelow({PRIO, SUPPRESSION}),
                 "AckSuppressionQueueDisc: the device has no queues with flow control");
    EXPECT_DEATH(StartBelow({PRIO, PRIO, SUPPRESSION}),
                 "AckSuppressionQueueDisc: the device has no queues with flow control");
}

TEST(DeviceQueuesTest, PacketsWaitBelowAShaper)
{
    StartBelow({TBF, WRR});
    StartBelow({TBF, SUPPRESSION});
    StartBelow({PRIO, TBF, SUPPRESSION});
}

TEST(DeviceQueuesTest, DiscsThatHoldPacketsThemselvesNeedNone)
{
    Start(SUPPRESSION, false, "Hold");
    Start(SUPPRESSION, false, "Delay");
    Start(SUPPRESSION, true, "Replace");
    Start(WRR, true);
}

} // namespace ns3

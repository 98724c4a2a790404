// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-helper.h"

#include "ns3/linux-bridge-net-device.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-net-device.h"

namespace ns3
{

namespace
{

/// @param node to be given a traffic-control layer, for which a device needs no IP stack
void
EnsureTrafficControl(Ptr<Node> node)
{
    if (!node->GetObject<TrafficControlLayer>())
    {
        node->AggregateObject(CreateObject<TrafficControlLayer>());
    }
}

} // namespace

LinuxBridgeHelper::LinuxBridgeHelper()
{
    m_deviceFactory.SetTypeId("ns3::LinuxBridgeNetDevice");
}

void
LinuxBridgeHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

NetDeviceContainer
LinuxBridgeHelper::Install(Ptr<Node> node, const NetDeviceContainer& ports)
{
    EnsureTrafficControl(node);
    const auto bridge = m_deviceFactory.Create<LinuxBridgeNetDevice>();
    node->AddDevice(bridge);
    for (auto port = ports.Begin(); port != ports.End(); ++port)
    {
        bridge->AddBridgePort(*port);
    }
    return NetDeviceContainer(bridge);
}

NetDeviceContainer
LinuxBridgeHelper::Install(const std::string& nodeName, const NetDeviceContainer& ports)
{
    const auto node = Names::Find<Node>(nodeName);
    if (!node)
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::Install(): no node has the name '" << nodeName << "'");
    }
    return Install(node, ports);
}

uint32_t
LinuxBridgeHelper::CheckBuffer(Ptr<NetDevice> port, uint32_t packets)
{
    const auto queues = port->GetObject<NetDeviceQueueInterface>();
    if (!queues || queues->GetNTxQueues() != 1)
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::InstallBuffer(): "
                       << port->GetInstanceTypeId().GetName() << " has "
                       << (queues ? queues->GetNTxQueues() : 0)
                       << " queues with flow control, 1 is needed");
    }
    const uint32_t inDevice = DynamicCast<WifiNetDevice>(port) ? 1 : 2;
    if (packets < inDevice)
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::InstallBuffer(): " << packets << " packets: "
                                                              << port->GetInstanceTypeId().GetName()
                                                              << " alone holds " << inDevice);
    }
    EnsureTrafficControl(port->GetNode());
    return packets - inDevice;
}

QueueSize
LinuxBridgeHelper::MakeLimit(uint32_t packets)
{
    return {QueueSizeUnit::PACKETS, packets};
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-helper.h"

#include "ns3/linux-bridge-net-device.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-net-device.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxBridgeHelper");

namespace
{

/// A queue disc needs a traffic-control layer, which ns-3 installs together with an IP stack. A
/// bridge may have no IP stack.
/// @param node to which the layer is added
void
EnsureTrafficControl(Ptr<Node> node)
{
    if (!node->GetObject<TrafficControlLayer>())
    {
        NS_LOG_DEBUG("node " << node->GetId() << " gets a traffic-control layer");
        node->AggregateObject(CreateObject<TrafficControlLayer>());
    }
}

/// Devices of modules on which this module does not depend are known by their class.
/// @param device any
/// @param name of a class, which need not exist
/// @return whether the device is of this class
bool
IsA(Ptr<NetDevice> device, const std::string& name)
{
    TypeId type;
    return TypeId::LookupByNameFailSafe(name, &type) && device->GetInstanceTypeId().IsChildOf(type);
}

/// The devices of the modules fast-wifi and wavelan have a common base class.
/// @param port a device
/// @return whether it keeps a frame in its queue until it is done with it, as a Wi-Fi MAC does;
/// other devices take the frame that they send out of the queue, and another takes its place
bool
KeepsFrame(Ptr<NetDevice> port)
{
    return DynamicCast<WifiNetDevice>(port) || IsA(port, "ns3::MediumNetDevice");
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
    if (!node)
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::Install(): no node");
    }
    EnsureTrafficControl(node);
    NS_LOG_DEBUG("node " << node->GetId() << " bridges " << ports.GetN() << " devices");
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

// A device with several queues has several queue discs, none of which sees all packets: it has no
// single buffer whose size could be exact.
uint32_t
LinuxBridgeHelper::CheckBuffer(Ptr<NetDevice> port, uint32_t packets)
{
    if (!port || !port->GetNode())
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::InstallBuffer(): no device of a node");
    }
    const auto queues = port->GetObject<NetDeviceQueueInterface>();
    if (!queues || queues->GetNTxQueues() != 1)
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::InstallBuffer(): "
                       << port->GetInstanceTypeId().GetName() << " has "
                       << (queues ? queues->GetNTxQueues() : 0)
                       << " queues with flow control, 1 is needed");
    }
    if (IsA(port, "ns3::UsbNetDevice"))
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::InstallBuffer(): ns3::UsbNetDevice holds packets in its "
                       "adapter, which no queue limit counts: install a queue disc");
    }
    const uint32_t inDevice = KeepsFrame(port) ? 1 : 2;
    if (packets < inDevice)
    {
        NS_FATAL_ERROR("LinuxBridgeHelper::InstallBuffer(): " << packets << " packets: "
                                                              << port->GetInstanceTypeId().GetName()
                                                              << " alone holds " << inDevice);
    }
    NS_LOG_DEBUG("buffer of " << packets << " packets at device " << port->GetIfIndex()
                              << " of node " << port->GetNode()->GetId() << ": "
                              << packets - inDevice << " in the queue disc, " << inDevice
                              << " in the device");
    EnsureTrafficControl(port->GetNode());
    return packets - inDevice;
}

QueueSize
LinuxBridgeHelper::MakeLimit(uint32_t packets)
{
    return {QueueSizeUnit::PACKETS, packets};
}

} // namespace ns3

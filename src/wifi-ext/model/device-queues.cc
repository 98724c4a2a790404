// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "device-queues.h"

#include "ns3/abort.h"
#include "ns3/bridge-net-device.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/tbf-queue-disc.h"
#include "ns3/traffic-control-layer.h"

#include <optional>

namespace ns3
{

namespace
{

/// @param above a queue disc
/// @param disc another one, or the same
/// @return whether a shaper holds back packets of disc on their way through above; none: no packet
/// of disc leaves through above
std::optional<bool>
FindShaper(const QueueDisc& above, const QueueDisc& disc)
{
    if (&above == &disc)
    {
        return false;
    }
    for (std::size_t i = 0; i < above.GetNQueueDiscClasses(); ++i)
    {
        if (const auto isShaped = FindShaper(*above.GetQueueDiscClass(i)->GetQueueDisc(), disc))
        {
            return *isShaped || dynamic_cast<const TbfQueueDisc*>(&above);
        }
    }
    return std::nullopt;
}

/// What stands between a queue disc and its device.
struct Way
{
    Ptr<NetDevice> device; ///< null: none has a root queue disc above this one
    bool isShaped;         ///< whether a shaper keeps the packets of the disc waiting
};

/// ns-3 tells only a root, or the children of MqQueueDisc, what device they have. Other children
/// find it from above.
/// @param disc a queue disc
/// @return the way from it to its device
Way
FindWay(const QueueDisc& disc)
{
    if (const auto queues = disc.GetNetDeviceQueueInterface())
    {
        return {queues->GetObject<NetDevice>(), false};
    }
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        const auto control = (*node)->GetObject<TrafficControlLayer>();
        for (uint32_t i = 0; control && i < (*node)->GetNDevices(); ++i)
        {
            const auto device = (*node)->GetDevice(i);
            const auto root = control->GetRootQueueDiscOnDevice(device);
            const auto isShaped = root ? FindShaper(*root, disc) : std::nullopt;
            if (isShaped)
            {
                return {device, *isShaped};
            }
        }
    }
    return {nullptr, false};
}

} // namespace

Ptr<NetDevice>
FindServedDevice(const QueueDisc& disc)
{
    const auto way = FindWay(disc);
    return way.isShaped ? nullptr : way.device;
}

Ptr<NetDevice>
FindRadio(Ptr<NetDevice> device)
{
    // Attributes of UsbNetDevice and UsbWifiAdapter, on which this module does not depend.
    PointerValue adapter;
    PointerValue radio;
    const bool isDriver = device->GetAttributeFailSafe("Adapter", adapter) && adapter.GetObject() &&
                          adapter.GetObject()->GetAttributeFailSafe("Radio", radio);
    const auto found = isDriver ? radio.Get<NetDevice>() : nullptr;
    return found ? found : device;
}

void
CheckDeviceQueues(const QueueDisc& disc)
{
    const auto device = FindServedDevice(disc);
    NS_ABORT_MSG_IF(device && !device->GetObject<NetDeviceQueueInterface>(),
                    disc.GetInstanceTypeId().GetName()
                        << ": the device has no queues with flow control, so that nothing would "
                           "wait in the disc: expected a helper without DisableFlowControl()");
}

// A derived class, such as LinuxBridgeNetDevice, may send in another way.
void
RefuseBridgePort(const std::string& name, Ptr<NetDevice> device)
{
    const auto node = device ? device->GetNode() : nullptr;
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
    {
        const auto bridge = DynamicCast<BridgeNetDevice>(node->GetDevice(i));
        const bool isPlain = bridge && bridge->GetInstanceTypeId() == BridgeNetDevice::GetTypeId();
        for (uint32_t port = 0; isPlain && port < bridge->GetNBridgePorts(); ++port)
        {
            NS_ABORT_MSG_IF(bridge->GetBridgePort(port) == device,
                            name << ": the device of node " << node->GetId()
                                 << " is a port of ns3::BridgeNetDevice, which sends past the "
                                    "traffic-control layer: expected ns3::LinuxBridgeNetDevice");
        }
    }
}

void
RefuseDiscOfBridgePort(const QueueDisc& disc)
{
    RefuseBridgePort(disc.GetInstanceTypeId().GetName(), FindWay(disc).device);
}

} // namespace ns3

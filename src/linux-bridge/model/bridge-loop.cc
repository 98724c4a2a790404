// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bridge-loop.h"

#include "ns3/channel.h"
#include "ns3/node.h"
#include "ns3/wifi-net-device.h"

#include <unordered_set>
#include <vector>

namespace ns3
{

namespace
{

/// @param bridge any
/// @param device any
/// @return whether it is a port of the bridge
bool
IsPortOf(const BridgeNetDevice& bridge, const NetDevice* device)
{
    for (uint32_t i = 0; i < bridge.GetNBridgePorts(); ++i)
    {
        if (PeekPointer(bridge.GetBridgePort(i)) == device)
        {
            return true;
        }
    }
    return false;
}

/// @param channel any
/// @return whether radios are on it: also a device that is no radio itself may have such a channel,
/// as the driver of an adapter on USB
bool
IsOfWifi(const Channel& channel)
{
    for (std::size_t i = 0; i < channel.GetNDevices(); ++i)
    {
        if (DynamicCast<WifiNetDevice>(channel.GetDevice(i)))
        {
            return true;
        }
    }
    return false;
}

/// A depth-first search that follows the paths from a port, channel by channel.
class Walk
{
  public:
    /// @param bridge to which a path may return
    explicit Walk(const BridgeNetDevice* bridge)
        : m_bridge(bridge)
    {
    }

    /// @param port at which the paths start
    /// @return the port to which one returns, or null
    Ptr<NetDevice> Run(const Ptr<NetDevice>& port)
    {
        LeaveBy(port);
        while (!m_open.empty())
        {
            const auto from = m_open.back();
            m_open.pop_back();
            const auto channel = from->GetChannel();
            for (std::size_t i = 0; i < channel->GetNDevices(); ++i)
            {
                const auto device = channel->GetDevice(i);
                if (device != from && EnterBy(device))
                {
                    return device;
                }
            }
        }
        return nullptr;
    }

  private:
    /// Each channel is visited once, so the walk ends. A Wi-Fi channel ends a path.
    /// @param port by which the walk leaves a bridge
    void LeaveBy(const Ptr<NetDevice>& port)
    {
        const auto channel = port->GetChannel();
        if (channel && m_channels.insert(PeekPointer(channel)).second && !IsOfWifi(*channel))
        {
            m_open.push_back(port);
        }
    }

    /// A device that is no port of a bridge is a host, which forwards no frames.
    /// @param device at which the walk arrives
    /// @return whether it is back at the bridge
    bool EnterBy(const Ptr<NetDevice>& device)
    {
        const auto bridge = FindBridgeOfPort(device);
        if (!bridge || PeekPointer(bridge) == m_bridge)
        {
            return bridge != nullptr;
        }
        for (uint32_t i = 0; i < bridge->GetNBridgePorts(); ++i)
        {
            if (bridge->GetBridgePort(i) != device)
            {
                LeaveBy(bridge->GetBridgePort(i));
            }
        }
        return false;
    }

    const BridgeNetDevice* m_bridge;               ///< to which a path may return
    std::unordered_set<const Channel*> m_channels; ///< channels that were visited
    std::vector<Ptr<NetDevice>> m_open;            ///< ports whose channels are to be visited
};

} // namespace

// A device has no pointer to its bridge, but the bridge is a device of the same node and has its
// ports.
Ptr<BridgeNetDevice>
FindBridgeOfPort(Ptr<const NetDevice> device, const BridgeNetDevice* except)
{
    const auto node = device ? device->GetNode() : nullptr;
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
    {
        const auto bridge = DynamicCast<BridgeNetDevice>(node->GetDevice(i));
        if (bridge && PeekPointer(bridge) != except && IsPortOf(*bridge, PeekPointer(device)))
        {
            return bridge;
        }
    }
    return nullptr;
}

Ptr<NetDevice>
FindBridgeLoop(Ptr<NetDevice> port, Ptr<const BridgeNetDevice> bridge)
{
    return Walk(PeekPointer(bridge)).Run(port);
}

} // namespace ns3

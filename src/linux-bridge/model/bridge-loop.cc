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

/// @param bridge any @param device any @return whether it is a port of the bridge
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

/// The ways that start at a port, followed channel by channel.
class Walk
{
  public:
    /// @param bridge where they may end
    explicit Walk(const BridgeNetDevice* bridge)
        : m_bridge(bridge)
    {
    }

    /// @param port where they start @return where they come back, or null
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
    /// @param port by which the walk leaves a bridge
    void LeaveBy(const Ptr<NetDevice>& port)
    {
        const auto channel = port->GetChannel();
        if (channel && !DynamicCast<WifiNetDevice>(port) &&
            m_channels.insert(PeekPointer(channel)).second)
        {
            m_open.push_back(port);
        }
    }

    /// @param device where the walk comes to @return whether it is back
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

    const BridgeNetDevice* m_bridge;
    std::unordered_set<const Channel*> m_channels; ///< where the walk has been
    std::vector<Ptr<NetDevice>> m_open;            ///< ports whose channels are to be looked at
};

} // namespace

Ptr<BridgeNetDevice>
FindBridgeOfPort(Ptr<const NetDevice> device)
{
    const auto node = device ? device->GetNode() : nullptr;
    for (uint32_t i = 0; node && i < node->GetNDevices(); ++i)
    {
        const auto bridge = DynamicCast<BridgeNetDevice>(node->GetDevice(i));
        if (bridge && IsPortOf(*bridge, PeekPointer(device)))
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

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-host-check.h"

#include "ns3/bridge-net-device.h"
#include "ns3/fatal-error.h"
#include "ns3/global-router-interface.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"

#include <string>

namespace ns3
{

namespace
{

#if __has_include("ns3/global-routing.h")
using RouterOfIpv4 = Ipv4GlobalRouter; ///< the name of later releases, which route IPv6, too
#else
using RouterOfIpv4 = GlobalRouter; ///< the name in ns-3.44
#endif

/// Loopback, and the interface of a host.
constexpr uint32_t HOST_INTERFACES = 2;

/**
 * @tparam Ip Ipv4 or Ipv6
 * @param device on its node
 * @return whether it has an interface of this protocol
 */
template <typename Ip>
bool
HasInterface(Ptr<NetDevice> device)
{
    const auto ip = device->GetNode()->GetObject<Ip>();
    return ip && ip->GetInterfaceForDevice(device) >= 0;
}

/**
 * @param node any
 * @return whether global routing has looked at it as a router: PopulateRoutingTables() was called
 */
bool
IsGlobalRouter(Ptr<Node> node)
{
    const auto router = node->GetObject<RouterOfIpv4>();
    const auto ip = node->GetObject<Ipv4>();
    return router && router->GetNumLSAs() > 0 && ip && ip->GetNInterfaces() > HOST_INTERFACES;
}

/**
 * @param node any
 * @return whether it has nix-vector routing, whose module need not be linked
 */
bool
HasNixVectorRouting(Ptr<Node> node)
{
    for (const std::string name : {"ns3::Ipv4NixVectorRouting", "ns3::Ipv6NixVectorRouting"})
    {
        TypeId tid;
        if (TypeId::LookupByNameFailSafe(name, &tid) && node->GetObject<Object>(tid))
        {
            return true;
        }
    }
    return false;
}

/**
 * @param device on its node
 * @return whether it is a port of a bridge
 */
bool
IsBridgePort(Ptr<NetDevice> device)
{
    const auto node = device->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto bridge = DynamicCast<BridgeNetDevice>(node->GetDevice(i));
        for (uint32_t port = 0; bridge && port < bridge->GetNBridgePorts(); ++port)
        {
            if (bridge->GetBridgePort(port) == device)
            {
                return true;
            }
        }
    }
    return false;
}

/**
 * @param radio under a bus
 * @param fault what is wrong with it
 * @param expected what belongs on the UsbNetDevice instead
 */
void
Refuse(Ptr<NetDevice> radio, const std::string& fault, const std::string& expected)
{
    NS_FATAL_ERROR(radio->GetInstanceTypeId().GetName()
                   << " " << Mac48Address::ConvertFrom(radio->GetAddress()) << " of node "
                   << radio->GetNode()->GetId() << " " << fault
                   << ", but is under a USB bus: expected " << expected
                   << " the ns3::UsbNetDevice that UsbHelper::Install() returns");
}

} // namespace

void
CheckRadioUnused(Ptr<NetDevice> radio)
{
    const bool ipv4 = HasInterface<Ipv4>(radio);
    if (ipv4 || HasInterface<Ipv6>(radio))
    {
        Refuse(radio,
               std::string("has an address of ") + (ipv4 ? "IPv4" : "IPv6"),
               "the address on");
    }
    if (IsBridgePort(radio))
    {
        Refuse(radio, "is a port of a bridge", "the port to be");
    }
    const auto layer = radio->GetNode()->GetObject<TrafficControlLayer>();
    if (layer && layer->GetRootQueueDiscOnDevice(radio))
    {
        Refuse(radio, "has a queue disc", "the queue disc on");
    }
    const auto wifi = DynamicCast<WifiNetDevice>(radio);
    if (wifi && wifi->GetMac() && wifi->GetMac()->GetTypeOfStation() == MESH)
    {
        NS_FATAL_ERROR("ns3::WifiNetDevice "
                       << Mac48Address::ConvertFrom(radio->GetAddress()) << " of node "
                       << radio->GetNode()->GetId()
                       << " is an interface of a mesh point, which exchanges frames with the radio "
                          "itself and not over a USB bus: expected an access point, a station or "
                          "an ad hoc device");
    }
}

void
CheckRouting(Ptr<NetDevice> driver)
{
    const auto node = driver->GetNode();
    const bool isGlobal = HasInterface<Ipv4>(driver) && IsGlobalRouter(node);
    if (isGlobal || HasNixVectorRouting(node))
    {
        NS_FATAL_ERROR("ns3::UsbNetDevice of node "
                       << node->GetId() << ": "
                       << (isGlobal ? "Ipv4GlobalRoutingHelper::PopulateRoutingTables() finds no "
                                      "routes through a router on USB"
                                    : "nix-vector routing finds no routes over USB")
                       << ": expected static routes, or a protocol such as OLSR");
    }
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-ip-check.h"

#include "ns3/fatal-error.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"

namespace ns3
{

namespace
{

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

} // namespace

void
CheckRadioWithoutIp(Ptr<NetDevice> radio)
{
    const bool ipv4 = HasInterface<Ipv4>(radio);
    if (ipv4 || HasInterface<Ipv6>(radio))
    {
        NS_FATAL_ERROR(radio->GetInstanceTypeId().GetName()
                       << " " << Mac48Address::ConvertFrom(radio->GetAddress()) << " of node "
                       << radio->GetNode()->GetId() << " has an address of "
                       << (ipv4 ? "IPv4" : "IPv6")
                       << ", but is under a USB bus: expected the address on the ns3::UsbNetDevice "
                          "that UsbHelper::Install() returns");
    }
}

} // namespace ns3

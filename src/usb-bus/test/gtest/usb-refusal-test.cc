// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What would silently have no effect under a bus ends the program with one line that says why.

#include "../usb-pair.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Assign an address to a device whose node has no IP stack yet.
/// @tparam Helper Ipv4AddressHelper or Ipv6AddressHelper
template <typename Helper>
void
AssignAddress(Ptr<NetDevice> device, Helper helper)
{
    InternetStackHelper().Install(device->GetNode());
    helper.Assign(NetDeviceContainer(device));
}

const Ipv4AddressHelper IPV4{"10.0.0.0", "255.255.255.0"};
const Ipv6AddressHelper IPV6{"2001::", Ipv6Prefix(64)};

class UsbRadioAddressDeathTest : public testing::Test
{
  protected:
    UsbPair pair;
    Ptr<NetDevice> radio{pair.adapter->GetRadio()};
};

TEST_F(UsbRadioAddressDeathTest, IsRefusedAtTheStart)
{
    AssignAddress(radio, IPV4);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)),
                 "ns3::WifiNetDevice .* of node 0 has an address of IPv4, but is under a USB bus: "
                 "expected the address on the ns3::UsbNetDevice");
}

TEST_F(UsbRadioAddressDeathTest, IsRefusedAtTheStartIfItIsOfIpv6)
{
    AssignAddress(radio, IPV6);
    EXPECT_DEATH(UsbPair::Run(MilliSeconds(1)), "has an address of IPv6, but is under a USB bus");
}

TEST_F(UsbRadioAddressDeathTest, IsRefusedByTheHelper)
{
    AssignAddress(pair.peerRadio, IPV4);
    EXPECT_DEATH(UsbHelper().Install(NetDeviceContainer(pair.peerRadio)),
                 "of node 1 has an address of IPv4, but is under a USB bus");
}

TEST_F(UsbRadioAddressDeathTest, IsNoneOfTheUsbDevice)
{
    AssignAddress<Ipv4AddressHelper>(pair.driver, IPV4);
    UsbPair::Run(MilliSeconds(1));
}

} // namespace

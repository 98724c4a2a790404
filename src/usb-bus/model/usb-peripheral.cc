// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-peripheral.h"

#include "usb-host-controller.h"

#include "ns3/pointer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UsbPeripheral);

TypeId
UsbPeripheral::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UsbPeripheral")
            .SetParent<Object>()
            .SetGroupName("UsbBus")
            .AddAttribute("HostController",
                          "The bus to which the device is attached, for paths of Config::Set().",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&UsbPeripheral::GetHostController),
                          MakePointerChecker<UsbHostController>());
    return tid;
}

void
UsbPeripheral::Detached()
{
}

Ptr<UsbHostController>
UsbPeripheral::GetHostController() const
{
    return m_controller;
}

uint8_t
UsbPeripheral::GetUsbAddress() const
{
    return m_address;
}

void
UsbPeripheral::DoDispose()
{
    if (m_controller)
    {
        // The bus and the device hold each other, which would keep both alive for ever.
        m_controller->Remove(*this);
    }
    Object::DoDispose();
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "usb-peripheral.h"

#include "usb-host-controller.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UsbPeripheral);

TypeId
UsbPeripheral::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UsbPeripheral").SetParent<Object>().SetGroupName("UsbBus");
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
        m_controller->Remove(*this); // the bus holds us, and we hold it
    }
    Object::DoDispose();
}

} // namespace ns3

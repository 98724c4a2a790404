// SPDX-License-Identifier: GPL-2.0-only

#include "usb-wifi-message.h"

namespace ns3
{

uint32_t
UsbWifiMessageFormat::GetMessageLength(uint32_t datagram) const
{
    return descriptorBytes + llcBytes + datagram;
}

uint32_t
UsbWifiMessageFormat::GetOutLength(uint32_t datagram) const
{
    const uint32_t units = (GetMessageLength(datagram) + roundingBytes - 1) / roundingBytes;
    return units * roundingBytes;
}

uint32_t
UsbWifiMessageFormat::GetInLength(uint32_t datagram) const
{
    return GetMessageLength(datagram);
}

uint32_t
UsbWifiMessageFormat::GetOutTransactions(uint32_t datagram, uint32_t maxPacket) const
{
    return (GetOutLength(datagram) + maxPacket - 1) / maxPacket;
}

uint32_t
UsbWifiMessageFormat::GetInTransactions(uint32_t datagram, uint32_t maxPacket) const
{
    return GetInLength(datagram) / maxPacket + 1;
}

} // namespace ns3

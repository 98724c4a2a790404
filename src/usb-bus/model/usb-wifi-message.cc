// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-wifi-message.h"

namespace ns3
{

uint32_t
UsbWifiMessageFormat::GetMessageLength(uint32_t datagram) const
{
    return descriptorBytes + llcBytes + datagram;
}

// The driver pads a message to a multiple of 64 bytes, so that an OUT message ends with a full
// packet at full speed. The adapter finds the end by the length in the descriptor.
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

// A message whose length is a multiple of the packet size is ended by an empty packet.
uint32_t
UsbWifiMessageFormat::GetInTransactions(uint32_t datagram, uint32_t maxPacket) const
{
    return GetInLength(datagram) / maxPacket + 1;
}

} // namespace ns3

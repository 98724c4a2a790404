// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_WIFI_MESSAGE_H
#define USB_WIFI_MESSAGE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * How many bytes a datagram is on the USB wire between a driver and a Prism2 adapter. Nothing of
 * it is added to the simulated packet: the WifiNetDevice adds its own LLC/SNAP and MAC headers.
 *
 * Source: the message structures of linux-wlan-ng (hfa384x.h). To the adapter: a descriptor of 60
 * bytes (status and rate 14, 802.11 header with length 32, 802.3 header 14), LLC/SNAP of 8, the
 * datagram, and padding to a multiple of 64 with no empty packet after it. To the host: the same
 * without padding, ended by a short packet.
 */
struct UsbWifiMessageFormat
{
    uint32_t descriptorBytes{60}; ///< transmit or receive descriptor
    uint32_t llcBytes{8};         ///< LLC and SNAP
    uint32_t roundingBytes{64}; ///< messages to the adapter are padded to a multiple of this, >= 1

    /**
     * @param datagram bytes of the network-layer packet
     * @return bytes of the message without padding
     */
    uint32_t GetMessageLength(uint32_t datagram) const;
    /**
     * @param datagram bytes of the network-layer packet
     * @return bytes of the OUT transfer that carries it to the adapter
     */
    uint32_t GetOutLength(uint32_t datagram) const;
    /**
     * @param datagram bytes of the network-layer packet
     * @return bytes of the IN transfer that brings it from the adapter
     */
    uint32_t GetInLength(uint32_t datagram) const;
    /**
     * @param datagram bytes of the network-layer packet
     * @param maxPacket largest bulk packet, bytes
     * @return data transactions of its OUT transfer
     */
    uint32_t GetOutTransactions(uint32_t datagram, uint32_t maxPacket) const;
    /**
     * @param datagram bytes of the network-layer packet
     * @param maxPacket largest bulk packet, bytes
     * @return data transactions of its IN transfer, an empty one at the end included
     */
    uint32_t GetInTransactions(uint32_t datagram, uint32_t maxPacket) const;
};

} // namespace ns3

#endif // USB_WIFI_MESSAGE_H

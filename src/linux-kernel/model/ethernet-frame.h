// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETHERNET_FRAME_H
#define ETHERNET_FRAME_H

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// @ingroup linux-kernel
/// What an Ethernet II frame says (IEEE 802.3, 3.2).
struct EthernetFrame
{
    Mac48Address to;      ///< its receiver
    Mac48Address from;    ///< its sender
    uint16_t protocol{0}; ///< its EtherType
    Ptr<Packet> payload;  ///< behind the header
};

/**
 * @ingroup linux-kernel
 * @param bytes of a frame, without FCS
 * @return the frame; none if it is too short or has a length in place of an EtherType
 */
std::optional<EthernetFrame> ParseEthernetFrame(const std::vector<uint8_t>& bytes);

/**
 * @ingroup linux-kernel
 * Put the 14 bytes of an Ethernet II header in front of a payload.
 * @param bytes of a payload, which get a header
 * @param from sender
 * @param to receiver
 * @param protocol EtherType
 */
void AddEthernetHeader(std::vector<uint8_t>& bytes,
                       const Mac48Address& from,
                       const Mac48Address& to,
                       uint16_t protocol);

} // namespace ns3

#endif // ETHERNET_FRAME_H

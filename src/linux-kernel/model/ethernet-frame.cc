// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ethernet-frame.h"

#include <cstddef>

namespace ns3
{

namespace
{

constexpr std::size_t ADDRESS = 6;          ///< bytes of an address
constexpr std::size_t HEADER = 14;          ///< bytes of two addresses and the EtherType
constexpr uint16_t LEAST_ETHERTYPE = 0x600; ///< below it is a length (IEEE 802.3, 3.2.6)

} // namespace

std::optional<EthernetFrame>
ParseEthernetFrame(const std::vector<uint8_t>& bytes)
{
    if (bytes.size() < HEADER)
    {
        return std::nullopt;
    }
    EthernetFrame frame;
    frame.protocol = static_cast<uint16_t>(bytes[2 * ADDRESS] << 8 | bytes[2 * ADDRESS + 1]);
    if (frame.protocol < LEAST_ETHERTYPE)
    {
        return std::nullopt;
    }
    frame.to.CopyFrom(bytes.data());
    frame.from.CopyFrom(bytes.data() + ADDRESS);
    frame.payload = Create<Packet>(bytes.data() + HEADER, bytes.size() - HEADER);
    return frame;
}

void
AddEthernetHeader(std::vector<uint8_t>& bytes,
                  const Mac48Address& from,
                  const Mac48Address& to,
                  uint16_t protocol)
{
    bytes.insert(bytes.begin(), HEADER, 0);
    to.CopyTo(bytes.data());
    from.CopyTo(bytes.data() + ADDRESS);
    bytes[2 * ADDRESS] = static_cast<uint8_t>(protocol >> 8);
    bytes[2 * ADDRESS + 1] = static_cast<uint8_t>(protocol);
}

} // namespace ns3

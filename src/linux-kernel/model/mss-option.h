// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MSS_OPTION_H
#define MSS_OPTION_H

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::AddMssOption declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Give a TCP SYN the option Maximum Segment Size (RFC 9293, 3.2) if it has none. Its checksums
 * change with it, so that a wrong one stays wrong (RFC 1624).
 * @param packet bytes of an IP packet
 * @param mss for the option
 * @return whether the option has been added: not to a packet that is not a whole IPv4 SYN, has the
 * option, or has no room for it
 */
bool AddMssOption(std::vector<uint8_t>& packet, uint16_t mss);

} // namespace ns3

#endif // MSS_OPTION_H

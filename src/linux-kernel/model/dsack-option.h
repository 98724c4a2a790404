// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DSACK_OPTION_H
#define DSACK_OPTION_H

#include <cstdint>
#include <span>

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Remove the D-SACK block of a TCP segment: the first block of its SACK option, if it is below the
 * acknowledgment or within the second block (RFC 2883, 4). The other blocks move up, no-operations
 * fill the place, and the checksum is changed accordingly.
 *
 * ns-3's TcpTxBuffer fails an assertion on such a block.
 * @param packet bytes that begin with an IPv4 header
 * @return whether there was one
 */
bool RemoveDsack(std::span<uint8_t> packet);

} // namespace ns3

#endif // DSACK_OPTION_H

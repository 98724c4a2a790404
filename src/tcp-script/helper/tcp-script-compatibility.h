// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Where ns-3 3.44 to 3.49 differ for this module.

#ifndef TCP_SCRIPT_COMPATIBILITY_H
#define TCP_SCRIPT_COMPATIBILITY_H

#include "ns3/ipv6-address.h"

#include <cstdint>
#include <netinet/in.h>

namespace ns3
{

/**
 * @ingroup tcp-script
 * Make an ICMPv6 header compute its checksum. As of 3.49, ns-3 knows the protocol by itself.
 * An error of ICMPv6 covers a pseudo-header with both addresses, its own size and the protocol (RFC
 * 4443, 2.3), which ns-3 must be told before the header is serialized.
 * @tparam Header class of the header
 * @param header the header
 * @param source address
 * @param destination address
 * @param size of the header and what follows it, in bytes
 */
template <typename Header>
void
CalculateIcmpv6Checksum(Header& header,
                        const Ipv6Address& source,
                        const Ipv6Address& destination,
                        uint16_t size)
{
    if constexpr (requires { header.CalculatePseudoHeaderChecksum(source, destination, size); })
    {
        header.CalculatePseudoHeaderChecksum(source, destination, size);
    }
    else
    {
        header.CalculatePseudoHeaderChecksum(source, destination, size, IPPROTO_ICMPV6);
    }
}

} // namespace ns3

#endif // TCP_SCRIPT_COMPATIBILITY_H

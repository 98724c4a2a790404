// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_ICMP_H
#define TCP_SCRIPT_ICMP_H

#include "tcp-script.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * Type and code of an ICMP error (RFC 792, RFC 1812) or ICMPv6 error (RFC 4443).
 */
struct TcpScriptIcmpNumbers
{
    uint8_t type{0}; ///< of the header
    uint8_t code{0}; ///< of the header
};

/**
 * @ingroup tcp-script
 * @param icmp an error of the script
 * @param isIpv6 whether it travels over IPv6
 * @return type and code; none if that protocol has no error of that name
 */
std::optional<TcpScriptIcmpNumbers> GetTcpScriptIcmpNumbers(const TcpScriptIcmp& icmp, bool isIpv6);

/**
 * @ingroup tcp-script
 * @param icmp an error of the script
 * @return what makes it none of either protocol; empty if nothing
 */
std::string FindTcpScriptIcmpMistake(const TcpScriptIcmp& icmp);

} // namespace ns3

#endif // TCP_SCRIPT_ICMP_H

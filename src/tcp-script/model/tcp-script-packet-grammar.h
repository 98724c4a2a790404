// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_PACKET_GRAMMAR_H
#define TCP_SCRIPT_PACKET_GRAMMAR_H

#include "tcp-script-tokens.h"
#include "tcp-script.h"

#include <optional>

namespace ns3::tcpscript
{

/**
 * @ingroup tcp-script
 * @param position the direction of a packet; moved behind the packet
 * @param end end of the script
 * @return the packet
 * @throws x3::expectation_failure at the first word that is not of a packet
 */
TcpScriptPacket ParsePacket(Iterator& position, Iterator end);

/**
 * @ingroup tcp-script
 * @param position the direction of a packet; moved behind the error if the packet is one
 * @param end end of the script
 * @return the ICMP error; none if the packet is of TCP
 * @throws x3::expectation_failure at the first word that is not of an ICMP error
 */
std::optional<TcpScriptIcmp> ParseIcmp(Iterator& position, Iterator end);

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_PACKET_GRAMMAR_H

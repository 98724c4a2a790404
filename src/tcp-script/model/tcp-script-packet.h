// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_PACKET_H
#define TCP_SCRIPT_PACKET_H

#include "tcp-script.h"

#include <cstddef>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * @param packet a packet
 * @return the packet in script notation, such as `> P. 1:1449(1448) ack 1 <nop,nop,TS val 7 ecr 3>`
 */
std::string FormatTcpScriptPacket(const TcpScriptPacket& packet);

/**
 * @ingroup tcp-script
 * @param value a value of socket state
 * @return the value as in a script: a number, or a name in quotes
 */
std::string FormatTcpScriptValue(const TcpScriptValue& value);

/**
 * @ingroup tcp-script
 * Compares what the script leaves open with nothing. NOP and end of list are not compared, nor is
 * the order of the options: no two stacks lay them out alike.
 *
 * @param expected a packet of the script
 * @param actual a packet the socket sent
 * @return names of the parts that differ, separated by commas; empty if the packet is as expected
 */
std::string FindTcpScriptPacketDifference(const TcpScriptPacket& expected,
                                          const TcpScriptPacket& actual);

/**
 * @ingroup tcp-script
 * @param condition a condition of the script
 * @param actual the value the socket has
 * @return whether the condition holds; a number and a name are never equal and have no order
 */
bool HoldsTcpScriptCondition(const TcpScriptCondition& condition, const TcpScriptValue& actual);

/**
 * @ingroup tcp-script
 * @param packet a packet of the script
 * @return what makes it unfit to be injected or expected; empty if nothing
 */
std::string FindTcpScriptPacketMistake(const TcpScriptPacket& packet);

/**
 * @ingroup tcp-script
 * @param option of a packet
 * @return its bytes in a header (RFC 793, 7323, 2018, 2385, 7413)
 */
std::size_t GetTcpScriptOptionBytes(const TcpScriptOption& option);

/**
 * @ingroup tcp-script
 * @param option of a packet
 * @return whether it has TcpScriptOption::bytes, which ns-3 cannot append
 */
bool IsTcpScriptOptionOfBytes(const TcpScriptOption& option);

} // namespace ns3

#endif // TCP_SCRIPT_PACKET_H

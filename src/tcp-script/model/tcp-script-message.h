// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_MESSAGE_H
#define TCP_SCRIPT_MESSAGE_H

#include "tcp-script.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup tcp-script
 * Comparing what recvmsg() gave back with what a script expects.
 */

namespace ns3
{

/**
 * @ingroup tcp-script
 * @param message what recvmsg() gave back
 * @return one line, with the names of C and times in seconds
 */
std::string FormatTcpScriptMessage(const TcpScriptMessage& message);

/**
 * @ingroup tcp-script
 * @param expected by a script
 * @param actual what recvmsg() gave back, with times of the script
 * @param tolerance how much a time may differ, ns
 * @return whether flags and, if the script lists them, control messages are as expected
 */
bool IsTcpScriptMessage(const TcpScriptMessage& expected,
                        const TcpScriptMessage& actual,
                        int64_t tolerance);

} // namespace ns3

#endif // TCP_SCRIPT_MESSAGE_H

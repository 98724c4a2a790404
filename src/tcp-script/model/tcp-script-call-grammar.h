// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_CALL_GRAMMAR_H
#define TCP_SCRIPT_CALL_GRAMMAR_H

#include "tcp-script-tokens.h"
#include "tcp-script.h"

namespace ns3::tcpscript
{

/**
 * @ingroup tcp-script
 * A call in C with its result: function, arguments in parentheses, "=", a number, and after -1 the
 * name of errno. Addresses and buffers are written as "...".
 * @param position the name of a function; moved behind the result of the call
 * @param end end of the script
 * @return the call
 * @throws x3::expectation_failure at the first word that is not of a call
 */
TcpScriptCall ParseCall(Iterator& position, Iterator end);

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_CALL_GRAMMAR_H

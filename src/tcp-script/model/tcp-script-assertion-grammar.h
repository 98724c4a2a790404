// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_ASSERTION_GRAMMAR_H
#define TCP_SCRIPT_ASSERTION_GRAMMAR_H

#include "tcp-script-tokens.h"
#include "tcp-script.h"

namespace ns3::tcpscript
{

/**
 * @ingroup tcp-script
 * A block of comparisons, separated by commas: a name, an operator, and a number or a name in
 * quotes. Blocks of Python have a grammar of their own.
 * @param position the opening "%{"; moved behind the closing "}%"
 * @param end end of the script
 * @return the conditions between them
 * @throws x3::expectation_failure at the first word that is not of a condition
 */
TcpScriptAssertion ParseAssertion(Iterator& position, Iterator end);

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_ASSERTION_GRAMMAR_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_PYTHON_GRAMMAR_H
#define TCP_SCRIPT_PYTHON_GRAMMAR_H

#include "tcp-script-tokens.h"
#include "tcp-script.h"

#include <optional>
#include <string>

namespace ns3::tcpscript
{

/**
 * @ingroup tcp-script
 * A block of Python has the word assert or print, or begins with the definition of a name in
 * capitals, as packetdrill's scripts write their constants.
 *
 * @param position the opening "%{"
 * @param end end of the script
 * @return whether it opens a block of Python
 */
bool IsPython(Iterator position, Iterator end);

/**
 * @ingroup tcp-script
 * @param position the opening "%{"; moved behind the closing "}%"
 * @param end end of the script
 * @return the statements; their lines count from 0, that of the opening
 * @throws x3::expectation_failure at the first word that is not of the part of Python known here
 */
TcpScriptPython ParsePython(Iterator& position, Iterator end);

/**
 * @ingroup tcp-script
 * @param text an expression alone, as between $(( and )) of a shell
 * @return the expression; none if the text is not one
 */
std::optional<TcpScriptExpression> ParseExpression(const std::string& text);

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_PYTHON_GRAMMAR_H

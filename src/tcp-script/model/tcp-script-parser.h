// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_PARSER_H
#define TCP_SCRIPT_PARSER_H

#include "tcp-script.h"

#include <map>
#include <string>

namespace ns3
{

/// @ingroup tcp-script
/// Values by the names that stand for them in scripts; a name is a word of C.
using TcpScriptDefinitions = std::map<std::string, std::string>;

/**
 * @ingroup tcp-script
 * Reads a packet script from text.
 *
 * @param text the script
 * @param fileName its name, for messages
 * @param definitions names that are replaced in the whole text
 * @return the script
 * @throws TcpScriptError at the first thing that is not of the language
 */
TcpScript ParseTcpScript(const std::string& text,
                         const std::string& fileName,
                         const TcpScriptDefinitions& definitions = {});

/**
 * @ingroup tcp-script
 * Reads a packet script from a file.
 *
 * @param fileName path of the file
 * @param definitions see ParseTcpScript()
 * @return the script
 * @throws TcpScriptError if the file cannot be read, or is not a packet script
 */
TcpScript ReadTcpScript(const std::string& fileName, const TcpScriptDefinitions& definitions = {});

} // namespace ns3

#endif // TCP_SCRIPT_PARSER_H

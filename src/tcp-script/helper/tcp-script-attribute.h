// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_ATTRIBUTE_H
#define TCP_SCRIPT_ATTRIBUTE_H

#include "ns3/attribute.h"

#include <string>

/**
 * @file
 * @ingroup tcp-script
 * ns3::IsTcpScriptAttributeText declaration.
 */

namespace ns3
{

/**
 * @ingroup tcp-script
 * Whether ns-3 may read a text as the value of an attribute. It ends the program at some texts that
 * are no such value, without the line of the script, and takes others for something else: "1-2s"
 * for 1 s, and -18446744073709551612 for 4.
 * @param checker of the attribute
 * @param text of the value
 * @return false if the text is no whole number, number, time or name of an enumeration where the
 * attribute wants one; ns-3 checks ranges and other types itself
 */
bool IsTcpScriptAttributeText(const AttributeChecker& checker, const std::string& text);

} // namespace ns3

#endif // TCP_SCRIPT_ATTRIBUTE_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SYSCTLS_H
#define TCP_SCRIPT_SYSCTLS_H

#include "ns3/tcp-script-shell.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * How a number of a kernel becomes the value of an attribute.
 */
enum class TcpScriptSysctlConversion
{
    SWITCH,   ///< 0 is false, all others are true
    INVERSE,  ///< 0 is true, all others are false
    SAME,     ///< the number
    PLUS_ONE, ///< repeats, where the attribute counts the first attempt too
    SECONDS,  ///< a time
    ECN       ///< 0, 1 and 2 as in Linux
};

/**
 * @ingroup tcp-script
 * An attribute that a setting of a kernel is for.
 */
struct TcpScriptSysctlRule
{
    TcpScriptSysctlConversion conversion; ///< of the number
    std::size_t place;                    ///< of the number among those of the setting
    std::size_t numbers;                  ///< that the setting has
    std::string attribute;                ///< full name
};

/// @ingroup tcp-script
/// Rules by the name of the setting.
using TcpScriptSysctlRules = std::multimap<std::string, TcpScriptSysctlRule>;

/**
 * @ingroup tcp-script
 * What a setting of a kernel means to sockets.
 */
struct TcpScriptSysctlMeaning
{
    /// Full names of attributes, and their new default values.
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string expected; ///< of a value that is wrong; empty if it is right
};

/**
 * @ingroup tcp-script
 * @param sysctl a setting of a kernel
 * @param rules for the sockets, beside those for every TCP socket
 * @return what it means; none if the sockets have nothing like it
 */
std::optional<TcpScriptSysctlMeaning> GetTcpScriptSysctlMeaning(const TcpScriptSysctl& sysctl,
                                                                const TcpScriptSysctlRules& rules);

} // namespace ns3

#endif // TCP_SCRIPT_SYSCTLS_H

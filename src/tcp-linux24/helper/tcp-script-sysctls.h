// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SYSCTLS_H
#define TCP_SCRIPT_SYSCTLS_H

#include "ns3/tcp-script-shell.h"
#include "ns3/type-id.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What a setting of a kernel means to the sockets of a factory.
 */
struct TcpScriptSysctlMeaning
{
    /// Full names of attributes, and their new default values.
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string expected; ///< of a value that is wrong; empty if it is right
};

/**
 * @ingroup tcp-linux24
 * @param sysctl a setting of a kernel
 * @param factory of the sockets; only TcpLinux24SocketFactory knows mechanisms of Linux
 * @return what it means; none if the sockets have nothing like it
 */
std::optional<TcpScriptSysctlMeaning> GetTcpScriptSysctlMeaning(const TcpScriptSysctl& sysctl,
                                                                TypeId factory);

} // namespace ns3

#endif // TCP_SCRIPT_SYSCTLS_H

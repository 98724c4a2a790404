// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SHELL_H
#define TCP_SCRIPT_SHELL_H

#include "tcp-script.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * A setting of a kernel, as in `sysctl net.ipv4.tcp_sack=0`.
 */
struct TcpScriptSysctl
{
    uint32_t line{0};                ///< of the command
    std::string name;                ///< behind net.ipv4, with dots
    std::string value;               ///< as written
    std::vector<std::string> values; ///< its numbers, calculated where they are `$((...))`
};

/**
 * @ingroup tcp-script
 * What the commands of a shell mean to a packet script: settings of the kernel, in order, and the
 * rest.
 */
struct TcpScriptShell
{
    std::vector<TcpScriptSysctl> sysctls; ///< in order, also those of other files
    std::vector<std::string> others;      ///< commands that mean nothing here
};

/**
 * @ingroup tcp-script
 * No shell runs. Simple commands are recognized, with quotes, comments, `$((...))` and ends of
 * lines behind a backslash. Settings are arguments of `sysctl` and of `set_sysctls.py`; a file that
 * ends in `.sh` and exists is read likewise, where it stands.
 *
 * @param command what stands between backticks
 * @param fileName the script's name; other files are found from its folder
 * @return what the commands mean
 * @throws TcpScriptError if a quote is not closed
 */
TcpScriptShell ReadTcpScriptShell(const TcpScriptCommand& command, const std::string& fileName);

} // namespace ns3

#endif // TCP_SCRIPT_SHELL_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SCRIPT_ORDER_H
#define SCRIPT_ORDER_H

#include "ns3/address.h"
#include "ns3/tcp-script.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-kernel-script
 * What a call of a script needs to become a system call.
 */
struct ScriptOrderEnds
{
    Address local;                                      ///< address and port of the sockets
    Address peer;                                       ///< address and port of the peer
    std::function<int64_t(int32_t descriptor)> getFile; ///< file of a descriptor
};

/**
 * @ingroup linux-kernel-script
 * Names of options, flags and events become the numbers of this machine, which are those of the
 * kernel.
 * @param call of a script, whose names the parser has checked; std::out_of_range is thrown for an
 * unknown one
 * @param ends of the connection, and the files
 * @return the order for LinuxKernelCalls
 */
std::string FormatScriptOrder(const TcpScriptCall& call, const ScriptOrderEnds& ends);

} // namespace ns3

#endif // SCRIPT_ORDER_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SCRIPT_ANSWER_H
#define SCRIPT_ANSWER_H

#include "ns3/linux-kernel-calls.h"
#include "ns3/tcp-script-system.h"
#include "ns3/tcp-script.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-kernel-script
 * @param call poll() of a script
 * @param answer to its order, without an error
 * @return what it returned, and the first descriptor whose events are not as written
 */
TcpScriptSystem::Result MakePollResult(const TcpScriptCall& call,
                                       const LinuxKernelCalls::Answer& answer);

/**
 * @ingroup linux-kernel-script
 * @param call epoll_wait() of a script
 * @param answer to its order, without an error; without an event both are 0
 * @return what it returned, and the events and the descriptor if they are not as written
 */
TcpScriptSystem::Result MakeEpollResult(const TcpScriptCall& call,
                                        const LinuxKernelCalls::Answer& answer);

/**
 * @ingroup linux-kernel-script
 * @param call recvmsg() of a script
 * @param answer to its order, without an error
 * @param clockOffset time of the kernel's clock at the start of the simulation, ns
 * @return what it returned, with the flags and the control messages; if the script lists control
 * messages, one for which scripts have no name is a difference
 */
TcpScriptSystem::Result MakeMessageResult(const TcpScriptCall& call,
                                          const LinuxKernelCalls::Answer& answer,
                                          int64_t clockOffset);

} // namespace ns3

#endif // SCRIPT_ANSWER_H

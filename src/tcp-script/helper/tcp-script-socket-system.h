// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SOCKET_SYSTEM_H
#define TCP_SCRIPT_SOCKET_SYSTEM_H

#include "tcp-script-kernel.h"
#include "tcp-script-peer.h"
#include "tcp-script-runner.h"
#include "tcp-script-socket-probe.h"
#include "tcp-script-sockets.h"
#include "tcp-script-system.h"

#include <list>

namespace ns3
{

/**
 * @ingroup tcp-script
 * A system whose sockets are ns-3's. Calls that block sleep here, and are tried again whenever a
 * socket has news.
 * A call that would block is tried again in an event of its own after each news of a socket, in the
 * order of the script, as a kernel wakes a process that runs later. A write puts what there is room
 * for into the buffer before it sleeps (tcp_sendmsg()), and goes on only when the socket wakes its
 * writer.
 */
class TcpScriptSocketSystem : public TcpScriptSystem
{
  public:
    /**
     * @param peer the other end; outlives this object
     * @param factory makes the sockets
     * @param kernel that they are of; outlives this object
     * @param resolver asked before the kernel and the names of TcpScriptSocketProbe, if any
     */
    TcpScriptSocketSystem(TcpScriptPeer& peer,
                          Ptr<SocketFactory> factory,
                          const TcpScriptKernel& kernel,
                          TcpScriptRunner::StateResolver resolver);

    /**
     * @param id names the call for GiveUp()
     * @param call a call of the script, copied if it sleeps
     * @param mayBlock whether it may sleep here
     * @param done called before the return if the call does not sleep
     */
    void Execute(uint32_t id, const TcpScriptCall& call, bool mayBlock, Done done) override;
    /// @param id of a call, which is not tried again
    void GiveUp(uint32_t id) override;
    /**
     * The user's names come first, then the kernel's, then those of TcpScriptSocketProbe.
     * @param name of a state variable
     * @return its value for the socket made or connected last; none if nobody knows the name, or
     * before the first socket
     */
    std::optional<TcpScriptValue> GetState(const std::string& name) const override;

  private:
    /// A call that has not returned yet.
    struct SleepingCall
    {
        uint32_t id;        ///< of the call
        TcpScriptCall call; ///< with the bytes that are still to be written
        uint32_t written;   ///< bytes written before it slept last
        Done done;          ///< called when it returns
    };

    /// Try all sleeping calls again.
    void WakeCalls();
    /**
     * @param sleeping a call
     * @return whether it has returned
     */
    bool RetryCall(SleepingCall& sleeping);

    const TcpScriptKernel& m_kernel;           ///< of the sockets
    TcpScriptRunner::StateResolver m_resolver; ///< of the user, if any
    TcpScriptSocketProbe m_probe;              ///< state by common names
    TcpScriptSockets m_sockets;                ///< descriptors
    std::list<SleepingCall> m_sleeping;        ///< calls that have not returned
};

} // namespace ns3

#endif // TCP_SCRIPT_SOCKET_SYSTEM_H

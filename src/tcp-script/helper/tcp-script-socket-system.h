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

    void Execute(uint32_t id, const TcpScriptCall& call, bool mayBlock, Done done) override;
    void GiveUp(uint32_t id) override;
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

    void WakeCalls();
    bool RetryCall(SleepingCall& sleeping);

    const TcpScriptKernel& m_kernel;           ///< of the sockets
    TcpScriptRunner::StateResolver m_resolver; ///< of the user, if any
    TcpScriptSocketProbe m_probe;              ///< state by common names
    TcpScriptSockets m_sockets;                ///< descriptors
    std::list<SleepingCall> m_sleeping;        ///< calls that have not returned
};

} // namespace ns3

#endif // TCP_SCRIPT_SOCKET_SYSTEM_H

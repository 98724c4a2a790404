// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-socket-system.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScriptSocketSystem");

TcpScriptSocketSystem::TcpScriptSocketSystem(TcpScriptPeer& peer,
                                             Ptr<SocketFactory> factory,
                                             const TcpScriptKernel& kernel,
                                             TcpScriptRunner::StateResolver resolver)
    : m_kernel(kernel),
      m_resolver(std::move(resolver)),
      // A socket calls back in the middle of its own work. Calls that sleep are tried again in an
      // event of their own, just as a kernel wakes a process that runs later.
      m_sockets(
          peer,
          factory,
          kernel,
          [this](Ptr<Socket> socket, bool isConnected) { m_probe.Watch(socket, isConnected); },
          [this] { Simulator::ScheduleNow(&TcpScriptSocketSystem::WakeCalls, this); })
{
}

void
TcpScriptSocketSystem::Execute(uint32_t id, const TcpScriptCall& call, bool mayBlock, Done done)
{
    const Result result = m_sockets.Execute(call);
    if (!mayBlock || !result.wouldBlock)
    {
        done(result);
        return;
    }
    SleepingCall sleeping{.id = id, .call = call, .written = 0, .done = std::move(done)};
    // A write that blocks puts into the buffer what there is room for before it sleeps
    // (tcp_sendmsg of Linux); only the rest is tried again.
    if (call.function == TcpScriptCall::Function::WRITE)
    {
        sleeping.written = std::max<int64_t>(result.value, 0);
        sleeping.call.number -= sleeping.written;
        m_sockets.SleepForRoom(call);
    }
    m_sleeping.push_back(std::move(sleeping));
}

void
TcpScriptSocketSystem::GiveUp(uint32_t id)
{
    m_sleeping.remove_if([id](const SleepingCall& sleeping) { return sleeping.id == id; });
}

void
TcpScriptSocketSystem::WakeCalls()
{
    // Several calls may sleep, in the order of the script: packetdrill has a thread for one.
    for (auto sleeping = m_sleeping.begin(); sleeping != m_sleeping.end();)
    {
        sleeping = RetryCall(*sleeping) ? m_sleeping.erase(sleeping) : std::next(sleeping);
    }
}

bool
TcpScriptSocketSystem::RetryCall(SleepingCall& sleeping)
{
    const bool writes = sleeping.call.function == TcpScriptCall::Function::WRITE;
    // Room for a byte wakes no writer: the socket says when enough of its buffer is free.
    if (writes && !m_sockets.HasWokenWriter(sleeping.call.descriptor))
    {
        return false;
    }
    Result result = m_sockets.Execute(sleeping.call);
    if (writes)
    {
        const auto taken = static_cast<uint32_t>(std::max<int64_t>(result.value, 0));
        sleeping.written += taken;
        sleeping.call.number -= taken;
    }
    if (result.wouldBlock)
    {
        if (writes)
        {
            m_sockets.SleepForRoom(sleeping.call);
        }
        return false;
    }
    // An error after a part has been written is returned by the next call.
    result.value = writes && sleeping.written > 0 ? sleeping.written : result.value;
    sleeping.done(result);
    return true;
}

std::optional<TcpScriptValue>
TcpScriptSocketSystem::GetState(const std::string& name) const
{
    // Before the first socket() there is nothing to ask.
    const Ptr<Socket> socket = m_sockets.GetCurrent();
    if (!socket)
    {
        return std::nullopt;
    }
    // The user's names come first, then the kernel's own variables, then ns-3's trace sources: the
    // more exact one hides the more general one.
    if (const auto added = m_resolver ? m_resolver(socket, name) : std::nullopt)
    {
        return added;
    }
    const auto ofKernel = m_kernel.GetState(socket, name);
    return ofKernel ? ofKernel : m_probe.Get(socket, name);
}

} // namespace ns3

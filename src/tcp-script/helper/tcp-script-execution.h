// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_EXECUTION_H
#define TCP_SCRIPT_EXECUTION_H

#include "tcp-script-kernel.h"
#include "tcp-script-peer.h"
#include "tcp-script-runner.h"
#include "tcp-script-socket-probe.h"
#include "tcp-script-sockets.h"
#include "tcp-script-state-checker.h"

#include "ns3/event-id.h"

#include <deque>
#include <list>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * One run of one script: goes from event to event in virtual time and notes what is not as written.
 *
 * `NS_LOG=TcpScriptExecution=info` tells the run line by line: each call and its result, each
 * packet that goes in, each that is expected and by when, and each that came.
 */
class TcpScriptExecution
{
  public:
    /// How long the script waits for a packet at time `*`.
    static constexpr int64_t PATIENCE_S = 3600;

    /**
     * @param script what to run; outlives this object
     * @param options what the network is like
     * @param tolerance how much sooner or later a packet may come
     * @param kernel that the sockets are of; outlives this object
     * @param resolver asked before the kernel and the names of TcpScriptSocketProbe, if any
     */
    TcpScriptExecution(const TcpScript& script,
                       const TcpScriptPeer::Options& options,
                       Time tolerance,
                       const TcpScriptKernel& kernel,
                       TcpScriptRunner::StateResolver resolver);

    /// @return the node under test
    Ptr<Node> GetNode() const;

    /**
     * Runs the simulation to the script's end.
     *
     * @param factory makes the sockets
     * @return all mismatches
     */
    std::vector<TcpScriptMismatch> Run(Ptr<SocketFactory> factory);

  private:
    using Capture = TcpScriptPeer::Capture;

    /// The permitted times of an event.
    struct Period
    {
        Time earliest; ///< first
        Time latest;   ///< last
    };

    /// A call that has not returned yet.
    struct SleepingCall
    {
        uint32_t line;      ///< of the script
        TcpScriptCall call; ///< with the bytes that are still to be written
        uint32_t written;   ///< bytes written before it slept last
        Time end;           ///< when it must return
    };

    void Continue();
    void Perform();
    void Do(const TcpScriptPacket& packet);
    void Do(const TcpScriptIcmp& icmp);
    void Do(const TcpScriptCall& call);
    void Do(const TcpScriptAssertion& assertion);
    void Do(const TcpScriptPython& python);
    void Do(const TcpScriptCommand& command);
    void Sleep(const TcpScriptCall& call, const TcpScriptSockets::Result& result);
    void WakeCalls();
    bool RetryCall(SleepingCall& sleeping);
    void GiveUpCalls();
    void CheckResult(uint32_t line,
                     const TcpScriptCall& call,
                     const TcpScriptSockets::Result& result);
    void Advance(Time time);
    void ReceivePacket(const Capture& capture);
    void Match();
    void MatchOne(const Capture& capture);
    bool IsPart(const Capture& capture, const TcpScriptPacket& actual) const;
    void NoteFragment(const Capture& capture);
    void GiveUpWaiting();
    void Finish();
    Period GetPeriod() const;
    std::string FindTimeMistake(Time time) const;
    std::optional<TcpScriptValue> GetState(const std::string& name) const;
    uint32_t GetLine() const;
    const TcpScriptPacket* GetExpected() const;
    void Note(const std::string& reason, const std::string& expected, const std::string& actual);
    void Note(uint32_t line,
              const std::string& reason,
              const std::string& expected,
              const std::string& actual);

    const TcpScript& m_script;                   ///< what to run
    Time m_tolerance;                            ///< of packet times
    bool m_areLastPacketsFree;                   ///< see TcpScriptPeer::Options
    const TcpScriptKernel& m_kernel;             ///< of the sockets
    TcpScriptRunner::StateResolver m_resolver;   ///< of the user, if any
    TcpScriptPeer m_peer;                        ///< the other end
    TcpScriptSocketProbe m_probe;                ///< state by common names
    TcpScriptStateChecker m_checker;             ///< assertions and Python
    std::optional<TcpScriptSockets> m_sockets;   ///< descriptors
    size_t m_index{0};                           ///< event that is next
    Time m_last;                                 ///< when the event before happened
    std::deque<Capture> m_captures;              ///< packets sent, not matched yet
    EventId m_deadline;                          ///< end of waiting for a packet
    TcpScriptPacket m_rest;                      ///< what is left of the expected packet
    std::list<SleepingCall> m_sleeping;          ///< calls that have not returned
    std::vector<TcpScriptMismatch> m_mismatches; ///< so far
};

} // namespace ns3

#endif // TCP_SCRIPT_EXECUTION_H

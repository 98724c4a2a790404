// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_EXECUTION_H
#define TCP_SCRIPT_EXECUTION_H

#include "tcp-script-peer.h"
#include "tcp-script-runner.h"
#include "tcp-script-socket-probe.h"
#include "tcp-script-sockets.h"

#include "ns3/event-id.h"

#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * One run of one script: goes from event to event in virtual time and notes what is not as written.
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
     * @param resolver asked before the names of TcpScriptSocketProbe, if any
     */
    TcpScriptExecution(const TcpScript& script,
                       const TcpScriptPeer::Options& options,
                       Time tolerance,
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

    void Continue();
    void Perform();
    void Do(const TcpScriptPacket& packet);
    void Do(const TcpScriptCall& call);
    void Do(const TcpScriptAssertion& assertion);
    void CheckCondition(const TcpScriptCondition& condition);
    void Advance(Time time);
    void ReceivePacket(const Capture& capture);
    void Match();
    void MatchOne(const Capture& capture);
    void GiveUpWaiting();
    void Finish();
    Period GetPeriod() const;
    std::string FindTimeMistake(Time time) const;
    std::optional<TcpScriptValue> GetState(const std::string& name) const;
    const TcpScriptPacket* GetExpected() const;
    void Note(const std::string& reason, const std::string& expected, const std::string& actual);

    const TcpScript& m_script;                   ///< what to run
    Time m_tolerance;                            ///< of packet times
    TcpScriptRunner::StateResolver m_resolver;   ///< of the user, if any
    TcpScriptPeer m_peer;                        ///< the other end
    TcpScriptSocketProbe m_probe;                ///< state by common names
    std::optional<TcpScriptSockets> m_sockets;   ///< descriptors
    size_t m_index{0};                           ///< event that is next
    Time m_last;                                 ///< when the event before happened
    std::deque<Capture> m_captures;              ///< packets sent, not matched yet
    EventId m_deadline;                          ///< end of waiting for a packet
    std::vector<TcpScriptMismatch> m_mismatches; ///< so far
};

} // namespace ns3

#endif // TCP_SCRIPT_EXECUTION_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_EXECUTION_H
#define TCP_SCRIPT_EXECUTION_H

#include "tcp-script-peer.h"
#include "tcp-script-runner.h"
#include "tcp-script-state-checker.h"
#include "tcp-script-system.h"

#include "ns3/event-id.h"

#include <deque>
#include <map>
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
     * @param toleranceShare the same, as a share of the time since the event before; the larger of
     * both counts
     * @param leniency which differences do not matter
     */
    TcpScriptExecution(const TcpScript& script,
                       const TcpScriptPeer::Options& options,
                       Time tolerance,
                       double toleranceShare,
                       const TcpScriptLeniency& leniency);

    /// @return the other end, on whose network the system under test is
    TcpScriptPeer& GetPeer();

    /**
     * Runs the simulation to the script's end.
     *
     * @param system under test; outlives this object
     * @return all mismatches
     */
    std::vector<TcpScriptMismatch> Run(TcpScriptSystem& system);

  private:
    using Capture = TcpScriptPeer::Capture;

    /// The permitted times of an event.
    struct Period
    {
        Time earliest; ///< first
        Time latest;   ///< last
    };

    /// A call that has not returned yet.
    struct OpenCall
    {
        uint32_t line;             ///< of the script
        const TcpScriptCall* call; ///< of the script
        Time begin;                ///< when it was made
        Time end;                  ///< when it must return
        bool mayBlock;             ///< whether the script goes on in the meantime
    };

    void Begin();
    void RunCommand(std::size_t index);
    void NoteStatus(uint32_t line, int status);
    void Continue();
    void Perform();
    void Do(const TcpScriptPacket& packet);
    void Do(const TcpScriptIcmp& icmp);
    void Do(const TcpScriptCall& call);
    void Do(const TcpScriptAssertion& assertion);
    void Do(const TcpScriptPython& python);
    void Do(const TcpScriptCommand& command);
    void Return(uint32_t id, const TcpScriptSystem::Result& result);
    void GiveUpCall(uint32_t id);
    void CheckResult(uint32_t line,
                     const TcpScriptCall& call,
                     const TcpScriptSystem::Result& result);
    void Advance(Time time);
    void ReceivePacket(const Capture& capture);
    void Match();
    void MatchOne(const Capture& capture);
    void Forgive(TcpScriptPacket& expected, TcpScriptPacket& actual) const;
    bool IsPart(const Capture& capture, const TcpScriptPacket& actual) const;
    void NoteFragment(const Capture& capture);
    void GiveUpWaiting();
    void Finish();
    Period GetPeriod() const;
    Time GetTolerance(Time since) const;
    std::string FindTimeMistake(Time time) const;
    std::string FormatTime(Time time) const;
    std::string FormatBegin(uint32_t line) const;
    uint32_t GetLine() const;
    const TcpScriptPacket* GetExpected() const;
    void Note(const std::string& reason, const std::string& expected, const std::string& actual);
    void Note(uint32_t line,
              const std::string& reason,
              const std::string& expected,
              const std::string& actual);

    const TcpScript& m_script;                   ///< what to run
    Time m_tolerance;                            ///< of packet times
    double m_toleranceShare;                     ///< of the time since the event before
    TcpScriptLeniency m_leniency;                ///< which differences do not matter
    bool m_areLastPacketsFree;                   ///< see TcpScriptPeer::Options
    TcpScriptPeer m_peer;                        ///< the other end
    TcpScriptStateChecker m_checker;             ///< assertions and Python
    TcpScriptSystem* m_system{nullptr};          ///< under test
    Time m_begin;                                ///< the script's time 0
    size_t m_index{0};                           ///< event that is next
    Time m_last;                                 ///< when the event before happened
    std::deque<Capture> m_captures;              ///< packets sent, not matched yet
    EventId m_deadline;                          ///< end of waiting for a packet
    TcpScriptPacket m_rest;                      ///< what is left of the expected packet
    uint32_t m_calls{0};                         ///< calls made so far
    bool m_isFinished{false};                    ///< the last event is over
    bool m_isCalling{false};                     ///< TcpScriptSystem::Execute() is under way
    std::map<uint32_t, OpenCall> m_open;         ///< calls that have not returned, by number
    std::vector<TcpScriptMismatch> m_mismatches; ///< so far
};

} // namespace ns3

#endif // TCP_SCRIPT_EXECUTION_H

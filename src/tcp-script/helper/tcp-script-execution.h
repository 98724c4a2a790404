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
 * The script's time 0 is when the system is ready and the commands before the first event have
 * ended. An event that is late moves those with relative times behind it. packetdrill ends at the
 * first mismatch; here the script goes on, so that one run shows all of them. A script that the
 * simulation ends before its last event is a mismatch, too.
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
     * @param tolerance how much sooner or later a packet may come, 0 or more;
     * TcpScriptSystem::GetDelay() counts if it is longer
     * @param toleranceShare the same, as a share of the time since the event before, 0 to 1; the
     * larger of both counts
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
     * Runs the simulation to the script's end, which stops it. To be called once.
     * @param system under test; outlives this object
     * @return all mismatches, in the order of their discovery
     */
    std::vector<TcpScriptMismatch> Run(TcpScriptSystem& system);

  private:
    using Capture = TcpScriptPeer::Capture; ///< a packet that was seen

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

    /// First event of the simulation, in the context of the system's node.
    void Begin();
    /// @param index command before the first event; behind the last one the script's time begins
    void RunCommand(std::size_t index);
    /**
     * @param line of a command
     * @param status its exit status; a mismatch unless 0
     */
    void NoteStatus(uint32_t line, int status);
    /**
     * Go on to the next event: wait for its packet or its time, or for open calls if there is none.
     */
    void Continue();
    /// The time of an event has come that is no expected packet.
    void Perform();
    /// @param packet injected
    void Do(const TcpScriptPacket& packet);
    /// @param icmp error that is injected
    void Do(const TcpScriptIcmp& icmp);
    /**
     * As in packetdrill (run_system_call.c), only a call with an end time may block.
     * @param call made by the system
     */
    void Do(const TcpScriptCall& call);
    /// @param assertion looked at when the system's state is up to date
    void Do(const TcpScriptAssertion& assertion);
    /// @param python executed when the system's state is up to date
    void Do(const TcpScriptPython& python);
    /// @param command run by the system; the script goes on when it has ended
    void Do(const TcpScriptCommand& command);
    /**
     * @param id of a call; nothing happens if it was given up
     * @param result what it returned
     */
    void Return(uint32_t id, const TcpScriptSystem::Result& result);
    /// @param id of a call whose last permitted time has passed
    void GiveUpCall(uint32_t id);
    /**
     * @param line of the call
     * @param call with the result that is expected
     * @param result what it returned
     */
    void CheckResult(uint32_t line,
                     const TcpScriptCall& call,
                     const TcpScriptSystem::Result& result);
    /**
     * @param line of the call
     * @param expected by the script
     * @param actual what recvmsg() gave back, with times of the simulation
     */
    void CheckMessage(uint32_t line, const TcpScriptMessage& expected, TcpScriptMessage actual);
    /// @param time when the present event happened, from which the next relative time counts
    void Advance(Time time);
    /// @param capture packet of the system, which may be for a later event
    void ReceivePacket(const Capture& capture);
    /// Compare packets that have come with the one that is expected, while it is awaited.
    void Match();
    /**
     * A packet that differs, and comes at a wrong time, too, is not the one that was meant.
     * @param capture packet of the system
     */
    void MatchOne(const Capture& capture);
    /**
     * Make alike what may differ.
     * @param expected packet
     * @param actual packet
     */
    void Forgive(TcpScriptPacket& expected, TcpScriptPacket& actual) const;
    /**
     * packetdrill adds up what comes (run_packet.c, do_outbound_script_packet); here only full
     * segments are, so that a small one in the middle is seen.
     * @param capture packet of the system
     * @param actual the same in the script's numbers
     * @return whether it is a full segment of a longer packet that is expected
     */
    bool IsPart(const Capture& capture, const TcpScriptPacket& actual) const;
    /// @param capture fragment of an IP packet, always a mismatch
    void NoteFragment(const Capture& capture);
    /// The last permitted time of the expected packet has passed.
    void GiveUpWaiting();
    /**
     * The script is over: what came behind its last event is a mismatch, unless
     * TcpScriptPeer::Options::areLastPacketsFree.
     */
    void Finish();
    /// @return the permitted times of the present event, without tolerance; one at `*` has an hour
    Period GetPeriod() const;
    /**
     * packetdrill: verify_time.
     * @param since time from the event before, or from the beginning of a call
     * @return how much sooner or later it may come
     */
    Time GetTolerance(Time since) const;
    /**
     * @param time of a packet
     * @return empty, or whether it is too early or too late, and by what
     */
    std::string FindTimeMistake(Time time) const;
    /**
     * @param time of the simulation
     * @return time of the script, in seconds
     */
    std::string FormatTime(Time time) const;
    /**
     * @param line of the script
     * @return how a line of the log begins
     */
    std::string FormatBegin(uint32_t line) const;
    /// @return line of the present event; behind the last one, that of the last
    uint32_t GetLine() const;
    /// @return the packet that is expected; null if the event is another one
    const TcpScriptPacket* GetExpected() const;
    /**
     * @param reason what differs
     * @param expected in script notation
     * @param actual in script notation
     */
    void Note(const std::string& reason, const std::string& expected, const std::string& actual);
    /**
     * @param line of the script
     * @param reason what differs
     * @param expected in script notation
     * @param actual in script notation
     */
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

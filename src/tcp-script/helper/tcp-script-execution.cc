// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-execution.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-script-message.h"
#include "ns3/tcp-script-packet.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScriptExecution");

namespace
{

/// Deadlines lie this much behind the last permitted time, so that a packet which leaves at that
/// very time counts, in whatever order the simulator runs the events of one instant.
const Time MOMENT = NanoSeconds(1);

/// A result as scripts write it, such as -1 EAGAIN.
std::string
FormatResult(int64_t value, const std::string& error)
{
    return std::to_string(value) + (error.empty() ? "" : " " + error);
}

/// @return the call as a log names it: function, descriptor, option and number where they matter
std::string
FormatCall(const TcpScriptCall& call)
{
    // In the order of the enumeration; variants such as recvmsg() count as what they do.
    static constexpr std::array names{
        "socket",       "bind",      "listen",     "connect",    "accept", "read",     "write",
        "close",        "shutdown",  "setsockopt", "getsockopt", "fcntl",  "ioctl",    "poll",
        "epoll_create", "epoll_ctl", "epoll_wait", "open",       "pipe",   "sendfile", "splice"};
    std::string text = names.at(static_cast<size_t>(call.function)) + std::string("(");
    if (call.descriptor >= 0)
    {
        text += std::to_string(call.descriptor);
    }
    if (!call.option.empty())
    {
        text += ", " + call.option;
    }
    if (call.number > 0)
    {
        text += ", " + std::to_string(call.number);
    }
    return text + ")";
}

} // namespace

TcpScriptExecution::TcpScriptExecution(const TcpScript& script,
                                       const TcpScriptPeer::Options& options,
                                       Time tolerance,
                                       double toleranceShare,
                                       const TcpScriptLeniency& leniency)
    : m_script(script),
      m_tolerance(tolerance),
      m_toleranceShare(toleranceShare),
      m_leniency(leniency),
      m_areLastPacketsFree(options.areLastPacketsFree),
      m_peer(options, [this](const Capture& capture) { ReceivePacket(capture); }),
      m_checker([this](const std::string& name) { return m_system->GetState(name); },
                [this](uint32_t line, const std::string& text) {
                    NS_LOG_INFO(FormatBegin(line) << text);
                },
                [this](uint32_t line, const std::string& expected, const std::string& actual) {
                    Note(line, "state of the socket", expected, actual);
                })
{
}

TcpScriptPeer&
TcpScriptExecution::GetPeer()
{
    return m_peer;
}

std::vector<TcpScriptMismatch>
TcpScriptExecution::Run(TcpScriptSystem& system)
{
    m_system = &system;
    m_tolerance = std::max(m_tolerance, system.GetDelay());
    // Logs and random streams of the socket are those of its node.
    Simulator::ScheduleWithContext(m_peer.GetNode()->GetId(),
                                   Time(0),
                                   &TcpScriptExecution::Begin,
                                   this);
    Simulator::Run();
    // A system that never gets ready, or never answers, must not look like one that follows.
    if (!m_isFinished)
    {
        Note("the simulation has ended before the script", "", "");
    }
    return std::move(m_mismatches);
}

void
TcpScriptExecution::Begin()
{
    m_system->Start([this] { RunCommand(0); });
}

/// The commands before the first event run one after the other, before the script's time begins.
void
TcpScriptExecution::RunCommand(std::size_t index)
{
    if (index < m_script.setup.size())
    {
        const TcpScriptCommand& command = m_script.setup[index];
        m_system->RunCommand(command.text, [this, index, &command](int status) {
            NoteStatus(command.line, status);
            RunCommand(index + 1);
        });
        return;
    }
    m_begin = m_system->GetBegin(Simulator::Now());
    m_last = m_begin;
    Simulator::Schedule(m_begin - Simulator::Now(), &TcpScriptExecution::Continue, this);
}

void
TcpScriptExecution::NoteStatus(uint32_t line, int status)
{
    if (status != 0)
    {
        Note(line, "exit status of the command", "0", std::to_string(status));
    }
}

/// Script time in seconds, as scripts write times, with all digits that matter.
std::string
TcpScriptExecution::FormatTime(Time time) const
{
    std::ostringstream text;
    text.precision(15);
    text << (time - m_begin).GetSeconds() << " s";
    return text.str();
}

/// How each line of the log begins: where in the script, and when.
std::string
TcpScriptExecution::FormatBegin(uint32_t line) const
{
    return "line " + std::to_string(line) + ", " + FormatTime(Simulator::Now()) + ": ";
}

void
TcpScriptExecution::Continue()
{
    if (m_index == m_script.events.size())
    {
        // The script is over when its last call has returned or is overdue.
        Time end = Simulator::Now();
        for (const auto& [id, call] : m_open)
        {
            end = std::max(end, call.end + GetTolerance(call.end - call.begin) + MOMENT);
        }
        Simulator::Schedule(end - Simulator::Now() + MOMENT, &TcpScriptExecution::Finish, this);
        return;
    }
    const Period period = GetPeriod();
    const Time now = Simulator::Now();
    if (GetExpected())
    {
        NS_LOG_INFO(FormatBegin(GetLine())
                    << "expect " << FormatTcpScriptPacket(*GetExpected()) << " by "
                    << FormatTime(period.latest + GetTolerance(period.earliest - m_last)));
        m_rest = *GetExpected();
        const Time latest = period.latest + GetTolerance(period.earliest - m_last);
        const Time wait = std::max(latest - now, Time(0)) + MOMENT;
        m_deadline = Simulator::Schedule(wait, &TcpScriptExecution::GiveUpWaiting, this);
        Match(); // the packet may have left while the script was at the event before
        return;
    }
    // An expected packet may have come later than written; what follows it is late by as much.
    if (period.earliest < now - MOMENT - m_tolerance - m_system->GetDelay())
    {
        Note("this time has passed already", FormatTime(period.earliest), FormatTime(now));
    }
    Simulator::Schedule(std::max(period.earliest - now, Time(0)),
                        &TcpScriptExecution::Perform,
                        this);
}

TcpScriptExecution::Period
TcpScriptExecution::GetPeriod() const
{
    const TcpScriptTime& time = m_script.events.at(m_index).time;
    if (time.kind == TcpScriptTime::Kind::ANY)
    {
        // Whenever it comes, as in packetdrill; but a simulation needs an end.
        return {m_begin, m_last + Seconds(PATIENCE_S)};
    }
    const Time origin = time.kind == TcpScriptTime::Kind::RELATIVE ? m_last : m_begin;
    return {origin + NanoSeconds(time.earliest), origin + NanoSeconds(time.latest)};
}

const TcpScriptPacket*
TcpScriptExecution::GetExpected() const
{
    if (m_index == m_script.events.size())
    {
        return nullptr;
    }
    const auto* packet = std::get_if<TcpScriptPacket>(&m_script.events[m_index].action);
    return packet && !packet->injected ? packet : nullptr;
}

void
TcpScriptExecution::Perform()
{
    std::visit([this](const auto& action) { Do(action); }, m_script.events[m_index].action);
}

void
TcpScriptExecution::Do(const TcpScriptPacket& packet)
{
    NS_LOG_INFO(FormatBegin(GetLine()) << "inject " << FormatTcpScriptPacket(packet));
    m_peer.Inject(packet);
    Advance(Simulator::Now());
}

void
TcpScriptExecution::Do(const TcpScriptIcmp& icmp)
{
    NS_LOG_INFO(FormatBegin(GetLine())
                << "inject ICMP " << icmp.type << " " << icmp.code << " about bytes " << icmp.begin
                << ":" << icmp.begin + icmp.length);
    m_peer.Inject(icmp);
    Advance(Simulator::Now());
}

void
TcpScriptExecution::Do(const TcpScriptCommand& command)
{
    NS_LOG_INFO(FormatBegin(GetLine()) << "run " << command.text);
    const Time begin = Simulator::Now();
    m_system->RunCommand(command.text, [this, begin](int status) {
        NoteStatus(GetLine(), status);
        Advance(begin);
    });
}

void
TcpScriptExecution::Do(const TcpScriptCall& call)
{
    using Function = TcpScriptCall::Function;
    const TcpScriptTime& time = m_script.events[m_index].time;
    const Time origin = time.kind == TcpScriptTime::Kind::RELATIVE ? m_last : m_begin;
    const Time now = Simulator::Now();
    // As in packetdrill (run_system_call.c), the time tells a call that blocks from one that does
    // not: only the former has an end.
    const bool mayBlock = time.end.has_value();
    const Time end = mayBlock ? origin + NanoSeconds(*time.end) : now + m_system->GetDelay();
    NS_LOG_INFO(FormatBegin(GetLine()) << "call " << FormatCall(call));
    if (call.function == Function::LISTEN)
    {
        m_peer.ConnectToSocket();
    }
    const bool isFastOpen = std::ranges::find(call.flags, "MSG_FASTOPEN") != call.flags.end();
    if (call.function == Function::CONNECT || isFastOpen)
    {
        m_peer.ListenForSocket();
    }
    const uint32_t id = m_calls++;
    m_open[id] = {GetLine(), &call, now, end, mayBlock};
    m_isCalling = true;
    m_system->Execute(id, call, mayBlock, [this, id](const TcpScriptSystem::Result& result) {
        Return(id, result);
    });
    m_isCalling = false;
    if (!m_open.contains(id))
    {
        Advance(now);
        return;
    }
    const Time wait = std::max(end + GetTolerance(end - now) - now, Time(0)) + MOMENT;
    Simulator::Schedule(wait, &TcpScriptExecution::GiveUpCall, this, id);
    if (mayBlock)
    {
        NS_LOG_INFO(FormatBegin(GetLine()) << "it must return at " << FormatTime(end));
        Advance(now);
    }
}

void
TcpScriptExecution::Return(uint32_t id, const TcpScriptSystem::Result& result)
{
    const auto found = m_open.find(id);
    if (found == m_open.end())
    {
        return; // given up
    }
    const OpenCall open = found->second;
    m_open.erase(found);
    CheckResult(open.line, *open.call, result);
    const Time now = Simulator::Now();
    // A call written to return at once may have an end too, which is not later.
    const bool isAtOnce = now <= open.begin + m_system->GetDelay();
    if (open.mayBlock && now < open.end - GetTolerance(open.end - open.begin))
    {
        Note(open.line,
             isAtOnce ? "the call did not block" : "the call returned too early",
             isAtOnce ? "" : FormatTime(open.end),
             isAtOnce ? "" : FormatTime(now));
    }
    if (!open.mayBlock && !m_isCalling)
    {
        Advance(open.begin);
    }
}

void
TcpScriptExecution::GiveUpCall(uint32_t id)
{
    const auto found = m_open.find(id);
    if (found == m_open.end())
    {
        return;
    }
    const OpenCall open = found->second;
    m_open.erase(found);
    m_system->GiveUp(id);
    Note(open.line,
         "the call has not returned by " + FormatTime(open.end),
         FormatResult(open.call->result, open.call->error),
         "");
    if (!open.mayBlock)
    {
        Advance(open.begin);
    }
}

void
TcpScriptExecution::CheckResult(uint32_t line,
                                const TcpScriptCall& call,
                                const TcpScriptSystem::Result& result)
{
    NS_LOG_INFO(FormatBegin(line) << FormatCall(call) << " returns "
                                  << FormatResult(result.value, result.error));
    if (result.sendsFile)
    {
        m_peer.AcceptAnyData();
    }
    // Scripts may call one error by either of two names, which Linux gives the same number.
    const std::string error = call.error == "EWOULDBLOCK" ? "EAGAIN" : call.error;
    if (result.value != call.result || (!error.empty() && result.error != error))
    {
        Note(line,
             "result of the call",
             FormatResult(call.result, call.error),
             FormatResult(result.value, result.error));
    }
    else if (result.expected != result.actual)
    {
        Note(line, "value that the call gave back", result.expected, result.actual);
    }
    else if (call.message && result.value >= 0)
    {
        CheckMessage(line, *call.message, result.message);
    }
}

void
TcpScriptExecution::CheckMessage(uint32_t line,
                                 const TcpScriptMessage& expected,
                                 TcpScriptMessage actual)
{
    for (std::size_t i = 0; actual.controls && i < actual.controls->size(); ++i)
    {
        if (auto* stamp = std::get_if<TcpScriptStamp>(&actual.controls->at(i)))
        {
            stamp->time -= m_begin.GetNanoSeconds();
        }
    }
    if (!IsTcpScriptMessage(expected, actual, m_tolerance.GetNanoSeconds()))
    {
        Note(line,
             "message that the call gave back",
             FormatTcpScriptMessage(expected),
             FormatTcpScriptMessage(actual));
    }
}

void
TcpScriptExecution::Do(const TcpScriptPython& python)
{
    const Time begin = Simulator::Now();
    m_system->Update([this, &python, begin] {
        m_checker.Execute(python);
        Advance(begin);
    });
}

void
TcpScriptExecution::Do(const TcpScriptAssertion& assertion)
{
    const Time begin = Simulator::Now();
    m_system->Update([this, &assertion, begin] {
        m_checker.Check(GetLine(), assertion);
        Advance(begin);
    });
}

void
TcpScriptExecution::Advance(Time time)
{
    // Relative times count from when an event happened, not from when it was written to happen
    // (packetdrill: last_event_time_usecs), so that one late packet does not fail all that follow.
    m_last = time;
    ++m_index;
    m_deadline.Cancel();
    // A call that blocks, or a packet, takes effect before the next event.
    Simulator::Schedule(m_system->GetDelay(), &TcpScriptExecution::Continue, this);
}

void
TcpScriptExecution::ReceivePacket(const Capture& capture)
{
    // A TCP that fragments has missed the MTU of its device, which no script asks for.
    if (capture.isFragment)
    {
        NoteFragment(capture);
        return;
    }
    NS_LOG_DEBUG(FormatBegin(GetLine())
                 << "the socket sends "
                 << FormatTcpScriptPacket(m_peer.Translate(capture, nullptr)));
    // The packet may be for a later event; it waits in line until an event expects one.
    m_captures.push_back(capture);
    if (m_deadline.IsPending())
    {
        Match();
    }
}

void
TcpScriptExecution::Match()
{
    while (m_deadline.IsPending() && !m_captures.empty())
    {
        const Capture capture = m_captures.front();
        m_captures.pop_front();
        // packetdrill sees only packets of its current socket, and those only when it looks.
        if (m_areLastPacketsFree && !m_peer.IsOfConnection(capture.header))
        {
            NS_LOG_INFO(FormatBegin(GetLine()) << "a packet of an earlier connection is ignored");
            continue;
        }
        MatchOne(capture);
    }
}

void
TcpScriptExecution::MatchOne(const Capture& capture)
{
    // Either the packet itself or, with segments of it matched before, the rest of it.
    TcpScriptPacket expected = m_rest;
    TcpScriptPacket actual = m_peer.Translate(capture, &expected);
    NS_LOG_INFO(FormatBegin(GetLine()) << "received " << FormatTcpScriptPacket(actual));
    const bool isPart = IsPart(capture, actual);
    if (isPart)
    {
        // The flags of the packet's end come with the last segment; a push may come with any.
        expected.length = actual.length;
        expected.flags &= ~(TcpScriptPacket::PSH | TcpScriptPacket::FIN);
        actual.flags &= ~TcpScriptPacket::PSH;
    }
    Forgive(expected, actual);
    const std::string difference = FindTcpScriptPacketDifference(expected, actual);
    const std::string mistake = FindTimeMistake(capture.time);
    if (!difference.empty() && !mistake.empty())
    {
        // Neither the packet nor its time is right: the expected one may still come. packetdrill
        // ends at the first mismatch; here the script goes on, so that one run shows all of them.
        Note("packet that was not expected, at " + FormatTime(capture.time),
             "",
             FormatTcpScriptPacket(actual));
        return;
    }
    // One of both is wrong: it is the packet that was meant, with a mistake.
    if (!difference.empty() || !mistake.empty())
    {
        Note(mistake.empty() ? difference : mistake,
             FormatTcpScriptPacket(expected),
             FormatTcpScriptPacket(actual));
    }
    else if (!m_peer.HasRightData(capture))
    {
        Note("bytes other than those written",
             FormatTcpScriptPacket(expected),
             FormatTcpScriptPacket(actual));
    }
    else if (isPart)
    {
        NS_LOG_INFO(FormatBegin(GetLine())
                    << "a part of it; " << m_rest.length - actual.length << " bytes are to come");
        m_rest.begin += actual.length;
        m_rest.length -= actual.length;
        return;
    }
    Advance(capture.time);
}

/// Makes alike what may differ.
void
TcpScriptExecution::Forgive(TcpScriptPacket& expected, TcpScriptPacket& actual) const
{
    if (m_leniency.isPshFree)
    {
        expected.flags &= ~TcpScriptPacket::PSH;
        actual.flags &= ~TcpScriptPacket::PSH;
    }
    if (m_leniency.mayLackOptions && expected.options)
    {
        std::erase_if(*expected.options, [&actual](const TcpScriptOption& option) {
            return std::ranges::find(*actual.options, option.kind, &TcpScriptOption::kind) ==
                   actual.options->end();
        });
    }
}

bool
TcpScriptExecution::IsPart(const Capture& capture, const TcpScriptPacket& actual) const
{
    // Scripts for kernels with TSO expect packets longer than a segment. packetdrill adds up what
    // comes until it has the expected length (run_packet.c, do_outbound_script_packet); here only
    // full segments are added, so that a small one in the middle is seen.
    const uint32_t full = m_peer.GetFullSegment(capture);
    return !m_peer.AreSegmentsStrict() && actual.begin == m_rest.begin &&
           actual.length < m_rest.length && full > 0 && actual.length >= full;
}

void
TcpScriptExecution::NoteFragment(const Capture& capture)
{
    Note("fragment of an IP packet, at " + FormatTime(capture.time),
         "",
         std::to_string(capture.payload->GetSize()) + " bytes");
}

/// @param since time from the event before, or from the beginning of a call
Time
TcpScriptExecution::GetTolerance(Time since) const
{
    // packetdrill: verify_time.
    return std::max(m_tolerance, Seconds(m_toleranceShare * since.GetSeconds()));
}

std::string
TcpScriptExecution::FindTimeMistake(Time time) const
{
    // The tolerance widens a range at both ends (packetdrill: verify_time).
    const Period period = GetPeriod();
    const Time tolerance = GetTolerance(period.earliest - m_last);
    const bool isSoon = time < period.earliest - tolerance;
    if (!isSoon && time <= period.latest + tolerance)
    {
        return "";
    }
    return std::string(isSoon ? "too early" : "too late") + ", at " + FormatTime(time) +
           " instead of " + FormatTime(isSoon ? period.earliest : period.latest);
}

void
TcpScriptExecution::GiveUpWaiting()
{
    // A part of the packet may have come, as full segments.
    const Time latest = GetPeriod().latest;
    const uint32_t sent = GetExpected()->length - m_rest.length;
    Note((sent > 0 ? "only " + std::to_string(sent) + " bytes" : std::string("nothing")) +
             " sent until " + FormatTime(latest),
         FormatTcpScriptPacket(*GetExpected()),
         "");
    Advance(latest);
}

void
TcpScriptExecution::Finish()
{
    // packetdrill resets the connection at the end of a script and looks at nothing more; here a
    // needless packet behind the last expected one is a mismatch unless that is asked for.
    if (m_areLastPacketsFree)
    {
        NS_LOG_INFO(FormatBegin(GetLine())
                    << "packets behind the last event: " << m_captures.size());
        m_captures.clear();
    }
    for (const auto& capture : m_captures)
    {
        Note("packet that was not expected, at " + FormatTime(capture.time),
             "",
             FormatTcpScriptPacket(m_peer.Translate(capture, nullptr)));
    }
    m_captures.clear();
    m_isFinished = true;
    Simulator::Stop();
}

void
TcpScriptExecution::Note(const std::string& reason,
                         const std::string& expected,
                         const std::string& actual)
{
    Note(GetLine(), reason, expected, actual);
}

void
TcpScriptExecution::Note(uint32_t line,
                         const std::string& reason,
                         const std::string& expected,
                         const std::string& actual)
{
    NS_LOG_INFO(FormatBegin(line) << "mismatch: " << reason
                                  << (expected.empty() ? "" : "; expected " + expected)
                                  << (actual.empty() ? "" : "; got " + actual));
    m_mismatches.push_back({line, reason, expected, actual});
}

uint32_t
TcpScriptExecution::GetLine() const
{
    // What happens after the last event is reported with the line of that event.
    return m_script.events[std::min(m_index, m_script.events.size() - 1)].line;
}

} // namespace ns3

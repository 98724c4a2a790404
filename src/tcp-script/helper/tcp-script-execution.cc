// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-execution.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
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

/// In seconds, as scripts write times, with all digits that matter.
std::string
FormatTime(Time time)
{
    std::ostringstream text;
    text.precision(15);
    text << time.GetSeconds() << " s";
    return text.str();
}

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
    static constexpr std::array names{"socket",
                                      "bind",
                                      "listen",
                                      "connect",
                                      "accept",
                                      "read",
                                      "write",
                                      "close",
                                      "shutdown",
                                      "setsockopt",
                                      "getsockopt",
                                      "fcntl",
                                      "ioctl",
                                      "poll"};
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

/// How each line of the log begins: where in the script, and when.
std::string
FormatBegin(uint32_t line)
{
    return "line " + std::to_string(line) + ", " + FormatTime(Simulator::Now()) + ": ";
}

} // namespace

TcpScriptExecution::TcpScriptExecution(const TcpScript& script,
                                       const TcpScriptPeer::Options& options,
                                       Time tolerance,
                                       const TcpScriptKernel& kernel,
                                       TcpScriptRunner::StateResolver resolver)
    : m_script(script),
      m_tolerance(tolerance),
      m_areLastPacketsFree(options.areLastPacketsFree),
      m_kernel(kernel),
      m_resolver(std::move(resolver)),
      m_peer(options, [this](const Capture& capture) { ReceivePacket(capture); }),
      m_checker(
          [this](const std::string& name) { return GetState(name); },
          [](uint32_t line, const std::string& text) { NS_LOG_INFO(FormatBegin(line) << text); },
          [this](uint32_t line, const std::string& expected, const std::string& actual) {
              Note(line, "state of the socket", expected, actual);
          })
{
}

Ptr<Node>
TcpScriptExecution::GetNode() const
{
    return m_peer.GetNode();
}

std::vector<TcpScriptMismatch>
TcpScriptExecution::Run(Ptr<SocketFactory> factory)
{
    // A socket calls back in the middle of its own work. Calls that sleep are tried again in an
    // event of their own, just as a kernel wakes a process that runs later.
    m_sockets.emplace(
        m_peer,
        factory,
        m_kernel,
        [this](Ptr<Socket> socket, bool isConnected) { m_probe.Watch(socket, isConnected); },
        [this] { Simulator::ScheduleNow(&TcpScriptExecution::WakeCalls, this); });
    // Logs and random streams of the socket are those of its node.
    Simulator::ScheduleWithContext(GetNode()->GetId(),
                                   Time(0),
                                   &TcpScriptExecution::Continue,
                                   this);
    Simulator::Run();
    return std::move(m_mismatches);
}

void
TcpScriptExecution::Continue()
{
    if (m_index == m_script.events.size())
    {
        // The script is over when its last call has returned or is overdue.
        Time end = Simulator::Now();
        for (const auto& sleeping : m_sleeping)
        {
            end = std::max(end, sleeping.end + m_tolerance + MOMENT);
        }
        Simulator::Schedule(end - Simulator::Now() + MOMENT, &TcpScriptExecution::Finish, this);
        return;
    }
    const Period period = GetPeriod();
    const Time now = Simulator::Now();
    if (GetExpected())
    {
        NS_LOG_INFO(FormatBegin(GetLine()) << "expect " << FormatTcpScriptPacket(*GetExpected())
                                           << " by " << FormatTime(period.latest + m_tolerance));
        m_rest = *GetExpected();
        const Time wait = std::max(period.latest + m_tolerance - now, Time(0)) + MOMENT;
        m_deadline = Simulator::Schedule(wait, &TcpScriptExecution::GiveUpWaiting, this);
        Match(); // the packet may have left while the script was at the event before
        return;
    }
    // An expected packet may have come later than written; what follows it is late by as much.
    if (period.earliest < now - MOMENT - m_tolerance)
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
        return {Time(0), m_last + Seconds(PATIENCE_S)};
    }
    const Time origin = time.kind == TcpScriptTime::Kind::RELATIVE ? m_last : Time(0);
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
    Advance(Simulator::Now());
}

void
TcpScriptExecution::Do(const TcpScriptPacket& packet)
{
    NS_LOG_INFO(FormatBegin(GetLine()) << "inject " << FormatTcpScriptPacket(packet));
    m_peer.Inject(packet);
}

void
TcpScriptExecution::Do(const TcpScriptIcmp& icmp)
{
    NS_LOG_INFO(FormatBegin(GetLine())
                << "inject ICMP " << icmp.type << " " << icmp.code << " about bytes " << icmp.begin
                << ":" << icmp.begin + icmp.length);
    m_peer.Inject(icmp);
}

void
TcpScriptExecution::Do(const TcpScriptCommand&)
{
    // The runner names all commands that have no effect before the script starts.
}

void
TcpScriptExecution::Do(const TcpScriptCall& call)
{
    const TcpScriptTime& time = m_script.events[m_index].time;
    NS_LOG_INFO(FormatBegin(GetLine()) << "call " << FormatCall(call));
    const auto result = m_sockets->Execute(call);
    // As in packetdrill (run_system_call.c), the time tells a call that blocks from one that does
    // not: only the former has an end.
    if (time.end && result.wouldBlock)
    {
        Sleep(call, result);
        return;
    }
    CheckResult(GetLine(), call, result);
    // A call written to return at once has an end too, and no duration.
    if (time.end && *time.end > time.earliest + m_tolerance.GetNanoSeconds())
    {
        Note("the call did not block", "", "");
    }
}

void
TcpScriptExecution::Sleep(const TcpScriptCall& call, const TcpScriptSockets::Result& result)
{
    const TcpScriptTime& time = m_script.events[m_index].time;
    const Time origin = time.kind == TcpScriptTime::Kind::RELATIVE ? m_last : Time(0);
    SleepingCall sleeping{.line = GetLine(),
                          .call = call,
                          .written = 0,
                          .end = origin + NanoSeconds(*time.end)};
    // A write that blocks puts into the buffer what there is room for before it sleeps
    // (tcp_sendmsg of Linux); only the rest is tried again.
    if (call.function == TcpScriptCall::Function::WRITE)
    {
        sleeping.written = std::max<int64_t>(result.value, 0);
        sleeping.call.number -= sleeping.written;
        m_sockets->SleepForRoom(call);
    }
    NS_LOG_INFO(FormatBegin(GetLine())
                << "it blocks; it must return at " << FormatTime(sleeping.end));
    m_sleeping.push_back(sleeping);
    const Time wait = std::max(sleeping.end + m_tolerance - Simulator::Now(), Time(0)) + MOMENT;
    Simulator::Schedule(wait, &TcpScriptExecution::GiveUpCalls, this);
}

void
TcpScriptExecution::WakeCalls()
{
    // Several calls may sleep, in the order of the script: packetdrill has a thread for one.
    for (auto sleeping = m_sleeping.begin(); sleeping != m_sleeping.end();)
    {
        sleeping = RetryCall(*sleeping) ? m_sleeping.erase(sleeping) : std::next(sleeping);
    }
}

bool
TcpScriptExecution::RetryCall(SleepingCall& sleeping)
{
    const bool writes = sleeping.call.function == TcpScriptCall::Function::WRITE;
    // Room for a byte wakes no writer: the socket says when enough of its buffer is free.
    if (writes && !m_sockets->HasWokenWriter(sleeping.call.descriptor))
    {
        return false;
    }
    auto result = m_sockets->Execute(sleeping.call);
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
            m_sockets->SleepForRoom(sleeping.call);
        }
        return false;
    }
    // An error after a part has been written is returned by the next call.
    result.value = writes && sleeping.written > 0 ? sleeping.written : result.value;
    CheckResult(sleeping.line, sleeping.call, result);
    const Time now = Simulator::Now();
    if (now < sleeping.end - m_tolerance)
    {
        Note(sleeping.line,
             "the call returned too early",
             FormatTime(sleeping.end),
             FormatTime(now));
    }
    return true;
}

void
TcpScriptExecution::GiveUpCalls()
{
    const Time now = Simulator::Now();
    m_sleeping.remove_if([this, now](const SleepingCall& sleeping) {
        const bool isOver = now > sleeping.end + m_tolerance;
        if (isOver)
        {
            Note(sleeping.line,
                 "the call has not returned by " + FormatTime(sleeping.end),
                 FormatResult(sleeping.call.result, sleeping.call.error),
                 "");
        }
        return isOver;
    });
}

void
TcpScriptExecution::CheckResult(uint32_t line,
                                const TcpScriptCall& call,
                                const TcpScriptSockets::Result& result)
{
    NS_LOG_INFO(FormatBegin(line) << FormatCall(call) << " returns "
                                  << FormatResult(result.value, result.error));
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
}

void
TcpScriptExecution::Do(const TcpScriptPython& python)
{
    m_checker.Execute(python);
}

void
TcpScriptExecution::Do(const TcpScriptAssertion& assertion)
{
    m_checker.Check(GetLine(), assertion);
}

std::optional<TcpScriptValue>
TcpScriptExecution::GetState(const std::string& name) const
{
    // Before the first socket() there is nothing to ask.
    const Ptr<Socket> socket = m_sockets->GetCurrent();
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

void
TcpScriptExecution::Advance(Time time)
{
    // Relative times count from when an event happened, not from when it was written to happen
    // (packetdrill: last_event_time_usecs), so that one late packet does not fail all that follow.
    m_last = time;
    ++m_index;
    m_deadline.Cancel();
    Simulator::ScheduleNow(&TcpScriptExecution::Continue, this);
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

std::string
TcpScriptExecution::FindTimeMistake(Time time) const
{
    // The tolerance widens a range at both ends (packetdrill: verify_time).
    const Period period = GetPeriod();
    const bool isSoon = time < period.earliest - m_tolerance;
    if (!isSoon && time <= period.latest + m_tolerance)
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

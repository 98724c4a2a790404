// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-execution.h"

#include "tcp-script-info.h"

#include "ns3/simulator.h"
#include "ns3/tcp-script-expression.h"
#include "ns3/tcp-script-packet.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace ns3
{

namespace
{

/// After everything that happens at a time.
const Time MOMENT = NanoSeconds(1);

std::string
FormatTime(Time time)
{
    std::ostringstream text;
    text.precision(15);
    text << time.GetSeconds() << " s";
    return text.str();
}

std::string
FormatResult(int64_t value, const std::string& error)
{
    return std::to_string(value) + (error.empty() ? "" : " " + error);
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
      m_peer(options, [this](const Capture& capture) { ReceivePacket(capture); })
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
    m_sockets.emplace(
        m_peer,
        factory,
        m_kernel,
        [this](Ptr<Socket> socket, bool isConnected) { m_probe.Watch(socket, isConnected); },
        [this] { Simulator::ScheduleNow(&TcpScriptExecution::WakeCalls, this); });
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
        m_rest = *GetExpected();
        const Time wait = std::max(period.latest + m_tolerance - now, Time(0)) + MOMENT;
        m_deadline = Simulator::Schedule(wait, &TcpScriptExecution::GiveUpWaiting, this);
        Match();
        return;
    }
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
    m_peer.Inject(packet);
}

void
TcpScriptExecution::Do(const TcpScriptIcmp& icmp)
{
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
    const auto result = m_sockets->Execute(call);
    if (time.end && result.wouldBlock)
    {
        Sleep(call, result);
        return;
    }
    CheckResult(GetLine(), call, result);
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
    if (call.function == TcpScriptCall::Function::WRITE)
    {
        sleeping.written = std::max<int64_t>(result.value, 0);
        sleeping.call.number -= sleeping.written;
        m_sockets->SleepForRoom(call);
    }
    m_sleeping.push_back(sleeping);
    const Time wait = std::max(sleeping.end + m_tolerance - Simulator::Now(), Time(0)) + MOMENT;
    Simulator::Schedule(wait, &TcpScriptExecution::GiveUpCalls, this);
}

void
TcpScriptExecution::WakeCalls()
{
    for (auto sleeping = m_sleeping.begin(); sleeping != m_sleeping.end();)
    {
        sleeping = RetryCall(*sleeping) ? m_sleeping.erase(sleeping) : std::next(sleeping);
    }
}

bool
TcpScriptExecution::RetryCall(SleepingCall& sleeping)
{
    const bool writes = sleeping.call.function == TcpScriptCall::Function::WRITE;
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
    result.value = writes && sleeping.written > 0 ? sleeping.written : result.value;
    CheckResult(sleeping.line, sleeping.call, result);
    const Time now = Simulator::Now();
    if (now < sleeping.end - m_tolerance)
    {
        m_mismatches.push_back({sleeping.line,
                                "the call returned too early",
                                FormatTime(sleeping.end),
                                FormatTime(now)});
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
            m_mismatches.push_back({sleeping.line,
                                    "the call has not returned by " + FormatTime(sleeping.end),
                                    FormatResult(sleeping.call.result, sleeping.call.error),
                                    ""});
        }
        return isOver;
    });
}

void
TcpScriptExecution::CheckResult(uint32_t line,
                                const TcpScriptCall& call,
                                const TcpScriptSockets::Result& result)
{
    // Two names of one error
    const std::string error = call.error == "EWOULDBLOCK" ? "EAGAIN" : call.error;
    if (result.value != call.result || (!error.empty() && result.error != error))
    {
        m_mismatches.push_back({line,
                                "result of the call",
                                FormatResult(call.result, call.error),
                                FormatResult(result.value, result.error)});
    }
    else if (result.expected != result.actual)
    {
        m_mismatches.push_back(
            {line, "value that the call gave back", result.expected, result.actual});
    }
}

void
TcpScriptExecution::Do(const TcpScriptPython& python)
{
    for (const auto& statement : python)
    {
        try
        {
            Execute(statement);
        }
        catch (const TcpScriptNoValueError& error)
        {
            m_mismatches.push_back(
                {statement.line, "state of the socket", statement.text, error.what()});
        }
    }
}

void
TcpScriptExecution::Execute(const TcpScriptStatement& statement)
{
    if (statement.kind == TcpScriptStatement::Kind::PRINT)
    {
        return;
    }
    // What the script has named so far helps to understand a failure.
    std::string values;
    const auto value =
        EvaluateTcpScriptExpression(statement.expression, [this, &values](const std::string& name) {
            const auto found = LookUp(name);
            if (found && !GetTcpScriptConstant(name))
            {
                values +=
                    (values.empty() ? "" : ", ") + name + " = " + FormatTcpScriptValue(*found);
            }
            return found;
        });
    if (statement.kind == TcpScriptStatement::Kind::ASSIGN)
    {
        m_variables[statement.name] = value;
    }
    else if (!IsTcpScriptValueTrue(value))
    {
        m_mismatches.push_back({statement.line, "state of the socket", statement.text, values});
    }
}

std::optional<TcpScriptValue>
TcpScriptExecution::LookUp(const std::string& name) const
{
    const auto variable = m_variables.find(name);
    if (variable != m_variables.end())
    {
        return variable->second;
    }
    if (const auto constant = GetTcpScriptConstant(name))
    {
        return constant;
    }
    const auto state = [this](const std::string& variable) { return GetState(variable); };
    const auto field = GetTcpScriptInfo(name, state);
    return field ? field : GetState(name);
}

void
TcpScriptExecution::Do(const TcpScriptAssertion& assertion)
{
    for (const auto& condition : assertion)
    {
        CheckCondition(condition);
    }
}

void
TcpScriptExecution::CheckCondition(const TcpScriptCondition& condition)
{
    static constexpr std::array operators{"==", "!=", "<", "<=", ">", ">="};
    const auto actual = GetState(condition.name);
    if (!actual || !HoldsTcpScriptCondition(condition, *actual))
    {
        Note("state of the socket",
             condition.name + " " + operators.at(static_cast<size_t>(condition.relation)) + " " +
                 FormatTcpScriptValue(condition.value),
             actual ? FormatTcpScriptValue(*actual) : "no value of that name");
    }
}

std::optional<TcpScriptValue>
TcpScriptExecution::GetState(const std::string& name) const
{
    const Ptr<Socket> socket = m_sockets->GetCurrent();
    if (!socket)
    {
        return std::nullopt;
    }
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
    m_last = time;
    ++m_index;
    m_deadline.Cancel();
    Simulator::ScheduleNow(&TcpScriptExecution::Continue, this);
}

void
TcpScriptExecution::ReceivePacket(const Capture& capture)
{
    if (capture.isFragment)
    {
        NoteFragment(capture);
        return;
    }
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
    TcpScriptPacket expected = m_rest;
    TcpScriptPacket actual = m_peer.Translate(capture, &expected);
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
        // Neither the packet nor its time: the one expected may still come.
        Note("packet that was not expected, at " + FormatTime(capture.time),
             "",
             FormatTcpScriptPacket(actual));
        return;
    }
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
        m_rest.begin += actual.length;
        m_rest.length -= actual.length;
        return;
    }
    Advance(capture.time);
}

bool
TcpScriptExecution::IsPart(const Capture& capture, const TcpScriptPacket& actual) const
{
    const uint32_t full = m_peer.GetFullSegment(capture);
    return !m_peer.AreSegmentsStrict() && actual.begin == m_rest.begin &&
           actual.length < m_rest.length && full > 0 && actual.length >= full;
}

void
TcpScriptExecution::NoteFragment(const Capture& capture)
{
    m_mismatches.push_back({GetLine(),
                            "fragment of an IP packet, at " + FormatTime(capture.time),
                            "",
                            std::to_string(capture.payload->GetSize()) + " bytes"});
}

std::string
TcpScriptExecution::FindTimeMistake(Time time) const
{
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
    if (m_areLastPacketsFree)
    {
        m_captures.clear();
    }
    for (const auto& capture : m_captures)
    {
        m_mismatches.push_back({m_script.events.back().line,
                                "packet that was not expected, at " + FormatTime(capture.time),
                                "",
                                FormatTcpScriptPacket(m_peer.Translate(capture, nullptr))});
    }
    m_captures.clear();
    Simulator::Stop();
}

void
TcpScriptExecution::Note(const std::string& reason,
                         const std::string& expected,
                         const std::string& actual)
{
    m_mismatches.push_back({GetLine(), reason, expected, actual});
}

uint32_t
TcpScriptExecution::GetLine() const
{
    return m_script.events[std::min(m_index, m_script.events.size() - 1)].line;
}

} // namespace ns3

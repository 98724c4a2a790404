// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-execution.h"

#include "tcp-linux24-script-state.h"

#include "ns3/simulator.h"
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
                                       TcpScriptRunner::StateResolver resolver)
    : m_script(script),
      m_tolerance(tolerance),
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
    m_sockets.emplace(m_peer, factory, [this](Ptr<Socket> socket, bool isConnected) {
        m_probe.Watch(socket, isConnected);
    });
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
        Simulator::Schedule(MOMENT, &TcpScriptExecution::Finish, this);
        return;
    }
    const Period period = GetPeriod();
    const Time now = Simulator::Now();
    if (GetExpected())
    {
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
TcpScriptExecution::Do(const TcpScriptCall& call)
{
    const auto result = m_sockets->Execute(call);
    if (result.value != call.result || (!call.error.empty() && result.error != call.error))
    {
        Note("result of the call",
             FormatResult(call.result, call.error),
             FormatResult(result.value, result.error));
    }
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
    const auto ofKernel = GetTcpLinux24ScriptState(socket, name);
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
    const TcpScriptPacket& expected = *GetExpected();
    const TcpScriptPacket actual = m_peer.Translate(capture, &expected);
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
    Advance(capture.time);
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
    Note("nothing sent until " + FormatTime(latest), FormatTcpScriptPacket(*GetExpected()), "");
    Advance(latest);
}

void
TcpScriptExecution::Finish()
{
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
    m_mismatches.push_back({m_script.events.at(m_index).line, reason, expected, actual});
}

} // namespace ns3

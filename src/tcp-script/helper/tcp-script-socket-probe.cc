// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-socket-probe.h"

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-socket.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <array>
#include <charconv>

namespace ns3
{

namespace
{

TcpScriptValue
ToValue(uint32_t value)
{
    return double(value);
}

TcpScriptValue
ToValue(const Time& value)
{
    return value.GetSeconds();
}

TcpScriptValue
ToValue(const TcpSocketState::TcpCongState_t& value)
{
    // Names of the kernel, in the order of ns-3's enumeration.
    static constexpr std::array<const char*, TcpSocketState::CA_LAST_STATE> names{"Open",
                                                                                  "Disorder",
                                                                                  "CWR",
                                                                                  "Recovery",
                                                                                  "Loss"};
    return std::string(names.at(value));
}

TcpScriptValue
ToValue(const TcpSocket::TcpStates_t& value)
{
    return std::string(TcpSocket::TcpStateName[value]);
}

/// Keeps the newest value of a trace source, if the socket has it with this signature.
template <typename T, typename Values>
void
Trace(Ptr<Socket> socket,
      const std::string& source,
      const std::string& signature,
      const std::string& name,
      std::shared_ptr<Values> values)
{
    TypeId::TraceSourceInformation information;
    const auto accessor = socket->GetInstanceTypeId().LookupTraceSourceByName(source, &information);
    if (accessor && information.callback == signature)
    {
        accessor->ConnectWithoutContext(
            PeekPointer(socket),
            Callback<void, T, T>([values, name](T, T value) { (*values)[name] = ToValue(value); }));
    }
}

/// A number if the text is one. Units stay in it: an attribute of class Time is a text.
TcpScriptValue
ParseValue(const std::string& text)
{
    double number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end ? TcpScriptValue(number)
                                                         : TcpScriptValue(text);
}

/// Any attribute can be asked as a string, whatever its class.
std::optional<TcpScriptValue>
GetAttribute(Ptr<Socket> socket, const std::string& name)
{
    StringValue value;
    if (!socket->GetAttributeFailSafe(name, value))
    {
        return std::nullopt;
    }
    return ParseValue(value.Get());
}

/// @return an attribute that is a number; none otherwise
std::optional<double>
GetNumber(Ptr<Socket> socket, const std::string& name)
{
    const auto value = GetAttribute(socket, name);
    const auto* number = value ? std::get_if<double>(&*value) : nullptr;
    return number ? std::optional<double>(*number) : std::nullopt;
}

} // namespace

void
TcpScriptSocketProbe::Watch(Ptr<Socket> socket, bool isConnected)
{
    // A trace source tells changes alone. What a socket begins with is filled in here: closed, or,
    // if a listener made it, already connected; and the window of its attributes.
    const auto values = std::make_shared<Values>();
    m_values[socket] = values;
    (*values)["tcp_state"] = std::string(isConnected ? "ESTABLISHED" : "CLOSED");
    (*values)["state"] = std::string("Open");
    const auto segment = GetNumber(socket, "SegmentSize");
    const auto cwnd = GetNumber(socket, "InitialCwnd");
    const auto ssthresh = GetNumber(socket, "InitialSlowStartThreshold");
    if (segment && cwnd && ssthresh)
    {
        (*values)["cwnd"] = *cwnd * *segment;
        (*values)["ssthresh"] = *ssthresh;
    }
    // A socket of another model may lack some of these sources, or mean something else by their
    // names; the signature tells.
    const std::string uint32 = "ns3::TracedValueCallback::Uint32";
    const std::string time = "ns3::TracedValueCallback::Time";
    Trace<uint32_t>(socket, "CongestionWindow", uint32, "cwnd", values);
    Trace<uint32_t>(socket, "SlowStartThreshold", uint32, "ssthresh", values);
    Trace<uint32_t>(socket, "BytesInFlight", uint32, "bytes_in_flight", values);
    Trace<uint32_t>(socket, "RWND", uint32, "rwnd", values);
    Trace<Time>(socket, "RTT", time, "srtt", values);
    Trace<Time>(socket, "RTO", time, "rto", values);
    Trace<TcpSocketState::TcpCongState_t>(socket,
                                          "CongState",
                                          "ns3::TcpSocketState::TcpCongStatesTracedValueCallback",
                                          "state",
                                          values);
    Trace<TcpSocket::TcpStates_t>(socket,
                                  "State",
                                  "ns3::TcpStatesTracedValueCallback",
                                  "tcp_state",
                                  values);
}

std::optional<TcpScriptValue>
TcpScriptSocketProbe::Get(Ptr<Socket> socket, const std::string& name) const
{
    // Traced values first: an attribute of the same name would be that of the beginning.
    const auto watched = m_values.find(socket);
    if (watched == m_values.end())
    {
        return std::nullopt;
    }
    const auto found = watched->second->find(name);
    if (found == watched->second->end())
    {
        return GetAttribute(socket, name);
    }
    // Scripts count windows in segments as tcp_info does, ns-3 in bytes.
    const auto segment = GetNumber(socket, "SegmentSize");
    const bool isSegments = name == "cwnd" || name == "ssthresh";
    return isSegments && segment ? TcpScriptValue(std::get<double>(found->second) / *segment)
                                 : found->second;
}

} // namespace ns3

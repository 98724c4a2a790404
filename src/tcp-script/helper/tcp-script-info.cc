// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-info.h"

#include <cmath>
#include <map>
#include <utility>

namespace ns3
{

namespace
{

/// How a state variable becomes a field.
enum class Conversion
{
    SAME,         ///< the number
    WHOLE,        ///< whole segments of it
    MICROSECONDS, ///< from seconds
    STATE         ///< the number of a name
};

/// A state variable and what becomes of it.
using Source = std::pair<std::string, Conversion>;

/// What getsockopt(TCP_INFO) of Linux fills each field from (tcp.c, tcp_getsockopt). Fields
/// without a variable in any socket here are not in the list: a script that asks for one gets an
/// error.
const std::map<std::string, Source>&
GetSources()
{
    static const std::map<std::string, Source> sources{
        {"tcpi_state", {"tcp_state", Conversion::STATE}},
        {"tcpi_ca_state", {"state", Conversion::STATE}},
        {"tcpi_snd_cwnd", {"cwnd", Conversion::WHOLE}},
        {"tcpi_snd_ssthresh", {"ssthresh", Conversion::WHOLE}},
        {"tcpi_unacked", {"packets_out", Conversion::SAME}},
        {"tcpi_sacked", {"sacked_out", Conversion::SAME}},
        {"tcpi_lost", {"lost_out", Conversion::SAME}},
        {"tcpi_retrans", {"retrans_out", Conversion::SAME}},
        {"tcpi_fackets", {"fackets_out", Conversion::SAME}},
        {"tcpi_reordering", {"reordering", Conversion::SAME}},
        {"tcpi_rto", {"rto", Conversion::MICROSECONDS}},
        {"tcpi_rtt", {"srtt", Conversion::MICROSECONDS}},
        {"tcpi_snd_mss", {"snd_mss", Conversion::SAME}},
        {"tcpi_rcv_mss", {"rcv_mss", Conversion::SAME}},
        {"tcpi_rcv_ssthresh", {"rcv_ssthresh", Conversion::SAME}},
    };
    return sources;
}

/// Names of states in ns-3 and the kernel's of the same.
const std::map<std::string, std::string>&
GetStates()
{
    static const std::map<std::string, std::string> states{
        {"ESTABLISHED", "TCP_ESTABLISHED"},
        {"SYN_SENT", "TCP_SYN_SENT"},
        {"SYN_RCVD", "TCP_SYN_RECV"},
        {"FIN_WAIT_1", "TCP_FIN_WAIT1"},
        {"FIN_WAIT_2", "TCP_FIN_WAIT2"},
        {"TIME_WAIT", "TCP_TIME_WAIT"},
        {"CLOSED", "TCP_CLOSE"},
        {"CLOSE_WAIT", "TCP_CLOSE_WAIT"},
        {"LAST_ACK", "TCP_LAST_ACK"},
        {"LISTEN", "TCP_LISTEN"},
        {"CLOSING", "TCP_CLOSING"},
        {"Open", "TCP_CA_Open"},
        {"Disorder", "TCP_CA_Disorder"},
        {"CWR", "TCP_CA_CWR"},
        {"Recovery", "TCP_CA_Recovery"},
        {"Loss", "TCP_CA_Loss"},
    };
    return states;
}

/// Windows of ns-3 may be fractions of a segment, those of a kernel are whole. A state that tcp.h
/// does not know has no number.
std::optional<TcpScriptValue>
Convert(const TcpScriptValue& value, Conversion conversion)
{
    constexpr double MICROSECONDS_PER_SECOND = 1e6;
    const auto* number = std::get_if<double>(&value);
    switch (conversion)
    {
    case Conversion::SAME:
        return value;
    case Conversion::WHOLE:
        return number ? TcpScriptValue(std::floor(*number)) : value;
    case Conversion::MICROSECONDS:
        return number ? TcpScriptValue(std::round(*number * MICROSECONDS_PER_SECOND)) : value;
    case Conversion::STATE:
        break;
    }
    const auto* text = std::get_if<std::string>(&value);
    const auto state = GetStates().find(text ? *text : "");
    return state == GetStates().end() ? std::nullopt : GetTcpScriptConstant(state->second);
}

} // namespace

std::optional<TcpScriptValue>
GetTcpScriptInfo(const std::string& name, const TcpScriptLookup& state)
{
    const auto source = GetSources().find(name);
    if (source == GetSources().end())
    {
        return std::nullopt;
    }
    // The stock socket has no packets_out, for instance: the field then has no value.
    const auto& [variable, conversion] = source->second;
    const auto value = state(variable);
    return value ? Convert(*value, conversion) : std::nullopt;
}

} // namespace ns3

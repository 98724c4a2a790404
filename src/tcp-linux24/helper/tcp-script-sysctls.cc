// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-sysctls.h"

#include "ns3/tcp-linux24-socket-factory.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>

namespace ns3
{

namespace
{

/// How a number of a kernel becomes the value of an attribute.
enum class Conversion
{
    SWITCH,   ///< 0 is false, all others are true
    INVERSE,  ///< 0 is true, all others are false
    SAME,     ///< the number
    PLUS_ONE, ///< repeats, where the attribute counts the first attempt too
    SECONDS,  ///< a time
    ECN       ///< 0, 1 and 2 as in Linux
};

/// An attribute that a setting of a kernel is for.
struct Rule
{
    Conversion conversion; ///< of the number
    size_t place;          ///< of the number among those of the setting
    size_t numbers;        ///< that the setting has
    std::string attribute; ///< full name
};

using Rules = std::multimap<std::string, Rule>;

/// What every socket of ns-3 has.
const Rules&
GetCommonRules()
{
    static const Rules rules{
        {"tcp_timestamps", {Conversion::SWITCH, 0, 1, "ns3::TcpSocketBase::Timestamp"}},
        {"tcp_sack", {Conversion::SWITCH, 0, 1, "ns3::TcpSocketBase::Sack"}},
        {"tcp_window_scaling", {Conversion::SWITCH, 0, 1, "ns3::TcpSocketBase::WindowScaling"}},
        {"tcp_syn_retries", {Conversion::PLUS_ONE, 0, 1, "ns3::TcpSocket::ConnCount"}},
        {"tcp_retries2", {Conversion::SAME, 0, 1, "ns3::TcpSocket::DataRetries"}},
        {"tcp_rmem", {Conversion::SAME, 1, 3, "ns3::TcpSocket::RcvBufSize"}},
    };
    return rules;
}

/// What only the sockets of Linux have.
const Rules&
GetLinuxRules()
{
    static const Rules rules{
        {"tcp_dsack", {Conversion::SWITCH, 0, 1, "ns3::TcpLinux24Socket::Dsack"}},
        {"tcp_fack", {Conversion::SWITCH, 0, 1, "ns3::TcpLinux24Socket::ForwardAck"}},
        {"tcp_reordering", {Conversion::SAME, 0, 1, "ns3::TcpLinux24Socket::Reordering"}},
        {"tcp_frto", {Conversion::SWITCH, 0, 1, "ns3::TcpLinux24Socket::Frto"}},
        {"tcp_bic", {Conversion::SWITCH, 0, 1, "ns3::TcpLinux24Socket::Bic"}},
        {"tcp_retrans_collapse",
         {Conversion::SWITCH, 0, 1, "ns3::TcpLinux24Socket::RetransCollapse"}},
        {"tcp_orphan_retries", {Conversion::SAME, 0, 1, "ns3::TcpLinux24Socket::OrphanRetries"}},
        {"tcp_fin_timeout", {Conversion::SECONDS, 0, 1, "ns3::TcpLinux24Socket::FinTimeout"}},
        {"ip_no_pmtu_disc", {Conversion::INVERSE, 0, 1, "ns3::TcpLinux24Socket::PathMtuDiscovery"}},
        {"tcp_wmem", {Conversion::SAME, 1, 3, "ns3::TcpLinux24Socket::InitialSndBufSize"}},
        {"tcp_wmem", {Conversion::SAME, 2, 3, "ns3::TcpSocket::SndBufSize"}},
    };
    return rules;
}

/// What only the sockets of ns-3 itself have.
const Rules&
GetStockRules()
{
    static const Rules rules{
        {"tcp_ecn", {Conversion::ECN, 0, 1, "ns3::TcpSocketBase::UseEcn"}},
        {"tcp_wmem", {Conversion::SAME, 1, 3, "ns3::TcpSocket::SndBufSize"}},
    };
    return rules;
}

/// @return the whole number, decimal or hexadecimal after 0x
std::optional<uint32_t>
ParseNumber(const std::string& text)
{
    const bool isHexadecimal = text.starts_with("0x");
    const char* begin = text.data() + (isHexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    uint32_t number = 0;
    const auto result = std::from_chars(begin, end, number, isHexadecimal ? 16 : 10);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

/// @return the attribute's value; none if the number has no meaning
std::optional<std::string>
Convert(Conversion conversion, uint32_t number)
{
    switch (conversion)
    {
    case Conversion::SWITCH:
        return number ? "true" : "false";
    case Conversion::INVERSE:
        return number ? "false" : "true";
    case Conversion::SAME:
        return std::to_string(number);
    case Conversion::PLUS_ONE:
        return std::to_string(uint64_t{number} + 1);
    case Conversion::SECONDS:
        return std::to_string(number) + "s";
    case Conversion::ECN: {
        static const std::array names{"Off", "On", "AcceptOnly"};
        return number < names.size() ? std::optional<std::string>(names[number]) : std::nullopt;
    }
    }
    return std::nullopt;
}

void
AddMeaning(const Rule& rule, const TcpScriptSysctl& sysctl, TcpScriptSysctlMeaning& meaning)
{
    const auto number = sysctl.values.size() == rule.numbers
                            ? ParseNumber(sysctl.values[rule.place])
                            : std::nullopt;
    const auto value = number ? Convert(rule.conversion, *number) : std::nullopt;
    if (value)
    {
        meaning.attributes.emplace_back(rule.attribute, *value);
        return;
    }
    meaning.expected = rule.numbers == 3                    ? "three numbers from 0 to 4294967295"
                       : rule.conversion == Conversion::ECN ? "0, 1 or 2"
                                                            : "a number from 0 to 4294967295";
}

} // namespace

std::optional<TcpScriptSysctlMeaning>
GetTcpScriptSysctlMeaning(const TcpScriptSysctl& sysctl, TypeId factory)
{
    const bool isLinux = factory == TcpLinux24SocketFactory::GetTypeId();
    TcpScriptSysctlMeaning meaning;
    bool isKnown = false;
    for (const Rules* rules : {&GetCommonRules(), isLinux ? &GetLinuxRules() : &GetStockRules()})
    {
        const auto [begin, end] = rules->equal_range(sysctl.name);
        for (auto rule = begin; rule != end; ++rule)
        {
            isKnown = true;
            AddMeaning(rule->second, sysctl, meaning);
        }
    }
    return isKnown ? std::optional(meaning) : std::nullopt;
}

} // namespace ns3

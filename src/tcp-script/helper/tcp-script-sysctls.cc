// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-sysctls.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace ns3
{

namespace
{

using Conversion = TcpScriptSysctlConversion;

/// What every TCP socket of ns-3 has, by the names below /proc/sys/net/ipv4. Of the three numbers
/// of tcp_rmem (least, default, most) a socket begins with the second. Retries of a kernel do not
/// count the first attempt, ns-3's ConnCount does.
const TcpScriptSysctlRules&
GetCommonRules()
{
    static const TcpScriptSysctlRules rules{
        {"tcp_timestamps", {Conversion::SWITCH, 0, 1, "ns3::TcpSocketBase::Timestamp"}},
        {"tcp_sack", {Conversion::SWITCH, 0, 1, "ns3::TcpSocketBase::Sack"}},
        {"tcp_window_scaling", {Conversion::SWITCH, 0, 1, "ns3::TcpSocketBase::WindowScaling"}},
        {"tcp_syn_retries", {Conversion::PLUS_ONE, 0, 1, "ns3::TcpSocket::ConnCount"}},
        {"tcp_retries2", {Conversion::SAME, 0, 1, "ns3::TcpSocket::DataRetries"}},
        {"tcp_rmem", {Conversion::SAME, 1, 3, "ns3::TcpSocket::RcvBufSize"}},
    };
    return rules;
}

/// @return the whole number, decimal or hexadecimal after 0x
std::optional<uint32_t>
ParseNumber(const std::string& text)
{
    // As strtoul of the kernel reads them, but without octal numbers, which nobody means.
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
        // ip-sysctl of Linux: 0 never, 1 always, 2 if the peer asks.
        static const std::array names{"Off", "On", "AcceptOnly"};
        return number < names.size() ? std::optional<std::string>(names[number]) : std::nullopt;
    }
    }
    return std::nullopt;
}

/// Takes one number of the setting for one attribute, or says what it should have been.
void
AddMeaning(const TcpScriptSysctlRule& rule,
           const TcpScriptSysctl& sysctl,
           TcpScriptSysctlMeaning& meaning)
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
GetTcpScriptSysctlMeaning(const TcpScriptSysctl& sysctl, const TcpScriptSysctlRules& rules)
{
    // A kernel's rules come beside the common ones, and may add to the same setting.
    TcpScriptSysctlMeaning meaning;
    bool isKnown = false;
    for (const auto* some : {&GetCommonRules(), &rules})
    {
        const auto [begin, end] = some->equal_range(sysctl.name);
        for (auto rule = begin; rule != end; ++rule)
        {
            isKnown = true;
            AddMeaning(rule->second, sysctl, meaning);
        }
    }
    return isKnown ? std::optional(meaning) : std::nullopt;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-settings.h"

#include "tcp-script-attribute.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/tcp-script-icmp.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <ranges>

namespace ns3
{

namespace
{

/// @return the number if the text is one from @p least to @p most
std::optional<uint32_t>
ParseNumber(const std::string& text, uint32_t least, uint32_t most)
{
    uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    const bool isWhole = result.ec == std::errc() && result.ptr == end;
    return isWhole && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// @return the number if the text is one from 0 to 100
std::optional<double>
ParsePercent(const std::string& text)
{
    double number = -1;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    const bool isNumber = result.ec == std::errc() && result.ptr == end;
    return isNumber && number >= 0 && number <= 100 ? std::optional(number) : std::nullopt;
}

/// Ten seconds; a script that needs more tests nothing.
constexpr uint32_t MAX_TOLERANCE_US = 10'000'000;
/// Least MTU that IPv4 (RFC 791) and IPv6 (RFC 8200) permit.
constexpr uint32_t MIN_IPV4_MTU = 68;
constexpr uint32_t MIN_IPV6_MTU = 1280;
constexpr uint32_t MAX_MTU = 65535;
/// Longest tick of timestamps in packetdrill, microseconds.
constexpr uint32_t MAX_TICK_US = 1'000'000;

/// Settings of packetdrill (config.c) for its network device, and for echoes, that have no use
/// here: a script with them runs, and a warning says that they do nothing.
constexpr std::array WITHOUT_EFFECT{"gateway_ip",
                                    "netmask_ip",
                                    "bind_port",
                                    "connect_port",
                                    "speed",
                                    "mss",
                                    "non_fatal",
                                    "tcp_ts_ecr_scaled"};

} // namespace

TcpScriptSettings::TcpScriptSettings(const TcpScript& script, const TcpScriptSysctlRules* rules)
    : m_sysctls(rules)
{
    // Both change defaults of attributes, and the later one prevails: what the script says of ns-3
    // itself is more exact than what it says of a kernel.
    if (m_sysctls)
    {
        for (const auto& command : script.setup)
        {
            ApplyShell(command, script.fileName);
        }
    }
    // The least MTU depends on the IP version, which may be written behind it.
    for (const auto& setting : script.settings)
    {
        m_peer.isIpv6 |= setting.name == "ip_version" && setting.value == "ipv6";
    }
    for (const auto& setting : script.settings)
    {
        const std::string expected = Apply(setting);
        if (!expected.empty())
        {
            const std::string value = setting.value.empty() ? "" : "=" + setting.value;
            throw TcpScriptError(script.fileName + ":" + std::to_string(setting.line) + ": --" +
                                 setting.name + value + ": expected " + expected);
        }
    }
    CheckEvents(script);
}

void
TcpScriptSettings::CheckEvents(const TcpScript& script)
{
    // Whether an error's name is right depends on the IP version, which is known only by now.
    // Events that have no effect are collected on the way.
    for (const auto& event : script.events)
    {
        const auto* icmp = std::get_if<TcpScriptIcmp>(&event.action);
        if (icmp && !GetTcpScriptIcmpNumbers(*icmp, m_peer.isIpv6))
        {
            throw TcpScriptError(script.fileName + ":" + std::to_string(event.line) +
                                 ": expected an error of ICMP" + (m_peer.isIpv6 ? "v6" : "v4") +
                                 " instead of " + icmp->type + " " + icmp->code);
        }
        const auto* command = std::get_if<TcpScriptCommand>(&event.action);
        if (command && m_sysctls)
        {
            m_ignored.push_back(command->text);
        }
    }
    // No command needs to put settings back that end with the run.
    for (const auto& command : script.cleanup)
    {
        if (m_sysctls)
        {
            m_ignored.push_back(command.text);
        }
    }
}

void
TcpScriptSettings::ApplyShell(const TcpScriptCommand& command, const std::string& fileName)
{
    // What is no setting of a kernel is named to the user, who may have counted on it.
    const TcpScriptShell shell = ReadTcpScriptShell(command, fileName);
    m_ignored.insert(m_ignored.end(), shell.others.begin(), shell.others.end());
    for (const auto& sysctl : shell.sysctls)
    {
        const std::string expected = ApplySysctl(sysctl);
        if (!expected.empty())
        {
            throw TcpScriptError(fileName + ":" + std::to_string(sysctl.line) + ": sysctl " +
                                 sysctl.name + "=" + sysctl.value + ": expected " + expected);
        }
    }
}

std::string
TcpScriptSettings::ApplySysctl(const TcpScriptSysctl& sysctl)
{
    // Scripts set a dozen things that ns-3 has no counterpart of. Refusing them would leave few
    // scripts that run.
    const auto meaning = GetTcpScriptSysctlMeaning(sysctl, *m_sysctls);
    if (!meaning)
    {
        m_ignored.push_back(sysctl.name);
        return "";
    }
    // A setting of a kernel may stand for several attributes.
    std::string expected = meaning->expected;
    for (const auto& [attribute, value] : meaning->attributes)
    {
        if (expected.empty() && !IsUsers(attribute))
        {
            expected = ApplyAttribute(attribute, value);
            m_fromSysctls.insert(attribute);
        }
    }
    return expected;
}

bool
TcpScriptSettings::IsUsers(const std::string& attribute) const
{
    // The command line comes before the script and has the last word: who gives a value there wants
    // to see what becomes of the script with it. A default that differs from the class's own is the
    // user's, unless an earlier line of the script has changed it.
    const size_t separator = attribute.rfind("::");
    TypeId::AttributeInformation information;
    TypeId::LookupByName(attribute.substr(0, separator))
        .LookupAttributeByName(attribute.substr(separator + 2), &information);
    return information.initialValue != information.originalInitialValue &&
           !m_fromSysctls.contains(attribute);
}

TcpScriptSettings::~TcpScriptSettings()
{
    // Backwards, since a script may set an attribute twice.
    for (ChangedDefault& changed : m_defaults | std::views::reverse)
    {
        changed.type.SetAttributeInitialValue(changed.index, changed.before);
    }
}

const TcpScriptPeer::Options&
TcpScriptSettings::GetPeerOptions() const
{
    return m_peer;
}

std::optional<Time>
TcpScriptSettings::GetTolerance() const
{
    return m_tolerance;
}

std::optional<double>
TcpScriptSettings::GetToleranceShare() const
{
    return m_toleranceShare;
}

std::optional<uint32_t>
TcpScriptSettings::GetTimestampTick() const
{
    return m_tick;
}

const std::vector<std::string>&
TcpScriptSettings::GetIgnored() const
{
    return m_ignored;
}

std::string
TcpScriptSettings::Apply(const TcpScriptSetting& setting)
{
    // No setting of packetdrill has a colon in its name.
    if (setting.name.find("::") != std::string::npos)
    {
        // A system that runs commands itself has no sockets of ns-3.
        if (!m_sysctls && setting.name.starts_with("ns3::Tcp"))
        {
            m_ignored.push_back("--" + setting.name);
        }
        return ApplyAttribute(setting.name, setting.value);
    }
    if (setting.name == "ip_version")
    {
        m_peer.isIpv6 = setting.value == "ipv6";
        return m_peer.isIpv6 || setting.value == "ipv4" ? "" : "ipv4 or ipv6";
    }
    if (setting.name == "local_ip" || setting.name == "remote_ip")
    {
        return ApplyAddress(setting);
    }
    if (setting.name == "mtu")
    {
        const uint32_t least = m_peer.isIpv6 ? MIN_IPV6_MTU : MIN_IPV4_MTU;
        const auto mtu = ParseNumber(setting.value, least, MAX_MTU);
        m_peer.mtu = mtu.value_or(0);
        return mtu ? "" : "a number of bytes from " + std::to_string(least) + " to 65535";
    }
    if (setting.name == "tolerance_usecs")
    {
        const auto tolerance = ParseNumber(setting.value, 0, MAX_TOLERANCE_US);
        m_tolerance = MicroSeconds(tolerance.value_or(0));
        return tolerance ? "" : "a number of microseconds from 0 to 10000000";
    }
    if (setting.name == "tolerance_percent")
    {
        const auto percent = ParsePercent(setting.value);
        m_toleranceShare = percent.value_or(0) / 100;
        return percent ? "" : "a number from 0 to 100";
    }
    if (setting.name == "remote_isn")
    {
        const auto sequence = ParseNumber(setting.value, 0, UINT32_MAX);
        m_peer.numbers.peerIsn = sequence.value_or(0);
        return sequence ? "" : "a sequence number from 0 to 4294967295";
    }
    if (setting.name == "strict_segments")
    {
        m_peer.areSegmentsStrict = true;
        return "";
    }
    if (setting.name == "tcp_ts_tick_usecs")
    {
        m_tick = ParseNumber(setting.value, 0, MAX_TICK_US);
        return m_tick ? "" : "a number of microseconds from 0 to 1000000";
    }
    if (std::ranges::find(WITHOUT_EFFECT, setting.name) != WITHOUT_EFFECT.end())
    {
        m_ignored.push_back("--" + setting.name);
        return "";
    }
    return "the setting ip_version, mtu, tolerance_usecs, remote_isn or an attribute of ns-3";
}

std::string
TcpScriptSettings::ApplyAddress(const TcpScriptSetting& setting)
{
    std::array<uint8_t, sizeof(in6_addr)> bytes;
    const bool isLocal = setting.name == "local_ip";
    if (inet_pton(m_peer.isIpv6 ? AF_INET6 : AF_INET, setting.value.c_str(), bytes.data()) != 1)
    {
        return m_peer.isIpv6 ? "an IPv6 address" : "an IPv4 address";
    }
    if (m_peer.isIpv6)
    {
        const Ipv6Address address(setting.value.c_str());
        (isLocal ? m_peer.localIpv6 : m_peer.peerIpv6) = address;
        const bool isOfHost = !address.IsMulticast() && !address.IsLocalhost() && !address.IsAny();
        return isOfHost ? "" : "an address of a host on a link";
    }
    const Ipv4Address address(setting.value.c_str());
    (isLocal ? m_peer.localIpv4 : m_peer.peerIpv4) = address;
    const bool isOfHost = !address.IsMulticast() && !address.IsBroadcast() &&
                          !address.IsLocalhost() && !address.IsAny();
    return isOfHost ? "" : "an address of a host on a link";
}

std::string
TcpScriptSettings::ApplyAttribute(const std::string& name, const std::string& value)
{
    // Config::SetDefaultFailSafe() does not tell which of name and value is wrong. The class must
    // be the one that defines the attribute, as elsewhere in ns-3.
    const size_t separator = name.rfind("::");
    TypeId type;
    const bool isType = TypeId::LookupByNameFailSafe(name.substr(0, separator), &type);
    std::size_t index = 0;
    while (isType && index < type.GetAttributeN() && type.GetAttributeFullName(index) != name)
    {
        ++index;
    }
    if (!isType || index == type.GetAttributeN())
    {
        return "the name of an attribute, such as ns3::TcpSocket::InitialCwnd";
    }
    const TypeId::AttributeInformation before = type.GetAttribute(index);
    if (!IsTcpScriptAttributeText(*before.checker, value) ||
        !Config::SetDefaultFailSafe(name, StringValue(value)))
    {
        return "a value as " + before.checker->GetUnderlyingTypeInformation();
    }
    m_defaults.push_back({type, index, before.initialValue});
    return "";
}

} // namespace ns3

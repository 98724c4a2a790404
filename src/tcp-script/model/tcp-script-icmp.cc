// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-icmp.h"

#include <map>

namespace ns3
{

namespace
{

/// Codes by packetdrill's names (icmp_packet.c). An error without a code has it from the empty
/// name.
using Codes = std::map<std::string, uint8_t>;

/// A type of error.
struct Type
{
    uint8_t number; ///< of the header
    Codes codes;    ///< by name
};

using Types = std::map<std::string, Type>;

/// The errors that concern TCP: RFC 792 and RFC 1812, 5.2.7 for IPv4, RFC 4443, 3 for IPv6.
const Types&
GetTypes(bool isIpv6)
{
    static const Types icmp{
        {"unreachable",
         {3,
          {{"", 0},
           {"net_unreachable", 0},
           {"host_unreachable", 1},
           {"protocol_unreachable", 2},
           {"port_unreachable", 3},
           {"frag_needed", 4},
           {"source_route_failed", 5},
           {"net_unknown", 6},
           {"host_unknown", 7},
           {"source_host_isolated", 8},
           {"net_prohibited", 9},
           {"host_prohibited", 10},
           {"net_unreachable_for_tos", 11},
           {"host_unreachable_for_tos", 12},
           {"packet_filtered", 13},
           {"precedence_violation", 14},
           {"precedence_cutoff", 15}}}},
        {"time_exceeded", {11, {{"", 0}}}},
    };
    static const Types icmp6{
        {"unreachable",
         {1,
          {{"", 0},
           {"no_route", 0},
           {"admin_prohibited", 1},
           {"not_neighbour", 2},
           {"address_unreachable", 3},
           {"port_unreachable", 4}}}},
        {"packet_too_big", {2, {{"", 0}}}},
        {"time_exceeded", {3, {{"", 0}, {"exceeded_hop_limit", 0}, {"exceeded_frag_time", 1}}}},
        {"parameter_problem",
         {4, {{"", 0}, {"header_field", 0}, {"unknown_next_header", 1}, {"unknown_option", 2}}}},
    };
    return isIpv6 ? icmp6 : icmp;
}

} // namespace

std::optional<TcpScriptIcmpNumbers>
GetTcpScriptIcmpNumbers(const TcpScriptIcmp& icmp, bool isIpv6)
{
    // One name can have two numbers: `unreachable` is type 3 of ICMP and type 1 of ICMPv6.
    const auto type = GetTypes(isIpv6).find(icmp.type);
    if (type == GetTypes(isIpv6).end())
    {
        return std::nullopt;
    }
    const auto code = type->second.codes.find(icmp.code);
    if (code == type->second.codes.end())
    {
        return std::nullopt;
    }
    return TcpScriptIcmpNumbers{.type = type->second.number, .code = code->second};
}

std::string
FindTcpScriptIcmpMistake(const TcpScriptIcmp& icmp)
{
    // Over which protocol the script runs may be said later, on the command line; until then an
    // error is right if either has it.
    if (!GetTypes(false).contains(icmp.type) && !GetTypes(true).contains(icmp.type))
    {
        return "an ICMP error: unreachable, packet_too_big, time_exceeded or parameter_problem";
    }
    if (!GetTcpScriptIcmpNumbers(icmp, false) && !GetTcpScriptIcmpNumbers(icmp, true))
    {
        return "a code of ICMP " + icmp.type + ", such as host_unreachable or frag_needed of " +
               "unreachable";
    }
    return "";
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-message.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace ns3
{

namespace
{

std::string
FormatControl(const TcpScriptUnread& unread)
{
    return "TCP_CM_INQ " + std::to_string(unread.bytes);
}

std::string
FormatControl(const TcpScriptStamp& stamp)
{
    constexpr double NANOSECONDS = 1e-9;
    std::ostringstream text;
    text.precision(15);
    text << "SCM_TIMESTAMPING " << static_cast<double>(stamp.time) * NANOSECONDS << " s";
    return text.str();
}

std::string
FormatControl(const TcpScriptReport& report)
{
    std::ostringstream text;
    text << "IP_RECVERR ee_errno=" << report.error << ",ee_origin=" << report.origin
         << ",ee_type=" << report.type << ",ee_code=" << report.code << ",ee_info=" << report.info
         << ",ee_data=" << report.data;
    return text.str();
}

bool
Fits(const TcpScriptControl& expected, const TcpScriptControl& actual, int64_t tolerance)
{
    const auto* stamp = std::get_if<TcpScriptStamp>(&expected);
    const auto* other = std::get_if<TcpScriptStamp>(&actual);
    if (stamp && other)
    {
        return std::abs(stamp->time - other->time) <= tolerance;
    }
    return std::visit([](const auto& control) { return FormatControl(control); }, expected) ==
           std::visit([](const auto& control) { return FormatControl(control); }, actual);
}

} // namespace

std::string
FormatTcpScriptMessage(const TcpScriptMessage& message)
{
    std::string text = "msg_flags=";
    for (const std::string& flag : message.flags)
    {
        text += (text.ends_with('=') ? "" : "|") + flag;
    }
    text += message.flags.empty() ? "0" : "";
    if (message.controls)
    {
        std::string list;
        for (const TcpScriptControl& control : *message.controls)
        {
            list += list.empty() ? "{" : ", {";
            list += std::visit([](const auto& one) { return FormatControl(one); }, control) + "}";
        }
        text += ", msg_control=[" + list + "]";
    }
    return text;
}

bool
IsTcpScriptMessage(const TcpScriptMessage& expected,
                   const TcpScriptMessage& actual,
                   int64_t tolerance)
{
    if (!std::ranges::is_permutation(expected.flags, actual.flags))
    {
        return false;
    }
    const auto controls = actual.controls.value_or(std::vector<TcpScriptControl>{});
    return !expected.controls ||
           std::ranges::equal(*expected.controls,
                              controls,
                              [tolerance](const auto& one, const auto& other) {
                                  return Fits(one, other, tolerance);
                              });
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "script-answer.h"

#include "script-names.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <sstream>
#include <sys/socket.h>
#include <variant>

namespace ns3
{

namespace
{

/// Flags of a message that was received.
const ScriptNames MESSAGE_FLAGS{{"MSG_ERRQUEUE", MSG_ERRQUEUE},
                                {"MSG_TRUNC", MSG_TRUNC},
                                {"MSG_CTRUNC", MSG_CTRUNC},
                                {"MSG_EOR", MSG_EOR}};

/// @return the names of the flags in a number
std::string
Split(int all, const ScriptNames& numbers)
{
    std::string text;
    for (const auto& [name, number] : numbers)
    {
        if (all & number)
        {
            text += (text.empty() ? "" : "|") + name;
        }
    }
    return text.empty() ? "0" : text;
}

/// @return bytes from hexadecimal digits
std::string
ReadBytes(const std::string& digits)
{
    constexpr int HEXADECIMAL = 16;
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    {
        bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, HEXADECIMAL));
    }
    return bytes;
}

/// @return the beginning of bytes as a struct of the kernel, with zeros for what is missing
template <typename T>
T
ReadStruct(const std::string& bytes)
{
    T value{};
    std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(value)));
    return value;
}

/// @return a control message; none if scripts have no name for it
std::optional<TcpScriptControl>
ReadControl(int level, int type, const std::string& bytes)
{
    constexpr int64_t NANOSECONDS = 1000000000;
    if (level == IPPROTO_TCP && type == TCP_CM_INQ)
    {
        return TcpScriptUnread{ReadStruct<uint32_t>(bytes)};
    }
    if (level == SOL_SOCKET && type == SO_TIMESTAMPING)
    {
        const auto time = ReadStruct<timespec>(bytes); // the first of three is the software's
        return TcpScriptStamp{time.tv_sec * NANOSECONDS + time.tv_nsec};
    }
    if (level == IPPROTO_IP && type == IP_RECVERR)
    {
        const auto report = ReadStruct<sock_extended_err>(bytes);
        return TcpScriptReport{.error = report.ee_errno,
                               .origin = report.ee_origin,
                               .type = report.ee_type,
                               .code = report.ee_code,
                               .info = report.ee_info,
                               .data = report.ee_data};
    }
    return std::nullopt;
}

} // namespace

TcpScriptSystem::Result
MakePollResult(const TcpScriptCall& call, const LinuxKernelCalls::Answer& answer)
{
    TcpScriptSystem::Result result{.value = answer.value};
    std::istringstream words(answer.given);
    for (const TcpScriptPollEntry& entry : call.entries)
    {
        int returned = 0;
        words >> returned;
        if (result.expected.empty() && returned != JoinFlags(entry.returned, SCRIPT_EVENTS))
        {
            const std::string name = "fd=" + std::to_string(entry.descriptor) + ", revents=";
            result.expected = name + Split(JoinFlags(entry.returned, SCRIPT_EVENTS), SCRIPT_EVENTS);
            result.actual = name + Split(returned, SCRIPT_EVENTS);
        }
    }
    return result;
}

TcpScriptSystem::Result
MakeEpollResult(const TcpScriptCall& call, const LinuxKernelCalls::Answer& answer)
{
    TcpScriptSystem::Result result{.value = answer.value};
    std::istringstream words(answer.given);
    // Without an event the kernel writes nothing; packetdrill then has zeros.
    uint32_t events = 0;
    int32_t descriptor = 0;
    words >> events >> descriptor;
    const TcpScriptPollEntry& expected = call.entries.front();
    // Only the first event is written in a script.
    if (events != static_cast<uint32_t>(JoinFlags(expected.returned, SCRIPT_EPOLL_EVENTS)) ||
        descriptor != expected.descriptor)
    {
        result.expected =
            "events=" +
            Split(JoinFlags(expected.returned, SCRIPT_EPOLL_EVENTS), SCRIPT_EPOLL_EVENTS) +
            ", fd=" + std::to_string(expected.descriptor);
        result.actual = "events=" + Split(static_cast<int>(events), SCRIPT_EPOLL_EVENTS) +
                        ", fd=" + std::to_string(descriptor);
    }
    return result;
}

TcpScriptSystem::Result
MakeMessageResult(const TcpScriptCall& call,
                  const LinuxKernelCalls::Answer& answer,
                  int64_t clockOffset)
{
    TcpScriptSystem::Result result{.value = answer.value};
    std::istringstream words(answer.given);
    int flags = 0;
    words >> flags;
    for (const auto& [name, number] : MESSAGE_FLAGS)
    {
        if (flags & number)
        {
            result.message.flags.push_back(name);
            flags &= ~number;
        }
    }
    if (flags != 0)
    {
        result.message.flags.push_back(std::to_string(flags));
    }
    int level = 0;
    int type = 0;
    std::string digits;
    result.message.controls.emplace();
    while (words >> level >> type >> digits)
    {
        // An x is before the digits.
        auto control = ReadControl(level, type, ReadBytes(digits.substr(1)));
        if (!control && !call.message->controls)
        {
            continue;
        }
        if (!control)
        {
            result.expected = "a control message that scripts have a name for";
            result.actual = "level " + std::to_string(level) + ", type " + std::to_string(type);
            continue;
        }
        if (auto* stamp = std::get_if<TcpScriptStamp>(&*control))
        {
            stamp->time -= clockOffset;
        }
        result.message.controls->push_back(*control);
    }
    return result;
}

} // namespace ns3

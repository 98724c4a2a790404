// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "script-order.h"

#include "ns3/inet-socket-address.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sstream>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <utility>

namespace ns3
{

namespace
{

using Function = TcpScriptCall::Function;

/// C names and their numbers. Both are of one machine, so that the host's headers have them.
using Names = std::map<std::string, int>;

/// Level and number of each option.
const std::map<std::string, std::pair<int, int>> OPTIONS{
    {"SO_REUSEADDR", {SOL_SOCKET, SO_REUSEADDR}},
    {"SO_SNDBUF", {SOL_SOCKET, SO_SNDBUF}},
    {"SO_RCVBUF", {SOL_SOCKET, SO_RCVBUF}},
    {"SO_KEEPALIVE", {SOL_SOCKET, SO_KEEPALIVE}},
    {"SO_ERROR", {SOL_SOCKET, SO_ERROR}},
    {"TCP_NODELAY", {IPPROTO_TCP, TCP_NODELAY}},
    {"TCP_MAXSEG", {IPPROTO_TCP, TCP_MAXSEG}},
    {"TCP_CORK", {IPPROTO_TCP, TCP_CORK}},
    {"TCP_USER_TIMEOUT", {IPPROTO_TCP, TCP_USER_TIMEOUT}},
    {"TCP_NOTSENT_LOWAT", {IPPROTO_TCP, TCP_NOTSENT_LOWAT}},
    {"TCP_INQ", {IPPROTO_TCP, TCP_INQ}},
    {"TCP_FASTOPEN", {IPPROTO_TCP, TCP_FASTOPEN}},
    {"TCP_FASTOPEN_CONNECT", {IPPROTO_TCP, TCP_FASTOPEN_CONNECT}},
    {"TCP_FASTOPEN_NO_COOKIE", {IPPROTO_TCP, TCP_FASTOPEN_NO_COOKIE}},
    {"TCP_SYNCNT", {IPPROTO_TCP, TCP_SYNCNT}},
    {"TCP_KEEPIDLE", {IPPROTO_TCP, TCP_KEEPIDLE}},
    {"TCP_KEEPINTVL", {IPPROTO_TCP, TCP_KEEPINTVL}},
    {"TCP_KEEPCNT", {IPPROTO_TCP, TCP_KEEPCNT}},
    {"IP_TOS", {IPPROTO_IP, IP_TOS}},
    {"IP_MTU_DISCOVER", {IPPROTO_IP, IP_MTU_DISCOVER}},
};

const Names TRANSFER_FLAGS{{"MSG_PEEK", MSG_PEEK},
                           {"MSG_DONTWAIT", MSG_DONTWAIT},
                           {"MSG_WAITALL", MSG_WAITALL},
                           {"MSG_MORE", MSG_MORE},
                           {"MSG_NOSIGNAL", MSG_NOSIGNAL},
                           {"MSG_EOR", MSG_EOR},
                           {"MSG_FASTOPEN", MSG_FASTOPEN}};

const Names EVENTS{{"POLLIN", POLLIN},
                   {"POLLOUT", POLLOUT},
                   {"POLLERR", POLLERR},
                   {"POLLHUP", POLLHUP},
                   {"POLLRDHUP", POLLRDHUP},
                   {"POLLPRI", POLLPRI}};

const Names DIRECTIONS{{"SHUT_RD", SHUT_RD}, {"SHUT_WR", SHUT_WR}, {"SHUT_RDWR", SHUT_RDWR}};

/// @return the flags in one number
int
Join(const std::vector<std::string>& names, const Names& numbers)
{
    int all = 0;
    for (const std::string& name : names)
    {
        all |= numbers.at(name);
    }
    return all;
}

/// @return the names of the flags in a number
std::string
Split(int all, const Names& numbers)
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

/// @return an address and a port, as the calls want them
std::string
FormatAddress(const Address& address)
{
    const auto inet = InetSocketAddress::ConvertFrom(address);
    std::ostringstream text;
    text << inet.GetIpv4() << " " << inet.GetPort();
    return text.str();
}

bool
HasFlag(const TcpScriptCall& call, const std::string& flag)
{
    return std::ranges::find(call.flags, flag) != call.flags.end();
}

std::string
FormatPoll(const TcpScriptCall& call, bool mayBlock, const ScriptOrderEnds& ends)
{
    // As for all calls, the time of the event decides whether poll() blocks, not the timeout.
    std::ostringstream text;
    text << "poll " << (mayBlock ? -1 : 0);
    for (const TcpScriptPollEntry& entry : call.entries)
    {
        text << " " << ends.getFile(entry.descriptor) << " " << Join(entry.events, EVENTS);
    }
    return text.str();
}

} // namespace

std::string
FormatScriptOrder(const TcpScriptCall& call, bool mayBlock, const ScriptOrderEnds& ends)
{
    std::ostringstream text;
    const int64_t fd = ends.getFile(call.descriptor);
    switch (call.function)
    {
    case Function::SOCKET:
        text << "socket";
        break;
    case Function::BIND:
        text << "bind " << fd << " " << FormatAddress(ends.local);
        break;
    case Function::LISTEN:
        text << "listen " << fd << " " << call.number;
        break;
    case Function::CONNECT:
        text << "connect " << fd << " " << FormatAddress(ends.peer);
        break;
    case Function::ACCEPT:
        text << "accept " << fd;
        break;
    case Function::READ:
    case Function::WRITE:
        text << (call.function == Function::READ ? "read " : "write ") << fd << " " << call.number
             << " " << Join(call.flags, TRANSFER_FLAGS) << " " << !call.isNull;
        if (HasFlag(call, "MSG_FASTOPEN"))
        {
            const bool isNone = call.option == "AF_UNSPEC";
            text << " " << (isNone ? "unspecified 0" : FormatAddress(ends.peer));
        }
        break;
    case Function::CLOSE:
        text << "close " << fd;
        break;
    case Function::SHUTDOWN:
        text << "shutdown " << fd << " " << DIRECTIONS.at(call.option);
        break;
    case Function::SETSOCKOPT:
        text << "setsockopt " << fd << " " << OPTIONS.at(call.option).first << " "
             << OPTIONS.at(call.option).second << " " << call.number;
        break;
    case Function::GETSOCKOPT:
        text << "getsockopt " << fd << " " << OPTIONS.at(call.option).first << " "
             << OPTIONS.at(call.option).second;
        break;
    case Function::FCNTL:
        text << "fcntl " << fd << " " << (call.option == "F_GETFL" ? F_GETFL : F_SETFL) << " "
             << (HasFlag(call, "O_NONBLOCK") ? O_RDWR | O_NONBLOCK : O_RDWR);
        break;
    case Function::IOCTL:
        text << "ioctl " << fd << " " << FIONREAD;
        break;
    case Function::POLL:
        return FormatPoll(call, mayBlock, ends);
    }
    return text.str();
}

TcpScriptSystem::Result
MakePollResult(const TcpScriptCall& call, const LinuxKernelCalls::Answer& answer)
{
    TcpScriptSystem::Result result{.value = answer.value};
    std::istringstream words(answer.given);
    for (const TcpScriptPollEntry& entry : call.entries)
    {
        int returned = 0;
        words >> returned;
        if (result.expected.empty() && returned != Join(entry.returned, EVENTS))
        {
            const std::string name = "fd=" + std::to_string(entry.descriptor) + ", revents=";
            result.expected = name + Split(Join(entry.returned, EVENTS), EVENTS);
            result.actual = name + Split(returned, EVENTS);
        }
    }
    return result;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "script-order.h"

#include "ns3/inet-socket-address.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <iomanip>
#include <linux/errqueue.h>
#include <map>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sstream>
#include <sys/epoll.h>
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
    {"SO_MARK", {SOL_SOCKET, SO_MARK}},
    {"SO_ZEROCOPY", {SOL_SOCKET, SO_ZEROCOPY}},
    {"SO_TIMESTAMPING", {SOL_SOCKET, SO_TIMESTAMPING}},
    {"TCP_NODELAY", {IPPROTO_TCP, TCP_NODELAY}},
    {"TCP_MAXSEG", {IPPROTO_TCP, TCP_MAXSEG}},
    {"TCP_CORK", {IPPROTO_TCP, TCP_CORK}},
    {"TCP_USER_TIMEOUT", {IPPROTO_TCP, TCP_USER_TIMEOUT}},
    {"TCP_NOTSENT_LOWAT", {IPPROTO_TCP, TCP_NOTSENT_LOWAT}},
    {"TCP_INQ", {IPPROTO_TCP, TCP_INQ}},
    {"TCP_FASTOPEN_KEY", {IPPROTO_TCP, TCP_FASTOPEN_KEY}},
    {"TCP_FASTOPEN", {IPPROTO_TCP, TCP_FASTOPEN}},
    {"TCP_FASTOPEN_CONNECT", {IPPROTO_TCP, TCP_FASTOPEN_CONNECT}},
    {"TCP_FASTOPEN_NO_COOKIE", {IPPROTO_TCP, TCP_FASTOPEN_NO_COOKIE}},
    {"TCP_SYNCNT", {IPPROTO_TCP, TCP_SYNCNT}},
    {"TCP_KEEPIDLE", {IPPROTO_TCP, TCP_KEEPIDLE}},
    {"TCP_KEEPINTVL", {IPPROTO_TCP, TCP_KEEPINTVL}},
    {"TCP_KEEPCNT", {IPPROTO_TCP, TCP_KEEPCNT}},
    {"IP_TOS", {IPPROTO_IP, IP_TOS}},
    {"IP_MTU_DISCOVER", {IPPROTO_IP, IP_MTU_DISCOVER}},
    {"IP_FREEBIND", {IPPROTO_IP, IP_FREEBIND}},
};

const Names TRANSFER_FLAGS{{"MSG_PEEK", MSG_PEEK},
                           {"MSG_DONTWAIT", MSG_DONTWAIT},
                           {"MSG_WAITALL", MSG_WAITALL},
                           {"MSG_MORE", MSG_MORE},
                           {"MSG_NOSIGNAL", MSG_NOSIGNAL},
                           {"MSG_EOR", MSG_EOR},
                           {"MSG_FASTOPEN", MSG_FASTOPEN},
                           {"MSG_ZEROCOPY", MSG_ZEROCOPY},
                           {"MSG_ERRQUEUE", MSG_ERRQUEUE}};

/// Flags of a message that was received.
const Names MESSAGE_FLAGS{{"MSG_ERRQUEUE", MSG_ERRQUEUE},
                          {"MSG_TRUNC", MSG_TRUNC},
                          {"MSG_CTRUNC", MSG_CTRUNC},
                          {"MSG_EOR", MSG_EOR}};

const Names EVENTS{{"POLLIN", POLLIN},
                   {"POLLOUT", POLLOUT},
                   {"POLLERR", POLLERR},
                   {"POLLHUP", POLLHUP},
                   {"POLLRDHUP", POLLRDHUP},
                   {"POLLPRI", POLLPRI},
                   {"POLLNVAL", POLLNVAL}};

const Names EPOLL_EVENTS{{"EPOLLIN", EPOLLIN},
                         {"EPOLLOUT", EPOLLOUT},
                         {"EPOLLERR", EPOLLERR},
                         {"EPOLLHUP", EPOLLHUP},
                         {"EPOLLRDHUP", EPOLLRDHUP},
                         {"EPOLLPRI", EPOLLPRI},
                         {"EPOLLET", static_cast<int>(EPOLLET)},
                         {"EPOLLONESHOT", EPOLLONESHOT},
                         {"EPOLLEXCLUSIVE", EPOLLEXCLUSIVE}};

const Names EPOLL_COMMANDS{{"EPOLL_CTL_ADD", EPOLL_CTL_ADD},
                           {"EPOLL_CTL_MOD", EPOLL_CTL_MOD},
                           {"EPOLL_CTL_DEL", EPOLL_CTL_DEL}};

const Names ACCESS{{"O_RDONLY", O_RDONLY}, {"O_WRONLY", O_WRONLY}, {"O_RDWR", O_RDWR}};

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

/// The buffers are those of the call, or one of its size.
std::string
FormatTransfer(const TcpScriptCall& call, const ScriptOrderEnds& ends)
{
    std::ostringstream text;
    const int64_t fd = ends.getFile(call.descriptor);
    // -1 stands for read() and write().
    const int flags = call.isOfAnyFile ? -1 : Join(call.flags, TRANSFER_FLAGS);
    if (call.message)
    {
        text << "receive " << fd << " " << call.number << " " << flags;
        return text.str();
    }
    if (call.function == Function::READ)
    {
        text << "read " << fd << " " << call.number << " " << flags << " " << !call.isNull;
        return text.str();
    }
    text << "write " << fd << " " << flags << " " << !call.isNull << " ";
    const bool isUnspecified = call.option == "AF_UNSPEC";
    text << (!HasFlag(call, "MSG_FASTOPEN") ? "none 0"
             : isUnspecified                ? "unspecified 0"
                                            : FormatAddress(ends.peer));
    for (const uint32_t size : call.parts)
    {
        text << " " << size;
    }
    if (call.parts.empty())
    {
        text << " " << call.number;
    }
    return text.str();
}

/// @return bytes, hexadecimal
std::string
FormatBytes(const std::string& bytes)
{
    std::ostringstream text;
    text << std::hex << std::setfill('0');
    for (const char byte : bytes)
    {
        text << std::setw(2) << static_cast<int>(static_cast<unsigned char>(byte));
    }
    return text.str();
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

std::string
FormatPoll(const TcpScriptCall& call, const ScriptOrderEnds& ends)
{
    std::ostringstream text;
    text << "poll " << call.timeout;
    for (const TcpScriptPollEntry& entry : call.entries)
    {
        text << " " << ends.getFile(entry.descriptor) << " " << Join(entry.events, EVENTS);
    }
    return text.str();
}

} // namespace

std::string
FormatScriptOrder(const TcpScriptCall& call, const ScriptOrderEnds& ends)
{
    std::ostringstream text;
    const int64_t fd = ends.getFile(call.descriptor);
    switch (call.function)
    {
    case Function::SOCKET:
        text << "socket " << (call.option == "IPPROTO_UDP" ? IPPROTO_UDP : IPPROTO_TCP);
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
        return FormatTransfer(call, ends);
    case Function::CLOSE:
        text << "close " << fd;
        break;
    case Function::SHUTDOWN:
        text << "shutdown " << fd << " " << DIRECTIONS.at(call.option);
        break;
    case Function::SETSOCKOPT:
        if (call.option == "TCP_FASTOPEN_KEY")
        {
            text << "setbytes " << fd << " " << OPTIONS.at(call.option).first << " "
                 << OPTIONS.at(call.option).second << " " << call.number << " "
                 << FormatBytes(call.text);
            break;
        }
        text << "setsockopt " << fd << " " << OPTIONS.at(call.option).first << " "
             << OPTIONS.at(call.option).second << " " << call.number << " " << call.optionSize;
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
        return FormatPoll(call, ends);
    case Function::EPOLL_CREATE:
        text << "epoll_create " << call.number;
        break;
    case Function::EPOLL_CTL:
        // What comes back with the events is the descriptor of the script.
        text << "epoll_ctl " << fd << " " << EPOLL_COMMANDS.at(call.option) << " "
             << ends.getFile(call.second) << " "
             << static_cast<uint32_t>(Join(call.entries.front().events, EPOLL_EVENTS)) << " "
             << call.entries.front().descriptor;
        break;
    case Function::EPOLL_WAIT:
        text << "epoll_wait " << fd << " " << call.number << " " << call.timeout;
        break;
    case Function::OPEN:
        text << "open " << ACCESS.at(call.option) << " " << call.text;
        break;
    case Function::PIPE:
        text << "pipe";
        break;
    case Function::SENDFILE:
    case Function::SPLICE:
        text << (call.function == Function::SPLICE ? "splice " : "sendfile ") << fd << " "
             << ends.getFile(call.second) << " " << call.number;
        break;
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
    if (events != static_cast<uint32_t>(Join(expected.returned, EPOLL_EVENTS)) ||
        descriptor != expected.descriptor)
    {
        result.expected = "events=" + Split(Join(expected.returned, EPOLL_EVENTS), EPOLL_EVENTS) +
                          ", fd=" + std::to_string(expected.descriptor);
        result.actual = "events=" + Split(static_cast<int>(events), EPOLL_EVENTS) +
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

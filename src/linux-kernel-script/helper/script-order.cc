// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "script-order.h"

#include "script-names.h"

#include "ns3/inet-socket-address.h"

#include <algorithm>
#include <fcntl.h>
#include <iomanip>
#include <map>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

const ScriptNames TRANSFER_FLAGS{{"MSG_PEEK", MSG_PEEK},
                                 {"MSG_DONTWAIT", MSG_DONTWAIT},
                                 {"MSG_WAITALL", MSG_WAITALL},
                                 {"MSG_MORE", MSG_MORE},
                                 {"MSG_NOSIGNAL", MSG_NOSIGNAL},
                                 {"MSG_EOR", MSG_EOR},
                                 {"MSG_FASTOPEN", MSG_FASTOPEN},
                                 {"MSG_ZEROCOPY", MSG_ZEROCOPY},
                                 {"MSG_ERRQUEUE", MSG_ERRQUEUE}};

const ScriptNames EPOLL_COMMANDS{{"EPOLL_CTL_ADD", EPOLL_CTL_ADD},
                                 {"EPOLL_CTL_MOD", EPOLL_CTL_MOD},
                                 {"EPOLL_CTL_DEL", EPOLL_CTL_DEL}};

const ScriptNames ACCESS{{"O_RDONLY", O_RDONLY}, {"O_WRONLY", O_WRONLY}, {"O_RDWR", O_RDWR}};

const ScriptNames DIRECTIONS{{"SHUT_RD", SHUT_RD}, {"SHUT_WR", SHUT_WR}, {"SHUT_RDWR", SHUT_RDWR}};

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
    const int flags = call.isOfAnyFile ? -1 : JoinFlags(call.flags, TRANSFER_FLAGS);
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

std::string
FormatPoll(const TcpScriptCall& call, const ScriptOrderEnds& ends)
{
    std::ostringstream text;
    text << "poll " << call.timeout;
    for (const TcpScriptPollEntry& entry : call.entries)
    {
        text << " " << ends.getFile(entry.descriptor) << " "
             << JoinFlags(entry.events, SCRIPT_EVENTS);
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
             << static_cast<uint32_t>(JoinFlags(call.entries.front().events, SCRIPT_EPOLL_EVENTS))
             << " " << call.entries.front().descriptor;
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

} // namespace ns3

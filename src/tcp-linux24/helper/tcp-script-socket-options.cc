// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-socket-options.h"

#include "ns3/boolean.h"
#include "ns3/tcp-linux24-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/// Values TCP_MAXSEG permits, bytes (Linux 2.4.18, tcp_setsockopt).
constexpr uint32_t MIN_MAXSEG = 8;
constexpr uint32_t MAX_MAXSEG = 32767;
/// MSS of Linux before a connection, bytes (tcp_v4_init_sock).
constexpr uint32_t LINUX_FIRST_MSS = 536;
/// Limits of buffers in Linux, bytes: wmem_max and rmem_max, SOCK_MIN_SNDBUF and SOCK_MIN_RCVBUF.
constexpr uint32_t LINUX_MAX_BUFFER = 65535;
constexpr uint32_t LINUX_MIN_SNDBUF = 2048;
constexpr uint32_t LINUX_MIN_RCVBUF = 256;

const std::string NO_OPTION = "ENOPROTOOPT";
const std::string INVALID = "EINVAL";

std::string
Set(Ptr<Socket> socket, const std::string& attribute, const AttributeValue& value)
{
    return socket->SetAttributeFailSafe(attribute, value) ? "" : NO_OPTION;
}

std::optional<uint32_t>
Get(Ptr<const Socket> socket, const std::string& attribute)
{
    UintegerValue number;
    if (socket->GetAttributeFailSafe(attribute, number))
    {
        return static_cast<uint32_t>(number.Get());
    }
    BooleanValue isOn;
    return socket->GetAttributeFailSafe(attribute, isOn) ? std::optional<uint32_t>(isOn.Get())
                                                         : std::nullopt;
}

std::string
SetSegmentSize(Ptr<Socket> socket, bool isFresh, uint32_t value)
{
    if (const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket))
    {
        return linuxSocket->SetUserMss(value) ? "" : INVALID;
    }
    if (!isFresh || value < MIN_MAXSEG || value > MAX_MAXSEG)
    {
        return INVALID;
    }
    return Set(socket, "SegmentSize", UintegerValue(value));
}

std::string
SetSendBuffer(Ptr<Socket> socket, uint32_t value)
{
    if (!DynamicCast<TcpLinux24Socket>(socket))
    {
        return Set(socket, "SndBufSize", UintegerValue(value));
    }
    // The buffer does not grow any more (SOCK_SNDBUF_LOCK).
    socket->SetAttribute("InitialSndBufSize", UintegerValue(0));
    const uint32_t size = std::max(2 * std::min(value, LINUX_MAX_BUFFER), LINUX_MIN_SNDBUF);
    return Set(socket, "SndBufSize", UintegerValue(size));
}

std::string
SetReceiveBuffer(Ptr<Socket> socket, uint32_t value)
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    if (!linuxSocket)
    {
        return Set(socket, "RcvBufSize", UintegerValue(value));
    }
    if (linuxSocket->GetReceiver())
    {
        return INVALID;
    }
    const uint32_t size = std::max(2 * std::min(value, LINUX_MAX_BUFFER), LINUX_MIN_RCVBUF);
    return Set(socket, "RcvBufSize", UintegerValue(size));
}

/// Linux 2.4 refuses TCP_CORK together with TCP_NODELAY (tcp_setsockopt).
std::string
SetCork(Ptr<Socket> socket, bool isOn)
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    if (!linuxSocket)
    {
        return NO_OPTION;
    }
    return Get(socket, "TcpNoDelay") == 1 ? INVALID : linuxSocket->SetCork(isOn) ? "" : NO_OPTION;
}

std::string
SetNoDelay(Ptr<Socket> socket, bool isOn)
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    return linuxSocket && linuxSocket->IsCorked() ? INVALID
                                                  : Set(socket, "TcpNoDelay", BooleanValue(isOn));
}

} // namespace

std::string
SetTcpScriptSocketOption(Ptr<Socket> socket,
                         bool isFresh,
                         const std::string& option,
                         uint32_t value)
{
    if (option == "SO_REUSEADDR")
    {
        return "";
    }
    if (option == "TCP_MAXSEG")
    {
        return SetSegmentSize(socket, isFresh, value);
    }
    if (option == "SO_SNDBUF")
    {
        return SetSendBuffer(socket, value);
    }
    if (option == "SO_RCVBUF")
    {
        return SetReceiveBuffer(socket, value);
    }
    if (option == "TCP_CORK")
    {
        return SetCork(socket, value != 0);
    }
    if (option == "TCP_NODELAY")
    {
        return SetNoDelay(socket, value != 0);
    }
    if (option == "IP_TOS")
    {
        socket->SetIpTos(static_cast<uint8_t>(value));
        return "";
    }
    return option == "IP_MTU_DISCOVER" ? Set(socket, "PathMtuDiscovery", BooleanValue(value != 0))
                                       : NO_OPTION;
}

std::optional<uint32_t>
GetTcpScriptSocketOption(Ptr<Socket> socket, const std::string& option)
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    if (option == "TCP_MAXSEG" && linuxSocket)
    {
        const uint32_t mss = linuxSocket->GetSender() ? linuxSocket->GetSendMss() : 0;
        return mss == 0 ? LINUX_FIRST_MSS : mss;
    }
    if (option == "TCP_CORK" && linuxSocket)
    {
        return linuxSocket->IsCorked();
    }
    if (option == "SO_SNDBUF" && linuxSocket)
    {
        const uint32_t first = Get(socket, "InitialSndBufSize").value_or(0);
        const uint32_t most = Get(socket, "SndBufSize").value_or(0);
        return first == 0 ? most : std::min(first, most);
    }
    static const std::map<std::string, std::string> attributes{
        {"SO_SNDBUF", "SndBufSize"},
        {"SO_RCVBUF", "RcvBufSize"},
        {"TCP_MAXSEG", "SegmentSize"},
        {"TCP_NODELAY", "TcpNoDelay"},
    };
    const auto attribute = attributes.find(option);
    return attribute == attributes.end() ? std::nullopt : Get(socket, attribute->second);
}

} // namespace ns3

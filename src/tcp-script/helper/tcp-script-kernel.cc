// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-kernel.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <map>

namespace ns3
{

namespace
{

/// Values TCP_MAXSEG permits, bytes (Linux 2.4.18, tcp_setsockopt).
constexpr uint32_t MIN_MAXSEG = 8;
constexpr uint32_t MAX_MAXSEG = 32767;

/// What setsockopt() says of an option that the protocol does not have.
const std::string NO_OPTION = "ENOPROTOOPT";
const std::string INVALID = "EINVAL";

} // namespace

const TcpScriptSysctlRules&
TcpScriptKernel::GetSysctlRules(TypeId) const
{
    // The stock socket has one size of the send buffer: tcp_wmem's default, as of tcp_rmem.
    using enum TcpScriptSysctlConversion;
    static const TcpScriptSysctlRules rules{
        {"tcp_ecn", {ECN, 0, 1, "ns3::TcpSocketBase::UseEcn"}},
        {"tcp_wmem", {SAME, 1, 3, "ns3::TcpSocket::SndBufSize"}},
    };
    return rules;
}

std::string
TcpScriptKernel::SetOption(Ptr<Socket> socket,
                           bool isFresh,
                           const std::string& option,
                           uint32_t value) const
{
    // Each script has a host of its own, on which every address is free.
    if (option == "SO_REUSEADDR")
    {
        return "";
    }
    if (option == "TCP_MAXSEG")
    {
        // An ns-3 socket takes its segment size when the connection starts; a later value would be
        // accepted and do nothing.
        const bool isPossible = isFresh && value >= MIN_MAXSEG && value <= MAX_MAXSEG;
        return isPossible ? SetAttribute(socket, "SegmentSize", UintegerValue(value)) : INVALID;
    }
    if (option == "SO_SNDBUF")
    {
        return SetAttribute(socket, "SndBufSize", UintegerValue(value));
    }
    if (option == "SO_RCVBUF")
    {
        return SetAttribute(socket, "RcvBufSize", UintegerValue(value));
    }
    if (option == "TCP_NODELAY")
    {
        return SetAttribute(socket, "TcpNoDelay", BooleanValue(value != 0));
    }
    // Set by a method, since sockets keep it beside their attributes.
    if (option == "IP_TOS")
    {
        socket->SetIpTos(static_cast<uint8_t>(value));
        return "";
    }
    return NO_OPTION;
}

std::optional<uint32_t>
TcpScriptKernel::GetOption(Ptr<Socket> socket, const std::string& option) const
{
    // Options that an attribute of TcpSocket can answer; SO_ERROR is TcpScriptSockets' own.
    static const std::map<std::string, std::string> attributes{
        {"SO_SNDBUF", "SndBufSize"},
        {"SO_RCVBUF", "RcvBufSize"},
        {"TCP_MAXSEG", "SegmentSize"},
        {"TCP_NODELAY", "TcpNoDelay"},
    };
    const auto attribute = attributes.find(option);
    return attribute == attributes.end() ? std::nullopt : GetAttribute(socket, attribute->second);
}

std::optional<TcpScriptValue>
TcpScriptKernel::GetState(Ptr<Socket>, const std::string&) const
{
    return std::nullopt; // traces tell all that there is
}

std::optional<uint32_t>
TcpScriptKernel::GetMoreFlag(Ptr<Socket>) const
{
    // ns-3's sockets know no flag of Socket::Send().
    return std::nullopt;
}

std::string
TcpScriptKernel::SetAttribute(Ptr<Socket> socket,
                              const std::string& attribute,
                              const AttributeValue& value)
{
    return socket->SetAttributeFailSafe(attribute, value) ? "" : NO_OPTION;
}

std::optional<uint32_t>
TcpScriptKernel::GetAttribute(Ptr<const Socket> socket, const std::string& attribute)
{
    // The value must be of the attribute's class, which is not known here.
    UintegerValue number;
    if (socket->GetAttributeFailSafe(attribute, number))
    {
        return static_cast<uint32_t>(number.Get());
    }
    BooleanValue isOn;
    return socket->GetAttributeFailSafe(attribute, isOn) ? std::optional<uint32_t>(isOn.Get())
                                                         : std::nullopt;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-script-kernel.h"

#include "ns3/boolean.h"
#include "ns3/nstime.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/tcp-linux24-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <map>

namespace ns3
{

namespace
{

/// MSS of Linux before a connection, bytes (tcp_v4_init_sock).
constexpr uint32_t FIRST_MSS = 536;
/// Limits of buffers, bytes: wmem_max and rmem_max, SOCK_MIN_SNDBUF and SOCK_MIN_RCVBUF.
constexpr uint32_t MAX_BUFFER = 65535;
constexpr uint32_t MIN_SNDBUF = 2048;
constexpr uint32_t MIN_RCVBUF = 256;

const std::string NO_OPTION = "ENOPROTOOPT";
const std::string INVALID = "EINVAL";

std::string
GetStateName(TcpLinux24State state)
{
    static constexpr std::array<const char*, 5> names{"Open",
                                                      "Disorder",
                                                      "CWR",
                                                      "Recovery",
                                                      "Loss"};
    return names.at(static_cast<size_t>(state));
}

double
GetRtoSeconds(Ptr<const TcpLinux24Socket> socket)
{
    TimeValue tick;
    socket->GetAttribute("TickInterval", tick);
    return (tick.Get() * static_cast<int64_t>(socket->GetSender()->GetRtt().GetRto())).GetSeconds();
}

/// Variables of a sender or one of its parts.
/// @tparam Part class of it
template <typename Part>
using Counters = std::map<std::string, uint32_t (Part::*)() const>;

/// @param part to ask, or null
/// @param counters it has
/// @param name of one
/// @return its value
template <typename Part>
std::optional<TcpScriptValue>
GetCounter(const Part* part, const Counters<Part>& counters, const std::string& name)
{
    const auto counter = counters.find(name);
    if (!part || counter == counters.end())
    {
        return std::nullopt;
    }
    return static_cast<double>((part->*counter->second)());
}

/// @param sender to ask
/// @param name of a variable
/// @return its value
std::optional<TcpScriptValue>
GetCounter(const TcpLinuxSender* sender, const std::string& name)
{
    using Scoreboard = TcpLinux24Scoreboard;
    using Linux20 = TcpLinux20Sender;
    static const Counters<TcpLinuxSender> common{
        {"cwnd", &TcpLinuxSender::GetCwnd},
        {"ssthresh", &TcpLinuxSender::GetSsthresh},
        {"packets_out", &TcpLinuxSender::GetPacketsOut},
    };
    static const Counters<Scoreboard> scoreboard{
        {"sacked_out", &Scoreboard::GetSackedOut},
        {"lost_out", &Scoreboard::GetLostOut},
        {"retrans_out", &Scoreboard::GetRetransOut},
        {"fackets_out", &Scoreboard::GetFacketsOut},
        {"reordering", &Scoreboard::GetReordering},
    };
    static const Counters<TcpLinux24UndoRecord> undo{
        {"retrans_stamp", &TcpLinux24UndoRecord::GetStamp},
    };
    static const Counters<Linux20> linux20{
        {"rcv_ack_cnt", &Linux20::GetIdenticalAcks},
        {"retransmits", &Linux20::GetRetransmits},
    };
    if (const auto value = GetCounter(sender, common, name))
    {
        return value;
    }
    if (const auto engine = dynamic_cast<const TcpLinux24Sender*>(sender))
    {
        const auto value = GetCounter(&engine->GetScoreboard(), scoreboard, name);
        return value ? value : GetCounter(&engine->GetCongestion().GetUndo(), undo, name);
    }
    return GetCounter(dynamic_cast<const TcpLinux20Sender*>(sender), linux20, name);
}

/// @param socket to ask
/// @param name of a variable
/// @return its value
std::optional<TcpScriptValue>
GetReceiverCounter(Ptr<const TcpLinux24Socket> socket, const std::string& name)
{
    if (name == "snd_mss")
    {
        return static_cast<double>(socket->GetSendMss());
    }
    const TcpLinux24Receiver* receiver = socket->GetReceiver();
    if (receiver && name == "rcv_mss")
    {
        return static_cast<double>(receiver->GetRcvMss());
    }
    return receiver && name == "rcv_ssthresh"
               ? std::optional<TcpScriptValue>(static_cast<double>(receiver->GetRcvSsthresh()))
               : std::nullopt;
}

} // namespace

const TcpScriptSysctlRules&
TcpLinux24ScriptKernel::GetSysctlRules(TypeId factory) const
{
    using enum TcpScriptSysctlConversion;
    static const TcpScriptSysctlRules rules{
        {"tcp_dsack", {SWITCH, 0, 1, "ns3::TcpLinux24Socket::Dsack"}},
        {"tcp_fack", {SWITCH, 0, 1, "ns3::TcpLinux24Socket::ForwardAck"}},
        {"tcp_reordering", {SAME, 0, 1, "ns3::TcpLinux24Socket::Reordering"}},
        {"tcp_frto", {SWITCH, 0, 1, "ns3::TcpLinux24Socket::Frto"}},
        {"tcp_bic", {SWITCH, 0, 1, "ns3::TcpLinux24Socket::Bic"}},
        {"tcp_retrans_collapse", {SWITCH, 0, 1, "ns3::TcpLinux24Socket::RetransCollapse"}},
        {"tcp_orphan_retries", {SAME, 0, 1, "ns3::TcpLinux24Socket::OrphanRetries"}},
        {"tcp_fin_timeout", {SECONDS, 0, 1, "ns3::TcpLinux24Socket::FinTimeout"}},
        {"ip_no_pmtu_disc", {INVERSE, 0, 1, "ns3::TcpLinux24Socket::PathMtuDiscovery"}},
        {"tcp_wmem", {SAME, 1, 3, "ns3::TcpLinux24Socket::InitialSndBufSize"}},
        {"tcp_wmem", {SAME, 2, 3, "ns3::TcpSocket::SndBufSize"}},
    };
    const bool isLinux = factory == TcpLinux24SocketFactory::GetTypeId();
    return isLinux ? rules : TcpScriptKernel::GetSysctlRules(factory);
}

std::string
TcpLinux24ScriptKernel::SetOption(Ptr<Socket> socket,
                                  bool isFresh,
                                  const std::string& option,
                                  uint32_t value) const
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    if (linuxSocket && option == "TCP_MAXSEG")
    {
        return linuxSocket->SetUserMss(value) ? "" : INVALID;
    }
    if (linuxSocket && option == "SO_SNDBUF")
    {
        linuxSocket->FixSndBufSize(std::max(2 * std::min(value, MAX_BUFFER), MIN_SNDBUF));
        return "";
    }
    if (linuxSocket && option == "SO_RCVBUF")
    {
        const uint32_t size = std::max(2 * std::min(value, MAX_BUFFER), MIN_RCVBUF);
        return linuxSocket->GetReceiver() ? INVALID
                                          : SetAttribute(socket, "RcvBufSize", UintegerValue(size));
    }
    if (linuxSocket && option == "TCP_CORK")
    {
        // Linux 2.4 refuses TCP_CORK together with TCP_NODELAY (tcp_setsockopt).
        return GetAttribute(socket, "TcpNoDelay") == 1 ? INVALID
               : linuxSocket->SetCork(value != 0)      ? ""
                                                       : NO_OPTION;
    }
    if (linuxSocket && option == "TCP_NODELAY" && linuxSocket->IsCorked())
    {
        return INVALID;
    }
    if (linuxSocket && option == "IP_MTU_DISCOVER")
    {
        return SetAttribute(socket, "PathMtuDiscovery", BooleanValue(value != 0));
    }
    return TcpScriptKernel::SetOption(socket, isFresh, option, value);
}

std::optional<uint32_t>
TcpLinux24ScriptKernel::GetOption(Ptr<Socket> socket, const std::string& option) const
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    if (linuxSocket && option == "TCP_MAXSEG")
    {
        const uint32_t mss = linuxSocket->GetSender() ? linuxSocket->GetSendMss() : 0;
        return mss == 0 ? FIRST_MSS : mss;
    }
    if (linuxSocket && option == "TCP_CORK")
    {
        return linuxSocket->IsCorked();
    }
    if (linuxSocket && option == "SO_SNDBUF")
    {
        const uint32_t first = GetAttribute(socket, "InitialSndBufSize").value_or(0);
        const uint32_t most = GetAttribute(socket, "SndBufSize").value_or(0);
        return first == 0 ? most : std::min(first, most);
    }
    return TcpScriptKernel::GetOption(socket, option);
}

std::optional<TcpScriptValue>
TcpLinux24ScriptKernel::GetState(Ptr<Socket> socket, const std::string& name) const
{
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    const TcpLinuxSender* sender = linuxSocket ? linuxSocket->GetSender() : nullptr;
    if (!sender)
    {
        return std::nullopt;
    }
    if (const auto value = GetCounter(sender, name))
    {
        return value;
    }
    if (const auto value = GetReceiverCounter(linuxSocket, name))
    {
        return value;
    }
    const auto linux24 = dynamic_cast<const TcpLinux24Sender*>(sender);
    if (name == "state" && linux24)
    {
        return GetStateName(linux24->GetCongestion().GetState());
    }
    return name == "rto" ? std::optional<TcpScriptValue>(GetRtoSeconds(linuxSocket)) : std::nullopt;
}

std::optional<uint32_t>
TcpLinux24ScriptKernel::GetMoreFlag(Ptr<Socket> socket) const
{
    return DynamicCast<TcpLinux24Socket>(socket)
               ? std::optional<uint32_t>(TcpLinux24Socket::SEND_MORE)
               : std::nullopt;
}

} // namespace ns3

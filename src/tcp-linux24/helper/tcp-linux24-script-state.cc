// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-script-state.h"

#include "ns3/nstime.h"
#include "ns3/tcp-linux24-socket.h"

#include <array>
#include <map>

namespace ns3
{

namespace
{

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

/// Variables of one engine. @tparam Sender class of it
template <typename Sender>
using Counters = std::map<std::string, uint32_t (Sender::*)() const>;

/// @param sender to ask, of this class or not @param counters it has @param name of one
/// @return its value
template <typename Sender>
std::optional<TcpScriptValue>
GetCounter(const TcpLinuxSender* sender, const Counters<Sender>& counters, const std::string& name)
{
    const auto engine = dynamic_cast<const Sender*>(sender);
    const auto counter = counters.find(name);
    if (!engine || counter == counters.end())
    {
        return std::nullopt;
    }
    return static_cast<double>((engine->*counter->second)());
}

/// @param sender to ask @param name of a variable @return its value
std::optional<TcpScriptValue>
GetCounter(const TcpLinuxSender* sender, const std::string& name)
{
    using Linux24 = TcpLinux24Sender;
    using Linux20 = TcpLinux20Sender;
    static const Counters<TcpLinuxSender> common{
        {"cwnd", &TcpLinuxSender::GetCwnd},
        {"ssthresh", &TcpLinuxSender::GetSsthresh},
        {"packets_out", &TcpLinuxSender::GetPacketsOut},
    };
    static const Counters<Linux24> linux24{
        {"sacked_out", &Linux24::GetSackedOut},
        {"lost_out", &Linux24::GetLostOut},
        {"retrans_out", &Linux24::GetRetransOut},
        {"fackets_out", &Linux24::GetFacketsOut},
        {"reordering", &Linux24::GetReordering},
        {"retrans_stamp", &Linux24::GetRetransStamp},
    };
    static const Counters<Linux20> linux20{
        {"rcv_ack_cnt", &Linux20::GetIdenticalAcks},
        {"retransmits", &Linux20::GetRetransmits},
    };
    auto value = GetCounter(sender, common, name);
    value = value ? value : GetCounter(sender, linux24, name);
    return value ? value : GetCounter(sender, linux20, name);
}

/// @param socket to ask @param name of a variable @return its value
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

std::optional<TcpScriptValue>
GetTcpLinux24ScriptState(Ptr<Socket> socket, const std::string& name)
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
        return GetStateName(linux24->GetState());
    }
    return name == "rto" ? std::optional<TcpScriptValue>(GetRtoSeconds(linuxSocket)) : std::nullopt;
}

} // namespace ns3

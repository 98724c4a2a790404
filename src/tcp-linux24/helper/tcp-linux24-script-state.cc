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

} // namespace

std::optional<TcpScriptValue>
GetTcpLinux24ScriptState(Ptr<Socket> socket, const std::string& name)
{
    using Sender = TcpLinux24Sender;
    static const std::map<std::string, uint32_t (Sender::*)() const> counters{
        {"cwnd", &Sender::GetCwnd},
        {"ssthresh", &Sender::GetSsthresh},
        {"packets_out", &Sender::GetPacketsOut},
        {"sacked_out", &Sender::GetSackedOut},
        {"lost_out", &Sender::GetLostOut},
        {"retrans_out", &Sender::GetRetransOut},
        {"fackets_out", &Sender::GetFacketsOut},
        {"retrans_stamp", &Sender::GetRetransStamp},
    };
    const auto linuxSocket = DynamicCast<TcpLinux24Socket>(socket);
    const Sender* sender = linuxSocket ? linuxSocket->GetSender() : nullptr;
    if (!sender)
    {
        return std::nullopt;
    }
    if (const auto counter = counters.find(name); counter != counters.end())
    {
        return static_cast<double>((sender->*counter->second)());
    }
    if (name == "state")
    {
        return GetStateName(sender->GetState());
    }
    return name == "rto" ? std::optional<TcpScriptValue>(GetRtoSeconds(linuxSocket)) : std::nullopt;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-socket-factory.h"

#include "tcp-linux24-socket.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/rtt-estimator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-linux-reno.h"

#include <array>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24SocketFactory");

NS_OBJECT_ENSURE_REGISTERED(TcpLinux24SocketFactory);

namespace
{

/// An attribute and its value in 2.0.32, 2.4.18, 2.4.19 and 2.6.8.
struct KernelPreset
{
    const char* attribute;             ///< name
    std::array<const char*, 4> values; ///< in the order of TcpLinux24Kernel
};

/// In the order of TcpLinux24Kernel.
constexpr std::array KERNEL_NAMES{"2.0.32", "2.4.18", "2.4.19", "2.6.8"};

/// The faults of 2.4.18 are those that 2.4.19 repaired; 2.6.8 has BIC, faster ticks and autotuned
/// buffers; 2.0.32 knows none of the options of RFC 1323 and RFC 2018. Buffers are the defaults of
/// the kernels (net/ipv4/tcp.c: sysctl_tcp_wmem, sysctl_tcp_rmem).
constexpr KernelPreset PRESETS[] = {
    {"Generation", {"Linux20", "Linux24", "Linux24", "Linux24"}},
    {"TickInterval", {"10ms", "10ms", "10ms", "1ms"}},
    {"RetransStampFromSyn", {"false", "true", "false", "false"}},
    {"RttSeqFromUna", {"false", "true", "false", "false"}},
    {"SynWindowScaled", {"false", "true", "true", "false"}},
    {"FirstDeviation", {"2", "4", "2", "2"}},
    {"FinalCutPush", {"false", "true", "false", "false"}},
    {"Bic", {"false", "false", "false", "true"}},
    {"BicMaximumFault", {"false", "false", "false", "true"}},
    {"Frto", {"false", "false", "false", "false"}},
    {"RetransTrim", {"false", "false", "false", "true"}},
    {"CautiousRestart", {"false", "true", "true", "false"}},
    {"FullSegmentPush", {"false", "false", "false", "true"}},
    {"Sack", {"false", "true", "true", "true"}},
    {"Dsack", {"false", "true", "true", "true"}},
    {"ForwardAck", {"false", "true", "true", "true"}},
    {"Timestamp", {"false", "true", "true", "true"}},
    {"WindowScaling", {"false", "true", "true", "true"}},
    {"LocalDropFeedback", {"false", "true", "true", "true"}},
    {"InitialCwnd", {"1", "2", "2", "2"}},
    {"SegmentSize", {"0", "0", "0", "0"}}, // what the MTU allows
    {"MinRto", {"200ms", "200ms", "200ms", "200ms"}},
    {"ConnTimeout", {"3s", "3s", "3s", "3s"}},
    {"TcpNoDelay", {"false", "false", "false", "false"}},
    {"ConnCount", {"11", "6", "6", "6"}},
    {"DataRetries", {"15", "15", "15", "15"}},
    {"RequestChecksAckFirst", {"true", "false", "false", "true"}},
    {"LastAckReads", {"true", "false", "false", "true"}},
    {"MaxSynBacklog", {"128", "1024", "1024", "1024"}},
    // sock_wmalloc of 2.0.32: 128 bytes for headers, 28 for alignment, 148 of struct sk_buff.
    {"SegmentOverhead", {"304", "452", "452", "452"}},
    {"SndBufSize", {"65535", "131072", "131072", "131072"}},
    {"RcvBufSize", {"65535", "87380", "87380", "87380"}},
    {"LeastWindowScale", {"0", "0", "0", "7"}},
    {"WindowInScaleUnits", {"false", "false", "false", "true"}},
    {"MaxUnscaledWindow", {"65535", "65535", "65535", "32767"}},
    {"MaxSegLifetime", {"30", "30", "30", "30"}}, // TCP_TIMEWAIT_LEN is twice that
};

/// Longest time that a host has been up, s: a hundred years, which leaves room for a simulation.
constexpr double MAX_UPTIME = 3.2e9;

/// Warn, once, of an attribute of another class that a user has set for other sockets.
/// @param name of the class and the attribute
/// @param value that has no effect
/// @param reason what the kernel has instead
void
WarnOfStockSetting(const std::string& name, const std::string& value, const std::string& reason)
{
    static std::set<std::string> told;
    if (told.insert(name).second)
    {
        std::cerr << "warning: " << name << " " << value
                  << " does not hold for TcpLinux24Socket: its kernel has " << reason << std::endl;
    }
}

/// The kernel estimates the round trip by its own rules. Defaults that a user has changed are worth
/// a line.
void
CheckStockEstimator()
{
    const std::pair<TypeId, const char*> settings[] = {
        {RttEstimator::GetTypeId(), "InitialEstimation"},
        {RttMeanDeviation::GetTypeId(), "Alpha"},
        {RttMeanDeviation::GetTypeId(), "Beta"},
    };
    for (const auto& [type, name] : settings)
    {
        TypeId::AttributeInformation info;
        type.LookupAttributeByName(name, &info);
        const std::string value = info.initialValue->SerializeToString(info.checker);
        if (value != info.originalInitialValue->SerializeToString(info.checker))
        {
            const std::string owner = type.GetName().substr(std::string("ns3::").size());
            WarnOfStockSetting(owner + "::" + name, value, "its own rules");
        }
    }
}

/// The types of TcpL4Protocol are for stock sockets. Those that a user has set, and that are not
/// what the kernel has, are worth a line.
/// @param tcp of the node
/// @param socket just made
void
CheckStockTypes(Ptr<const TcpL4Protocol> tcp, Ptr<const Socket> socket)
{
    const auto getSet = [&tcp](const std::string& name) -> std::optional<TypeId> {
        TypeId::AttributeInformation info;
        TcpL4Protocol::GetTypeId().LookupAttributeByName(name, &info);
        const auto stock = DynamicCast<const TypeIdValue>(info.originalInitialValue)->Get();
        TypeIdValue value;
        tcp->GetAttribute(name, value);
        return value.Get() == stock ? std::nullopt : std::optional(value.Get());
    };
    if (const auto type = getSet("SocketType"))
    {
        BooleanValue bic;
        socket->GetAttribute("Bic", bic);
        const std::string name = type->GetName();
        const bool isReno = name == "ns3::TcpLinuxReno" || name == "ns3::TcpNewReno";
        if (bic.Get() ? name != "ns3::TcpBic" : !isReno)
        {
            const std::string own = bic.Get() ? "BIC" : "Reno";
            WarnOfStockSetting("TcpL4Protocol::SocketType", name, own + ", see its attribute Bic");
        }
    }
    for (const std::string name : {"RecoveryType", "RttEstimatorType"})
    {
        if (const auto type = getSet(name))
        {
            WarnOfStockSetting("TcpL4Protocol::" + name, type->GetName(), "its own rules");
        }
    }
}

} // namespace

TypeId
TcpLinux24SocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpLinux24SocketFactory")
            .SetParent<TcpPresetSocketFactory>()
            .SetGroupName("TcpLinux24")
            .AddConstructor<TcpLinux24SocketFactory>()
            .AddAttribute("Kernel",
                          "Kernel whose attribute values the sockets get.",
                          EnumValue(TcpLinux24Kernel::LINUX24_18),
                          MakeEnumAccessor<TcpLinux24Kernel>(&TcpLinux24SocketFactory::m_kernel),
                          MakeEnumChecker(TcpLinux24Kernel::LINUX20_32,
                                          "Linux20_32",
                                          TcpLinux24Kernel::LINUX24_18,
                                          "Linux24_18",
                                          TcpLinux24Kernel::LINUX24_19,
                                          "Linux24_19",
                                          TcpLinux24Kernel::LINUX26_8,
                                          "Linux26_8"))
            .AddAttribute("Uptime",
                          "Time for which the host has been up when the simulation starts, s: "
                          "TickOffset of its sockets. Drawn once, when the first socket is "
                          "created.",
                          StringValue("ns3::UniformRandomVariable[Min=1.0|Max=2.0]"),
                          MakePointerAccessor(&TcpLinux24SocketFactory::m_uptime),
                          MakePointerChecker<RandomVariableStream>());
    return tid;
}

TypeId
TcpLinux24SocketFactory::GetSocketTypeId() const
{
    return TcpLinux24Socket::GetTypeId();
}

int64_t
TcpLinux24SocketFactory::AssignStreams(int64_t stream)
{
    m_uptime->SetStream(stream);
    return 1;
}

std::vector<TcpPresetSocketFactory::Preset>
TcpLinux24SocketFactory::GetPresets()
{
    // A host's sockets have one clock, so that one draw serves for all.
    if (!m_tickOffset)
    {
        const double uptime = m_uptime->GetValue();
        NS_ABORT_MSG_UNLESS(uptime >= 0 && uptime <= MAX_UPTIME,
                            "TcpLinux24SocketFactory::Uptime is " << uptime << ": expected 0 to "
                                                                  << MAX_UPTIME << " s");
        m_tickOffset = Seconds(uptime);
    }
    std::vector<Preset> presets;
    for (const KernelPreset& preset : PRESETS)
    {
        presets.emplace_back(preset.attribute, preset.values[static_cast<size_t>(m_kernel)]);
    }
    if (m_kernel == TcpLinux24Kernel::LINUX26_8 && !IsSet("RcvBufSize"))
    {
        presets.emplace_back("MaxRcvBufSize", "174760"); // SO_RCVBUF would lock it
    }
    presets.emplace_back("TickOffset", std::to_string(m_tickOffset->GetNanoSeconds()) + "ns");
    return presets;
}

Ptr<Socket>
TcpLinux24SocketFactory::CreateSocket()
{
    const auto node = GetObject<Node>();
    const auto tcp = GetObject<TcpL4Protocol>();
    if (!node || !tcp)
    {
        NS_FATAL_ERROR("TcpLinux24SocketFactory: the node has no internet stack");
    }
    const auto socket = CreateObject<TcpLinux24Socket>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    // The base class wants these; they are never asked. It works without a TcpRecoveryOps.
    socket->SetRtt(CreateObject<RttMeanDeviation>());
    socket->SetCongestionControlAlgorithm(CreateObject<TcpLinuxReno>());
    // Checked at once, so that a wrong value ends the program where it was given.
    SetAttributes(socket, GetPresets());
    socket->CheckSettings();
    CheckStockTypes(tcp, socket);
    CheckStockEstimator();
    tcp->AddSocket(socket);
    NS_LOG_INFO("Node " << node->GetId() << " gets a socket of Linux "
                        << KERNEL_NAMES.at(static_cast<size_t>(m_kernel))
                        << ", and had been up for " << m_tickOffset->As(Time::MS) << " at 0 s");
    return socket;
}

} // namespace ns3

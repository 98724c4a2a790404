// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-tcp.h"

#include "rule-checker.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/tcp-socket-factory-helper.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/split.hpp>
#include <functional>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostTcp");

namespace
{

/// @return the names of the kernels, which the attribute knows; ns-3 asserts at any other name
std::vector<std::string>
GetKernels()
{
    TypeId::AttributeInformation kernel;
    TcpLinux24SocketFactory::GetTypeId().LookupAttributeByName("Kernel", &kernel);
    std::vector<std::string> names;
    boost::split(names, kernel.checker->GetUnderlyingTypeInformation(), [](char c) {
        return c == '|';
    });
    std::ranges::sort(names); // the checker begins with the default
    return names;
}

/// @return what a TCP may be called
std::string
DescribeTcps()
{
    return boost::join(GetKernels(), ", ") + ", " + FREEBSD_6_2 + ", " + SUN_OS_5_8 +
           " or a class of ns3::TcpCongestionOps, such as ns3::TcpCubic";
}

/// No kernel has the name of an ns-3 class, so that one text can name either.
/// @param tcp name of a TCP
/// @param type takes the class
/// @return whether it is a congestion control of ns-3
bool
FindCongestionControl(const std::string& tcp, TypeId& type)
{
    return TypeId::LookupByNameFailSafe(tcp, &type) &&
           type.IsChildOf(TcpCongestionOps::GetTypeId());
}

/// @param tcp name of a TCP
/// @return whether its SYNs offer timestamps
bool
HasTimestamps(const std::string& tcp)
{
    // Linux 2.0 is older than they are. All others have them, unless a user switches them off; real
    // kernels take no attribute.
    return tcp == REAL_KERNEL ||
           (tcp != "Linux20_32" && GetDefault<BooleanValue>("ns3::TcpSocketBase::Timestamp"));
}

} // namespace

bool
IsLinuxKernel(const std::string& tcp)
{
    const auto kernels = GetKernels();
    return std::ranges::find(kernels, tcp) != kernels.end();
}

Ptr<TcpPresetSocketFactory>
InstallHostTcp(Ptr<Node> node, const std::string& tcp)
{
    // The factories would silently let the name given here win over a user's value.
    RefuseUserValues(
        {"ns3::TcpStockSocketFactory::CongestionControl", "ns3::TcpLinux24SocketFactory::Kernel"});
    TypeId type;
    if (FindCongestionControl(tcp, type))
    {
        NS_LOG_INFO("node " << node->GetId() << " has ns-3's sockets with " << tcp);
        TcpSocketFactoryHelper::InstallStock(node, type);
        return node->GetObject<TcpPresetSocketFactory>();
    }
    if (tcp == FREEBSD_6_2)
    {
        NS_LOG_INFO("node " << node->GetId() << " has the sockets of FreeBSD 6.2");
        TcpSocketFactoryHelper::InstallFreeBsd62(node);
        return node->GetObject<TcpPresetSocketFactory>();
    }
    if (tcp == SUN_OS_5_8)
    {
        NS_LOG_INFO("node " << node->GetId() << " has the sockets of SunOS 5.8");
        TcpSocketFactoryHelper::InstallSunOs58(node);
        return node->GetObject<TcpPresetSocketFactory>();
    }
    if (!IsLinuxKernel(tcp))
    {
        throw std::invalid_argument(tcp + ": expected " + DescribeTcps());
    }
    TcpSocketFactoryHelper().InstallLinux(node);
    const auto sockets = node->GetObject<TcpLinux24SocketFactory>();
    sockets->SetAttribute("Kernel", StringValue(tcp));
    NS_LOG_INFO("node " << node->GetId() << " has the sockets of " << tcp);
    return sockets;
}

void
RequireDatagramFits(uint32_t segmentSize, const std::string& tcp, const std::string& peer)
{
    // An MTU of 1500 bytes without the headers of IP and TCP, and without the timestamp option,
    // padding included.
    constexpr uint32_t most = 1500 - 20 - 20 - 12;
    if (segmentSize > most && HasTimestamps(tcp) && HasTimestamps(peer))
    {
        throw std::invalid_argument("SegmentSize=" + std::to_string(segmentSize) +
                                    ": expected at most " + std::to_string(most) +
                                    " bytes with TCP's timestamps");
    }
}

Ptr<const AttributeChecker>
MakeHostTcpChecker(bool mayBeReal)
{
    const std::string real = mayBeReal ? std::string(REAL_KERNEL) + ", " : "";
    return MakeRuleChecker<StringValue>(MakeStringChecker(),
                                        real + DescribeTcps(),
                                        [mayBeReal](const StringValue& value) {
                                            TypeId type;
                                            return (mayBeReal && value.Get() == REAL_KERNEL) ||
                                                   value.Get() == FREEBSD_6_2 ||
                                                   value.Get() == SUN_OS_5_8 ||
                                                   IsLinuxKernel(value.Get()) ||
                                                   FindCongestionControl(value.Get(), type);
                                        });
}

void
SetTcpAttributes(Ptr<TcpPresetSocketFactory> sockets, const std::vector<TestbedAttribute>& table)
{
    SetAttributes("ns3::TcpSocket",
                  table,
                  std::bind_front(&TcpPresetSocketFactory::SetSocketAttribute, sockets));
}

} // namespace ns3

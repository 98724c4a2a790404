// SPDX-License-Identifier: GPL-2.0-only

#include "host-tcp.h"

#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory-helper.h"

#include <functional>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostTcp");

Ptr<TcpPresetSocketFactory>
InstallHostTcp(Ptr<Node> node, const std::string& tcp)
{
    // The factories would silently let the name given here win over a user's value.
    RefuseUserValues(
        {"ns3::TcpStockSocketFactory::CongestionControl", "ns3::TcpLinux24SocketFactory::Kernel"});
    // No kernel has the name of an ns-3 class, so that one string can name either.
    TypeId congestionControl;
    if (TypeId::LookupByNameFailSafe(tcp, &congestionControl))
    {
        NS_LOG_INFO("node " << node->GetId() << " has ns-3's sockets with " << tcp);
        TcpSocketFactoryHelper::InstallStock(node, congestionControl);
        return node->GetObject<TcpPresetSocketFactory>();
    }
    if (tcp == FREEBSD_6_2)
    {
        NS_LOG_INFO("node " << node->GetId() << " has the sockets of FreeBSD 6.2");
        TcpSocketFactoryHelper::InstallFreeBsd62(node);
        return node->GetObject<TcpPresetSocketFactory>();
    }
    // The attribute knows which kernels there are, so that a name it refuses is an unknown one.
    TcpSocketFactoryHelper().InstallLinux(node);
    const auto sockets = node->GetObject<TcpLinux24SocketFactory>();
    if (!sockets->SetAttributeFailSafe("Kernel", StringValue(tcp)))
    {
        throw std::invalid_argument(tcp + ": expected a kernel, such as Linux24_18, FreeBsd6_2 or "
                                          "a class of ns3::TcpCongestionOps");
    }
    NS_LOG_INFO("node " << node->GetId() << " has the sockets of " << tcp);
    return sockets;
}

void
SetTcpAttributes(Ptr<TcpPresetSocketFactory> sockets, const std::vector<TestbedAttribute>& table)
{
    SetAttributes("ns3::TcpSocket",
                  table,
                  std::bind_front(&TcpPresetSocketFactory::SetSocketAttribute, sockets));
}

} // namespace ns3

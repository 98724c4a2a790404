// SPDX-License-Identifier: GPL-2.0-only

#include "host-tcp.h"

#include "ns3/string.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/user-attribute.h"

#include <stdexcept>

namespace ns3
{

Ptr<TcpPresetSocketFactory>
InstallHostTcp(Ptr<Node> node, const std::string& tcp)
{
    RefuseUserValue("ns3::TcpStockSocketFactory::CongestionControl");
    RefuseUserValue("ns3::TcpLinux24SocketFactory::Kernel");
    TypeId congestionControl;
    if (TypeId::LookupByNameFailSafe(tcp, &congestionControl))
    {
        TcpSocketFactoryHelper::InstallStock(node, congestionControl);
        return node->GetObject<TcpPresetSocketFactory>();
    }
    TcpSocketFactoryHelper().InstallLinux(node);
    const auto sockets = node->GetObject<TcpLinux24SocketFactory>();
    if (!sockets->SetAttributeFailSafe("Kernel", StringValue(tcp)))
    {
        throw std::invalid_argument(
            tcp + ": expected a kernel, such as Linux24_18, or a class of ns3::TcpCongestionOps");
    }
    return sockets;
}

} // namespace ns3

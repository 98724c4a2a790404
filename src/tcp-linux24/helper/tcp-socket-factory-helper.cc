// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-socket-factory-helper.h"

#include "ns3/enum.h"
#include "ns3/node.h"
#include "ns3/tcp-default-socket-factory.h"
#include "ns3/tcp-freebsd62-socket-factory.h"
#include "ns3/tcp-stock-socket-factory.h"
#include "ns3/tcp-sunos58-socket-factory.h"

namespace ns3
{

namespace
{

/// @tparam Factory class of sockets
/// @param node a host
/// @return its factory, made if there is none
template <typename Factory>
Ptr<Factory>
GetFactory(Ptr<Node> node)
{
    auto factory = node->GetObject<Factory>();
    if (!factory)
    {
        factory = CreateObject<Factory>();
        node->AggregateObject(factory);
    }
    return factory;
}

} // namespace

// Without a kernel the factory keeps its own default, which a user may have set.
void
TcpSocketFactoryHelper::SetKernel(TcpLinux24Kernel kernel)
{
    m_kernel = kernel;
    m_kernelSet = true;
}

void
TcpSocketFactoryHelper::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    m_attributes.emplace_back(name, value.Copy());
}

void
TcpSocketFactoryHelper::InstallLinux(Ptr<Node> node) const
{
    const auto factory = GetFactory<TcpLinux24SocketFactory>(node);
    if (m_kernelSet)
    {
        factory->SetAttribute("Kernel", EnumValue(m_kernel));
    }
    for (const auto& [name, value] : m_attributes)
    {
        factory->SetSocketAttribute(name, *value);
    }
}

void
TcpSocketFactoryHelper::InstallLinux(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        InstallLinux(*node);
    }
}

void
TcpSocketFactoryHelper::InstallLinuxAsDefault(Ptr<Node> node) const
{
    InstallLinux(node);
    TcpDefaultSocketFactory::Install(node);
}

void
TcpSocketFactoryHelper::InstallLinuxAsDefault(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        InstallLinuxAsDefault(*node);
    }
}

void
TcpSocketFactoryHelper::InstallSunOs58(Ptr<Node> node)
{
    GetFactory<TcpSunOs58SocketFactory>(node);
}

void
TcpSocketFactoryHelper::InstallFreeBsd62(Ptr<Node> node)
{
    GetFactory<TcpFreeBsd62SocketFactory>(node);
}

void
TcpSocketFactoryHelper::InstallStock(Ptr<Node> node, TypeId congestionControl)
{
    GetFactory<TcpStockSocketFactory>(node)->SetAttribute("CongestionControl",
                                                          TypeIdValue(congestionControl));
}

// Only hosts with Linux draw, namely how long they have been up.
int64_t
TcpSocketFactoryHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    int64_t used = 0;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto factory = (*node)->GetObject<TcpLinux24SocketFactory>();
        used += factory ? factory->AssignStreams(stream + used) : 0;
    }
    return used;
}

} // namespace ns3

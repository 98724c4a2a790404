// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-default-socket-factory.h"

#include "tcp-linux24-socket-factory.h"

#include "ns3/fatal-error.h"
#include "ns3/node.h"
#include "ns3/socket.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpDefaultSocketFactory);

TypeId
TcpDefaultSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpDefaultSocketFactory")
                            .SetParent<TcpSocketFactory>()
                            .SetGroupName("TcpLinux24")
                            .AddConstructor<TcpDefaultSocketFactory>();
    return tid;
}

// What a node has cannot be taken away. But of two objects that fit, a node gives the one that was
// asked for more often (Object::DoGetObject), so that this one is asked for until it comes first;
// from then on each application that asks keeps it there.
void
TcpDefaultSocketFactory::Install(Ptr<Node> node)
{
    const TypeId stock = TcpSocketFactory::GetTypeId();
    if (!node->GetObject<SocketFactory>(stock))
    {
        NS_FATAL_ERROR("node " << node->GetId()
                               << " has no TCP to replace: install the internet stack first");
    }
    if (!node->GetObject<SocketFactory>(GetTypeId()))
    {
        node->AggregateObject(CreateObject<TcpDefaultSocketFactory>());
    }
    const auto own = node->GetObject<SocketFactory>(GetTypeId());
    for (uint32_t times = 1; node->GetObject<SocketFactory>(stock) != own; times *= 2)
    {
        for (uint32_t i = 0; i < times; ++i)
        {
            node->GetObject<SocketFactory>(GetTypeId());
        }
    }
}

Ptr<Socket>
TcpDefaultSocketFactory::CreateSocket()
{
    return GetObject<TcpLinux24SocketFactory>()->CreateSocket();
}

} // namespace ns3

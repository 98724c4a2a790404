// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-profile-socket-factory.h"

#include "ns3/node.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-linux-reno.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpProfileSocketFactory);

TypeId
TcpProfileSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpProfileSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("WlanTestbed")
                            .AddConstructor<TcpProfileSocketFactory>();
    return tid;
}

void
TcpProfileSocketFactory::SetCongestionControl(const std::string& congestionControl)
{
    m_congestionControl = TypeId::LookupByName(congestionControl);
}

void
TcpProfileSocketFactory::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    m_attributes.emplace_back(name, value.Copy());
}

Ptr<Socket>
TcpProfileSocketFactory::CreateSocket()
{
    const Ptr<TcpL4Protocol> tcp = GetObject<TcpL4Protocol>();
    const TypeId congestionControl =
        m_congestionControl.GetUid() == 0 ? TcpLinuxReno::GetTypeId() : m_congestionControl;
    const Ptr<Socket> socket = tcp->CreateSocket(congestionControl);
    for (const auto& [name, value] : m_attributes)
    {
        socket->SetAttribute(name, *value);
    }
    return socket;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-stock-socket-factory.h"

#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpStockSocketFactory);

TypeId
TcpStockSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpStockSocketFactory")
            .SetParent<TcpPresetSocketFactory>()
            .SetGroupName("TcpLinux24")
            .AddConstructor<TcpStockSocketFactory>()
            .AddAttribute("CongestionControl",
                          "Congestion control of the sockets, a class of TcpCongestionOps.",
                          TypeIdValue(TcpLinuxReno::GetTypeId()),
                          MakeTypeIdAccessor(&TcpStockSocketFactory::m_congestionControl),
                          MakeTypeIdChecker());
    return tid;
}

TypeId
TcpStockSocketFactory::GetSocketTypeId() const
{
    return TcpSocketBase::GetTypeId();
}

Ptr<Socket>
TcpStockSocketFactory::CreateSocket()
{
    return MakeStockSocket(m_congestionControl, {});
}

} // namespace ns3

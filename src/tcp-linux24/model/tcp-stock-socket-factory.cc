// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-stock-socket-factory.h"

#include "ns3/fatal-error.h"
#include "ns3/tcp-congestion-ops.h"
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
                          MakeTypeIdAccessor(&TcpStockSocketFactory::SetCongestionControl,
                                             &TcpStockSocketFactory::GetCongestionControl),
                          MakeTypeIdChecker());
    return tid;
}

// ns-3 would take any class here and fail when a socket is made.
void
TcpStockSocketFactory::SetCongestionControl(TypeId type)
{
    if (!type.IsChildOf(TcpCongestionOps::GetTypeId()) || !type.HasConstructor())
    {
        NS_FATAL_ERROR("CongestionControl=" << type.GetName()
                                            << ": expected a congestion control, that is a class "
                                               "derived from ns3::TcpCongestionOps");
    }
    m_congestionControl = type;
}

TypeId
TcpStockSocketFactory::GetCongestionControl() const
{
    return m_congestionControl;
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

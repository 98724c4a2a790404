// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-sunos58-socket-factory.h"

#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpSunOs58SocketFactory);

TypeId
TcpSunOs58SocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpSunOs58SocketFactory")
                            .SetParent<TcpPresetSocketFactory>()
                            .SetGroupName("TcpLinux24")
                            .AddConstructor<TcpSunOs58SocketFactory>();
    return tid;
}

TypeId
TcpSunOs58SocketFactory::GetSocketTypeId() const
{
    return TcpSocketBase::GetTypeId();
}

Ptr<Socket>
TcpSunOs58SocketFactory::CreateSocket()
{
    // Tunables of SunOS by their defaults: every second segment of a remote peer is acknowledged at
    // once, others after tcp_deferred_ack_interval; tcp_recv_hiwat fits a window without scaling.
    // Segments are those of an Ethernet with timestamps.
    return MakeStockSocket(TcpLinuxReno::GetTypeId(),
                           {{"DelAckCount", "2"},
                            {"DelAckTimeout", "100ms"},
                            {"Sack", "true"},
                            {"Timestamp", "true"},
                            {"WindowScaling", "false"},
                            {"RcvBufSize", "24576"},
                            {"SegmentSize", "1448"}});
}

} // namespace ns3

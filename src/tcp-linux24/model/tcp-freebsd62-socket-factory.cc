// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-freebsd62-socket-factory.h"

#include "tcp-freebsd62-socket.h"

#include "ns3/fatal-error.h"
#include "ns3/node.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-recovery-ops.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpFreeBsd62SocketFactory);

TypeId
TcpFreeBsd62SocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpFreeBsd62SocketFactory")
                            .SetParent<TcpPresetSocketFactory>()
                            .SetGroupName("TcpLinux24")
                            .AddConstructor<TcpFreeBsd62SocketFactory>();
    return tid;
}

TypeId
TcpFreeBsd62SocketFactory::GetSocketTypeId() const
{
    return TcpFreeBsd62Socket::GetTypeId();
}

Ptr<Socket>
TcpFreeBsd62SocketFactory::CreateSocket()
{
    const auto node = GetObject<Node>();
    const auto tcp = GetObject<TcpL4Protocol>();
    if (!node || !tcp)
    {
        NS_FATAL_ERROR("TcpFreeBsd62SocketFactory: the node has no internet stack");
    }
    const auto socket = CreateObject<TcpFreeBsd62Socket>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(CreateObject<RttMeanDeviation>());
    socket->SetCongestionControlAlgorithm(CreateObject<TcpLinuxReno>());
    socket->SetRecoveryAlgorithm(CreateObject<TcpClassicRecovery>());
    // 46 segments are the least that hold 65536 bytes.
    SetAttributes(socket,
                  {{"DelAckCount", "2"},
                   {"DelAckTimeout", "100ms"},
                   {"Sack", "true"},
                   {"Timestamp", "true"},
                   {"WindowScaling", "true"},
                   {"SndBufSize", "32768"},
                   {"RcvBufSize", "66608"},
                   {"SegmentSize", "1448"}});
    tcp->AddSocket(socket);
    return socket;
}

} // namespace ns3

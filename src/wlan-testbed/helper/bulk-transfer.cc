// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bulk-transfer.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/log.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/string.h"
#include "ns3/tcp-preset-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BulkTransfer");

namespace
{

/// Message size of the paper's transfers, bytes (kuang2003, 4.1.2).
constexpr uint32_t MESSAGE = 16384;

/// @param node with TCP
/// @return the factory of the node's own operating system, or ns-3's
std::string
GetTcpFactory(Ptr<Node> node)
{
    const auto own = node->GetObject<TcpPresetSocketFactory>();
    return own ? own->GetInstanceTypeId().GetName() : "ns3::TcpSocketFactory";
}

} // namespace

BulkTransfer::BulkTransfer(Transport transport,
                           Ptr<Node> sender,
                           Ptr<Node> receiver,
                           Ipv4Address address,
                           uint16_t port)
{
    NS_LOG_INFO("node " << sender->GetId() << " sends "
                        << (transport == Transport::TCP ? "TCP" : "UDP") << " to node "
                        << receiver->GetId() << " at " << address << ":" << port);
    const InetSocketAddress to(address, port);
    if (transport == Transport::TCP)
    {
        InstallTcp(sender, receiver, to);
    }
    else
    {
        InstallUdp(sender, receiver, to);
    }
}

void
BulkTransfer::InstallTcp(Ptr<Node> sender, Ptr<Node> receiver, const InetSocketAddress& to)
{
    // Without a limit on the bytes the application writes whenever the socket has room, as netperf
    // and ttcp do for the time of a test.
    BulkSendHelper source(GetTcpFactory(sender), to);
    source.SetAttribute(
        "SendSize",
        *PreferUserValue("ns3::BulkSendApplication::SendSize", UintegerValue(MESSAGE)));
    m_sender = source.Install(sender);
    // The receiver reads at once, so that its window is never closed by the application.
    PacketSinkHelper sink(GetTcpFactory(receiver),
                          InetSocketAddress(Ipv4Address::GetAny(), to.GetPort()));
    m_receiver = sink.Install(receiver);
}

void
BulkTransfer::InstallUdp(Ptr<Node> sender, Ptr<Node> receiver, const InetSocketAddress& to)
{
    // netperf's UDP_STREAM sends as fast as the socket takes datagrams. 11 Mb/s keep
    // the interface queue full as well, since 802.11b delivers some 6 Mb/s of them.
    const std::string protocol = "ns3::UdpSocketFactory";
    OnOffHelper source(protocol, to);
    source.SetConstantRate(DataRate("11Mbps"), DATAGRAM);
    m_sender = source.Install(sender);
    PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), to.GetPort()));
    m_receiver = sink.Install(receiver);
}

void
BulkTransfer::Schedule(Time start, Time duration, Time linger)
{
    NS_LOG_INFO("node " << GetSender()->GetNode()->GetId() << " sends from " << start.As(Time::S)
                        << " to " << (start + duration).As(Time::S) << ", arrivals count until "
                        << (start + duration + linger).As(Time::S));
    m_duration = duration;
    // The receiver listens before the first SYN or datagram can arrive.
    m_receiver.Start(Time(0));
    // With a linger, what is under way when the sender stops is read as well.
    m_receiver.Stop(start + duration + linger);
    m_sender.Start(start);
    m_sender.Stop(start + duration);
}

uint64_t
BulkTransfer::GetReceivedBytes() const
{
    return DynamicCast<PacketSink>(m_receiver.Get(0))->GetTotalRx();
}

double
BulkTransfer::GetThroughputMbps() const
{
    // As in netperf: what the receiver has read over the time for which the sender wrote.
    return 8e-6 * static_cast<double>(GetReceivedBytes()) / m_duration.GetSeconds();
}

Ptr<Application>
BulkTransfer::GetSender() const
{
    return m_sender.Get(0);
}

Ptr<Application>
BulkTransfer::GetReceiver() const
{
    return m_receiver.Get(0);
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "timeout-probe.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-linux24-socket.h"

#include <netinet/in.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TimeoutProbe");

TimeoutProbe::TimeoutProbe(Ptr<Node> receiver)
{
    WatchNode(receiver);
}

TimeoutProbe::~TimeoutProbe()
{
    for (auto& start : m_starts)
    {
        start.Cancel();
    }
    for (const auto& protocol : m_protocols)
    {
        protocol->TraceDisconnectWithoutContext(
            "Tx",
            MakeCallback(&TimeoutProbe::NotePacket, this).Bind(true));
        protocol->TraceDisconnectWithoutContext(
            "Rx",
            MakeCallback(&TimeoutProbe::NotePacket, this).Bind(false));
    }
}

void
TimeoutProbe::WatchNode(Ptr<Node> node)
{
    const auto protocol = node->GetObject<Ipv4L3Protocol>();
    NS_ABORT_MSG_UNLESS(protocol,
                        "TimeoutProbe: node " << node->GetId()
                                              << " has no IPv4: expected an internet stack that "
                                                 "has it");
    if (!m_protocols.insert(protocol).second)
    {
        return;
    }
    protocol->TraceConnectWithoutContext("Tx",
                                         MakeCallback(&TimeoutProbe::NotePacket, this).Bind(true));
    protocol->TraceConnectWithoutContext("Rx",
                                         MakeCallback(&TimeoutProbe::NotePacket, this).Bind(false));
}

std::size_t
TimeoutProbe::Watch(Ptr<Application> sender, Time start)
{
    const std::size_t connection = m_classifiers.size();
    m_classifiers.push_back(std::make_shared<TimeoutClassifier>());
    WatchNode(sender->GetNode());
    // The application makes its socket when it starts, and data follows a round trip later.
    m_starts.push_back(Simulator::Schedule(start - Simulator::Now() + NanoSeconds(1),
                                           &TimeoutProbe::Listen,
                                           this,
                                           connection,
                                           sender));
    return connection;
}

void
TimeoutProbe::Listen(std::size_t connection, Ptr<Application> sender)
{
    const auto bulk = DynamicCast<BulkSendApplication>(sender);
    const auto socket = bulk ? bulk->GetSocket() : nullptr;
    NS_ABORT_MSG_UNLESS(socket,
                        "TimeoutProbe: " << sender->GetInstanceTypeId().GetName()
                                         << " has no socket at " << Simulator::Now().As(Time::S)
                                         << ": expected an ns3::BulkSendApplication that has "
                                            "started");
    Address local;
    socket->GetSockName(local);
    NS_ABORT_MSG_UNLESS(InetSocketAddress::IsMatchingType(local),
                        "TimeoutProbe: connection "
                            << connection << " of node " << sender->GetNode()->GetId()
                            << " has an IPv6 socket: expected IPv4, whose packets it sees");
    const auto address = InetSocketAddress::ConvertFrom(local).GetIpv4();
    const uint16_t port = InetSocketAddress::ConvertFrom(local).GetPort();
    m_connections[{address, port}] = connection;
    // The trace comes after the packet has been handed to IP.
    const auto note = [connection,
                       classifier = m_classifiers[connection]](TcpRange range,
                                                               TcpLinux24Retransmission reason,
                                                               Ptr<const Packet>) {
        if (reason == TcpLinux24Retransmission::TIMEOUT)
        {
            NS_LOG_INFO("connection " << connection << ": timeout, byte " << range.start
                                      << " is sent again");
            classifier->NoteTimeout();
        }
    };
    const bool isConnected = socket->TraceConnectWithoutContext(
        "SegmentRetransmission",
        Callback<void, TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>(note));
    NS_ABORT_MSG_UNLESS(isConnected,
                        socket->GetInstanceTypeId().GetName()
                            << " has no trace source SegmentRetransmission");
    NS_LOG_INFO("connection " << connection << " is from " << address << ":" << port);
}

void
TimeoutProbe::NotePacket(bool isSent, Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
{
    const auto segment = packet->Copy();
    Ipv4Header ip;
    segment->RemoveHeader(ip);
    // Only the first fragment of a segment has TCP's header, and stands for all of it.
    if (ip.GetProtocol() != IPPROTO_TCP || ip.GetFragmentOffset() != 0)
    {
        return;
    }
    TcpHeader tcp;
    segment->PeekHeader(tcp);
    const uint32_t length = ip.GetPayloadSize() - tcp.GetLength() * 4;
    const uint64_t id = packet->GetUid();
    if (const auto found = m_connections.find({ip.GetSource(), tcp.GetSourcePort()});
        found != m_connections.end() && length > 0)
    {
        auto& classifier = *m_classifiers[found->second];
        const uint32_t start = tcp.GetSequenceNumber().GetValue();
        isSent ? classifier.Send(Simulator::Now().GetSeconds(), id, start, start + length)
               : classifier.Deliver(id);
    }
    else if (const auto peer = m_connections.find({ip.GetDestination(), tcp.GetDestinationPort()});
             peer != m_connections.end() && tcp.GetFlags() & TcpHeader::ACK)
    {
        auto& classifier = *m_classifiers[peer->second];
        isSent ? classifier.Acknowledge(id, tcp.GetAckNumber().GetValue()) : classifier.Return(id);
    }
}

std::vector<TimeoutClassifier::Timeout>
TimeoutProbe::GetTimeouts(std::size_t connection) const
{
    return m_classifiers.at(connection)->Classify();
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-end-point-socket.h"

#include "tcp-linux24-socket.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-map.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <iostream>

#undef NS_LOG_APPEND_CONTEXT
#define NS_LOG_APPEND_CONTEXT AppendLogContext()

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24EndPointSocket");

namespace
{

/// @tparam EndPoint, HostAddress of one version of IP
/// @param endPoint of a socket
/// @param port, address that a segment is for
/// @return whether it is for this end point
template <typename EndPoint, typename HostAddress>
bool
IsFor(EndPoint& endPoint, uint16_t port, HostAddress address)
{
    const HostAddress local = endPoint.GetLocalAddress();
    return endPoint.GetLocalPort() == port && (local == HostAddress::GetAny() || local == address);
}

/// @tparam EndPoint, HostAddress of one version of IP
/// @param own, other end points of the same host
/// @param port, address to which own is to connect
/// @return whether packets of the two connections would be the same
template <typename EndPoint, typename HostAddress>
bool
IsTwin(EndPoint& own, EndPoint& other, uint16_t port, HostAddress address)
{
    const HostAddress local = own.GetLocalAddress();
    return &own != &other && own.GetLocalPort() == other.GetLocalPort() &&
           other.GetPeerPort() == port && other.GetPeerAddress() == address &&
           (local == HostAddress::GetAny() || local == other.GetLocalAddress());
}

} // namespace

TcpLinux24EndPointSocket::TcpLinux24EndPointSocket() = default;

TcpLinux24EndPointSocket::TcpLinux24EndPointSocket(const TcpLinux24EndPointSocket& socket)
    : TcpSocketBaseOf<TcpLinux24Socket>(socket)
{
}

TcpLinux24EndPointSocket::~TcpLinux24EndPointSocket() = default;

// One host has many connections: the port tells them apart.
void
TcpLinux24EndPointSocket::AppendLogContext() const
{
    if (m_node)
    {
        std::clog << "[node " << m_node->GetId();
        if (HasEndPoint())
        {
            std::clog << " port "
                      << (m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
        }
        std::clog << "] ";
    }
}

// An active opener binds when it connects, so that every way to an end point leads through one of
// these three.
int
TcpLinux24EndPointSocket::Bind()
{
    if (!CanBind(m_endPoint))
    {
        return -1;
    }
    const int result = TcpSocketBase::Bind();
    ListenToEndPoint();
    return result;
}

int
TcpLinux24EndPointSocket::Bind6()
{
    if (!CanBind(m_endPoint6))
    {
        return -1;
    }
    const int result = TcpSocketBase::Bind6();
    ListenToEndPoint();
    return result;
}

int
TcpLinux24EndPointSocket::Bind(const Address& address)
{
    if (!CanBind(m_endPoint || m_endPoint6))
    {
        return -1;
    }
    if (!IsBindable(address))
    {
        NS_LOG_INFO("The host does not have the address to which a socket is to be bound.");
        m_errno = ERROR_ADDRNOTAVAIL;
        return -1;
    }
    const int result = TcpSocketBase::Bind(address);
    m_boundAddress = result == 0 ? address : Address();
    ListenToEndPoint();
    return result;
}

bool
TcpLinux24EndPointSocket::IsBindable(const Address& address) const
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        const Ipv4Address local = InetSocketAddress::ConvertFrom(address).GetIpv4();
        const auto ip = m_node->GetObject<Ipv4>();
        return local.IsAny() || local.IsLocalhost() ||
               (ip && ip->GetInterfaceForAddress(local) != -1);
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        const Ipv6Address local = Inet6SocketAddress::ConvertFrom(address).GetIpv6();
        const auto ip = m_node->GetObject<Ipv6>();
        return local.IsAny() || local.IsLocalhost() || local.IsIpv4MappedAddress() ||
               (ip && ip->GetInterfaceForAddress(local) != -1);
    }
    return true; // refused by the base
}

// The base takes the address of the route when it connects; the kernel only if the socket has none
// (tcp_v4_connect).
void
TcpLinux24EndPointSocket::KeepBoundAddress()
{
    if (m_endPoint && InetSocketAddress::IsMatchingType(m_boundAddress))
    {
        const auto bound = InetSocketAddress::ConvertFrom(m_boundAddress);
        m_endPoint->SetLocalAddress(bound.GetIpv4().IsAny() ? m_endPoint->GetLocalAddress()
                                                            : bound.GetIpv4());
    }
    else if (m_endPoint6 && Inet6SocketAddress::IsMatchingType(m_boundAddress))
    {
        const auto bound = Inet6SocketAddress::ConvertFrom(m_boundAddress);
        m_endPoint6->SetLocalAddress(bound.GetIpv6().IsAny() ? m_endPoint6->GetLocalAddress()
                                                             : bound.GetIpv6());
    }
}

// inet_bind: the base would forget the end point that it has, and with it the connection.
bool
TcpLinux24EndPointSocket::CanBind(bool isBound)
{
    if (m_state == CLOSED && !isBound)
    {
        return true;
    }
    NS_LOG_INFO("A socket in state " << TcpStateName[m_state] << " cannot be bound again.");
    m_errno = ERROR_INVAL;
    return false;
}

// The base has registered itself at the end point when it made one; the later callback wins. Both
// ways of IP lead to the same members.
void
TcpLinux24EndPointSocket::ListenToEndPoint()
{
    const Ptr<TcpLinux24EndPointSocket> self(this);
    if (m_endPoint)
    {
        m_endPoint->SetRxCallback(MakeCallback(&TcpLinux24EndPointSocket::OnIpv4Packet, self));
        m_endPoint->SetIcmpCallback(MakeCallback(&TcpLinux24EndPointSocket::OnIcmp, self));
    }
    if (m_endPoint6)
    {
        m_endPoint6->SetRxCallback(MakeCallback(&TcpLinux24EndPointSocket::OnIpv6Packet, self));
        m_endPoint6->SetIcmpCallback(MakeCallback(&TcpLinux24EndPointSocket::OnIcmp6, self));
    }
}

bool
TcpLinux24EndPointSocket::HasEndPoint() const
{
    return m_endPoint || m_endPoint6;
}

// A socket of IPv4 has no other peers (tcp_v4_connect); one of IPv6 has those that are mapped
// (tcp_v6_connect), which in ns-3 need an end point of IPv4.
bool
TcpLinux24EndPointSocket::TakeVersionOf(const Address& peer)
{
    const bool isIpv6 = Inet6SocketAddress::IsMatchingType(peer);
    const bool isMapped =
        isIpv6 && Inet6SocketAddress::ConvertFrom(peer).GetIpv6().IsIpv4MappedAddress();
    if (!HasEndPoint() || (m_endPoint6 ? isIpv6 && !isMapped : !isIpv6 || isMapped))
    {
        return true;
    }
    if (!isMapped || !m_endPoint6->GetLocalAddress().IsAny())
    {
        NS_LOG_INFO("A socket that is bound in one version of IP cannot connect in the other.");
        m_errno = ERROR_AFNOSUPPORT;
        return false;
    }
    const uint16_t port = m_endPoint6->GetLocalPort();
    DeallocateEndPoint();
    return Bind(InetSocketAddress(Ipv4Address::GetAny(), port)) == 0;
}

// The port does not matter: the path is that to the host.
Address
TcpLinux24EndPointSocket::GetPeer() const
{
    return m_endPoint ? InetSocketAddress(m_endPoint->GetPeerAddress(), 0).ConvertTo()
                      : Inet6SocketAddress(m_endPoint6->GetPeerAddress(), 0).ConvertTo();
}

// An end point that is bound to no address takes segments for each address of the host.
bool
TcpLinux24EndPointSocket::IsLocal(const Address& to) const
{
    if (m_endPoint && InetSocketAddress::IsMatchingType(to))
    {
        const auto address = InetSocketAddress::ConvertFrom(to);
        return IsFor(*m_endPoint, address.GetPort(), address.GetIpv4());
    }
    if (m_endPoint6 && Inet6SocketAddress::IsMatchingType(to))
    {
        const auto address = Inet6SocketAddress::ConvertFrom(to);
        return IsFor(*m_endPoint6, address.GetPort(), address.GetIpv6());
    }
    return false;
}

// tcp_v4_lookup_listener. The socket list of ns-3 can only be read as an attribute.
Ptr<TcpLinux24Socket>
TcpLinux24EndPointSocket::FindListener(const Address& to) const
{
    ObjectMapValue sockets;
    m_tcp->GetAttribute("SocketList", sockets);
    for (auto entry = sockets.Begin(); entry != sockets.End(); ++entry)
    {
        const auto socket = DynamicCast<TcpLinux24Socket>(entry->second);
        const TcpLinux24EndPointSocket* endPoint = PeekPointer(socket);
        if (endPoint && endPoint->m_state == LISTEN && endPoint->IsLocal(to))
        {
            return socket;
        }
    }
    return nullptr;
}

bool
TcpLinux24EndPointSocket::HasTwin(const Address& peer) const
{
    ObjectMapValue sockets;
    m_tcp->GetAttribute("SocketList", sockets);
    return std::any_of(sockets.Begin(), sockets.End(), [this, &peer](const auto& entry) {
        const auto socket = DynamicCast<TcpLinux24Socket>(entry.second);
        const TcpLinux24EndPointSocket* other = PeekPointer(socket);
        if (!other)
        {
            return false;
        }
        if (m_endPoint && other->m_endPoint && InetSocketAddress::IsMatchingType(peer))
        {
            const auto address = InetSocketAddress::ConvertFrom(peer);
            return IsTwin(*m_endPoint, *other->m_endPoint, address.GetPort(), address.GetIpv4());
        }
        if (m_endPoint6 && other->m_endPoint6 && Inet6SocketAddress::IsMatchingType(peer))
        {
            const auto address = Inet6SocketAddress::ConvertFrom(peer);
            return IsTwin(*m_endPoint6, *other->m_endPoint6, address.GetPort(), address.GetIpv6());
        }
        return false;
    });
}

void
TcpLinux24EndPointSocket::OnIpv4Packet(Ptr<Packet> packet,
                                       Ipv4Header header,
                                       uint16_t port,
                                       Ptr<Ipv4Interface> /* interface */)
{
    DoForwardUp(packet,
                InetSocketAddress(header.GetSource(), port),
                InetSocketAddress(header.GetDestination(), m_endPoint->GetLocalPort()));
}

void
TcpLinux24EndPointSocket::OnIpv6Packet(Ptr<Packet> packet,
                                       Ipv6Header header,
                                       uint16_t port,
                                       Ptr<Ipv6Interface> /* interface */)
{
    DoForwardUp(packet,
                Inet6SocketAddress(header.GetSource(), port),
                Inet6SocketAddress(header.GetDestination(), m_endPoint6->GetLocalPort()));
}

// The base's version would process the segment; this one only unpacks it.
void
TcpLinux24EndPointSocket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const Ptr<TcpLinux24EndPointSocket> self(this); // the segment may end the connection
    SocketPriorityTag priority;
    packet->RemovePacketTag(priority);
    TcpHeader header;
    if (packet->RemoveHeader(header) == 0)
    {
        NS_LOG_WARN("A packet without a TCP header is ignored.");
        return;
    }
    NS_LOG_LOGIC("in: " << header << ", " << packet->GetSize() << " bytes of data");
    m_rxTrace(packet, header, this);
    OnSegment(packet, header, from, to);
}

// ICMP errors are sorted as in tcp_v4_err.
void
TcpLinux24EndPointSocket::OnIcmp(Ipv4Address source,
                                 uint8_t ttl,
                                 uint8_t type,
                                 uint8_t code,
                                 uint32_t information)
{
    const Ptr<TcpLinux24EndPointSocket> self(this);
    NS_LOG_LOGIC("ICMP from " << source << ": type " << +type << ", code " << +code
                              << ", information " << information);
    ForwardIcmp(source, ttl, type, code, information);
    // A loop, or fragments that did not all come: the peer cannot be reached for now.
    if (type == Icmpv4Header::ICMPV4_TIME_EXCEEDED)
    {
        OnUnreachable(ERROR_NOROUTETOHOST);
        return;
    }
    if (type != Icmpv4Header::ICMPV4_DEST_UNREACH)
    {
        return;
    }
    switch (code)
    {
    case Icmpv4DestinationUnreachable::ICMPV4_FRAG_NEEDED:
        OnPacketTooBig(information);
        break;
    // The host is there, but refuses (ECONNREFUSED, ENOPROTOOPT).
    case Icmpv4DestinationUnreachable::ICMPV4_PROTOCOL_UNREACHABLE:
    case Icmpv4DestinationUnreachable::ICMPV4_PORT_UNREACHABLE:
        OnUnreachable(ERROR_NOTCONN);
        break;
    case Icmpv4DestinationUnreachable::ICMPV4_SOURCE_ROUTE_FAILED:
        OnUnreachable(ERROR_OPNOTSUPP);
        break;
    default:
        OnUnreachable(ERROR_NOROUTETOHOST);
        break;
    }
}

// ICMPv6 errors are sorted as in tcp_v6_err.
void
TcpLinux24EndPointSocket::OnIcmp6(Ipv6Address source,
                                  uint8_t hopLimit,
                                  uint8_t type,
                                  uint8_t code,
                                  uint32_t information)
{
    constexpr uint8_t PORT_UNREACHABLE = 4;
    const Ptr<TcpLinux24EndPointSocket> self(this);
    NS_LOG_LOGIC("ICMPv6 from " << source << ": type " << +type << ", code " << +code
                                << ", information " << information);
    ForwardIcmp6(source, hopLimit, type, code, information);
    switch (type)
    {
    case Icmpv6Header::ICMPV6_ERROR_PACKET_TOO_BIG:
        OnPacketTooBig(information);
        break;
    case Icmpv6Header::ICMPV6_ERROR_DESTINATION_UNREACHABLE:
        OnUnreachable(code == PORT_UNREACHABLE ? ERROR_NOTCONN : ERROR_NOROUTETOHOST);
        break;
    case Icmpv6Header::ICMPV6_ERROR_TIME_EXCEEDED:
        OnUnreachable(ERROR_NOROUTETOHOST);
        break;
    case Icmpv6Header::ICMPV6_ERROR_PARAMETER_ERROR:
        OnUnreachable(ERROR_OPNOTSUPP);
        break;
    default:
        break;
    }
}

TcpHeader
TcpLinux24EndPointSocket::MakeHeaderWithPorts(uint8_t flags, SequenceNumber32 sequence) const
{
    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(sequence);
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    return header;
}

// Routing is the business of IP (ip_queue_xmit).
void
TcpLinux24EndPointSocket::SendToIp(Ptr<Packet> packet, const TcpHeader& header)
{
    NS_LOG_LOGIC("out: " << header << ", " << packet->GetSize() << " bytes of data");
    if (m_endPoint)
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint->GetLocalAddress(),
                          m_endPoint->GetPeerAddress(),
                          m_boundnetdevice);
    }
    else
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint6->GetLocalAddress(),
                          m_endPoint6->GetPeerAddress(),
                          m_boundnetdevice);
    }
}

// tcp_v4_send_reset: the RST has to be acceptable to who has sent the segment. With an ACK in it
// that is the number acknowledged; without one the RST acknowledges all of the segment.
void
TcpLinux24EndPointSocket::RefuseSegment(const TcpHeader& header,
                                        uint32_t size,
                                        const Address& from,
                                        const Address& to)
{
    if (header.GetFlags() & TcpHeader::RST)
    {
        return; // nothing answers a RST
    }
    TcpHeader reset;
    reset.SetWindowSize(0);
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    if (header.GetFlags() & TcpHeader::ACK)
    {
        reset.SetFlags(TcpHeader::RST);
        reset.SetSequenceNumber(header.GetAckNumber());
    }
    else
    {
        const uint32_t positions = size + ((header.GetFlags() & TcpHeader::SYN) ? 1 : 0) +
                                   ((header.GetFlags() & TcpHeader::FIN) ? 1 : 0);
        reset.SetFlags(TcpHeader::RST | TcpHeader::ACK);
        reset.SetAckNumber(header.GetSequenceNumber() + positions);
    }
    NS_LOG_INFO("A segment that no connection wants is answered by RST: " << header);
    const auto packet = Create<Packet>();
    m_txTrace(packet, reset, this);
    m_tcp->SendPacket(packet, reset, to, from, m_boundnetdevice);
}

// The base fires this trace where it sends itself, which it does not here.
void
TcpLinux24EndPointSocket::TraceRetransmission(Ptr<const Packet> packet, const TcpHeader& header)
{
    if (m_endPoint)
    {
        m_retransmissionTrace(packet,
                              header,
                              m_endPoint->GetLocalAddress(),
                              m_endPoint->GetPeerAddress(),
                              this);
    }
    else
    {
        m_retransmissionTrace(packet,
                              header,
                              m_endPoint6->GetLocalAddress(),
                              m_endPoint6->GetPeerAddress(),
                              this);
    }
}

} // namespace ns3

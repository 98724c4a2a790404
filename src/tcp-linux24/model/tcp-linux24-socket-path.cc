// SPDX-License-Identifier: GPL-2.0-only

// TcpLinux24Socket: the path to the peer. Its MTU, and ICMP errors in the order of tcp_v4_err() and
// tcp_v6_err().

#include "tcp-linux24-socket.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24SocketPath");

namespace
{

/// @tparam Ip, Header of one version of IP @param node of the socket @param peer address of that
/// version @return device of the route, or null
template <typename Ip, typename Header, typename PeerAddress>
Ptr<NetDevice>
FindDevice(Ptr<Node> node, PeerAddress peer)
{
    Header header;
    header.SetDestination(peer);
    Socket::SocketErrno error;
    const auto routing = node->GetObject<Ip>()->GetRoutingProtocol();
    const auto route = routing->RouteOutput(nullptr, header, nullptr, error);
    return route ? route->GetOutputDevice() : nullptr;
}

} // namespace

Address
TcpLinux24Socket::GetPeer() const
{
    return m_endPoint ? InetSocketAddress(m_endPoint->GetPeerAddress(), 0).ConvertTo()
                      : Inet6SocketAddress(m_endPoint6->GetPeerAddress(), 0).ConvertTo();
}

void
TcpLinux24Socket::StartPath(const Address& peer)
{
    CheckSettings();
    m_pathMtu = {Inet6SocketAddress::IsMatchingType(peer), GetOptions().ticksPerSecond};
    m_mssClamp = 0;
    FindRoute(peer);
    m_pathMss = m_pathMtu.GetAdvertisedMss();
    m_advertisedMss = GetWantedMss();
    if (m_segmentSizeFromPath)
    {
        m_tcb->m_segmentSize = m_pathMtu.GetMss(m_pathMss, m_timestampEnabled);
    }
}

void
TcpLinux24Socket::FindRoute(const Address& peer)
{
    if (m_boundnetdevice)
    {
        m_device = m_boundnetdevice;
    }
    else if (InetSocketAddress::IsMatchingType(peer))
    {
        m_device =
            FindDevice<Ipv4, Ipv4Header>(m_node, InetSocketAddress::ConvertFrom(peer).GetIpv4());
    }
    else
    {
        m_device =
            FindDevice<Ipv6, Ipv6Header>(m_node, Inet6SocketAddress::ConvertFrom(peer).GetIpv6());
    }
    m_pathMtu.SetDeviceMtu(m_device ? m_device->GetMtu() : TcpLinux24PathMtu::UNLIMITED);
}

void
TcpLinux24Socket::UpdateMss()
{
    if (m_mssClamp == 0)
    {
        return;
    }
    if (m_device)
    {
        m_pathMtu.SetDeviceMtu(m_device->GetMtu());
    }
    m_pathMtu.Update(m_clock.GetNow());
    const uint32_t mss = m_pathMtu.GetMss(m_mssClamp, m_timestampEnabled);
    if (mss != m_sendMss)
    {
        NS_LOG_LOGIC("MSS " << m_sendMss << " becomes " << mss);
        m_sendMss = mss;
        m_sender->SetMss(mss);
    }
}

uint32_t
TcpLinux24Socket::GetFullSegment() const
{
    return m_mssClamp == 0 ? GetSegSize() : std::min(m_sendMss, GetSegSize());
}

void
TcpLinux24Socket::OnIcmp(Ipv4Address source,
                         uint8_t ttl,
                         uint8_t type,
                         uint8_t code,
                         uint32_t information)
{
    const Ptr<TcpLinux24Socket> self(this);
    ForwardIcmp(source, ttl, type, code, information);
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

void
TcpLinux24Socket::OnIcmp6(Ipv6Address source,
                          uint8_t hopLimit,
                          uint8_t type,
                          uint8_t code,
                          uint32_t information)
{
    constexpr uint8_t PORT_UNREACHABLE = 4;
    const Ptr<TcpLinux24Socket> self(this);
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

void
TcpLinux24Socket::OnPacketTooBig(uint32_t mtu)
{
    const bool connection = m_sender && m_state != TIME_WAIT && HasEndPoint();
    if (!m_pathMtuDiscovery || !connection || !m_pathMtu.Reduce(mtu, m_clock.GetNow()))
    {
        return;
    }
    UpdateMss();
    if (m_connected) // a SYN is never too long, and the timer may be that of a SYN-ACK
    {
        m_sender->SimpleRetransmit(m_clock.GetNow());
        AfterSender();
    }
}

void
TcpLinux24Socket::OnUnreachable(SocketErrno error)
{
    switch (m_state.Get())
    {
    case CLOSED:
    case LISTEN:
    case TIME_WAIT:
        break;
    case SYN_SENT:
    case SYN_RCVD:
        m_errno = error;
        AbortConnection();
        break;
    default:
        // The network may recover (RFC 1122, 4.2.3.9): told only if the connection dies of it.
        m_softError = error;
        break;
    }
}

} // namespace ns3

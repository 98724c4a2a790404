// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-path.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/loopback-net-device.h"
#include "ns3/net-device.h"
#include "ns3/node.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24Path");

namespace
{

/// Bytes that a timestamp option takes, padding included (TCPOLEN_TSTAMP_ALIGNED).
constexpr uint32_t TIMESTAMP_OPTION_BYTES = 12;
/// TCP_MAXSEG below this is refused (tcp_setsockopt).
constexpr uint32_t LEAST_USER_MSS = 8;
/// MAX_TCP_WINDOW.
constexpr uint32_t MOST_USER_MSS = 32767;

/// @param ip of a host
/// @param loopback device of it
/// @param peer address
/// @return whether packets for the peer never leave the host
template <typename Ip, typename PeerAddress>
bool
IsOwn(const Ip& ip, Ptr<NetDevice> loopback, PeerAddress peer)
{
    const int32_t interface = ip.GetInterfaceForDevice(loopback);
    for (uint32_t i = 0; i < ip.GetNAddresses(interface); ++i)
    {
        if (ip.GetAddress(interface, i).IsInSameSubnet(peer))
        {
            return true;
        }
    }
    return ip.GetInterfaceForAddress(peer) != -1;
}

/// What the routing says.
struct Answer
{
    bool hasRoute{false};  ///< a packet would not be refused
    Ptr<NetDevice> device; ///< that it leaves by; null: not known (yet)
};

/// @tparam Ip, Header of one version of IP
/// @param node of the socket
/// @param peer address of that version
/// @return what the routing says of packets for the peer
template <typename Ip, typename Header, typename PeerAddress>
Answer
AskRouting(Ptr<Node> node, PeerAddress peer)
{
    const auto ip = node->GetObject<Ip>();
    Header header;
    header.SetDestination(peer);
    // AODV and DSDV send a packet by the loopback device until they know its route, and tell what
    // they know only if there is a packet.
    for (const Ptr<Packet>& packet : {Ptr<Packet>(), Create<Packet>()})
    {
        Socket::SocketErrno error;
        const auto route = ip->GetRoutingProtocol()->RouteOutput(packet, header, nullptr, error);
        const auto device = route ? route->GetOutputDevice() : nullptr;
        if (!DynamicCast<LoopbackNetDevice>(device) || IsOwn(*ip, device, peer))
        {
            return {route != nullptr, device};
        }
    }
    return {true, nullptr};
}

/// @tparam Ip a version of it
/// @param node of the socket
/// @return the smallest MTU of its links
template <typename Ip>
uint32_t
GetLeastMtu(Ptr<Node> node)
{
    const auto ip = node->GetObject<Ip>();
    uint32_t least = TcpLinux24PathMtu::UNLIMITED;
    for (uint32_t i = 0; i < ip->GetNInterfaces(); ++i)
    {
        if (ip->IsUp(i) && !DynamicCast<LoopbackNetDevice>(ip->GetNetDevice(i)))
        {
            least = std::min<uint32_t>(least, ip->GetMtu(i));
        }
    }
    return least;
}

/// @param peer with port
/// @return the IPv4 address that an IPv6 address stands for, or else the address itself
Address
GetUnmapped(const Address& peer)
{
    if (!Inet6SocketAddress::IsMatchingType(peer))
    {
        return peer;
    }
    const auto address = Inet6SocketAddress::ConvertFrom(peer);
    if (!address.GetIpv6().IsIpv4MappedAddress())
    {
        return peer;
    }
    return InetSocketAddress(address.GetIpv6().GetIpv4MappedAddress(), address.GetPort());
}

} // namespace

// tcp_v4_connect for an active opener, tcp_v4_conn_request for a passive one: what the route says
// about the size of packets.
void
TcpLinux24Path::Start(Ptr<Node> node,
                      const Address& peer,
                      Ptr<NetDevice> bound,
                      uint32_t ticksPerSecond)
{
    m_node = node;
    m_peer = GetUnmapped(peer);
    m_mtu = {Inet6SocketAddress::IsMatchingType(m_peer), ticksPerSecond};
    m_clamp = 0;
    m_device = nullptr;
    FindRoute(bound);
    m_pathMss = m_mtu.GetAdvertisedMss();
}

// ip_route_output. A socket that is bound to a device does not ask.
void
TcpLinux24Path::FindRoute(Ptr<NetDevice> bound)
{
    const bool ipv4 = InetSocketAddress::IsMatchingType(m_peer);
    Answer answer{true, bound};
    if (!bound && ipv4)
    {
        answer =
            AskRouting<Ipv4, Ipv4Header>(m_node, InetSocketAddress::ConvertFrom(m_peer).GetIpv4());
    }
    else if (!bound)
    {
        answer =
            AskRouting<Ipv6, Ipv6Header>(m_node, Inet6SocketAddress::ConvertFrom(m_peer).GetIpv6());
    }
    const Ptr<NetDevice> device = answer.device;
    m_hasRoute = answer.hasRoute;
    m_isRouteKnown = device != nullptr;
    if (!device && !m_device)
    {
        // Packets will fit whichever link the route leads to.
        m_mtu.SetDeviceMtu(ipv4 ? GetLeastMtu<Ipv4>(m_node) : GetLeastMtu<Ipv6>(m_node));
        NS_LOG_INFO("The route to the peer is not known yet; MTU " << m_mtu.Get());
    }
    else if (device && device != m_device)
    {
        m_device = device;
        m_mtu.SetDeviceMtu(m_device->GetMtu());
        NS_LOG_INFO("The path to the peer leaves by device " << m_device->GetIfIndex() << ", MTU "
                                                             << m_mtu.Get());
    }
}

bool
TcpLinux24Path::HasRoute() const
{
    return m_hasRoute;
}

void
TcpLinux24Path::Dispose()
{
    m_device = nullptr;
    m_node = nullptr;
}

// Like tcp_setsockopt, this refuses what cannot be an MSS.
bool
TcpLinux24Path::SetUserMss(uint32_t mss)
{
    if (mss < LEAST_USER_MSS || mss > MOST_USER_MSS)
    {
        return false;
    }
    m_userMss = mss;
    return true;
}

void
TcpLinux24Path::CopyUserMss(const TcpLinux24Path& path)
{
    m_userMss = path.m_userMss;
}

// tcp_advertise_mss. An MSS counts timestamps as data; the user's segment size does not.
uint32_t
TcpLinux24Path::GetWantedMss(uint32_t segmentSize, bool timestamps) const
{
    const uint32_t options = timestamps ? TIMESTAMP_OPTION_BYTES : 0;
    return segmentSize == 0 || segmentSize >= m_pathMss
               ? m_pathMss
               : std::min(segmentSize + options, m_pathMss);
}

uint32_t
TcpLinux24Path::GetFirstSendMss(bool timestamps) const
{
    return m_mtu.GetMss(m_pathMss, timestamps);
}

// The smaller one of both sides' MSS counts, and TCP_MAXSEG, if that is smaller still.
void
TcpLinux24Path::Negotiate(uint32_t wanted, uint32_t offered, bool timestamps)
{
    // An MSS of 0, or none, is no offer.
    m_clamp = wanted;
    m_clamp = std::min(m_clamp, offered == 0 ? m_clamp : offered);
    m_clamp = std::min(m_clamp, m_userMss == 0 ? m_clamp : m_userMss);
    m_timestamps = timestamps;
    m_sendMss = m_mtu.GetMss(m_clamp, timestamps);
    NS_LOG_INFO("Segments carry " << m_sendMss << " bytes: wanted " << wanted << ", offered "
                                  << offered << ", MTU " << m_mtu.Get());
}

bool
TcpLinux24Path::IsNegotiated() const
{
    return m_clamp != 0;
}

// tcp_sync_mss, before anything is sent: the MTU of the device may have changed, and what a router
// has reported may have expired. Without a route the packet would look for one (ip_queue_xmit).
bool
TcpLinux24Path::Update(Ptr<NetDevice> bound, TcpTick now)
{
    if (m_clamp == 0)
    {
        return false;
    }
    if (!m_isRouteKnown)
    {
        FindRoute(bound);
    }
    if (m_device)
    {
        m_mtu.SetDeviceMtu(m_device->GetMtu());
    }
    m_mtu.Update(now);
    const uint32_t mss = m_mtu.GetMss(m_clamp, m_timestamps);
    if (mss == m_sendMss)
    {
        return false;
    }
    NS_LOG_INFO("Segments carry " << mss << " bytes instead of " << m_sendMss
                                  << ", since the MTU is " << m_mtu.Get());
    m_sendMss = mss;
    return true;
}

bool
TcpLinux24Path::Reduce(uint32_t mtu, TcpTick now)
{
    return m_mtu.Reduce(mtu, now);
}

uint32_t
TcpLinux24Path::GetSendMss() const
{
    return m_sendMss;
}

uint32_t
TcpLinux24Path::GetMtu() const
{
    return m_mtu.Get();
}

} // namespace ns3

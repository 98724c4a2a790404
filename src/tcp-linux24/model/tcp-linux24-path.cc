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

/// @tparam Ip, Header of one version of IP
/// @param node of the socket
/// @param peer address of that version
/// @return device of the route, or null
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

// tcp_v4_connect for an active opener, tcp_v4_conn_request for a passive one: what the route says
// about the size of packets.
void
TcpLinux24Path::Start(Ptr<Node> node,
                      const Address& peer,
                      Ptr<NetDevice> bound,
                      uint32_t ticksPerSecond)
{
    m_node = node;
    m_peer = peer;
    m_mtu = {Inet6SocketAddress::IsMatchingType(peer), ticksPerSecond};
    m_clamp = 0;
    FindRoute(bound);
    m_pathMss = m_mtu.GetAdvertisedMss();
}

// ip_route_output. A socket that is bound to a device does not ask.
void
TcpLinux24Path::FindRoute(Ptr<NetDevice> bound)
{
    const Ptr<NetDevice> before = m_device;
    if (bound)
    {
        m_device = bound;
    }
    else if (InetSocketAddress::IsMatchingType(m_peer))
    {
        m_device =
            FindDevice<Ipv4, Ipv4Header>(m_node, InetSocketAddress::ConvertFrom(m_peer).GetIpv4());
    }
    else
    {
        m_device =
            FindDevice<Ipv6, Ipv6Header>(m_node, Inet6SocketAddress::ConvertFrom(m_peer).GetIpv6());
    }
    m_mtu.SetDeviceMtu(m_device ? m_device->GetMtu() : TcpLinux24PathMtu::UNLIMITED);
    if (m_device != before)
    {
        NS_LOG_INFO("The path to the peer leaves by "
                    << (m_device ? "device " + std::to_string(m_device->GetIfIndex())
                                 : std::string("no device"))
                    << ", MTU " << m_mtu.Get());
    }
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
    return segmentSize == 0 ? m_pathMss : std::min(segmentSize + options, m_pathMss);
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
// has reported may have expired.
bool
TcpLinux24Path::Update(TcpTick now)
{
    if (m_clamp == 0)
    {
        return false;
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

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-path-mtu.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Bytes of a TCP header without options.
constexpr uint32_t TCP_HEADER_BYTES = 20;
/// Bytes of an IPv4 header without options.
constexpr uint32_t IPV4_HEADER_BYTES = 20;
/// Bytes of an IPv6 header.
constexpr uint32_t IPV6_HEADER_BYTES = 40;
/// Bytes that a timestamp option takes, padding included (TCPOLEN_TSTAMP_ALIGNED).
constexpr uint32_t TIMESTAMP_OPTION_BYTES = 12;
/// Least MSS, with the options counted as data (tcp_sync_mss).
constexpr uint32_t LEAST_MSS = 48;
/// Least MTU of an IPv4 link (RFC 791).
constexpr uint32_t LEAST_IPV4_MTU = 68;
/// ip_rt_min_pmtu.
constexpr uint32_t LEAST_IPV4_PATH_MTU = 512 + 20 + 20;
/// IPV6_MIN_MTU.
constexpr uint32_t LEAST_IPV6_MTU = 1280;
/// ip_rt_min_advmss.
constexpr uint32_t LEAST_IPV4_ADVERTISED_MSS = 256;
/// ip_rt_mtu_expires and its IPv6 counterpart, seconds.
constexpr uint32_t EXPIRY_SECONDS = 10 * 60;

} // namespace

TcpLinux24PathMtu::TcpLinux24PathMtu(bool ipv6, uint32_t ticksPerSecond)
    : m_ipv6(ipv6),
      m_ticksPerSecond(ticksPerSecond)
{
}

void
TcpLinux24PathMtu::SetDeviceMtu(uint32_t mtu)
{
    m_deviceMtu = mtu;
}

bool
TcpLinux24PathMtu::Reduce(uint32_t mtu, TcpTick now)
{
    if (mtu < (m_ipv6 ? LEAST_IPV6_MTU : LEAST_IPV4_MTU) || mtu >= Update(now))
    {
        return false;
    }
    const uint32_t before = Get();
    m_reported = m_ipv6 ? mtu : std::max(mtu, LEAST_IPV4_PATH_MTU);
    m_reportTime = now;
    return Get() < before;
}

uint32_t
TcpLinux24PathMtu::Update(TcpTick now)
{
    const auto expiry = static_cast<int32_t>(EXPIRY_SECONDS * m_ticksPerSecond);
    if (m_reported && GetTicksBetween(now, m_reportTime) >= expiry)
    {
        m_reported.reset();
    }
    return Get();
}

uint32_t
TcpLinux24PathMtu::Get() const
{
    return std::min(m_deviceMtu, m_reported.value_or(UNLIMITED));
}

uint32_t
TcpLinux24PathMtu::GetHeaderBytes() const
{
    return TCP_HEADER_BYTES + (m_ipv6 ? IPV6_HEADER_BYTES : IPV4_HEADER_BYTES);
}

uint32_t
TcpLinux24PathMtu::GetMss(uint32_t clamp, bool timestamps) const
{
    const uint32_t room = Get() - std::min(Get(), GetHeaderBytes());
    return std::max(std::min(room, clamp), LEAST_MSS) - (timestamps ? TIMESTAMP_OPTION_BYTES : 0);
}

uint32_t
TcpLinux24PathMtu::GetAdvertisedMss() const
{
    const uint32_t least = m_ipv6 ? LEAST_IPV6_MTU - GetHeaderBytes() : LEAST_IPV4_ADVERTISED_MSS;
    return std::max(Get() - std::min(Get(), GetHeaderBytes()), least);
}

} // namespace ns3

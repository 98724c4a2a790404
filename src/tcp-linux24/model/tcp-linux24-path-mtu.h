// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_PATH_MTU_H
#define TCP_LINUX24_PATH_MTU_H

#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The MTU of a connection's path and the MSS that follows from it: that of the own device, or what
 * a router reported, for ten minutes (net/ipv4/route.c, ip_rt_update_pmtu; net/ipv6/route.c,
 * rt6_pmtu_discovery; net/ipv4/tcp_output.c, tcp_sync_mss).
 */
class TcpLinux24PathMtu
{
  public:
    /// MTU of a path whose device is unknown, bytes.
    static constexpr uint32_t UNLIMITED = 65535;

    TcpLinux24PathMtu() = default;
    /// @param ipv6 whether the network layer is IPv6
    /// @param ticksPerSecond HZ
    TcpLinux24PathMtu(bool ipv6, uint32_t ticksPerSecond);

    /// @param mtu of the own device, bytes
    void SetDeviceMtu(uint32_t mtu);
    /**
     * A router reports that a packet does not fit. IPv4: below 68 bytes it is not believed, below
     * 552 (ip_rt_min_pmtu) it counts as 552. IPv6: below 1280 it is not believed.
     * @param mtu of the next hop, bytes
     * @param now the present
     * @return whether the MTU of the path became smaller
     */
    bool Reduce(uint32_t mtu, TcpTick now);
    /// A reported MTU expires.
    /// @param now the present
    /// @return MTU, bytes
    uint32_t Update(TcpTick now);
    /// @return MTU as of the last call of another member, bytes
    uint32_t Get() const;

    /**
     * @param clamp smaller one of both sides' MSS options, bytes
     * @param timestamps whether segments carry the option
     * @return data bytes of a full segment, at least 48 with the options counted as data
     */
    uint32_t GetMss(uint32_t clamp, bool timestamps) const;
    /// @return MSS that a SYN offers at most, bytes (dst->advmss): at least 256, with IPv6 1220
    uint32_t GetAdvertisedMss() const;

  private:
    uint32_t GetHeaderBytes() const; ///< @return of IP and TCP, without options

    bool m_ipv6{false};                 ///< see the constructor
    uint32_t m_ticksPerSecond{100};     ///< see the constructor
    uint32_t m_deviceMtu{UNLIMITED};    ///< see SetDeviceMtu
    std::optional<uint32_t> m_reported; ///< see Reduce
    TcpTick m_reportTime{0};            ///< of m_reported
};

} // namespace ns3

#endif // TCP_LINUX24_PATH_MTU_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_PATH_H
#define TCP_LINUX24_PATH_H

#include "tcp-linux24-path-mtu.h"
#include "tcp-linux24-segment.h"

#include "ns3/address.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class NetDevice;
class Node;

/**
 * @ingroup tcp-linux24
 * The path from a socket to its peer: the device of the route, the MTU of the path, and the size of
 * the segments that follows from it, from both sides' MSS options and from what the user has set
 * (net/ipv4/tcp_ipv4.c: tcp_v4_connect; net/ipv4/tcp_output.c: tcp_sync_mss, tcp_advertise_mss).
 */
class TcpLinux24Path
{
  public:
    /**
     * A connection starts.
     * @param node of the socket
     * @param peer with port
     * @param bound device that the socket is bound to, or null
     * @param ticksPerSecond HZ
     */
    void Start(Ptr<Node> node, const Address& peer, Ptr<NetDevice> bound, uint32_t ticksPerSecond);
    /**
     * Ask the routing which device leads to the peer. If it does not know yet, that is without a
     * route or with one that holds packets back (AODV, DSDV), the device of before counts, or else
     * the smallest MTU of the node's links.
     * @param bound device that the socket is bound to, or null
     */
    void FindRoute(Ptr<NetDevice> bound);
    /// @return whether there was a route when it was asked for last, if only a deferred one
    bool HasRoute() const;
    /// Let the device go.
    void Dispose();

    /// @param mss TCP_MAXSEG, 8 to 32767 bytes
    /// @return false if it is out of range
    bool SetUserMss(uint32_t mss);
    /// @param path of a listening socket, whose TCP_MAXSEG counts for this one
    void CopyUserMss(const TcpLinux24Path& path);

    /// @name Before the peer's SYN
    /// @{
    /**
     * @param segmentSize data bytes that the user wants, 0: what the path allows
     * @param timestamps
     * whether segments carry the option, which an MSS counts as data
     * @return MSS to offer, bytes
     */
    uint32_t GetWantedMss(uint32_t segmentSize, bool timestamps) const;
    /// @param timestamps whether segments carry the option
    /// @return data bytes of a full segment if the peer offers no smaller MSS
    uint32_t GetFirstSendMss(bool timestamps) const;
    /// @}

    /// @name From then on
    /// @{
    /**
     * The peer's SYN has come.
     * @param wanted see GetWantedMss
     * @param offered MSS option of the peer, bytes; 0: none
     * @param timestamps whether segments carry the option
     */
    void Negotiate(uint32_t wanted, uint32_t offered, bool timestamps);
    /// @return whether Negotiate() has been called since Start()
    bool IsNegotiated() const;
    /// Follow the MTU as it is now (tcp_sync_mss), and ask for the route while it is not known.
    /// @param bound device that the socket is bound to, or null
    /// @param now the present
    /// @return whether the size of segments has changed
    bool Update(Ptr<NetDevice> bound, TcpTick now);
    /// A router reports that a packet does not fit.
    /// @param mtu bytes
    /// @param now the present
    /// @return whether the MTU of the path became smaller
    bool Reduce(uint32_t mtu, TcpTick now);
    /// @return data bytes of a full segment; 0 before the handshake
    uint32_t GetSendMss() const;
    /// @return MTU of the path, bytes
    uint32_t GetMtu() const;
    /// @}

  private:
    Ptr<Node> m_node;           ///< of the socket
    Address m_peer;             ///< see Start
    Ptr<NetDevice> m_device;    ///< of the last route to the peer; null: there was none
    TcpLinux24PathMtu m_mtu;    ///< of the route to the peer
    uint32_t m_pathMss{0};      ///< MSS option, as far as the MTU limits it
    uint32_t m_userMss{0};      ///< see SetUserMss; 0: none
    uint32_t m_clamp{0};        ///< smaller MSS option; 0: not known yet
    uint32_t m_sendMss{0};      ///< see GetSendMss
    bool m_hasRoute{false};     ///< see HasRoute
    bool m_isRouteKnown{false}; ///< else m_device may not lead to the peer
    bool m_timestamps{false};   ///< segments carry the option
};

} // namespace ns3

#endif // TCP_LINUX24_PATH_H

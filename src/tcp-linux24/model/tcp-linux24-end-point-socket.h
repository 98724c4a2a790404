// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_END_POINT_SOCKET_H
#define TCP_LINUX24_END_POINT_SOCKET_H

#include "tcp-linux24-compatibility.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/tcp-header.h"

namespace ns3
{

class Ipv4Interface;
class Ipv6Interface;
class TcpLinux24Socket;

/**
 * @ingroup tcp-linux24
 * Where a TcpLinux24Socket meets the network of ns-3, for IPv4 and IPv6 alike: packets and ICMP
 * errors of its end point come in, headers get ports, packets go down to IP. It takes them from the
 * end point itself, because TcpSocketBase processes packets before any function that could be
 * overridden. What a segment or an error means is the derived class's business.
 */
class TcpLinux24EndPointSocket : public TcpSocketBaseOf<TcpLinux24Socket>
{
  public:
    TcpLinux24EndPointSocket();
    /// @param socket listening socket whose settings a new connection takes over
    TcpLinux24EndPointSocket(const TcpLinux24EndPointSocket& socket);
    ~TcpLinux24EndPointSocket() override;

    /**
     * As the base; packets of the new end point come here.
     * @return 0, or -1 with errno
     */
    int Bind() override;
    /**
     * As the base; packets of the new end point come here.
     * @return 0, or -1 with errno
     */
    int Bind6() override;
    /**
     * As the base; packets of the new end point come here. A connection that the socket opens
     * has this address, where the base would take that of the route.
     * @param address and port
     * @return 0, or -1 with errno, which is ERROR_INVAL if the socket is bound already, and
     * ERROR_ADDRNOTAVAIL if the host does not have the address (inet_bind)
     */
    int Bind(const Address& address) override;

  protected:
    /**
     * Unpacks a packet and calls OnSegment(); the base's version would process it.
     * @param packet with TCP header; one without is ignored with a warning
     * @param from, to addresses and ports
     */
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) override;

    /// @name What happens to the socket
    /// @{
    /**
     * A segment for this end point.
     * @param packet data
     * @param header TCP header
     * @param from, to addresses and ports
     */
    virtual void OnSegment(Ptr<Packet> packet,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to) = 0;
    /// A router could not forward a packet for its size.
    /// @param mtu that it reports, bytes
    virtual void OnPacketTooBig(uint32_t mtu) = 0;
    /// A packet did not get to the peer.
    /// @param error as the application sees it
    virtual void OnUnreachable(SocketErrno error) = 0;
    /// @}

    void AppendLogContext() const; ///< Node and port, in front of each message of the log
    void ListenToEndPoint();       ///< Packets of the end point come here, not to the base
    bool HasEndPoint() const;      ///< @return true until the port is given back
    Address GetPeer() const;       ///< @return of the end point, port 0
    /**
     * The base would forget an end point of the other version of IP and keep its port taken.
     * @param peer to connect to
     * @return whether the socket is not bound, or bound in the same version of IP. If it is bound
     * for IPv6 and the peer's address is a mapped one of IPv4, its port moves to IPv4. Otherwise
     * errno says why
     */
    bool TakeVersionOf(const Address& peer);
    /// The end point gets the address back that Bind() gave it, in place of that of the route.
    void KeepBoundAddress();
    /// @param to address and port
    /// @return whether segments for it are this end point's
    bool IsLocal(const Address& to) const;
    /// @param to address and port
    /// @return socket of this host that listens there, or null
    Ptr<TcpLinux24Socket> FindListener(const Address& to) const;

    /**
     * Whether another connection of this host has the ports and addresses that one of this socket
     * would have (tcp_v4_check_established). A socket that is bound to no address could get any of
     * the host.
     * @param peer to which this socket, which is bound, is to connect
     * @return whether one has
     */
    bool HasTwin(const Address& peer) const;

    /// @param flags of TCP
    /// @param sequence number
    /// @return header with ports, without options
    TcpHeader MakeHeaderWithPorts(uint8_t flags, SequenceNumber32 sequence) const;
    /// To IP, by the addresses of the end point.
    /// @param packet data
    /// @param header TCP header
    void SendToIp(Ptr<Packet> packet, const TcpHeader& header);
    /// Answer a segment that no connection wants with RST (tcp_v4_send_reset).
    /// @param header of it
    /// @param size of its data
    /// @param from, to addresses
    void RefuseSegment(const TcpHeader& header,
                       uint32_t size,
                       const Address& from,
                       const Address& to);
    /// Tell trace Retransmission.
    /// @param packet data
    /// @param header TCP header
    void TraceRetransmission(Ptr<const Packet> packet, const TcpHeader& header);

  private:
    /**
     * As Linux, which binds a socket once (inet_bind).
     * @param isBound whether it has an end point already
     * @return whether it can be bound; otherwise errno is ERROR_INVAL
     */
    bool CanBind(bool isBound);
    /// @param address and port
    /// @return whether a socket of the host can be bound to it: an address of the host, or any
    /// (inet_bind)
    bool IsBindable(const Address& address) const;

    /// A packet for an IPv4 end point.
    /// @param packet with TCP header
    /// @param header of IPv4
    /// @param port of the peer
    /// @param interface it came in by
    void OnIpv4Packet(Ptr<Packet> packet,
                      Ipv4Header header,
                      uint16_t port,
                      Ptr<Ipv4Interface> interface);
    /// A packet for an IPv6 end point.
    /// @param packet with TCP header
    /// @param header of IPv6
    /// @param port of the peer
    /// @param interface it came in by
    void OnIpv6Packet(Ptr<Packet> packet,
                      Ipv6Header header,
                      uint16_t port,
                      Ptr<Ipv6Interface> interface);
    /// An ICMP error (tcp_v4_err).
    /// @param source who sent it
    /// @param ttl of the packet it is about
    /// @param type, code, information of ICMP
    void OnIcmp(Ipv4Address source, uint8_t ttl, uint8_t type, uint8_t code, uint32_t information);
    /// An ICMPv6 error (tcp_v6_err).
    /// @param source who sent it
    /// @param hopLimit of the packet it is about
    /// @param type, code, information of ICMPv6
    void OnIcmp6(Ipv6Address source,
                 uint8_t hopLimit,
                 uint8_t type,
                 uint8_t code,
                 uint32_t information);

    Address m_boundAddress; ///< with port; invalid if Bind() had none
};

} // namespace ns3

#endif // TCP_LINUX24_END_POINT_SOCKET_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_FREEBSD62_SOCKET_FACTORY_H
#define TCP_FREEBSD62_SOCKET_FACTORY_H

#include "tcp-preset-socket-factory.h"

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Creates sockets with the settings of a FreeBSD 6.2 receiver: an ACK for every second segment,
 * after 100 ms (net.inet.tcp.delacktime) or when the window could grow by two segments, SACK,
 * timestamps, a buffer of 65536 bytes (net.inet.tcp.recvspace), which tcp_mss() rounds up to whole
 * segments.
 */
class TcpFreeBsd62SocketFactory : public TcpPresetSocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * SegmentSize is 1448, as on Ethernet with timestamps; RcvBufSize is 66608, the 46 segments
     * that hold 65536 bytes. Values that a user has set override these. Ends the program if the
     * node has no internet stack.
     * @return a TcpFreeBsd62Socket of the node
     */
    Ptr<Socket> CreateSocket() override;

  protected:
    /// @return TcpFreeBsd62Socket
    TypeId GetSocketTypeId() const override;
};

} // namespace ns3

#endif // TCP_FREEBSD62_SOCKET_FACTORY_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SUNOS58_SOCKET_FACTORY_H
#define TCP_SUNOS58_SOCKET_FACTORY_H

#include "tcp-preset-socket-factory.h"

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Creates stock ns-3 sockets with the settings of a SunOS 5.8 receiver whose peer is on another
 * subnet: an ACK for every second segment or after 100 ms (tcp_deferred_ack_interval), SACK and
 * timestamps, a constant window of 24576 bytes (tcp_recv_hiwat).
 */
class TcpSunOs58SocketFactory : public TcpPresetSocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * SegmentSize is 1448, as on Ethernet with timestamps. Window scaling is off, because a window
     * of 24576 bytes does not need it. Values that a user has set override these. Ends the program
     * if the node has no internet stack.
     * @return a TcpSocketBase of the node
     */
    Ptr<Socket> CreateSocket() override;

  protected:
    /// @return TcpSocketBase
    TypeId GetSocketTypeId() const override;
};

} // namespace ns3

#endif // TCP_SUNOS58_SOCKET_FACTORY_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_STOCK_SOCKET_FACTORY_H
#define TCP_STOCK_SOCKET_FACTORY_H

#include "tcp-preset-socket-factory.h"

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Creates TcpSocketBase sockets with the congestion control and attribute values of one host.
 * TcpSocketFactory takes these from TcpL4Protocol and from global defaults instead.
 */
class TcpStockSocketFactory : public TcpPresetSocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Stops the program if the node has no internet stack.
     * @return a TcpSocketBase of the node with this congestion control
     */
    Ptr<Socket> CreateSocket() override;

  protected:
    /// @return TcpSocketBase
    TypeId GetSocketTypeId() const override;

  private:
    /// @param type of congestion control; stops the program with one line if it is none
    void SetCongestionControl(TypeId type);
    TypeId GetCongestionControl() const; ///< @return see attribute CongestionControl

    TypeId m_congestionControl; ///< see attribute CongestionControl
};

} // namespace ns3

#endif // TCP_STOCK_SOCKET_FACTORY_H

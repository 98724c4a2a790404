// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_DEFAULT_SOCKET_FACTORY_H
#define TCP_DEFAULT_SOCKET_FACTORY_H

#include "ns3/tcp-socket-factory.h"

namespace ns3
{

class Node;

/**
 * @ingroup tcp-linux24
 * Makes the sockets of the node's TcpLinux24SocketFactory for applications that ask for
 * TcpSocketFactory, such as ThreeGppHttpClient, which have no attribute to choose by.
 */
class TcpDefaultSocketFactory : public TcpSocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Put such a factory in the place of the stock one. Stops the program with one line if the node
     * has no internet stack.
     * @param node with a TcpLinux24SocketFactory
     */
    static void Install(Ptr<Node> node);

    /// @return a socket of the node's TcpLinux24SocketFactory
    Ptr<Socket> CreateSocket() override;
};

} // namespace ns3

#endif // TCP_DEFAULT_SOCKET_FACTORY_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SOCKET_FACTORY_HELPER_H
#define TCP_SOCKET_FACTORY_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/tcp-linux24-socket-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Gives nodes factories of sockets beside the stock one, each after the TCP of a real host: a Linux
 * kernel from 2.0.32 to 2.6.8, SunOS 5.8 or FreeBSD 6.2 as a receiver, or stock sockets with a
 * congestion control of their own. It can be called before or after InternetStackHelper.
 * Applications choose by their `Protocol` attribute: "ns3::TcpLinux24SocketFactory",
 * "ns3::TcpSunOs58SocketFactory", "ns3::TcpFreeBsd62SocketFactory", "ns3::TcpStockSocketFactory".
 */
class TcpSocketFactoryHelper
{
  public:
    /// @param kernel of the nodes that get Linux from now on; the first choice is 2.4.18
    void SetKernel(TcpLinux24Kernel kernel);
    /**
     * @param name of an attribute of ns3::TcpLinux24Socket
     * @param value in the sockets of nodes that get Linux from now on; wins over the kernel's
     */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

    /// @param node to get sockets of Linux; what it has from an earlier call is changed
    void InstallLinux(Ptr<Node> node) const;
    /// @param nodes to get sockets of Linux
    void InstallLinux(const NodeContainer& nodes) const;

    /**
     * Have applications that ask for TcpSocketFactory, as those do that have no `Protocol`
     * attribute, get sockets of Linux, too. Stops the program with one line if the node has no
     * internet stack yet.
     * @param node to get sockets of Linux, as by InstallLinux()
     */
    void InstallLinuxAsDefault(Ptr<Node> node) const;
    /// @param nodes to get sockets of Linux, in the same way
    void InstallLinuxAsDefault(const NodeContainer& nodes) const;

    /// @param node to get the sockets of a SunOS 5.8 receiver
    static void InstallSunOs58(Ptr<Node> node);

    /// @param node to get the sockets of a FreeBSD 6.2 receiver
    static void InstallFreeBsd62(Ptr<Node> node);

    /**
     * Have ns3::TcpStockSocketFactory make stock sockets.
     * @param node the host
     * @param congestionControl class of TcpCongestionOps
     */
    static void InstallStock(Ptr<Node> node, TypeId congestionControl);

    /**
     * Fix the streams of the random tick phases of hosts.
     * @param nodes installed before
     * @param stream first stream to use
     * @return number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    TcpLinux24Kernel m_kernel{TcpLinux24Kernel::LINUX24_18}; ///< see SetKernel
    bool m_kernelSet{false};                                 ///< SetKernel() was called
    std::vector<std::pair<std::string, Ptr<AttributeValue>>> m_attributes; ///< in order
};

} // namespace ns3

#endif // TCP_SOCKET_FACTORY_HELPER_H

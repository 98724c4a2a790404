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
 * Gives nodes socket factories in addition to the stock one. Each models the TCP of a real host: a
 * Linux kernel from 2.0.32 to 2.6.8, or SunOS 5.8 or FreeBSD 6.2 as a receiver. One more factory
 * makes stock sockets with their own congestion control. The helper can be used before or after
 * InternetStackHelper. Applications select a factory with their `Protocol` attribute:
 * "ns3::TcpLinux24SocketFactory", "ns3::TcpSunOs58SocketFactory", "ns3::TcpFreeBsd62SocketFactory",
 * "ns3::TcpStockSocketFactory".
 */
class TcpSocketFactoryHelper
{
  public:
    /// @param kernel of the nodes that get Linux sockets from now on; the default is 2.4.18
    void SetKernel(TcpLinux24Kernel kernel);
    /**
     * @param name of an attribute of ns3::TcpLinux24Socket
     * @param value for the sockets of nodes that get Linux sockets from now on; overrides the
     * kernel's preset
     */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

    /// @param node gets Linux sockets. What an earlier call has set stays, unless this helper sets
    /// it, too
    void InstallLinux(Ptr<Node> node) const;
    /// @param nodes to get sockets of Linux
    void InstallLinux(const NodeContainer& nodes) const;

    /**
     * Also give Linux sockets to applications that use TcpSocketFactory, such as those without a
     * `Protocol` attribute. Ends the program with one line if the node has no internet stack yet.
     * @param node gets Linux sockets, as with InstallLinux()
     */
    void InstallLinuxAsDefault(Ptr<Node> node) const;
    /// @param nodes get Linux sockets, in the same way
    void InstallLinuxAsDefault(const NodeContainer& nodes) const;

    /// @param node gets the sockets of a SunOS 5.8 receiver
    static void InstallSunOs58(Ptr<Node> node);

    /// @param node gets the sockets of a FreeBSD 6.2 receiver
    static void InstallFreeBsd62(Ptr<Node> node);

    /**
     * Give a host stock sockets with their own congestion control (ns3::TcpStockSocketFactory).
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

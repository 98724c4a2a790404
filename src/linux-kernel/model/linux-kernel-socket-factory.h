// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_SOCKET_FACTORY_H
#define LINUX_KERNEL_SOCKET_FACTORY_H

#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelSocketFactory, ns3::LinuxKernelDatagramFactory and ns3::LinuxKernelRawFactory
 * declarations.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * The TCP sockets of a node with a LinuxKernel, under the name ns3::TcpSocketFactory as well, which
 * applications use by default.
 */
class LinuxKernelSocketFactory : public TcpSocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @return a LinuxKernelSocket
    Ptr<Socket> CreateSocket() override;
};

/**
 * @ingroup linux-kernel
 * Says that a kernel lends no datagram sockets, where ns-3 would look for its own and find none.
 */
class LinuxKernelDatagramFactory : public UdpSocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// Ends the simulation with one line.
    /// @return nothing: it does not return
    Ptr<Socket> CreateSocket() override;
};

/**
 * @ingroup linux-kernel
 * Says the same of raw sockets, which ns3::Ping uses.
 */
class LinuxKernelRawFactory : public Ipv4RawSocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// Ends the simulation with one line.
    /// @return nothing: it does not return
    Ptr<Socket> CreateSocket() override;
};

} // namespace ns3

#endif // LINUX_KERNEL_SOCKET_FACTORY_H

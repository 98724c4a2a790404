// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_HELPER_H
#define LINUX_KERNEL_HELPER_H

#include "ns3/attribute.h"
#include "ns3/linux-kernel.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelHelper declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Puts Linux kernels on nodes, in place of ns-3's internet stack. Install() also gives the node the
 * socket factories of the kernel: ns-3's applications use the kernel's TCP under the name
 * ns3::TcpSocketFactory, and a UDP or raw socket is refused with one error line.
 */
class LinuxKernelHelper
{
  public:
    /// Install the kernel that ./ns3 kernel has built, with default attributes.
    LinuxKernelHelper();

    /// @param path program of the kernels installed from now on
    void SetKernel(const std::string& path);
    /// @param name attribute of ns3::LinuxKernel
    /// @param value for it
    void SetAttribute(const std::string& name, const AttributeValue& value);
    /**
     * Fatal if the node has a kernel or an internet stack, or after the start of the simulation.
     * @param node gets a kernel; it has no internet stack
     * @return the kernel, which is aggregated to the node
     */
    Ptr<LinuxKernel> Install(Ptr<Node> node) const;
    /// @param nodes get a kernel each
    void Install(const NodeContainer& nodes) const;
    /**
     * Fix the random streams of the kernels of nodes.
     * @param nodes with or without a kernel
     * @param stream first stream number
     * @return number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    ObjectFactory m_factory; ///< kernels
};

} // namespace ns3

#endif // LINUX_KERNEL_HELPER_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_COUNTERS_H
#define LINUX_KERNEL_COUNTERS_H

#include "ns3/linux-kernel.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelCounters declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Reads the network counters of a kernel (/proc/net/snmp and /proc/net/netstat, which nstat prints)
 * at given times of a simulation.
 */
class LinuxKernelCounters
{
  public:
    /// @param kernel before the simulation starts
    explicit LinuxKernelCounters(Ptr<LinuxKernel> kernel);

    /**
     * Have a program in the kernel read the counters. Call this function before the simulation
     * starts.
     * @param at when, 0 or more
     * @return number of this reading
     */
    std::size_t ReadAt(Time at);
    /**
     * @param name group and counter, such as TcpExt.TCPTimeouts
     * @param reading number of a reading, after Simulator::Run() and before Simulator::Destroy();
     * std::out_of_range is thrown for another number
     * @return the counter's value
     * @throws std::runtime_error if there is no such counter
     */
    int64_t Get(const std::string& name, std::size_t reading) const;
    /// @param name, from, to as for Get()
    /// @return how much the counter has grown from one reading to the other
    /// @throws std::runtime_error as Get()
    int64_t GetGrowth(const std::string& name, std::size_t from, std::size_t to) const;

  private:
    Ptr<LinuxKernel> m_kernel;        ///< see the constructor
    std::vector<uint32_t> m_programs; ///< that read the counters
};

} // namespace ns3

#endif // LINUX_KERNEL_COUNTERS_H

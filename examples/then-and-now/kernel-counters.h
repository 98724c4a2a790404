// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef KERNEL_COUNTERS_H
#define KERNEL_COUNTERS_H

#include "ns3/linux-kernel.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

/**
 * @file
 * ns3::KernelCounters declaration.
 */

namespace ns3
{

/// The network counters of a kernel (/proc/net/snmp and /proc/net/netstat, which nstat prints) at
/// some times of a simulation.
class KernelCounters
{
  public:
    /// @param kernel before the simulation starts
    explicit KernelCounters(Ptr<LinuxKernel> kernel);
    ~KernelCounters();
    KernelCounters(const KernelCounters&) = delete;
    KernelCounters& operator=(const KernelCounters&) = delete;

    /// Have the counters read.
    /// @param at when
    /// @return number of this reading
    std::size_t ReadAt(Time at);
    /**
     * @param name such as TcpExt.TCPTimeouts
     * @param from, to two readings, after the simulation
     * @return by how much the counter has grown from one to the other
     * @throws std::runtime_error if there is no such counter
     */
    int64_t GetGrowth(const std::string& name, std::size_t from, std::size_t to) const;

  private:
    std::string GetFile(std::size_t reading) const;
    std::map<std::string, int64_t> Parse(std::size_t reading) const;

    Ptr<LinuxKernel> m_kernel;
    std::string m_folder; ///< of the readings
    std::size_t m_readings{0};
};

} // namespace ns3

#endif // KERNEL_COUNTERS_H

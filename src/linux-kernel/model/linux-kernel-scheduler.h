// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_SCHEDULER_H
#define LINUX_KERNEL_SCHEDULER_H

#include "ns3/map-scheduler.h"
#include "ns3/nstime.h"

#include <optional>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelScheduler declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * A MapScheduler that knows when the next event takes place, which Simulator does not tell. Until
 * then nothing in the simulation can reach a kernel.
 *
 * The order of events does not depend on the scheduler (ns3::Scheduler), so that it can take the
 * place of any other.
 */
class LinuxKernelScheduler : public MapScheduler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxKernelScheduler();
    ~LinuxKernelScheduler() override;

    /**
     * Make it the simulator's scheduler, unless the simulator takes events from elsewhere, such as
     * other processes or a clock. GetNext() then knows no time, and a kernel does not run ahead.
     */
    static void Install();
    /// @return the time of the next event; none if it is not known
    static std::optional<Time> GetNext();
};

} // namespace ns3

#endif // LINUX_KERNEL_SCHEDULER_H

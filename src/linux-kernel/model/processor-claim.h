// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef PROCESSOR_CLAIM_H
#define PROCESSOR_CLAIM_H

#include <memory>
#include <sched.h>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::ProcessorClaim declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * One of the host's processors, on which this thread runs as long as a claim exists, together with
 * the processes that it starts meanwhile. A simulation and its kernels never run at the same time,
 * but pass the turn to each other thousands of times in a second. On one processor this takes some
 * microseconds; waking another processor takes ten times as long.
 *
 * Two simulations do not claim the same processor. If all processors that this thread may use are
 * claimed, or there is only one, the claim changes nothing.
 */
class ProcessorClaim
{
  public:
    /// @return the claim of this simulation, which all of its kernels share
    static std::shared_ptr<ProcessorClaim> Get();
    ProcessorClaim();
    /// The thread may use the same processors as before.
    ~ProcessorClaim();
    ProcessorClaim(const ProcessorClaim&) = delete;
    ProcessorClaim& operator=(const ProcessorClaim&) = delete;

  private:
    cpu_set_t m_before;  ///< processors that the thread might use
    int m_claimedFd{-1}; ///< a socket whose name stands for the processor; -1: nothing is claimed
};

} // namespace ns3

#endif // PROCESSOR_CLAIM_H

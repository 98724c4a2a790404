// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_TRANSFER_H
#define LAPTOP_TRANSFER_H

#include "bulk-transfer.h"
#include "kuang2003-parameters.h"
#include "laptop-probes.h"
#include "laptop-testbed.h"

#include "ns3/study-results.h"
#include "ns3/study-runner.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::LaptopTransfer declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * One run of a study: a bulk transfer from the laptop of a LaptopTestbed to its wired host, with
 * the captures and series that were asked for. Whoever wants to see more connects to the testbed's
 * objects before Run().
 */
class LaptopTransfer
{
  public:
    /**
     * Build the testbed and schedule the transfer.
     * @param transport of the transfer
     * @param parameters of the testbed; the transfer begins at their start
     * @param options of the run
     * @param stream first random stream of the testbed
     */
    LaptopTransfer(BulkTransfer::Transport transport,
                   const Kuang2003Parameters& parameters,
                   const StudyOptions& options,
                   int64_t stream = 0);

    /// @return the testbed
    LaptopTestbed& GetTestbed();
    /// @return the transfer
    BulkTransfer& GetTransfer();
    /**
     * Simulate to the end of the transfer.
     * @return its throughput as the only metric, series and captures
     */
    RunResult Run();

  private:
    StudyOptions m_options;               ///< of the run
    LaptopTestbed m_testbed;              ///< see GetTestbed
    BulkTransfer m_transfer;              ///< see GetTransfer
    std::optional<LaptopProbes> m_probes; ///< if series were asked for
};

} // namespace ns3

#endif // LAPTOP_TRANSFER_H

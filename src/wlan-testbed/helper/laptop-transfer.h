// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_TRANSFER_H
#define LAPTOP_TRANSFER_H

#include "bulk-transfer.h"
#include "kuang2003-testbed.h"

#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::LaptopTransfer declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A bulk transfer from the laptop of a Kuang2003Testbed to its wired host. To see what happens in
 * it, connect to the testbed's objects before Run().
 */
class LaptopTransfer
{
  public:
    /**
     * Build the testbed and schedule the transfer.
     * @param transport of the transfer
     * @param laptop makes the Kuang2003Testbed; the transfer begins at its start
     * @param duration of the transfer
     * @param stream first random stream of the testbed
     */
    LaptopTransfer(BulkTransfer::Transport transport,
                   const ObjectFactory& laptop,
                   Time duration,
                   int64_t stream = 0);

    /// @return the testbed
    Kuang2003Testbed& GetTestbed() const;
    /// @return the transfer
    BulkTransfer& GetTransfer();
    /// Simulate to the end of the transfer.
    void Run();

  private:
    Time m_duration;                 ///< of the transfer
    Ptr<Kuang2003Testbed> m_testbed; ///< see GetTestbed
    BulkTransfer m_transfer;         ///< see GetTransfer
};

} // namespace ns3

#endif // LAPTOP_TRANSFER_H

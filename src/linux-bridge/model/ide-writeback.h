// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef IDE_WRITEBACK_H
#define IDE_WRITEBACK_H

#include "masked-transfers.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <memory>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::IdeWriteback declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-bridge
 * The IDE disk of a host with Linux 2.0.32, to which tcpdump writes a record of each packet. The
 * disk is written by programmed I/O. Unless hdparm has set the flag unmaskirq, the kernel masks all
 * interrupts while it moves the sectors of one transfer (drivers/block/ide.c: ide_do_request,
 * ide_intr, write_intr, ide_multwrite). In this time the host neither fetches packets from its card
 * nor runs programs. With DMA (drivers/block/triton.c) the kernel does not mask interrupts, and a
 * host needs no object of this class.
 *
 * GetEnd() returns the time at which the host finishes its work. The class schedules no events. An
 * object may serve several simulations, one after the other: Simulator::Destroy() empties the
 * buffer cache, and the counters continue.
 */
class IdeWriteback : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    IdeWriteback();
    ~IdeWriteback() override;

    /// tcpdump records a packet.
    /// @param packet on the link, without link-layer header
    void Record(Ptr<const Packet> packet);
    /// Compute when the host finishes a piece of work.
    /// @param start when the work begins, now or later
    /// @param work time that it takes if there are no transfers
    /// @return when it is finished
    Time GetEnd(Time start, Time work);

    /// @return what was written to the disk
    MaskedTransfersCounters GetCounters() const;

    /**
     * Signature of the trace source Delay.
     * @param work time that the work takes without transfers
     * @param delay time by which transfers delayed it, above 0
     */
    typedef void (*DelayTracedCallback)(Time work, Time delay);

  protected:
    /// Makes the disk's transfers, by the attributes that cannot change afterwards: FlushInterval,
    /// Age, Sectors, PioCycle and Gap.
    void NotifyConstructionCompleted() override;

  private:
    /// The simulation is over, and with it its times.
    void Restart();

    uint32_t m_snapLength;                        ///< attribute SnapLength
    uint32_t m_recordHeader;                      ///< attribute RecordHeader
    Time m_interval;                              ///< attribute FlushInterval
    Time m_age;                                   ///< attribute Age
    uint32_t m_sectors;                           ///< attribute Sectors
    Time m_cycle;                                 ///< attribute PioCycle
    Time m_gap;                                   ///< attribute Gap
    std::unique_ptr<MaskedTransfers> m_transfers; ///< of the disk
    bool m_isUsed{false};                         ///< by the present simulation
    TracedCallback<Time, Time> m_delayTrace;      ///< trace source Delay
};

} // namespace ns3

#endif // IDE_WRITEBACK_H

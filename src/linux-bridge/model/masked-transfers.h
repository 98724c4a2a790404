// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MASKED_TRANSFERS_H
#define MASKED_TRANSFERS_H

#include <cstdint>
#include <deque>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::MaskedTransfers declaration.
 */

namespace ns3
{

/// @ingroup linux-bridge
/// How a host writes its buffer cache to a disk. Times in ns.
struct MaskedTransfersOptions
{
    int64_t interval{5'000'000'000}; ///< between two looks at the cache, above 0
    int64_t age{30'000'000'000};     ///< of data that is written, at least
    uint32_t bytes{512};             ///< of one transfer, above 0
    int64_t transfer{153'600};       ///< length of one transfer, during which interrupts are masked
    int64_t gap{0};                  ///< between two transfers
};

/// @ingroup linux-bridge
/// What the disk took.
struct MaskedTransfersCounters
{
    uint64_t bytes{0};     ///< written to the cache
    uint64_t transfers{0}; ///< for these bytes, those that are due later included
    int64_t delay{0};      ///< that they added to work, ns
};

/**
 * @ingroup linux-bridge
 * Computes when the processor of a host can work, and when it moves data to a disk while interrupts
 * are masked. This is the programmed I/O of Linux 2.0 (drivers/block/ide.c: write_intr,
 * ide_multwrite), which a flush of the buffer cache starts (fs/buffer.c: sync_old_buffers).
 *
 * A flush begins at a multiple of the interval. It writes all data that has reached its age, in
 * transfers that follow each other after a gap. The work of the host proceeds only before, between
 * and after the transfers. This class uses no events: it computes when work will be finished.
 */
class MaskedTransfers
{
  public:
    /// @param options of host and disk
    /// @throw std::invalid_argument if a value is out of its range
    explicit MaskedTransfers(const MaskedTransfersOptions& options);

    /// A program writes data to the buffer cache.
    /// @param now ns, not before an earlier call
    /// @param bytes how much
    void Write(int64_t now, uint32_t bytes);
    /**
     * The processor begins to work.
     * @param start ns, not before the last call of Write()
     * @param work time that it takes without transfers, ns
     * @return instant at which it is finished, ns. Data that is written later and flushed before
     * this instant, which only an age below the length of the work allows, does not count
     */
    int64_t GetEnd(int64_t start, int64_t work);

    /// The clock begins at 0 again, with an empty cache. The counters go on.
    void Restart();

    /// @return what the disk took
    const MaskedTransfersCounters& GetCounters() const;

  private:
    /// What one look at the cache writes.
    struct Flush
    {
        int64_t begin;  ///< of the first transfer, ns
        uint64_t bytes; ///< of all transfers
    };

    /// @param flush any
    /// @return number of its transfers
    uint64_t GetTransfers(const Flush& flush) const;
    /// @param flush any
    /// @return end of its last transfer, ns
    int64_t GetEnd(const Flush& flush) const;
    /// Work during a flush.
    /// @param flush that has begun
    /// @param now within it, ns
    /// @param work that is left, ns; becomes what is left at the end
    /// @return when the work or the flush is finished, ns
    int64_t Pass(const Flush& flush, int64_t now, int64_t& work) const;

    MaskedTransfersOptions m_options;   ///< of host and disk
    std::deque<Flush> m_flushes;        ///< that are not over, in order
    MaskedTransfersCounters m_counters; ///< see GetCounters
};

} // namespace ns3

#endif // MASKED_TRANSFERS_H

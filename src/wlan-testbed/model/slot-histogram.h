// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SLOT_HISTOGRAM_H
#define SLOT_HISTOGRAM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::SlotHistogram declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Counts in which slot of the contention frames begin. Slots are numbered from DIFS after the end
 * of a MAC's acknowledgment. Frames that follow another frame are not counted, as stations then
 * wait for different times (EIFS, timeout of the acknowledgment). All stations hear each other.
 * Times are in nanoseconds.
 */
class SlotHistogram
{
  public:
    /// @param difs, slot of the medium
    SlotHistogram(int64_t difs, int64_t slot);

    /// A frame begins.
    /// @param time when
    void Begin(int64_t time);
    /// A frame ends.
    /// @param time when
    /// @param isAck whether it is a MAC's acknowledgment
    void End(int64_t time, bool isAck);

    /// Forget what was counted.
    void Clear();

    /// @param slot from 0
    /// @return frames that began in it
    uint64_t GetCount(std::size_t slot) const;
    /// @return frames that were counted
    uint64_t GetTotal() const;
    /// @param slot from 0
    /// @return its share of the frames that were counted; 0 if there are none
    double GetShare(std::size_t slot) const;

  private:
    int64_t m_difs;                 ///< see the constructor
    int64_t m_slot;                 ///< see the constructor
    uint32_t m_onAir{0};            ///< frames
    std::optional<int64_t> m_since; ///< end of the acknowledgment that the contention follows
    int64_t m_first{0};             ///< beginning of the first frame that is on the air
    std::vector<uint64_t> m_counts; ///< by slot
    uint64_t m_total{0};            ///< of m_counts
};

} // namespace ns3

#endif // SLOT_HISTOGRAM_H

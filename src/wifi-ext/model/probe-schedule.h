// SPDX-License-Identifier: GPL-2.0-only

#ifndef PROBE_SCHEDULE_H
#define PROBE_SCHEDULE_H

#include "rate-table.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::ProbeSchedule declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * When each rate may be probed: some frames after its last probe, twice as many after each one that
 * failed. A failure that is a collision with some probability adds only so much of the distance
 * again. A rate waits longer by the factors of those between it and the best one, too, as it hardly
 * works if they do not; they count no more once a probe of theirs has been delivered. Two probes of
 * any rates are as far apart as those of a rate that works.
 */
class ProbeSchedule
{
  public:
    /// Bounds of the distance between two probes of a rate, frames.
    struct Interval
    {
        uint32_t least{4};  ///< at first and after a success, 1 or more
        uint32_t most{256}; ///< least or more
    };

    /**
     * @param rate a rate
     * @param best the rate of a frame that is no probe
     * @param frame number of the next frame
     * @return whether that frame may be a probe of the rate
     */
    bool IsDue(std::size_t rate, std::size_t best, uint32_t frame) const;

    /**
     * A probe has ended.
     * @param rate its rate @param frame its frame
     * @param isDelivered what became of it
     * @param collisions probability that it has collided, which says nothing of the rate
     * @param interval bounds
     */
    void Note(std::size_t rate,
              uint32_t frame,
              bool isDelivered,
              double collisions,
              const Interval& interval);

  private:
    /// Of one rate.
    struct Entry
    {
        uint32_t interval{0}; ///< frames; 0: never probed
        uint32_t last{0};     ///< frame of the last probe
    };

    std::array<Entry, MAX_NON_HT_RATES> m_entries{}; ///< by rate
    uint32_t m_last{0};                              ///< frame of the last probe of any rate
    Interval m_bounds{0, 0};                         ///< as they were then
};

} // namespace ns3

#endif // PROBE_SCHEDULE_H

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
 * failed at this rate or a lower one, as a higher one hardly works if that does not. A failure that
 * is a collision with some probability adds only so much of the distance again. Two probes of any
 * rates are as far apart as those of a rate that works.
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

    /// @param rate a rate @param frame number of the next frame @return whether it may be a probe
    bool IsDue(std::size_t rate, uint32_t frame) const;

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
    uint32_t m_least{0};                             ///< frames from there to the next
};

} // namespace ns3

#endif // PROBE_SCHEDULE_H

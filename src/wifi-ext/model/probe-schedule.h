// SPDX-FileCopyrightText: 2026 The lasthop authors
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
 * Tells when each rate may be probed: a number of frames after its last probe, which doubles with
 * each probe that fails. A failure that may be a collision lengthens the distance by less, in
 * proportion to the probability that it was none. A rate also waits longer by the factors of the
 * rates between it and the best one, since it hardly works if they do not. The factor of such a
 * rate is 1 again once a probe of it has been delivered. Any two probes are at least as far apart
 * as two probes of a rate that works.
 * Frames are counted by the caller. Their numbers may wrap at 2^32.
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
     * @param rate a rate, below MAX_NON_HT_RATES
     * @param best the rate of a frame that is no probe
     * @param frame number of the next frame
     * @return whether that frame may be a probe of the rate; always true before the first probe of
     * any rate
     */
    bool IsDue(std::size_t rate, std::size_t best, uint32_t frame) const;

    /**
     * Note the end of a probe.
     * @param rate its rate
     * @param frame its frame
     * @param isDelivered whether it was acknowledged
     * @param collisions probability that it collided, which says nothing about the rate, 0 to 1
     * @param interval bounds, also for later calls of IsDue()
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

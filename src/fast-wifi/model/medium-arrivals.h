// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ARRIVALS_H
#define MEDIUM_ARRIVALS_H

#include "medium-client.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumArrivals declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * Frames on their way to stations: first on the air, then due, from their end until the receiver
 * takes them. Frames that are due have numbers, because a receiver that takes one may send, leave,
 * or make others leave.
 */
class MediumArrivals
{
  public:
    /// @param arrival of a frame that is on the air
    void Add(const MediumArrival& arrival);
    /// @return the arrival that ends first, of several the one that was added first; null if
    /// nothing is on the air. Valid until the next call of a function that changes something
    const MediumArrival* GetNext() const;

    /// Numbers in a row.
    struct Numbers
    {
        uint64_t first; ///< the first
        uint64_t last;  ///< the last; before the first if there are none
    };

    /**
     * All at once, because a frame to a group ends at each station.
     * @param now the time
     * @return numbers of those that end until then, in the order in which they were added, which
     * are due now
     */
    Numbers End(MediumTime now);
    /// @param number of an arrival that is due
    /// @return its station; nothing if it was taken or removed
    std::optional<MediumStation> FindStation(uint64_t number) const;
    /// @param number of an arrival that is due
    /// @return the arrival, which is forgotten; nothing if it was taken or removed
    std::optional<MediumArrival> Take(uint64_t number);
    /// @param station that leaves
    /// @return what was on its way to it, which is forgotten
    std::vector<MediumArrival> Remove(MediumStation station);
    /// Forget all arrivals.
    void Clear();

  private:
    std::vector<MediumArrival> m_onAir;      ///< whose frames have not ended
    std::map<uint64_t, MediumArrival> m_due; ///< whose frames have ended, by number
    uint64_t m_lastDue{0};                   ///< number
};

} // namespace ns3

#endif // MEDIUM_ARRIVALS_H

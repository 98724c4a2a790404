// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_DEPARTURES_H
#define DCF_DEPARTURES_H

#include "dcf-access-categories.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfDepartures declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// A packet that has left its queue, and whose fate the sender does not know yet.
struct DcfDeparture
{
    const DcfAccessCategory* category; ///< that had it
    DcfQueueItem item;                 ///< none if only the queue is to be woken
    MediumAttempt::Result result;      ///< of its last attempt

    /// @return whether the packet was given up
    bool IsDrop() const;
};

/**
 * @ingroup fast-wifi
 * Packets from the instant at which the engine has computed their last attempt to the one at which
 * the sender knows its result.
 */
class DcfDepartures
{
  public:
    /// @param departure that the sender will know of
    /// @return its number
    uint64_t Add(const DcfDeparture& departure);
    /// @param number of a departure of which the sender knows now
    /// @return the departure; none if it was taken before
    std::optional<DcfDeparture> Take(uint64_t number);
    /**
     * For a device that leaves its channel and must account for all packets at once.
     * @return the departure that was added first; none if there is none
     */
    std::optional<DcfDeparture> TakeFirst();

    /// @return packets among them that were given up
    std::size_t GetNDrops() const
    {
        return m_nDrops;
    }

  private:
    std::map<uint64_t, DcfDeparture> m_departures; ///< by number
    uint64_t m_last{0};                            ///< number of the last that was added
    std::size_t m_nDrops{0};                       ///< see GetNDrops()
};

} // namespace ns3

#endif // DCF_DEPARTURES_H

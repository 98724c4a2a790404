// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BUSY_SLOT_AVERAGE_H
#define BUSY_SLOT_AVERAGE_H

#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::BusySlotAverage declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Estimates the probability that an attempt collides, without sending: it is the share of backoff
 * slots in which other stations begin to send (G. Bianchi and I. Tinnirello, "Kalman filter
 * estimation of the number of competing terminals in an IEEE 802.11 network", INFOCOM 2003, section
 * II). An attempt of the station itself in such a slot would have collided, at any rate. The slots
 * begin an AIFS (DIFS) after the medium has become idle. Their numbers are exponentially weighted
 * moving averages over transmissions, so recent slots count more.
 */
class BusySlotAverage
{
  public:
    /// Number of idle periods that the average spans, roughly.
    static constexpr double MEMORY = 50;
    /// Largest result. It keeps quotients by the probability of no collision finite.
    static constexpr double MOST = 0.9;

    /**
     * Count the slots of an idle period.
     * @param slots number of slots in which a waiting station might have begun to send, but none
     * did
     * @param isEndedByOthers whether other stations began to send in the next slot; false if this
     * station sent, which hides the transmissions of others, or if the next slot does not count
     */
    void NoteIdle(uint32_t slots, bool isEndedByOthers);
    /// @return probability of a collision, 0 to MOST; 0 before any slot
    double Get() const;

  private:
    double m_slots{0}; ///< weighted number of slots, idle or busy
    double m_busy{0};  ///< part of m_slots in which other stations began to send
};

} // namespace ns3

#endif // BUSY_SLOT_AVERAGE_H

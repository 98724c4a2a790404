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
 * Probability that an attempt collides, as a station finds it without sending: the share of slots
 * in which others begin to send (G. Bianchi and I. Tinnirello, "Kalman filter estimation of the
 * number of competing terminals in an IEEE 802.11 network", INFOCOM 2003, section II). An own
 * attempt in such a slot would have collided, whatever its rate. Slots are those of the backoff,
 * which begin an AIFS (DIFS) after the medium has become idle. Recent ones count more: numbers of
 * slots are exponentially weighted moving averages over transmissions.
 */
class BusySlotAverage
{
  public:
    /// Idle times that the average goes back, about.
    static constexpr double MEMORY = 50;
    /// Largest result: what is divided by the probability of no collision remains finite.
    static constexpr double MOST = 0.9;

    /**
     * The medium was idle.
     * @param slots in which a station that waits might have begun to send, and nobody did
     * @param isEndedByOthers whether others began to send in the slot after these; not so if it was
     * an own transmission, which hides those of others, or if more idle slots do not count
     */
    void NoteIdle(uint32_t slots, bool isEndedByOthers);
    /// @return probability of a collision, 0 to MOST; 0 before any slot
    double Get() const;

  private:
    double m_slots{0}; ///< idle or busy ones, by their weight
    double m_busy{0};  ///< of m_slots, those in which others began to send
};

} // namespace ns3

#endif // BUSY_SLOT_AVERAGE_H

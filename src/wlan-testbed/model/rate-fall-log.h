// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_FALL_LOG_H
#define RATE_FALL_LOG_H

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RateFallLog declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Outcomes of the frames whose rate falls, from attempt to attempt, to the lowest one: "At 1
 * Mbps, it occasionally succeeds with the transmission, but more often than not it reaches the
 * maximum retransmission limit" (kuang2003, 4.3.2 A).
 */
class RateFallLog
{
  public:
    /// @param lowest rate, Mb/s
    explicit RateFallLog(double lowest);

    /**
     * A frame is on the air.
     * @param rate Mb/s
     * @param retry its Retry bit
     */
    void Attempt(double rate, bool retry);
    /// The frame of the last attempt was given up.
    void GiveUp();

    /// @return frames that were given up
    uint64_t GetGivenUp() const;
    /// @return frames with an attempt at the lowest rate after one at another
    uint64_t GetFallen() const;
    /// @return share of these that were given up; 0 without any
    double GetShareOfFallenGivenUp() const;

  private:
    double m_lowest;             ///< Mb/s
    bool m_isHigher{false};      ///< the frame had an attempt above the lowest rate
    bool m_isFallen{false};      ///< the frame came to the lowest rate after that
    uint64_t m_givenUp{0};       ///< see GetGivenUp
    uint64_t m_fallen{0};        ///< see GetFallen
    uint64_t m_fallenGivenUp{0}; ///< see GetShareOfFallenGivenUp
};

} // namespace ns3

#endif /* RATE_FALL_LOG_H */

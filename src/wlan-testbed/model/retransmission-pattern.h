// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RETRANSMISSION_PATTERN_H
#define RETRANSMISSION_PATTERN_H

#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RetransmissionPattern declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Finds the segments of a connection that TCP retransmitted, and analyses their pattern: how many
 * segments lie between two of them, and how long the connection was silent between the first and
 * the second transmission of each. In kuang2003, figure 6(a), these are "about every tenth data
 * packet" and "the (approximately) 100 ms gaps" (4.3.2 A).
 */
class RetransmissionPattern
{
  public:
    /// A segment that was retransmitted.
    struct Event
    {
        std::size_t segment; ///< its number, from 0, among the segments in the order of first
                             ///< transmission
        double time;         ///< when it was sent again for the first time, s
        double gap;          ///< longest time between two transmissions of any segments, from its
                             ///< first one until it was sent again, s
    };

    /// @param rows of a TimeSequence, in the order of their time
    explicit RetransmissionPattern(const std::vector<std::vector<double>>& rows);

    /// @return segments that were sent, each counted once
    std::size_t GetSegments() const;
    /// @return transmissions of what had been sent before, a segment's second one included
    std::size_t GetRetransmissions() const;
    /// @return the segments that were retransmitted, by number
    const std::vector<Event>& GetEvents() const;
    /// @return for each of these but the first, segments from the one before to it; 1 is the next
    std::vector<double> GetSpacings() const;
    /**
     * A measure of the regularity of the pattern. Independent losses have about 0.4: their spacing
     * is geometric, and if it is large, the share exp(-1/2) - exp(-3/2) = 0.38 of it lies in that
     * range.
     * @return share of the spacings from half to one and a half times their mean; 0 without any
     */
    double GetRegularity() const;
    /// @return mean gap before a retransmission, s; 0 without any
    double GetMeanGap() const;

  private:
    /// @param time of a retransmission, s
    /// @param sequence its first byte
    void Add(double time, double sequence);

    std::vector<double> m_starts;     ///< first byte of each segment, ascending
    std::vector<double> m_first;      ///< when it was sent first, s
    std::vector<double> m_times;      ///< of all transmissions, s
    std::vector<Event> m_events;      ///< see GetEvents
    std::size_t m_retransmissions{0}; ///< see GetRetransmissions
};

} // namespace ns3

#endif /* RETRANSMISSION_PATTERN_H */

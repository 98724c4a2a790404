// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef AIR_LOG_H
#define AIR_LOG_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::AirLog declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * What a sniffer sees of the data frames of a few stations that all hear each other: how many were
 * sent, how many with the Retry bit, and which retries go back to one collision of two data frames.
 * Without aggregation and with one queue per station, a retry repeats the frame that the station
 * sent before. The retries that go back to one collision are the pairs of kuang2003, figure 5(a).
 */
class AirLog
{
  public:
    /// Data frames of one station.
    struct Counts
    {
        uint64_t frames{0};  ///< on the air
        uint64_t retries{0}; ///< of these with the Retry bit
        uint64_t paired{0};  ///< retries of a frame that collided with another station's data frame
                             ///< which was retried, too
    };

    /**
     * A data frame begins.
     * @param station who sends
     * @param retry its Retry bit
     */
    void Begin(uint32_t station, bool retry);
    /// The frame that a station is sending ends.
    /// @param station who
    void End(uint32_t station);

    /// @param station who
    /// @return its counts so far
    Counts GetCounts(uint32_t station) const;
    /// @return retries over frames, all stations; 0 without frames
    double GetRetryRate() const;

  private:
    /// Data frames that overlap, one per station.
    struct Collision
    {
        std::optional<uint32_t> firstToRetry; ///< station
        bool paired{false};                   ///< another one has retried, too
    };

    /// What is known of a station.
    struct Station
    {
        Counts counts;                   ///< see GetCounts
        bool sending{false};             ///< a data frame is on the air
        std::optional<size_t> collision; ///< that the last frame was in
    };

    /// A station repeats its last frame. If that frame has collided, and another station has
    /// repeated one of the same collision, the retry is paired.
    /// @param number of the station
    /// @param station its record, with the collision of its last frame
    void NoteRetry(uint32_t number, Station& station);

    std::map<uint32_t, Station> m_stations; ///< by number
    std::vector<Collision> m_collisions;    ///< in the order of their time
};

} // namespace ns3

#endif /* AIR_LOG_H */

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LOSS_RUNS_H
#define LOSS_RUNS_H

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup wavelan
 * ns3::LossRuns declaration.
 */

namespace ns3
{

/// @ingroup wavelan
/// Packets of runs of one kind whose place in their run, from 1, lies in an interval.
struct LossRunPlaces
{
    uint64_t packets{0}; ///< that have such a place, and a packet behind them
    uint64_t ended{0};   ///< of these, the last ones of their runs
};

/**
 * @ingroup wavelan
 * Lengths of runs of received and of lost packets, as ettcp reports them (xylomenos1999, III.B).
 */
class LossRuns
{
  public:
    /// Numbers of runs by their length, packets.
    using Histogram = std::map<uint64_t, uint64_t>;

    /// Take note of the next packet.
    /// @param received whether it arrived
    void Add(bool received);
    /// @return packets that arrived
    uint64_t GetReceived() const;
    /// @return packets that were lost
    uint64_t GetLost() const;
    /// @return runs of received packets that a loss has ended
    const Histogram& GetReceivedRuns() const;
    /// @return runs of lost packets that a received one has ended
    const Histogram& GetLostRuns() const;
    /**
     * How often a run ends, by how long it has lasted: ended over packets is the rate of a life
     * table, to which a run that has not ended belongs as far as it goes.
     * @param received of runs of received packets, otherwise of lost ones
     * @param lasts last places of the intervals, ascending, at least 1
     * @return the intervals, and one for all places beyond
     * @throws std::invalid_argument if lasts are not ascending
     */
    std::vector<LossRunPlaces> GetPlaces(bool received, const std::vector<uint64_t>& lasts) const;

  private:
    uint64_t m_received{0};   ///< packets, those of the last run included
    uint64_t m_lost{0};       ///< packets, those of the last run included
    uint64_t m_run{0};        ///< length of the run that has not ended; 0: no packet yet
    bool m_isLosing{false};   ///< its kind
    Histogram m_receivedRuns; ///< without the last run
    Histogram m_lostRuns;     ///< without the last run
};

} // namespace ns3

#endif // LOSS_RUNS_H

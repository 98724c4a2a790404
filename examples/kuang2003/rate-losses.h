// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_LOSSES_H
#define RATE_LOSSES_H

#include "rate-link.h"

#include "ns3/study.h"
#include "ns3/wifi-standards.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/// Where a cell loses frames for reasons that its senders cannot hear, or has to learn quickly.
enum class RateLossCause
{
    OVEN,         ///< a microwave oven, on for 8 of every 16.7 ms (half a period of 60 Hz mains)
    VOICE_LINK,   ///< a Bluetooth voice link, which hops into the channel now and then
    BURSTS,       ///< an interferer with exponentially distributed bursts and gaps
    MANY_CLIENTS, ///< clients from near to far, to which the access point sends in turn
    GONE,         ///< the same, but those far away have gone out of range
    HIDDEN,       ///< stations that hear the access point only
    WALK,         ///< a station walks away and back
    DOOR,         ///< a door that closes and opens: steps of 10 dB
    START,        ///< many stations that begin at the same instant
};

/// A cell in which rate adaptations are tried.
struct RateLossCell
{
    std::string name;      ///< key
    std::string label;     ///< what is printed
    RateLossCause cause;   ///< of losses
    WifiStandard standard; ///< of the radios
    std::string top;       ///< mode of the highest rate
    uint32_t stations;     ///< that send, or that are sent to
    double durationFactor; ///< simulated time, as a multiple of the study's duration
};

/// Cells with losses that are no collisions a station can hear, and what a manager reaches there.
class RateLosses
{
  public:
    /// @return the cells
    static const std::vector<RateLossCell>& GetCells();
    /**
     * Saturated stations or clients; each datagram is given up after 7 attempts, as in ns-3.
     *
     * Metrics: throughput of all stations; their geometric mean and the least of them; each one's.
     *
     * @param cell what is tried
     * @param manager of all radios
     * @param options of the run
     * @return metrics
     */
    static RunResult Measure(const RateLossCell& cell,
                             const RateManager& manager,
                             const StudyOptions& options);
};

} // namespace ns3

#endif // RATE_LOSSES_H

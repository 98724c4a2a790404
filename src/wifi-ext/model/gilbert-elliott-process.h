// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GILBERT_ELLIOTT_PROCESS_H
#define GILBERT_ELLIOTT_PROCESS_H

#include <cstdint>
#include <functional>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::GilbertElliottProcess declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * State of a channel that alternates between good and bad (E. N. Gilbert, "Capacity of a
 * Burst-Noise Channel", 1960; E. O. Elliott, "Estimates of Error Rates for Codes on Burst-Noise
 * Channels", 1963), in continuous time: each state lasts for a random time, its sojourn. With
 * exponential sojourns it is a Markov process.
 *
 * The process advances only when its state is needed. It schedules no events.
 */
class GilbertElliottProcess
{
  public:
    /// State of the channel.
    enum class State
    {
        GOOD, ///< few errors, or none
        BAD   ///< many errors
    };

    /// Draws the sojourn in a state that begins, s, more than 0.
    using SojournFunction = std::function<double(State state)>;

    /**
     * @param time at which the process begins, s
     * @param initial state at that time
     * @param draw called once for each sojourn, in their order
     */
    GilbertElliottProcess(double time, State initial, SojournFunction draw);

    /**
     * @param time s, not before that of an earlier call
     * @return the state at that time
     */
    State Advance(double time);

    /**
     * @param meanGood mean sojourn in the good state, more than 0
     * @param meanBad mean sojourn in the bad state, in the same unit, more than 0
     * @return stationary probability of the bad state
     */
    static double GetBadFraction(double meanGood, double meanBad);

    /**
     * @param bitErrorRate probability that a bit is wrong, 0 to 1, independent of other bits
     * @param bits number of bits
     * @return probability that at least one of them is wrong
     */
    static double GetFrameErrorRate(double bitErrorRate, uint64_t bits);

  private:
    State m_state;          ///< since the last change
    SojournFunction m_draw; ///< see constructor
    double m_end;           ///< time at which the state ends, s
};

} // namespace ns3

#endif // GILBERT_ELLIOTT_PROCESS_H

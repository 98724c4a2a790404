// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MIMD_RATE_CONTROL_H
#define MIMD_RATE_CONTROL_H

#include "rate-table.h"

#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::MimdParameters and ns3::MimdRateControl declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// Parameters of MimdRateControl; each has the meaning of MimdArfWifiManager's attribute.
struct MimdParameters
{
    uint32_t successThreshold{3}; ///< frames acknowledged in a row before an increase, 1 or more
    /// Failures of a frame before a decrease, at the rate that an increase led to, 1 or more.
    uint32_t topTries{3};
    /// Failures of a frame before the next decrease, at a rate that a decrease led to, 1 or more.
    uint32_t middleTries{3};
    uint32_t decreases{1};     ///< divisions of the rate before the lowest rate is next
    double increaseFactor{54}; ///< of the rate, 1 or more; 1 is a single step up
    double decreaseFactor{2};  ///< by which the rate is divided, 1 or more; 1 is a single step down
};

/**
 * @ingroup wifi-ext
 * Multiplicative increase and decrease of the rate towards one station, as in the adapter of
 * kuang2003 (4.3.2). It handles attempts and frames, but neither packets nor time.
 * Order of use: SetRates(), then for each attempt Select() and one of NoteDelivered() and
 * NoteFailed(), and NoteGivenUp() after the last attempt of a frame.
 */
class MimdRateControl
{
  public:
    /**
     * Replace the rates and begin at the lowest one with all counts at zero.
     * @param rates ascending, one or more
     */
    void SetRates(const RateTable& rates);
    /**
     * @return the rate of the next attempt, and why it was last changed; it stays the same until a
     * report
     */
    RateChoice Select() const;
    /// @return number of decreases since the last increase
    uint32_t GetDecreases() const;
    /**
     * An attempt was acknowledged. A frame that needed retries counts, too.
     * @param parameters in force
     */
    void NoteDelivered(const MimdParameters& parameters);
    /**
     * An attempt was not acknowledged. At the lowest rate nothing but the count changes.
     * @param parameters in force
     */
    void NoteFailed(const MimdParameters& parameters);
    /// The frame was given up: both counts begin anew, and the rate stays.
    void NoteGivenUp();

  private:
    /// @param factor by which the rate is multiplied; at least one step up, if there is one
    void Increase(double factor);
    /**
     * @param parameters in force; the rate is divided, or is the lowest one after enough divisions,
     * and at least one step down
     */
    void Decrease(const MimdParameters& parameters);

    RateTable m_rates;       ///< see SetRates
    RateChoice m_choice;     ///< see Select
    uint32_t m_successes{0}; ///< frames acknowledged in a row
    uint32_t m_failures{0};  ///< failed attempts of the frame at this rate
    uint32_t m_decreases{0}; ///< see GetDecreases
};

} // namespace ns3

#endif // MIMD_RATE_CONTROL_H

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
/// What MimdRateControl goes by; the meaning of each is that of MimdArfWifiManager's attribute.
struct MimdParameters
{
    uint32_t successThreshold{3}; ///< frames acknowledged in a row before an increase, 1 or more
    uint32_t topTries{3};         ///< failures at the rate of an increase before it is left
    uint32_t middleTries{3};      ///< failures at a rate below before it is left
    uint32_t decreases{1};        ///< divisions before the lowest rate is next
    double increaseFactor{54};    ///< 1 or more
    double decreaseFactor{2};     ///< 1 or more
};

/**
 * @ingroup wifi-ext
 * Multiplicative increase and decrease of the rate towards one station, as the adapter of kuang2003
 * does it (4.3.2). Knows of attempts and frames only.
 */
class MimdRateControl
{
  public:
    /**
     * Have other rates from now on; it begins at the lowest, with nothing counted.
     * @param rates ascending, one or more
     */
    void SetRates(const RateTable& rates);
    /// @return the rate of the next attempt
    RateChoice Select() const;
    /// An attempt was acknowledged. @param parameters what to go by
    void NoteDelivered(const MimdParameters& parameters);
    /// An attempt was not acknowledged. @param parameters what to go by
    void NoteFailed(const MimdParameters& parameters);
    /// The frame was given up.
    void NoteGivenUp();

  private:
    void Increase(double factor);
    void Decrease(const MimdParameters& parameters);

    RateTable m_rates;       ///< see SetRates
    RateChoice m_choice;     ///< see Select
    uint32_t m_successes{0}; ///< frames acknowledged in a row
    uint32_t m_failures{0};  ///< of the frame, at this rate
    uint32_t m_decreases{0}; ///< since the last increase
};

} // namespace ns3

#endif // MIMD_RATE_CONTROL_H

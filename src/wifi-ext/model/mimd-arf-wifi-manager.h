// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MIMD_ARF_WIFI_MANAGER_H
#define MIMD_ARF_WIFI_MANAGER_H

#include "mimd-rate-control.h"
#include "non-ht-wifi-manager.h"

/**
 * @file
 * @ingroup wifi-ext
 * ns3::MimdArfWifiManager declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Automatic rate fallback with multiplicative increase and multiplicative decrease: the rate
 * adaptation of the adapter of kuang2003, section 4.3.2. MimdRateControl makes the decisions.
 *
 * After SuccessThreshold frames acknowledged in a row the rate is multiplied; after TopTries or
 * MiddleTries failed attempts of a frame it is divided; after Decreases divisions the next one
 * leads to the lowest rate. A missing ACK is the only sign of a failure, so a collision has the
 * same effect as a bad channel. The paper numbers only the tries at the top rate (three) and the
 * order of the rates, 11, 5.5 and 1 Mb/s; it says "several" for the other counts.
 *
 * The attributes may change while the simulation runs. They are read for each report.
 */
class MimdArfWifiManager : public NonHtWifiManager
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

  private:
    /// @return a station with a MimdRateControl, owned by ns-3
    WifiRemoteStation* DoCreateStation() const override;
    /**
     * Begin at the lowest rate, which carried the association, with all counts at zero.
     * @param station with the new rates
     */
    void DoSetRates(NonHtRemoteStation& station) const override;
    /**
     * @param station receiver of an attempt
     * @return the rate at which the last report left it
     */
    RateChoice DoSelectRate(NonHtRemoteStation& station) const override;
    /**
     * Raises the rate if this was the SuccessThreshold-th frame in a row.
     * @param station receiver of an attempt that was acknowledged
     */
    void DoNoteDelivered(NonHtRemoteStation& station) const override;
    /// @param station receiver of an attempt that was not acknowledged, whatever the reason
    void DoNoteFailed(NonHtRemoteStation& station) const override;
    /**
     * The next frame begins at the rate at which this one ended.
     * @param station its receiver
     */
    void DoNoteGivenUp(NonHtRemoteStation& station) const override;

    /// @return the attributes
    MimdParameters GetParameters() const;
    /**
     * @param station receiver of an attempt
     * @param outcome of the attempt, for the log
     */
    void LogReport(NonHtRemoteStation& station, const char* outcome) const;

    uint32_t m_successThreshold{0}; ///< see attribute SuccessThreshold
    uint32_t m_topTries{0};         ///< see attribute TopTries
    uint32_t m_middleTries{0};      ///< see attribute MiddleTries
    uint32_t m_decreases{0};        ///< see attribute Decreases
    double m_increaseFactor{0};     ///< see attribute IncreaseFactor
    double m_decreaseFactor{0};     ///< see attribute DecreaseFactor
};

} // namespace ns3

#endif // MIMD_ARF_WIFI_MANAGER_H

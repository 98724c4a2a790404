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
    WifiRemoteStation* DoCreateStation() const override;
    void DoSetRates(NonHtRemoteStation& station) const override;
    RateChoice DoSelectRate(NonHtRemoteStation& station) const override;
    void DoNoteDelivered(NonHtRemoteStation& station) const override;
    void DoNoteFailed(NonHtRemoteStation& station) const override;
    void DoNoteGivenUp(NonHtRemoteStation& station) const override;

    MimdParameters GetParameters() const;
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

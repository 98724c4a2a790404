// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef NON_HT_WIFI_MANAGER_H
#define NON_HT_WIFI_MANAGER_H

#include "frame-sender.h"
#include "rate-table.h"

#include "ns3/nstime.h"
#include "ns3/traced-callback.h"
#include "ns3/wifi-remote-station-manager.h"

#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::NonHtRemoteStation and ns3::NonHtWifiManager declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// State that NonHtWifiManager keeps of a station.
struct NonHtRemoteStation : public WifiRemoteStation
{
    RateTable rates;                               ///< of the modes below
    std::array<uint8_t, MAX_NON_HT_RATES> modes{}; ///< index of each rate's mode in ns-3's list
    uint8_t supported{0};   ///< length of ns-3's list when it was read; 0: not read yet
    bool isUnderWay{false}; ///< an attempt has its rate and no report yet
    FrameSender sender;     ///< of the last attempt
    RateChoice choice;      ///< of the last attempt
    uint64_t bitRate{0};    ///< of the last attempt, bit/s; 0: none
};

/**
 * @ingroup wifi-ext
 * Base class of the managers that choose one rate per attempt among the rates of 802.11a, b and g.
 * Towards a station with HT or above they use its non-HT rates, and nothing is aggregated into
 * A-MPDUs.
 *
 * An attempt begins when ns-3 requests its rate and ends with the report of its outcome, or with
 * the failure of its RTS, which says nothing about the rate. Two kinds of reports are ignored:
 * those of management frames, for which ns-3 requests no rate here, and those of frames that lose
 * to another access category of the same device, which ns-3 reports as failed although they were
 * not sent.
 */
class NonHtWifiManager : public WifiRemoteStationManager
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Signature of the trace source RateChange.
     * @param station receiver of the attempt
     * @param from rate of the attempt before, bit/s; 0 for the first
     * @param to rate of this attempt, bit/s
     * @param reason why the rates differ
     */
    using RateChangeCallback = void (*)(Mac48Address station,
                                        uint64_t from,
                                        uint64_t to,
                                        RateChangeReason reason);

  protected:
    void DoInitialize() override;

    /**
     * @param station a station
     * @param rate index of one of its rates
     * @return how a data frame is sent to it at this rate
     */
    WifiTxVector GetTxVector(const NonHtRemoteStation& station, std::size_t rate) const;

  private:
    WifiTxVector DoGetDataTxVector(WifiRemoteStation* station, MHz_u allowedWidth) override;
    WifiTxVector DoGetRtsTxVector(WifiRemoteStation* station) override;
    void DoReportDataOk(WifiRemoteStation* station,
                        double ackSnr,
                        WifiMode ackMode,
                        double dataSnr,
                        MHz_u dataChannelWidth,
                        uint8_t dataNss) override;
    void DoReportDataFailed(WifiRemoteStation* station) override;
    void DoReportFinalDataFailed(WifiRemoteStation* station) override;
    void DoReportRtsOk(WifiRemoteStation* station,
                       double ctsSnr,
                       WifiMode ctsMode,
                       double rtsSnr) override;
    void DoReportRtsFailed(WifiRemoteStation* station) override;
    void DoReportFinalRtsFailed(WifiRemoteStation* station) override;
    void DoReportRxOk(WifiRemoteStation* station, double rxSnr, WifiMode txMode) override;

    /// The rates of a station have changed.
    /// @param station with the new rates
    virtual void DoSetRates(NonHtRemoteStation& station) const = 0;
    /// @param station receiver of an attempt
    /// @return the rate of the attempt
    virtual RateChoice DoSelectRate(NonHtRemoteStation& station) const = 0;
    /// The attempt was acknowledged.
    /// @param station its receiver
    virtual void DoNoteDelivered(NonHtRemoteStation& station) const = 0;
    /// The attempt was not acknowledged.
    /// @param station its receiver
    virtual void DoNoteFailed(NonHtRemoteStation& station) const = 0;
    /// The frame was given up after its last attempt.
    /// @param station its receiver
    virtual void DoNoteGivenUp(NonHtRemoteStation& station) const = 0;

    /// A frame was dropped that is not the current one.
    /// @param station receiver of both
    virtual void DoNoteOtherGivenUp(NonHtRemoteStation& station) const;
    /// An RTS was answered, so the attempt under way cannot collide.
    /// @param station its receiver
    virtual void DoNoteReserved(NonHtRemoteStation& station) const;
    /// An RTS was not answered, so the attempt under way has ended.
    /// @param station its receiver
    virtual void DoNoteUnanswered(NonHtRemoteStation& station) const;

    void UpdateRates(NonHtRemoteStation& station) const;
    void BeginAttempt(NonHtRemoteStation& station) const;
    WifiTxVector MakeTxVector(WifiMode mode) const;

    /// Trace source RateChange.
    TracedCallback<Mac48Address, uint64_t, uint64_t, RateChangeReason> m_rateChange;
    FrameSender m_sender; ///< of the frame whose rate ns-3 asked for last
    Time m_asked;         ///< when ns-3 asked for it
};

} // namespace ns3

#endif // NON_HT_WIFI_MANAGER_H

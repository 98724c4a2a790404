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
/// What NonHtWifiManager knows of a station.
struct NonHtRemoteStation : public WifiRemoteStation
{
    RateTable rates;                               ///< of the modes below
    std::array<uint8_t, MAX_NON_HT_RATES> modes{}; ///< index of each rate's mode in ns-3's list
    uint8_t supported{0};                          ///< length of ns3's list, or 0: never looked at
    bool isUnderWay{false};                        ///< an attempt has its rate and no report yet
    FrameSender sender;                            ///< of the last attempt
    RateChoice choice;                             ///< of the last attempt
    uint64_t bitRate{0};                           ///< of the last attempt, bit/s; 0: none
};

/**
 * @ingroup wifi-ext
 * Base of managers that choose one rate per attempt among those of 802.11a, b and g. Towards a
 * station with HT or above, these are its non-HT rates: nothing is aggregated into A-MPDUs then.
 *
 * An attempt lasts from the question for its rate to its report, or to the failure of its RTS,
 * which says nothing of the rate. Reports without such a question, those of management frames, are
 * passed over. So are those of frames that lose to another access category of the device itself:
 * ns-3 reports them as failed, but they were not sent.
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
     * @param station whom the attempt is for
     * @param from rate of the attempt before, bit/s; 0 for the first
     * @param to rate of this attempt, bit/s
     * @param reason why it is another
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

    /// The station has other rates from now on. @param station its rates are set
    virtual void DoSetRates(NonHtRemoteStation& station) const = 0;
    /// @param station whom an attempt is for @return its rate
    virtual RateChoice DoSelectRate(NonHtRemoteStation& station) const = 0;
    /// The attempt was acknowledged. @param station whom it was for
    virtual void DoNoteDelivered(NonHtRemoteStation& station) const = 0;
    /// The attempt was not acknowledged. @param station whom it was for
    virtual void DoNoteFailed(NonHtRemoteStation& station) const = 0;
    /// The frame was given up, after its last attempt. @param station whom it was for
    virtual void DoNoteGivenUp(NonHtRemoteStation& station) const = 0;

    /// A frame was given up that is not the one under way. @param station whom both are for
    virtual void DoNoteOtherGivenUp(NonHtRemoteStation& station) const;
    /// An RTS was answered: the attempt under way cannot collide. @param station whom it is for
    virtual void DoNoteReserved(NonHtRemoteStation& station) const;

    void UpdateRates(NonHtRemoteStation& station) const;
    void BeginAttempt(NonHtRemoteStation& station) const;
    WifiTxVector MakeTxVector(WifiMode mode) const;

    /// Another rate than that of the attempt before.
    TracedCallback<Mac48Address, uint64_t, uint64_t, RateChangeReason> m_rateChange;
    FrameSender m_sender; ///< of the frame that a rate was asked for last
    Time m_asked;         ///< when it was
};

} // namespace ns3

#endif // NON_HT_WIFI_MANAGER_H

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

/**
 * @ingroup wifi-ext
 * State that NonHtWifiManager keeps of a station. A derived manager adds its own by a derived
 * struct.
 */
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
 * A derived class implements the functions DoSetRates() to DoNoteGivenUp(), which are called in
 * this order: DoSetRates() when the rates become known and again when they change; for each attempt
 * DoSelectRate(), then one of DoNoteDelivered(), DoNoteFailed() and DoNoteUnanswered();
 * DoNoteGivenUp() after the last failure of a frame. A device of 802.11n or later works with these
 * managers, but slower than it could; a warning is logged.
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
    /// Warns if the device supports HT. A multi-user scheduler, or a second link (802.11be), ends
    /// the program with one line.
    void DoInitialize() override;

    /**
     * One spatial stream in a channel of 20 MHz (22 for DSSS).
     * @param station a station
     * @param rate index of one of its rates
     * @return how a data frame is sent to it at this rate
     */
    WifiTxVector GetTxVector(const NonHtRemoteStation& station, std::size_t rate) const;

  private:
    /**
     * ns-3 may request the rate of an attempt several times. The answer stays the same until its
     * report, unless another access category of the device sends in the meantime.
     * @param station receiver
     * @param allowedWidth not used
     * @return how the attempt is sent
     */
    WifiTxVector DoGetDataTxVector(WifiRemoteStation* station, MHz_u allowedWidth) override;
    /**
     * @param station receiver
     * @return the lowest rate, which all stations of the BSS decode; with non-ERP protection the
     * lowest non-ERP rate
     */
    WifiTxVector DoGetRtsTxVector(WifiRemoteStation* station) override;
    /**
     * Ignored without an attempt under way, because ns-3 also reports the ACKs of management
     * frames.
     * @param station receiver
     * @param ackSnr not used
     * @param ackMode not used
     * @param dataSnr not used
     * @param dataChannelWidth not used
     * @param dataNss not used
     */
    void DoReportDataOk(WifiRemoteStation* station,
                        double ackSnr,
                        WifiMode ackMode,
                        double dataSnr,
                        MHz_u dataChannelWidth,
                        uint8_t dataNss) override;
    /**
     * Ignored at the instant at which the rate was requested: the frame lost to another category of
     * this device (FrameExchangeManager::NotifyInternalCollision) and was not sent.
     * @param station receiver
     */
    void DoReportDataFailed(WifiRemoteStation* station) override;
    /**
     * @param station receiver of the frame that was given up, which is another one than that under
     * way if there is one
     */
    void DoReportFinalDataFailed(WifiRemoteStation* station) override;
    /**
     * Without an attempt under way nothing is reported to the derived class.
     * @param station receiver of the RTS
     * @param ctsSnr not used
     * @param ctsMode not used
     * @param rtsSnr not used
     */
    void DoReportRtsOk(WifiRemoteStation* station,
                       double ctsSnr,
                       WifiMode ctsMode,
                       double rtsSnr) override;
    /**
     * The data frame was not sent, so that its rate has neither failed nor succeeded.
     * @param station receiver
     */
    void DoReportRtsFailed(WifiRemoteStation* station) override;
    /// @param station receiver of the frame that was given up without having been sent
    void DoReportFinalRtsFailed(WifiRemoteStation* station) override;
    /**
     * Ignored: the two directions of a link may differ in power and noise.
     * @param station sender
     * @param rxSnr not used
     * @param txMode not used
     */
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

    /**
     * Sort ns-3's list of modes, which is in the order in which they became known, and call
     * DoSetRates().
     * @param station whose list has changed
     */
    void UpdateRates(NonHtRemoteStation& station) const;
    /**
     * Choose the rate of an attempt, and fire RateChange if it differs from that of the attempt
     * before.
     * @param station its receiver
     */
    void BeginAttempt(NonHtRemoteStation& station) const;
    /**
     * @param mode of 802.11a, b or g
     * @return how a frame is sent in this mode
     */
    WifiTxVector MakeTxVector(WifiMode mode) const;

    /// Trace source RateChange.
    TracedCallback<Mac48Address, uint64_t, uint64_t, RateChangeReason> m_rateChange;
    FrameSender m_sender; ///< of the frame whose rate ns-3 asked for last
    Time m_asked;         ///< when ns-3 asked for it
};

} // namespace ns3

#endif // NON_HT_WIFI_MANAGER_H

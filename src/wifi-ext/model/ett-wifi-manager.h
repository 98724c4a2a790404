// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETT_WIFI_MANAGER_H
#define ETT_WIFI_MANAGER_H

#include "busy-slot-probe.h"
#include "ett-rate-control.h"
#include "non-ht-wifi-manager.h"

#include "ns3/qos-utils.h"

/**
 * @file
 * @ingroup wifi-ext
 * ns3::EttWifiManager declaration.
 */

namespace ns3
{

class Txop;

/**
 * @ingroup wifi-ext
 * Rate adaptation that minimizes the expected transmission time (ETT; Draves, Padhye and Zill,
 * 2004) of a frame, retries and backoff included. It keeps a delivery history of each rate, plans a
 * chain of rates for the retries, and probes other rates, more rarely while the probes fail. This
 * is the manager that kuang2003 suggests in section 4.3.2. EttRateControl makes the decisions.
 *
 * Collisions do not count against a rate: BusySlotProbe estimates their probability from the slots
 * in which other stations begin to send during the backoff of the frame's access category. The time
 * of an attempt follows from the sizes of the frames sent to the station: a moving average per
 * access category. An RTS precedes an attempt if this shortens the expected time (AllowRts), or if
 * ns-3 demands it. EDCA parameters are read when the rates of a station become known, and later
 * changes have no effect on the retry chain; other attributes may change at any time. The program
 * ends with an error line if MaxProbeInterval is below MinProbeInterval.
 */
class EttWifiManager : public NonHtWifiManager
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Call it after the device was initialized and before its disposal.
     * @param ac access category of the frames; without QoS, any value selects the only queue
     * @return probability that an attempt of this device collides, 0 to 0.9; see BusySlotProbe
     */
    double GetCollisionProbability(AcIndex ac) const;

  private:
    /// Begins to count busy slots.
    void DoInitialize() override;
    /// Ends the count of busy slots.
    void DoDispose() override;
    /// @return a station with an EttRateControl, owned by ns-3
    WifiRemoteStation* DoCreateStation() const override;
    /**
     * Learns the size of the frame: this is the only call in which ns-3 passes a manager the packet
     * that is about to be sent.
     * @param station receiver
     * @param packet of the frame
     * @param normally decision of ns-3
     * @return the same
     */
    bool DoNeedFragmentation(WifiRemoteStation* station,
                             Ptr<const Packet> packet,
                             bool normally) override;
    /**
     * Called after the rate of the attempt was requested. Within a TXOP the medium is reserved
     * already.
     * @param station receiver
     * @param size not used
     * @param normally decision of ns-3
     * @return true if ns-3 or the control of the station wants an RTS
     */
    bool DoNeedRts(WifiRemoteStation* station, uint32_t size, bool normally) override;
    /**
     * Compute the times of attempts at all rates, and forget what was learned about the old rates.
     * @param station with the new rates
     */
    void DoSetRates(NonHtRemoteStation& station) const override;
    /**
     * @param station receiver of an attempt
     * @return first rate of the retry chain, a probe, or the next rate of the chain
     */
    RateChoice DoSelectRate(NonHtRemoteStation& station) const override;
    /**
     * Ends the frame of the category; its next attempt is the first one of a new frame.
     * @param station receiver of an attempt that was acknowledged
     */
    void DoNoteDelivered(NonHtRemoteStation& station) const override;
    /**
     * Takes the failure into the average of the rate, even if it may have been a collision: the
     * weight 1 / (1 - c) of delivered attempts makes up for those, with the collision probability
     * c.
     * @param station receiver of an attempt that was not acknowledged
     */
    void DoNoteFailed(NonHtRemoteStation& station) const override;
    /**
     * The failures of the frame were counted one by one before, so that giving it up changes no
     * average.
     * @param station receiver of the frame
     */
    void DoNoteGivenUp(NonHtRemoteStation& station) const override;
    /**
     * ns-3 does not tell of which category the frame was, so that all others begin a new frame.
     * @param station its receiver
     */
    void DoNoteOtherGivenUp(NonHtRemoteStation& station) const override;
    /**
     * An RTS was answered: the attempt is judged as one that cannot collide. If the control had
     * chosen the RTS, the outcome goes into the average of attempts behind an RTS; if ns-3 demanded
     * it, into that of first attempts or of retries.
     * @param station receiver of the attempt
     */
    void DoNoteReserved(NonHtRemoteStation& station) const override;
    /**
     * Lowers the share of RTS that are answered. No rate is blamed. The attempt counts as a failed
     * one of the frame only if the control had chosen the RTS.
     * @param station receiver of the RTS
     */
    void DoNoteUnanswered(NonHtRemoteStation& station) const override;

    EttParameters GetParameters() const; ///< @return the attributes
    /// @param txop access category of a frame
    /// @return what its mean backoff follows from: slot, CWmin and CWmax
    MeanBackoff GetBackoff(const Txop& txop) const;
    /// @param station receiver of a frame
    /// @return time that RTS and CTS take before it, with a SIFS after each, us
    double GetRtsTime(const NonHtRemoteStation& station) const;
    /// @param station receiver of a frame
    /// @param rate index of one of its rates
    /// @return time that an attempt at this rate takes, without backoff
    AttemptTime GetAttemptTime(const NonHtRemoteStation& station, std::size_t rate) const;
    /// The times of attempts are those of the frames that the station really gets.
    /// @param station receiver of a frame
    /// @param packetSize of the frame, bytes
    void LearnFrameSize(NonHtRemoteStation& station, uint32_t packetSize) const;
    /// @param station receiver of an attempt
    /// @param outcome of the attempt, for the log
    void LogReport(NonHtRemoteStation& station, const char* outcome) const;

    BusySlotProbe m_busySlots;      ///< of this device, from its start on
    double m_collisionDoubt{0};     ///< see attribute CollisionDoubt
    double m_ewmaWeight{0};         ///< see attribute EwmaWeight
    double m_lossCost{0};           ///< see attribute LossCost
    uint32_t m_minProbeInterval{0}; ///< see attribute MinProbeInterval
    uint32_t m_maxProbeInterval{0}; ///< see attribute MaxProbeInterval
    bool m_usesRts{false};          ///< see attribute AllowRts
};

} // namespace ns3

#endif // ETT_WIFI_MANAGER_H

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
 * Rate adaptation that minimises the expected transmission time (ETT; Draves, Padhye and Zill,
 * 2004) of a frame, retries and backoff included. It keeps a delivery history of each rate, plans a
 * chain of rates for the retries, and probes other rates, more rarely while the probes fail. This
 * is the manager that kuang2003 suggests in section 4.3.2. EttRateControl makes the decisions.
 *
 * Collisions do not count against a rate: BusySlotProbe estimates their probability from the
 * slots in which other stations begin to send during the backoff of the frame's access category.
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
     * @param ac access category of the frames; without QoS any value stands for the only queue
     * @return probability that an attempt of this device collides; see BusySlotProbe
     */
    double GetCollisionProbability(AcIndex ac) const;

  private:
    void DoInitialize() override;
    void DoDispose() override;
    WifiRemoteStation* DoCreateStation() const override;
    bool DoNeedFragmentation(WifiRemoteStation* station,
                             Ptr<const Packet> packet,
                             bool normally) override;
    bool DoNeedRts(WifiRemoteStation* station, uint32_t size, bool normally) override;
    void DoSetRates(NonHtRemoteStation& station) const override;
    RateChoice DoSelectRate(NonHtRemoteStation& station) const override;
    void DoNoteDelivered(NonHtRemoteStation& station) const override;
    void DoNoteFailed(NonHtRemoteStation& station) const override;
    void DoNoteGivenUp(NonHtRemoteStation& station) const override;
    void DoNoteOtherGivenUp(NonHtRemoteStation& station) const override;
    void DoNoteReserved(NonHtRemoteStation& station) const override;
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

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BUSY_SLOT_PROBE_H
#define BUSY_SLOT_PROBE_H

#include "busy-slot-average.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/qos-utils.h"
#include "ns3/wifi-phy-state-helper.h"
#include "ns3/wifi-phy-state.h"

#include <array>

namespace ns3
{

class Txop;
class WifiMac;
class WifiPhy;

/**
 * @ingroup wifi-ext
 * Sees when the medium of a device is idle, and counts for each access category the backoff slots
 * in which other stations begin to send. The share of these slots is the probability that an
 * attempt of the category collides; see BusySlotAverage.
 *
 * ns-3 does not tell a rate manager about the backoff. The trace of the PHY's states shows when the
 * medium was idle, and AIFSN and CWmin of each category tell which slots of that time count: those
 * in which a first attempt may begin (IEEE 802.11-2020, 10.3.4.3 for the DCF, 10.23.2.4 for EDCA).
 * Only the first link of a multi-link device is watched. Collisions with stations that this device
 * does not hear are not seen.
 */
class BusySlotProbe
{
  public:
    /// Access categories of a device with QoS. In a device without QoS, AC_BE stands for its only
    /// queue.
    static constexpr std::array EDCA{AC_BE, AC_BK, AC_VI, AC_VO};

    BusySlotProbe() = default;
    BusySlotProbe(const BusySlotProbe&) = delete;
    BusySlotProbe& operator=(const BusySlotProbe&) = delete;
    /// Calls Stop().
    ~BusySlotProbe();

    /**
     * Begin to count. The probe keeps both alive until Stop().
     * @param mac of the device
     * @param phy of the device
     */
    void Watch(Ptr<WifiMac> mac, Ptr<WifiPhy> phy);
    /**
     * Count no more, and disconnect from the PHY. GetCollisionProbability() must not be called any
     * more.
     */
    void Stop();
    /**
     * Call it between Watch() and Stop() only.
     * @param ac access category of the frames; without QoS any value stands for the only queue
     * @return probability that an attempt of the device collides, 0 to BusySlotAverage::MOST; 0
     * before any slot was counted
     */
    double GetCollisionProbability(AcIndex ac) const;

  private:
    /// The PHY has been in a state.
    /// @param start, duration of the state
    /// @param state which one
    void NotePhyState(Time start, Time duration, WifiPhyState state);
    /// An idle period of the medium has ended.
    /// @param isOwn whether this device has ended it by sending
    void NoteIdleEnd(bool isOwn);
    /// @param txop access category that counted down in the idle period
    /// @param isOwn see NoteIdleEnd
    /// @param average of the category, which takes the slots
    void CountSlots(const Txop& txop, bool isOwn, BusySlotAverage& average) const;

    Ptr<WifiMac> m_mac;                         ///< of the device
    Ptr<WifiPhy> m_phy;                         ///< of the device
    Ptr<WifiPhyStateHelper> m_phyState;         ///< of the device; null: nothing is counted
    Time m_idle;                                ///< length of the idle period that has just ended
    std::array<BusySlotAverage, 4> m_busySlots; ///< by AcIndex; the first one without QoS
};

} // namespace ns3

#endif // BUSY_SLOT_PROBE_H

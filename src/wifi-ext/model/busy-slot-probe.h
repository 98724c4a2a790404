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
    ~BusySlotProbe();

    /// Begin to count.
    /// @param mac of the device
    /// @param phy of the device
    void Watch(Ptr<WifiMac> mac, Ptr<WifiPhy> phy);
    /// Count no more.
    void Stop();
    /**
     * @param ac access category of the frames; without QoS any value stands for the only queue
     * @return probability that an attempt of the device collides
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

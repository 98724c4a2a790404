// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SLOT_PROBE_H
#define SLOT_PROBE_H

#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/slot-histogram.h"

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::SlotProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Counts in which slot of the contention window the frames of radios begin that all hear each
 * other. No figure of the papers shows this; it checks the simulation. With DCF's backoff, one
 * frame in 32 begins in slot 0 after a first transmission; hosts that answer without backoff cause
 * many more. It only listens.
 */
class SlotProbe
{
  public:
    /// Count from an instant on.
    /// @param radios WifiNetDevices of one kind
    /// @param start the instant
    SlotProbe(const NetDeviceContainer& radios, Time start);
    SlotProbe(const SlotProbe&) = delete;
    SlotProbe& operator=(const SlotProbe&) = delete;
    ~SlotProbe();

    /// @return what was seen
    const SlotHistogram& GetHistogram() const;

  private:
    /// A radio begins a frame. Those of all radios count, since each may be the one that answers
    /// without backoff.
    /// @param packet, power not used
    void TxBegin(Ptr<const Packet> packet, double power);
    /// A radio has sent a frame. Before m_start the counts are set to 0 again.
    /// @param packet frame with its MAC header
    void TxEnd(Ptr<const Packet> packet);

    NetDeviceContainer m_radios; ///< see the constructor
    Time m_start;                ///< see the constructor
    SlotHistogram m_histogram;   ///< see GetHistogram
};

} // namespace ns3

#endif // SLOT_PROBE_H

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
 * In which slot of the contention the frames of radios begin that all hear each other. It only
 * listens.
 */
class SlotProbe
{
  public:
    /// Count from an instant on. @param radios WifiNetDevices of one kind @param start the instant
    SlotProbe(const NetDeviceContainer& radios, Time start);
    SlotProbe(const SlotProbe&) = delete;
    SlotProbe& operator=(const SlotProbe&) = delete;
    ~SlotProbe();

    /// @return what was seen
    const SlotHistogram& GetHistogram() const;

  private:
    void TxBegin(Ptr<const Packet> packet, double power);
    void TxEnd(Ptr<const Packet> packet);

    NetDeviceContainer m_radios; ///< see the constructor
    Time m_start;                ///< see the constructor
    SlotHistogram m_histogram;   ///< see GetHistogram
};

} // namespace ns3

#endif // SLOT_PROBE_H

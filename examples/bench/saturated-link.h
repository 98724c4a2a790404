// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SATURATED_LINK_H
#define SATURATED_LINK_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// @ingroup lasthop-bench
/// An 802.11b station that always has a frame for its access point, which is near.
class SaturatedLink
{
  public:
    /// @param manager type of the managers of both
    /// @param lossRate of frames, whatever their rate
    SaturatedLink(const std::string& manager, double lossRate);
    ~SaturatedLink();

    /// @param duration simulated, after the start-up
    /// @return processor time per attempt, us
    double Run(Time duration);

  private:
    /// Give the station a packet for the access point.
    void Send();
    /// The station's MAC is done with a frame. If it had data, the next packet takes its place.
    /// @param mpdu the frame
    void NoteAcked(Ptr<const WifiMpdu> mpdu);
    /// NoteAcked() for a frame that was given up.
    /// @param reason not used
    /// @param mpdu the frame
    void NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);
    /// The station begins a frame, for the first time or again.
    /// @param packet, power not used
    void NoteAttempt(Ptr<const Packet> packet, double power);

    NodeContainer m_nodes;            ///< station, access point
    Ptr<WifiNetDevice> m_station;     ///< of m_nodes
    Ptr<WifiNetDevice> m_accessPoint; ///< of m_nodes
    uint64_t m_attempts{0};           ///< frames that the station sent
};

} // namespace ns3

#endif // SATURATED_LINK_H

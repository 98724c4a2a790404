// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BRIDGED_WIFI_MAC_H
#define BRIDGED_WIFI_MAC_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>

namespace ns3
{

class WifiMac;
class WifiMpdu;

/**
 * @ingroup linux-bridge
 * A mesh point receives as a promiscuous handler of its radios, and adds headers to all that they
 * send.
 * @param device any device
 * @return whether it is a radio of a mesh point
 */
bool IsMeshRadio(Ptr<const NetDevice> device);

/**
 * @ingroup linux-bridge
 * What a bridge sees of the MAC under one of its ports, if the port is a Wi-Fi device. Such a
 * device accepts every frame, even if its MAC then drops it in silence, and an access point relays
 * frames inside its BSS by itself. The MAC reports neither; it reports each frame that enters a
 * queue, and so the frames that do not.
 */
class BridgedWifiMac
{
  public:
    /// @param device the port. A WifiNetDevice must have its MAC
    explicit BridgedWifiMac(const Ptr<NetDevice>& device);
    BridgedWifiMac(const BridgedWifiMac&) = delete;
    BridgedWifiMac& operator=(const BridgedWifiMac&) = delete;
    /// Disconnect() must have been called if the MAC lives on.
    ~BridgedWifiMac();

    /// Release the traces of the device.
    void Disconnect();

    /// @return whether the port is a Wi-Fi device
    bool IsPresent() const;

    /// @name A frame that the bridge hands to the device
    /// @{
    /**
     * From now on what enters a queue is the bridge's frame.
     * @return number of frames that have entered a queue so far
     */
    uint64_t BeginTransmission();
    /// @param before what BeginTransmission() returned
    /// @return whether a frame has entered a queue since; true if there is no MAC that would tell
    bool EndTransmission(uint64_t before);
    /// @}

    /// @name Relays of an access point
    /// @{
    /**
     * @param destination of a frame that came in through this port
     * @return whether the device is an access point that relays the frame inside its BSS
     */
    bool Relays(const Address& destination) const;
    /**
     * An access point relays a frame before it hands the frame up, and frames come up in their
     * order, if at all.
     * @param uid of a frame that just came in
     * @return whether it was relayed; it and those before it are then forgotten
     */
    bool TakeRelay(uint64_t uid);
    /// @}

  private:
    /**
     * @param mpdu that has entered a queue. A data frame of another station that the bridge did not
     * hand over is a relay of the access point
     */
    void NotifyEnqueue(Ptr<const WifiMpdu> mpdu);

    Ptr<WifiMac> m_mac;            ///< of a Wi-Fi device, else null
    bool m_isTransmitting{false};  ///< see BeginTransmission
    uint64_t m_enqueues{0};        ///< number of frames that entered a queue
    std::deque<uint64_t> m_relays; ///< uids of frames that the MAC relays but did not hand up yet
};

} // namespace ns3

#endif // BRIDGED_WIFI_MAC_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_PORT_H
#define LINUX_BRIDGE_PORT_H

#include "bridged-wifi-mac.h"
#include "linux-bridge-drop-reason.h"

#include "ns3/net-device.h"
#include "ns3/simple-ref-count.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class NetDeviceQueue;
class NetDeviceQueueInterface;
class QueueDisc;
class QueueDiscItem;
class TrafficControlLayer;

/**
 * @ingroup linux-bridge
 * The egress of a bridge through one of its devices, dev_queue_xmit() in Linux. A frame passes
 * through the device's root queue disc if there is one. The port replaces the send callback of the
 * queue disc by one that keeps the frame's source address.
 */
class LinuxBridgePort : public SimpleRefCount<LinuxBridgePort>
{
  public:
    /// Fired for each dropped frame: the frame, the reason, and the port, null if there is none
    /// yet.
    using DropTrace =
        TracedCallback<Ptr<const Packet>, LinuxBridgeDropReason, Ptr<const NetDevice>>;

    /**
     * @param device the port, on its node
     * @param dropTrace fired for each dropped frame; it must outlive the port
     */
    LinuxBridgePort(Ptr<NetDevice> device, const DropTrace& dropTrace);
    ~LinuxBridgePort();
    LinuxBridgePort(const LinuxBridgePort&) = delete;
    LinuxBridgePort& operator=(const LinuxBridgePort&) = delete;

    /// @return the device
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /// @return accounting of the frames that were handed to the port
    LinuxBridgePortCounters GetCounters() const;

    /**
     * Send a frame.
     * @param packet payload of the frame; the port takes it over
     * @param source address
     * @param destination address
     * @param protocol Ethertype
     */
    void Send(const Ptr<Packet>& packet,
              const Address& source,
              const Address& destination,
              uint16_t protocol);

    /**
     * @param destination of a frame that came in through this port
     * @return whether the device is an access point that relays the frame inside its BSS
     */
    bool Relays(const Address& destination) const;
    /// Count and trace the frame if the access point should have relayed it, but found the queue of
    /// its MAC full.
    /// @param packet that just came in
    /// @param destination of the packet
    void CheckRelay(const Ptr<const Packet>& packet, const Address& destination);

    /// Release the queue disc and the traces of the device.
    void Detach();

  private:
    bool UpdateQueueDiscs();
    void AttachQueueDiscs(Ptr<QueueDisc> root);
    void FindRunningDiscs();
    void DetachQueueDiscs();
    void DrainQueueDiscs();

    void SendWithoutDisc(const Ptr<Packet>& packet,
                         const Address& source,
                         const Address& destination,
                         uint16_t protocol);
    void SendItem(Ptr<QueueDiscItem> item);
    void TransmitItem(Ptr<QueueDiscItem> item);
    void Transmit(const Ptr<Packet>& packet,
                  const Address& source,
                  const Address& destination,
                  uint16_t protocol);
    LinuxBridgeDropReason GetRefusalReason(const Address& destination) const;
    void Drop(Ptr<const Packet> packet, LinuxBridgeDropReason reason);
    void DropItem(Ptr<const QueueDiscItem> item, LinuxBridgeDropReason reason);
    void NotifyQueueDiscDrop(Ptr<const QueueDiscItem> item, const char* reason);

    Ptr<NetDevice> m_device;
    const DropTrace& m_dropTrace;
    Ptr<TrafficControlLayer> m_trafficControl;     ///< of the node; null until it has one
    Ptr<NetDeviceQueueInterface> m_queueInterface; ///< of the device; null if it has none
    Ptr<NetDeviceQueue> m_onlyQueue;               ///< of the device; null unless it has one
    Ptr<QueueDisc> m_root;                         ///< root queue disc in use; null: none
    std::vector<Ptr<QueueDisc>> m_discs;           ///< by device queue: the root or its children
    BridgedWifiMac m_mac;                          ///< of a Wi-Fi device
    LinuxBridgePortCounters m_counters;            ///< all except `held`
};

} // namespace ns3

#endif // LINUX_BRIDGE_PORT_H

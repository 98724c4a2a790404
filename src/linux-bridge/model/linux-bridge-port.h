// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_PORT_H
#define LINUX_BRIDGE_PORT_H

#include "bridged-queue-discs.h"
#include "bridged-wifi-mac.h"
#include "linux-bridge-drop-reason.h"

#include "ns3/net-device.h"
#include "ns3/simple-ref-count.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class NetDeviceQueue;
class NetDeviceQueueInterface;
class QueueDiscItem;

/**
 * @ingroup linux-bridge
 * The egress of a bridge through one of its devices, dev_queue_xmit() in Linux. A frame passes
 * through the device's root queue disc if there is one. The port replaces the send callback of the
 * queue disc by one that keeps the frame's source address.
 *
 * A queue disc of wake mode WAKE_CHILD, as MqQueueDisc, needs a class for each queue of the device;
 * another number ends the program with an error line. Packets of an IP stack that is bound to the
 * port itself share the queue disc, and appear in no counter.
 *
 * Every frame is accounted for: offered = transmitted + dropped + held (LinuxBridgePortCounters).
 * Each drop fires the trace of the bridge.
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
    /// Detach() must have been called, because a queue disc may still hold this object's callback.
    ~LinuxBridgePort();
    LinuxBridgePort(const LinuxBridgePort&) = delete;
    LinuxBridgePort& operator=(const LinuxBridgePort&) = delete;

    /// @return the device
    const Ptr<NetDevice>& GetDevice() const
    {
        return m_device;
    }

    /**
     * @return accounting of the frames that were handed to the port; held is read from the
     * statistics of the queue disc
     */
    LinuxBridgePortCounters GetCounters() const;

    /**
     * Send a frame, or drop it with one of these reasons, in this order: PORT_DOWN and TOO_LONG
     * (is_skb_forwardable() in Linux), NOT_STARTED before the traffic-control layer is initialized,
     * DEVICE_QUEUE_STOPPED without a queue disc, QUEUE_DISC, and what the device refuses:
     * DEVICE_REFUSED, or for Wi-Fi NOT_ASSOCIATED and DEVICE_QUEUE_FULL.
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
     * @return whether the device is an access point that relays the frame inside its BSS, as those
     * of ns-3 do; always false for other devices
     */
    bool Relays(const Address& destination) const;
    /// Count and trace the frame if the access point should have relayed it, but found the queue of
    /// its MAC full.
    /// @param packet that just came in
    /// @param destination of the packet
    void CheckRelay(const Ptr<const Packet>& packet, const Address& destination);

    /// Release the queue disc and the traces of the device. Frames in the queue disc leave later,
    /// without this object.
    void Detach();

  private:
    /**
     * Without a queue disc nothing waits above the device: a frame that finds its queue stopped is
     * lost.
     * @param packet payload
     * @param source address
     * @param destination address
     * @param protocol Ethertype
     */
    void SendWithoutDisc(const Ptr<Packet>& packet,
                         const Address& source,
                         const Address& destination,
                         uint16_t protocol);
    /**
     * TrafficControlLayer::Send() for a bridged frame.
     * @param item a BridgedFrame; the device selects its queue by the contents
     */
    void SendItem(Ptr<QueueDiscItem> item);
    /**
     * The send callback of the queue disc.
     * @param item a BridgedFrame, or one of an IP stack on the port
     */
    void TransmitItem(Ptr<QueueDiscItem> item);
    /**
     * Hand a frame to the device, and count it as transmitted or dropped.
     * @param packet payload
     * @param source address
     * @param destination address
     * @param protocol Ethertype
     */
    void Transmit(const Ptr<Packet>& packet,
                  const Address& source,
                  const Address& destination,
                  uint16_t protocol);
    /**
     * @param destination of a frame that the device has not accepted
     * @return why. An access point drops a frame to an unknown station before any queue, and one to
     * a known station at a full queue
     */
    LinuxBridgeDropReason GetRefusalReason(const Address& destination) const;
    /**
     * @param packet payload, counted and traced
     * @param reason why
     */
    void Drop(Ptr<const Packet> packet, LinuxBridgeDropReason reason);
    /**
     * @param item of the queue disc; counted and traced if it is a frame of the bridge
     * @param reason why
     */
    void DropItem(Ptr<const QueueDiscItem> item, LinuxBridgeDropReason reason);

    Ptr<NetDevice> m_device;                       ///< see GetDevice
    const DropTrace& m_dropTrace;                  ///< of the bridge
    Ptr<NetDeviceQueueInterface> m_queueInterface; ///< of the device; null if it has none
    Ptr<NetDeviceQueue> m_onlyQueue;               ///< of the device; null unless it has one
    BridgedQueueDiscs m_discs;                     ///< of the device
    BridgedWifiMac m_mac;                          ///< of a Wi-Fi device
    LinuxBridgePortCounters m_counters;            ///< all except `held`
};

} // namespace ns3

#endif // LINUX_BRIDGE_PORT_H

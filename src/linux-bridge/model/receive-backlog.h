// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RECEIVE_BACKLOG_H
#define RECEIVE_BACKLOG_H

#include "backlog-throttle.h"
#include "ide-writeback.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::ReceiveBacklog declaration.
 */

namespace ns3
{

class BridgeNetDevice;
class NodeEntrance;

/// @ingroup linux-bridge
/// Numbers of packets that a host's devices received, by outcome.
struct ReceiveBacklogCounters
{
    uint64_t received{0};  ///< from the devices
    uint64_t delivered{0}; ///< handed to the node
    uint64_t full{0};      ///< dropped with ReceiveBacklogDropReason::BACKLOG_FULL
    uint64_t throttled{0}; ///< dropped with ReceiveBacklogDropReason::THROTTLED
    uint64_t forgotten{0}; ///< waited when the backlog was disposed of
};

/**
 * @ingroup linux-bridge
 * Models the time that a host takes for each packet, from the device that receives it to the
 * protocols.
 *
 * In ns-3, a packet reaches IP, and the TCP ACK for it reaches the device, at the very instant at
 * which the reception ends. No host is that fast: the device interrupts the host, which fetches the
 * packet, queues it (netif_rx() of Linux 2.4), and passes it to the protocols when its processor
 * serves the queue (NET_RX softirq). The difference matters for a Wi-Fi device: at the end of a
 * reception, ns-3 considers the medium idle, and a frame that is enqueued at that instant is sent
 * without backoff, DIFS after the MAC's ACK.
 *
 * A host has one processor, which serves the packets of all its devices in the order of their
 * arrival. The backlog is aggregated to the node and replaces the node's receive callbacks in each
 * device that is added: addresses, queue discs, bridges and captures stay with the device. A device
 * makes two calls for a packet that both protocols and a bridge receive; such a packet takes the
 * time only once. Each packet costs one event; without packets there are no events.
 *
 * A node gives its receive callbacks to its devices only, so the backlog adds a device without
 * channel and address to the node in order to learn them. The index of this device follows those of
 * the devices that exist at that time.
 */
class ReceiveBacklog : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    ReceiveBacklog();
    ~ReceiveBacklog() override;

    /**
     * Make the packets that a device receives wait in this backlog. A device that cannot be added
     * is a fatal error; see GetDeviceRefusal().
     * @param device of the node that this object is aggregated to
     */
    void AddDevice(Ptr<NetDevice> device);
    /**
     * @param device any device
     * @return why it cannot be added; empty if it can. The device must be on the same node, be no
     * bridge (add the ports of a bridge instead), and not have been added before
     */
    std::string GetDeviceRefusal(Ptr<NetDevice> device) const;

    /// @return numbers of packets by outcome
    const ReceiveBacklogCounters& GetCounters() const;
    /// @return number of waiting packets, including the one that the host works on
    uint32_t GetNHeld() const;
    /// @return whether each received packet was delivered, is held or was dropped with a reason
    bool IsConserved() const;

    /**
     * Fix the random stream of the times.
     * @param stream its number
     * @return number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Signature of the trace source Drop.
     * @param packet payload of the link layer
     * @param reason of the drop
     * @param device that received the packet
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet,
                                       ReceiveBacklogDropReason reason,
                                       Ptr<const NetDevice> device);

  protected:
    /**
     * Attaches the devices that were added: as late as this, because a device may have become the
     * port of a bridge since.
     */
    void DoInitialize() override;
    /// Packets that wait are forgotten. No drop is traced for them. Those that come later are
    /// ignored and appear in no counter.
    void DoDispose() override;

  private:
    /// Notes what it made a backlog with.
    friend class ReceiveBacklogHelper;

    /// Callback by which a device gives a packet to the node.
    enum class Receiver : uint8_t
    {
        HOST, ///< NetDevice::ReceiveCallback, packets for the host
        ALL,  ///< NetDevice::PromiscReceiveCallback, all packets
    };

    /// A packet between device and node.
    struct Frame
    {
        Ptr<NetDevice> device;            ///< that received it
        Ptr<const Packet> packet;         ///< payload of the link layer
        uint16_t protocol;                ///< Ethertype
        Address from;                     ///< source
        Address to;                       ///< destination; known to Receiver::ALL only
        NetDevice::PacketType type;       ///< known to Receiver::ALL only
        Receiver first;                   ///< callback of the first call
        std::optional<Receiver> second{}; ///< callback of the second call for the same packet
    };

    /// The previous call of a device. A second call for the same packet brings no new packet.
    struct Call
    {
        const NetDevice* device{nullptr};  ///< device that called; null: none
        uint64_t uid{0};                   ///< of the packet
        Time time;                         ///< instant of the call
        Receiver receiver{Receiver::HOST}; ///< callback that was called
        bool isTaken{false};               ///< the packet is the last in the backlog
    };

    /// Replace the receive callbacks of a device by those of this object.
    /// @param device just added, or just made the port of a bridge
    void Attach(Ptr<NetDevice> device);
    /// @param device that the node has, or has just got: a bridge may get ports from now on
    void NotifyDeviceAdded(Ptr<NetDevice> device);
    /// @return number of ports of all bridges of the node
    uint32_t CountPorts() const;
    /// Attach the devices again if a bridge has got ports since.
    void UpdatePorts();
    /// Learn the receive callbacks of the node, which it gives to its devices only.
    void LearnEntrance();
    /// A device has a packet for the host. Parameters as of NetDevice::ReceiveCallback.
    /// @param device that received it
    /// @param packet payload of the link layer
    /// @param protocol Ethertype
    /// @param from source
    /// @return true
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);
    /// A device has a packet for whoever listens. Parameters as of
    /// NetDevice::PromiscReceiveCallback.
    /// @param device that received it
    /// @param packet payload of the link layer
    /// @param protocol Ethertype
    /// @param from, to addresses
    /// @param type of the destination
    /// @return true
    bool PromiscReceive(Ptr<NetDevice> device,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address& from,
                        const Address& to,
                        NetDevice::PacketType type);
    /// Let a packet wait, or drop it if there is no room.
    /// @param frame with the callback that has brought it
    void Offer(const Frame& frame);
    /// @param frame with the callback that has brought it
    /// @return whether the call before it was for the same packet
    bool IsSecondCall(const Frame& frame) const;
    /// The host begins to work on the first packet that waits.
    void Serve();
    /// @param frame that the host has worked on
    /// @param receiver callback of the node that gets it
    void Deliver(const Frame& frame, Receiver receiver);
    /// The host has worked on the first packet.
    void Finish();
    /// @param packet that the host begins to work on
    /// @return how long it takes: a draw of PacketTime, and ByteTime for each byte
    Time DrawTime(const Packet& packet) const;
    /// @param packets see attribute MaxWaiting
    void SetMaxWaiting(uint32_t packets);
    /// @return attribute MaxWaiting
    uint32_t GetMaxWaiting() const;
    /// @param throttles see attribute Throttle
    void SetThrottle(bool throttles);
    /// @return attribute Throttle
    bool GetThrottle() const;

    bool m_isPromiscuous;                   ///< attribute Promiscuous
    Ptr<RandomVariableStream> m_packetTime; ///< attribute PacketTime, seconds
    Time m_byteTime;                        ///< attribute ByteTime
    Ptr<IdeWriteback> m_disk;               ///< attribute Disk

    /// Attributes that ReceiveBacklogHelper set, as text by their names.
    std::map<std::string, std::string> m_settings;
    std::vector<Ptr<NetDevice>> m_devices;       ///< in the order of AddDevice()
    std::vector<Ptr<BridgeNetDevice>> m_bridges; ///< of the node
    uint32_t m_nPorts{0};                        ///< see CountPorts, when the devices were attached
    Ptr<NodeEntrance> m_entrance;                ///< of the node
    BacklogThrottle m_throttle{0};               ///< has the attributes MaxWaiting and Throttle
    std::deque<Frame> m_frames;                  ///< the first is the one that the host works on
    Call m_lastCall;                             ///< see Call
    EventId m_finish;                            ///< end of the work on the first packet
    ReceiveBacklogCounters m_counters;           ///< see GetCounters
    TracedValue<uint32_t> m_held{0};             ///< trace source Held
    TracedCallback<Ptr<const Packet>, ReceiveBacklogDropReason, Ptr<const NetDevice>>
        m_dropTrace; ///< trace source Drop
};

} // namespace ns3

#endif // RECEIVE_BACKLOG_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RECEIVE_BACKLOG_H
#define RECEIVE_BACKLOG_H

#include "backlog-throttle.h"
#include "ide-writeback.h"
#include "receive-tap.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <deque>
#include <map>
#include <string>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::ReceiveBacklog declaration.
 */

namespace ns3
{

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
 * arrival. The backlog is aggregated to the node; a ReceiveTap takes the packets from the devices
 * that are added. A packet that both protocols and a bridge receive takes the time only once. Each
 * packet costs one event; without packets there are no events.
 *
 * The tap adds a device without channel and address to the node. The index of this device follows
 * those of the devices that exist at that time.
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
     * bridge (add the ports of a bridge instead), no radio under a USB bus or of a mesh point, and
     * not have been added before
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

    /// End the program if the backlog of another node has the same disk.
    void RequireOwnDisk() const;
    /// Let a packet wait, or drop it if there is no room.
    /// @param packet of a device
    /// @return whether it waits
    bool Offer(const TappedPacket& packet);
    /// The host begins to work on the first packet that waits.
    void Serve();
    /// The host has worked on the first packet.
    void Finish();
    /// @param packet that the host begins to work on
    /// @return how long it takes: a draw of PacketTime, and ByteTime for each byte
    Time DrawTime(const Packet& packet) const;
    /// @param isPromiscuous see attribute Promiscuous
    void SetPromiscuous(bool isPromiscuous);
    /// @return attribute Promiscuous
    bool IsPromiscuous() const;
    /// @param packets see attribute MaxWaiting
    void SetMaxWaiting(uint32_t packets);
    /// @return attribute MaxWaiting
    uint32_t GetMaxWaiting() const;
    /// @param throttles see attribute Throttle
    void SetThrottle(bool throttles);
    /// @return attribute Throttle
    bool GetThrottle() const;

    Ptr<RandomVariableStream> m_packetTime; ///< attribute PacketTime, seconds
    Time m_byteTime;                        ///< attribute ByteTime
    Ptr<IdeWriteback> m_disk;               ///< attribute Disk

    /// Attributes that ReceiveBacklogHelper set, as text by their names.
    std::map<std::string, std::string> m_settings;
    ReceiveTap m_tap;                   ///< on the devices; has the attribute Promiscuous
    BacklogThrottle m_throttle{0};      ///< has the attributes MaxWaiting and Throttle
    std::deque<TappedPacket> m_packets; ///< the first is the one that the host works on
    EventId m_finish;                   ///< end of the work on the first packet
    ReceiveBacklogCounters m_counters;  ///< see GetCounters
    TracedValue<uint32_t> m_held{0};    ///< trace source Held
    TracedCallback<Ptr<const Packet>, ReceiveBacklogDropReason, Ptr<const NetDevice>>
        m_dropTrace; ///< trace source Drop
};

} // namespace ns3

#endif // RECEIVE_BACKLOG_H

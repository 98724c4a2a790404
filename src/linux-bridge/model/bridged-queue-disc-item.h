// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BRIDGED_QUEUE_DISC_ITEM_H
#define BRIDGED_QUEUE_DISC_ITEM_H

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"

namespace ns3
{

/**
 * @ingroup linux-bridge
 * The part of a bridged frame that a queue disc item keeps in addition to the network packet. Every
 * item that MakeBridgedQueueDiscItem() returns also is a BridgedFrame.
 */
class BridgedFrame
{
  public:
    /// @param source address of the frame, which a QueueDiscItem has no place for
    explicit BridgedFrame(const Address& source);
    virtual ~BridgedFrame() = default;
    /// @return the source address of the frame
    const Address& GetSource() const;
    /// @return a copy of the frame's payload, which follows its Ethernet header
    virtual Ptr<Packet> CopyPayload() const = 0;

  private:
    Address m_source; ///< see GetSource
};

/**
 * @ingroup linux-bridge
 * Make the item that represents a bridged frame in a queue disc.
 *
 * IPv4 and IPv6 packets become a kind of Ipv4QueueDiscItem and Ipv6QueueDiscItem. They hold header
 * and payload apart and leave out the Ethernet padding, so that classifiers, packet filters and ECN
 * marks work as they do at the host that sent the packet. Except for a mark, the frame leaves the
 * item byte for byte as it came. The size of the item counts the padding.
 *
 * An IP packet is well-formed if it is of version 4 with a header of 20 bytes and a good checksum
 * (or none), or of version 6, and not longer than the frame. Any other packet is treated like ARP,
 * VLAN and other frames: it belongs to the flow of its Ethertype and is never marked.
 *
 * @param packet payload of the frame; the item takes it over
 * @param source address of the frame
 * @param destination address of the frame
 * @param protocol Ethertype
 * @return the item
 */
Ptr<QueueDiscItem> MakeBridgedQueueDiscItem(Ptr<Packet> packet,
                                            const Address& source,
                                            const Address& destination,
                                            uint16_t protocol);

} // namespace ns3

#endif // BRIDGED_QUEUE_DISC_ITEM_H

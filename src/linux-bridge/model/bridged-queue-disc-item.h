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
 * What a queue disc item keeps of the bridged frame beside its network packet. Every item that
 * MakeBridgedQueueDiscItem() returns is one.
 */
class BridgedFrame
{
  public:
    /// @param source address of the frame
    explicit BridgedFrame(const Address& source);
    virtual ~BridgedFrame() = default;
    /// @return the source address of the frame
    const Address& GetSource() const;
    /// @return a copy of all that follows the frame's Ethernet header
    virtual Ptr<Packet> CopyPayload() const = 0;

  private:
    Address m_source;
};

/**
 * @ingroup linux-bridge
 * Make the item that stands for a bridged frame in a queue disc.
 *
 * IPv4 and IPv6 packets become a kind of Ipv4QueueDiscItem and Ipv6QueueDiscItem, with header and
 * payload apart and without what follows the packet (Ethernet padding), so that classifiers,
 * packet filters and ECN marks work as they do at the host that sent it. The frame leaves the item
 * byte for byte as it came, but for a mark. Its size counts the padding.
 *
 * A packet that is not well-formed is not IP here: neither version 4 with a header of 20 bytes and
 * a good checksum (or none), nor version 6, or longer than the frame. It is like ARP, VLAN and
 * other frames: of no flow but that of its Ethertype, and never marked.
 *
 * @param packet what follows the Ethernet header; the item takes it over
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

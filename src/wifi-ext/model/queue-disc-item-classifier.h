// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef QUEUE_DISC_ITEM_CLASSIFIER_H
#define QUEUE_DISC_ITEM_CLASSIFIER_H

#include "tcp-ack.h"
#include "tcp-packet-classifier.h"

namespace ns3
{

class QueueDiscItem;

/**
 * @ingroup wifi-ext
 * Classify an item of a queue disc. An Ipv4QueueDiscItem or Ipv6QueueDiscItem, or an item of a
 * derived class, stores the IP header separately; any other item has it in the packet.
 * @param item to be classified
 * @param size result of its GetSize(), which callers know and which takes time to compute
 * @return the packet with its kind
 */
TcpPacket ClassifyItem(const QueueDiscItem& item, uint32_t size);

/**
 * @ingroup wifi-ext
 * @param item of kind PURE_ACK; the kind is not checked
 * @param packet result of ClassifyItem()
 * @return the contents of the ACK
 */
TcpAck ReadItemAck(const QueueDiscItem& item, const TcpPacket& packet);

} // namespace ns3

#endif // QUEUE_DISC_ITEM_CLASSIFIER_H

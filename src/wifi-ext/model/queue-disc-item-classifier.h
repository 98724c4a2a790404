// SPDX-License-Identifier: GPL-2.0-only

#ifndef QUEUE_DISC_ITEM_CLASSIFIER_H
#define QUEUE_DISC_ITEM_CLASSIFIER_H

#include "tcp-packet-classifier.h"

namespace ns3
{

class QueueDiscItem;

/**
 * @ingroup wifi-ext
 * Classify an item of a queue disc: an Ipv4QueueDiscItem or Ipv6QueueDiscItem, or one derived from
 * them, which holds the IP header apart; or any other, which has it in the packet.
 * @param item which
 * @param size what its GetSize() says, which takes time to find out
 * @return what it is
 */
TcpPacket ClassifyItem(const QueueDiscItem& item, uint32_t size);

} // namespace ns3

#endif // QUEUE_DISC_ITEM_CLASSIFIER_H

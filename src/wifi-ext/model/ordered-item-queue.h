// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ORDERED_ITEM_QUEUE_H
#define ORDERED_ITEM_QUEUE_H

#include "ns3/log.h"
#include "ns3/queue-item.h"
#include "ns3/queue.h"

namespace ns3
{

/**
 * @ingroup wifi-ext
 * The store of a queue disc that decides itself in which order items leave: it keeps the position
 * of each item. Used as a plain queue it is a FIFO.
 *
 * An InternalQueue of a QueueDisc must be a Queue<QueueDiscItem>, whose list is not open to the
 * disc. AckSuppressionQueueDisc inserts each item here, hands the position to AckSuppression as a
 * handle, and takes the item out by it.
 */
class OrderedItemQueue : public Queue<QueueDiscItem>
{
  public:
    /// Where an item is, as long as it is there. Other items may come and go meanwhile.
    using Position = Queue<QueueDiscItem>::ConstIterator;

    /**
     * Register this type.
     * @return the TypeId
     */
    static TypeId GetTypeId();
    OrderedItemQueue();

    /**
     * @param item to be stored last
     * @return false if there was no room; the item then counts as dropped
     */
    bool Enqueue(Ptr<QueueDiscItem> item) override;
    /// @return the oldest item, which counts as dequeued; null if there is none
    Ptr<QueueDiscItem> Dequeue() override;
    /// @return the oldest item, which counts as dropped; null if there is none
    Ptr<QueueDiscItem> Remove() override;
    /// @return the oldest item, which stays; null if there is none
    Ptr<const QueueDiscItem> Peek() const override;

    /**
     * Constant time.
     * @param item to be stored; the queue must have room
     * @return its position, valid until Take() or a dequeue of this item
     */
    Position Insert(Ptr<QueueDiscItem> item);
    /**
     * Constant time.
     * @param position of an item that is in the queue; not checked
     * @return this item, which leaves the queue and counts as dequeued
     */
    Ptr<QueueDiscItem> Take(Position position);

  private:
    NS_LOG_TEMPLATE_DECLARE; ///< this class's log component, in place of that of Queue
};

} // namespace ns3

#endif // ORDERED_ITEM_QUEUE_H

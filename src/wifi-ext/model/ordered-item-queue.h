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
 */
class OrderedItemQueue : public Queue<QueueDiscItem>
{
  public:
    /// Where an item is, as long as it is there.
    using Position = Queue<QueueDiscItem>::ConstIterator;

    /// @return the TypeId
    static TypeId GetTypeId();
    OrderedItemQueue();

    bool Enqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> Dequeue() override;
    Ptr<QueueDiscItem> Remove() override;
    Ptr<const QueueDiscItem> Peek() const override;

    /// @param item to be stored; the queue must have room
    /// @return its position
    Position Insert(Ptr<QueueDiscItem> item);
    /// @param position of an item
    /// @return this item, which leaves the queue
    Ptr<QueueDiscItem> Take(Position position);

  private:
    NS_LOG_TEMPLATE_DECLARE; ///< this class's log component, in place of that of Queue
};

} // namespace ns3

#endif // ORDERED_ITEM_QUEUE_H

// SPDX-License-Identifier: GPL-2.0-only

#ifndef PURE_ACK_QUEUE_H
#define PURE_ACK_QUEUE_H

#include "tcp-packet-classifier.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/queue-item.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A FIFO from which the connection that has most pure ACKs in it can be made to give up its oldest.
 * That costs a look at each item, and nothing as long as it is not asked for.
 */
class PureAckQueue : public DropTailQueue<QueueDiscItem>
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// Packets of a kind.
    struct Total
    {
        uint32_t packets; ///< number of them
        uint32_t bytes;   ///< in them, IP headers included
    };

    /// @return the pure ACKs that wait
    Total CountPureAcks() const;
    /**
     * Dequeue the oldest pure ACK of the connection that would have most of them; of several
     * such connections that whose first ACK is the oldest.
     * @param arriving flow of a pure ACK that is about to be enqueued, which counts
     * @return the ACK, or null if there is none
     */
    Ptr<QueueDiscItem> DequeueOldestOfMost(const TcpFlowId& arriving);
};

} // namespace ns3

#endif // PURE_ACK_QUEUE_H

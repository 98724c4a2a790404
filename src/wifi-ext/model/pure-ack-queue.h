// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef PURE_ACK_QUEUE_H
#define PURE_ACK_QUEUE_H

#include "ack-rotation.h"
#include "tcp-packet-classifier.h"

#include "ns3/log.h"
#include "ns3/queue-item.h"
#include "ns3/queue.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A FIFO in which a pure ACK can be displaced by a later one (AckRotation). A displacement inspects
 * each item of the queue; without displacements there is no cost. The queue can serve connections
 * in turn instead; all packets that are no pure ACKs then count as one connection.
 *
 * It is internal queue 1 of AckDataWrrQueueDisc, which decides when an ACK is displaced and what an
 * ACK costs. ACKs are cumulative, so that a later ACK of the connection makes up for the one that
 * goes (RFC 3449, 5.2.1).
 */
class PureAckQueue : public Queue<QueueDiscItem>
{
  public:
    /**
     * Register this type.
     * @return the TypeId
     */
    static TypeId GetTypeId();
    PureAckQueue();

    /// Packets of a kind.
    struct Total
    {
        uint32_t packets; ///< number of packets
        uint32_t bytes;   ///< their bytes, IP headers included
    };

    /**
     * Classifies the item; EnqueueClassified() spares this.
     * @param item that arrives
     * @return false if there was no room (attribute MaxSize)
     */
    bool Enqueue(Ptr<QueueDiscItem> item) override;
    /// @return the item whose turn it is, which counts as dequeued; null if there is none
    Ptr<QueueDiscItem> Dequeue() override;
    /// @return the item whose turn it is, which counts as dropped; null if there is none
    Ptr<QueueDiscItem> Remove() override;
    /**
     * Turns may pass in this call, and stay passed, so that Dequeue() returns the same item.
     * @return the item whose turn it is; null if there is none
     */
    Ptr<const QueueDiscItem> Peek() const override;

    /**
     * @param item that arrives
     * @param packet the item classified, see ClassifyItem()
     * @return false if there was no room; the item then counts as dropped
     */
    bool EnqueueClassified(Ptr<QueueDiscItem> item, const TcpPacket& packet);
    /**
     * Serve connections in turn from now on. The queue must be empty, because earlier items would
     * not be in the rotation.
     * @param quantum of a turn, bytes, at least 1
     */
    void ServeInTurn(uint32_t quantum);
    /**
     * Has no effect unless connections are served in turn.
     * @param quantum of a turn from now on, bytes, at least 1
     */
    void SetQuantum(uint32_t quantum);
    /**
     * Has no effect unless connections are served in turn. Call it before the next Peek(). What an
     * ACK costs is known only when it has left, because earlier ACKs of its connection may be
     * displaced until then.
     * @param cost of the item that was dequeued last, bytes
     */
    void Charge(uint32_t cost);
    /// @return number and bytes of the waiting pure ACKs
    Total GetPureAcks() const;
    /**
     * A FIFO classifies all its items for this, in time proportional to their number.
     * @param arriving a pure ACK that is about to be enqueued
     * @return the ACK that it displaces, dequeued; null if no pure ACK waits. The caller counts it
     * as dropped
     */
    Ptr<QueueDiscItem> Displace(const TcpPacket& arriving);

  private:
    /**
     * Count an item as no longer there.
     * @return position of the item whose turn it is, or the end of the container; the caller
     * removes it
     */
    ConstIterator Pop();

    /// The turns of connections; none: FIFO. Turns may pass in Peek(), which is const.
    mutable std::optional<AckRotation<ConstIterator>> m_rotation;
    Total m_others{0, 0};    ///< packets that are no pure ACKs
    NS_LOG_TEMPLATE_DECLARE; ///< this class's log component, in place of that of Queue
};

} // namespace ns3

#endif // PURE_ACK_QUEUE_H

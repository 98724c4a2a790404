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
 */
class PureAckQueue : public Queue<QueueDiscItem>
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    PureAckQueue();

    /// Packets of a kind.
    struct Total
    {
        uint32_t packets; ///< number of packets
        uint32_t bytes;   ///< their bytes, IP headers included
    };

    bool Enqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> Dequeue() override;
    Ptr<QueueDiscItem> Remove() override;
    Ptr<const QueueDiscItem> Peek() const override;

    /// @param item that arrives
    /// @param packet the item classified
    /// @return whether there was room
    bool EnqueueClassified(Ptr<QueueDiscItem> item, const TcpPacket& packet);
    /// Serve connections in turn from now on. The queue must be empty.
    /// @param quantum of a turn
    void ServeInTurn(uint32_t quantum);
    /// Has no effect unless connections are served in turn.
    /// @param quantum of a turn from now on
    void SetQuantum(uint32_t quantum);
    /// Has no effect unless connections are served in turn. Call it before the next Peek().
    /// @param cost of the item that was dequeued last
    void Charge(uint32_t cost);
    /// @return number and bytes of the waiting pure ACKs
    Total GetPureAcks() const;
    /// @param arriving a pure ACK that is about to be enqueued
    /// @return the ACK that it displaces, dequeued; null if there is none
    Ptr<QueueDiscItem> Displace(const TcpPacket& arriving);

  private:
    ConstIterator Pop();

    /// The turns of connections; none: FIFO. Turns may pass in Peek(), which is const.
    mutable std::optional<AckRotation<ConstIterator>> m_rotation;
    Total m_others{0, 0};    ///< packets that are no pure ACKs
    NS_LOG_TEMPLATE_DECLARE; ///< this class's log component, in place of that of Queue
};

} // namespace ns3

#endif // PURE_ACK_QUEUE_H

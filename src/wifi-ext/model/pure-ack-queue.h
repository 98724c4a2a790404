// SPDX-License-Identifier: GPL-2.0-only

#ifndef PURE_ACK_QUEUE_H
#define PURE_ACK_QUEUE_H

#include "ack-rotation.h"
#include "tcp-packet-classifier.h"

#include "ns3/queue-item.h"
#include "ns3/queue.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A queue that serves the pure ACKs of connections in turn, and in which they can give way to a
 * later one (AckRotation). All that is no pure ACK counts as one connection, and does not give way.
 */
class PureAckQueue : public Queue<QueueDiscItem>
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

    bool Enqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> Dequeue() override;
    Ptr<QueueDiscItem> Remove() override;
    Ptr<const QueueDiscItem> Peek() const override;

    /// @param quantum what a turn gives, as AckRotation
    void SetQuantum(uint32_t quantum);
    /// @param cost of what was dequeued last, since when nothing was looked at
    void Charge(uint32_t cost);
    /// @return the pure ACKs that wait
    Total GetPureAcks() const;
    /// @param arriving a pure ACK that is about to be enqueued
    /// @return the ACK that gives way to it, dequeued; null if there is none
    Ptr<QueueDiscItem> Displace(const TcpPacket& arriving);

  private:
    ConstIterator Pop();

    /// Turns may pass when a packet is looked at.
    mutable AckRotation<ConstIterator> m_rotation; ///< of the queue's items
    Total m_others{0, 0};                          ///< that are no pure ACKs
};

} // namespace ns3

#endif // PURE_ACK_QUEUE_H

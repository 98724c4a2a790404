// SPDX-License-Identifier: GPL-2.0-only

#ifndef PURE_ACK_QUEUE_H
#define PURE_ACK_QUEUE_H

#include "ack-rotation.h"
#include "tcp-packet-classifier.h"

#include "ns3/queue-item.h"
#include "ns3/queue.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A FIFO in which pure ACKs can give way to a later one (AckRotation), which costs a look at each
 * item and nothing as long as it is not asked for. It can serve connections in turn instead; all
 * that is no pure ACK then counts as one connection.
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

    /// @param item that arrives @param packet the item classified @return whether there was room
    bool EnqueueClassified(Ptr<QueueDiscItem> item, const TcpPacket& packet);
    /// Serve connections in turn from now on, while empty. @param quantum what a turn gives
    void ServeInTurn(uint32_t quantum);
    /// If connections are served in turn. @param quantum what a turn gives from now on
    void SetQuantum(uint32_t quantum);
    /// If connections are served in turn. @param cost of what was dequeued last, since when nothing
    /// was looked at
    void Charge(uint32_t cost);
    /// @return the pure ACKs that wait
    Total GetPureAcks() const;
    /// @param arriving a pure ACK that is about to be enqueued
    /// @return the ACK that gives way to it, dequeued; null if there is none
    Ptr<QueueDiscItem> Displace(const TcpPacket& arriving);

  private:
    ConstIterator Pop();

    /// Turns may pass when a packet is looked at.
    mutable std::optional<AckRotation<ConstIterator>> m_rotation; ///< of the items; none: FIFO
    Total m_others{0, 0};                                         ///< that are no pure ACKs
};

} // namespace ns3

#endif // PURE_ACK_QUEUE_H

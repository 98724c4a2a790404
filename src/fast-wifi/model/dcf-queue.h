// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_QUEUE_H
#define DCF_QUEUE_H

#include "medium-attempt.h"
#include "medium-client.h"

#include <cstddef>
#include <deque>
#include <optional>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfQueue declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// A packet that waits to be sent, or is being sent.
struct DcfQueueItem
{
    MediumPayload payload;   ///< what is sent
    MediumFrame frame;       ///< its exchange
    MediumTime since{0};     ///< when it came
    uint32_t retries{0};     ///< attempts without answer
    bool isDelivered{false}; ///< the receiver has it, but its ACK was lost
};

/**
 * @ingroup fast-wifi
 * The packets of one access category, first in, first out.
 *
 * The engine computes an attempt before it is over. A packet leaves the queue when its last attempt
 * is computed, but occupies it until its sender knows the result, as in WifiMacQueue.
 * The queue has no limit of its own; DcfNetDevice compares GetLength() with MaxPackets and accounts
 * for drops. Packets wait without a time limit, other than in WifiMacQueue.
 */
class DcfQueue
{
  public:
    /// @param item that comes last
    void Push(const DcfQueueItem& item);

    /// @return whether no packet waits
    bool IsEmpty() const
    {
        return m_items.empty();
    }

    /// @return the packet that is sent next, or is being sent; the queue is not empty
    const DcfQueueItem& GetFront() const
    {
        return m_items.front();
    }

    /// @return packets whose last attempt is not computed
    std::size_t GetNWaiting() const
    {
        return m_items.size();
    }

    /**
     * @param now the time
     * @return packets that occupy the queue: those that wait, and one whose last attempt has been
     * computed but is not over
     */
    std::size_t GetLength(MediumTime now) const;
    /**
     * @return when the packet that left last ceases to occupy the queue, ns; 0 before the first one
     */
    MediumTime GetReleaseTime() const;
    /// @param now the time
    /// @return whether a packet that has left still occupies the queue
    bool IsReleasing(MediumTime now) const;

    /**
     * An attempt of the first packet has been computed. A repeated frame is known to the receiver
     * by its sequence number (IEEE 802.11-2007, 9.2.9).
     * @param attempt the attempt
     * @param now the time
     * @return the packet if it has left the queue; nothing if it will be tried again
     */
    std::optional<DcfQueueItem> Note(const MediumAttempt& attempt, MediumTime now);
    /**
     * @return the first packet, which leaves the queue without being sent; the queue must not be
     * empty
     */
    DcfQueueItem Pop();

    /**
     * Frames that wait get another exchange.
     * @tparam Maker a callable that makes the MediumFrame of a packet for a receiver
     * @param make is called for each packet
     */
    template <typename Maker>
    void Remake(Maker&& make)
    {
        for (DcfQueueItem& item : m_items)
        {
            item.frame = make(item.payload.packet, item.frame.receiver);
        }
    }

  private:
    std::deque<DcfQueueItem> m_items; ///< the first is sent next
    MediumTime m_releaseAt{0};        ///< see GetReleaseTime()
};

} // namespace ns3

#endif // DCF_QUEUE_H

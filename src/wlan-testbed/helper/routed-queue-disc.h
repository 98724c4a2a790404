// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ROUTED_QUEUE_DISC_H
#define ROUTED_QUEUE_DISC_H

#include "ns3/event-id.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/ordered-item-queue.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/routed-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RoutedQueueDisc declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A FIFO of a radio that does what the routing agent and the interface queue of ns-2 do when the
 * MAC gives up a frame: see RoutedQueue. Only frames with IPv4 packets for one receiver have
 * routes.
 *
 * A packet that is dropped is traced with a reason, in DropAfterDequeue: each one is in the disc
 * before. A packet that the agent takes back from the radio is offered to the disc again.
 */
class RoutedQueueDisc : public QueueDisc
{
  public:
    /// Reason of the drop of a packet for which the interface queue has no room.
    static constexpr const char* LIMIT_DROP = "Queue disc limit exceeded";
    /// Reason of the drop of the oldest packet that waits for a route.
    static constexpr const char* BUFFER_DROP = "Route: send buffer full";
    /// Reason of the drop of a packet whose neighbor was lost: DROP_RTR_MAC_CALLBACK of ns-2.
    static constexpr const char* LINK_DROP = "Route: link lost";

    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    RoutedQueueDisc();
    ~RoutedQueueDisc() override;

    /// Listen to the radio that sends what leaves the disc.
    /// @param radio of a cell
    /// @param isStation whether all that it sends goes to its access point
    void ListenTo(Ptr<NetDevice> radio, bool isStation);
    /// @param stream of the jitter of route requests
    /// @return number of streams used
    int64_t AssignStreams(int64_t stream);
    /// @return frames that the radio gave up, for each of which a route was lost
    uint64_t GetNFailures() const;

  private:
    /// Packets by their position in m_store, and next hops by their address.
    using Queue = RoutedQueue<OrderedItemQueue::Position, Mac48Address>;

    /// @param item takes its place in the interface queue, or waits for a route
    /// @return true, also if it is then dropped; DropAfterDequeue tells
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    /// @return first of the interface queue, which leaves; null if there is none
    Ptr<QueueDiscItem> DoDequeue() override;
    /// QueueDisc would take the packet out and keep it where no loss of a neighbor reaches it.
    /// @return first of the interface queue, which stays; null if there is none
    Ptr<const QueueDiscItem> DoPeek() override;
    /// Ends the program if there are classes, filters or internal queues, or MaxSize is in bytes.
    /// @return true
    bool CheckConfig() override;
    /// Make the internal queue and m_queue, with the values that the attributes have now.
    void InitializeParams() override;
    /// Cancel m_advance and stop listening to the radio, which may be gone already.
    void DoDispose() override;

    /// The radio has dropped a frame. If a frame with IPv4 for one receiver has reached the limit
    /// of retries, the route to this neighbor is lost (xmit_failure_ of ns-2).
    /// @param reason why it was dropped
    /// @param mpdu the frame
    void NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);
    /// The agent takes the packet of a frame back: it enters the disc again, as a new one.
    /// @param mpdu that the radio has given up
    void Recycle(const WifiMpdu& mpdu);
    /// @param item a packet
    /// @return its next hop. All of a station's packets have one and the same. Those that need no
    /// route, broadcasts and ARP, have the broadcast address, which is never lost
    Mac48Address GetNeighbor(const QueueDiscItem& item) const;
    /// Take packets out of m_store, and trace each with its reason.
    /// @param drops that m_queue has returned
    void Discard(const Queue::Drops& drops);
    /// Let packets that have waited long enough enter the interface queue.
    void Advance();
    /// Have Advance() called when it has something to do next, since an idle radio does not ask.
    void ScheduleAdvance();

    RoutingAgent m_agent{RoutingAgent::AODV}; ///< attribute Agent
    Ptr<NetDevice> m_radio;                   ///< see ListenTo
    bool m_isStation{false};                  ///< see ListenTo
    Ptr<OrderedItemQueue> m_store;            ///< the internal queue
    std::optional<Queue> m_queue;             ///< order of departure
    Ptr<UniformRandomVariable> m_jitter;      ///< of route requests
    EventId m_advance;                        ///< of Advance()
    uint64_t m_failures{0};                   ///< see GetNFailures
};

} // namespace ns3

#endif // ROUTED_QUEUE_DISC_H

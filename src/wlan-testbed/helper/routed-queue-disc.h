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
    using Queue = RoutedQueue<OrderedItemQueue::Position, Mac48Address>;

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    Ptr<const QueueDiscItem> DoPeek() override;
    bool CheckConfig() override;
    void InitializeParams() override;
    void DoDispose() override;

    void NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);
    void Recycle(const WifiMpdu& mpdu);
    Mac48Address GetNeighbor(const QueueDiscItem& item) const;
    void Discard(const Queue::Drops& drops);
    void Advance();
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

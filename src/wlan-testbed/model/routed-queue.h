// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ROUTED_QUEUE_H
#define ROUTED_QUEUE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RoutedQueue declaration.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// Routing agent of ns-2's nodes.
enum class RoutingAgent : uint8_t
{
    NONE, ///< Agent/DSDV without use_mac_, DumbAgent or NOAH: a frame that is given up is lost
    AODV, ///< see RoutingAgentRules::Aodv()
    DSR,  ///< see RoutingAgentRules::Dsr()
};

/// @ingroup wlan-testbed
/// What a routing agent of ns-2 does when the MAC gives up a frame. Times are in seconds.
struct RoutingAgentRules
{
    bool isRecycling;        ///< packets for the lost neighbor wait for a new route, else drop
    std::size_t mostWaiting; ///< packets that wait for routes; the oldest one makes room
    double jitter;           ///< a route request leaves after a random part of this time
    double exchange;         ///< from when the request leaves until the reply has come
    double spacing;          ///< between packets that have waited, when the route is there

    /**
     * Agent/AODV of ns-2.28, which drops the frame, and the packets for the same neighbor in the
     * interface queue (AODV::rt_ll_failed()). Its send buffer (aodv_rqueue) holds 64 packets
     * (AODV_RTQ_MAX_LEN), and sends them 10 ms apart (ARP_DELAY, recvReply()). A route request of
     * one's own has no jitter (sendRequest()).
     * @return its rules
     */
    static RoutingAgentRules Aodv();
    /**
     * Agent/DSRAgent of ns-2.28, which takes back the frame and these packets, and sends them on a
     * new route (DSRAgent::xmitFailed(), undeliverablePkt()). Its send buffer holds 64 packets
     * (SEND_BUF_SIZE), and sends them 30 ms apart (arp_timeout, acceptRouteReply()). A route
     * request has a jitter of 10 ms (RREQ_JITTER).
     * @return its rules
     */
    static RoutingAgentRules Dsr();
};

/**
 * @ingroup wlan-testbed
 * Packets of a node with a routing agent of ns-2: those in the interface queue (ifq), and those
 * that wait in the agent's send buffer for a route to a neighbor. A neighbor is lost when the MAC
 * has given up a frame to it. The first packet for a lost neighbor starts a route request. When the
 * reply has come, the packets that have waited enter the interface queue one by one. New packets
 * pass them.
 *
 * A request and its reply are never lost here, and are not on the air. Times are seconds.
 *
 * @tparam Item a packet, copied
 * @tparam Neighbor address of a neighbor, which can be compared
 */
template <typename Item, typename Neighbor>
class RoutedQueue
{
  public:
    /// Why packets are dropped.
    enum class Reason : uint8_t
    {
        QUEUE_FULL,  ///< the interface queue has no room (DropTail)
        BUFFER_FULL, ///< the oldest one in the send buffer makes room
        LINK_LOST,   ///< it was in the interface queue when its neighbor was lost
    };

    /// A packet that is dropped.
    struct Drop
    {
        Item item;     ///< the packet
        Reason reason; ///< why
    };

    /// Packets that are dropped.
    using Drops = std::vector<Drop>;

    /**
     * @param rules of the agent
     * @param limit packets in the interface queue
     */
    RoutedQueue(const RoutingAgentRules& rules, std::size_t limit)
        : m_rules(rules),
          m_limit(limit)
    {
    }

    /**
     * A packet comes from above.
     * @param item the packet
     * @param neighbor its next hop
     * @param now the present
     * @param draw uniform from 0 to 1, for the jitter of a request
     * @return packets that are dropped, which may be this one
     */
    Drops Push(const Item& item, const Neighbor& neighbor, double now, double draw)
    {
        const auto route = m_lost.find(neighbor);
        if (route == m_lost.end())
        {
            return Queue({item, neighbor});
        }
        m_waiting.push_back({item, neighbor});
        if (!route->second)
        {
            route->second = now + draw * m_rules.jitter + m_rules.exchange;
        }
        return TrimWaiting();
    }

    /// The MAC has given up a frame: there is no route any more.
    /// @param neighbor its receiver
    void Lose(const Neighbor& neighbor)
    {
        m_lost.try_emplace(neighbor);
    }

    /**
     * Take the packets for a lost neighbor out of the interface queue.
     * @param neighbor see Lose()
     * @param now the present
     * @param draw uniform from 0 to 1, for the jitter of a request
     * @return packets that are dropped
     */
    Drops Purge(const Neighbor& neighbor, double now, double draw)
    {
        const auto first =
            std::stable_partition(m_queue.begin(), m_queue.end(), [&neighbor](const Entry& entry) {
                return entry.neighbor != neighbor;
            });
        const std::vector<Entry> purged(first, m_queue.end());
        m_queue.erase(first, m_queue.end());
        Drops drops;
        for (const Entry& entry : purged)
        {
            if (!m_rules.isRecycling)
            {
                drops.push_back({entry.item, Reason::LINK_LOST});
                continue;
            }
            const Drops more = Push(entry.item, neighbor, now, draw);
            drops.insert(drops.end(), more.begin(), more.end());
        }
        return drops;
    }

    /**
     * Let replies come, and packets that have waited enter the interface queue.
     * @param now the present
     * @return packets that are dropped
     */
    Drops Advance(double now)
    {
        for (auto route = m_lost.begin(); route != m_lost.end();)
        {
            if (!route->second || *route->second > now)
            {
                ++route;
                continue;
            }
            double due = *route->second;
            for (Entry& entry : m_waiting)
            {
                if (entry.neighbor == route->first && !entry.due)
                {
                    entry.due = due;
                    due += m_rules.spacing;
                }
            }
            route = m_lost.erase(route);
        }
        Drops drops;
        for (auto entry = m_waiting.begin(); entry != m_waiting.end();)
        {
            if (!entry->due || *entry->due > now)
            {
                ++entry;
                continue;
            }
            const Drops more = Queue(*entry);
            drops.insert(drops.end(), more.begin(), more.end());
            entry = m_waiting.erase(entry);
        }
        return drops;
    }

    /// @return the next packet for the MAC, which leaves; none if the interface queue is empty
    std::optional<Item> Pop()
    {
        if (m_queue.empty())
        {
            return std::nullopt;
        }
        const Item item = m_queue.front().item;
        m_queue.pop_front();
        return item;
    }

    /// @return the next packet for the MAC, which stays; none if the interface queue is empty
    std::optional<Item> Peek() const
    {
        return m_queue.empty() ? std::nullopt : std::optional<Item>(m_queue.front().item);
    }

    /// @return when Advance() has something to do next; none if nothing waits
    std::optional<double> GetNextDue() const
    {
        std::optional<double> next;
        const auto note = [&next](const std::optional<double>& due) {
            next = due ? std::min(*due, next.value_or(*due)) : next;
        };
        for (const auto& [neighbor, reply] : m_lost)
        {
            note(reply);
        }
        for (const Entry& entry : m_waiting)
        {
            note(entry.due);
        }
        return next;
    }

    /// @param neighbor of this node
    /// @return whether there is a route to it
    bool HasRoute(const Neighbor& neighbor) const
    {
        return !m_lost.contains(neighbor);
    }

    /// @return packets that wait for a route, or for their turn once it is there
    std::size_t GetNWaiting() const
    {
        return m_waiting.size();
    }

  private:
    /// A packet.
    struct Entry
    {
        Item item;                   ///< the packet
        Neighbor neighbor;           ///< its next hop
        std::optional<double> due{}; ///< when it enters the interface queue, if it has waited
    };

    /// @param entry enters the interface queue
    /// @return the packet if there is no room
    Drops Queue(const Entry& entry)
    {
        if (m_queue.size() >= m_limit)
        {
            return {{entry.item, Reason::QUEUE_FULL}};
        }
        m_queue.push_back({entry.item, entry.neighbor});
        return {};
    }

    /// Packets whose route is there are the link layer's, and take no room.
    /// @return the oldest packet without a route if there are too many
    Drops TrimWaiting()
    {
        const auto isWaiting = [](const Entry& entry) { return !entry.due; };
        const auto waiting = std::ranges::count_if(m_waiting, isWaiting);
        if (static_cast<std::size_t>(waiting) <= m_rules.mostWaiting)
        {
            return {};
        }
        const auto oldest = std::ranges::find_if(m_waiting, isWaiting);
        const Item item = oldest->item;
        m_waiting.erase(oldest);
        return {{item, Reason::BUFFER_FULL}};
    }

    RoutingAgentRules m_rules;                          ///< see the constructor
    std::size_t m_limit;                                ///< see the constructor
    std::deque<Entry> m_queue;                          ///< interface queue
    std::deque<Entry> m_waiting;                        ///< send buffer, and what leaves it
    std::map<Neighbor, std::optional<double>> m_lost{}; ///< lost neighbors; when the reply comes
};

} // namespace ns3

#endif // ROUTED_QUEUE_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_ROTATION_H
#define ACK_ROTATION_H

#include "tcp-packet-classifier.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <list>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * The waiting pure ACKs, in a queue for each connection, with the connections served in turn. A
 * turn gives a quantum of credit, and a connection sends while it has credit. The cost of a packet
 * becomes known after it has been sent and may leave a debt (surplus round robin, see
 * WeightedRoundRobin), which the connection pays out of its next turns even if it has no packets in
 * the meantime. A new connection waits for one turn of the others, however many ACKs they have.
 *
 * When there is no room, an ACK that is followed by a later one of its connection can be dropped,
 * because ACKs are cumulative (RFC 3449, 5.2.1).
 * The class holds handles only: the caller stores the packets and takes a displaced one out. Order
 * of use: SetQuantum(), then Push(), Select(), Pop() and Charge(); before a Push() without room,
 * Displace(). All calls take constant time on average, but for Displace(), which looks at all
 * connections and at all ACKs of one of them, and Select(), which may pass turns of connections in
 * debt.
 * @tparam Item handle of a packet
 */
template <typename Item>
class AckRotation
{
  public:
    /// The pure ACKs of a connection; without a value, all packets that are no pure ACKs.
    using Key = std::optional<TcpFlowId>;

    /**
     * @param quantum credit of a turn, in the unit of Charge(), at least 1. Credits of turns that
     * have begun stay
     */
    void SetQuantum(uint32_t quantum);
    /**
     * Add a packet. A connection that is alone begins its turn at once; any other new one waits for
     * a turn of each.
     * @param key its connection
     * @param number of acknowledgment; any value for packets that are no pure ACKs
     * @param item the packet
     */
    void Push(const Key& key, uint32_t number, Item item);
    /**
     * Pass turns until a connection has a packet and credit. Connections without packets and debt
     * are forgotten on the way.
     * @return the packet whose turn it is, the same until Pop() or Displace() takes it; none if
     * there is no packet
     */
    std::optional<Item> Select();
    /// Remove the packet that Select() returns.
    /// @return this packet; none if there is none
    std::optional<Item> Pop();
    /**
     * Subtract a cost from the credit of the last packet's connection. Call it after Pop() and
     * before the next Select(). A cost beyond the credit becomes a debt.
     * @param cost of the packet that Pop() has removed last, in the unit of the quantum
     */
    void Charge(uint32_t cost);
    /**
     * Remove the pure ACK that can be spared best. It belongs to the connection that would have the
     * most ACKs. Of these, the one goes whose neighbors are left with the smallest gap between
     * their acknowledgment numbers, the latest of several. So the ACKs of a connection acknowledge
     * about as much each. The last ACK of a connection goes only if no connection has two; then the
     * oldest of all goes.
     * @param flow of a pure ACK that is about to be pushed; of several connections with the most
     * ACKs this one is chosen
     * @param number of acknowledgment of that ACK
     * @return the packet that was removed; none if there is no pure ACK
     */
    std::optional<Item> Displace(const TcpFlowId& flow, uint32_t number);

  private:
    /// A packet that waits.
    struct Waiting
    {
        uint32_t number; ///< of acknowledgment
        uint64_t age;    ///< number of packets that were pushed before
        Item item;       ///< the packet
    };

    /// A connection that has packets or a debt.
    struct Connection
    {
        Key key;                     ///< identity
        int64_t credit;              ///< negative: a debt
        std::deque<Waiting> waiting; ///< its packets in the order of their arrival
    };

    using Connections = std::list<Connection>; ///< in the order of turns

    /// For a hash table.
    struct KeyHash
    {
        /// @param key of a connection
        /// @return its hash
        std::size_t operator()(const Key& key) const
        {
            return key ? hash_value(*key) : 0;
        }
    };

    /**
     * @param flow of an ACK that is about to be pushed, which counts for its connection
     * @return the connection with the most pure ACKs; of several that of the flow, else the one
     * with the oldest ACK. The end of m_connections if no pure ACK waits
     */
    typename Connections::iterator FindMost(const TcpFlowId& flow);
    /**
     * Numbers wrap; one that goes back leaves a huge gap, so that its neighbor stays.
     * @param numbers of the ACKs of a connection in the order of arrival, one or more
     * @return index of the one whose neighbors differ least, the latest of several; 0 if there is
     * none with two neighbors
     */
    static std::size_t FindSmallestGap(const std::vector<uint32_t>& numbers);

    uint32_t m_quantum{1};                                                        ///< of a turn
    uint64_t m_pushed{0};                                                         ///< packets
    std::size_t m_waiting{0};                                                     ///< packets
    Connections m_connections;                                                    ///< all
    std::unordered_map<Key, typename Connections::iterator, KeyHash> m_positions; ///< by key
};

template <typename Item>
void
AckRotation<Item>::SetQuantum(uint32_t quantum)
{
    m_quantum = quantum;
}

template <typename Item>
void
AckRotation<Item>::Push(const Key& key, uint32_t number, Item item)
{
    const auto [known, isNew] = m_positions.try_emplace(key, m_connections.end());
    if (isNew)
    {
        // A connection that is alone begins its turn at once.
        const int64_t credit = m_connections.empty() ? m_quantum : 0;
        known->second = m_connections.insert(m_connections.end(), Connection{key, credit, {}});
    }
    known->second->waiting.push_back({number, m_pushed++, item});
    ++m_waiting;
}

template <typename Item>
std::optional<Item>
AckRotation<Item>::Select()
{
    if (m_waiting == 0)
    {
        return {};
    }
    while (m_connections.front().waiting.empty() || m_connections.front().credit <= 0)
    {
        // A connection is forgotten with its last packet unless it has a debt to pay.
        Connection& first = m_connections.front();
        if (first.waiting.empty() && first.credit >= 0)
        {
            m_positions.erase(first.key);
            m_connections.pop_front();
        }
        else
        {
            m_connections.splice(m_connections.end(), m_connections, m_connections.begin());
        }
        m_connections.front().credit += m_quantum;
    }
    return m_connections.front().waiting.front().item;
}

template <typename Item>
std::optional<Item>
AckRotation<Item>::Pop()
{
    const auto selected = Select();
    if (selected)
    {
        m_connections.front().waiting.pop_front();
        --m_waiting;
    }
    return selected;
}

template <typename Item>
void
AckRotation<Item>::Charge(uint32_t cost)
{
    m_connections.front().credit -= cost;
}

template <typename Item>
std::optional<Item>
AckRotation<Item>::Displace(const TcpFlowId& flow, uint32_t number)
{
    const auto most = FindMost(flow);
    if (most == m_connections.end())
    {
        return {};
    }
    std::vector<uint32_t> numbers;
    for (const Waiting& packet : most->waiting)
    {
        numbers.push_back(packet.number);
    }
    if (most->key == flow)
    {
        numbers.push_back(number);
    }
    const auto spare = most->waiting.begin() + FindSmallestGap(numbers);
    const Item item = spare->item;
    most->waiting.erase(spare);
    --m_waiting;
    return item;
}

template <typename Item>
typename AckRotation<Item>::Connections::iterator
AckRotation<Item>::FindMost(const TcpFlowId& flow)
{
    const auto count = [&flow](const Connection& connection) {
        return connection.waiting.size() + (connection.key == flow);
    };
    auto most = m_connections.end();
    for (auto it = m_connections.begin(); it != m_connections.end(); ++it)
    {
        if (!it->key || it->waiting.empty())
        {
            continue;
        }
        if (most == m_connections.end() || count(*it) > count(*most) ||
            (count(*it) == count(*most) &&
             (it->key == flow ||
              (most->key != flow && it->waiting.front().age < most->waiting.front().age))))
        {
            most = it;
        }
    }
    return most;
}

template <typename Item>
std::size_t
AckRotation<Item>::FindSmallestGap(const std::vector<uint32_t>& numbers)
{
    // How many bytes the first ACK newly acknowledges is unknown here, because the ACK before it
    // has left. It is spared unless it is the only one.
    std::size_t spare = 0;
    uint32_t smallest = UINT32_MAX;
    for (std::size_t i = 1; i + 1 < numbers.size(); ++i)
    {
        // Numbers wrap. One that goes back leaves a huge gap, so its neighbor stays.
        const uint32_t gap = numbers[i + 1] - numbers[i - 1];
        if (gap <= smallest)
        {
            smallest = gap;
            spare = i;
        }
    }
    return spare;
}

} // namespace ns3

#endif // ACK_ROTATION_H

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
 * The pure ACKs that wait, each connection's in their order, and the connections served in turn: a
 * turn gives a quantum of credit, and a connection sends while it has any. What a packet costs is
 * said after it has gone and may leave a debt (surplus round robin, see WeightedRoundRobin), which
 * survives until the connection has passed as many turns. A connection that comes anew waits for
 * one turn of the others, however many of their ACKs are there.
 *
 * When there is no room, an ACK that a later one of its connection follows can go, as ACKs are
 * cumulative (RFC 3449, 5.2.1).
 * @tparam Item what stands for a packet
 */
template <typename Item>
class AckRotation
{
  public:
    /// Whose packets: a connection's pure ACKs, or, without a value, all that is no pure ACK.
    using Key = std::optional<TcpFlowId>;

    /// @param quantum what a turn gives, at least 1
    void SetQuantum(uint32_t quantum);
    /// A packet waits. @param key whose @param number of acknowledgment @param item the packet
    void Push(const Key& key, uint32_t number, Item item);
    /// @return the packet whose turn it is, the same until Pop() or Displace() takes it; none:
    /// empty
    std::optional<Item> Select();
    /// @return what Select() says, which no longer waits; none: empty
    std::optional<Item> Pop();
    /// @param cost of the packet that Pop() has taken last, since when nothing was selected
    void Charge(uint32_t cost);
    /**
     * Take the pure ACK that can be spared. Of the connection that would have most, that one goes
     * whose neighbours are left with the smallest gap between their acknowledgment numbers, the
     * latest of several. So the ACKs of a connection acknowledge about as much each, and the last
     * one goes only if no connection has two; then it is the oldest of all.
     * @param flow of a pure ACK that is about to be pushed. Of several connections that would have
     * most it is the one
     * @param number of acknowledgment of that ACK
     * @return the packet that no longer waits; none: there is no pure ACK
     */
    std::optional<Item> Displace(const TcpFlowId& flow, uint32_t number);

  private:
    /// A packet that waits.
    struct Waiting
    {
        uint32_t number; ///< of acknowledgment
        uint64_t age;    ///< packets that came before
        Item item;       ///< the packet
    };

    /// A connection that has packets or a debt.
    struct Connection
    {
        Key key;                     ///< which
        int64_t credit;              ///< negative: a debt
        std::deque<Waiting> waiting; ///< in their order
    };

    using Connections = std::list<Connection>; ///< in the order of turns

    /// For a hash table.
    struct KeyHash
    {
        /// @param key of a connection @return its hash
        std::size_t operator()(const Key& key) const
        {
            return key ? hash_value(*key) : 0;
        }
    };

    typename Connections::iterator FindMost(const TcpFlowId& flow);
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
        // Alone it begins its turn at once.
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
    // What the first one acknowledges anew is not known here; it stays unless there is no other.
    std::size_t spare = 0;
    uint32_t smallest = UINT32_MAX;
    for (std::size_t i = 1; i + 1 < numbers.size(); ++i)
    {
        // Numbers wrap; one that goes back leaves a huge gap.
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

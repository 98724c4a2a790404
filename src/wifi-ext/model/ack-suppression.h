// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_SUPPRESSION_H
#define ACK_SUPPRESSION_H

#include "tcp-ack.h"
#include "tcp-packet-classifier.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AckSuppressionMode and ns3::AckSuppression declarations and definitions.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// The treatment of an ACK without news. The names are those of Broadcom's driver for Linux (dhd:
/// TCPACK_SUP_REPLACE, TCPACK_SUP_HOLD, TCPACK_SUP_DELAYTX).
enum class AckSuppressionMode : uint8_t
{
    REPLACE, ///< it takes the place of the one of its connection that waits last in the queue
    HOLD,    ///< every n-th goes on, or the last one after a time
    DELAY,   ///< it waits for a time, and newer ones take its place, in the queue, too
};

/**
 * @ingroup wifi-ext
 * The order in which packets leave a queue that suppresses TCP ACKs, and which ACKs are dropped. It
 * depends neither on packets nor on the simulator.
 *
 * At any time, at most one ACK of each connection can be dropped: the latest one, if it still waits
 * and has no news (FindNews). The next ACK without news takes its place if it makes it superfluous
 * (MakesSuperfluous). After any other packet of the connection, which is queued behind the ACK, the
 * ACK can no longer be dropped. Packets of a connection thus never overtake each other, and the
 * first of several ACKs with the same number is kept for the sender to count.
 *
 * Acknowledgment numbers are cumulative, so that a later ACK stands for an earlier one (ACK
 * filtering; RFC 3449, 5.2.1). What a drop costs is not modelled here: the sender gets fewer ACKs
 * and grows its window by fewer steps.
 *
 * Order of use: Start(); then Advance() and Push() for each packet that arrives, Select() and Pop()
 * for each that may leave, and Advance() at GetNextDue(). The queue has no limit of its own; the
 * caller refuses a packet before Push(), and FindSuperseded() tells whether the packet needs room.
 * Each call takes constant time on average, but for GetNextDue()'s ordered list in the modes HOLD
 * and DELAY, which is logarithmic.
 * @tparam Item handle of a packet; it is copied, and a dropped packet comes back to the caller as
 * its handle
 */
template <typename Item>
class AckSuppression
{
  public:
    /// Time since any fixed instant, ns.
    using Clock = std::chrono::nanoseconds;

    /// How ACKs are suppressed.
    struct Settings
    {
        AckSuppressionMode mode{AckSuppressionMode::REPLACE}; ///< see there
        uint32_t ratio{3};                                    ///< n of HOLD, 1 or more
        Clock delay{std::chrono::milliseconds(10)};  ///< longest time in HOLD, time in DELAY
        Clock idleTimeout{std::chrono::seconds(60)}; ///< after which a connection is forgotten
        std::size_t maxConnections{1024};            ///< most that are remembered, 1 or more
    };

    /**
     * Forget everything, the packets included.
     * @param settings in force from now on
     */
    void Start(const Settings& settings);
    /**
     * Go on in another way. What is held keeps its time. A smaller maxConnections takes effect with
     * the next new connection.
     * @param settings in force from now on
     */
    void Configure(const Settings& settings);

    /**
     * Nothing changes.
     * @param packet a pure ACK, classified
     * @param ack what it tells
     * @return its news, compared with the latest ACK of its connection; FIRST if the connection is
     * not remembered. See FindNews
     */
    AckNews Judge(const TcpPacket& packet, const TcpAck& ack) const;
    /**
     * Nothing changes, so that a full queue can ask before it refuses the packet.
     * @param packet classified
     * @param ack its ACK, if it is a pure one
     * @return the packet that it would suppress; see Push. None for any packet but a pure ACK
     * without news
     */
    std::optional<Item> FindSuperseded(const TcpPacket& packet, const TcpAck& ack) const;
    /**
     * Add a packet. Call Advance() before. A SYN, FIN or RST makes the connection forgotten, so
     * that its next ACK counts as the first.
     * @param packet classified
     * @param ack its ACK, if it is a pure one
     * @param item the packet
     * @param now not before that of an earlier call
     * @return the packet whose place it takes, which is no longer in the queue; the caller drops it
     */
    std::optional<Item> Push(const TcpPacket& packet, const TcpAck& ack, Item item, Clock now);
    /// @return the packet that is next, the same until Pop(); none if none is there or all are held
    std::optional<Item> Select() const;
    /**
     * Remove the packet that Select() returns. If it is an ACK, it can no longer be replaced.
     * @return this packet; none if there is none
     */
    std::optional<Item> Pop();
    /**
     * Let the ACKs go on whose time has come, and forget connections without an ACK for longer than
     * idleTimeout; ACKs with old numbers do not count. An ACK that a forgotten connection held goes
     * on, too.
     * @param now not before that of an earlier call
     * @return whether any ACK has become ready to leave
     */
    bool Advance(Clock now);
    /// @return when the next ACK leaves by itself; none if none is held. REPLACE holds none
    std::optional<Clock> GetNextDue() const;

    /**
     * @param news a kind of it but NONE
     * @return number of pure ACKs that were kept for it since Start()
     */
    uint64_t GetKept(AckNews news) const;
    /// @return number of connections that are remembered
    std::size_t GetNConnections() const;

  private:
    struct Connection;

    /// A packet that is on its way out.
    struct Waiting
    {
        Item item;              ///< the packet
        TcpAck ack;             ///< if it may be replaced
        Connection* connection; ///< whose replaceable ACK it is; null: of none
    };

    /// Packets in the order of departure. A list, because connections keep iterators of their ACKs.
    using Queue = std::list<Waiting>;
    /// Connections with a held ACK, by the instant at which it is due.
    using Due = std::multimap<Clock, Connection*>;

    /// One direction of a TCP connection whose ACKs pass.
    struct Connection
    {
        TcpFlowId flow;                                      ///< identity
        TcpAck latest;                                       ///< that came
        Clock seen;                                          ///< when latest came
        std::optional<typename Queue::iterator> replaceable; ///< in the queue
        std::optional<std::pair<Item, TcpAck>> held;         ///< not in the queue yet
        typename Due::iterator due;                          ///< of held
        uint32_t count{0}; ///< ACKs from the one that has been held first
    };

    /**
     * All that are remembered; that seen last at the end. A list, because m_positions keeps
     * iterators.
     */
    using Connections = std::list<Connection>;

    /// For a hash table.
    struct FlowHash
    {
        /// @param flow of a connection
        /// @return its hash
        std::size_t operator()(const TcpFlowId& flow) const
        {
            return hash_value(flow);
        }
    };

    /**
     * @param flow of a connection
     * @return the connection, null if it is not remembered
     */
    Connection* Find(const TcpFlowId& flow) const;
    /**
     * Take an ACK as the latest of its connection, unless it was overtaken. A new connection takes
     * the place of those that were idle longest if there are too many.
     * @param packet a pure ACK
     * @param ack what it tells
     * @param now instant
     * @return its connection
     */
    Connection& Remember(const TcpPacket& packet, const TcpAck& ack, Clock now);
    /**
     * Remove a connection; its ACK goes on. Nothing happens if it is not remembered.
     * @param flow of the connection; not a reference into it
     */
    void Forget(const TcpFlowId& flow);
    /**
     * Let a held ACK go on. In DELAY it may still be replaced in the queue, in HOLD no more.
     * @param connection whose ACK it is; nothing happens if it holds none
     */
    void Release(Connection& connection);
    /**
     * Another packet follows: the connection's ACK goes on and can no longer be replaced.
     * @param connection whose ACK it is
     */
    void Close(Connection& connection);
    /**
     * Put an ACK in the place of the one that it supersedes, held or in the queue. In HOLD every
     * n-th then goes on.
     * @param connection with such an ACK
     * @param ack what the new one tells
     * @param item the new one
     * @return the one that is superseded
     */
    std::optional<Item> Suppress(Connection& connection, const TcpAck& ack, Item item);
    /**
     * @param connection that holds no ACK
     * @param ack what the new one tells
     * @param item the new one, which is held; it goes on at once with a ratio of 1 in HOLD or a
     * delay of 0
     * @param now instant
     */
    void Hold(Connection& connection, const TcpAck& ack, Item item, Clock now);
    /**
     * @param item a packet that is queued last
     * @param ack its ACK, if it may be replaced
     * @param connection whose replaceable ACK it becomes; null: of none
     */
    void Append(Item item, const TcpAck& ack, Connection* connection);

    Settings m_settings;                           ///< see Start
    Queue m_queue;                                 ///< in the order of departure
    Connections m_connections;                     ///< all that are remembered
    Due m_due;                                     ///< of the held ACKs
    std::array<uint64_t, ACK_NEWS_KINDS> m_kept{}; ///< see GetKept
    std::unordered_map<TcpFlowId, typename Connections::iterator, FlowHash>
        m_positions; ///< by flow
};

template <typename Item>
void
AckSuppression<Item>::Start(const Settings& settings)
{
    *this = {};
    Configure(settings);
}

template <typename Item>
void
AckSuppression<Item>::Configure(const Settings& settings)
{
    m_settings = settings;
}

template <typename Item>
typename AckSuppression<Item>::Connection*
AckSuppression<Item>::Find(const TcpFlowId& flow) const
{
    const auto known = m_positions.find(flow);
    return known == m_positions.end() ? nullptr : &*known->second;
}

template <typename Item>
AckNews
AckSuppression<Item>::Judge(const TcpPacket& packet, const TcpAck& ack) const
{
    const Connection* connection = Find(packet.flow);
    return connection ? FindNews(ack, connection->latest) : AckNews::FIRST;
}

template <typename Item>
std::optional<Item>
AckSuppression<Item>::FindSuperseded(const TcpPacket& packet, const TcpAck& ack) const
{
    if (packet.kind != TcpPacketKind::PURE_ACK || Judge(packet, ack) != AckNews::NONE)
    {
        return {};
    }
    const Connection& connection = *Find(packet.flow);
    if (connection.held)
    {
        return MakesSuperfluous(ack, connection.held->second)
                   ? std::optional(connection.held->first)
                   : std::nullopt;
    }
    if (connection.replaceable && MakesSuperfluous(ack, (*connection.replaceable)->ack))
    {
        return (*connection.replaceable)->item;
    }
    return {};
}

template <typename Item>
std::optional<Item>
AckSuppression<Item>::Push(const TcpPacket& packet, const TcpAck& ack, Item item, Clock now)
{
    if (packet.kind != TcpPacketKind::PURE_ACK)
    {
        // Packets without TCP have no flags, and no connection.
        Connection* connection = packet.flags ? Find(packet.flow) : nullptr;
        if (connection)
        {
            Close(*connection);
            // A pure ACK that repeats this number may be the first of several duplicates, and one
            // behind a closed window opens it. Without the flag the field has no meaning (RFC 9293,
            // 3.1).
            if ((packet.flags & TCP_FLAG_ACK) &&
                IsOnward(packet.acknowledgment, connection->latest.acknowledgment))
            {
                connection->latest.acknowledgment = packet.acknowledgment;
                connection->latest.window = packet.window;
            }
        }
        Append(item, {}, nullptr);
        if (packet.flags & (TCP_FLAG_SYN | TCP_FLAG_FIN | TCP_FLAG_RST))
        {
            Forget(packet.flow);
        }
        return {};
    }
    const AckNews news = Judge(packet, ack);
    const auto superseded = FindSuperseded(packet, ack);
    Connection& connection = Remember(packet, ack, now);
    if (news != AckNews::NONE)
    {
        ++m_kept[static_cast<std::size_t>(news)];
        Close(connection);
        Append(item, ack, nullptr);
        return {};
    }
    ++connection.count;
    if (superseded)
    {
        return Suppress(connection, ack, item);
    }
    // An ACK that this one does not make superfluous leaves before it.
    Close(connection);
    connection.count = 1;
    if (m_settings.mode == AckSuppressionMode::REPLACE)
    {
        Append(item, ack, &connection);
    }
    else
    {
        Hold(connection, ack, item, now);
    }
    return {};
}

template <typename Item>
std::optional<Item>
AckSuppression<Item>::Suppress(Connection& connection, const TcpAck& ack, Item item)
{
    if (!connection.held)
    {
        Waiting& place = **connection.replaceable;
        place.ack = ack;
        return std::exchange(place.item, item);
    }
    const Item superseded = std::exchange(*connection.held, std::pair(item, ack)).first;
    if (m_settings.mode == AckSuppressionMode::HOLD && connection.count >= m_settings.ratio)
    {
        Release(connection);
    }
    return superseded;
}

template <typename Item>
void
AckSuppression<Item>::Hold(Connection& connection, const TcpAck& ack, Item item, Clock now)
{
    connection.held.emplace(item, ack);
    connection.due = m_due.emplace(now + m_settings.delay, &connection);
    const bool isEach = m_settings.mode == AckSuppressionMode::HOLD && m_settings.ratio == 1;
    if (isEach || m_settings.delay == Clock(0))
    {
        Release(connection);
    }
}

template <typename Item>
void
AckSuppression<Item>::Append(Item item, const TcpAck& ack, Connection* connection)
{
    m_queue.push_back({item, ack, connection});
    if (connection)
    {
        connection->replaceable = std::prev(m_queue.end());
    }
}

template <typename Item>
void
AckSuppression<Item>::Release(Connection& connection)
{
    if (!connection.held)
    {
        return;
    }
    // Every n-th ACK of HOLD leaves for good; that of DELAY may still be replaced.
    const auto [item, ack] = *connection.held;
    Append(item, ack, m_settings.mode == AckSuppressionMode::DELAY ? &connection : nullptr);
    connection.held.reset();
    m_due.erase(connection.due);
}

template <typename Item>
void
AckSuppression<Item>::Close(Connection& connection)
{
    Release(connection);
    if (connection.replaceable)
    {
        (*connection.replaceable)->connection = nullptr;
        connection.replaceable.reset();
    }
}

template <typename Item>
typename AckSuppression<Item>::Connection&
AckSuppression<Item>::Remember(const TcpPacket& packet, const TcpAck& ack, Clock now)
{
    const auto known = m_positions.find(packet.flow);
    if (known == m_positions.end())
    {
        // More than one if the maximum has become smaller.
        while (m_connections.size() >= m_settings.maxConnections)
        {
            Forget(TcpFlowId(m_connections.front().flow));
        }
        Connection& added = m_connections.emplace_back();
        added.flow = packet.flow;
        added.latest = ack;
        added.seen = now;
        m_positions[packet.flow] = std::prev(m_connections.end());
        return added;
    }
    Connection& connection = *known->second;
    // An ACK that was overtaken says nothing about the present. If no other ones come, they belong
    // to a later connection with the same ports, and the earlier one is forgotten.
    if (IsOnward(ack.acknowledgment, connection.latest.acknowledgment))
    {
        connection.latest = ack;
        connection.seen = now;
        m_connections.splice(m_connections.end(), m_connections, known->second);
    }
    return connection;
}

template <typename Item>
void
AckSuppression<Item>::Forget(const TcpFlowId& flow)
{
    const auto known = m_positions.find(flow);
    if (known != m_positions.end())
    {
        Close(*known->second);
        m_connections.erase(known->second);
        m_positions.erase(known);
    }
}

template <typename Item>
std::optional<Item>
AckSuppression<Item>::Select() const
{
    return m_queue.empty() ? std::nullopt : std::optional(m_queue.front().item);
}

template <typename Item>
std::optional<Item>
AckSuppression<Item>::Pop()
{
    const auto selected = Select();
    if (selected)
    {
        // An ACK that has left cannot be replaced.
        if (m_queue.front().connection)
        {
            m_queue.front().connection->replaceable.reset();
        }
        m_queue.pop_front();
    }
    return selected;
}

template <typename Item>
bool
AckSuppression<Item>::Advance(Clock now)
{
    bool isAny = false;
    while (!m_due.empty() && m_due.begin()->first <= now)
    {
        Release(*m_due.begin()->second);
        isAny = true;
    }
    while (!m_connections.empty() && now - m_connections.front().seen > m_settings.idleTimeout)
    {
        isAny |= m_connections.front().held.has_value();
        Forget(TcpFlowId(m_connections.front().flow));
    }
    return isAny;
}

template <typename Item>
std::optional<typename AckSuppression<Item>::Clock>
AckSuppression<Item>::GetNextDue() const
{
    return m_due.empty() ? std::nullopt : std::optional(m_due.begin()->first);
}

template <typename Item>
uint64_t
AckSuppression<Item>::GetKept(AckNews news) const
{
    return m_kept[static_cast<std::size_t>(news)];
}

template <typename Item>
std::size_t
AckSuppression<Item>::GetNConnections() const
{
    return m_connections.size();
}

} // namespace ns3

#endif // ACK_SUPPRESSION_H

// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_CONNECTION_ESTIMATOR_H
#define TCP_CONNECTION_ESTIMATOR_H

#include "tcp-packet-classifier.h"

#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Counts the TCP connections that move data in each direction, from what one side of a link sends:
 * at the Wi-Fi port of an access point, data packets are those of downlink connections and pure
 * ACKs those of uplink connections.
 *
 * A direction of a connection becomes active when it has made progress, that is, its sequence
 * number (or the acknowledgment number of its pure ACKs) has gone up, by ActiveBytes within
 * IdleTimeout. A bucket of ActiveBytes, which leaks as much in an IdleTimeout, decides: it is
 * filled by progress, makes the direction active when it is full, and ends that when it is empty.
 * Trickles and keep-alives thus never count, and a connection that pauses for less than IdleTimeout
 * still does. Retransmissions and duplicate ACKs are no progress, so that a connection whose
 * station is gone ceases to count while its sender still tries. SYN, FIN and RST end both
 * directions at once; what follows a FIN in the other direction must make progress anew.
 */
class TcpConnectionEstimator
{
  public:
    /// Time since any fixed instant.
    using Clock = std::chrono::nanoseconds;

    /// What counts as active, and how much is remembered.
    struct Settings
    {
        Clock idleTimeout{std::chrono::seconds(2)}; ///< longest pause in progress
        uint32_t activeBytes{4096}; ///< progress in that time of an active direction
        std::size_t maxFlows{1024}; ///< remembered; a new one replaces the idlest
    };

    /// Active connections.
    struct Counts
    {
        uint32_t downlink{0}; ///< that send data over the link
        uint32_t uplink{0};   ///< whose ACKs are sent over the link

        bool operator==(const Counts&) const = default;
    };

    /// @param settings from now on; all that is remembered is forgotten
    void Start(const Settings& settings);
    /**
     * A packet is offered to the link.
     * @param packet classified
     * @param now not before the last one
     */
    void Observe(const TcpPacket& packet, Clock now);
    /**
     * A packet that was offered before is sent over the link.
     * @param packet classified
     * @return bytes that it acknowledges beyond all packets of its flow that were sent, and those
     * by which what waits behind it is more than ever before; 0 if no pure ACK of the flow is
     * remembered
     */
    uint32_t Carry(const TcpPacket& packet);
    /// Forget what has made no progress for too long. @param now not before the last packet
    void Expire(Clock now);
    /// @return active connections at the last Observe() or Expire()
    Counts GetCounts() const;
    /// @return flows remembered, active or not
    std::size_t GetNFlows() const;

  private:
    /// What makes progress: the data that a flow's sender sends, or that which it acknowledges.
    struct Key
    {
        TcpFlowId flow;  ///< direction of the packets
        bool isDownlink; ///< its data; otherwise its pure ACKs

        bool operator==(const Key&) const = default;
    };

    /// For a hash table.
    struct KeyHash
    {
        /// @param key of a flow @return its hash
        std::size_t operator()(const Key& key) const;
    };

    /// A flow and its progress.
    struct Flow
    {
        Key key;        ///< which
        uint32_t next;  ///< sequence or acknowledgment number up to which it has come
        uint32_t sent;  ///< acknowledgment number up to which the flow's packets were sent
        uint32_t ahead; ///< most bytes that waited to be acknowledged when one of them was sent
        double level;   ///< of the bucket, bytes, when it last made progress
        bool isActive;  ///< the bucket has been full and not been empty since
        Clock progress; ///< when it last made progress, or when it was first seen
    };

    /// By key, and in the order of their last progress.
    using Flows = boost::multi_index_container<
        Flow,
        boost::multi_index::indexed_by<
            boost::multi_index::hashed_unique<boost::multi_index::member<Flow, Key, &Flow::key>,
                                              KeyHash>,
            boost::multi_index::sequenced<>>>;

    void Follow(const Key& key, uint32_t next, Clock now);
    void Remember(const Key& key, uint32_t next, Clock now);
    void Forget(const Key& key);
    void ForgetIdlest();
    void Count(const Flow& flow, int change);
    void Fill(Flow& flow, uint32_t bytes, Clock now) const;

    Settings m_settings; ///< as given
    Flows m_flows;       ///< remembered
    Counts m_counts;     ///< of the active ones in m_flows
};

} // namespace ns3

#endif // TCP_CONNECTION_ESTIMATOR_H

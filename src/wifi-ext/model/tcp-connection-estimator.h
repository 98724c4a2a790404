// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_CONNECTION_ESTIMATOR_H
#define TCP_CONNECTION_ESTIMATOR_H

#include "tcp-packet-classifier.h"

#include <array>
#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Counts the TCP connections that move data in each direction. It observes one side of a link: at
 * the Wi-Fi port of an access point, data packets belong to downlink connections and pure ACKs to
 * uplink connections.
 *
 * A direction of a connection makes progress when its sequence number, or the acknowledgment number
 * of its pure ACKs, increases. It becomes active with a progress of ActiveBytes within IdleTimeout.
 * A leaky bucket decides: progress fills it, it holds ActiveBytes, and it leaks ActiveBytes in an
 * IdleTimeout. The direction becomes active when the bucket is full and inactive when it is empty.
 * Trickles and keep-alives therefore never count, and a connection that pauses for less than
 * IdleTimeout still counts. Retransmissions and duplicate ACKs are no progress, so a connection
 * whose station is gone ceases to count although its sender still tries. SYN, FIN and RST end both
 * directions at once; a direction that continues after a FIN of the other must make progress again.
 *
 * A short connection counts for up to IdleTimeout after its last packet. It is therefore a guest
 * until it has been active for an IdleTimeout, and after a FIN until it is forgotten: a scheduler
 * can keep what it grants to guests for their packets alone.
 * A flow is one kind of progress of one direction, so that a connection may have up to four. Order
 * of use: Start(); Observe() when a packet is offered to the link, Carry() when it is sent. Each
 * call takes constant time on average, and the memory is bounded by Settings::maxFlows. Opaque
 * transports, such as QUIC, are handled by GoodputShares.
 */
class TcpConnectionEstimator
{
  public:
    /// Time since any fixed instant, ns.
    using Clock = std::chrono::nanoseconds;

    /// Threshold of activity, and bound of the memory.
    struct Settings
    {
        Clock idleTimeout{std::chrono::seconds(2)}; ///< longest pause in progress, more than 0
        uint32_t activeBytes{4096}; ///< progress within the timeout that makes a direction active
        std::size_t maxFlows{1024}; ///< maximum number of flows, 1 or more; a new one replaces the
                                    ///< idlest
    };

    /// Numbers of connections.
    struct Counts
    {
        uint32_t downlink{0}; ///< connections that send data over the link
        uint32_t uplink{0};   ///< connections whose ACKs are sent over the link

        /// @return whether both have the same numbers in each direction
        bool operator==(const Counts&) const = default;
    };

    /// Forget all flows.
    /// @param settings in force from now on
    void Start(const Settings& settings);
    /**
     * Take note of a packet that is offered to the link. Expire() is called first. SYN and RST make
     * the flows of the packet's direction forgotten; FIN ends them. Fragments and packets without
     * TCP are ignored.
     * @param packet classified
     * @param now not before that of an earlier call
     */
    void Observe(const TcpPacket& packet, Clock now);
    /**
     * Take note of a packet that was offered before and is now sent over the link.
     * @param packet classified
     * @return number of bytes that it acknowledges beyond all packets of its flow sent before, plus
     * the growth of the largest number of bytes that the waiting packets of the flow still
     * acknowledge; none if this is unknown, because the flow is not remembered or the packet is the
     * first one of it that is sent
     */
    std::optional<uint32_t> Carry(const TcpPacket& packet);
    /**
     * @param packet classified
     * @return whether its flow is or was active and is remembered; a pure ACK belongs to the flow
     * of ACKs, any other packet to that of data
     */
    bool IsKnown(const TcpPacket& packet) const;
    /**
     * @param packet classified
     * @return whether it belongs to a guest, see the class
     */
    bool IsGuest(const TcpPacket& packet) const;
    /**
     * Forget the flows without progress for IdleTimeout. No active flow is among them.
     * @param now not before the last packet
     */
    void Expire(Clock now);
    /// @return numbers of active connections at the last Observe() or Expire()
    Counts GetCounts() const;
    /// @return how many of the active connections are no guests
    Counts GetLasting() const;
    /// @return numbers of guests, active or ended, at the last Observe() or Expire()
    Counts GetGuests() const;
    /// @return number of flows remembered, active or not
    std::size_t GetNFlows() const;

  private:
    /// One kind of progress of a flow: the data that its sender sends or acknowledges.
    struct Key
    {
        TcpFlowId flow;  ///< direction of the packets
        bool isDownlink; ///< progress of its data; otherwise of its pure ACKs

        /// @return whether both are of the same flow and kind of progress
        bool operator==(const Key&) const = default;
    };

    /// For a hash table.
    struct KeyHash
    {
        /// @param key of a flow
        /// @return its hash
        std::size_t operator()(const Key& key) const;
    };

    /// Stage in the life of a flow.
    enum class Stage : uint8_t
    {
        IDLE,    ///< not active
        YOUNG,   ///< active for less than an IdleTimeout: a guest
        LASTING, ///< active for longer
        ENDED,   ///< was active until a FIN: a guest
        STAGES,  ///< number of stages
    };

    /// A flow and its progress.
    struct Flow
    {
        Key key;                  ///< identity
        uint32_t next;            ///< highest sequence or acknowledgment number offered
        uint32_t sent;            ///< highest acknowledgment number sent over the link
        uint32_t ahead{0};        ///< maximum of next - sent when a packet was sent, bytes
        bool hasSent{false};      ///< a packet of it was sent over the link
        double level{0};          ///< of the bucket at the last progress, bytes
        Stage stage{Stage::IDLE}; ///< active: the bucket has been full and not been empty since
        Clock active{};           ///< instant at which it became active
        Clock progress;           ///< instant of the last progress, or of the first packet
    };

    /// Indexed by key, and in the order of their last progress.
    using Flows = boost::multi_index_container<
        Flow,
        boost::multi_index::indexed_by<
            boost::multi_index::hashed_unique<boost::multi_index::member<Flow, Key, &Flow::key>,
                                              KeyHash>,
            boost::multi_index::sequenced<>>>;

    /**
     * Count a packet's progress. Retransmissions and duplicate ACKs make none.
     * @param key of its flow, which is remembered if it is new
     * @param next sequence number after its data, or its acknowledgment number; numbers wrap
     * @param now instant
     */
    void Follow(const Key& key, uint32_t next, Clock now);
    /**
     * @param key of a new flow, which begins with an empty bucket
     * @param next its first number
     * @param now instant
     */
    void Remember(const Key& key, uint32_t next, Clock now);
    /**
     * A FIN has come: packets of the flow may still wait, so it is remembered as a guest if it was
     * active.
     * @param key of the flow; nothing happens if it is not remembered
     */
    void End(const Key& key);
    /// @param key of a flow; nothing happens if it is not remembered
    void Forget(const Key& key);
    /// Forget the flow whose last progress is the oldest. There must be one.
    void ForgetIdlest();
    /**
     * @param key tells the direction
     * @param stage a stage
     * @return the count of flows in this stage and direction
     */
    uint32_t& At(const Key& key, Stage stage);
    /**
     * @param first a stage
     * @param second another stage
     * @return numbers of flows in both
     */
    Counts Sum(Stage first, Stage second) const;
    /**
     * Add progress to the bucket, which has leaked since the last progress, and find the stage.
     * @param flow that makes progress
     * @param bytes of progress
     * @param now instant
     */
    void Fill(Flow& flow, uint32_t bytes, Clock now) const;
    /**
     * @param packet classified
     * @return stage of its flow; IDLE if it is not remembered
     */
    Stage GetStage(const TcpPacket& packet) const;

    Settings m_settings; ///< see Start
    Flows m_flows;       ///< all flows that are remembered
    std::array<Counts, static_cast<std::size_t>(Stage::STAGES)> m_counts; ///< by stage, of m_flows
};

} // namespace ns3

#endif // TCP_CONNECTION_ESTIMATOR_H

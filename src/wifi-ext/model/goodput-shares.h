// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GOODPUT_SHARES_H
#define GOODPUT_SHARES_H

#include "tcp-connection-estimator.h"
#include "tcp-packet-classifier.h"
#include "weighted-round-robin.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Shares of a link that give each TCP connection the same goodput: which connections there are, how
 * many bytes a turn of downlink data (queue 0) and of the ACKs of uploads (queue 1) is worth, and
 * what each packet costs of it. A data packet costs its payload, and an ACK the bytes that it
 * allows its receiver to send: see the chapter on the round robin, "Cost of packets".
 *
 * Packets of encrypted transports reveal neither ACKs nor data. The caller decides which of them
 * are short enough to be ACKs; these count as one upload.
 */
class GoodputShares
{
  public:
    /// Largest cost of an ACK, bytes. It exceeds a large window divided by the number of a
    /// connection's ACKs that wait, and bounds the debt of their queue.
    static constexpr uint32_t MAX_ACK_COST = 1U << 20;
    /// Goodput of a short opaque packet, bytes: a QUIC receiver acknowledges each second packet,
    /// and each has at least 1200 bytes (RFC 9000, 13.2.2 and 14.1).
    static constexpr uint32_t OPAQUE_ACK_COST = 2400;

    /// Numbers of connections in both directions.
    using Counts = TcpConnectionEstimator::Counts;
    /// Time since any fixed instant.
    using Clock = TcpConnectionEstimator::Clock;

    /// What a turn gives each queue, bytes.
    struct Turns
    {
        WeightedRoundRobin::Costs own;    ///< for all packets
        WeightedRoundRobin::Costs guests; ///< for packets of guests alone
    };

    /// What a packet costs.
    struct Cost
    {
        uint32_t bytes; ///< of goodput
        bool isGuest;   ///< whether its connection is a guest, see TcpConnectionEstimator
    };

    /// Forget all connections.
    /// @param settings in force from now on
    void Start(const TcpConnectionEstimator::Settings& settings);

    /// @name Packets that are offered to the link
    /// @{
    /**
     * Call it for each packet, whether or not the link has room for it.
     * @param packet classified
     * @param now not before that of an earlier call
     */
    void Observe(const TcpPacket& packet, Clock now);
    /// A short opaque packet is offered.
    /// @param now not before that of an earlier call
    void ObserveOpaqueAck(Clock now);
    /// @}

    /// @name Packets that are sent over the link
    /// @{
    /**
     * How many bytes an ACK newly acknowledges is settled only when it is sent: until then, ACKs
     * before it may be displaced. A packet costs at least the length of its headers, or of itself
     * if it is an ACK, so that a turn never sends thousands of tiny ones.
     * @param packet classified, offered before
     * @param size with its IP header, bytes
     * @param unknown cost of an ACK that acknowledges an unknown number of bytes
     * @return what it costs; an ACK at most MAX_ACK_COST
     */
    Cost Carry(const TcpPacket& packet, uint32_t size, uint32_t unknown);
    /// @return what a short opaque packet costs
    Cost CarryOpaqueAck() const;
    /// @}

    /// @param packet classified
    /// @return whether its connection has shown progress and is remembered
    bool IsKnown(const TcpPacket& packet) const;
    /// @return numbers of active connections at the last packet offered
    Counts GetActive() const;
    /// @return numbers of guests among them, or ended, at the last packet offered
    Counts GetGuests() const;
    /// @return the active connections of each direction, at least 1: a queue without any serves its
    /// other packets
    Counts GetWeights() const;
    /// @param quantum bytes of one connection
    /// @return what a turn gives
    Turns GetTurns(uint32_t quantum) const;
    /// @return number of flows remembered, active or not
    std::size_t GetNFlows() const;

  private:
    /**
     * @return the next ACK of the upload that stands for all short opaque packets, which cannot be
     * distinguished
     */
    TcpPacket MakeOpaqueUpload() const;

    TcpConnectionEstimator m_estimator; ///< of active connections
    uint32_t m_opaqueAcknowledged{0};   ///< bytes, by all short opaque packets
};

} // namespace ns3

#endif // GOODPUT_SHARES_H

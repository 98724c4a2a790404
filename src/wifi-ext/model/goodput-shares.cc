// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "goodput-shares.h"

#include <algorithm>

namespace ns3
{

void
GoodputShares::Start(const TcpConnectionEstimator::Settings& settings)
{
    m_estimator.Start(settings);
}

void
GoodputShares::Observe(const TcpPacket& packet, Clock now)
{
    m_estimator.Observe(packet, now);
}

void
GoodputShares::ObserveOpaqueAck(Clock now)
{
    m_opaqueAcknowledged += OPAQUE_ACK_COST;
    m_estimator.Observe(MakeOpaqueUpload(), now);
}

// The connections of opaque packets cannot be distinguished, so the estimator treats them as one.
TcpPacket
GoodputShares::MakeOpaqueUpload() const
{
    return {.kind = TcpPacketKind::PURE_ACK,
            .flags = TCP_FLAG_ACK,
            .acknowledgment = m_opaqueAcknowledged};
}

GoodputShares::Cost
GoodputShares::Carry(const TcpPacket& packet, uint32_t size, uint32_t unknown)
{
    const auto acknowledged = m_estimator.Carry(packet);
    const bool isGuest = m_estimator.IsGuest(packet);
    // An ACK allows its receiver to send as many new bytes as it newly acknowledges, so the ACK
    // class pays for these bytes, or for a packet if their number is unknown. An ACK that
    // acknowledges fewer costs its length.
    if (packet.kind == TcpPacketKind::PURE_ACK)
    {
        return {std::max(size, std::min(acknowledged.value_or(unknown), MAX_ACK_COST)), isGuest};
    }
    // Segments of a few bytes cost at least their headers: otherwise a turn could send thousands of
    // them.
    return {std::max(packet.payload, size - std::min(packet.payload, size)), isGuest};
}

GoodputShares::Cost
GoodputShares::CarryOpaqueAck() const
{
    return {OPAQUE_ACK_COST, m_estimator.IsGuest(MakeOpaqueUpload())};
}

bool
GoodputShares::IsKnown(const TcpPacket& packet) const
{
    return m_estimator.IsKnown(packet);
}

GoodputShares::Counts
GoodputShares::GetActive() const
{
    return m_estimator.GetCounts();
}

GoodputShares::Counts
GoodputShares::GetGuests() const
{
    return m_estimator.GetGuests();
}

GoodputShares::Counts
GoodputShares::GetWeights() const
{
    const Counts active = GetActive();
    return {std::max(active.downlink, 1U), std::max(active.uplink, 1U)};
}

// What a guest leaves of its share would go to the lasting connections of its class. Where there is
// none, the whole weight is the credit.
GoodputShares::Turns
GoodputShares::GetTurns(uint32_t quantum) const
{
    const Counts weights = GetWeights();
    const Counts lasting = m_estimator.GetLasting();
    const Counts guests = GetGuests();
    const auto getOwn = [quantum](uint32_t weight, uint32_t remaining) {
        return (remaining > 0 ? remaining : weight) * quantum;
    };
    const auto getGuests = [quantum](uint32_t remaining, uint32_t passing) {
        return remaining > 0 ? passing * quantum : 0;
    };
    return {
        {getOwn(weights.downlink, lasting.downlink), getOwn(weights.uplink, lasting.uplink)},
        {getGuests(lasting.downlink, guests.downlink), getGuests(lasting.uplink, guests.uplink)}};
}

std::size_t
GoodputShares::GetNFlows() const
{
    return m_estimator.GetNFlows();
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-connection-estimator.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>

namespace ns3
{

std::size_t
TcpConnectionEstimator::KeyHash::operator()(const Key& key) const
{
    std::size_t seed = key.isDownlink;
    // boost::hash<TcpFlowId> would derive from what the library of g++ 12 calls deprecated.
    boost::hash_combine(seed, hash_value(key.flow));
    return seed;
}

void
TcpConnectionEstimator::Start(const Settings& settings)
{
    m_settings = settings;
    m_flows.clear();
    m_counts = {};
}

void
TcpConnectionEstimator::Observe(const TcpPacket& packet, Clock now)
{
    Expire(now);
    // A SYN begins another connection with these ports, FIN and RST end the one that there is.
    if (packet.flags & (TCP_FLAG_SYN | TCP_FLAG_RST))
    {
        Forget({packet.flow, true});
        Forget({packet.flow, false});
    }
    else if (packet.flags & TCP_FLAG_FIN)
    {
        End({packet.flow, true});
        End({packet.flow, false});
    }
    else if (packet.kind == TcpPacketKind::PURE_ACK)
    {
        Follow({packet.flow, false}, packet.acknowledgment, now);
    }
    // Fragments and packets without TCP have no flags.
    else if (packet.flags != 0)
    {
        Follow({packet.flow, true}, packet.sequence + packet.payload, now);
    }
}

void
TcpConnectionEstimator::Follow(const Key& key, uint32_t next, Clock now)
{
    const auto flow = m_flows.find(key);
    if (flow == m_flows.end())
    {
        Remember(key, next, now);
        return;
    }
    // Sequence numbers wrap, so their difference has a sign. A retransmission or a duplicate ACK
    // makes no progress.
    const auto advance = static_cast<int32_t>(next - flow->next);
    if (advance <= 0)
    {
        return;
    }
    const Stage before = flow->stage;
    m_flows.modify(flow, [this, next, advance, now](Flow& changed) {
        changed.next = next;
        Fill(changed, static_cast<uint32_t>(advance), now);
    });
    auto& order = m_flows.get<1>();
    order.relocate(order.end(), m_flows.project<1>(flow));
    --At(key, before);
    ++At(key, flow->stage);
}

// Pure ACKs and data packets of the same direction acknowledge the data of an upload.
std::optional<uint32_t>
TcpConnectionEstimator::Carry(const TcpPacket& packet)
{
    const auto flow = m_flows.find(Key{packet.flow, false});
    if (flow == m_flows.end() || !(packet.flags & TCP_FLAG_ACK))
    {
        return {};
    }
    const auto beyond = static_cast<int32_t>(packet.acknowledgment - flow->next);
    if (packet.kind == TcpPacketKind::PURE_ACK && beyond > 0)
    {
        // This ACK was offered before the flow was remembered, by an earlier connection with the
        // same ports.
        return {};
    }
    // The difference is negative for an ACK that waited while a later one was sent, or that was
    // offered before its flow was remembered.
    const auto released = std::max(static_cast<int32_t>(packet.acknowledgment - flow->sent), 0);
    const uint32_t sent = flow->sent + released;
    // The window of the upload that its waiting ACKs hold back. It is negative if data of the same
    // direction has acknowledged more than any pure ACK.
    const auto waiting = std::max(static_cast<int32_t>(flow->next - sent), 0);
    const uint32_t ahead = std::max(static_cast<uint32_t>(waiting), flow->ahead);
    const uint32_t grown = ahead - flow->ahead;
    const bool isFirst = !flow->hasSent;
    m_flows.modify(flow, [sent, ahead](Flow& changed) {
        changed.sent = sent;
        changed.ahead = ahead;
        changed.hasSent = true;
    });
    return isFirst && released + grown == 0 ? std::nullopt : std::optional(released + grown);
}

// The bucket leaks continuously; its level is computed when progress fills it.
void
TcpConnectionEstimator::Fill(Flow& flow, uint32_t bytes, Clock now) const
{
    const double most = m_settings.activeBytes;
    const std::chrono::duration<double> pause = now - flow.progress;
    const std::chrono::duration<double> timeout = m_settings.idleTimeout;
    const double left = std::max(flow.level - most * (pause / timeout), 0.0);
    flow.level = std::min(left + bytes, most);
    flow.progress = now;
    // Full: active. Empty before this progress: no longer active. In between nothing changes.
    const bool wasActive = (flow.stage == Stage::YOUNG || flow.stage == Stage::LASTING) && left > 0;
    if (!wasActive && flow.level == most)
    {
        flow.stage = Stage::YOUNG;
        flow.active = now;
    }
    else if (wasActive && now - flow.active >= m_settings.idleTimeout)
    {
        flow.stage = Stage::LASTING;
    }
    else if (!wasActive && flow.stage != Stage::ENDED)
    {
        flow.stage = Stage::IDLE;
    }
}

// A new flow begins with an empty bucket: its first packet shows a number, but no progress.
void
TcpConnectionEstimator::Remember(const Key& key, uint32_t next, Clock now)
{
    if (m_flows.size() >= m_settings.maxFlows)
    {
        ForgetIdlest();
    }
    m_flows.get<1>().push_back({.key = key, .next = next, .sent = next, .progress = now});
    ++At(key, Stage::IDLE);
}

// Packets of the connection still wait, and a half of it may go on.
void
TcpConnectionEstimator::End(const Key& key)
{
    const auto flow = m_flows.find(key);
    if (flow == m_flows.end())
    {
        return;
    }
    const Stage before = flow->stage;
    m_flows.modify(flow, [](Flow& changed) {
        changed.level = 0;
        changed.stage = changed.stage == Stage::IDLE ? Stage::IDLE : Stage::ENDED;
    });
    --At(key, before);
    ++At(key, flow->stage);
}

void
TcpConnectionEstimator::Forget(const Key& key)
{
    const auto flow = m_flows.find(key);
    if (flow != m_flows.end())
    {
        --At(key, flow->stage);
        m_flows.erase(flow);
    }
}

// The sequenced index is in the order of the last progress, so the idlest flow is the first one.
void
TcpConnectionEstimator::ForgetIdlest()
{
    auto& order = m_flows.get<1>();
    --At(order.front().key, order.front().stage);
    order.pop_front();
}

// A bucket is empty after an IdleTimeout without progress, so an expired flow cannot be active for
// longer than that.
void
TcpConnectionEstimator::Expire(Clock now)
{
    while (!m_flows.empty() && now - m_flows.get<1>().front().progress > m_settings.idleTimeout)
    {
        ForgetIdlest();
    }
}

uint32_t&
TcpConnectionEstimator::At(const Key& key, Stage stage)
{
    Counts& counts = m_counts.at(static_cast<std::size_t>(stage));
    return key.isDownlink ? counts.downlink : counts.uplink;
}

TcpConnectionEstimator::Counts
TcpConnectionEstimator::Sum(Stage first, Stage second) const
{
    const Counts& a = m_counts.at(static_cast<std::size_t>(first));
    const Counts& b = m_counts.at(static_cast<std::size_t>(second));
    return {a.downlink + b.downlink, a.uplink + b.uplink};
}

TcpConnectionEstimator::Counts
TcpConnectionEstimator::GetCounts() const
{
    return Sum(Stage::YOUNG, Stage::LASTING);
}

TcpConnectionEstimator::Counts
TcpConnectionEstimator::GetLasting() const
{
    return m_counts.at(static_cast<std::size_t>(Stage::LASTING));
}

TcpConnectionEstimator::Counts
TcpConnectionEstimator::GetGuests() const
{
    return Sum(Stage::YOUNG, Stage::ENDED);
}

TcpConnectionEstimator::Stage
TcpConnectionEstimator::GetStage(const TcpPacket& packet) const
{
    const auto flow = m_flows.find(Key{packet.flow, packet.kind != TcpPacketKind::PURE_ACK});
    return flow == m_flows.end() ? Stage::IDLE : flow->stage;
}

bool
TcpConnectionEstimator::IsKnown(const TcpPacket& packet) const
{
    return GetStage(packet) != Stage::IDLE;
}

bool
TcpConnectionEstimator::IsGuest(const TcpPacket& packet) const
{
    const Stage stage = GetStage(packet);
    return stage == Stage::YOUNG || stage == Stage::ENDED;
}

std::size_t
TcpConnectionEstimator::GetNFlows() const
{
    return m_flows.size();
}

} // namespace ns3

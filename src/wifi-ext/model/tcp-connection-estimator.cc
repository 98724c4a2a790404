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
    if (packet.flags & (TCP_FLAG_SYN | TCP_FLAG_FIN | TCP_FLAG_RST))
    {
        Forget({packet.flow, true});
        Forget({packet.flow, false});
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
    const bool wasActive = flow->isActive;
    m_flows.modify(flow, [this, next, advance, now](Flow& changed) {
        changed.next = next;
        Fill(changed, static_cast<uint32_t>(advance), now);
    });
    auto& order = m_flows.get<1>();
    order.relocate(order.end(), m_flows.project<1>(flow));
    Count(*flow, flow->isActive - wasActive);
}

// Pure ACKs and data packets of the same direction acknowledge the data of an upload.
uint32_t
TcpConnectionEstimator::Carry(const TcpPacket& packet)
{
    const auto flow = m_flows.find(Key{packet.flow, false});
    if (flow == m_flows.end() || !(packet.flags & TCP_FLAG_ACK))
    {
        return 0;
    }
    const auto beyond = static_cast<int32_t>(packet.acknowledgment - flow->next);
    if (packet.kind == TcpPacketKind::PURE_ACK && beyond > 0)
    {
        // This ACK was offered before the flow was remembered, by an earlier connection with the
        // same ports.
        return 0;
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
    m_flows.modify(flow, [sent, ahead](Flow& changed) {
        changed.sent = sent;
        changed.ahead = ahead;
    });
    return released + grown;
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
    // Full: active. Empty before this progress: no longer active. In between nothing changes.
    flow.isActive = flow.level == most || (flow.isActive && left > 0);
    flow.progress = now;
}

// A new flow begins with an empty bucket: its first packet shows a number, but no progress.
void
TcpConnectionEstimator::Remember(const Key& key, uint32_t next, Clock now)
{
    if (m_flows.size() >= m_settings.maxFlows)
    {
        ForgetIdlest();
    }
    m_flows.get<1>().push_back({key, next, next, 0, 0, false, now});
}

void
TcpConnectionEstimator::Forget(const Key& key)
{
    const auto flow = m_flows.find(key);
    if (flow != m_flows.end())
    {
        Count(*flow, -static_cast<int>(flow->isActive));
        m_flows.erase(flow);
    }
}

// The sequenced index is in the order of the last progress, so the idlest flow is the first one.
void
TcpConnectionEstimator::ForgetIdlest()
{
    auto& order = m_flows.get<1>();
    Count(order.front(), -static_cast<int>(order.front().isActive));
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

void
TcpConnectionEstimator::Count(const Flow& flow, int change)
{
    (flow.key.isDownlink ? m_counts.downlink : m_counts.uplink) += change;
}

TcpConnectionEstimator::Counts
TcpConnectionEstimator::GetCounts() const
{
    return m_counts;
}

std::size_t
TcpConnectionEstimator::GetNFlows() const
{
    return m_flows.size();
}

} // namespace ns3

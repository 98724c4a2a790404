// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-connection-estimator.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <cmath>
#include <numeric>

namespace ns3
{

std::size_t
TcpConnectionEstimator::KeyHash::operator()(const Key& key) const
{
    std::size_t seed = key.isDownlink;
    boost::hash_combine(seed, key.flow.source[0]);
    boost::hash_combine(seed, key.flow.source[1]);
    boost::hash_combine(seed, key.flow.destination[0]);
    boost::hash_combine(seed, key.flow.destination[1]);
    boost::hash_combine(seed, key.flow.sourcePort << 16 | key.flow.destinationPort);
    return seed;
}

void
TcpConnectionEstimator::Start(const Settings& settings)
{
    m_settings = settings;
    m_flows.clear();
    m_counts = {};
}

TcpConnectionEstimator::Progress
TcpConnectionEstimator::Observe(const TcpPacket& packet, Clock now)
{
    Expire(now);
    if (packet.flags & (TCP_FLAG_SYN | TCP_FLAG_FIN | TCP_FLAG_RST))
    {
        Forget({packet.flow, true});
        Forget({packet.flow, false});
    }
    else if (packet.kind == TcpPacketKind::PURE_ACK)
    {
        return Follow({packet.flow, false}, packet.acknowledgment, now);
    }
    else if (packet.flags != 0)
    {
        return Follow({packet.flow, true}, packet.sequence + packet.payload, now);
    }
    return {};
}

TcpConnectionEstimator::Progress
TcpConnectionEstimator::Follow(const Key& key, uint32_t next, Clock now)
{
    const auto flow = m_flows.find(key);
    if (flow == m_flows.end())
    {
        Remember(key, next, now);
        return {};
    }
    // Sequence numbers wrap.
    const auto advance = static_cast<int32_t>(next - flow->next);
    if (advance <= 0)
    {
        return {0, flow->isActive};
    }
    const bool wasActive = flow->isActive;
    m_flows.modify(flow, [this, next, advance, now](Flow& changed) {
        changed.next = next;
        Fill(changed, static_cast<uint32_t>(advance), now);
    });
    auto& order = m_flows.get<1>();
    order.relocate(order.end(), m_flows.project<1>(flow));
    Count(*flow, flow->isActive - wasActive);
    return {static_cast<uint32_t>(advance), flow->isActive};
}

void
TcpConnectionEstimator::Fill(Flow& flow, uint32_t bytes, Clock now) const
{
    const double most = m_settings.activeBytes;
    const std::chrono::duration<double> pause = now - flow.progress;
    const std::chrono::duration<double> timeout = m_settings.idleTimeout;
    const double left = std::max(flow.level - most * (pause / timeout), 0.0);
    flow.level = std::min(left + bytes, most);
    flow.isActive = flow.level == most || (flow.isActive && left > 0);
    flow.progress = now;
}

void
TcpConnectionEstimator::Remember(const Key& key, uint32_t next, Clock now)
{
    if (m_flows.size() >= m_settings.maxFlows)
    {
        ForgetIdlest();
    }
    m_flows.get<1>().push_back({key, next, 0, false, now});
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

void
TcpConnectionEstimator::ForgetIdlest()
{
    auto& order = m_flows.get<1>();
    Count(order.front(), -static_cast<int>(order.front().isActive));
    order.pop_front();
}

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

AckDataWeights
GetFairWeights(const TcpConnectionEstimator::Counts& counts, double segmentsPerAck)
{
    constexpr uint32_t PARTS = 64;
    const double down = std::max(counts.downlink, 1U);
    const double up = std::max(counts.uplink, 1U);
    const double ratio = segmentsPerAck * down / up;
    const auto larger = static_cast<uint32_t>(std::lround(PARTS * std::max(ratio, 1 / ratio)));
    const uint32_t divisor = std::gcd(larger, PARTS);
    const AckDataWeights weights{larger / divisor, PARTS / divisor};
    return ratio < 1 ? AckDataWeights{weights.ack, weights.data} : weights;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-queue-disc.h"

#include "pure-ack-queue.h"
#include "queue-disc-item-classifier.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckDataWrrQueueDisc");

namespace
{

/// @return the present time, as the estimator counts it
TcpConnectionEstimator::Clock
GetNow()
{
    return std::chrono::nanoseconds(Simulator::Now().GetNanoSeconds());
}

std::size_t
GetIndex(AckDataWrrQueueDisc::TrafficClass trafficClass)
{
    return static_cast<std::size_t>(trafficClass);
}

} // namespace

AckDataWrrQueueDisc::AckDataWrrQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
    NS_LOG_FUNCTION(this);
}

AckDataWrrQueueDisc::~AckDataWrrQueueDisc()
{
    NS_LOG_FUNCTION(this);
}

AckDataWrrQueueDisc::TrafficClass
AckDataWrrQueueDisc::GetClass(TcpPacketKind kind) const
{
    switch (kind)
    {
    case TcpPacketKind::PURE_ACK:
        return TrafficClass::ACK;
    case TcpPacketKind::OTHER:
        return m_otherClass;
    default:
        return TrafficClass::DATA;
    }
}

bool
AckDataWrrQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const uint32_t size = item->GetSize();
    const TcpPacket packet = ClassifyItem(*item, size);
    ++m_received[static_cast<std::size_t>(packet.kind)];
    const bool isOpaqueAck = packet.isOpaque && size <= m_opaqueAckSize;
    const TrafficClass trafficClass = isOpaqueAck ? TrafficClass::ACK : GetClass(packet.kind);
    ClassStatistics& statistics = m_statistics[GetIndex(trafficClass)];
    if (m_isAdaptive)
    {
        Adapt(packet);
    }
    ++statistics.receivedPackets;
    statistics.receivedBytes += size;
    const char* exceeded = FindExceededLimit(trafficClass, size);
    if (exceeded && packet.kind == TcpPacketKind::PURE_ACK && CanDisplaceAcks(size))
    {
        DisplaceAcks(packet, size);
        exceeded = nullptr;
    }
    if (exceeded)
    {
        ++statistics.droppedPackets;
        statistics.droppedBytes += size;
        DropBeforeEnqueue(item, exceeded);
        return false;
    }
    if (m_acks && trafficClass == TrafficClass::ACK)
    {
        return m_acks->EnqueueClassified(item, packet);
    }
    return m_queues[GetIndex(trafficClass)]->Enqueue(item);
}

bool
AckDataWrrQueueDisc::CanDisplaceAcks(uint32_t bytes) const
{
    if (!m_acks)
    {
        return false;
    }
    // Only pure ACKs give way.
    const auto acks = m_acks->GetPureAcks();
    Occupancy withoutAcks = GetOccupancy(TrafficClass::ACK);
    withoutAcks.packets -= acks.packets;
    withoutAcks.bytes -= acks.bytes;
    return withoutAcks.HasRoom(bytes);
}

void
AckDataWrrQueueDisc::DisplaceAcks(const TcpPacket& packet, uint32_t bytes)
{
    ClassStatistics& statistics = m_statistics[GetIndex(TrafficClass::ACK)];
    while (const char* exceeded = FindExceededLimit(TrafficClass::ACK, bytes))
    {
        const auto displaced = m_acks->Displace(packet);
        NS_ASSERT_MSG(displaced, "CanDisplaceAcks() has found ACKs that are not there");
        ++statistics.droppedPackets;
        statistics.droppedBytes += displaced->GetSize();
        DropAfterDequeue(displaced, exceeded);
    }
}

bool
AckDataWrrQueueDisc::Occupancy::HasRoom(uint32_t packetSize) const
{
    const bool inPackets = limit.GetUnit() == QueueSizeUnit::PACKETS;
    return (inPackets ? uint64_t{packets} + 1 : uint64_t{bytes} + packetSize) <= limit.GetValue();
}

AckDataWrrQueueDisc::Occupancy
AckDataWrrQueueDisc::GetOccupancy(TrafficClass trafficClass) const
{
    if (m_limitMode == LimitMode::SHARED)
    {
        return {GetMaxSize(), GetNPackets(), GetNBytes()};
    }
    const std::size_t index = GetIndex(trafficClass);
    return {m_classSizes[index], m_queues[index]->GetNPackets(), m_queues[index]->GetNBytes()};
}

const char*
AckDataWrrQueueDisc::FindExceededLimit(TrafficClass trafficClass, uint32_t bytes) const
{
    if (GetOccupancy(trafficClass).HasRoom(bytes))
    {
        return nullptr;
    }
    const bool isData = trafficClass == TrafficClass::DATA;
    if (m_limitMode == LimitMode::SHARED)
    {
        return isData ? DATA_SHARED_LIMIT_DROP : ACK_SHARED_LIMIT_DROP;
    }
    return isData ? DATA_LIMIT_DROP : ACK_LIMIT_DROP;
}

uint32_t
AckDataWrrQueueDisc::GetFirstCost(std::size_t index) const
{
    if (GetNQueued(static_cast<TrafficClass>(index)) == 0)
    {
        return 0;
    }
    const bool isCounted = m_isAdaptive || m_weightUnit == WeightUnit::PACKETS;
    return isCounted ? 1 : std::max(m_queues[index]->Peek()->GetSize(), 1U);
}

uint32_t
AckDataWrrQueueDisc::TakeGoodput(const QueueDiscItem& item)
{
    const uint32_t size = item.GetSize();
    const TcpPacket packet = ClassifyItem(item, size);
    const uint32_t acknowledged = m_estimator.Carry(packet);
    if (packet.kind == TcpPacketKind::PURE_ACK)
    {
        return std::max(size, std::min(acknowledged, MAX_ACK_COST));
    }
    // Segments of a few bytes cost at least their headers, or a turn could hold thousands of them.
    return std::max(packet.payload, size - std::min(packet.payload, size));
}

std::size_t
AckDataWrrQueueDisc::SelectClass()
{
    return m_scheduler.Select({GetFirstCost(0), GetFirstCost(1)});
}

Ptr<QueueDiscItem>
AckDataWrrQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = SelectClass();
    if (index == WeightedRoundRobin::NONE)
    {
        return nullptr;
    }
    const uint32_t firstCost = GetFirstCost(index);
    ++m_statistics[index].dequeuedPackets;
    const auto item = m_queues[index]->Dequeue();
    // What an ACK acknowledges is settled only when it goes; until then others may be displaced.
    const uint32_t cost = m_isAdaptive ? TakeGoodput(*item) : firstCost;
    m_scheduler.Serve(cost);
    if (m_isAdaptive && m_acks && index == GetIndex(TrafficClass::ACK))
    {
        m_acks->Charge(cost);
    }
    return item;
}

Ptr<const QueueDiscItem>
AckDataWrrQueueDisc::DoPeek()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = SelectClass();
    return index == WeightedRoundRobin::NONE ? nullptr : m_queues[index]->Peek();
}

void
AckDataWrrQueueDisc::Adapt(const TcpPacket& packet)
{
    m_estimator.Observe(packet, GetNow());
    const auto counts = m_estimator.GetCounts();
    if (counts != m_counts)
    {
        m_counts = counts;
        m_connectionsTrace(counts.downlink, counts.uplink);
        UpdateWeights();
    }
}

void
AckDataWrrQueueDisc::UpdateWeights()
{
    const AckDataWeights weights = m_isAdaptive ? AckDataWeights{std::max(m_counts.downlink, 1U),
                                                                 std::max(m_counts.uplink, 1U)}
                                                : m_staticWeights;
    const bool isCounted = !m_isAdaptive && m_weightUnit == WeightUnit::PACKETS;
    const uint32_t unit = isCounted ? 1 : m_quantum;
    m_scheduler.SetTurnCredits({weights.data * unit, weights.ack * unit});
    if (weights != m_weights)
    {
        m_weights = weights;
        m_weightsTrace(weights.data, weights.ack);
    }
}

AckDataWeights
AckDataWrrQueueDisc::GetWeights() const
{
    return m_weights;
}

TcpConnectionEstimator::Counts
AckDataWrrQueueDisc::GetActiveConnections() const
{
    return m_counts;
}

uint32_t
AckDataWrrQueueDisc::GetNQueued(TrafficClass trafficClass) const
{
    const ClassStatistics& statistics = m_statistics[GetIndex(trafficClass)];
    return static_cast<uint32_t>(statistics.receivedPackets - statistics.droppedPackets -
                                 statistics.dequeuedPackets);
}

AckDataWrrQueueDisc::ClassStatistics
AckDataWrrQueueDisc::GetClassStatistics(TrafficClass trafficClass) const
{
    ClassStatistics statistics = m_statistics[GetIndex(trafficClass)];
    const auto& queue = m_queues[GetIndex(trafficClass)];
    statistics.dequeuedBytes =
        statistics.receivedBytes - statistics.droppedBytes - (queue ? queue->GetNBytes() : 0);
    return statistics;
}

uint64_t
AckDataWrrQueueDisc::GetNReceived(TcpPacketKind kind) const
{
    return m_received[static_cast<std::size_t>(kind)];
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-queue-disc.h"

#include "pure-ack-queue.h"
#include "queue-disc-item-classifier.h"

#include "ns3/log.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckDataWrrQueueDisc");

namespace
{

/// Relative change of the measured segments per ACK that changes the weights.
constexpr double TOLERANCE = 0.05;

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
    const char* exceeded = FindExceededLimit(trafficClass, size);
    if (m_isAdaptive)
    {
        // An ACK that displaces another one adds none to those that are sent.
        Adapt(packet, !exceeded);
    }
    ++statistics.receivedPackets;
    statistics.receivedBytes += size;
    if (exceeded && !(packet.kind == TcpPacketKind::PURE_ACK && MakeRoomForAck(packet, size)))
    {
        ++statistics.droppedPackets;
        statistics.droppedBytes += size;
        DropBeforeEnqueue(item, exceeded);
        return false;
    }
    return m_queues[GetIndex(trafficClass)]->Enqueue(item);
}

bool
AckDataWrrQueueDisc::MakeRoomForAck(const TcpPacket& packet, uint32_t bytes)
{
    const std::size_t index = GetIndex(TrafficClass::ACK);
    const auto acks = StaticCast<PureAckQueue>(m_queues[index]);
    // Only pure ACKs give way. If there is nothing else in the queue it need not be searched.
    const bool isMixed = m_otherClass == TrafficClass::ACK || m_opaqueAckSize > 0;
    const auto displaceable = isMixed ? acks->CountPureAcks()
                                      : PureAckQueue::Total{acks->GetNPackets(), acks->GetNBytes()};
    Occupancy withoutAcks = GetOccupancy(TrafficClass::ACK);
    withoutAcks.packets -= displaceable.packets;
    withoutAcks.bytes -= displaceable.bytes;
    if (!m_displaceAcks || !withoutAcks.HasRoom(bytes))
    {
        return false;
    }
    const char* exceeded = FindExceededLimit(TrafficClass::ACK, bytes);
    while (exceeded)
    {
        const auto displaced = acks->DequeueOldestOfMost(packet.flow);
        if (!displaced)
        {
            return false;
        }
        ++m_statistics[index].droppedPackets;
        m_statistics[index].droppedBytes += displaced->GetSize();
        DropAfterDequeue(displaced, exceeded);
        exceeded = FindExceededLimit(TrafficClass::ACK, bytes);
    }
    return true;
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
AckDataWrrQueueDisc::GetPacketCost() const
{
    // Adaptive weights are fractions of packets.
    return m_isAdaptive ? 64 : 1;
}

uint32_t
AckDataWrrQueueDisc::GetFirstCost(std::size_t index) const
{
    if (GetNQueued(static_cast<TrafficClass>(index)) == 0)
    {
        return 0;
    }
    return m_weightUnit == WeightUnit::PACKETS ? GetPacketCost()
                                               : std::max(m_queues[index]->Peek()->GetSize(), 1U);
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
    m_scheduler.Serve(GetFirstCost(index));
    ++m_statistics[index].dequeuedPackets;
    return m_queues[index]->Dequeue();
}

Ptr<const QueueDiscItem>
AckDataWrrQueueDisc::DoPeek()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = SelectClass();
    return index == WeightedRoundRobin::NONE ? nullptr : m_queues[index]->Peek();
}

void
AckDataWrrQueueDisc::Adapt(const TcpPacket& packet, bool isAdded)
{
    const auto progress = m_estimator.Observe(packet, GetNow());
    // The short packets of connections that do not count would make the others' look shorter.
    if (progress.isActive && packet.kind == TcpPacketKind::PURE_ACK)
    {
        m_measured.ObserveAck(progress.bytes, isAdded);
    }
    else if (progress.isActive)
    {
        m_measured.ObserveData(progress.bytes, isAdded);
    }
    const auto counts = m_estimator.GetCounts();
    const double measured = m_measureSegmentsPerAck ? m_measured.Get() : m_segmentsPerAck;
    if (counts != m_counts)
    {
        m_connectionsTrace(counts.downlink, counts.uplink);
    }
    else if (std::abs(measured - m_segmentsPerAck) < TOLERANCE * m_segmentsPerAck)
    {
        return;
    }
    m_counts = counts;
    m_segmentsPerAck = measured;
    UpdateWeights();
}

void
AckDataWrrQueueDisc::UpdateWeights()
{
    const bool isStatic = m_counts == TcpConnectionEstimator::Counts{};
    const AckDataWeights weights =
        isStatic ? m_staticWeights : GetFairWeights(m_counts, m_segmentsPerAck);
    if (m_isAdaptive)
    {
        // A turn of the class that has less to send is one packet, whatever the terms of the ratio.
        const double packet =
            static_cast<double>(GetPacketCost()) / std::min(weights.data, weights.ack);
        m_scheduler.SetTurnCredits({static_cast<uint32_t>(std::lround(packet * weights.data)),
                                    static_cast<uint32_t>(std::lround(packet * weights.ack))});
    }
    else
    {
        const uint32_t unit = m_weightUnit == WeightUnit::PACKETS ? 1 : m_quantum;
        m_scheduler.SetTurnCredits({weights.data * unit, weights.ack * unit});
    }
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

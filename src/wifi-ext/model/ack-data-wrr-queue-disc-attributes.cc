// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-queue-disc.h"

#include "ns3/abort.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckDataWrrQueueDiscAttributes");

bool
AckDataWrrQueueDisc::SetClassSize(TrafficClass trafficClass, const QueueSize& size)
{
    if (size.GetValue() == 0)
    {
        return false;
    }
    m_classSizes[static_cast<std::size_t>(trafficClass)] = size;
    return true;
}

bool
AckDataWrrQueueDisc::SetDataMaxSize(QueueSize size)
{
    return SetClassSize(TrafficClass::DATA, size);
}

QueueSize
AckDataWrrQueueDisc::GetDataMaxSize() const
{
    return m_classSizes[0];
}

bool
AckDataWrrQueueDisc::SetAckMaxSize(QueueSize size)
{
    return SetClassSize(TrafficClass::ACK, size);
}

QueueSize
AckDataWrrQueueDisc::GetAckMaxSize() const
{
    return m_classSizes[1];
}

void
AckDataWrrQueueDisc::SetWeightUnit(WeightUnit unit)
{
    NS_ABORT_MSG_IF(IsInitialized(),
                    "AckDataWrrQueueDisc: WeightUnit is set before the disc starts");
    m_weightUnit = unit;
}

AckDataWrrQueueDisc::WeightUnit
AckDataWrrQueueDisc::GetWeightUnit() const
{
    return m_weightUnit;
}

void
AckDataWrrQueueDisc::SetDataWeight(uint32_t weight)
{
    m_staticWeights.data = weight;
    UpdateWeights();
}

uint32_t
AckDataWrrQueueDisc::GetDataWeight() const
{
    return m_staticWeights.data;
}

void
AckDataWrrQueueDisc::SetAckWeight(uint32_t weight)
{
    m_staticWeights.ack = weight;
    UpdateWeights();
}

uint32_t
AckDataWrrQueueDisc::GetAckWeight() const
{
    return m_staticWeights.ack;
}

void
AckDataWrrQueueDisc::SetQuantum(uint32_t bytes)
{
    m_quantum = bytes;
    UpdateWeights();
}

uint32_t
AckDataWrrQueueDisc::GetQuantum() const
{
    return m_quantum;
}

bool
AckDataWrrQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(GetNQueueDiscClasses() > 0, "AckDataWrrQueueDisc has no child queue discs");
    NS_ABORT_MSG_IF(GetNPacketFilters() > 0, "AckDataWrrQueueDisc needs no packet filter");
    // A wrong value in the command line is found here, since nobody asks whether it was accepted.
    NS_ABORT_MSG_IF(GetMaxSize().GetValue() == 0 || m_classSizes[0].GetValue() == 0 ||
                        m_classSizes[1].GetValue() == 0,
                    "AckDataWrrQueueDisc: MaxSize, DataMaxSize and AckMaxSize are 1 or more");
    NS_ABORT_MSG_IF(m_isAdaptive && m_weightUnit != WeightUnit::PACKETS,
                    "AckDataWrrQueueDisc: AdaptiveWeights needs WeightUnit Packets, not Bytes");
    NS_ABORT_MSG_IF(GetNInternalQueues() > 0, "AckDataWrrQueueDisc makes its own internal queues");
    return true;
}

void
AckDataWrrQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    // The limits are those of the disc, which names the reason of a drop.
    const QueueSizeValue unlimited({QueueSizeUnit::PACKETS, std::numeric_limits<uint32_t>::max()});
    for (auto& queue : m_queues)
    {
        queue = CreateObjectWithAttributes<DropTailQueue<QueueDiscItem>>("MaxSize", unlimited);
        AddInternalQueue(queue);
    }
    m_counts = {};
    m_estimator.Start({.idleTimeout = std::chrono::nanoseconds(m_idleTimeout.GetNanoSeconds()),
                       .activeBytes = m_activeBytes,
                       .maxFlows = m_maxFlows});
    UpdateWeights();
}

void
AckDataWrrQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_queues = {};
    QueueDisc::DoDispose();
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-queue-disc.h"
#include "pure-ack-queue.h"

#include "ns3/abort.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckDataWrrQueueDiscAttributes");

namespace
{

/// A limit of 0 would let nothing pass, and ns-3 itself passes over a setter that refuses a
/// default.
void
RequireRoom(const char* attribute, const QueueSize& size)
{
    NS_ABORT_MSG_IF(size.GetValue() == 0,
                    "AckDataWrrQueueDisc: " << attribute << "=" << size
                                            << ": expected at least 1p or 1B");
}

} // namespace

void
AckDataWrrQueueDisc::SetSharedMaxSize(QueueSize size)
{
    RequireRoom("MaxSize", size);
    SetMaxSize(size);
}

QueueSize
AckDataWrrQueueDisc::GetSharedMaxSize() const
{
    return GetMaxSize();
}

void
AckDataWrrQueueDisc::SetDataMaxSize(QueueSize size)
{
    RequireRoom("DataMaxSize", size);
    m_classSizes[0] = size;
}

QueueSize
AckDataWrrQueueDisc::GetDataMaxSize() const
{
    return m_classSizes[0];
}

void
AckDataWrrQueueDisc::SetAckMaxSize(QueueSize size)
{
    RequireRoom("AckMaxSize", size);
    m_classSizes[1] = size;
}

QueueSize
AckDataWrrQueueDisc::GetAckMaxSize() const
{
    return m_classSizes[1];
}

void
AckDataWrrQueueDisc::SetAdaptiveWeights(bool isAdaptive)
{
    // Credits and debts in bytes would become packets.
    NS_ABORT_MSG_IF(IsInitialized(),
                    "AckDataWrrQueueDisc: AdaptiveWeights is set before the disc starts");
    m_isAdaptive = isAdaptive;
}

bool
AckDataWrrQueueDisc::GetAdaptiveWeights() const
{
    return m_isAdaptive;
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
    if (m_acks)
    {
        m_acks->SetQuantum(bytes);
    }
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
    NS_ABORT_MSG_IF(m_isAdaptive && m_weightUnit != WeightUnit::PACKETS,
                    "AckDataWrrQueueDisc: AdaptiveWeights counts goodput; WeightUnit Bytes is for "
                    "fixed weights");
    NS_ABORT_MSG_IF(GetNInternalQueues() > 0, "AckDataWrrQueueDisc makes its own internal queues");
    return true;
}

void
AckDataWrrQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    // The limits are those of the disc, which names the reason of a drop.
    const QueueSizeValue unlimited({QueueSizeUnit::PACKETS, std::numeric_limits<uint32_t>::max()});
    const auto makeFifo = [&unlimited]() -> Ptr<InternalQueue> {
        return CreateObjectWithAttributes<DropTailQueue<QueueDiscItem>>("MaxSize", unlimited);
    };
    m_queues = {makeFifo(), nullptr};
    if (m_displaceAcks)
    {
        m_acks = CreateObjectWithAttributes<PureAckQueue>("MaxSize", unlimited);
        if (m_isAdaptive)
        {
            m_acks->ServeInTurn(m_quantum);
        }
    }
    m_queues[1] = m_displaceAcks ? Ptr<InternalQueue>(m_acks) : makeFifo();
    for (const auto& queue : m_queues)
    {
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
    m_acks = nullptr;
    m_queues = {};
    QueueDisc::DoDispose();
}

} // namespace ns3

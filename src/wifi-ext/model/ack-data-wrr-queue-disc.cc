// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-queue-disc.h"

#include "device-queues.h"
#include "pure-ack-queue.h"
#include "queue-disc-item-classifier.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/object-factory.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckDataWrrQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(AckDataWrrQueueDisc);

namespace
{

const char* const ADAPTIVE_SETS_WEIGHTS =
    "AdaptiveWeights sets the weights; DataWeight and AckWeight are for fixed ones";

/// @return the present time in the estimator's type
GoodputShares::Clock
GetNow()
{
    return std::chrono::nanoseconds(Simulator::Now().GetNanoSeconds());
}

std::size_t
GetIndex(AckDataWrrQueueDisc::TrafficClass trafficClass)
{
    return static_cast<std::size_t>(trafficClass);
}

/// @return the name of a class, for messages
const char*
GetName(AckDataWrrQueueDisc::TrafficClass trafficClass)
{
    return trafficClass == AckDataWrrQueueDisc::TrafficClass::DATA ? "DATA" : "ACK";
}

/// Refuse a limit of 0, with which every packet would be dropped. This is an abort because ns-3
/// ignores a setter that returns false for a default value.
void
RequireRoom(const char* attribute, const QueueSize& size)
{
    NS_ABORT_MSG_IF(size.GetValue() == 0,
                    "AckDataWrrQueueDisc: " << attribute << "=" << size
                                            << ": expected at least 1p or 1B");
}

} // namespace

TypeId
AckDataWrrQueueDisc::GetTypeId()
{
    static TypeId tid =
        AddTraces(AddAdaptation(AddWeights(AddLimits(TypeId("ns3::AckDataWrrQueueDisc")
                                                         .SetParent<QueueDisc>()
                                                         .SetGroupName("WifiExt")
                                                         .AddConstructor<AckDataWrrQueueDisc>()))));
    return tid;
}

TypeId
AckDataWrrQueueDisc::AddLimits(TypeId tid)
{
    // vacirca2005 names one buffer size for two queues (figure 5), and does not say whether it
    // holds for each or for their sum. Both readings can be asked for.
    return tid
        .AddAttribute(
            "LimitMode",
            "Whether each class has a limit of its own or both classes share one.",
            EnumValue(LimitMode::PER_CLASS),
            MakeEnumAccessor<LimitMode>(&AckDataWrrQueueDisc::m_limitMode),
            MakeEnumChecker(LimitMode::PER_CLASS, "PerClass", LimitMode::SHARED, "Shared"))
        .AddAttribute("MaxSize",
                      "Limit of both classes together, packets or bytes, in LimitMode Shared.",
                      QueueSizeValue(QueueSize("100p")),
                      MakeQueueSizeAccessor(&AckDataWrrQueueDisc::SetSharedMaxSize,
                                            &AckDataWrrQueueDisc::GetSharedMaxSize),
                      MakeQueueSizeChecker())
        .AddAttribute("DataMaxSize",
                      "Limit of the DATA class, packets or bytes, in LimitMode PerClass.",
                      QueueSizeValue(QueueSize("100p")),
                      MakeQueueSizeAccessor(&AckDataWrrQueueDisc::SetDataMaxSize,
                                            &AckDataWrrQueueDisc::GetDataMaxSize),
                      MakeQueueSizeChecker())
        .AddAttribute("AckMaxSize",
                      "Limit of the ACK class, packets or bytes, in LimitMode PerClass.",
                      QueueSizeValue(QueueSize("100p")),
                      MakeQueueSizeAccessor(&AckDataWrrQueueDisc::SetAckMaxSize,
                                            &AckDataWrrQueueDisc::GetAckMaxSize),
                      MakeQueueSizeChecker())
        .AddAttribute(
            "DisplaceAcks",
            "Whether a pure ACK that finds no room displaces a superfluous ACK (one that a later "
            "ACK covers) of the connection with the most waiting ACKs; otherwise the new ACK is "
            "dropped. With displacement, uploads with large windows cannot lock out another "
            "upload, and the remaining ACKs acknowledge similar amounts of data. With "
            "AdaptiveWeights, the connections with waiting ACKs are then also served in turn. "
            "Read when the disc starts.",
            BooleanValue(true),
            MakeBooleanAccessor(&AckDataWrrQueueDisc::SetDisplaceAcks,
                                &AckDataWrrQueueDisc::GetDisplaceAcks),
            MakeBooleanChecker())
        .AddAttribute("OtherClass",
                      "Class of packets that are neither pure ACKs nor TCP data: SYN, FIN and RST "
                      "without payload, and all packets other than TCP. Malformed packets are "
                      "always DATA.",
                      EnumValue(TrafficClass::DATA),
                      MakeEnumAccessor<TrafficClass>(&AckDataWrrQueueDisc::m_otherClass),
                      MakeEnumChecker(TrafficClass::DATA, "Data", TrafficClass::ACK, "Ack"))
        .AddAttribute("OpaqueAckSize",
                      "Largest UDP or ESP packet that goes to the ACK class, bytes including the "
                      "IP header; 0: OtherClass applies to all of them. Encrypted transports "
                      "(QUIC, VPNs) show neither ACKs nor data, but their ACKs are short. Such "
                      "packets are not displaced. With AdaptiveWeights they count as one upload, "
                      "and each acknowledges two packets of 1200 bytes.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::m_opaqueAckSize),
                      MakeUintegerChecker<uint32_t>(0, 65535));
}

TypeId
AckDataWrrQueueDisc::AddWeights(TypeId tid)
{
    // The defaults are the shares 2/3 and 1/3 of vacirca2005, section IV, which count packets.
    // Quanta of bytes are those of deficit round robin (Shreedhar and Varghese, 1995).
    return tid
        .AddAttribute("DataWeight",
                      "Amount that a turn of the DATA class sends, in WeightUnit. Not with "
                      "AdaptiveWeights.",
                      UintegerValue(DEFAULT_WEIGHTS.data),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::SetDataWeight,
                                           &AckDataWrrQueueDisc::GetDataWeight),
                      MakeUintegerChecker<uint32_t>(1, MAX_WEIGHT))
        .AddAttribute("AckWeight",
                      "Amount that a turn of the ACK class sends, in WeightUnit. Not with "
                      "AdaptiveWeights.",
                      UintegerValue(DEFAULT_WEIGHTS.ack),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::SetAckWeight,
                                           &AckDataWrrQueueDisc::GetAckWeight),
                      MakeUintegerChecker<uint32_t>(1, MAX_WEIGHT))
        .AddAttribute("WeightUnit",
                      "Whether weights count packets or quanta of bytes (deficit round robin).",
                      EnumValue(WeightUnit::PACKETS),
                      MakeEnumAccessor<WeightUnit>(&AckDataWrrQueueDisc::SetWeightUnit,
                                                   &AckDataWrrQueueDisc::GetWeightUnit),
                      MakeEnumChecker(WeightUnit::PACKETS, "Packets", WeightUnit::BYTES, "Bytes"))
        .AddAttribute("Quantum",
                      "Bytes of a weight of 1 in WeightUnit Bytes and with AdaptiveWeights.",
                      UintegerValue(1500),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::SetQuantum,
                                           &AckDataWrrQueueDisc::GetQuantum),
                      MakeUintegerChecker<uint32_t>(64, 65535));
}

TypeId
AckDataWrrQueueDisc::AddAdaptation(TypeId tid)
{
    // The paper leaves weights that follow the numbers of connections as future work (vacirca2005,
    // section IV, last paragraph).
    return tid
        .AddAttribute("AdaptiveWeights",
                      "Whether the weights are the numbers of active connections and count bytes "
                      "of goodput: the payload of a data packet, and the bytes that a pure ACK "
                      "acknowledges for the first time. Not with WeightUnit Bytes. This attribute, "
                      "IdleTimeout, ActiveBytes and MaxFlows are set before the disc starts.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&AckDataWrrQueueDisc::SetAdaptiveWeights,
                                          &AckDataWrrQueueDisc::GetAdaptiveWeights),
                      MakeBooleanChecker())
        .AddAttribute("IdleTimeout",
                      "Longest pause in the progress of an active connection.",
                      TimeValue(Seconds(2)),
                      MakeTimeAccessor(&AckDataWrrQueueDisc::SetIdleTimeout,
                                       &AckDataWrrQueueDisc::GetIdleTimeout),
                      MakeTimeChecker(MilliSeconds(1), Hours(24)))
        .AddAttribute("ActiveBytes",
                      "Progress within IdleTimeout that makes a connection active, bytes. The "
                      "default is more than a typical request and less than three full segments.",
                      UintegerValue(4096),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::SetActiveBytes,
                                           &AckDataWrrQueueDisc::GetActiveBytes),
                      MakeUintegerChecker<uint32_t>(1, 1U << 30))
        .AddAttribute("MaxFlows",
                      "Maximum number of flows that the disc remembers. A new flow replaces the "
                      "one that has made no progress for the longest time.",
                      UintegerValue(1024),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::SetMaxFlows,
                                           &AckDataWrrQueueDisc::GetMaxFlows),
                      MakeUintegerChecker<uint32_t>(1, 65536));
}

TypeId
AckDataWrrQueueDisc::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource("Weights",
                        "The weights changed.",
                        MakeTraceSourceAccessor(&AckDataWrrQueueDisc::m_weightsTrace),
                        "ns3::AckDataWrrQueueDisc::WeightsTracedCallback")
        .AddTraceSource("ActiveConnections",
                        "The number of active connections changed.",
                        MakeTraceSourceAccessor(&AckDataWrrQueueDisc::m_connectionsTrace),
                        "ns3::AckDataWrrQueueDisc::ConnectionsTracedCallback");
}

AckDataWrrQueueDisc::AckDataWrrQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
    NS_LOG_FUNCTION(this);
}

AckDataWrrQueueDisc::~AckDataWrrQueueDisc()
{
    NS_LOG_FUNCTION(this);
}

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
AckDataWrrQueueDisc::RequireBeforeStart(const char* attribute) const
{
    NS_ABORT_MSG_IF(IsInitialized(),
                    "AckDataWrrQueueDisc: " << attribute << " must be set before the disc starts");
}

void
AckDataWrrQueueDisc::SetDisplaceAcks(bool displaceAcks)
{
    RequireBeforeStart("DisplaceAcks");
    m_displaceAcks = displaceAcks;
}

bool
AckDataWrrQueueDisc::GetDisplaceAcks() const
{
    return m_displaceAcks;
}

void
AckDataWrrQueueDisc::SetAdaptiveWeights(bool isAdaptive)
{
    // While the disc runs, credits and debts in bytes would turn into packets.
    RequireBeforeStart("AdaptiveWeights");
    m_isAdaptive = isAdaptive;
}

bool
AckDataWrrQueueDisc::GetAdaptiveWeights() const
{
    return m_isAdaptive;
}

void
AckDataWrrQueueDisc::SetIdleTimeout(Time timeout)
{
    RequireBeforeStart("IdleTimeout");
    m_idleTimeout = timeout;
}

Time
AckDataWrrQueueDisc::GetIdleTimeout() const
{
    return m_idleTimeout;
}

void
AckDataWrrQueueDisc::SetActiveBytes(uint32_t bytes)
{
    RequireBeforeStart("ActiveBytes");
    m_activeBytes = bytes;
}

uint32_t
AckDataWrrQueueDisc::GetActiveBytes() const
{
    return m_activeBytes;
}

void
AckDataWrrQueueDisc::SetMaxFlows(uint32_t count)
{
    RequireBeforeStart("MaxFlows");
    m_maxFlows = count;
}

uint32_t
AckDataWrrQueueDisc::GetMaxFlows() const
{
    return m_maxFlows;
}

void
AckDataWrrQueueDisc::SetWeightUnit(WeightUnit unit)
{
    RequireBeforeStart("WeightUnit");
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
    NS_ABORT_MSG_IF(IsInitialized() && m_isAdaptive,
                    "AckDataWrrQueueDisc: DataWeight=" << weight << ": " << ADAPTIVE_SETS_WEIGHTS);
    // A running disc takes the weight at the next turn of the class.
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
    NS_ABORT_MSG_IF(IsInitialized() && m_isAdaptive,
                    "AckDataWrrQueueDisc: AckWeight=" << weight << ": " << ADAPTIVE_SETS_WEIGHTS);
    m_staticWeights.ack = weight;
    UpdateWeights();
}

uint32_t
AckDataWrrQueueDisc::GetAckWeight() const
{
    return m_staticWeights.ack;
}

// The quantum may change while the disc runs; the scheduler and the turns of the connections use
// the new one from their next turn on.
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

// Each wrong combination ends the program here with one line. QueueDisc itself would only report
// that the configuration is wrong.
bool
AckDataWrrQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(GetNQueueDiscClasses() > 0, "AckDataWrrQueueDisc accepts no child queue discs");
    NS_ABORT_MSG_IF(GetNPacketFilters() > 0, "AckDataWrrQueueDisc accepts no packet filter");
    NS_ABORT_MSG_IF(m_isAdaptive && m_weightUnit != WeightUnit::PACKETS,
                    "AckDataWrrQueueDisc: AdaptiveWeights counts goodput; WeightUnit Bytes is for "
                    "fixed weights");
    NS_ABORT_MSG_IF(m_isAdaptive && m_staticWeights != DEFAULT_WEIGHTS,
                    "AckDataWrrQueueDisc: DataWeight=" << m_staticWeights.data
                                                       << " AckWeight=" << m_staticWeights.ack
                                                       << ": " << ADAPTIVE_SETS_WEIGHTS);
    NS_ABORT_MSG_IF(GetNInternalQueues() > 0,
                    "AckDataWrrQueueDisc creates its own internal queues");
    CheckDeviceQueues(*this);
    RefuseDiscOfBridgePort(*this);
    return true;
}

// Only adaptive weights serve the connections of the ACK class in turn: the disc of vacirca2005 has
// two FIFOs.
void
AckDataWrrQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    // The disc enforces the limits itself, so that it can name the reason of a drop.
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
    m_guests = {};
    m_shares.Start({.idleTimeout = std::chrono::nanoseconds(m_idleTimeout.GetNanoSeconds()),
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

// OtherClass does not apply to malformed packets: they go to DATA, as no field of their TCP header
// can be relied on.
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
    const bool isOpaqueAck = IsOpaqueAck(packet, size);
    const TrafficClass trafficClass = isOpaqueAck ? TrafficClass::ACK : GetClass(packet.kind);
    ClassStatistics& statistics = m_statistics[GetIndex(trafficClass)];
    // Dropped packets also count: they show that their connection is active.
    if (m_isAdaptive)
    {
        Adapt(packet, isOpaqueAck);
    }
    ++statistics.receivedPackets;
    statistics.receivedBytes += size;
    const char* exceeded = FindExceededLimit(trafficClass, size);
    if (exceeded && packet.kind == TcpPacketKind::PURE_ACK && CanDisplaceAcks(size))
    {
        DisplaceAcks(GetTurn(packet), size);
        exceeded = nullptr;
    }
    if (exceeded)
    {
        NS_LOG_LOGIC("drop " << size << " bytes, " << exceeded);
        ++statistics.droppedPackets;
        statistics.droppedBytes += size;
        DropBeforeEnqueue(item, exceeded);
        return false;
    }
    NS_LOG_LOGIC(size << " bytes wait behind " << GetNQueued(trafficClass) - 1
                      << " packets of class " << GetName(trafficClass));
    if (m_acks && trafficClass == TrafficClass::ACK)
    {
        return m_acks->EnqueueClassified(item, GetTurn(packet));
    }
    return m_queues[GetIndex(trafficClass)]->Enqueue(item);
}

// An encrypted transport shows its size alone, and its ACKs are short.
bool
AckDataWrrQueueDisc::IsOpaqueAck(const TcpPacket& packet, uint32_t size) const
{
    return packet.isOpaque && size <= m_opaqueAckSize;
}

// Connections that have shown no progress share one turn; otherwise many of one ACK each would have
// all the turns. Their numbers say nothing about each other.
TcpPacket
AckDataWrrQueueDisc::GetTurn(const TcpPacket& packet) const
{
    const bool isStranger =
        m_isAdaptive && packet.kind == TcpPacketKind::PURE_ACK && !m_shares.IsKnown(packet);
    return isStranger ? TcpPacket{.kind = packet.kind} : packet;
}

// An ACK that is offered without displacement takes its chance like any packet, as with the queues
// of Linux in vacirca2005, which refuse what does not fit.
bool
AckDataWrrQueueDisc::CanDisplaceAcks(uint32_t bytes) const
{
    if (!m_acks)
    {
        return false;
    }
    // Only pure ACKs can be displaced. If the packet would not fit even without them, displacing
    // them would drop ACKs for nothing.
    const auto acks = m_acks->GetPureAcks();
    Occupancy withoutAcks = GetOccupancy(TrafficClass::ACK);
    withoutAcks.packets -= acks.packets;
    withoutAcks.bytes -= acks.bytes;
    return withoutAcks.HasRoom(bytes);
}

// With a limit in bytes one displacement may not be enough.
void
AckDataWrrQueueDisc::DisplaceAcks(const TcpPacket& packet, uint32_t bytes)
{
    ClassStatistics& statistics = m_statistics[GetIndex(TrafficClass::ACK)];
    while (const char* exceeded = FindExceededLimit(TrafficClass::ACK, bytes))
    {
        const auto displaced = m_acks->Displace(packet);
        NS_ASSERT_MSG(displaced, "CanDisplaceAcks() has found ACKs that are not there");
        NS_LOG_LOGIC("the ACK of " << packet.acknowledgment << " displaces " << displaced << ", "
                                   << exceeded);
        ++statistics.droppedPackets;
        statistics.droppedBytes += displaced->GetSize();
        DropAfterDequeue(displaced, exceeded);
    }
}

// In 64 bits, as the sum of two 32-bit numbers may exceed the limit and wrap.
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

// QueueDisc counts drops by the text of their reason, so each class and mode has a separate text.
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

// The credit that the first packet of a class needs to be sent. With AdaptiveWeights its cost is
// unknown until then (Charge), so any credit is enough.
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
        NS_LOG_LOGIC("nothing waits");
        return nullptr;
    }
    const uint32_t firstCost = GetFirstCost(index);
    ++m_statistics[index].dequeuedPackets;
    const auto item = m_queues[index]->Dequeue();
    NS_LOG_LOGIC("class " << GetName(static_cast<TrafficClass>(index)) << " sends "
                          << item->GetSize() << " bytes");
    if (m_isAdaptive)
    {
        Charge(*item, index);
    }
    else
    {
        m_scheduler.Serve(firstCost);
    }
    return item;
}

// With AdaptiveWeights the cost of a packet is known only when it has left its queue.
void
AckDataWrrQueueDisc::Charge(const QueueDiscItem& item, std::size_t index)
{
    const uint32_t size = item.GetSize();
    const TcpPacket packet = ClassifyItem(item, size);
    const GoodputShares::Cost cost = IsOpaqueAck(packet, size)
                                         ? m_shares.CarryOpaqueAck()
                                         : m_shares.Carry(packet, size, m_quantum);
    NS_LOG_LOGIC("it costs " << cost.bytes << " bytes" << (cost.isGuest ? " of the guests" : ""));
    m_scheduler.Serve(cost.bytes, cost.isGuest);
    if (m_acks && index == GetIndex(TrafficClass::ACK))
    {
        m_acks->Charge(cost.bytes);
    }
}

// The scheduler repeats its choice until a packet is served, so that the next dequeue agrees.
Ptr<const QueueDiscItem>
AckDataWrrQueueDisc::DoPeek()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = SelectClass();
    return index == WeightedRoundRobin::NONE ? nullptr : m_queues[index]->Peek();
}

// Flows age when packets pass, so that an idle disc schedules no events.
void
AckDataWrrQueueDisc::Adapt(const TcpPacket& packet, bool isOpaqueAck)
{
    if (isOpaqueAck)
    {
        m_shares.ObserveOpaqueAck(GetNow());
    }
    else
    {
        m_shares.Observe(packet, GetNow());
    }
    const auto counts = m_shares.GetActive();
    const auto guests = m_shares.GetGuests();
    if (guests == m_guests && counts == m_counts)
    {
        return;
    }
    if (guests != m_guests)
    {
        NS_LOG_DEBUG("guests: " << guests.downlink << " downloads, " << guests.uplink
                                << " uploads");
        m_guests = guests;
    }
    if (counts != m_counts)
    {
        NS_LOG_DEBUG("active connections: " << counts.downlink << " downloads, " << counts.uplink
                                            << " uploads; " << m_shares.GetNFlows()
                                            << " flows are remembered");
        m_counts = counts;
        m_connectionsTrace(counts.downlink, counts.uplink);
    }
    UpdateWeights();
}

void
AckDataWrrQueueDisc::UpdateWeights()
{
    AckDataWeights weights = m_staticWeights;
    if (m_isAdaptive)
    {
        const auto [downlink, uplink] = m_shares.GetWeights();
        const auto [own, guests] = m_shares.GetTurns(m_quantum);
        weights = {downlink, uplink};
        m_scheduler.SetTurnCredits(own, guests);
    }
    else
    {
        const uint32_t unit = m_weightUnit == WeightUnit::PACKETS ? 1 : m_quantum;
        m_scheduler.SetTurnCredits({weights.data * unit, weights.ack * unit});
    }
    if (weights != m_weights)
    {
        NS_LOG_DEBUG("weights: " << weights.data << " DATA, " << weights.ack << " ACK");
        m_weights = weights;
        m_weightsTrace(weights.data, weights.ack);
    }
}

AckDataWeights
AckDataWrrQueueDisc::GetWeights() const
{
    return m_weights;
}

GoodputShares::Counts
AckDataWrrQueueDisc::GetActiveConnections() const
{
    return m_counts;
}

uint32_t
AckDataWrrQueueDisc::GetNQueued(TrafficClass trafficClass) const
{
    // The statistics also work before the disc has internal queues.
    const ClassStatistics& statistics = m_statistics[GetIndex(trafficClass)];
    return static_cast<uint32_t>(statistics.receivedPackets - statistics.droppedPackets -
                                 statistics.dequeuedPackets);
}

// Dequeued bytes are the rest: every byte received was dropped, waits or has left.
AckDataWrrQueueDisc::ClassStatistics
AckDataWrrQueueDisc::GetClassStatistics(TrafficClass trafficClass) const
{
    ClassStatistics statistics = m_statistics[GetIndex(trafficClass)];
    const auto& queue = m_queues[GetIndex(trafficClass)];
    statistics.dequeuedBytes =
        statistics.receivedBytes - statistics.droppedBytes - (queue ? queue->GetNBytes() : 0);
    return statistics;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-queue-disc.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AckDataWrrQueueDisc);

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
    return tid
        .AddAttribute(
            "LimitMode",
            "Whether each class has its own limit or both share one.",
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
            "A pure ACK for which there is no room displaces one of the connection that "
            "has most of them waiting, which a later one makes up for; otherwise it is "
            "dropped itself. No upload is then locked out by those with large windows, "
            "and the ACKs that are left acknowledge about as much each. With AdaptiveWeights "
            "the connections whose ACKs wait are then served in turn. Read when the disc "
            "starts.",
            BooleanValue(true),
            MakeBooleanAccessor(&AckDataWrrQueueDisc::m_displaceAcks),
            MakeBooleanChecker())
        .AddAttribute("OtherClass",
                      "Class of what is neither a pure ACK nor TCP data: SYN, FIN and RST without "
                      "payload, and everything that is not TCP. Malformed packets are always DATA.",
                      EnumValue(TrafficClass::DATA),
                      MakeEnumAccessor<TrafficClass>(&AckDataWrrQueueDisc::m_otherClass),
                      MakeEnumChecker(TrafficClass::DATA, "Data", TrafficClass::ACK, "Ack"))
        .AddAttribute("OpaqueAckSize",
                      "Largest UDP or ESP packet that goes to the ACK class, bytes with its IP "
                      "header; 0: OtherClass holds for all. Transports that are encrypted in these "
                      "(QUIC, VPNs) show neither ACKs nor data, but their ACKs are short. They are "
                      "not displaced, and their connections are not counted.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::m_opaqueAckSize),
                      MakeUintegerChecker<uint32_t>(0, 65535));
}

TypeId
AckDataWrrQueueDisc::AddWeights(TypeId tid)
{
    return tid
        .AddAttribute("DataWeight",
                      "What a turn of the DATA class sends, in WeightUnit. Not with "
                      "AdaptiveWeights.",
                      UintegerValue(2),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::SetDataWeight,
                                           &AckDataWrrQueueDisc::GetDataWeight),
                      MakeUintegerChecker<uint32_t>(1, MAX_WEIGHT))
        .AddAttribute("AckWeight",
                      "What a turn of the ACK class sends, as DataWeight.",
                      UintegerValue(1),
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
    return tid
        .AddAttribute("AdaptiveWeights",
                      "Let the weights be the numbers of active connections, and count bytes of "
                      "goodput: those that a data packet carries, and those that a pure ACK "
                      "acknowledges for the first time. Not with WeightUnit Bytes. Set before the "
                      "disc starts, which reads the attributes that follow, too.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&AckDataWrrQueueDisc::SetAdaptiveWeights,
                                          &AckDataWrrQueueDisc::GetAdaptiveWeights),
                      MakeBooleanChecker())
        .AddAttribute("IdleTimeout",
                      "Longest pause in the progress of an active connection.",
                      TimeValue(Seconds(2)),
                      MakeTimeAccessor(&AckDataWrrQueueDisc::m_idleTimeout),
                      MakeTimeChecker(MilliSeconds(1), Hours(24)))
        .AddAttribute("ActiveBytes",
                      "Progress within IdleTimeout that makes a connection active, bytes. The "
                      "default is more than a request and less than three full segments.",
                      UintegerValue(4096),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::m_activeBytes),
                      MakeUintegerChecker<uint32_t>(1, 1U << 30))
        .AddAttribute("MaxFlows",
                      "Flows that are remembered. A new one replaces that without progress for "
                      "the longest time.",
                      UintegerValue(1024),
                      MakeUintegerAccessor(&AckDataWrrQueueDisc::m_maxFlows),
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

} // namespace ns3

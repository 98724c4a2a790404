// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_DATA_WRR_QUEUE_DISC_H
#define ACK_DATA_WRR_QUEUE_DISC_H

#include "tcp-connection-estimator.h"
#include "tcp-packet-classifier.h"
#include "weighted-round-robin.h"

#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>

namespace ns3
{

class PureAckQueue;

/// @ingroup wifi-ext
/// What a turn of each class sends, in packets or in quanta of bytes.
struct AckDataWeights
{
    uint32_t data; ///< DATA class, at least 1
    uint32_t ack;  ///< ACK class, at least 1

    bool operator==(const AckDataWeights&) const = default;
};

/**
 * @ingroup wifi-ext
 * Two queues, one for pure TCP ACKs and one for everything else, served by weighted round robin
 * (vacirca2005, section IV and figure 5). At the Wi-Fi port of an access point it
 * divides the access point's share of the channel between downloads, whose data waits in the first
 * queue, and uploads, whose ACKs wait in the second. The weights are given, or follow the numbers
 * of active connections. Internal queue 0 is that of the DATA class, 1 that of the ACK class; their
 * trace sources show what the buffer is made of.
 */
class AckDataWrrQueueDisc : public QueueDisc
{
  public:
    /// The classes; the values are the indices of their internal queues.
    enum class TrafficClass : uint8_t
    {
        DATA, ///< everything that is not in the other
        ACK,  ///< pure TCP ACKs
    };

    /// Which limits hold.
    enum class LimitMode : uint8_t
    {
        PER_CLASS, ///< DataMaxSize and AckMaxSize
        SHARED,    ///< MaxSize, over both classes
    };

    /// What the weights count.
    enum class WeightUnit : uint8_t
    {
        PACKETS, ///< packets
        BYTES,   ///< quanta of bytes
    };

    /// What became of the packets of one class.
    struct ClassStatistics
    {
        uint64_t receivedPackets{0}; ///< offered
        uint64_t receivedBytes{0};   ///< offered
        uint64_t dequeuedPackets{0}; ///< handed on
        uint64_t dequeuedBytes{0};   ///< handed on
        uint64_t droppedPackets{0};  ///< not accepted, or displaced by a later ACK
        uint64_t droppedBytes{0};    ///< not accepted, or displaced by a later ACK
    };

    /// Most bytes that an ACK costs with AdaptiveWeights: more than a window of these days divided
    /// by the ACKs of a connection that wait. It bounds the debt of its class.
    static constexpr uint32_t MAX_ACK_COST = 1U << 20;
    /// Of DataWeight and AckWeight (vacirca2005, figure 5).
    static constexpr AckDataWeights DEFAULT_WEIGHTS{2, 1};
    /// Largest weight.
    static constexpr uint32_t MAX_WEIGHT = 65535;
    /// Reasons for drops, in the statistics and traces of QueueDisc.
    static constexpr const char* DATA_LIMIT_DROP = "DATA: limit of the class";
    static constexpr const char* ACK_LIMIT_DROP = "ACK: limit of the class";
    static constexpr const char* DATA_SHARED_LIMIT_DROP = "DATA: shared limit";
    static constexpr const char* ACK_SHARED_LIMIT_DROP = "ACK: shared limit";

    /// @return the TypeId
    static TypeId GetTypeId();
    AckDataWrrQueueDisc();
    ~AckDataWrrQueueDisc() override;

    /// @param kind of packet @return the class that it goes to, unless it is a short opaque one
    TrafficClass GetClass(TcpPacketKind kind) const;
    /// @param trafficClass a class @return what became of its packets
    ClassStatistics GetClassStatistics(TrafficClass trafficClass) const;
    /// @param trafficClass a class @return its packets that wait
    uint32_t GetNQueued(TrafficClass trafficClass) const;
    /// @param kind of packet @return packets of this kind that were offered
    uint64_t GetNReceived(TcpPacketKind kind) const;
    /// @return the weights in force; with AdaptiveWeights in quanta of goodput
    AckDataWeights GetWeights() const;
    /// @return active connections, if AdaptiveWeights is set
    TcpConnectionEstimator::Counts GetActiveConnections() const;

    /// Signature of trace source Weights. @param data, ack the new weights
    typedef void (*WeightsTracedCallback)(uint32_t data, uint32_t ack);
    /// Signature of trace source ActiveConnections. @param downlink, uplink their new numbers
    typedef void (*ConnectionsTracedCallback)(uint32_t downlink, uint32_t uplink);

  private:
    static TypeId AddLimits(TypeId tid);
    static TypeId AddWeights(TypeId tid);
    static TypeId AddAdaptation(TypeId tid);
    static TypeId AddTraces(TypeId tid);

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    Ptr<const QueueDiscItem> DoPeek() override;
    bool CheckConfig() override;
    void DoDispose() override;
    void InitializeParams() override;

    void SetSharedMaxSize(QueueSize size);
    QueueSize GetSharedMaxSize() const;
    void SetDataMaxSize(QueueSize size);
    QueueSize GetDataMaxSize() const;
    void SetAckMaxSize(QueueSize size);
    QueueSize GetAckMaxSize() const;
    void SetAdaptiveWeights(bool isAdaptive);
    bool GetAdaptiveWeights() const;
    void SetWeightUnit(WeightUnit unit);
    WeightUnit GetWeightUnit() const;
    void SetDataWeight(uint32_t weight);
    uint32_t GetDataWeight() const;
    void SetAckWeight(uint32_t weight);
    uint32_t GetAckWeight() const;
    void SetQuantum(uint32_t bytes);
    uint32_t GetQuantum() const;

    /// What a limit is for.
    struct Occupancy
    {
        QueueSize limit;  ///< of packets or of bytes
        uint32_t packets; ///< under the limit
        uint32_t bytes;   ///< under the limit

        /// @param packetSize bytes @return whether one more packet keeps to the limit
        bool HasRoom(uint32_t packetSize) const;
    };

    Occupancy GetOccupancy(TrafficClass trafficClass) const;
    const char* FindExceededLimit(TrafficClass trafficClass, uint32_t bytes) const;
    bool CanDisplaceAcks(uint32_t bytes) const;
    void DisplaceAcks(const TcpPacket& packet, uint32_t bytes);
    uint32_t GetFirstCost(std::size_t index) const;
    uint32_t TakeGoodput(const QueueDiscItem& item);
    std::size_t SelectClass();
    void Adapt(const TcpPacket& packet);
    void UpdateWeights();

    LimitMode m_limitMode{};                      ///< attribute LimitMode
    std::array<QueueSize, 2> m_classSizes;        ///< DataMaxSize, AckMaxSize
    bool m_displaceAcks{true};                    ///< DisplaceAcks
    TrafficClass m_otherClass{};                  ///< OtherClass
    uint32_t m_opaqueAckSize{0};                  ///< OpaqueAckSize
    WeightUnit m_weightUnit{WeightUnit::PACKETS}; ///< WeightUnit
    uint32_t m_quantum{1};                        ///< Quantum
    AckDataWeights m_staticWeights{1, 1};         ///< DataWeight, AckWeight
    bool m_isAdaptive{false};                     ///< AdaptiveWeights
    Time m_idleTimeout;                           ///< IdleTimeout
    uint32_t m_activeBytes{0};                    ///< ActiveBytes
    uint32_t m_maxFlows{0};                       ///< MaxFlows

    WeightedRoundRobin m_scheduler;                        ///< whose turn it is
    AckDataWeights m_weights{1, 1};                        ///< in force
    TcpConnectionEstimator m_estimator;                    ///< of active connections
    TcpConnectionEstimator::Counts m_counts;               ///< to which m_weights belong
    std::array<Ptr<InternalQueue>, 2> m_queues;            ///< the internal queues
    Ptr<PureAckQueue> m_acks;                              ///< that of ACKs, with DisplaceAcks
    std::array<ClassStatistics, 2> m_statistics;           ///< dequeuedBytes is derived
    std::array<uint64_t, TCP_PACKET_KINDS> m_received{};   ///< by TcpPacketKind
    TracedCallback<uint32_t, uint32_t> m_weightsTrace;     ///< Weights
    TracedCallback<uint32_t, uint32_t> m_connectionsTrace; ///< ActiveConnections
};

} // namespace ns3

#endif // ACK_DATA_WRR_QUEUE_DISC_H

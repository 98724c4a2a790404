// SPDX-FileCopyrightText: 2026 The lasthop authors
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

/**
 * @defgroup wifi-ext Wi-Fi extensions
 * Queue discs for TCP ACKs and data, rate managers, and a poor channel.
 */

class PureAckQueue;

/// @ingroup wifi-ext
/// Weights of the classes: what a turn of each class sends, in packets or in quanta of bytes.
struct AckDataWeights
{
    uint32_t data; ///< DATA class, at least 1
    uint32_t ack;  ///< ACK class, at least 1

    bool operator==(const AckDataWeights&) const = default;
};

/**
 * @ingroup wifi-ext
 * Two queues, one for pure TCP ACKs and one for all other packets, served by weighted round robin
 * (vacirca2005, section IV and figure 5). At the Wi-Fi port of an access point the queue disc
 * divides the access point's share of the channel between downloads, whose data waits in one queue,
 * and uploads, whose ACKs wait in the other. The weights are fixed, or follow the numbers of active
 * connections. Internal queue 0 holds the DATA class and internal queue 1 the ACK class; their
 * trace sources show the composition of the buffer.
 */
class AckDataWrrQueueDisc : public QueueDisc
{
  public:
    /// The classes; the values are the indices of their internal queues.
    enum class TrafficClass : uint8_t
    {
        DATA, ///< all packets that are not in the other class
        ACK,  ///< pure TCP ACKs
    };

    /// The limits in force.
    enum class LimitMode : uint8_t
    {
        PER_CLASS, ///< DataMaxSize and AckMaxSize
        SHARED,    ///< MaxSize, over both classes
    };

    /// Unit of the weights.
    enum class WeightUnit : uint8_t
    {
        PACKETS, ///< packets
        BYTES,   ///< quanta of bytes
    };

    /// Numbers of packets and bytes of one class, by their fate.
    struct ClassStatistics
    {
        uint64_t receivedPackets{0}; ///< offered to the disc
        uint64_t receivedBytes{0};   ///< offered to the disc
        uint64_t dequeuedPackets{0}; ///< dequeued
        uint64_t dequeuedBytes{0};   ///< dequeued
        uint64_t droppedPackets{0};  ///< not accepted, or displaced by a later ACK
        uint64_t droppedBytes{0};    ///< not accepted, or displaced by a later ACK
    };

    /// Largest cost of an ACK with AdaptiveWeights, bytes. It exceeds a large window divided by the
    /// number of a connection's ACKs that wait, and bounds the debt of the class.
    static constexpr uint32_t MAX_ACK_COST = 1U << 20;
    /// Goodput of a short opaque packet with AdaptiveWeights, bytes: a QUIC receiver acknowledges
    /// each second packet, and each has at least 1200 bytes (RFC 9000, 13.2.2 and 14.1).
    static constexpr uint32_t OPAQUE_ACK_COST = 2400;
    /// Defaults of DataWeight and AckWeight (vacirca2005, figure 5).
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

    /// @param kind of packet
    /// @return class of such packets, except for short opaque ones
    TrafficClass GetClass(TcpPacketKind kind) const;
    /// @param trafficClass a class
    /// @return numbers of its packets and bytes, by their fate
    ClassStatistics GetClassStatistics(TrafficClass trafficClass) const;
    /// @param trafficClass a class
    /// @return number of its packets that wait
    uint32_t GetNQueued(TrafficClass trafficClass) const;
    /// @return the weights in force; with AdaptiveWeights in quanta of goodput
    AckDataWeights GetWeights() const;
    /// @return numbers of active connections, if AdaptiveWeights is set
    TcpConnectionEstimator::Counts GetActiveConnections() const;

    /// Signature of trace source Weights.
    /// @param data, ack the new weights
    typedef void (*WeightsTracedCallback)(uint32_t data, uint32_t ack);
    /// Signature of trace source ActiveConnections.
    /// @param downlink, uplink their new numbers
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

    /// A limit and the packets that count towards it.
    struct Occupancy
    {
        QueueSize limit;  ///< of packets or of bytes
        uint32_t packets; ///< under the limit
        uint32_t bytes;   ///< under the limit

        /// @param packetSize bytes
        /// @return whether one more packet keeps to the limit
        bool HasRoom(uint32_t packetSize) const;
    };

    /// What a turn of a class gives with AdaptiveWeights, bytes.
    struct TurnCredit
    {
        uint32_t own;    ///< for all packets
        uint32_t guests; ///< for packets of guests
    };

    Occupancy GetOccupancy(TrafficClass trafficClass) const;
    const char* FindExceededLimit(TrafficClass trafficClass, uint32_t bytes) const;
    bool CanDisplaceAcks(uint32_t bytes) const;
    void DisplaceAcks(const TcpPacket& packet, uint32_t bytes);
    uint32_t GetFirstCost(std::size_t index) const;
    uint32_t GetGoodput(const TcpPacket& packet, uint32_t size);
    void Charge(const QueueDiscItem& item, std::size_t index);
    TcpPacket GetTurn(const TcpPacket& packet) const;
    bool IsOpaqueAck(const TcpPacket& packet, uint32_t size) const;
    TcpPacket MakeOpaqueUpload() const;
    TurnCredit GetTurnCredit(uint32_t weight, uint32_t lasting, uint32_t guests) const;
    std::size_t SelectClass();
    void Adapt(const TcpPacket& packet);
    void UpdateWeights();

    LimitMode m_limitMode{};                      ///< attribute LimitMode
    std::array<QueueSize, 2> m_classSizes;        ///< DataMaxSize, AckMaxSize
    bool m_displaceAcks{true};                    ///< DisplaceAcks
    TrafficClass m_otherClass{};                  ///< OtherClass
    uint32_t m_opaqueAckSize{0};                  ///< OpaqueAckSize
    uint32_t m_opaqueAcknowledged{0};             ///< bytes, by all short opaque packets
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
    TcpConnectionEstimator::Counts m_counts;               ///< numbers that m_weights is based on
    TcpConnectionEstimator::Counts m_guests;               ///< guests, for the credits of turns
    std::array<Ptr<InternalQueue>, 2> m_queues;            ///< the internal queues
    Ptr<PureAckQueue> m_acks;                              ///< queue 1 with DisplaceAcks, else null
    std::array<ClassStatistics, 2> m_statistics;           ///< dequeuedBytes is derived
    TracedCallback<uint32_t, uint32_t> m_weightsTrace;     ///< Weights
    TracedCallback<uint32_t, uint32_t> m_connectionsTrace; ///< ActiveConnections
};

} // namespace ns3

#endif // ACK_DATA_WRR_QUEUE_DISC_H

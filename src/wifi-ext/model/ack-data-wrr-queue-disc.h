// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_DATA_WRR_QUEUE_DISC_H
#define ACK_DATA_WRR_QUEUE_DISC_H

#include "goodput-shares.h"
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
/// Weights of the classes: how much each class sends in a turn, in packets or in quanta of bytes.
struct AckDataWeights
{
    uint32_t data; ///< DATA class, at least 1
    uint32_t ack;  ///< ACK class, at least 1

    /// @return whether both have the same numbers; 2:1 is not 4:2
    bool operator==(const AckDataWeights&) const = default;
};

/**
 * @ingroup wifi-ext
 * Two queues, one for pure TCP ACKs and one for all other packets, served by weighted round robin
 * (vacirca2005, section IV and figure 5). At the Wi-Fi port of an access point the queue disc
 * divides the access point's share of the channel between downloads, whose data waits in one queue,
 * and uploads, whose ACKs wait in the other. The weights are fixed, or follow the numbers of active
 * connections. Internal queue 0 holds the DATA class and internal queue 1 the ACK class; their
 * trace sources show the composition of the buffer. The paper's disc has two FIFOs and fixed
 * weights that count packets, such as 2:1. AdaptiveWeights is the paper's future work: the weights
 * are the numbers of active connections and count bytes of goodput, so each connection gets the
 * same goodput. With DisplaceAcks, a pure ACK that finds no room displaces an ACK that a later ACK
 * covers.
 *
 * The disc creates its own internal queues. It ends the program with an error line if it gets
 * classes, filters or queues, if AdaptiveWeights is combined with weights or WeightUnit Bytes, or
 * if the device has no flow control, because no packet would wait. It schedules no events.
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

    /// Numbers of packets and bytes of one class, by outcome.
    struct ClassStatistics
    {
        uint64_t receivedPackets{0}; ///< offered to the disc
        uint64_t receivedBytes{0};   ///< offered to the disc
        uint64_t dequeuedPackets{0}; ///< dequeued
        uint64_t dequeuedBytes{0};   ///< dequeued
        uint64_t droppedPackets{0};  ///< not accepted, or displaced by a later ACK
        uint64_t droppedBytes{0};    ///< not accepted, or displaced by a later ACK
    };

    /// Defaults of DataWeight and AckWeight (vacirca2005, figure 5).
    static constexpr AckDataWeights DEFAULT_WEIGHTS{2, 1};
    /// Largest weight.
    static constexpr uint32_t MAX_WEIGHT = 65535;
    /// Reason of a drop: a packet of class DATA finds no room in DataMaxSize.
    static constexpr const char* DATA_LIMIT_DROP = "DATA: limit of the class";
    /**
     * Reason of a drop: a packet of class ACK finds no room in AckMaxSize, or was displaced for a
     * later one.
     */
    static constexpr const char* ACK_LIMIT_DROP = "ACK: limit of the class";
    /// Reason of a drop: a packet of class DATA finds no room in MaxSize.
    static constexpr const char* DATA_SHARED_LIMIT_DROP = "DATA: shared limit";
    /**
     * Reason of a drop: a packet of class ACK finds no room in MaxSize, or was displaced for a
     * later one.
     */
    static constexpr const char* ACK_SHARED_LIMIT_DROP = "ACK: shared limit";

    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    AckDataWrrQueueDisc();
    ~AckDataWrrQueueDisc() override;

    /**
     * @param kind of packet
     * @return class of such packets, except for short opaque ones: pure ACKs are ACK, SYN, FIN, RST
     * and packets without TCP are OtherClass, all others and malformed ones DATA
     */
    TrafficClass GetClass(TcpPacketKind kind) const;
    /**
     * @param trafficClass a class
     * @return numbers of its packets and bytes since the disc was created, by outcome; received =
     * dequeued + dropped + waiting
     */
    ClassStatistics GetClassStatistics(TrafficClass trafficClass) const;
    /// @param trafficClass a class
    /// @return number of its packets that wait
    uint32_t GetNQueued(TrafficClass trafficClass) const;
    /// @return the weights in force, in WeightUnit; with AdaptiveWeights in quanta of goodput
    AckDataWeights GetWeights() const;
    /**
     * @return numbers of active connections at the last packet that was offered, if AdaptiveWeights
     * is set; otherwise 0
     */
    GoodputShares::Counts GetActiveConnections() const;

    /// Signature of trace source Weights. It fires when DataWeight or AckWeight is set to another
    /// value; with AdaptiveWeights when the disc starts, and when a packet is offered that changes
    /// the weights.
    /// @param data, ack the new weights, which the scheduler uses from the next turn of each class
    typedef void (*WeightsTracedCallback)(uint32_t data, uint32_t ack);
    /// Signature of trace source ActiveConnections. It fires when a packet is offered; if the last
    /// connection becomes inactive, it fires only with the next packet.
    /// @param downlink, uplink their new numbers
    typedef void (*ConnectionsTracedCallback)(uint32_t downlink, uint32_t uplink);

  private:
    static TypeId AddLimits(TypeId tid);     ///< @param tid to extend @return tid
    static TypeId AddWeights(TypeId tid);    ///< @param tid to extend @return tid
    static TypeId AddAdaptation(TypeId tid); ///< @param tid to extend @return tid
    static TypeId AddTraces(TypeId tid);     ///< @param tid to extend @return tid

    /**
     * With AdaptiveWeights a dropped packet counts as well: it shows that its connection is active.
     * @param item that arrives
     * @return false if it was dropped, with the limit that it exceeds as the reason
     */
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    /// @return the first item of the class whose turn it is; null if nothing waits
    Ptr<QueueDiscItem> DoDequeue() override;
    /**
     * The scheduler repeats its choice, so that the next dequeue returns the same item.
     * @return the first item of the class whose turn it is; null if nothing waits
     */
    Ptr<const QueueDiscItem> DoPeek() override;
    /**
     * A wrong combination ends the program with one line.
     * @return true
     */
    bool CheckConfig() override;
    /**
     * Releases both internal queues. GetClassStatistics() stays readable, but counts the bytes that
     * still waited as dequeued.
     */
    void DoDispose() override;
    /**
     * Makes the internal queues without limits of their own, because the disc enforces the limits
     * and names the reason of a drop.
     */
    void InitializeParams() override;

    /// @name Attributes whose change has conditions; a wrong one ends the program with one line
    /// @{
    void SetSharedMaxSize(QueueSize size);    ///< @param size see MaxSize; above 0
    QueueSize GetSharedMaxSize() const;       ///< @return see MaxSize
    void SetDataMaxSize(QueueSize size);      ///< @param size see DataMaxSize; above 0
    QueueSize GetDataMaxSize() const;         ///< @return see DataMaxSize
    void SetAckMaxSize(QueueSize size);       ///< @param size see AckMaxSize; above 0
    QueueSize GetAckMaxSize() const;          ///< @return see AckMaxSize
    void SetDisplaceAcks(bool displaceAcks);  ///< @param displaceAcks see DisplaceAcks
    bool GetDisplaceAcks() const;             ///< @return see DisplaceAcks
    void SetAdaptiveWeights(bool isAdaptive); ///< @param isAdaptive see AdaptiveWeights
    bool GetAdaptiveWeights() const;          ///< @return see AdaptiveWeights
    void SetIdleTimeout(Time timeout);        ///< @param timeout see IdleTimeout
    Time GetIdleTimeout() const;              ///< @return see IdleTimeout
    void SetActiveBytes(uint32_t bytes);      ///< @param bytes see ActiveBytes
    uint32_t GetActiveBytes() const;          ///< @return see ActiveBytes
    void SetMaxFlows(uint32_t count);         ///< @param count see MaxFlows
    uint32_t GetMaxFlows() const;             ///< @return see MaxFlows
    void SetWeightUnit(WeightUnit unit);      ///< @param unit see WeightUnit
    WeightUnit GetWeightUnit() const;         ///< @return see WeightUnit
    void SetDataWeight(uint32_t weight);      ///< @param weight see DataWeight
    uint32_t GetDataWeight() const;           ///< @return see DataWeight
    void SetAckWeight(uint32_t weight);       ///< @param weight see AckWeight
    uint32_t GetAckWeight() const;            ///< @return see AckWeight
    void SetQuantum(uint32_t bytes);          ///< @param bytes see Quantum
    uint32_t GetQuantum() const;              ///< @return see Quantum

    /// @}

    /// End the program with one line if the disc has started.
    /// @param attribute whose value the disc reads when it starts
    void RequireBeforeStart(const char* attribute) const;

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

    /// @param trafficClass a class
    /// @return what its packets share in LimitMode
    Occupancy GetOccupancy(TrafficClass trafficClass) const;
    /// @param trafficClass of a packet that is offered
    /// @param bytes of the packet
    /// @return reason of its drop; null if it has room
    const char* FindExceededLimit(TrafficClass trafficClass, uint32_t bytes) const;
    /// @param bytes of a pure ACK that is offered
    /// @return whether it would have room if ACKs that wait were dropped
    bool CanDisplaceAcks(uint32_t bytes) const;
    /// Drop ACKs that wait until a new one has room.
    /// @param packet the new ACK, in whose turn it waits
    /// @param bytes of the new ACK
    void DisplaceAcks(const TcpPacket& packet, uint32_t bytes);
    /// @param index of an internal queue
    /// @return credit that its first packet needs; 0: it is empty
    uint32_t GetFirstCost(std::size_t index) const;
    /// With AdaptiveWeights, subtract the cost of a packet from the credit of its class.
    /// @param item just dequeued
    /// @param index of its internal queue
    void Charge(const QueueDiscItem& item, std::size_t index);
    /// @param packet of the ACK class
    /// @return packet of the connection in whose turn it waits
    TcpPacket GetTurn(const TcpPacket& packet) const;
    /// @param packet classified
    /// @param size of the packet, bytes
    /// @return whether OpaqueAckSize sends it to the ACK class
    bool IsOpaqueAck(const TcpPacket& packet, uint32_t size) const;
    /// @return index of the internal queue whose turn it is, or WeightedRoundRobin::NONE
    std::size_t SelectClass();
    /// With AdaptiveWeights, take note of a packet that is offered.
    /// @param packet classified
    /// @param isOpaqueAck see IsOpaqueAck
    void Adapt(const TcpPacket& packet, bool isOpaqueAck);
    /// The scheduler uses the current weights, and the traces report them if they are new.
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
    GoodputShares m_shares;                                ///< of connections, if adaptive
    GoodputShares::Counts m_counts;                        ///< numbers that m_weights is based on
    GoodputShares::Counts m_guests;                        ///< guests, for the credits of turns
    std::array<Ptr<InternalQueue>, 2> m_queues;            ///< the internal queues
    Ptr<PureAckQueue> m_acks;                              ///< queue 1 with DisplaceAcks, else null
    std::array<ClassStatistics, 2> m_statistics;           ///< dequeuedBytes is derived
    TracedCallback<uint32_t, uint32_t> m_weightsTrace;     ///< Weights
    TracedCallback<uint32_t, uint32_t> m_connectionsTrace; ///< ActiveConnections
};

} // namespace ns3

#endif // ACK_DATA_WRR_QUEUE_DISC_H

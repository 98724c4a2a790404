// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_LINK_QUEUE_H
#define TCP_LINUX24_LINK_QUEUE_H

#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/sequence-number.h"

#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace ns3
{

class Node;
class QueueDisc;
class QueueDiscItem;

/**
 * @ingroup tcp-linux24
 * What the TCP of a host knows of its queue disciplines: whether they refused a packet
 * (NET_XMIT_DROP), and how much memory of each socket waits in them (sk_wmem_alloc). ns-3's IP
 * layer tells its callers neither, so this listens to the traces of the queue discs. Packets are
 * recognised by their uid. Packets that wait in a device are not seen.
 */
class TcpLinux24LinkQueue : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// @param node a host @return the instance of this host, made if there is none
    static Ptr<TcpLinux24LinkQueue> GetOf(Ptr<Node> node);

    /// Listen to the queue discs that the node's devices have by now.
    void Watch();
    /// @param packet the next one to be handed to IP
    void ExpectPacket(Ptr<const Packet> packet);
    /**
     * The packet expected was handed to IP.
     * @param memory memory of the packet, bytes
     * @param memoryBelow memory that its socket has in the queue discs, bytes; kept until Forget()
     * @param start sequence number, if the packet takes any
     * @return true if a queue disc refused the packet
     */
    bool WasRefused(uint32_t memory, uint32_t& memoryBelow, std::optional<SequenceNumber32> start);
    /// @param memoryBelow of a socket @param start of a segment @return whether a copy of it waits
    bool IsWaiting(const uint32_t& memoryBelow, SequenceNumber32 start) const;
    /// @param memoryBelow to be updated no longer
    void Forget(const uint32_t& memoryBelow);

  private:
    /// A packet in a queue disc.
    struct Waiting
    {
        uint32_t memory;                       ///< bytes
        uint32_t* memoryBelow;                 ///< of its socket
        std::optional<SequenceNumber32> start; ///< see WasRefused
    };

    void WatchQueueDisc(Ptr<QueueDisc> queueDisc); ///< @param queueDisc to listen to
    void OnEnqueue(Ptr<const QueueDiscItem> item); ///< @param item now waits
    void OnDequeue(Ptr<const QueueDiscItem> item); ///< @param item waits no more
    void OnRefusal(Ptr<const QueueDiscItem> item, const char* reason); ///< @param item refused
    ///< @param reason why

    uint64_t m_expectedUid{0};                       ///< see ExpectPacket
    bool m_expecting{false};                         ///< between ExpectPacket() and WasRefused()
    bool m_refused{false};                           ///< the packet expected was refused
    bool m_waits{false};                             ///< the packet expected is in a queue disc
    std::pmr::unsynchronized_pool_resource m_memory; ///< so that packets cost no allocation
    std::pmr::unordered_map<uint64_t, Waiting> m_waiting{&m_memory}; ///< by uid
    std::unordered_set<const QueueDisc*> m_watched;                  ///< see Watch
};

} // namespace ns3

#endif // TCP_LINUX24_LINK_QUEUE_H

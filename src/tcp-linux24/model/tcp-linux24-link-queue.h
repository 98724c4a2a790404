// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_LINK_QUEUE_H
#define TCP_LINUX24_LINK_QUEUE_H

#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/simple-ref-count.h"

#include <memory_resource>
#include <unordered_map>
#include <vector>

namespace ns3
{

class Node;
class QueueDisc;
class QueueDiscItem;

/**
 * @ingroup tcp-linux24
 * Memory that the packets of one socket take in the queue disciplines of its host, bytes
 * (wmem_alloc). It outlives the socket until its last packet has left.
 */
struct TcpLinux24QueueAccount : public SimpleRefCount<TcpLinux24QueueAccount>
{
    uint32_t memory{0}; ///< bytes
};

/**
 * @ingroup tcp-linux24
 * What the TCP of a host knows of its queue disciplines: whether they refused a packet
 * (NET_XMIT_DROP), and how much memory of each socket waits in them (wmem_alloc). ns-3's IP
 * layer tells its callers neither, so this listens to the traces of the queue discs. Packets are
 * recognized by their uid. Packets that wait in a device are not seen.
 */
class TcpLinux24LinkQueue : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// @param node a host
    /// @return the instance of this host, made if there is none
    static Ptr<TcpLinux24LinkQueue> GetOf(Ptr<Node> node);

    /// Listen to the queue discs that the node's devices have by now. What waits in one that is
    /// gone waits no more, as a qdisc that is destroyed frees its packets (qdisc_destroy).
    void Watch();

    /// @name A packet goes down
    /// @{
    /**
     * @param packet the next one to be handed to IP
     */
    void Expect(Ptr<const Packet> packet);
    /// It was handed to IP: if it waits now, its memory is charged until it leaves.
    /// @param account of its socket
    /// @param memory of the packet, bytes
    /// @param start sequence number
    void Charge(Ptr<TcpLinux24QueueAccount> account, uint32_t memory, SequenceNumber32 start);
    /// @return whether a queue disc refused the packet expected last
    bool IsRefused() const;
    /// @}

    /// @param account of a socket
    /// @param start sequence number
    /// @return whether a packet of this socket that starts there waits
    bool IsWaiting(const TcpLinux24QueueAccount& account, SequenceNumber32 start) const;

  protected:
    /// Lets the queue discs go.
    void DoDispose() override;

  private:
    /// A packet in a queue disc.
    struct Waiting
    {
        uint32_t device;                     ///< whose root queue disc it is in
        Ptr<TcpLinux24QueueAccount> account; ///< of its socket
        uint32_t memory;                     ///< bytes
        SequenceNumber32 start;              ///< sequence number
    };

    /// Another root queue disc, or none, is on a device.
    /// @param device index
    /// @param root now on it, or null
    void ReplaceRoot(uint32_t device, Ptr<QueueDisc> root);
    /// @param device index
    /// @param queueDisc to listen to
    void WatchQueueDisc(uint32_t device, Ptr<QueueDisc> queueDisc);
    /// @param device index
    /// @param queueDisc to listen to no more
    void UnwatchQueueDisc(uint32_t device, Ptr<QueueDisc> queueDisc);
    /// @param device index
    /// @param item now waits
    void OnEnqueue(uint32_t device, Ptr<const QueueDiscItem> item);
    void OnDequeue(Ptr<const QueueDiscItem> item); ///< @param item waits no more
    void OnRefusal(Ptr<const QueueDiscItem> item, const char* reason); ///< @param item refused
    ///< @param reason why

    uint64_t m_expectedUid{0};                       ///< see Expect
    bool m_expecting{false};                         ///< between Expect() and Charge()
    bool m_refused{false};                           ///< the packet expected was refused
    bool m_waits{false};                             ///< the packet expected is in a queue disc
    uint32_t m_waitsAt{0};                           ///< device of this queue disc
    std::pmr::unsynchronized_pool_resource m_memory; ///< so that packets cost no allocation
    std::pmr::unordered_map<uint64_t, Waiting> m_waiting{&m_memory}; ///< by uid
    std::vector<Ptr<QueueDisc>> m_roots; ///< that are listened to, by device; null: none
};

} // namespace ns3

#endif // TCP_LINUX24_LINK_QUEUE_H

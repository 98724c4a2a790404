// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETTCP_SENDER_H
#define ETTCP_SENDER_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <set>

/**
 * @file
 * @ingroup wavelan
 * ns3::EttcpSender declaration.
 */

namespace ns3
{

class QueueDiscItem;
class Socket;

/// @ingroup wavelan
/// What became of the datagrams of an EttcpSender.
struct EttcpCounters
{
    uint64_t written{0}; ///< datagrams that the program wrote
    uint64_t dropped{0}; ///< of these, dropped by the queue above the interface
    uint64_t taken{0};   ///< of these, taken by the interface
};

/**
 * @ingroup wavelan
 * The UDP sender of ettcp (xylomenos1999, III.B): writes numbered datagrams as fast as its host and
 * the memory of its socket let it.
 *
 * A datagram has memory of the socket until the interface has taken it or the queue above has
 * dropped it. While the memory is used up, the program sleeps. Large datagrams use it up while
 * fewer wait than the queue takes, so that none is dropped. Of small ones more fit than the queue
 * takes, and the rest is dropped above the interface (Linux 2.0.32: sock_alloc_send_skb(),
 * dev_queue_xmit()).
 *
 * The TCP sender of ettcp is BulkSendApplication with the packets' payload as SendSize.
 */
class EttcpSender : public Application
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    EttcpSender();
    ~EttcpSender() override;

    /// @return what became of the datagrams; those neither taken nor dropped wait
    const EttcpCounters& GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;
    void Connect();
    void ScheduleWrite();
    void Write();
    void Taken(Ptr<const Packet> packet);
    void Dropped(Ptr<const QueueDiscItem> item);
    bool Free(uint64_t uid);

    Address m_remote;          ///< Remote
    Ptr<NetDevice> m_device;   ///< Device
    uint32_t m_size;           ///< PacketSize
    uint64_t m_packets;        ///< Packets
    Time m_writeTime;          ///< WriteTime
    Time m_writeOctetTime;     ///< WriteOctetTime
    uint32_t m_sendBuffer;     ///< SendBuffer
    uint32_t m_packetOverhead; ///< PacketOverhead

    Ptr<Socket> m_socket;
    std::set<uint64_t> m_waiting; ///< datagrams that use memory, by uid
    bool m_isAsleep{false};       ///< it waits for memory
    EventId m_write;
    EttcpCounters m_counters;
};

} // namespace ns3

#endif // ETTCP_SENDER_H

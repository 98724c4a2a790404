// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETTCP_SENDER_H
#define ETTCP_SENDER_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup wavelan
 * ns3::EttcpSender declaration.
 */

namespace ns3
{

class Ipv4Interface;
class QueueDiscItem;
class Socket;

/// @ingroup wavelan
/// Where the host of an EttcpSender dropped a datagram.
enum class EttcpDropReason : uint8_t
{
    SOCKET, ///< the socket refused it: there is no route, or it is a broadcast
    IP,     ///< IP dropped it below the socket
    ARP,    ///< ARP found no address, or too many datagrams waited for one
    QUEUE,  ///< the queue above the interface was full
};

/// @param reason a reason
/// @return its name, for traces and tables
const char* GetEttcpDropReasonName(EttcpDropReason reason);

/// @ingroup wavelan
/// What became of the datagrams of an EttcpSender.
struct EttcpCounters
{
    uint64_t written{0}; ///< datagrams that the program wrote
    uint64_t dropped{0}; ///< of these, dropped by the host and traced by Drop
    uint64_t taken{0};   ///< of these, taken by the interface
};

/**
 * @ingroup wavelan
 * The UDP sender of ettcp (xylomenos1999, III.B): writes numbered datagrams as fast as its host and
 * the memory of its socket let it.
 *
 * A datagram has memory of the socket until the interface has taken it or the host has dropped it,
 * also after StopApplication(). While the memory is used up, the program sleeps. Large datagrams
 * use it up while fewer wait than the queue takes, so that none is dropped. Of small ones more fit
 * than the queue takes, and the rest is dropped above the interface (Linux 2.0.32:
 * sock_alloc_send_skb(), dev_queue_xmit()).
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
    /// @return datagrams that were written, and neither taken nor dropped yet
    std::size_t GetNWaiting() const;

    /// Signature of the trace source Drop.
    /// @param packet of UDP or IP
    /// @param reason where
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, EttcpDropReason reason);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;
    Ptr<Ipv4Interface> RequireInterface() const;
    void Connect();
    void Disconnect();
    void ScheduleWrite();
    void Write();
    void Taken(Ptr<const Packet> packet);
    void DroppedByQueue(Ptr<const QueueDiscItem> item);
    void DroppedByArp(Ptr<const Packet> packet);
    void DroppedByIp(const Ipv4Header& header,
                     Ptr<const Packet> packet,
                     Ipv4L3Protocol::DropReason reason,
                     Ptr<Ipv4> ipv4,
                     uint32_t interface);
    void Drop(Ptr<const Packet> packet, EttcpDropReason reason);
    bool Free(uint64_t uid);

    Address m_remote;          ///< Remote
    Ptr<NetDevice> m_device;   ///< Device
    uint32_t m_size;           ///< PacketSize
    uint64_t m_packets;        ///< Packets
    Time m_writeTime;          ///< WriteTime
    Time m_writeByteTime;      ///< WriteByteTime
    uint32_t m_sendBuffer;     ///< SendBuffer
    uint32_t m_packetOverhead; ///< PacketOverhead

    Ptr<Socket> m_socket;
    std::vector<std::function<void()>> m_disconnect; ///< undo Connect()
    std::set<uint64_t> m_waiting;                    ///< datagrams that use memory, by uid
    bool m_isAsleep{false};                          ///< it waits for memory
    EventId m_write;
    EttcpCounters m_counters;

    TracedCallback<Ptr<const Packet>, EttcpDropReason> m_dropTrace;
};

} // namespace ns3

#endif // ETTCP_SENDER_H

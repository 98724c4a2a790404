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

/// @ingroup wavelan
/// @param reason a reason
/// @return its name, for traces and tables
const char* GetEttcpDropReasonName(EttcpDropReason reason);

/// @ingroup wavelan
/// Counters of the datagrams of an EttcpSender.
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
 * A datagram occupies memory of the socket until the interface has taken it or the host has dropped
 * it, even after StopApplication(). While the memory is exhausted, the program sleeps. Large
 * datagrams exhaust it before they fill the queue, so none is dropped. More small datagrams fit
 * into the memory than into the queue, and the excess is dropped above the interface (Linux 2.0.32:
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

    /// @return counters of the datagrams; datagrams that are neither taken nor dropped still wait
    const EttcpCounters& GetCounters() const;
    /// @return number of datagrams that were written, but not yet taken or dropped
    std::size_t GetNWaiting() const;

    /**
     * Signature of the trace source Drop.
     * @param packet the payload if reason is SOCKET; with its UDP header if reason is IP or QUEUE;
     * with IP and UDP headers if reason is ARP. The uid is that of the datagram in all cases
     * @param reason where
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, EttcpDropReason reason);

  protected:
    /// Disconnects from device, queue disc, ARP and IP, which may outlive the program.
    void DoDispose() override;

  private:
    /**
     * Connects the traces, and begins to write. Fatal if SendBuffer does not hold a datagram with
     * its overhead, or if Remote or Device is wrong; see Connect().
     */
    void StartApplication() override;
    /// Ends the writing. What was written goes its way, and stays in the counters.
    void StopApplication() override;
    /**
     * Fatal unless Remote is the IPv4 address and port of another host: a datagram to the host
     * itself passes no interface.
     * @return the interface of IP on Device; null if Device is null or has none on this node
     */
    Ptr<Ipv4Interface> CheckRemote() const;
    /**
     * Connect to the trace sources that tell when a datagram leaves the socket's memory: MacTx of
     * the device, and Drop of queue disc, ARP and IP. Fatal unless Device is an interface of the
     * node with an IPv4 address, a queue disc and the trace source MacTx.
     */
    void Connect();
    /// Undo Connect(). Nothing happens if it was not called.
    void Disconnect();
    /// The next Write() comes when the host is done with this datagram: WriteTime, and
    /// WriteByteTime for each byte of PacketSize.
    void ScheduleWrite();
    /**
     * Write the next datagram, with its number, from 0 on, in a SeqTsHeader. If the memory does not
     * hold it, fall asleep until Free() (sock_alloc_send_skb() of Linux 2.0.32).
     */
    void Write();
    /// MacTx: the driver has the datagram. The card's buffer is no memory of the socket.
    /// @param packet of this program, or another one
    void Taken(Ptr<const Packet> packet);
    /// The queue disc has dropped a packet, which dev_queue_xmit() of Linux 2.0.32 does not report.
    /// @param item with a packet of this program, or another one
    void DroppedByQueue(Ptr<const QueueDiscItem> item);
    /// ArpL3Protocol drops what finds no room, ArpCache what has waited in vain.
    /// @param packet of this program, or another one
    void DroppedByArp(Ptr<const Packet> packet);
    /**
     * IP drops a packet after the socket has taken it, as when a routing protocol that looks for
     * routes on demand finds none.
     * @param header not used
     * @param packet of this program, or another one
     * @param reason not used
     * @param ipv4 not used
     * @param interface not used
     */
    void DroppedByIp(const Ipv4Header& header,
                     Ptr<const Packet> packet,
                     Ipv4L3Protocol::DropReason reason,
                     Ptr<Ipv4> ipv4,
                     uint32_t interface);
    /// Count and trace a drop, of which the program notices nothing.
    /// @param packet of this program, or another one, which is left alone
    /// @param reason where it was dropped
    void Drop(Ptr<const Packet> packet, EttcpDropReason reason);
    /// A datagram leaves the socket's memory, and wakes the program if it sleeps.
    /// @param uid of a packet
    /// @return whether it is one of this program that still had memory
    bool Free(uint64_t uid);

    Address m_remote;          ///< Remote
    Ptr<NetDevice> m_device;   ///< Device
    uint32_t m_size;           ///< PacketSize
    uint64_t m_packets;        ///< Packets
    Time m_writeTime;          ///< WriteTime
    Time m_writeByteTime;      ///< WriteByteTime
    uint32_t m_sendBuffer;     ///< SendBuffer
    uint32_t m_packetOverhead; ///< PacketOverhead

    Ptr<Socket> m_socket;                            ///< of UDP; null before the start
    std::vector<std::function<void()>> m_disconnect; ///< undo Connect()
    std::set<uint64_t> m_waiting;                    ///< datagrams that use memory, by uid
    bool m_isAsleep{false};                          ///< it waits for memory
    EventId m_write;                                 ///< next Write(); not pending in its sleep
    EttcpCounters m_counters;                        ///< see GetCounters()

    TracedCallback<Ptr<const Packet>, EttcpDropReason> m_dropTrace; ///< trace source Drop
};

} // namespace ns3

#endif // ETTCP_SENDER_H

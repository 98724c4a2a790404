// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETTCP_RECEIVER_H
#define ETTCP_RECEIVER_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>

/**
 * @file
 * @ingroup wavelan
 * ns3::EttcpReceiver declaration.
 */

namespace ns3
{

class Socket;

/// @ingroup wavelan
/// Counters of the datagrams that reached the socket of an EttcpReceiver.
struct EttcpReceiverCounters
{
    uint64_t arrived{0}; ///< at the socket
    uint64_t read{0};    ///< by the program, and traced by Rx
    uint64_t dropped{0}; ///< traced by Drop: the socket's buffer was full, or the program stopped
};

/**
 * @ingroup wavelan
 * The UDP receiver of ettcp (xylomenos1999, III.B): reads datagrams from a socket with finite
 * memory. The time for reading a datagram depends on the host. A host that is slower than the
 * medium loses a datagram each time the buffer is full.
 *
 * The TCP receiver of ettcp is PacketSink.
 */
class EttcpReceiver : public Application
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    EttcpReceiver();
    ~EttcpReceiver() override;

    /// Models the host's processor, which may be busy with other work: returns when work is
    /// finished that begins at a given instant and takes a given time on an idle processor.
    using Processor = std::function<Time(Time start, Time work)>;
    /**
     * Make reading a datagram take longer on a busy processor.
     * @param processor of the host, called at the start of each reading and kept until the program
     * is disposed of; it must not return an instant before the start. Empty: the processor is idle
     */
    void SetProcessor(Processor processor);

    /// @return counters of the datagrams; datagrams that are neither read nor dropped still wait
    const EttcpReceiverCounters& GetCounters() const;

  protected:
    /// Drops what waits, as StopApplication() does.
    void DoDispose() override;

  private:
    /// Binds the socket. Fatal unless Local is a free address and port of the node.
    void StartApplication() override;
    /// Drops the datagrams that wait, that being read included, and closes the socket.
    void StopApplication() override;
    /**
     * Take all datagrams out of ns-3's socket, so that the memory that is limited is that of this
     * class. One that finds MaxWaiting others in it is dropped (udp_rcv() of Linux 2.0.32).
     * @param socket which has received datagrams
     */
    void Receive(Ptr<Socket> socket);
    /// Stop reading, and fire Drop for each datagram that waits.
    void DropWaiting();
    /// Begin to read the first datagram. There must be one.
    void ScheduleRead();
    /// The first datagram has been read: fires Rx, and begins to read the next one.
    void Read();

    Address m_local;       ///< Local
    Time m_readTime;       ///< ReadTime
    Time m_readByteTime;   ///< ReadByteTime
    uint32_t m_maxWaiting; ///< MaxWaiting
    Processor m_processor; ///< see SetProcessor

    Ptr<Socket> m_socket;              ///< of UDP, bound to Local; null before the start
    std::deque<Ptr<Packet>> m_waiting; ///< the first is the one that the program reads
    EventId m_read;                    ///< end of that reading; not pending if none waits
    EttcpReceiverCounters m_counters;  ///< see GetCounters()

    TracedCallback<Ptr<const Packet>> m_rxTrace;   ///< trace source Rx
    TracedCallback<Ptr<const Packet>> m_dropTrace; ///< trace source Drop
};

} // namespace ns3

#endif // ETTCP_RECEIVER_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ONE_WAY_TRANSFER_H
#define ONE_WAY_TRANSFER_H

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/one-way-tcp-sender.h"
#include "ns3/one-way-tcp-sink.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::OneWayTransfer declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A transfer by ns-2's one-way TCP between two nodes of ns-3. Its packets are datagrams of UDP
 * whose payload makes them as long as those of ns-2: headers of 40 bytes in all.
 */
class OneWayTransfer
{
  public:
    /// Values of the transfer.
    struct Options
    {
        OneWayTcpSender::Options sender;  ///< of the sender
        uint32_t packetSize{1000};        ///< packetSize_, bytes of data in each packet
        uint32_t skippedAcks{0};          ///< see OneWayTcpSink
        Time ackDelay{MilliSeconds(100)}; ///< a skipped ACK leaves after it (interval_); 0: never
    };

    /**
     * @param options see Options
     * @param sender node with an internet stack
     * @param receiver node with an internet stack
     * @param address of the receiver
     * @param port of both
     * @throws std::invalid_argument if packetSize is 0 or longer than a datagram, or as
     * OneWayTcpSender does
     */
    OneWayTransfer(const Options& options,
                   Ptr<Node> sender,
                   Ptr<Node> receiver,
                   Ipv4Address address,
                   uint16_t port);
    OneWayTransfer(const OneWayTransfer&) = delete;
    OneWayTransfer& operator=(const OneWayTransfer&) = delete;
    ~OneWayTransfer();

    /**
     * Have it begin.
     * @param start when
     * @param bytes of data, rounded up to whole packets
     * @param end called when the receiver has the last packet
     * @throws std::invalid_argument if there are no bytes
     * @throws std::logic_error if it has been called before
     */
    void Schedule(Time start, uint64_t bytes, std::function<void()> end);
    /// @return bytes of data that the receiver has in order
    uint64_t GetReceivedBytes() const;
    /// @return the sender
    const OneWayTcpSender& GetSender() const;
    /// @return ACKs that the receiver has sent
    uint64_t GetAcks() const;

  private:
    /// The sender sends a packet, as a datagram.
    /// @param number of it; the SYN, 0, has no data
    void SendPacket(int64_t number);
    /// Send the ACK of all packets in order, and stop the timer of a skipped one.
    void SendAck();
    /// Packets have arrived: acknowledge them at once, or after ackDelay. The last one ends the
    /// transfer.
    /// @param socket of the receiver
    void ReceivePackets(Ptr<Socket> socket);
    /// ACKs have arrived.
    /// @param socket of the sender
    void ReceiveAcks(Ptr<Socket> socket);
    /// Schedule the sender's timer as it is now. After the last ACK there is none.
    void SetTimer();
    /// @return the present, s
    static double GetNow();

    Options m_options;            ///< see the constructor
    OneWayTcpSender m_sender;     ///< of the transfer
    OneWayTcpSink m_sink;         ///< of the transfer
    Ptr<Socket> m_senderSocket;   ///< of m_sender
    Ptr<Socket> m_receiverSocket; ///< of m_sink
    Address m_peer;               ///< of the receiver's socket, to which ACKs go
    EventId m_timer;              ///< of m_sender
    EventId m_ackTimer;           ///< of m_sink
    EventId m_start;              ///< see Schedule
    int64_t m_packets{0};         ///< of data
    std::function<void()> m_end;  ///< see Schedule; empty after the call
    uint64_t m_acks{0};           ///< see GetAcks
};

} // namespace ns3

#endif // ONE_WAY_TRANSFER_H

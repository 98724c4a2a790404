// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BULK_TRANSFER_H
#define BULK_TRANSFER_H

#include "ns3/application-container.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A transfer that always has data to send for a given time, like those of netperf in kuang2003
 * (3.1) and of ttcp in vacirca2005 (II). It counts the data that arrives.
 */
class BulkTransfer
{
  public:
    /// Payload of a datagram that fills the MTU of 1500 bytes.
    static constexpr uint32_t DATAGRAM = 1472;

    /// What carries the transfer.
    enum class Transport
    {
        TCP, ///< stream in messages of 16 KB (kuang2003, 4.1.2)
        UDP, ///< full datagrams at more than the link can carry
    };

    /**
     * @param transport see Transport
     * @param sender node with an internet stack
     * @param receiver node with an internet stack
     * @param address of the receiver
     * @param port of the receiver; unless given, the one at which netserver listens
     */
    BulkTransfer(Transport transport,
                 Ptr<Node> sender,
                 Ptr<Node> receiver,
                 Ipv4Address address,
                 uint16_t port = 12865);

    /**
     * Schedule the transfer.
     * @param start when the sender begins
     * @param duration how long it sends, and how long arrivals count
     * @param linger how much longer arrivals count
     */
    void Schedule(Time start, Time duration, Time linger = Time(0));
    /// @return application bytes that arrived
    uint64_t GetReceivedBytes() const;
    /// @return application bytes that arrived, over the duration, Mb/s
    double GetThroughputMbps() const;
    /// @return the sending application
    Ptr<Application> GetSender() const;
    /// @return the application that reads
    Ptr<Application> GetReceiver() const;

  private:
    /// Install a sender without a limit on its bytes, and its sink. A node with a
    /// TcpPresetSocketFactory uses that TCP, any other node ns3::TcpSocketFactory.
    /// @param sender, receiver nodes
    /// @param to address and port of the receiver
    void InstallTcp(Ptr<Node> sender, Ptr<Node> receiver, const InetSocketAddress& to);
    /// Install a sender of 11 Mb/s, more than 802.11b carries, and its sink.
    /// @param sender, receiver nodes
    /// @param to address and port of the receiver
    void InstallUdp(Ptr<Node> sender, Ptr<Node> receiver, const InetSocketAddress& to);

    ApplicationContainer m_sender;   ///< one application
    ApplicationContainer m_receiver; ///< one packet sink
    Time m_duration;                 ///< see Schedule
};

} // namespace ns3

#endif // BULK_TRANSFER_H

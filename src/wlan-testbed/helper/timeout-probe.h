// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TIMEOUT_PROBE_H
#define TIMEOUT_PROBE_H

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/timeout-classifier.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::TimeoutProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Finds out why the retransmission timers of TCP connections to one host expired: whether data or
 * ACKs were really lost, or the timeouts were spurious (malone2008, IV; TimeoutClassifier). It sees
 * the packets between TCP and the queue discs of both ends, so that packets which a host's own
 * queue refuses count as lost. It only listens. IPv4 only.
 *
 * It observes only during its lifetime. It may be destroyed at any time: before the simulation
 * ends, before a connection that it watches begins, or after Simulator::Destroy(). GetTimeouts()
 * derives the cause of a timeout from what is known when it is called, so call it after
 * Simulator::Run().
 */
class TimeoutProbe
{
  public:
    /// @param receiver node of all connections' receivers, with an internet stack
    explicit TimeoutProbe(Ptr<Node> receiver);
    TimeoutProbe(const TimeoutProbe&) = delete;
    TimeoutProbe& operator=(const TimeoutProbe&) = delete;
    ~TimeoutProbe();

    /**
     * Watch one more connection.
     * @param sender a BulkSendApplication whose node has sockets of Linux
     * @param start when it begins
     * @return its number, from 0
     */
    std::size_t Watch(Ptr<Application> sender, Time start);

    /// @param connection number
    /// @return its timeouts, without those of SYNs, as far as they are known now
    std::vector<TimeoutClassifier::Timeout> GetTimeouts(std::size_t connection) const;

  private:
    /// Address and port of a sender.
    using Sender = std::pair<Ipv4Address, uint16_t>;

    /// Connect to the sender's socket, 1 ns after the start of the connection. Fatal if it has no
    /// socket by then, if the socket is one of IPv6, or if it does not trace retransmissions.
    /// @param connection number
    /// @param sender see Watch()
    void Listen(std::size_t connection, Ptr<Application> sender);
    /// At a sender or the receiver.
    /// @param isSent leaves the node, otherwise it arrives
    /// @param packet IP datagram
    /// @param ipv4 of the node
    /// @param interface of the node
    void NotePacket(bool isSent, Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);
    /// See the packets of a node from now on. Further calls for this node do nothing.
    /// @param node with IPv4; fatal without
    void WatchNode(Ptr<Node> node);

    /// By connection. The sockets' traces share them, which may outlive the probe.
    std::vector<std::shared_ptr<TimeoutClassifier>> m_classifiers;
    std::map<Sender, std::size_t> m_connections; ///< by sender
    std::set<Ptr<Ipv4L3Protocol>> m_protocols;   ///< whose packets are seen
    std::vector<EventId> m_starts;               ///< of the connections
};

} // namespace ns3

#endif // TIMEOUT_PROBE_H

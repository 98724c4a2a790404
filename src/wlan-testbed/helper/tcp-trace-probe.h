// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_TRACE_PROBE_H
#define TCP_TRACE_PROBE_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv4.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"
#include "ns3/time-sequence.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::TcpTraceProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Records the TCP connections over which a node sends data, at one place between its TCP and that
 * of the receiver, and so draws the sequence number plots of kuang2003: figure 2(a) at the sender's
 * device, 2(b) at the receiver's, 2(c) on the air; the two views of figure 4 at IP and at the
 * device; figure 6(a) at IP. Two probes at two places show what happens between them, such as the
 * queue that makes the views of figure 4 differ.
 *
 * IPv4 only. Fragments of IP datagrams are not put together and not recorded.
 */
class TcpTraceProbe : public SimpleRefCount<TcpTraceProbe>
{
  public:
    /**
     * Record between TCP and the queue disc (traces Tx and Rx of the node's Ipv4L3Protocol).
     * @param node with an internet stack
     * @return the probe, which lives as long as the node or longer
     */
    static Ptr<TcpTraceProbe> AtIp(Ptr<Node> node);

    /**
     * As AtIp(), but at the receiver of the data.
     * @param node of the receiver, with an internet stack
     * @param sender the node whose data counts
     * @return the probe, which lives as long as the node or longer
     */
    static Ptr<TcpTraceProbe> AtPeerIp(Ptr<Node> node, Ptr<Node> sender);

    /**
     * Record where tcpdump does (trace Sniffer, which has Ethernet frames). Fatal if the device
     * has no such trace.
     * @param device a UsbNetDevice or CsmaNetDevice of a node with an internet stack
     * @return the probe, which lives as long as the device or longer
     */
    static Ptr<TcpTraceProbe> AtDevice(Ptr<NetDevice> device);

    /**
     * As AtDevice(), but at the receiver of the data.
     * @param device a device of the receiver
     * @param sender the node whose data counts
     * @return the probe, which lives as long as the device or longer
     */
    static Ptr<TcpTraceProbe> AtPeer(Ptr<NetDevice> device, Ptr<Node> sender);

    /**
     * Record the first transmission of each frame on the air, as a sniffer does that misses none;
     * frames with the Retry bit are left out.
     * @param radios of a cell, of either kind, that carry the sender's data and its acknowledgments
     * @param sender the node whose data counts
     * @return the probe, which lives as long as the radios or longer
     */
    static Ptr<TcpTraceProbe> AtAir(const NetDeviceContainer& radios, Ptr<Node> sender);

    /// What was seen of a connection with data from the node.
    struct View
    {
        std::string connection;                ///< its ports and the other host
        std::vector<std::vector<double>> rows; ///< rows of a TimeSequence
    };

    /// @return the connections with data from the node, by their ports and hosts
    std::vector<View> GetViews() const;

  private:
    /// What tells one connection of the node from another.
    struct Endpoints
    {
        uint16_t localPort;  ///< of the node
        Ipv4Address remote;  ///< the other host
        uint16_t remotePort; ///< of the other host

        /// @param other another connection
        /// @return whether this one comes first
        bool operator<(const Endpoints& other) const;
    };

    /// A connection.
    struct Connection
    {
        TimeSequence sequence;   ///< its events
        uint8_t windowShift{0};  ///< window scale of the other host, see RFC 7323
        bool offersShift{false}; ///< our SYN had the option, too
    };

    /// @param endpoints of a connection
    /// @return its ports and the other host
    static std::string Describe(const Endpoints& endpoints);
    /// @param packet IP datagram
    void HandleDatagram(Ptr<const Packet> packet);
    /// @param packet IP datagram
    /// @param ipv4 where
    /// @param interface there
    void HandleIp(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);
    /// @param packet Ethernet frame
    void HandleFrame(Ptr<const Packet> packet);
    /// @param packet 802.11 frame
    void HandleWifiFrame(Ptr<const Packet> packet);
    /// @param packet 802.11 frame
    /// @param power of its transmission, W
    void HandleWifiPhyFrame(Ptr<const Packet> packet, double power);
    /// @param sender the node whose data counts
    /// @return a probe that is nowhere yet
    static Ptr<TcpTraceProbe> MakeFor(Ptr<Node> sender);
    /// @param node its IP datagrams are recorded
    void WatchIp(Ptr<Node> node);
    /// @param device its Ethernet frames are recorded
    void Watch(Ptr<NetDevice> device);
    /// @param connection whose data sender sends
    /// @param header TCP's
    /// @param length bytes of data
    static void HandleSent(Connection& connection, const TcpHeader& header, uint32_t length);
    /// @param connection whose data sender receives
    /// @param header TCP's
    static void HandleReceived(Connection& connection, const TcpHeader& header);

    std::function<bool(Ipv4Address)> m_isOwn;      ///< whether the node has an address
    std::map<Endpoints, Connection> m_connections; ///< all that were seen
};

} // namespace ns3

#endif /* TCP_TRACE_PROBE_H */

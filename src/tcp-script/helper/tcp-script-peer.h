// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_PEER_H
#define TCP_SCRIPT_PEER_H

#include "tcp-script-translator.h"

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-script.h"
#include "ns3/virtual-net-device.h"

#include <functional>

namespace ns3
{

/**
 * @ingroup tcp-script
 * The other end of the connection of a packet script, and the network to it: a device without
 * delay. It has no TCP of its own; it sends what the script says and hands over what comes.
 *
 * Byte k of either stream (from 0) has the value k modulo 251, so that the test sees a wrong byte.
 */
class TcpScriptPeer
{
  public:
    /// A packet the socket sent.
    struct Capture
    {
        Time time;                  ///< when
        TcpHeader header;           ///< as sent
        Ptr<Packet> payload;        ///< data
        TcpScriptPacket::Ecn ecn{}; ///< of the IP header
        bool isFragment{false};     ///< part of a packet; then it has no header here
    };

    /// What the network is like.
    struct Options
    {
        bool isIpv6{false}; ///< IPv6 instead of IPv4
        uint16_t mtu{1500}; ///< of the device, bytes
        // From the ranges of packetdrill's defaults (config.c), so that captures look alike.
        Ipv4Address localIpv4{"192.168.0.1"};       ///< of the socket
        Ipv4Address peerIpv4{"192.0.2.1"};          ///< of the peer
        Ipv6Address localIpv6{"fd3d:fa7b:d17d::1"}; ///< of the socket
        Ipv6Address peerIpv6{"2001:db8::1"};        ///< of the peer
        TcpScriptTranslator::Options numbers;       ///< of sequence and time
        bool areLastPacketsFree{false}; ///< whether packets after the last event are ignored
        bool areSegmentsStrict{false};  ///< whether no packet may come as several segments
        bool hasStack{true};            ///< whether the node gets ns-3's internet stack
    };

    /// Port of the listening end.
    static constexpr uint16_t SERVER_PORT = 8080;
    /// Port of the peer when the socket listens.
    static constexpr uint16_t PEER_CLIENT_PORT = 33000;

    /**
     * @param options what the network is like
     * @param onPacket called with each TCP packet of the socket
     */
    TcpScriptPeer(const Options& options, std::function<void(const Capture&)> onPacket);

    TcpScriptPeer(const TcpScriptPeer&) = delete;
    TcpScriptPeer& operator=(const TcpScriptPeer&) = delete;

    /// @return the node under test, whose only device leads to the peer
    Ptr<Node> GetNode() const;
    /// @return the address to bind to
    Address GetLocalAddress() const;
    /// @return the address to connect to
    Address GetPeerAddress() const;

    /// The socket will connect: the peer listens.
    void ListenForSocket();
    /// The socket listens: the peer will connect, from another port than before.
    void ConnectToSocket();

    /// @param packet what to send to the socket at once
    void Inject(const TcpScriptPacket& packet);
    /// @param icmp error to send to the socket at once, about a packet of it
    void Inject(const TcpScriptIcmp& icmp);

    /// @return whether no packet may come as several segments
    bool AreSegmentsStrict() const;

    /// @param header of a packet of the socket
    /// @return whether it is of the connection that the script is at
    bool IsOfConnection(const TcpHeader& header) const;

    /// @return whether the socket is taking in what Inject() sends
    bool IsInjecting() const;

    /**
     * @param capture a packet of the socket
     * @param expected what the script expects; null if it expects nothing
     * @return the packet in numbers of the script (see TcpScriptTranslator)
     */
    TcpScriptPacket Translate(const Capture& capture, const TcpScriptPacket* expected);

    /**
     * @param capture a packet of the socket
     * @return the least size of a segment that is full, bytes: the smaller MSS of both ends and of
     * the device, less the options of the packet
     */
    uint32_t GetFullSegment(const Capture& capture) const;

    /**
     * @param capture a packet of the socket
     * @return whether its data is that of its place in the stream
     */
    bool HasRightData(const Capture& capture) const;

    /// Data of the socket comes from a file from now on: HasRightData() no longer asks for it.
    void AcceptAnyData();

    /**
     * @param offset place of the first byte in the stream, from 0
     * @param size bytes
     * @return that part of the stream of either side
     */
    static Ptr<Packet> MakeData(uint64_t offset, uint32_t size);

    /**
     * @param data part of a stream
     * @param offset where it should begin
     * @return whether it is that part
     */
    static bool IsData(Ptr<const Packet> data, uint64_t offset);

  private:
    /// Give ns-3's internet stack on the node its addresses, and default routes to the peer.
    void InstallAddresses();
    /**
     * The send callback of the device.
     * @param packet from the network layer
     * @param source not used
     * @param destination not used
     * @param protocol Ethertype
     * @return whether the device counts it as sent
     */
    bool ReceiveFromSocket(Ptr<Packet> packet,
                           const Address& source,
                           const Address& destination,
                           uint16_t protocol);
    /**
     * @param packet behind the IP header
     * @param protocol of it
     * @param ecn mark of the IP header
     */
    void SendToSocket(Ptr<Packet> packet, uint8_t protocol, TcpScriptPacket::Ecn ecn);
    /**
     * @param packet of the script
     * @return its header on the wire, with ports
     */
    TcpHeader MakeHeader(const TcpScriptPacket& packet) const;

    Options m_options;                              ///< what the network is like
    std::function<void(const Capture&)> m_onPacket; ///< called with each TCP packet
    TcpScriptTranslator m_translator;               ///< between headers and the script
    Ptr<Node> m_node;                               ///< node under test
    Ptr<VirtualNetDevice> m_device;                 ///< its only device
    uint16_t m_socketPort{SERVER_PORT};             ///< port of the socket
    uint16_t m_peerPort{PEER_CLIENT_PORT};          ///< port of the peer
    bool m_awaitsSyn{true};                         ///< the next SYN of the peer is its first
    bool m_hasConnected{false};                     ///< see ConnectToSocket
    bool m_isInjecting{false};                      ///< see IsInjecting
    bool m_isDataFree{false};                       ///< see AcceptAnyData
    uint32_t m_socketMss;                           ///< MSS option of the socket, or default
    uint32_t m_peerMss;                             ///< MSS option of the peer, or default
};

} // namespace ns3

#endif // TCP_SCRIPT_PEER_H

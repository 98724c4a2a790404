// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-peer.h"

#include "tcp-script-header.h"
#include "tcp-script-icmp-packet.h"
#include "tcp-script-ip-header.h"

#include "ns3/boolean.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-script-icmp.h"

#include <algorithm>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScriptPeer");

namespace
{

using Option = TcpScriptOption;

/// Values of the bytes of a stream repeat after so many. A prime, which the distance of two
/// segments is seldom a multiple of, so that bytes of another place have other values.
constexpr uint64_t DATA_PERIOD = 251;

/// @return a host without devices
Ptr<Node>
MakeNode(bool hasStack)
{
    const Ptr<Node> node = CreateObject<Node>();
    if (!hasStack)
    {
        return node;
    }
    InternetStackHelper().Install(node);
    // The script's first packet leaves at 0 s; duplicate address detection (RFC 4862) would hold it
    // back for a second.
    node->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
    return node;
}

/// MSS of an end that names none (RFC 1122).
constexpr uint32_t DEFAULT_MSS = 536;
constexpr uint32_t TCP_HEADER_BYTES = 20;
/// Data of a packet that an ICMP error quotes; ICMP itself takes 8 bytes of IPv4.
constexpr uint32_t MAX_QUOTED_BYTES = 512;

} // namespace

TcpScriptPeer::TcpScriptPeer(const Options& options, std::function<void(const Capture&)> onPacket)
    : m_options(options),
      m_onPacket(std::move(onPacket)),
      m_translator(options.numbers),
      m_node(MakeNode(options.hasStack)),
      m_device(CreateObject<VirtualNetDevice>()),
      m_socketMss(DEFAULT_MSS),
      m_peerMss(DEFAULT_MSS)
{
    // As packetdrill's TUN device: what the stack sends comes to the script, and what the script
    // sends enters the stack, without a link, a delay or a queue between.
    m_device->SetAddress(Mac48Address::Allocate());
    m_device->SetNeedsArp(false);
    m_device->SetIsPointToPoint(true);
    m_device->SetMtu(m_options.mtu);
    m_device->SetSendCallback(MakeCallback(&TcpScriptPeer::ReceiveFromSocket, this));
    m_node->AddDevice(m_device);
    if (m_options.hasStack)
    {
        InstallAddresses();
    }
}

void
TcpScriptPeer::InstallAddresses()
{
    // A host with IPv6 has IPv4 as well.
    const auto ipv4 = m_node->GetObject<Ipv4>();
    const uint32_t interface4 = ipv4->AddInterface(m_device);
    ipv4->AddAddress(interface4, Ipv4InterfaceAddress(m_options.localIpv4, Ipv4Mask("/24")));
    ipv4->SetUp(interface4);
    Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->SetDefaultRoute(m_options.peerIpv4,
                                                                      interface4);
    if (!m_options.isIpv6)
    {
        return;
    }
    const auto ipv6 = m_node->GetObject<Ipv6>();
    const uint32_t interface6 = ipv6->AddInterface(m_device);
    ipv6->AddAddress(interface6, Ipv6InterfaceAddress(m_options.localIpv6, Ipv6Prefix(64)));
    ipv6->SetUp(interface6);
    Ipv6StaticRoutingHelper().GetStaticRouting(ipv6)->SetDefaultRoute(m_options.peerIpv6,
                                                                      interface6);
}

Ptr<Node>
TcpScriptPeer::GetNode() const
{
    return m_node;
}

Address
TcpScriptPeer::GetLocalAddress() const
{
    return m_options.isIpv6 ? Address(Inet6SocketAddress(m_options.localIpv6, SERVER_PORT))
                            : Address(InetSocketAddress(m_options.localIpv4, SERVER_PORT));
}

Address
TcpScriptPeer::GetPeerAddress() const
{
    return m_options.isIpv6 ? Address(Inet6SocketAddress(m_options.peerIpv6, SERVER_PORT))
                            : Address(InetSocketAddress(m_options.peerIpv4, SERVER_PORT));
}

void
TcpScriptPeer::ListenForSocket()
{
    m_peerPort = SERVER_PORT; // the socket's own port is known with its SYN
}

void
TcpScriptPeer::ConnectToSocket()
{
    m_socketPort = SERVER_PORT;
    m_peerPort = m_hasConnected ? m_peerPort + 1 : PEER_CLIENT_PORT;
    m_hasConnected = true;
    m_awaitsSyn = true;
}

bool
TcpScriptPeer::ReceiveFromSocket(Ptr<Packet> packet,
                                 const Address&,
                                 const Address&,
                                 uint16_t protocol)
{
    // The stack goes on with the packet, such as for its traces.
    const Ptr<Packet> payload = packet->Copy();
    const IpFields ip = RemoveIpHeader(payload, protocol);
    Capture capture{Simulator::Now(), TcpHeader(), payload, ip.ecn, ip.isFragment};
    if (ip.isFragment)
    {
        m_onPacket(capture);
        return true;
    }
    // IPv6 announces itself (neighbor discovery), which is no business of the script.
    if (ip.protocol != IPPROTO_TCP)
    {
        NS_LOG_LOGIC("A packet of IP protocol " << +ip.protocol << " is of no interest.");
        return true;
    }
    payload->RemoveHeader(capture.header);
    const bool isSyn = capture.header.GetFlags() & TcpHeader::SYN;
    const bool isAck = capture.header.GetFlags() & TcpHeader::ACK;
    if (isSyn && !isAck)
    {
        m_socketPort = capture.header.GetSourcePort();
        m_awaitsSyn = true;
    }
    if (!IsOfConnection(capture.header))
    {
        NS_LOG_INFO("A packet of an earlier connection is of no interest: " << capture.header);
        return true;
    }
    // Each SYN begins a connection: its number is what the script counts from.
    if (isSyn)
    {
        m_translator.SetSocketIsn(capture.header.GetSequenceNumber());
        const auto mss = DynamicCast<const TcpOptionMSS>(capture.header.GetOption(TcpOption::MSS));
        m_socketMss = mss ? mss->GetMSS() : DEFAULT_MSS;
    }
    NS_LOG_DEBUG("The socket sends " << payload->GetSize() << " bytes, " << capture.header);
    m_onPacket(capture);
    return true;
}

/// A script is about one connection at a time, but an earlier one may still have packets.
bool
TcpScriptPeer::IsOfConnection(const TcpHeader& header) const
{
    return header.GetSourcePort() == m_socketPort && header.GetDestinationPort() == m_peerPort;
}

void
TcpScriptPeer::Inject(const TcpScriptPacket& packet)
{
    if (packet.flags & TcpScriptPacket::SYN)
    {
        // The first SYN after listen(), or after a SYN of the socket, belongs to a new connection,
        // others to the existing connection (packetdrill: handle_listen_for_script_packet).
        if (std::exchange(m_awaitsSyn, false))
        {
            m_translator.SetPeerSyn(packet.begin);
        }
        // Without the option an end sends no more than every host must take (RFC 1122, 4.2.2.6).
        const auto& options = packet.options.value();
        const auto mss =
            std::ranges::find(options, Option::Kind::MAXIMUM_SEGMENT_SIZE, &Option::kind);
        m_peerMss = mss == options.end() ? DEFAULT_MSS : mss->value.value_or(DEFAULT_MSS);
    }
    // Data of the SYN's own segment (RFC 7413) are the first of the stream.
    const bool isSyn = packet.flags & TcpScriptPacket::SYN;
    const Ptr<Packet> whole = MakeData(isSyn ? 0 : packet.begin - 1, packet.length);
    whole->AddHeader(TcpScriptHeader(MakeHeader(packet), packet.options.value()));
    SendToSocket(whole, IPPROTO_TCP, packet.ecn.value_or(TcpScriptPacket::Ecn::NOT_ECT));
}

void
TcpScriptPeer::Inject(const TcpScriptIcmp& icmp)
{
    // A kernel believes an error only about a packet of one of its connections: addresses, ports
    // and a sequence number within what is unacknowledged (tcp_v4_err; RFC 5927, 4.1).
    const auto numbers = GetTcpScriptIcmpNumbers(icmp, m_options.isIpv6);
    TcpHeader tcp;
    tcp.SetSourcePort(m_socketPort);
    tcp.SetDestinationPort(m_peerPort);
    tcp.SetSequenceNumber(m_translator.ToSocketSequence(icmp.begin));
    // Routers quote no more of a packet than fits (RFC 1812, 4.3.2.3).
    const Ptr<Packet> about = Create<Packet>(std::min(icmp.length, MAX_QUOTED_BYTES));
    about->AddHeader(tcp);
    const uint8_t protocol = IPPROTO_TCP;
    if (m_options.isIpv6)
    {
        const auto quoted =
            MakeIpv6Header(m_options.localIpv6, m_options.peerIpv6, protocol, about->GetSize());
        SendToSocket(MakeTcpScriptIcmpv6(*numbers,
                                         icmp.mtu,
                                         quoted,
                                         about,
                                         m_options.peerIpv6,
                                         m_options.localIpv6),
                     IPPROTO_ICMPV6,
                     TcpScriptPacket::Ecn::NOT_ECT);
        return;
    }
    const auto quoted =
        MakeIpv4Header(m_options.localIpv4, m_options.peerIpv4, protocol, about->GetSize());
    SendToSocket(MakeTcpScriptIcmpv4(*numbers, icmp.mtu, quoted, about),
                 IPPROTO_ICMP,
                 TcpScriptPacket::Ecn::NOT_ECT);
}

void
TcpScriptPeer::SendToSocket(Ptr<Packet> packet, uint8_t protocol, TcpScriptPacket::Ecn ecn)
{
    uint16_t network = ETHERTYPE_IP;
    if (m_options.isIpv6)
    {
        network = ETHERTYPE_IPV6;
        auto header =
            MakeIpv6Header(m_options.peerIpv6, m_options.localIpv6, protocol, packet->GetSize());
        header.SetEcn(static_cast<Ipv6Header::EcnType>(ecn));
        packet->AddHeader(header);
    }
    else
    {
        auto header =
            MakeIpv4Header(m_options.peerIpv4, m_options.localIpv4, protocol, packet->GetSize());
        header.SetEcn(static_cast<Ipv4Header::EcnType>(ecn));
        packet->AddHeader(header);
    }
    // The stack takes the packet in within this call, the socket's callbacks included.
    NS_LOG_DEBUG("The peer sends " << packet->GetSize() << " bytes.");
    m_isInjecting = true;
    m_device->Receive(packet,
                      network,
                      Mac48Address("00:00:00:00:00:01"),
                      m_device->GetAddress(),
                      NetDevice::PACKET_HOST);
    m_isInjecting = false;
}

bool
TcpScriptPeer::AreSegmentsStrict() const
{
    return m_options.areSegmentsStrict;
}

// A socket does not say whether the peer or its own timer ends a connection. Since a packet is
// taken in within one call, what happens during that call is the peer's doing.
bool
TcpScriptPeer::IsInjecting() const
{
    return m_isInjecting;
}

uint32_t
TcpScriptPeer::GetFullSegment(const Capture& capture) const
{
    // An MSS counts no options (RFC 6691), a segment does.
    const uint32_t headers =
        TCP_HEADER_BYTES +
        (m_options.isIpv6 ? Ipv6Header().GetSerializedSize() : Ipv4Header().GetSerializedSize());
    const uint32_t mss = std::min({m_socketMss, m_peerMss, m_options.mtu - headers});
    // A small MTU may leave no room beside the options: such a segment is never full.
    const uint32_t options = capture.header.GetSerializedSize() - TCP_HEADER_BYTES;
    return mss > options ? mss - options : 1;
}

TcpScriptPacket
TcpScriptPeer::Translate(const Capture& capture, const TcpScriptPacket* expected)
{
    TcpScriptPacket packet =
        m_translator.ToScript(capture.header, capture.payload->GetSize(), expected);
    // A script that writes no mark does not care for it.
    if (expected && expected->ecn)
    {
        packet.ecn = capture.ecn;
    }
    return packet;
}

TcpHeader
TcpScriptPeer::MakeHeader(const TcpScriptPacket& packet) const
{
    TcpHeader header = m_translator.ToHeader(packet);
    header.SetSourcePort(m_peerPort);
    header.SetDestinationPort(m_socketPort);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksums();
        const Address source =
            m_options.isIpv6 ? Address(m_options.peerIpv6) : Address(m_options.peerIpv4);
        const Address destination =
            m_options.isIpv6 ? Address(m_options.localIpv6) : Address(m_options.localIpv4);
        header.InitializeChecksum(source, destination, IPPROTO_TCP);
    }
    return header;
}

// The sequence number of a segment gives its place in the stream; retransmissions have the same
// bytes.
bool
TcpScriptPeer::HasRightData(const Capture& capture) const
{
    return m_isDataFree || IsData(capture.payload, m_translator.GetDataOffset(capture.header));
}

void
TcpScriptPeer::AcceptAnyData()
{
    m_isDataFree = true;
}

Ptr<Packet>
TcpScriptPeer::MakeData(uint64_t offset, uint32_t size)
{
    std::vector<uint8_t> bytes(size);
    std::ranges::generate(bytes, [&offset] { return offset++ % DATA_PERIOD; });
    return Create<Packet>(bytes.data(), size);
}

bool
TcpScriptPeer::IsData(Ptr<const Packet> data, uint64_t offset)
{
    std::vector<uint8_t> bytes(data->GetSize());
    data->CopyData(bytes.data(), bytes.size());
    return std::ranges::all_of(bytes,
                               [&offset](uint8_t byte) { return byte == offset++ % DATA_PERIOD; });
}

} // namespace ns3

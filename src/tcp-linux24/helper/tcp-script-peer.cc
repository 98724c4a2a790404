// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-peer.h"

#include "ns3/boolean.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Option = TcpScriptOption;

/// Values of the bytes of a stream repeat after so many.
constexpr uint64_t DATA_PERIOD = 251;
constexpr uint8_t TTL = 64;

const Ipv4Address LOCAL_IPV4("192.168.0.1");
const Ipv4Address PEER_IPV4("192.0.2.1");
const Ipv6Address LOCAL_IPV6("fd3d:fa7b:d17d::1");
const Ipv6Address PEER_IPV6("2001:db8::1");

Ptr<Node>
MakeNode()
{
    const Ptr<Node> node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    // Addresses serve at once.
    node->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
    return node;
}

void
AddIpv4Header(Ptr<Packet> packet)
{
    Ipv4Header header;
    header.SetSource(PEER_IPV4);
    header.SetDestination(LOCAL_IPV4);
    header.SetProtocol(TcpL4Protocol::PROT_NUMBER);
    header.SetPayloadSize(packet->GetSize());
    header.SetTtl(TTL);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    packet->AddHeader(header);
}

void
AddIpv6Header(Ptr<Packet> packet)
{
    Ipv6Header header;
    header.SetSource(PEER_IPV6);
    header.SetDestination(LOCAL_IPV6);
    header.SetNextHeader(TcpL4Protocol::PROT_NUMBER);
    header.SetPayloadLength(packet->GetSize());
    header.SetHopLimit(TTL);
    packet->AddHeader(header);
}

/// @return protocol number of what is in the IP packet
uint8_t
RemoveIpHeader(Ptr<Packet> packet, uint16_t protocol)
{
    if (protocol == Ipv4L3Protocol::PROT_NUMBER)
    {
        Ipv4Header header;
        packet->RemoveHeader(header);
        return header.GetProtocol();
    }
    Ipv6Header header;
    packet->RemoveHeader(header);
    return header.GetNextHeader();
}

} // namespace

TcpScriptPeer::TcpScriptPeer(const Options& options, std::function<void(const Capture&)> onPacket)
    : m_options(options),
      m_onPacket(std::move(onPacket)),
      m_node(MakeNode()),
      m_device(CreateObject<VirtualNetDevice>())
{
    m_device->SetAddress(Mac48Address::Allocate());
    m_device->SetNeedsArp(false);
    m_device->SetIsPointToPoint(true);
    m_device->SetMtu(m_options.mtu);
    m_device->SetSendCallback(MakeCallback(&TcpScriptPeer::ReceiveFromSocket, this));
    m_node->AddDevice(m_device);
    InstallAddresses();
}

void
TcpScriptPeer::InstallAddresses()
{
    const auto ipv4 = m_node->GetObject<Ipv4>();
    const uint32_t interface4 = ipv4->AddInterface(m_device);
    ipv4->AddAddress(interface4, Ipv4InterfaceAddress(LOCAL_IPV4, Ipv4Mask("/24")));
    ipv4->SetUp(interface4);
    Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->SetDefaultRoute(PEER_IPV4, interface4);
    if (!m_options.isIpv6)
    {
        return;
    }
    const auto ipv6 = m_node->GetObject<Ipv6>();
    const uint32_t interface6 = ipv6->AddInterface(m_device);
    ipv6->AddAddress(interface6, Ipv6InterfaceAddress(LOCAL_IPV6, Ipv6Prefix(64)));
    ipv6->SetUp(interface6);
    Ipv6StaticRoutingHelper().GetStaticRouting(ipv6)->SetDefaultRoute(PEER_IPV6, interface6);
}

Ptr<Node>
TcpScriptPeer::GetNode() const
{
    return m_node;
}

Address
TcpScriptPeer::GetLocalAddress() const
{
    return m_options.isIpv6 ? Address(Inet6SocketAddress(LOCAL_IPV6, SERVER_PORT))
                            : Address(InetSocketAddress(LOCAL_IPV4, SERVER_PORT));
}

Address
TcpScriptPeer::GetPeerAddress() const
{
    return m_options.isIpv6 ? Address(Inet6SocketAddress(PEER_IPV6, SERVER_PORT))
                            : Address(InetSocketAddress(PEER_IPV4, SERVER_PORT));
}

void
TcpScriptPeer::ListenForSocket()
{
    m_peerPort = SERVER_PORT;
}

void
TcpScriptPeer::ConnectToSocket()
{
    m_socketPort = SERVER_PORT;
    m_peerPort = PEER_CLIENT_PORT;
}

bool
TcpScriptPeer::ReceiveFromSocket(Ptr<Packet> packet,
                                 const Address&,
                                 const Address&,
                                 uint16_t protocol)
{
    const Ptr<Packet> payload = packet->Copy();
    if (RemoveIpHeader(payload, protocol) != TcpL4Protocol::PROT_NUMBER)
    {
        return true;
    }
    Capture capture{Simulator::Now(), TcpHeader(), payload};
    payload->RemoveHeader(capture.header);
    if (capture.header.GetFlags() & TcpHeader::SYN)
    {
        m_socketIsn = capture.header.GetSequenceNumber().GetValue();
        m_socketPort = capture.header.GetSourcePort();
    }
    m_onPacket(capture);
    return true;
}

void
TcpScriptPeer::Inject(const TcpScriptPacket& packet)
{
    if (packet.flags & TcpScriptPacket::SYN)
    {
        m_peerSyn = packet.begin;
    }
    const Ptr<Packet> whole = MakeData(packet.begin - m_peerSyn - 1, packet.length);
    whole->AddHeader(MakeHeader(packet));
    m_options.isIpv6 ? AddIpv6Header(whole) : AddIpv4Header(whole);
    m_device->Receive(whole,
                      m_options.isIpv6 ? Ipv6L3Protocol::PROT_NUMBER : Ipv4L3Protocol::PROT_NUMBER,
                      Mac48Address("00:00:00:00:00:01"),
                      m_device->GetAddress(),
                      NetDevice::PACKET_HOST);
}

TcpHeader
TcpScriptPeer::MakeHeader(const TcpScriptPacket& packet) const
{
    TcpHeader header;
    header.SetSourcePort(m_peerPort);
    header.SetDestinationPort(m_socketPort);
    header.SetSequenceNumber(SequenceNumber32(packet.begin + m_options.initialSequence));
    header.SetAckNumber(SequenceNumber32(packet.ack ? *packet.ack + m_socketIsn : 0));
    header.SetFlags(packet.flags);
    header.SetWindowSize(packet.window.value_or(0));
    for (const auto& option : packet.options.value_or(std::vector<Option>{}))
    {
        AppendOption(header, option);
    }
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksums();
        const Address source = m_options.isIpv6 ? Address(PEER_IPV6) : Address(PEER_IPV4);
        const Address destination = m_options.isIpv6 ? Address(LOCAL_IPV6) : Address(LOCAL_IPV4);
        header.InitializeChecksum(source, destination, TcpL4Protocol::PROT_NUMBER);
    }
    return header;
}

bool
TcpScriptPeer::HasRightData(const Capture& capture) const
{
    return IsData(capture.payload, capture.header.GetSequenceNumber().GetValue() - m_socketIsn - 1);
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

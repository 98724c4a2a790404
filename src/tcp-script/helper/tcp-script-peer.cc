// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-peer.h"

#include "tcp-script-icmp-packet.h"

#include "ns3/boolean.h"
#include "ns3/icmpv4-l4-protocol.h"
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
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-script-icmp.h"

#include <algorithm>
#include <cstdlib>

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

/// MSS of an end that names none (RFC 1122).
constexpr uint32_t DEFAULT_MSS = 536;
constexpr uint32_t TCP_HEADER_BYTES = 20;
/// Data of a packet that an ICMP error quotes; ICMP itself takes 8 bytes of IPv4.
constexpr uint32_t MAX_QUOTED_BYTES = 512;
/// Next header of a fragment (RFC 8200).
constexpr uint8_t IPV6_FRAGMENT = 44;

Ipv4Header
MakeIpv4Header(Ipv4Address source, Ipv4Address destination, uint8_t protocol, uint32_t size)
{
    Ipv4Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetProtocol(protocol);
    header.SetPayloadSize(size);
    header.SetTtl(TTL);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    return header;
}

Ipv6Header
MakeIpv6Header(Ipv6Address source, Ipv6Address destination, uint8_t protocol, uint32_t size)
{
    Ipv6Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetNextHeader(protocol);
    header.SetPayloadLength(size);
    header.SetHopLimit(TTL);
    return header;
}

/// What the IP header of a packet of the socket says.
struct IpFields
{
    uint8_t protocol{0};        ///< of what is in it
    TcpScriptPacket::Ecn ecn{}; ///< congestion mark
    bool isFragment{false};     ///< part of a packet
};

IpFields
RemoveIpHeader(Ptr<Packet> packet, uint16_t protocol)
{
    if (protocol == Ipv4L3Protocol::PROT_NUMBER)
    {
        Ipv4Header header;
        packet->RemoveHeader(header);
        return {.protocol = header.GetProtocol(),
                .ecn = static_cast<TcpScriptPacket::Ecn>(header.GetEcn()),
                .isFragment = !header.IsLastFragment() || header.GetFragmentOffset() > 0};
    }
    Ipv6Header header;
    packet->RemoveHeader(header);
    return {.protocol = header.GetNextHeader(),
            .ecn = static_cast<TcpScriptPacket::Ecn>(header.GetEcn()),
            .isFragment = header.GetNextHeader() == IPV6_FRAGMENT};
}

/// @return the option of the given kind as its class
template <typename T>
Ptr<const T>
As(Ptr<const TcpOption> option)
{
    return DynamicCast<const T>(option);
}

} // namespace

TcpScriptPeer::TcpScriptPeer(const Options& options, std::function<void(const Capture&)> onPacket)
    : m_options(options),
      m_onPacket(std::move(onPacket)),
      m_node(MakeNode()),
      m_device(CreateObject<VirtualNetDevice>()),
      m_socketMss(DEFAULT_MSS),
      m_peerMss(DEFAULT_MSS)
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
    const IpFields ip = RemoveIpHeader(payload, protocol);
    Capture capture{Simulator::Now(), TcpHeader(), payload, ip.ecn, ip.isFragment};
    if (ip.isFragment)
    {
        m_onPacket(capture);
        return true;
    }
    if (ip.protocol != TcpL4Protocol::PROT_NUMBER)
    {
        return true;
    }
    payload->RemoveHeader(capture.header);
    if (capture.header.GetFlags() & TcpHeader::SYN)
    {
        m_socketIsn = capture.header.GetSequenceNumber().GetValue();
        m_socketPort = capture.header.GetSourcePort();
        const auto mss = DynamicCast<const TcpOptionMSS>(capture.header.GetOption(TcpOption::MSS));
        m_socketMss = mss ? mss->GetMSS() : DEFAULT_MSS;
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
        const auto& options = packet.options.value();
        const auto mss =
            std::ranges::find(options, Option::Kind::MAXIMUM_SEGMENT_SIZE, &Option::kind);
        m_peerMss = mss == options.end() ? DEFAULT_MSS : mss->value.value_or(DEFAULT_MSS);
    }
    const Ptr<Packet> whole = MakeData(packet.begin - m_peerSyn - 1, packet.length);
    whole->AddHeader(MakeHeader(packet));
    SendToSocket(whole,
                 TcpL4Protocol::PROT_NUMBER,
                 packet.ecn.value_or(TcpScriptPacket::Ecn::NOT_ECT));
}

void
TcpScriptPeer::Inject(const TcpScriptIcmp& icmp)
{
    const auto numbers = GetTcpScriptIcmpNumbers(icmp, m_options.isIpv6);
    TcpHeader tcp;
    tcp.SetSourcePort(m_socketPort);
    tcp.SetDestinationPort(m_peerPort);
    tcp.SetSequenceNumber(SequenceNumber32(icmp.begin + m_socketIsn));
    // Routers quote no more of a packet than fits.
    const Ptr<Packet> about = Create<Packet>(std::min(icmp.length, MAX_QUOTED_BYTES));
    about->AddHeader(tcp);
    const uint8_t protocol = TcpL4Protocol::PROT_NUMBER;
    if (m_options.isIpv6)
    {
        const auto quoted = MakeIpv6Header(LOCAL_IPV6, PEER_IPV6, protocol, about->GetSize());
        SendToSocket(MakeTcpScriptIcmpv6(*numbers, icmp.mtu, quoted, about, PEER_IPV6, LOCAL_IPV6),
                     Icmpv6L4Protocol::PROT_NUMBER,
                     TcpScriptPacket::Ecn::NOT_ECT);
        return;
    }
    const auto quoted = MakeIpv4Header(LOCAL_IPV4, PEER_IPV4, protocol, about->GetSize());
    SendToSocket(MakeTcpScriptIcmpv4(*numbers, icmp.mtu, quoted, about),
                 Icmpv4L4Protocol::PROT_NUMBER,
                 TcpScriptPacket::Ecn::NOT_ECT);
}

void
TcpScriptPeer::SendToSocket(Ptr<Packet> packet, uint8_t protocol, TcpScriptPacket::Ecn ecn)
{
    uint16_t network = Ipv4L3Protocol::PROT_NUMBER;
    if (m_options.isIpv6)
    {
        network = Ipv6L3Protocol::PROT_NUMBER;
        auto header = MakeIpv6Header(PEER_IPV6, LOCAL_IPV6, protocol, packet->GetSize());
        header.SetEcn(static_cast<Ipv6Header::EcnType>(ecn));
        packet->AddHeader(header);
    }
    else
    {
        auto header = MakeIpv4Header(PEER_IPV4, LOCAL_IPV4, protocol, packet->GetSize());
        header.SetEcn(static_cast<Ipv4Header::EcnType>(ecn));
        packet->AddHeader(header);
    }
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

bool
TcpScriptPeer::IsInjecting() const
{
    return m_isInjecting;
}

uint32_t
TcpScriptPeer::GetFullSegment(const Capture& capture) const
{
    const uint32_t headers =
        TCP_HEADER_BYTES +
        (m_options.isIpv6 ? Ipv6Header().GetSerializedSize() : Ipv4Header().GetSerializedSize());
    const uint32_t mss = std::min({m_socketMss, m_peerMss, m_options.mtu - headers});
    return mss - (capture.header.GetSerializedSize() - TCP_HEADER_BYTES);
}

TcpHeader
TcpScriptPeer::MakeHeader(const TcpScriptPacket& packet) const
{
    TcpHeader header;
    header.SetSourcePort(m_peerPort);
    header.SetDestinationPort(m_socketPort);
    header.SetSequenceNumber(SequenceNumber32(packet.begin + m_options.initialSequence));
    const bool isAck = packet.flags & TcpScriptPacket::ACK;
    header.SetAckNumber(SequenceNumber32(isAck ? packet.ack.value_or(0) + m_socketIsn : 0));
    header.SetFlags(packet.flags);
    header.SetWindowSize(packet.window.value_or(0));
    header.SetUrgentPointer(packet.urgent);
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

using Option = TcpScriptOption;

void
TcpScriptPeer::AppendOption(TcpHeader& header, const TcpScriptOption& option) const
{
    switch (option.kind)
    {
    case Option::Kind::END_OF_LIST:
        return; // ns-3 pads the header with it by itself
    case Option::Kind::NO_OPERATION:
        header.AppendOption(CreateObject<TcpOptionNOP>());
        return;
    case Option::Kind::SACK_PERMITTED:
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
        return;
    case Option::Kind::MAXIMUM_SEGMENT_SIZE: {
        const auto size = CreateObject<TcpOptionMSS>();
        size->SetMSS(option.value.value_or(0));
        header.AppendOption(size);
        return;
    }
    case Option::Kind::WINDOW_SCALE: {
        const auto scale = CreateObject<TcpOptionWinScale>();
        scale->SetScale(option.value.value_or(0));
        header.AppendOption(scale);
        return;
    }
    case Option::Kind::SACK: {
        const auto sack = CreateObject<TcpOptionSack>();
        for (const auto& [first, end] : option.blocks)
        {
            sack->AddSackBlock(
                {SequenceNumber32(first + m_socketIsn), SequenceNumber32(end + m_socketIsn)});
        }
        header.AppendOption(sack);
        return;
    }
    case Option::Kind::TIMESTAMPS: {
        const auto timestamps = CreateObject<TcpOptionTS>();
        timestamps->SetTimestamp(option.value.value_or(0));
        timestamps->SetEcho(FindTimestamp(option.echo));
        header.AppendOption(timestamps);
        return;
    }
    }
}

uint32_t
TcpScriptPeer::FindTimestamp(const std::optional<uint32_t>& written) const
{
    const auto known = m_timestamps.find(written.value_or(0));
    return known == m_timestamps.end() ? written.value_or(0) + m_timestampOrigin.value_or(0)
                                       : known->second;
}

void
TcpScriptPeer::AdoptTimestamp(const Capture& capture,
                              const TcpScriptPacket& expected,
                              TcpScriptPacket& packet)
{
    const auto sent = As<TcpOptionTS>(capture.header.GetOption(TcpOption::TS));
    if (!sent || !expected.options)
    {
        return;
    }
    const auto written =
        std::ranges::find(*expected.options, Option::Kind::TIMESTAMPS, &Option::kind);
    const auto actual = std::ranges::find(*packet.options, Option::Kind::TIMESTAMPS, &Option::kind);
    if (written == expected.options->end() || !written->value)
    {
        return;
    }
    const auto difference = static_cast<int32_t>(*actual->value - *written->value);
    if (!m_options.areTimestampsCompared)
    {
        m_timestamps[*written->value] = sent->GetTimestamp();
        actual->value = written->value;
    }
    else if (std::abs(static_cast<int64_t>(difference)) <= m_options.timestampTolerance)
    {
        actual->value = written->value;
    }
}

std::vector<TcpScriptOption>
TcpScriptPeer::TranslateOptions(const TcpHeader& header) const
{
    std::vector<Option> options;
    for (const auto& option : header.GetOptionList())
    {
        Option translated;
        if (const auto size = As<TcpOptionMSS>(option))
        {
            translated.kind = Option::Kind::MAXIMUM_SEGMENT_SIZE;
            translated.value = size->GetMSS();
        }
        else if (const auto scale = As<TcpOptionWinScale>(option))
        {
            translated.kind = Option::Kind::WINDOW_SCALE;
            translated.value = scale->GetScale();
        }
        else if (const auto timestamps = As<TcpOptionTS>(option))
        {
            translated.kind = Option::Kind::TIMESTAMPS;
            translated.value = timestamps->GetTimestamp() - m_timestampOrigin.value_or(0);
            translated.echo = timestamps->GetEcho();
        }
        else if (const auto sack = As<TcpOptionSack>(option))
        {
            translated.kind = Option::Kind::SACK;
            for (const auto& [first, end] : sack->GetSackList())
            {
                translated.blocks.emplace_back(first.GetValue() - m_options.initialSequence,
                                               end.GetValue() - m_options.initialSequence);
            }
        }
        else if (As<TcpOptionSackPermitted>(option))
        {
            translated.kind = Option::Kind::SACK_PERMITTED;
        }
        else if (As<TcpOptionNOP>(option))
        {
            translated.kind = Option::Kind::NO_OPERATION;
        }
        options.push_back(translated);
    }
    return options;
}

void
TcpScriptPeer::FixTimestampOrigin(const TcpHeader& header, const TcpScriptPacket& expected)
{
    const auto timestamps = As<TcpOptionTS>(header.GetOption(TcpOption::TS));
    if (m_timestampOrigin || !timestamps || !expected.options || !m_options.areTimestampsCompared)
    {
        return;
    }
    const auto found =
        std::ranges::find(*expected.options, Option::Kind::TIMESTAMPS, &Option::kind);
    if (found != expected.options->end() && found->value)
    {
        m_timestampOrigin = timestamps->GetTimestamp() - *found->value;
    }
}

TcpScriptPacket
TcpScriptPeer::Translate(const Capture& capture, const TcpScriptPacket* expected)
{
    const TcpHeader& header = capture.header;
    if (expected)
    {
        FixTimestampOrigin(header, *expected);
    }
    TcpScriptPacket packet;
    packet.flags = header.GetFlags();
    packet.begin = header.GetSequenceNumber().GetValue() - m_socketIsn;
    packet.length = capture.payload->GetSize();
    if (packet.flags & TcpScriptPacket::ACK)
    {
        packet.ack = header.GetAckNumber().GetValue() - m_options.initialSequence;
    }
    if (expected && expected->ecn)
    {
        packet.ecn = capture.ecn;
    }
    packet.window = header.GetWindowSize();
    packet.options = TranslateOptions(header);
    if (expected)
    {
        AdoptTimestamp(capture, *expected, packet);
    }
    return packet;
}

} // namespace ns3

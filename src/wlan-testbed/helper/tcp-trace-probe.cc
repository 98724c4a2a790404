// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-trace-probe.h"

#include "cell-radio.h"

#include "ns3/abort.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-kernel.h"
#include "ns3/llc-snap-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/wifi-mac-header.h"

#include <algorithm>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <sstream>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpTraceProbe");

namespace
{

/**
 * @param header a SYN's
 * @return its window scale option, or null
 */
Ptr<const TcpOptionWinScale>
GetWindowScale(const TcpHeader& header)
{
    return DynamicCast<const TcpOptionWinScale>(header.GetOption(TcpOption::WINSCALE));
}

/// @param sequence takes the blocks of the SACK option
/// @param header that may have one
void
RecordSack(TimeSequence& sequence, const TcpHeader& header)
{
    const auto sack = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    if (!sack)
    {
        return;
    }
    for (const auto& [left, right] : sack->GetSackList())
    {
        sequence.Sack(Simulator::Now().GetSeconds(), left.GetValue(), right.GetValue());
    }
}

} // namespace

bool
TcpTraceProbe::Endpoints::operator<(const Endpoints& other) const
{
    return std::tie(localPort, remote, remotePort) <
           std::tie(other.localPort, other.remote, other.remotePort);
}

std::string
TcpTraceProbe::Describe(const Endpoints& endpoints)
{
    std::ostringstream text;
    text << "port " << endpoints.localPort << " to " << endpoints.remote << ":"
         << endpoints.remotePort;
    return text.str();
}

Ptr<TcpTraceProbe>
TcpTraceProbe::MakeFor(Ptr<Node> sender)
{
    // Without the sender's addresses nobody can tell its data from the data that it receives.
    auto probe = Create<TcpTraceProbe>();
    // A reference would be circular.
    if (const auto* kernel = PeekPointer(sender->GetObject<LinuxKernel>()))
    {
        probe->m_isOwn = [kernel](Ipv4Address address) {
            return std::ranges::any_of(kernel->GetInterfaces(), [address](const auto& interface) {
                return interface->GetAddress() == address;
            });
        };
        return probe;
    }
    auto* ipv4 = PeekPointer(sender->GetObject<Ipv4>());
    NS_ABORT_MSG_UNLESS(ipv4, "node " << sender->GetId() << " has no internet stack");
    probe->m_isOwn = [ipv4](Ipv4Address address) {
        return ipv4->GetInterfaceForAddress(address) >= 0;
    };
    return probe;
}

Ptr<TcpTraceProbe>
TcpTraceProbe::AtIp(Ptr<Node> node)
{
    const auto probe = MakeFor(node);
    probe->WatchIp(node);
    return probe;
}

Ptr<TcpTraceProbe>
TcpTraceProbe::AtPeerIp(Ptr<Node> node, Ptr<Node> sender)
{
    const auto probe = MakeFor(sender);
    probe->WatchIp(node);
    return probe;
}

Ptr<TcpTraceProbe>
TcpTraceProbe::AtDevice(Ptr<NetDevice> device)
{
    // tcpdump at the sender, below the link-layer queue: the "tcpdump view" of figure 4.
    const auto probe = MakeFor(device->GetNode());
    probe->Watch(device);
    return probe;
}

Ptr<TcpTraceProbe>
TcpTraceProbe::AtPeer(Ptr<NetDevice> device, Ptr<Node> sender)
{
    // tcpdump at the receiver, figure 2(b). Data still is what the sender sends.
    const auto probe = MakeFor(sender);
    probe->Watch(device);
    return probe;
}

Ptr<TcpTraceProbe>
TcpTraceProbe::AtAir(const NetDeviceContainer& radios, Ptr<Node> sender)
{
    // Both directions, as a sniffer hears them: data from the one radio, ACKs from the other.
    const auto probe = MakeFor(sender);
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        CellRadio::Of(radios.Get(i))
            ->ConnectTxBegin({MakeCallback(&TcpTraceProbe::HandleWifiFrame, probe),
                              MakeCallback(&TcpTraceProbe::HandleWifiPhyFrame, probe)});
    }
    return probe;
}

void
TcpTraceProbe::WatchIp(Ptr<Node> node)
{
    // These traces lie between TCP and the interface's queue disc: the "TCP-layer view" of
    // figure 4.
    const auto protocol = node->GetObject<Ipv4L3Protocol>();
    NS_ABORT_MSG_UNLESS(protocol, "node " << node->GetId() << " has no internet stack");
    const Ptr<TcpTraceProbe> probe(this);
    protocol->TraceConnectWithoutContext("Tx", MakeCallback(&TcpTraceProbe::HandleIp, probe));
    protocol->TraceConnectWithoutContext("Rx", MakeCallback(&TcpTraceProbe::HandleIp, probe));
}

void
TcpTraceProbe::Watch(Ptr<NetDevice> device)
{
    const bool isConnected = device->TraceConnectWithoutContext(
        "Sniffer",
        MakeCallback(&TcpTraceProbe::HandleFrame, Ptr<TcpTraceProbe>(this)));
    NS_ABORT_MSG_UNLESS(isConnected,
                        device->GetInstanceTypeId().GetName() << " has no trace source Sniffer");
}

std::vector<TcpTraceProbe::View>
TcpTraceProbe::GetViews() const
{
    std::vector<View> views;
    for (const auto& [endpoints, connection] : m_connections)
    {
        // A connection over which the node only receives has its data at the other end.
        if (connection.sequence.HasData())
        {
            views.push_back({Describe(endpoints), connection.sequence.GetRows()});
        }
    }
    return views;
}

void
TcpTraceProbe::HandleIp(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
{
    HandleDatagram(packet);
}

void
TcpTraceProbe::HandleFrame(Ptr<const Packet> packet)
{
    // ARP has frames on the wire, too.
    const auto datagram = packet->Copy();
    EthernetHeader header;
    datagram->RemoveHeader(header);
    if (header.GetLengthType() == ETHERTYPE_IP)
    {
        HandleDatagram(datagram);
    }
}

void
TcpTraceProbe::HandleWifiPhyFrame(Ptr<const Packet> packet, double)
{
    HandleWifiFrame(packet);
}

void
TcpTraceProbe::HandleWifiFrame(Ptr<const Packet> packet)
{
    const auto datagram = packet->Copy();
    WifiMacHeader mac;
    datagram->RemoveHeader(mac);
    // A retry of the MAC would look like a retransmission by TCP.
    if (!mac.IsData() || !mac.HasData() || mac.IsRetry())
    {
        return;
    }
    LlcSnapHeader llc;
    datagram->RemoveHeader(llc);
    if (llc.GetType() == ETHERTYPE_IP)
    {
        HandleDatagram(datagram);
    }
}

void
TcpTraceProbe::HandleDatagram(Ptr<const Packet> packet)
{
    const auto segment = packet->Copy();
    Ipv4Header ip;
    segment->RemoveHeader(ip);
    if (ip.GetProtocol() != IPPROTO_TCP)
    {
        return;
    }
    // Only the first fragment of a datagram has a TCP header, and its length is not the segment's.
    if (!ip.IsLastFragment() || ip.GetFragmentOffset() != 0)
    {
        NS_LOG_DEBUG("leave out a fragment of datagram " << ip.GetIdentification() << " from "
                                                         << ip.GetSource());
        return;
    }
    TcpHeader tcp;
    segment->RemoveHeader(tcp);
    if (m_isOwn(ip.GetSource()))
    {
        // The length comes from the IP header, since Ethernet pads short frames.
        const uint32_t length = ip.GetPayloadSize() - tcp.GetLength() * 4;
        HandleSent(
            m_connections[{tcp.GetSourcePort(), ip.GetDestination(), tcp.GetDestinationPort()}],
            tcp,
            length);
    }
    else
    {
        HandleReceived(
            m_connections[{tcp.GetDestinationPort(), ip.GetSource(), tcp.GetSourcePort()}],
            tcp);
    }
}

void
TcpTraceProbe::HandleSent(Connection& connection, const TcpHeader& header, uint32_t length)
{
    if (header.GetFlags() & TcpHeader::SYN)
    {
        NS_LOG_INFO("SYN from port " << header.GetSourcePort() << " to port "
                                     << header.GetDestinationPort());
        connection.sequence.Open(header.GetSequenceNumber().GetValue());
        connection.offersShift = GetWindowScale(header) != nullptr;
    }
    else if (length > 0)
    {
        NS_LOG_LOGIC("segment of " << length << " bytes from " << header.GetSequenceNumber());
        connection.sequence.Send(Simulator::Now().GetSeconds(),
                                 header.GetSequenceNumber().GetValue(),
                                 length);
    }
}

void
TcpTraceProbe::HandleReceived(Connection& connection, const TcpHeader& header)
{
    const bool isSyn = header.GetFlags() & TcpHeader::SYN;
    // The shift in a SYN is that of its sender's own windows, for the whole connection.
    if (const auto scale = GetWindowScale(header); isSyn && scale)
    {
        connection.windowShift = scale->GetScale();
    }
    if (header.GetFlags() & TcpHeader::ACK)
    {
        // The window of a SYN is never scaled (RFC 7323, 2.2), and no window is when only one side
        // has sent the option.
        const uint32_t shift = !isSyn && connection.offersShift ? connection.windowShift : 0;
        NS_LOG_LOGIC("ACK of " << header.GetAckNumber() << ", window " << header.GetWindowSize()
                               << " << " << shift);
        connection.sequence.Acknowledge(Simulator::Now().GetSeconds(),
                                        header.GetAckNumber().GetValue(),
                                        static_cast<uint32_t>(header.GetWindowSize()) << shift);
        RecordSack(connection.sequence, header);
    }
}

} // namespace ns3

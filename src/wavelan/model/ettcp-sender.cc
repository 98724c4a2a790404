// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ettcp-sender.h"

#include "ns3/address-utils.h"
#include "ns3/arp-cache.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EttcpSender");
NS_OBJECT_ENSURE_REGISTERED(EttcpSender);

namespace
{

/// Headers of IPv4 and UDP.
constexpr uint32_t HEADERS = 28;
/// SeqTsHeader, which carries the number.
constexpr uint32_t NUMBER = 12;

} // namespace

const char*
GetEttcpDropReasonName(EttcpDropReason reason)
{
    switch (reason)
    {
    case EttcpDropReason::SOCKET:
        return "SOCKET";
    case EttcpDropReason::IP:
        return "IP";
    case EttcpDropReason::ARP:
        return "ARP";
    case EttcpDropReason::QUEUE:
        return "QUEUE";
    }
    return "";
}

TypeId
EttcpSender::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EttcpSender")
            .SetParent<Application>()
            .SetGroupName("Wavelan")
            .AddConstructor<EttcpSender>()
            .AddAttribute("Remote",
                          "IPv4 address and port of the receiver, which is another host.",
                          AddressValue(),
                          MakeAddressAccessor(&EttcpSender::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Device",
                          "Interface through which the datagrams leave. It needs the trace "
                          "source MacTx and a queue disc above it.",
                          PointerValue(),
                          MakePointerAccessor(&EttcpSender::m_device),
                          MakePointerChecker<NetDevice>())
            .AddAttribute("PacketSize",
                          "Size of an IP packet, bytes (xylomenos1999, IV: 100, 500, 1000, 1500).",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&EttcpSender::m_size),
                          MakeUintegerChecker<uint32_t>(HEADERS + NUMBER, 65535))
            .AddAttribute("Packets",
                          "Number of packets (xylomenos1999, IV: 10,000).",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&EttcpSender::m_packets),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("WriteTime",
                          "Time that the host takes to write a datagram to its socket.",
                          TimeValue(MicroSeconds(55)),
                          MakeTimeAccessor(&EttcpSender::m_writeTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("WriteByteTime",
                          "Additional time for each byte of the IP packet.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&EttcpSender::m_writeByteTime),
                          MakeTimeChecker(Time(0), MilliSeconds(1)))
            .AddAttribute("SendBuffer",
                          "Memory of the socket, bytes (Linux 2.0: 65535).",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&EttcpSender::m_sendBuffer),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("PacketOverhead",
                          "Memory that a datagram occupies in addition to the IP packet, bytes: "
                          "struct sk_buff, Ethernet header, alignment.",
                          UintegerValue(200),
                          MakeUintegerAccessor(&EttcpSender::m_packetOverhead),
                          MakeUintegerChecker<uint32_t>(0, 10000))
            .AddTraceSource("Drop",
                            "The host dropped a datagram, with the place.",
                            MakeTraceSourceAccessor(&EttcpSender::m_dropTrace),
                            "ns3::EttcpSender::DropTracedCallback");
    return tid;
}

EttcpSender::EttcpSender()
{
    NS_LOG_FUNCTION(this);
}

EttcpSender::~EttcpSender()
{
    NS_LOG_FUNCTION(this);
}

const EttcpCounters&
EttcpSender::GetCounters() const
{
    return m_counters;
}

std::size_t
EttcpSender::GetNWaiting() const
{
    return m_waiting.size();
}

void
EttcpSender::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Disconnect();
    // Device, queue and IP live on, and must not call a program that is gone.
    m_write.Cancel();
    m_socket = nullptr;
    m_device = nullptr;
    Application::DoDispose();
}

void
EttcpSender::StartApplication()
{
    NS_LOG_FUNCTION(this);
    // Otherwise the program would sleep for ever before its first datagram.
    if (m_sendBuffer < m_size + m_packetOverhead)
    {
        NS_FATAL_ERROR("EttcpSender: SendBuffer must hold a packet, which takes "
                       << m_size + m_packetOverhead << " bytes, but is " << m_sendBuffer);
    }
    Connect();
    // The traces are connected before the first datagram can leave.
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->Bind();
    // By another interface nobody would see the datagrams leave.
    m_socket->BindToNetDevice(m_device);
    m_socket->Connect(m_remote);
    NS_LOG_INFO("starts " << m_packets << " packets of " << m_size << " bytes, of which "
                          << m_sendBuffer / (m_size + m_packetOverhead) << " can wait");
    ScheduleWrite();
}

void
EttcpSender::StopApplication()
{
    NS_LOG_FUNCTION(this);
    NS_LOG_INFO("stops: wrote " << m_counters.written << " of " << m_packets << ", "
                                << m_waiting.size() << " wait");
    m_write.Cancel();
    m_isAsleep = false;
    if (m_socket)
    {
        m_socket->Close();
    }
}

/// Refuse a Remote that no interface leads to.
/// @return the interface of Device; null if IP has none there
Ptr<Ipv4Interface>
EttcpSender::CheckRemote() const
{
    const auto ipv4 = GetNode()->GetObject<Ipv4L3Protocol>();
    // A datagram to the host itself passes no interface, and would wait for ever.
    const bool isOther =
        ipv4 && InetSocketAddress::IsMatchingType(m_remote) &&
        ipv4->GetInterfaceForAddress(InetSocketAddress::ConvertFrom(m_remote).GetIpv4()) < 0;
    if (!isOther)
    {
        NS_FATAL_ERROR("EttcpSender: Remote: expected the IPv4 address and port of another host");
    }
    const int32_t index = m_device ? ipv4->GetInterfaceForDevice(m_device) : -1;
    return index < 0 ? nullptr : ipv4->GetInterface(static_cast<uint32_t>(index));
}

/// Learn when datagrams leave their memory.
void
EttcpSender::Connect()
{
    const Ptr<Ipv4Interface> interface = CheckRemote();
    const auto trafficControl = GetNode()->GetObject<TrafficControlLayer>();
    const Ptr<QueueDisc> disc =
        interface && trafficControl ? trafficControl->GetRootQueueDiscOnDevice(m_device) : nullptr;
    const auto connect = [this](Ptr<Object> object, const std::string& name, const auto& callback) {
        if (!object || !object->TraceConnectWithoutContext(name, callback))
        {
            return false;
        }
        m_disconnect.emplace_back([=] { object->TraceDisconnectWithoutContext(name, callback); });
        return true;
    };
    if (!disc || !connect(m_device, "MacTx", MakeCallback(&EttcpSender::Taken, this)))
    {
        NS_FATAL_ERROR(
            "EttcpSender: Device: expected an interface of the node with an IPv4 address, "
            "a queue disc and the trace source MacTx");
    }
    connect(disc, "Drop", MakeCallback(&EttcpSender::DroppedByQueue, this));
    const auto byArp = MakeCallback(&EttcpSender::DroppedByArp, this);
    connect(GetNode()->GetObject<ArpL3Protocol>(), "Drop", byArp);
    connect(interface->GetArpCache(), "Drop", byArp);
    connect(GetNode()->GetObject<Ipv4L3Protocol>(),
            "Drop",
            MakeCallback(&EttcpSender::DroppedByIp, this));
}

void
EttcpSender::Disconnect()
{
    for (const auto& disconnect : m_disconnect)
    {
        disconnect();
    }
    m_disconnect.clear();
}

/// The program writes in a loop: the next datagram comes when the host is done with this one.
void
EttcpSender::ScheduleWrite()
{
    m_write = Simulator::Schedule(m_writeTime + static_cast<int64_t>(m_size) * m_writeByteTime,
                                  &EttcpSender::Write,
                                  this);
}

/// The program writes a datagram, if its socket has memory for it.
void
EttcpSender::Write()
{
    const uint64_t memory = m_size + m_packetOverhead;
    // sock_alloc_send_skb() of Linux 2.0.32 sleeps until sock_wfree() has freed enough.
    if ((m_waiting.size() + 1) * memory > m_sendBuffer)
    {
        NS_LOG_DEBUG("sleeps: " << m_waiting.size() << " datagrams of " << memory
                                << " bytes of memory wait, of " << m_sendBuffer << " bytes");
        m_isAsleep = true;
        return;
    }
    SeqTsHeader number;
    number.SetSeq(static_cast<uint32_t>(m_counters.written));
    const auto packet = Create<Packet>(m_size - HEADERS - NUMBER);
    packet->AddHeader(number);
    // The uid stays through UDP, IP and the queue, which copy the packet. It waits before Send(),
    // in which the interface may take it already.
    m_waiting.insert(packet->GetUid());
    ++m_counters.written;
    NS_LOG_DEBUG("writes datagram " << number.GetSeq() << " as packet " << packet->GetUid() << ", "
                                    << m_waiting.size() << " wait");
    // sendto() returns an error, which the program does not stop for.
    if (m_socket->Send(packet) < 0)
    {
        Drop(packet, EttcpDropReason::SOCKET);
    }
    if (m_counters.written < m_packets)
    {
        ScheduleWrite();
        return;
    }
    NS_LOG_INFO("has written all of its " << m_packets << " datagrams");
}

/// MacTx: the driver has the datagram. The card's buffer is no memory of the socket.
void
EttcpSender::Taken(Ptr<const Packet> packet)
{
    m_counters.taken += Free(packet->GetUid());
}

/// The link queue of 100 packets. dev_queue_xmit() frees what does not fit and tells nobody.
void
EttcpSender::DroppedByQueue(Ptr<const QueueDiscItem> item)
{
    Drop(item->GetPacket(), EttcpDropReason::QUEUE);
}

/// ArpL3Protocol drops what finds no room, ArpCache what has waited in vain.
void
EttcpSender::DroppedByArp(Ptr<const Packet> packet)
{
    Drop(packet, EttcpDropReason::ARP);
}

/// Protocols that look for a route on demand tell IP only later that there is none.
void
EttcpSender::DroppedByIp(const Ipv4Header&,
                         Ptr<const Packet> packet,
                         Ipv4L3Protocol::DropReason,
                         Ptr<Ipv4>,
                         uint32_t)
{
    Drop(packet, EttcpDropReason::IP);
}

/// The program notices nothing, and goes on.
/// @param packet of this program, or another one
void
EttcpSender::Drop(Ptr<const Packet> packet, EttcpDropReason reason)
{
    if (Free(packet->GetUid()))
    {
        NS_LOG_INFO("packet " << packet->GetUid() << " is dropped by "
                              << GetEttcpDropReasonName(reason));
        ++m_counters.dropped;
        m_dropTrace(packet, reason);
    }
}

/// A datagram leaves its memory.
/// @return whether it is one of this program
bool
EttcpSender::Free(uint64_t uid)
{
    if (m_waiting.erase(uid) == 0)
    {
        return false;
    }
    if (m_isAsleep)
    {
        NS_LOG_DEBUG("wakes up: packet " << uid << " has left its memory");
        m_isAsleep = false;
        m_write = Simulator::ScheduleNow(&EttcpSender::Write, this);
    }
    return true;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "ettcp-sender.h"

#include "ns3/address-utils.h"
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

TypeId
EttcpSender::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EttcpSender")
            .SetParent<Application>()
            .SetGroupName("Wavelan")
            .AddConstructor<EttcpSender>()
            .AddAttribute("Remote",
                          "Address and port of the receiver.",
                          AddressValue(),
                          MakeAddressAccessor(&EttcpSender::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Device",
                          "Interface that the datagrams leave by, with the trace source MacTx. A "
                          "queue disc must be above it.",
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
            .AddAttribute("WriteOctetTime",
                          "Additional time for each octet of the IP packet.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&EttcpSender::m_writeOctetTime),
                          MakeTimeChecker(Time(0), MilliSeconds(1)))
            .AddAttribute("SendBuffer",
                          "Memory of the socket, bytes (Linux 2.0: 65535).",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&EttcpSender::m_sendBuffer),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("PacketOverhead",
                          "Memory of a datagram beside the IP packet: struct sk_buff, Ethernet "
                          "header, alignment.",
                          UintegerValue(200),
                          MakeUintegerAccessor(&EttcpSender::m_packetOverhead),
                          MakeUintegerChecker<uint32_t>(0, 10000));
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

void
EttcpSender::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_write.Cancel();
    m_socket = nullptr;
    m_device = nullptr;
    Application::DoDispose();
}

void
EttcpSender::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_sendBuffer < m_size + m_packetOverhead)
    {
        NS_FATAL_ERROR("EttcpSender: SendBuffer must hold a packet, which takes "
                       << m_size + m_packetOverhead << " bytes, but is " << m_sendBuffer);
    }
    Connect();
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->Bind();
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

/// Learn when datagrams leave their memory.
void
EttcpSender::Connect()
{
    const auto trafficControl = GetNode()->GetObject<TrafficControlLayer>();
    const Ptr<QueueDisc> disc =
        m_device && trafficControl ? trafficControl->GetRootQueueDiscOnDevice(m_device) : nullptr;
    const bool isConnected =
        disc &&
        m_device->TraceConnectWithoutContext("MacTx", MakeCallback(&EttcpSender::Taken, this));
    if (!isConnected)
    {
        NS_FATAL_ERROR("EttcpSender: Device must be an interface of the node with a queue disc and "
                       "the trace source MacTx");
    }
    disc->TraceConnectWithoutContext("Drop", MakeCallback(&EttcpSender::Dropped, this));
}

/// The program writes in a loop: the next datagram comes when the host is done with this one.
void
EttcpSender::ScheduleWrite()
{
    m_write = Simulator::Schedule(m_writeTime + static_cast<int64_t>(m_size) * m_writeOctetTime,
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
    m_socket->Send(packet);
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

/// Drop of the queue disc, which is the link queue of 100 packets.
void
EttcpSender::Dropped(Ptr<const QueueDiscItem> item)
{
    const uint64_t uid = item->GetPacket()->GetUid();
    if (Free(uid))
    {
        // dev_queue_xmit() frees what does not fit and tells nobody: UDP does not notice.
        NS_LOG_INFO("the queue above the interface dropped packet " << uid);
        ++m_counters.dropped;
    }
}

/// A datagram leaves its memory. @return whether it is one of this program
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

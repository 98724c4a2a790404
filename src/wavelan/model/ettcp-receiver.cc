// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ettcp-receiver.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EttcpReceiver");
NS_OBJECT_ENSURE_REGISTERED(EttcpReceiver);

TypeId
EttcpReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EttcpReceiver")
            .SetParent<Application>()
            .SetGroupName("Wavelan")
            .AddConstructor<EttcpReceiver>()
            .AddAttribute("Local",
                          "Address and port of the socket.",
                          AddressValue(),
                          MakeAddressAccessor(&EttcpReceiver::m_local),
                          MakeAddressChecker())
            .AddAttribute("ReadTime",
                          "Time that the program takes for a datagram.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&EttcpReceiver::m_readTime),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("ReadByteTime",
                          "Additional time for each byte of payload.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&EttcpReceiver::m_readByteTime),
                          MakeTimeChecker(Time(0), MilliSeconds(1)))
            .AddAttribute("MaxWaiting",
                          "Number of datagrams that the socket's buffer holds, not counting the "
                          "one being read.",
                          UintegerValue(38),
                          MakeUintegerAccessor(&EttcpReceiver::m_maxWaiting),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Rx",
                            "The program has read a datagram.",
                            MakeTraceSourceAccessor(&EttcpReceiver::m_rxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource(
                "Drop",
                "A datagram found the buffer of the socket full, or waited in it when the "
                "program stopped or was disposed of.",
                MakeTraceSourceAccessor(&EttcpReceiver::m_dropTrace),
                "ns3::Packet::TracedCallback");
    return tid;
}

EttcpReceiver::EttcpReceiver()
{
    NS_LOG_FUNCTION(this);
}

EttcpReceiver::~EttcpReceiver()
{
    NS_LOG_FUNCTION(this);
}

const EttcpReceiverCounters&
EttcpReceiver::GetCounters() const
{
    return m_counters;
}

void
EttcpReceiver::SetProcessor(Processor processor)
{
    m_processor = std::move(processor);
}

void
EttcpReceiver::DoDispose()
{
    NS_LOG_FUNCTION(this);
    DropWaiting();
    m_processor = nullptr;
    if (m_socket)
    {
        // The node keeps the socket, and would go on handing it datagrams.
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
    Application::DoDispose();
}

void
EttcpReceiver::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    // Two receivers of one port: the second one would wait for nothing.
    if (m_socket->Bind(m_local) == -1)
    {
        NS_FATAL_ERROR("EttcpReceiver: Local: expected a free address and port of the node");
    }
    // Read at once, so that this class and not UdpSocket has the memory that is limited.
    m_socket->SetRecvCallback(MakeCallback(&EttcpReceiver::Receive, this));
}

void
EttcpReceiver::StopApplication()
{
    NS_LOG_FUNCTION(this);
    DropWaiting();
    NS_LOG_INFO("stops: read " << m_counters.read << " of " << m_counters.arrived);
    if (m_socket)
    {
        m_socket->Close();
    }
}

/// The socket's memory goes with the program, and what it held.
void
EttcpReceiver::DropWaiting()
{
    m_read.Cancel();
    for (const Ptr<Packet>& packet : std::exchange(m_waiting, {}))
    {
        NS_LOG_INFO("dropped packet " << packet->GetUid() << ": the program stops");
        ++m_counters.dropped;
        m_dropTrace(packet);
    }
}

/// UDP hands a datagram to the socket. udp_rcv() of Linux 2.0.32 drops it when the memory is used
/// up.
void
EttcpReceiver::Receive(Ptr<Socket> socket)
{
    while (const Ptr<Packet> packet = socket->Recv())
    {
        ++m_counters.arrived;
        // The first is being read, and has left the buffer.
        if (m_waiting.size() > m_maxWaiting)
        {
            NS_LOG_INFO("dropped packet " << packet->GetUid() << ": " << m_waiting.size() - 1
                                          << " wait, and MaxWaiting is " << m_maxWaiting);
            ++m_counters.dropped;
            m_dropTrace(packet);
            continue;
        }
        NS_LOG_DEBUG("packet " << packet->GetUid() << " arrived, " << m_waiting.size()
                               << " are before it");
        m_waiting.push_back(packet);
        if (m_waiting.size() == 1)
        {
            ScheduleRead();
        }
    }
}

/// The host takes a time for each datagram; the next one waits in the socket (V.B).
void
EttcpReceiver::ScheduleRead()
{
    const int64_t bytes = m_waiting.front()->GetSize();
    const Time work = m_readTime + bytes * m_readByteTime;
    const Time now = Simulator::Now();
    const Time end = m_processor ? m_processor(now, work) : now + work;
    m_read = Simulator::Schedule(end - now, &EttcpReceiver::Read, this);
}

void
EttcpReceiver::Read()
{
    const Ptr<Packet> packet = m_waiting.front();
    m_waiting.pop_front();
    ++m_counters.read;
    NS_LOG_DEBUG("read packet " << packet->GetUid() << ", " << m_waiting.size() << " wait");
    m_rxTrace(packet);
    if (!m_waiting.empty())
    {
        ScheduleRead();
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

// TcpLinux24Socket: states of RFC 793, in the order of tcp_rcv_state_process().

#include "tcp-linux24-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24SocketStates");

void
TcpLinux24Socket::OnIpv4Packet(Ptr<Packet> packet,
                               Ipv4Header header,
                               uint16_t port,
                               Ptr<Ipv4Interface> /* interface */)
{
    DoForwardUp(packet,
                InetSocketAddress(header.GetSource(), port),
                InetSocketAddress(header.GetDestination(), m_endPoint->GetLocalPort()));
}

void
TcpLinux24Socket::OnIpv6Packet(Ptr<Packet> packet,
                               Ipv6Header header,
                               uint16_t port,
                               Ptr<Ipv6Interface> /* interface */)
{
    DoForwardUp(packet,
                Inet6SocketAddress(header.GetSource(), port),
                Inet6SocketAddress(header.GetDestination(), m_endPoint6->GetLocalPort()));
}

void
TcpLinux24Socket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const Ptr<TcpLinux24Socket> self(this);
    SocketPriorityTag priority;
    packet->RemovePacketTag(priority);
    TcpHeader header;
    if (packet->RemoveHeader(header) == 0)
    {
        NS_LOG_WARN("no TCP header in the packet");
        return;
    }
    m_rxTrace(packet, header, this);
    if (m_state == CLOSED || m_state == LISTEN || m_state == SYN_SENT)
    {
        NoteRefused(packet);
    }
    switch (m_state.Get())
    {
    case CLOSED:
        RefuseSegment(header, packet->GetSize(), from, to);
        break;
    case LISTEN:
        OnSegmentInListen(packet, header, from, to);
        break;
    case SYN_SENT:
        OnSegmentInSynSent(header, from, to);
        break;
    default:
        OnSegmentInConnection(packet, header, from);
        break;
    }
}

void
TcpLinux24Socket::NoteRefused(Ptr<const Packet> packet)
{
    if (packet->GetSize() > 0)
    {
        m_segmentDroppedTrace(TcpLinux24Fate::REFUSED, packet);
    }
}

void
TcpLinux24Socket::RefuseSegment(const TcpHeader& header,
                                uint32_t size,
                                const Address& from,
                                const Address& to)
{
    if (header.GetFlags() & TcpHeader::RST)
    {
        return;
    }
    TcpHeader reset;
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    if (header.GetFlags() & TcpHeader::ACK)
    {
        reset.SetFlags(TcpHeader::RST);
        reset.SetSequenceNumber(header.GetAckNumber());
    }
    else
    {
        const uint32_t positions = size + ((header.GetFlags() & TcpHeader::SYN) ? 1 : 0) +
                                   ((header.GetFlags() & TcpHeader::FIN) ? 1 : 0);
        reset.SetFlags(TcpHeader::RST | TcpHeader::ACK);
        reset.SetAckNumber(header.GetSequenceNumber() + positions);
    }
    const auto packet = Create<Packet>();
    m_txTrace(packet, reset, this);
    m_tcp->SendPacket(packet, reset, to, from, m_boundnetdevice);
}

void
TcpLinux24Socket::OnSegmentInListen(Ptr<Packet> packet,
                                    const TcpHeader& header,
                                    const Address& from,
                                    const Address& to)
{
    const uint8_t flags = header.GetFlags();
    if (flags & TcpHeader::RST)
    {
        return;
    }
    if (flags & TcpHeader::ACK)
    {
        RefuseSegment(header, packet->GetSize(), from, to);
        return;
    }
    if ((flags & TcpHeader::SYN) && NotifyConnectionRequest(from))
    {
        const auto child = StaticCast<TcpLinux24Socket>(Fork());
        child->CompleteFork(packet, header, from, to);
    }
}

void
TcpLinux24Socket::OnSegmentInSynSent(const TcpHeader& header,
                                     const Address& from,
                                     const Address& to)
{
    const uint8_t flags = header.GetFlags();
    const bool ack = flags & TcpHeader::ACK;
    if (ack && header.GetAckNumber() != ToSequence(0))
    {
        if (!(flags & TcpHeader::RST))
        {
            RefuseSegment(header, 0, from, to);
        }
        return;
    }
    if (flags & TcpHeader::RST)
    {
        if (ack)
        {
            AbortConnection();
        }
        return;
    }
    if (!(flags & TcpHeader::SYN))
    {
        return;
    }
    StartReceiving(header);
    if (ack)
    {
        CompleteOpen(header);
        SendAck();
        FinishActiveOpen();
    }
    else
    {
        m_state = SYN_RCVD;
        SendSynAck();
    }
}

void
TcpLinux24Socket::RepeatSynAck()
{
    if (m_synCount == 0)
    {
        AbortConnection();
        return;
    }
    constexpr uint32_t INITIAL_TIMEOUT_SECONDS = 3; // TCP_TIMEOUT_INIT
    constexpr uint32_t MAX_TIMEOUT_SECONDS = 120;   // TCP_RTO_MAX
    constexpr uint32_t MOST_DOUBLINGS = 6;          // then the maximum is reached
    const uint32_t doublings = std::min(m_synRetries - m_synCount, MOST_DOUBLINGS);
    const uint32_t timeout = std::min(INITIAL_TIMEOUT_SECONDS << doublings, MAX_TIMEOUT_SECONDS);
    --m_synCount;
    SendSynAck();
    m_retxEvent.Cancel();
    m_retxEvent = Simulator::Schedule(m_clock.GetDelayUntil(m_clock.GetTickAfter(Seconds(timeout))),
                                      &TcpLinux24Socket::ReTxTimeout,
                                      this);
}

void
TcpLinux24Socket::CompleteOpen(const TcpHeader& header)
{
    const TcpTick now = m_clock.GetNow();
    m_sender->Negotiated(m_sackEnabled, m_timestampEnabled, m_sendMss);
    m_connected = true;
    m_state = ESTABLISHED;
    if (m_passive)
    {
        m_retxEvent.Cancel();
        m_sender->Accepted(MakeAck(header, false), now);
    }
    else
    {
        m_sender->OnAck(MakeAck(header, false), now);
    }
    AfterSender();
}

void
TcpLinux24Socket::FinishActiveOpen()
{
    if (m_bytesWrittenEarly > 0)
    {
        const uint32_t bytes = m_bytesWrittenEarly;
        m_bytesWrittenEarly = 0;
        m_sender->Write(bytes, m_clock.GetNow());
        AfterSender();
    }
    if (m_closeOnEmpty)
    {
        QueueFin();
    }
    Simulator::ScheduleNow(&TcpLinux24Socket::ConnectionSucceeded, Ptr<TcpLinux24Socket>(this));
}

void
TcpLinux24Socket::OnFinReceived()
{
    m_finReceived = true;
    switch (m_state.Get())
    {
    case ESTABLISHED:
        m_state = CLOSE_WAIT;
        break;
    case FIN_WAIT_1:
        m_state = CLOSING;
        break;
    case FIN_WAIT_2:
        TimeWait();
        break;
    default:
        break;
    }
    if (!m_closeNotified)
    {
        m_closeNotified = true;
        NotifyNormalClose();
    }
}

void
TcpLinux24Socket::OnFinAcknowledged()
{
    switch (m_state.Get())
    {
    case FIN_WAIT_1:
        m_state = FIN_WAIT_2;
        StartFinTimer();
        break;
    case CLOSING:
        TimeWait();
        break;
    case LAST_ACK:
        CloseAndNotify();
        break;
    default:
        break;
    }
}

void
TcpLinux24Socket::Orphan()
{
    if (!m_orphaned)
    {
        m_orphaned = true;
        m_sender->Orphan();
        StartFinTimer();
    }
}

void
TcpLinux24Socket::StartFinTimer()
{
    if (m_state == FIN_WAIT_2 && m_orphaned && !m_finTimeout.IsZero())
    {
        m_finDeadline = Simulator::Now() + m_finTimeout;
        m_timewaitEvent = Simulator::Schedule(m_finTimeout, &TcpLinux24Socket::OnFinTimeout, this);
    }
}

void
TcpLinux24Socket::OnFinTimeout()
{
    const Ptr<TcpLinux24Socket> self(this);
    const Time rest = m_finDeadline - Simulator::Now();
    if (rest.IsStrictlyPositive()) // data came
    {
        m_timewaitEvent = Simulator::Schedule(rest, &TcpLinux24Socket::OnFinTimeout, this);
        return;
    }
    CloseAndNotify();
}

void
TcpLinux24Socket::AbortConnection()
{
    const bool neverConnected = m_state == SYN_SENT;
    const bool accepted = m_state != SYN_RCVD || !m_passive;
    // The application was told of the end before; only the waiting is cut short (sysctl_tcp_rfc1337
    // is 0).
    const bool waiting = m_state == TIME_WAIT;
    m_state = CLOSED;
    DeallocateEndPoint();
    if (neverConnected)
    {
        NotifyConnectionFailed();
    }
    else if (accepted && !waiting)
    {
        NotifyErrorClose();
    }
}

} // namespace ns3

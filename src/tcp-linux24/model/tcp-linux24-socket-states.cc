// SPDX-License-Identifier: GPL-2.0-only

// TcpLinux24Socket: states of RFC 793, in the order of tcp_rcv_state_process().

#include "tcp-linux24-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/object-map.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
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
    case SYN_RCVD:
        m_passive ? OnSegmentInRequest(packet, header, from, to)
                  : OnSegmentInConnection(packet, header, from, to);
        break;
    case TIME_WAIT:
        OnSegmentInTimeWait(packet, header, from, to);
        break;
    default:
        OnSegmentInConnection(packet, header, from, to);
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
    reset.SetWindowSize(0);
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
                                    const Address& to,
                                    std::optional<uint32_t> sequenceNumber)
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
        child->m_initialSequenceNumber = sequenceNumber.value_or(m_initialSequenceNumber);
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
    if (ack && (header.GetAckNumber() != ToSequence(0) || HasImpossibleEcho(header)))
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

bool
TcpLinux24Socket::HasImpossibleEcho(const TcpHeader& header) const
{
    if (!m_timestampEnabled || !header.HasOption(TcpOption::TS))
    {
        return false;
    }
    const TcpTick echo = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetEcho();
    const TcpTick firstSyn = m_sender->GetRetransStamp();
    return echo != 0 && echo - firstSyn > m_clock.GetNow() - firstSyn;
}

TcpLinux24MiniSegment
TcpLinux24Socket::MakeMiniSegment(Ptr<const Packet> packet, const TcpHeader& header) const
{
    const uint8_t flags = header.GetFlags();
    TcpLinux24MiniSegment segment{.start = ToReceivedOffset(header.GetSequenceNumber()),
                                  .length = packet->GetSize(),
                                  .syn = (flags & TcpHeader::SYN) != 0,
                                  .fin = (flags & TcpHeader::FIN) != 0,
                                  .rst = (flags & TcpHeader::RST) != 0,
                                  .ack = (flags & TcpHeader::ACK) != 0};
    if (m_timestampEnabled && header.HasOption(TcpOption::TS))
    {
        const TcpTick timestamp =
            DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetTimestamp();
        segment.oldTimestamp = m_receiver->IsOldDuplicate(timestamp, segment.rst, m_clock.GetNow());
        segment.newerTimestamp = GetTicksBetween(timestamp, *m_receiver->GetEcho()) > 0;
    }
    return segment;
}

void
TcpLinux24Socket::OnSegmentInRequest(Ptr<Packet> packet,
                                     const TcpHeader& header,
                                     const Address& from,
                                     const Address& to)
{
    const TcpLinux24MiniSegment segment = MakeMiniSegment(packet, header);
    const bool isAckRight = header.GetAckNumber() == ToSequence(0);
    const auto verdict = CheckRequest(segment, isAckRight, m_receiver->GetRcvWnd());
    NS_LOG_LOGIC("request: verdict " << static_cast<int>(verdict));
    if (verdict == TcpLinux24RequestVerdict::ACCEPT)
    {
        CompleteOpen(header);
        NotifyNewConnectionCreated(this, from);
        WakeWriter();
        if (HasEndPoint())
        {
            OnSegmentInConnection(packet, header, from, to); // which takes ts_recent from it, too
        }
        return;
    }
    NoteRefused(packet);
    switch (verdict)
    {
    case TcpLinux24RequestVerdict::REPEAT_SYN_ACK:
        SendSynAck();
        break;
    case TcpLinux24RequestVerdict::ACKNOWLEDGE:
        SendAck();
        break;
    case TcpLinux24RequestVerdict::REFUSE:
        RefuseSegment(header, packet->GetSize(), from, to);
        break;
    case TcpLinux24RequestVerdict::REFUSE_AND_END:
        RefuseSegment(header, packet->GetSize(), from, to);
        AbortConnection();
        break;
    case TcpLinux24RequestVerdict::END:
        AbortConnection();
        break;
    default:
        break;
    }
}

void
TcpLinux24Socket::OnSegmentInTimeWait(Ptr<Packet> packet,
                                      const TcpHeader& header,
                                      const Address& from,
                                      const Address& to)
{
    const auto verdict = CheckTimeWait(MakeMiniSegment(packet, header), m_receiver->GetRcvNxt());
    NS_LOG_LOGIC("TIME_WAIT: verdict " << static_cast<int>(verdict));
    if (verdict == TcpLinux24TimeWaitVerdict::REOPEN)
    {
        if (const auto listener = FindListener(to))
        {
            // above all that this connection could have sent (tcp_timewait_state_process)
            const uint32_t number = ToSequence(m_sender->GetSndNxt()).GetValue() + UINT16_MAX + 2;
            CloseAndNotify();
            listener->NoteRefused(packet);
            listener->OnSegmentInListen(packet, header, from, to, number == 0 ? 1 : number);
            return;
        }
    }
    NoteRefused(packet);
    switch (verdict)
    {
    case TcpLinux24TimeWaitVerdict::END:
        AbortConnection();
        break;
    case TcpLinux24TimeWaitVerdict::RESTART:
        if (m_timestampEnabled && header.HasOption(TcpOption::TS))
        {
            const auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
            m_receiver->SetTsRecent(option->GetTimestamp(), m_clock.GetNow());
        }
        TimeWait();
        break;
    case TcpLinux24TimeWaitVerdict::ACKNOWLEDGE_AND_RESTART:
        TimeWait();
        SendAck();
        break;
    case TcpLinux24TimeWaitVerdict::ACKNOWLEDGE:
    case TcpLinux24TimeWaitVerdict::REOPEN:
        SendAck();
        break;
    default:
        break;
    }
}

Ptr<TcpLinux24Socket>
TcpLinux24Socket::FindListener(const Address& to) const
{
    ObjectMapValue sockets;
    m_tcp->GetAttribute("SocketList", sockets);
    for (auto entry = sockets.Begin(); entry != sockets.End(); ++entry)
    {
        const auto socket = DynamicCast<TcpLinux24Socket>(entry->second);
        if (!socket || socket->m_state != LISTEN || !socket->HasEndPoint())
        {
            continue;
        }
        if (socket->m_endPoint && InetSocketAddress::IsMatchingType(to))
        {
            const auto address = InetSocketAddress::ConvertFrom(to);
            const Ipv4Address local = socket->m_endPoint->GetLocalAddress();
            if (socket->m_endPoint->GetLocalPort() == address.GetPort() &&
                (local == Ipv4Address::GetAny() || local == address.GetIpv4()))
            {
                return socket;
            }
        }
        if (socket->m_endPoint6 && Inet6SocketAddress::IsMatchingType(to))
        {
            const auto address = Inet6SocketAddress::ConvertFrom(to);
            const Ipv6Address local = socket->m_endPoint6->GetLocalAddress();
            if (socket->m_endPoint6->GetLocalPort() == address.GetPort() &&
                (local == Ipv6Address::GetAny() || local == address.GetIpv6()))
            {
                return socket;
            }
        }
    }
    return nullptr;
}

void
TcpLinux24Socket::RepeatSynAck()
{
    if (m_synCount == 0)
    {
        AbortConnection();
        return;
    }
    constexpr uint32_t MOST_DOUBLINGS = 20; // 120 s (TCP_RTO_MAX) are reached before
    const uint32_t doublings = std::min(m_synRetries - m_synCount, MOST_DOUBLINGS);
    const Time timeout = std::min(GetConnTimeout() * (int64_t{1} << doublings), Seconds(120));
    --m_synCount;
    SendSynAck();
    m_retxEvent.Cancel();
    m_retxEvent = Simulator::Schedule(m_clock.GetDelayUntil(m_clock.GetTickAfter(timeout)),
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

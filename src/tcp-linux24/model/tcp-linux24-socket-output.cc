// SPDX-License-Identifier: GPL-2.0-only

// TcpLinux24Socket: packets that leave.

#include "tcp-linux24-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24SocketOutput");

TcpLinux24Transmit
TcpLinux24Socket::Transmit(const TcpLinux24Segment& segment,
                           std::optional<TcpLinux24Retransmission> retransmission)
{
    NS_LOG_FUNCTION(this << segment.start << segment.end);
    if (!HasEndPoint())
    {
        return TcpLinux24Transmit::SENT;
    }
    const uint32_t length = segment.GetDataLength();
    const Ptr<Packet> packet = MakePayload(segment);
    uint8_t flags = segment.syn ? TcpHeader::SYN : TcpHeader::NONE;
    flags |= m_receiver ? TcpHeader::ACK : TcpHeader::NONE;
    flags |= segment.push && length > 0 ? TcpHeader::PSH : TcpHeader::NONE;
    flags |= segment.fin ? TcpHeader::FIN : TcpHeader::NONE;
    const TcpHeader header = MakeHeader(flags, ToSequence(segment.start));
    if (SendToPeer(packet, header) == TcpLinux24Transmit::LOCAL_DROP)
    {
        return TcpLinux24Transmit::LOCAL_DROP;
    }
    if (length > 0 && m_receiver)
    {
        m_receiver->DataSent(m_clock.GetNow());
    }
    if (retransmission)
    {
        ReportRetransmission({segment.start, segment.end}, *retransmission, packet, header);
    }
    else
    {
        m_bytesSentNew += length;
    }
    return TcpLinux24Transmit::SENT;
}

Ptr<Packet>
TcpLinux24Socket::MakePayload(const TcpLinux24Segment& segment) const
{
    if (segment.GetLength() == 0 && m_probeWithGarbageOctet)
    {
        return Create<Packet>(1);
    }
    return m_payload.Copy(segment.start, segment.start + segment.GetDataLength());
}

void
TcpLinux24Socket::ReportRetransmission(const TcpRange& range,
                                       TcpLinux24Retransmission reason,
                                       Ptr<const Packet> packet,
                                       const TcpHeader& header)
{
    m_segmentRetransmissionTrace(range, reason, packet);
    if (m_endPoint)
    {
        m_retransmissionTrace(packet,
                              header,
                              m_endPoint->GetLocalAddress(),
                              m_endPoint->GetPeerAddress(),
                              this);
    }
    else
    {
        m_retransmissionTrace(packet,
                              header,
                              m_endPoint6->GetLocalAddress(),
                              m_endPoint6->GetPeerAddress(),
                              this);
    }
}

TcpHeader
TcpLinux24Socket::MakeHeader(uint8_t flags, SequenceNumber32 sequence)
{
    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(sequence);
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    const bool syn = flags & TcpHeader::SYN;
    if (syn)
    {
        AddSynOptions(header);
    }
    if (m_timestampEnabled)
    {
        AddTimestamp(header);
    }
    if (!m_receiver)
    {
        header.SetWindowSize(GetSynWindow(GetAdvertisedMss()));
        return header;
    }
    header.SetAckNumber(ToPeerSequence(m_receiver->GetRcvNxt()));
    header.SetWindowSize(AdvertisedWindowSize(!syn));
    if (m_sackEnabled && !syn)
    {
        AddSackBlocks(header);
    }
    return header;
}

void
TcpLinux24Socket::AddSynOptions(TcpHeader& header)
{
    const auto mss = CreateObject<TcpOptionMSS>();
    mss->SetMSS(static_cast<uint16_t>(GetAdvertisedMss()));
    header.AppendOption(mss);
    if (m_sackEnabled)
    {
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
    }
    if (m_winScalingEnabled)
    {
        m_rcvWindShift = GetOwnWindowScale();
        const auto scale = CreateObject<TcpOptionWinScale>();
        scale->SetScale(m_rcvWindShift);
        header.AppendOption(scale);
    }
}

void
TcpLinux24Socket::AddTimestamp(TcpHeader& header)
{
    const auto timestamp = CreateObject<TcpOptionTS>();
    timestamp->SetTimestamp(m_clock.GetNow());
    timestamp->SetEcho(m_receiver ? m_receiver->GetEcho().value_or(0) : 0);
    header.AppendOption(timestamp);
}

void
TcpLinux24Socket::AddSackBlocks(TcpHeader& header)
{
    const TcpLinux24SackList blocks = m_receiver->GetSacks();
    if (blocks.empty())
    {
        return;
    }
    const auto option = CreateObject<TcpOptionSack>();
    for (const TcpRange& block : blocks)
    {
        option->AddSackBlock({ToPeerSequence(block.start), ToPeerSequence(block.end)});
    }
    header.AppendOption(option);
}

TcpLinux24Transmit
TcpLinux24Socket::SendToPeer(Ptr<Packet> packet, const TcpHeader& header)
{
    AddSocketTags(packet, false);
    m_txTrace(packet, header, this);
    m_linkQueue->ExpectPacket(packet);
    if (m_endPoint)
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint->GetLocalAddress(),
                          m_endPoint->GetPeerAddress(),
                          m_boundnetdevice);
    }
    else
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint6->GetLocalAddress(),
                          m_endPoint6->GetPeerAddress(),
                          m_boundnetdevice);
    }
    const uint32_t memory = packet->GetSize() + m_options.segmentOverhead;
    const bool takesSequence =
        packet->GetSize() > 0 || (header.GetFlags() & (TcpHeader::SYN | TcpHeader::FIN));
    const auto start = takesSequence ? std::optional(header.GetSequenceNumber()) : std::nullopt;
    const bool refused = m_linkQueue->WasRefused(memory, m_memoryBelow, start);
    if (m_receiver && (header.GetFlags() & TcpHeader::ACK))
    {
        m_receiver->AckSent();
        m_highTxAck = header.GetAckNumber();
        m_advWnd = m_receiver->GetRcvWnd();
    }
    return refused && m_localDropFeedback ? TcpLinux24Transmit::LOCAL_DROP
                                          : TcpLinux24Transmit::SENT;
}

TcpOffset
TcpLinux24Socket::GetAcceptableOffset() const
{
    if (!m_sender || m_state == SYN_RCVD)
    {
        return 0; // a request has sent its SYN beside the sender, which knows no window yet
    }
    const TcpOffset next = std::max<TcpOffset>(m_sender->GetSndNxt(), 0);
    if (m_generation == TcpLinuxGeneration::LINUX20)
    {
        return next;
    }
    // What lies beyond a window that has shrunk, the peer would drop with the ACK that it carries.
    return std::min(next, m_sender->GetSndUna() + TcpOffset{m_sender->GetSndWnd()});
}

void
TcpLinux24Socket::SendAck()
{
    if (!HasEndPoint())
    {
        return;
    }
    const TcpHeader header = MakeHeader(TcpHeader::ACK, ToSequence(GetAcceptableOffset()));
    const bool refused = SendToPeer(Create<Packet>(), header) == TcpLinux24Transmit::LOCAL_DROP;
    if (refused && m_connected)
    {
        m_sender->OnLocalDrop(m_clock.GetNow());
        UpdateTraces();
    }
    ArmDelayedAckTimer();
}

void
TcpLinux24Socket::SendSynAck()
{
    SendToPeer(Create<Packet>(), MakeHeader(TcpHeader::SYN | TcpHeader::ACK, ToSequence(-1)));
}

void
TcpLinux24Socket::SendEmptyPacket(uint8_t flags)
{
    NS_LOG_FUNCTION(this << static_cast<uint32_t>(flags));
    if (!HasEndPoint())
    {
        return;
    }
    if (flags & TcpHeader::RST)
    {
        const uint8_t ack = m_receiver ? TcpHeader::ACK : TcpHeader::NONE;
        SendToPeer(Create<Packet>(),
                   MakeHeader(TcpHeader::RST | ack, ToSequence(GetAcceptableOffset())));
    }
    else if (flags & TcpHeader::SYN)
    {
        if (m_passive)
        {
            RepeatSynAck();
        }
        else
        {
            StartPath(GetPeer());
            StartSending();
            m_sender->Connect(m_clock.GetNow());
            AfterSender();
        }
    }
    else if (flags & TcpHeader::FIN)
    {
        QueueFin();
    }
    else
    {
        SendAck();
    }
}

} // namespace ns3

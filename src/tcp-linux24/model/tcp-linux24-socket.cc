// SPDX-License-Identifier: GPL-2.0-only

// Life of a socket, and the small members that ns-3 asks for.

#include "tcp-linux24-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-rx-buffer.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24Socket");

TcpLinux24Socket::TcpLinux24Socket() = default;

TcpLinux24Socket::TcpLinux24Socket(const TcpLinux24Socket& socket)
    : TcpSocketBaseOf<TcpLinux24Socket>(socket),
      TcpLinuxSenderHost(),
      m_generation(socket.m_generation),
      m_options(socket.m_options),
      m_clock(socket.m_clock),
      m_segmentSizeFromPath(socket.m_segmentSizeFromPath),
      m_userMss(socket.m_userMss),
      m_receiverOptions(socket.m_receiverOptions),
      m_localDropFeedback(socket.m_localDropFeedback),
      m_partialWrites(socket.m_partialWrites),
      m_pathMtuDiscovery(socket.m_pathMtuDiscovery),
      m_finTimeout(socket.m_finTimeout),
      m_initialSndBufSize(socket.m_initialSndBufSize),
      m_leastWindowScale(socket.m_leastWindowScale),
      m_probeWithGarbageOctet(socket.m_probeWithGarbageOctet),
      m_initialSequenceNumber(socket.m_initialSequenceNumber),
      m_caStateTrace(socket.m_caStateTrace),
      m_undoTrace(socket.m_undoTrace),
      m_segmentRetransmissionTrace(socket.m_segmentRetransmissionTrace),
      m_segmentDroppedTrace(socket.m_segmentDroppedTrace)
{
}

TcpLinux24Socket::~TcpLinux24Socket()
{
    if (m_linkQueue)
    {
        m_linkQueue->Forget(m_memoryBelow);
    }
}

void
TcpLinux24Socket::DoDispose()
{
    CancelAllTimers();
    m_device = nullptr;
    TcpSocketBaseOf<TcpLinux24Socket>::DoDispose();
}

const TcpLinuxSender*
TcpLinux24Socket::GetSender() const
{
    return m_sender.get();
}

const TcpLinux24Receiver*
TcpLinux24Socket::GetReceiver() const
{
    return m_receiver.get();
}

int
TcpLinux24Socket::Bind()
{
    const int result = TcpSocketBase::Bind();
    ListenToEndPoint();
    return result;
}

int
TcpLinux24Socket::Bind6()
{
    const int result = TcpSocketBase::Bind6();
    ListenToEndPoint();
    return result;
}

int
TcpLinux24Socket::Bind(const Address& address)
{
    const int result = TcpSocketBase::Bind(address);
    ListenToEndPoint();
    return result;
}

void
TcpLinux24Socket::ListenToEndPoint()
{
    const Ptr<TcpLinux24Socket> self(this);
    if (m_endPoint)
    {
        m_endPoint->SetRxCallback(MakeCallback(&TcpLinux24Socket::OnIpv4Packet, self));
        m_endPoint->SetIcmpCallback(MakeCallback(&TcpLinux24Socket::OnIcmp, self));
    }
    if (m_endPoint6)
    {
        m_endPoint6->SetRxCallback(MakeCallback(&TcpLinux24Socket::OnIpv6Packet, self));
        m_endPoint6->SetIcmpCallback(MakeCallback(&TcpLinux24Socket::OnIcmp6, self));
    }
}

bool
TcpLinux24Socket::HasEndPoint() const
{
    return m_endPoint || m_endPoint6;
}

Ptr<TcpSocketBase>
TcpLinux24Socket::Fork()
{
    return CopyObject<TcpLinux24Socket>(this);
}

void
TcpLinux24Socket::CompleteFork(Ptr<Packet> packet,
                               const TcpHeader& header,
                               const Address& from,
                               const Address& to)
{
    m_passive = true;
    StartPath(from);
    StartSending();
    StartReceiving(header);
    TcpSocketBase::CompleteFork(packet, header, from, to);
    ListenToEndPoint();
}

uint16_t
TcpLinux24Socket::AdvertisedWindowSize(bool scale) const
{
    if (!m_receiver)
    {
        return 0;
    }
    const uint32_t window = m_receiver->GetWindow() >> (scale ? m_rcvWindShift : 0);
    return static_cast<uint16_t>(std::min<uint32_t>(window, UINT16_MAX));
}

uint32_t
TcpLinux24Socket::AvailableWindow() const
{
    return 0; // the base sends nothing by itself
}

void
TcpLinux24Socket::SetTcpNoDelay(bool noDelay)
{
    TcpSocketBase::SetTcpNoDelay(noDelay);
    if (m_sender)
    {
        m_sender->SetNoDelay(noDelay);
    }
    // What Nagle's algorithm held is sent (tcp_setsockopt).
    if (noDelay && m_sender && m_connected)
    {
        m_sender->PushPending(m_clock.GetNow());
        AfterSender();
    }
}

bool
TcpLinux24Socket::SetCork(bool cork)
{
    if (!m_sender || !m_sender->SetCork(cork, m_clock.GetNow()))
    {
        return false;
    }
    m_corked = cork;
    AfterSender();
    return true;
}

bool
TcpLinux24Socket::IsCorked() const
{
    return m_corked;
}

bool
TcpLinux24Socket::SetUserMss(uint32_t mss)
{
    constexpr uint32_t LEAST = 8;
    constexpr uint32_t MOST = 32767; // MAX_TCP_WINDOW
    if (mss < LEAST || mss > MOST)
    {
        return false;
    }
    m_userMss = mss;
    return true;
}

uint32_t
TcpLinux24Socket::GetSendMss() const
{
    return m_sendMss;
}

void
TcpLinux24Socket::SetRcvBufSize(uint32_t size)
{
    NS_ABORT_MSG_IF(m_receiver && size != GetRcvBufSize(),
                    "RcvBufSize " << size << " of a TcpLinux24Socket: Linux takes the size of the "
                                  << "receive buffer before the connection starts");
    m_tcb->m_rxBuffer->SetMaxBufferSize(size);
}

uint32_t
TcpLinux24Socket::GetRcvBufSize() const
{
    return m_receiver ? m_receiver->GetRcvbuf() : m_tcb->m_rxBuffer->MaxBufferSize();
}

void
TcpLinux24Socket::SetSegSize(uint32_t size)
{
    constexpr uint32_t ETHERNET = 1448; // until the path is known
    m_segmentSizeFromPath = size == 0;
    TcpSocketBase::SetSegSize(m_segmentSizeFromPath ? ETHERNET : size);
}

SequenceNumber32
TcpLinux24Socket::ToSequence(TcpOffset offset) const
{
    return SequenceNumber32(static_cast<uint32_t>(m_initialSequenceNumber + 1 + offset));
}

TcpOffset
TcpLinux24Socket::ToSentOffset(SequenceNumber32 sequence) const
{
    const TcpOffset una = m_sender->GetSndUna();
    return una + (sequence - ToSequence(una));
}

SequenceNumber32
TcpLinux24Socket::ToPeerSequence(TcpOffset offset) const
{
    return SequenceNumber32(static_cast<uint32_t>(m_peerSequenceNumber.GetValue() + 1 + offset));
}

TcpOffset
TcpLinux24Socket::ToReceivedOffset(SequenceNumber32 sequence) const
{
    const TcpOffset next = m_receiver->GetRcvNxt();
    return next + (sequence - ToPeerSequence(next));
}

} // namespace ns3

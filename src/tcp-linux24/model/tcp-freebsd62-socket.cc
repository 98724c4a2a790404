// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-freebsd62-socket.h"

#include "ns3/log.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpFreeBsd62Socket");

NS_OBJECT_ENSURE_REGISTERED(TcpFreeBsd62Socket);

TypeId
TcpFreeBsd62Socket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpFreeBsd62Socket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("TcpLinux24")
                            .AddConstructor<TcpFreeBsd62Socket>();
    return tid;
}

Ptr<TcpSocketBase>
TcpFreeBsd62Socket::Fork()
{
    return CopyObject<TcpFreeBsd62Socket>(this);
}

Ptr<Packet>
TcpFreeBsd62Socket::Recv(uint32_t maxSize, uint32_t flags)
{
    const Ptr<Packet> packet = TcpSocketBase::Recv(maxSize, flags);
    if (packet && packet->GetSize() > 0)
    {
        if (m_isReceiving)
        {
            m_takenEarly += packet->GetSize();
        }
        else
        {
            NoteRead();
        }
    }
    return packet;
}

// The base class tells the application of data before it acknowledges them. In FreeBSD tcp_input()
// decides about the ACK first (sorwakeup() only marks the process as runnable), and the process
// reads after that, which calls tcp_usr_rcvd().
void
TcpFreeBsd62Socket::ReceivedData(Ptr<Packet> packet, const TcpHeader& header)
{
    const Ptr<Socket> self(this); // the application may close the connection
    m_isReceiving = true;
    TcpSocketBase::ReceivedData(packet, header);
    m_isReceiving = false;
    if (m_takenEarly > 0)
    {
        m_takenEarly = 0;
        NoteRead();
    }
}

void
TcpFreeBsd62Socket::SendEmptyPacket(uint8_t flags)
{
    // When nobody answers the last SYN-ACK, the base class gives the connection up, and would free
    // the socket.
    const Ptr<Socket> self(this);
    TcpSocketBase::SendEmptyPacket(flags);
    if (flags & TcpHeader::ACK)
    {
        NoteAdvertised();
    }
}

uint32_t
TcpFreeBsd62Socket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const uint32_t sent = TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
    if (withAck)
    {
        NoteAdvertised();
    }
    return sent;
}

uint16_t
TcpFreeBsd62Socket::AdvertisedWindowSize(bool scale) const
{
    const uint16_t window = TcpSocketBase::AdvertisedWindowSize(scale);
    const uint32_t unread = scale ? m_takenEarly >> m_rcvWindShift : m_takenEarly;
    return window - std::min<uint32_t>(window, unread);
}

/// @return the window that could be advertised now, bytes
uint32_t
TcpFreeBsd62Socket::GetWindow() const
{
    return static_cast<uint32_t>(AdvertisedWindowSize()) << m_rcvWindShift;
}

void
TcpFreeBsd62Socket::NoteAdvertised()
{
    if (!m_update)
    {
        m_update.emplace(GetSegSize(), m_tcb->m_rxBuffer->MaxBufferSize());
    }
    m_update->NoteAdvertised(m_tcb->m_rxBuffer->NextRxSequence().GetValue(), GetWindow());
}

// The application has read: the peer may have to hear of it (tcp_usr_rcvd()). A connection whose
// own direction is closed receives as before.
void
TcpFreeBsd62Socket::NoteRead()
{
    const bool isReceiver =
        m_state == ESTABLISHED || m_state == FIN_WAIT_1 || m_state == FIN_WAIT_2;
    const uint32_t next = m_tcb->m_rxBuffer->NextRxSequence().GetValue();
    if (m_update && isReceiver && m_update->IsDue(next, GetWindow()))
    {
        NS_LOG_LOGIC("window update to " << GetWindow() << " at " << next);
        SendEmptyPacket(TcpHeader::ACK);
    }
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-undo-record.h"

namespace ns3
{

// tcp_enter_loss sets undo_retrans to 0, Recovery to what is under way for the second time already.
void
TcpLinux24UndoRecord::Begin(TcpOffset una, uint32_t retransOut)
{
    m_marker = una;
    m_retrans = static_cast<int32_t>(retransOut);
}

void
TcpLinux24UndoRecord::Forget()
{
    m_marker.reset();
}

// The first retransmission of an episode gives it its time (tcp_retransmit_skb).
void
TcpLinux24UndoRecord::Retransmitted(TcpTick now)
{
    ++m_retrans;
    m_stamp = m_stamp == 0 ? now : m_stamp;
}

void
TcpLinux24UndoRecord::Needless(int32_t segments)
{
    m_retrans -= segments;
}

void
TcpLinux24UndoRecord::ForgetStamp()
{
    m_stamp = 0;
}

// tcp_connect. Up to 2.4.18 nobody clears it behind the handshake: a first timeout is then compared
// with the time of the SYN, and no echo is older than that.
void
TcpLinux24UndoRecord::StampSyn(TcpTick now)
{
    m_stamp = now;
}

// tcp_may_undo, tcp_packet_delayed.
bool
TcpLinux24UndoRecord::MayUndo(std::optional<TcpTick> echo) const
{
    // No episode, or one that must not be undone.
    if (!m_marker)
    {
        return false;
    }
    // Eifel: what the ACK answers was sent before the first retransmission, so that the original
    // arrived. Both times being those of one tick proves nothing.
    const bool delayed =
        m_stamp == 0 || (echo.value_or(0) != 0 && GetTicksBetween(*echo, m_stamp) < 0);
    // Or the peer has reported each retransmission by D-SACK.
    return m_retrans == 0 || delayed;
}

bool
TcpLinux24UndoRecord::IsAllNeedless() const
{
    return m_marker && m_retrans == 0;
}

std::optional<TcpOffset>
TcpLinux24UndoRecord::GetMarker() const
{
    return m_marker;
}

int32_t
TcpLinux24UndoRecord::GetRetrans() const
{
    return m_retrans;
}

TcpTick
TcpLinux24UndoRecord::GetStamp() const
{
    return m_stamp;
}

} // namespace ns3

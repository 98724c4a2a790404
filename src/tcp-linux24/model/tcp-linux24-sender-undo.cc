// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: taking a reduction back (net/ipv4/tcp_input.c, tcp_may_undo and the
// functions that follow it).

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

bool
TcpLinux24Sender::MayUndo() const
{
    if (!m_undoMarker)
    {
        return false;
    }
    // Eifel: the ACK echoes a time before the first retransmission.
    const bool delayed = m_retransStamp == 0 || (m_timestamps && m_echo.value_or(0) != 0 &&
                                                 GetTicksBetween(*m_echo, m_retransStamp) < 0);
    return m_undoRetrans == 0 || delayed;
}

void
TcpLinux24Sender::UndoCwr(bool full, TcpLinux24Undo rule, TcpTick now)
{
    if (m_priorSsthresh != 0)
    {
        m_cwnd = std::max(m_cwnd, 2 * m_ssthresh);
        if (full && m_priorSsthresh > m_ssthresh)
        {
            m_ssthresh = m_priorSsthresh;
        }
    }
    else
    {
        m_cwnd = std::max(m_cwnd, m_ssthresh);
    }
    ModerateCwnd(now);
    m_host.Undone(rule);
}

bool
TcpLinux24Sender::TryUndoRecovery(TcpTick now)
{
    const bool undo = MayUndo();
    if (undo)
    {
        UndoCwr(true, TcpLinux24Undo::FULL, now);
        m_undoMarker.reset();
    }
    if (m_sndUna == m_highSeq && !m_sack)
    {
        // NewReno: duplicates of what was sent again must not start a fast retransmission.
        ModerateCwnd(now);
        return true;
    }
    SetState(TcpLinux24State::OPEN,
             undo ? TcpLinux24Reason::UNDO : TcpLinux24Reason::HIGH_SEQ_REACHED);
    return false;
}

void
TcpLinux24Sender::TryUndoDsack(TcpTick now)
{
    if (m_undoMarker && m_undoRetrans == 0)
    {
        UndoCwr(true, TcpLinux24Undo::DSACK, now);
        m_undoMarker.reset();
    }
}

bool
TcpLinux24Sender::TryUndoPartial(uint32_t acked, TcpTick now)
{
    const bool failed = !m_sack || m_facketsOut > m_reordering;
    if (!MayUndo())
    {
        return failed;
    }
    if (m_retransOut == 0)
    {
        m_retransStamp = 0;
    }
    UpdateReordering((m_sack ? m_facketsOut : m_sackedOut + 1) + acked);
    UndoCwr(false, TcpLinux24Undo::PARTIAL, now);
    return false;
}

bool
TcpLinux24Sender::TryUndoLoss(TcpTick now)
{
    if (!MayUndo())
    {
        return false;
    }
    for (size_t i = 0; i < m_packetsOut; ++i)
    {
        m_queue[i].lost = false;
    }
    m_lostOut = 0;
    UndoCwr(true, TcpLinux24Undo::LOSS, now);
    m_retransmits = 0;
    m_undoMarker.reset();
    if (m_sack)
    {
        SetState(TcpLinux24State::OPEN, TcpLinux24Reason::UNDO);
    }
    return true;
}

} // namespace ns3

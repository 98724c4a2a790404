// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-writer.h"

#include <algorithm>

namespace ns3
{

TcpLinux24Writer::TcpLinux24Writer(TcpLinuxWriteQueue& queue,
                                   const TcpLinux24PeerWindow& window,
                                   bool noDelay,
                                   bool pushesFull)
    : m_queue(queue),
      m_window(window),
      m_noDelay(noDelay),
      m_pushesFull(pushesFull)
{
}

void
TcpLinux24Writer::SetNoDelay(bool noDelay)
{
    m_noDelay = noDelay;
}

void
TcpLinux24Writer::SetCork(bool cork)
{
    m_cork = cork;
}

void
TcpLinux24Writer::SetMore(bool more)
{
    m_more = more;
}

bool
TcpLinux24Writer::IsNoDelay() const
{
    return m_noDelay;
}

// The loop of tcp_sendmsg: a write fills the last segment as long as that was not sent, then begins
// new ones.
void
TcpLinux24Writer::Append(uint32_t bytes, uint32_t mss)
{
    if (GetTailRoom(mss) > 0)
    {
        m_queue.GetTail().push = false; // what an earlier write ended with goes on (tcp_sendmsg)
    }
    while (bytes > 0)
    {
        if (!m_queue.HasUnsent() || m_queue.GetTail().GetDataLength() >= mss)
        {
            m_queue.BeginSegment();
        }
        TcpLinux24Segment& last = m_queue.GetTail();
        const uint32_t taken = std::min(bytes, mss - last.GetDataLength());
        m_queue.ExtendTail(taken);
        bytes -= taken;
        const TcpOffset writeEnd = m_queue.GetWriteEnd();
        // 2.4 sends a full segment before it looks whether the write has ended (tcp_push_one).
        const bool isEnd = bytes == 0 && !m_more && (m_pushesFull || last.GetDataLength() < mss);
        if (isEnd || m_window.IsPushDue(writeEnd - m_pushedEnd))
        {
            last.push = true;
            m_pushedEnd = writeEnd;
        }
    }
}

// tcp_push.
void
TcpLinux24Writer::EndWrite()
{
    if (m_queue.HasUnsent() && !m_more)
    {
        m_queue.GetTail().push = true;
        m_pushedEnd = m_queue.GetWriteEnd();
    }
}

// What a further write adds to the last segment takes no memory of its own.
uint32_t
TcpLinux24Writer::GetTailRoom(uint32_t mss) const
{
    return m_queue.HasUnsent() ? mss - std::min(mss, m_queue.GetTail().GetDataLength()) : 0;
}

// A segment that is not full may have to wait for more (tcp_nagle_check).
bool
TcpLinux24Writer::IsHeld(const TcpLinux24Segment& segment, uint32_t mss) const
{
    // Minshall's form: only an earlier small segment holds a small one back.
    const bool smallOutstanding = m_smallEnd > m_queue.GetUna() && m_smallEnd <= m_queue.GetNext();
    const bool waits = !m_noDelay && m_queue.GetSent() > 0 && smallOutstanding;
    return segment.GetDataLength() < mss && !segment.fin && (m_cork || m_more || waits);
}

// tcp_minshall_update.
void
TcpLinux24Writer::NoteSmallSent(TcpOffset end)
{
    m_smallEnd = end;
}

void
TcpLinux24Writer::NotePushed(TcpOffset end)
{
    m_pushedEnd = std::max(m_pushedEnd, end);
}

} // namespace ns3

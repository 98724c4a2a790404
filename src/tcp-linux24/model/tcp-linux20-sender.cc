// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.0.32 sender: writing, partial segments, sending new data (net/ipv4/tcp.c:
// do_tcp_sendmsg; net/ipv4/tcp_output.c: tcp_send_skb, tcp_write_xmit, tcp_send_partial).

#include "tcp-linux20-sender.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// How long a partial segment waits at most, ticks (30 s).
constexpr uint32_t PARTIAL_TICKS = 3000;

} // namespace

TcpLinux20Sender::TcpLinux20Sender(const TcpLinux20Options& options, TcpLinuxSenderHost& host)
    : TcpLinuxSender(host, options.initialCwnd, options.initialSsthresh),
      m_options(options),
      m_rtt(options.minRto, options.initialRto)
{
}

void
TcpLinux20Sender::Connect(TcpTick now)
{
    m_lastArrival = now;
    m_queue.push_front({.start = -1, .end = 0, .syn = true});
    SendFirst(now);
}

void
TcpLinux20Sender::Accepted(const TcpLinux24Ack& ack, TcpTick now)
{
    m_lastArrival = now;
    m_sndUna = m_sndNxt = 0;
    m_identicalAcks = 1;
    m_maxWindow = ack.window;
    m_windowEnd = ack.window;
    Push(now);
    if (m_packetsOut == 0)
    {
        SendPartial(now);
    }
}

void
TcpLinux20Sender::Negotiated(bool /* sack */, bool /* timestamps */, uint32_t mss)
{
    m_options.mss = mss;
}

void
TcpLinux20Sender::SetMss(uint32_t mss)
{
    m_options.mss = mss;
}

void
TcpLinux20Sender::SimpleRetransmit(TcpTick /* now */)
{
}

void
TcpLinux20Sender::Orphan()
{
}

void
TcpLinux20Sender::GrowSendBuffer(uint32_t /* most */, TcpTick /* now */)
{
}

uint32_t
TcpLinux20Sender::GetSendBuffer() const
{
    return std::numeric_limits<uint32_t>::max();
}

void
TcpLinux20Sender::SetNoDelay(bool noDelay)
{
    m_options.noDelay = noDelay;
}

void
TcpLinux20Sender::Close(TcpTick now)
{
    if (m_closed || m_dead)
    {
        return;
    }
    m_closed = true;
    SendPartial(now);
    const bool alone = m_sent == m_queue.size() && m_sndUna >= 0;
    m_queue.push_back({.start = m_writeEnd, .end = m_writeEnd + 1, .fin = true});
    if (alone)
    {
        SendFirst(now); // neither window nor cwnd holds back a FIN that finds no data waiting
    }
}

void
TcpLinux20Sender::Write(uint32_t bytes, TcpTick now)
{
    const uint32_t mss = GetCurrentMss();
    while (bytes > 0 && !m_dead)
    {
        const bool joins = m_partial;
        if (!joins)
        {
            m_queue.push_back({.start = m_writeEnd, .end = m_writeEnd});
        }
        TcpLinux24Segment& last = m_queue.back();
        const uint32_t taken = std::min(bytes, mss - std::min(mss, last.GetDataLength()));
        last.end += taken;
        m_writeEnd += taken;
        bytes -= taken;
        last.push = bytes == 0;
        if (last.GetDataLength() >= mss || (joins && m_packetsOut == 0))
        {
            Queue(now);
        }
        else
        {
            HoldPartial(now);
        }
    }
    if (m_packetsOut == 0 || (m_options.noDelay && m_writeEnd < m_windowEnd))
    {
        SendPartial(now);
    }
}

void
TcpLinux20Sender::HoldPartial(TcpTick now)
{
    m_partial = true;
    m_partialTimer = now + PARTIAL_TICKS;
}

void
TcpLinux20Sender::SendPartial(TcpTick now)
{
    if (m_partial)
    {
        Queue(now);
    }
}

void
TcpLinux20Sender::Queue(TcpTick now)
{
    m_partial = false;
    m_partialTimer.reset();
    RestartAfterIdle(now);
    Push(now);
}

void
TcpLinux20Sender::RestartAfterIdle(TcpTick now)
{
    const auto rto = static_cast<int32_t>(m_rtt.GetRto());
    if (m_sent == 0 && GetTicksBetween(now, m_lastArrival) > rto)
    {
        m_cwnd = 1;
        m_cwndCount = 0;
    }
}

void
TcpLinux20Sender::Push(TcpTick now)
{
    if (m_dead || m_sndUna < 0)
    {
        return;
    }
    while (m_sent < GetClosed() && m_queue[m_sent].end <= m_windowEnd && m_retransmits == 0 &&
           m_packetsOut < m_cwnd)
    {
        SendFirst(now);
    }
    if (m_sent > 0 || GetClosed() == 0)
    {
        m_probeTimer.reset();
        m_probes = m_probeBackoff = 0;
    }
    else if (!m_probeTimer)
    {
        m_probeTimer = now + m_rtt.GetRto();
    }
}

void
TcpLinux20Sender::SendFirst(TcpTick now)
{
    TcpLinux24Segment& segment = m_queue[m_sent++];
    segment.when = now;
    m_sndNxt = segment.end;
    ++m_packetsOut;
    m_host.Transmit(segment, {});
}

size_t
TcpLinux20Sender::GetClosed() const
{
    return m_queue.size() - (m_partial ? 1 : 0);
}

uint32_t
TcpLinux20Sender::GetCurrentMss() const
{
    return m_maxWindow < 2 ? m_options.mss : std::min(m_options.mss, m_maxWindow / 2);
}

uint32_t
TcpLinux20Sender::GetCwndCount() const
{
    return m_cwndCount;
}

uint32_t
TcpLinux20Sender::GetPacketsOut() const
{
    return m_packetsOut;
}

uint32_t
TcpLinux20Sender::GetIdenticalAcks() const
{
    return m_identicalAcks;
}

uint32_t
TcpLinux20Sender::GetRetransmits() const
{
    return m_retransmits;
}

TcpOffset
TcpLinux20Sender::GetHighSeq() const
{
    return m_highSeq;
}

TcpOffset
TcpLinux20Sender::GetWindowEnd() const
{
    return m_windowEnd;
}

uint32_t
TcpLinux20Sender::GetPartialLength() const
{
    return m_partial ? m_queue.back().GetDataLength() : 0;
}

uint32_t
TcpLinux20Sender::GetInFlight() const
{
    return m_packetsOut;
}

uint32_t
TcpLinux20Sender::GetFacketsOut() const
{
    return 0;
}

TcpTick
TcpLinux20Sender::GetRetransStamp() const
{
    return 0;
}

uint32_t
TcpLinux20Sender::GetSndWnd() const
{
    return static_cast<uint32_t>(std::max<TcpOffset>(m_windowEnd - m_sndUna, 0));
}

uint32_t
TcpLinux20Sender::GetQueueMemory() const
{
    if (m_queue.empty())
    {
        return 0;
    }
    const TcpOffset bytes = m_queue.back().end - m_queue.front().start;
    return static_cast<uint32_t>(bytes + m_queue.size() * m_options.segmentOverhead);
}

uint32_t
TcpLinux20Sender::GetTailRoom() const
{
    const uint32_t mss = GetCurrentMss();
    return m_partial ? mss - std::min(mss, m_queue.back().GetDataLength()) : 0;
}

const TcpLinux20RttEstimator&
TcpLinux20Sender::GetRtt() const
{
    return m_rtt;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: writing, sending new data, window validation, probes (net/ipv4/tcp.c,
// net/ipv4/tcp_output.c).

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Least segment that a small offered window leads to, TCP header included (tcp_sync_mss).
constexpr uint32_t LEAST_SEGMENT = 68;
/// Bytes of a TCP header without options.
constexpr uint32_t HEADER_BYTES = 20;
/// Timestamp option with its padding, bytes.
constexpr uint32_t TIMESTAMP_BYTES = 12;
/// TCP_RESOURCE_PROBE_INTERVAL is HZ/2.
constexpr uint32_t RESOURCE_PROBES_PER_SECOND = 2;
/// TCP_RTO_MAX, seconds.
constexpr uint32_t MAX_INTERVAL_SECONDS = 120;
/// ssthresh from here on counts as unknown (tcp_init_cwnd).
constexpr uint32_t UNKNOWN_SSTHRESH = 65535;
/// Least window that validation leaves, segments.
constexpr uint32_t LEAST_USED = 2;

} // namespace

void
TcpLinux24Sender::Write(uint32_t bytes, TcpTick now)
{
    Append(bytes);
    m_echo.reset();
    Push(now);
    ValidateCwnd(now);
}

void
TcpLinux24Sender::WriteMore(uint32_t bytes, TcpTick now)
{
    m_more = true;
    Write(bytes, now);
    m_more = false;
}

void
TcpLinux24Sender::SetCork(bool cork, TcpTick now)
{
    m_cork = cork;
    if (!cork)
    {
        PushPending(now);
    }
}

void
TcpLinux24Sender::PushPending(TcpTick now)
{
    Push(now);
}

void
TcpLinux24Sender::Append(uint32_t bytes)
{
    if (GetTailRoom() > 0)
    {
        m_queue.back().push = false; // what an earlier write ended with goes on (tcp_sendmsg)
    }
    while (bytes > 0)
    {
        const uint32_t mss = GetCurrentMss();
        const bool unsent = m_queue.size() > m_packetsOut;
        if (!unsent || m_queue.back().GetDataLength() >= mss)
        {
            m_queue.push_back({.start = m_writeEnd, .end = m_writeEnd});
            m_queueMemory += m_options.segmentOverhead;
        }
        TcpLinux24Segment& last = m_queue.back();
        const uint32_t taken = std::min(bytes, mss - last.GetDataLength());
        last.end += taken;
        m_writeEnd += taken;
        m_queueMemory += taken;
        bytes -= taken;
        // forced_push: no more than half the largest window without a PSH.
        if ((bytes == 0 && !m_more) || m_writeEnd > m_pushedEnd + m_maxWindow / 2)
        {
            last.push = true;
            m_pushedEnd = m_writeEnd;
        }
    }
}

void
TcpLinux24Sender::GrowSendBuffer(uint32_t most, TcpTick now)
{
    if (m_packetsOut >= m_cwnd)
    {
        return;
    }
    const uint64_t segments = 2 * uint64_t{std::max(m_cwnd, m_reordering + 1)};
    const uint64_t memory = segments * (m_mss + m_options.segmentOverhead);
    m_options.sendBuffer =
        std::max(m_options.sendBuffer, static_cast<uint32_t>(std::min<uint64_t>(memory, most)));
    m_cwndStamp = now;
}

void
TcpLinux24Sender::Close(TcpTick now)
{
    if (m_closed)
    {
        return;
    }
    m_closed = true;
    if (m_queue.size() == m_packetsOut)
    {
        m_queue.push_back({.start = m_writeEnd, .end = m_writeEnd});
        m_queueMemory += m_options.segmentOverhead;
    }
    m_queue.back().fin = true;
    ++m_queue.back().end;
    Push(now);
}

uint32_t
TcpLinux24Sender::GetTailRoom() const
{
    if (m_queue.size() == m_packetsOut)
    {
        return 0;
    }
    return GetCurrentMss() - std::min(GetCurrentMss(), m_queue.back().GetDataLength());
}

uint32_t
TcpLinux24Sender::GetCurrentMss() const
{
    const uint32_t least = LEAST_SEGMENT - HEADER_BYTES - (m_timestamps ? TIMESTAMP_BYTES : 0);
    const uint32_t mss =
        m_maxWindow == 0 ? m_mss : std::min(m_mss, std::max(m_maxWindow / 2, least));
    return mss - m_host.GetSackBytes();
}

void
TcpLinux24Sender::Push(TcpTick now)
{
    if (m_dead || m_sndUna < 0)
    {
        return;
    }
    bool sent = false;
    // SACK blocks shrink segments; a D-SACK block goes with the first one, but counts for all.
    const uint32_t mss = GetCurrentMss();
    while (m_packetsOut < m_queue.size())
    {
        const bool last = m_packetsOut + 1 == m_queue.size();
        if (!MaySend(m_queue[m_packetsOut], !last))
        {
            break;
        }
        if (m_queue[m_packetsOut].GetDataLength() > mss)
        {
            Split(m_packetsOut, mss);
        }
        if (!SendHead(now))
        {
            break;
        }
        if (m_queue[m_packetsOut - 1].GetDataLength() < mss)
        {
            m_smallEnd = m_sndNxt; // tcp_minshall_update
        }
        sent = true;
    }
    if (sent)
    {
        ValidateCwnd(now);
    }
    StartProbeTimer(now);
}

bool
TcpLinux24Sender::SendHead(TcpTick now)
{
    if (m_packetsOut == 0 && m_lastDataSent &&
        GetTicksBetween(now, *m_lastDataSent) > static_cast<int32_t>(m_rtt.GetRto()))
    {
        RestartAfterIdle(now);
    }
    m_lastDataSent = now;
    TcpLinux24Segment& segment = m_queue[m_packetsOut];
    segment.when = now;
    if (m_host.Transmit(segment, {}) == TcpLinux24Transmit::LOCAL_DROP)
    {
        EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
        return false;
    }
    m_sndNxt = segment.end;
    if (m_packetsOut++ == 0)
    {
        StartTimer(now, m_rtt.GetRto());
    }
    return true;
}

bool
TcpLinux24Sender::MaySend(const TcpLinux24Segment& segment, bool ignoreNagle) const
{
    const bool window = segment.end <= m_sndUna + m_sndWnd;
    const bool cwnd = GetInFlight() < m_cwnd || segment.fin;
    return window && cwnd && (ignoreNagle || !IsHeldByNagle(segment));
}

bool
TcpLinux24Sender::MaySendNow() const
{
    if (m_packetsOut == m_queue.size())
    {
        return false;
    }
    const bool last = m_packetsOut + 1 == m_queue.size();
    const TcpLinux24Segment& head = m_queue[m_packetsOut];
    return MaySend(head, true) && (last || m_options.noDelay || !IsHeldByNagle(head));
}

bool
TcpLinux24Sender::IsHeldByNagle(const TcpLinux24Segment& segment) const
{
    // Minshall's form: only an earlier small segment holds a small one back.
    const bool smallOutstanding = m_smallEnd > m_sndUna && m_smallEnd <= m_sndNxt;
    const bool waits = !m_options.noDelay && m_packetsOut > 0 && smallOutstanding;
    return segment.GetDataLength() < GetCurrentMss() && !segment.fin && (m_cork || m_more || waits);
}

uint32_t
TcpLinux24Sender::GetRestartCwnd() const
{
    const uint32_t srtt = m_rtt.GetSrtt();
    uint32_t cwnd = m_mss > 1460 ? 2 : (m_mss > 1095 ? 3 : 4);
    const bool slow = srtt > 8 * m_options.ticksPerSecond / 50;
    if (srtt == 0 || (m_ssthresh >= UNKNOWN_SSTHRESH && slow))
    {
        cwnd = 2;
    }
    return std::min(cwnd, m_ssthresh);
}

void
TcpLinux24Sender::RestartAfterIdle(TcpTick now)
{
    const auto rto = static_cast<int32_t>(m_rtt.GetRto());
    const uint32_t restart = std::min(GetRestartCwnd(), m_cwnd);
    int32_t idle = GetTicksBetween(now, *m_lastDataSent);
    m_ssthresh = GetCurrentSsthresh();
    while ((idle -= rto) > 0 && m_cwnd > restart)
    {
        m_cwnd /= 2;
    }
    m_cwnd = std::max(m_cwnd, restart);
    m_cwndStamp = now;
    m_cwndUsed = 0;
}

void
TcpLinux24Sender::ValidateCwnd(TcpTick now)
{
    if (GetPacketsOut() >= m_cwnd)
    {
        m_cwndUsed = 0;
        m_cwndStamp = now;
        return;
    }
    m_cwndUsed = std::max(m_cwndUsed, GetPacketsOut());
    if (GetTicksBetween(now, m_cwndStamp) < static_cast<int32_t>(m_rtt.GetRto()))
    {
        return;
    }
    if (m_state == TcpLinux24State::OPEN && !m_host.IsWriterSleeping())
    {
        const uint32_t used = std::max(m_cwndUsed, LEAST_USED);
        if (used < m_cwnd)
        {
            m_ssthresh = GetCurrentSsthresh();
            m_cwnd = (m_cwnd + used) / 2;
        }
        m_cwndUsed = 0;
    }
    m_cwndStamp = now;
}

void
TcpLinux24Sender::StartProbeTimer(TcpTick now)
{
    if (m_packetsOut == 0 && m_packetsOut < m_queue.size() && !m_timer)
    {
        m_timer = now + m_rtt.GetRto();
        m_timerPurpose = TimerPurpose::PROBE;
    }
}

void
TcpLinux24Sender::Probe(TcpTick now)
{
    if (m_packetsOut > 0 || m_queue.empty())
    {
        return;
    }
    if (m_probes > GetMostRetries(uint64_t{m_rtt.GetRto()} << m_backoff))
    {
        m_dead = true;
        m_host.GaveUp();
        return;
    }
    const TcpOffset room = m_sndUna + m_sndWnd - m_queue.front().start;
    const uint32_t mss = GetCurrentMss();
    bool dropped = false;
    if (room > 0)
    {
        m_pushedEnd = std::max(m_pushedEnd, m_queue.front().end);
        // Whatever the peer has room for, it is to read it; so with the rest (tcp_write_wakeup).
        m_queue.front().push = true;
        if (room < m_queue.front().GetLength() || m_queue.front().GetDataLength() > mss)
        {
            Split(0, static_cast<uint32_t>(std::min<TcpOffset>(room, mss)));
            m_queue.front().push = true;
        }
        dropped = !SendHead(now);
        if (!dropped)
        {
            m_probes = m_backoff = 0;
            return; // ordinary data now, with the retransmission timer
        }
    }
    else
    {
        const TcpLinux24Segment probe{.start = m_sndUna - 1, .end = m_sndUna - 1, .when = now};
        dropped = m_host.Transmit(probe, {}) == TcpLinux24Transmit::LOCAL_DROP;
        if (dropped)
        {
            EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
        }
    }
    m_backoff = dropped ? m_backoff : std::min(m_backoff + 1, MAX_BACKOFF);
    m_probes = dropped ? std::max(m_probes, 1U) : m_probes + 1;
    const uint32_t most = dropped ? m_options.ticksPerSecond / RESOURCE_PROBES_PER_SECOND
                                  : MAX_INTERVAL_SECONDS * m_options.ticksPerSecond;
    m_timer = GetProbeTime(now, most);
    m_timerPurpose = TimerPurpose::PROBE;
}

TcpTick
TcpLinux24Sender::GetProbeTime(TcpTick now, uint32_t most) const
{
    const uint64_t interval = static_cast<uint64_t>(m_rtt.GetRto()) << m_backoff;
    return now + static_cast<uint32_t>(std::min<uint64_t>(interval, most));
}

void
TcpLinux24Sender::OnProbeAnswered(TcpTick now)
{
    if (m_queue.empty())
    {
        return;
    }
    if (m_queue.front().end <= m_sndUna + m_sndWnd)
    {
        m_timer.reset();
        m_backoff = 0;
        return;
    }
    // The window stays closed: the next probe is due one interval after this answer
    // (tcp_ack_probe).
    m_timer = GetProbeTime(now, MAX_INTERVAL_SECONDS * m_options.ticksPerSecond);
    m_timerPurpose = TimerPurpose::PROBE;
}

void
TcpLinux24Sender::Split(size_t index, uint32_t bytes)
{
    TcpLinux24Segment rest = m_queue[index];
    rest.start += bytes;
    rest.syn = rest.sacked = rest.retransmitted = false;
    TcpLinux24Segment& first = m_queue[index];
    first.end = first.start + bytes;
    first.fin = first.push = false;
    m_queueMemory += m_options.segmentOverhead;
    if (index < m_packetsOut)
    {
        ++m_packetsOut;
        m_lostOut += rest.lost;
    }
    m_queue.insert(m_queue.begin() + static_cast<std::ptrdiff_t>(index) + 1, rest);
}

bool
TcpLinux24Sender::TryCollapse(size_t index)
{
    if (!m_options.retransCollapse || index + 1 >= m_packetsOut)
    {
        return false;
    }
    TcpLinux24Segment& first = m_queue[index];
    const TcpLinux24Segment& next = m_queue[index + 1];
    const uint32_t mss = GetCurrentMss();
    const bool fits =
        first.GetDataLength() + next.GetDataLength() <= mss && next.end <= m_sndUna + m_sndWnd;
    if (first.GetDataLength() >= mss / 2 || first.syn || first.fin || next.sacked || !fits)
    {
        return false;
    }
    first.end = next.end;
    first.fin = next.fin;
    first.push |= next.push;
    first.everRetransmitted |= next.everRetransmitted;
    m_retransOut -= next.retransmitted;
    m_lostOut -= next.lost;
    if (!m_sack && m_sackedOut > 0)
    {
        --m_sackedOut;
    }
    m_facketsOut -= m_facketsOut > 0;
    m_queueMemory -= m_options.segmentOverhead;
    m_queue.erase(m_queue.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    --m_packetsOut;
    return true;
}

} // namespace ns3

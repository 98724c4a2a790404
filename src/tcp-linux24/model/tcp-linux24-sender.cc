// SPDX-License-Identifier: GPL-2.0-only

// The Linux 2.4 sender: connection, timer, what can be asked.

#include "tcp-linux24-sender.h"

#include <algorithm>

namespace ns3
{

TcpLinux24Sender::TcpLinux24Sender(const TcpLinux24Options& options, TcpLinuxSenderHost& host)
    : TcpLinuxSender(host, options.initialCwnd, options.initialSsthresh),
      m_options(options),
      m_rtt(options),
      m_bic(options.ticksPerSecond),
      m_mss(options.mss),
      m_reordering(options.reordering)
{
}

void
TcpLinux24Sender::Connect(TcpTick now)
{
    m_queue.push_back({.start = -1, .end = 0, .when = now, .syn = true});
    m_queueMemory += m_options.segmentOverhead;
    m_packetsOut = 1;
    m_sndNxt = 0;
    // The SYN-ACK's echo is checked against this time; up to 2.4.18 it stays (tcp_connect).
    m_retransStamp = now;
    m_cwndStamp = now;
    if (m_host.Transmit(m_queue.front(), {}) == TcpLinux24Transmit::LOCAL_DROP)
    {
        EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
    }
    StartTimer(now, m_rtt.GetRto());
}

void
TcpLinux24Sender::Accepted(const TcpLinux24Ack& ack, TcpTick now)
{
    m_sndUna = m_sndNxt = 0;
    m_cwndStamp = now;
    m_lastAck = now;
    m_windowSequence = ack.sequence;
    m_sndWnd = m_maxWindow = ack.window;
    if (m_timestamps && ack.echo.value_or(0) != 0)
    {
        TakeSample(GetTicksBetween(now, *ack.echo), now);
    }
}

void
TcpLinux24Sender::Negotiated(bool sack, bool timestamps, uint32_t mss)
{
    m_sack = sack && m_options.sack;
    m_fack = m_sack && m_options.fack;
    m_timestamps = timestamps && m_options.timestamps;
    m_mss = mss;
}

void
TcpLinux24Sender::SetNoDelay(bool noDelay)
{
    m_options.noDelay = noDelay;
}

void
TcpLinux24Sender::SetMss(uint32_t mss)
{
    m_mss = mss;
}

void
TcpLinux24Sender::Orphan()
{
    m_orphan = true;
}

void
TcpLinux24Sender::StartTimer(TcpTick now, uint32_t ticks)
{
    m_timer = now + ticks;
    m_timerPurpose = TimerPurpose::RETRANSMIT;
}

void
TcpLinux24Sender::OnTimer(TcpTick now)
{
    m_timer.reset();
    m_echo.reset();
    if (m_dead)
    {
        return;
    }
    if (m_timerPurpose == TimerPurpose::PROBE)
    {
        Probe(now);
    }
    else if (m_packetsOut > 0)
    {
        OnRetransmissionTimeout(now);
    }
}

void
TcpLinux24Sender::OnLocalDrop(TcpTick now)
{
    EnterCwr(TcpLinux24Reason::LOCAL_DROP, now);
}

void
TcpLinux24Sender::SetState(TcpLinux24State state, TcpLinux24Reason reason)
{
    if (state != m_state)
    {
        const TcpLinux24State old = m_state;
        m_state = state;
        m_host.StateChanged(old, state, reason);
    }
}

std::optional<TcpTick>
TcpLinux24Sender::GetTimer() const
{
    return m_timer;
}

TcpLinux24State
TcpLinux24Sender::GetState() const
{
    return m_state;
}

uint32_t
TcpLinux24Sender::GetCwndCount() const
{
    return m_cwndCount;
}

uint32_t
TcpLinux24Sender::GetPriorSsthresh() const
{
    return m_priorSsthresh;
}

uint32_t
TcpLinux24Sender::GetPacketsOut() const
{
    return static_cast<uint32_t>(m_packetsOut);
}

uint32_t
TcpLinux24Sender::GetSackedOut() const
{
    return m_sackedOut;
}

uint32_t
TcpLinux24Sender::GetLostOut() const
{
    return m_lostOut;
}

uint32_t
TcpLinux24Sender::GetRetransOut() const
{
    return m_retransOut;
}

uint32_t
TcpLinux24Sender::GetFacketsOut() const
{
    return m_facketsOut;
}

uint32_t
TcpLinux24Sender::GetInFlight() const
{
    return GetPacketsOut() - m_sackedOut - m_lostOut + m_retransOut;
}

uint32_t
TcpLinux24Sender::GetReordering() const
{
    return m_reordering;
}

bool
TcpLinux24Sender::IsFack() const
{
    return m_fack;
}

TcpOffset
TcpLinux24Sender::GetHighSeq() const
{
    return m_highSeq;
}

uint32_t
TcpLinux24Sender::GetSndWnd() const
{
    return m_sndWnd;
}

TcpTick
TcpLinux24Sender::GetRetransStamp() const
{
    return m_retransStamp;
}

std::optional<TcpOffset>
TcpLinux24Sender::GetUndoMarker() const
{
    return m_undoMarker;
}

int32_t
TcpLinux24Sender::GetUndoRetrans() const
{
    return m_undoRetrans;
}

uint32_t
TcpLinux24Sender::GetFrtoPhase() const
{
    return m_frtoPhase;
}

uint32_t
TcpLinux24Sender::GetQueueMemory() const
{
    return m_queueMemory;
}

uint32_t
TcpLinux24Sender::GetSendBuffer() const
{
    return m_options.sendBuffer;
}

const TcpLinux24RttEstimator&
TcpLinux24Sender::GetRtt() const
{
    return m_rtt;
}

} // namespace ns3

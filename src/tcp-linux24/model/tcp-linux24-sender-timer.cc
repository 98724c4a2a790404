// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sender-timer.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// TCP_RESOURCE_PROBE_INTERVAL is HZ/2.
constexpr uint32_t RESOURCE_PROBES_PER_SECOND = 2;
/// TCP_RTO_MAX, seconds: so long may a peer with a closed window be silent.
constexpr uint32_t MAX_INTERVAL_SECONDS = 120;
/// What tcp_orphan_retries puts in the place of 0.
constexpr uint32_t DEFAULT_ORPHAN_RETRIES = 8;
/// Doublings beyond which the probe interval is at its maximum anyway.
constexpr uint32_t MAX_BACKOFF = 16;

} // namespace

TcpLinux24SenderTimer::TcpLinux24SenderTimer(const TcpLinux24Options& options,
                                             const TcpLinux24RttEstimator& rtt)
    : m_rtt(rtt),
      m_ticksPerSecond(options.ticksPerSecond),
      m_retries(options.retries),
      m_orphanRetries(options.orphanRetries)
{
}

void
TcpLinux24SenderTimer::Stop()
{
    m_deadline.reset();
}

// The deadline moves with each call, whatever it was for (tcp_reset_xmit_timer).
void
TcpLinux24SenderTimer::StartRetransmission(TcpTick now)
{
    m_deadline = now + m_rtt.GetRto();
    m_isProbe = false;
}

// The branch of tcp_retransmit_timer in which tcp_retransmit_skb has failed.
void
TcpLinux24SenderTimer::RetrySoon(TcpTick now)
{
    m_deadline = now + std::min(m_rtt.GetRto(), m_ticksPerSecond / RESOURCE_PROBES_PER_SECOND);
    m_isProbe = false;
}

uint32_t
TcpLinux24SenderTimer::GetMostRetries() const
{
    return GetMostRetries(m_rtt.GetRto());
}

uint32_t
TcpLinux24SenderTimer::GetMostRetries(uint64_t interval) const
{
    if (!m_orphan)
    {
        return m_retries;
    }
    // tcp_orphan_retries: nobody waits for the data any more. Unless the user says how many retries
    // that is worth, it is none at the longest interval.
    const bool isAlive = interval < uint64_t{MAX_INTERVAL_SECONDS} * m_ticksPerSecond;
    return m_orphanRetries == 0 && isAlive ? DEFAULT_ORPHAN_RETRIES : m_orphanRetries;
}

// tcp_retransmit_timer, "Treason uncloaked": a peer that shrinks its window to nothing must still
// answer.
bool
TcpLinux24SenderTimer::IsSilentTooLong(TcpTick now, TcpTick lastAck) const
{
    const auto patience = static_cast<int32_t>(MAX_INTERVAL_SECONDS * m_ticksPerSecond);
    return GetTicksBetween(now, lastAck) > patience;
}

// tcp_retransmit_timer: the estimator's RTO doubles by itself; this counts for the probes that may
// follow.
void
TcpLinux24SenderTimer::CountTimeout()
{
    m_backoff = std::min(m_backoff + 1, MAX_BACKOFF);
}

void
TcpLinux24SenderTimer::ResetBackoff()
{
    m_backoff = 0;
}

void
TcpLinux24SenderTimer::Orphan()
{
    m_orphan = true;
}

bool
TcpLinux24SenderTimer::IsOrphan() const
{
    return m_orphan;
}

// tcp_check_probe_timer: a timer that runs already may be that of a retransmission.
void
TcpLinux24SenderTimer::StartProbing(TcpTick now)
{
    if (!m_deadline)
    {
        m_deadline = now + m_rtt.GetRto();
        m_isProbe = true;
    }
}

// Each probe without an answer counts (tcp_probe_timer).
bool
TcpLinux24SenderTimer::IsProbedEnough() const
{
    return m_probes > GetMostRetries(uint64_t{m_rtt.GetRto()} << m_backoff);
}

// The probe has left, and the next one waits twice as long (tcp_send_probe0).
void
TcpLinux24SenderTimer::ProbeSent(TcpTick now)
{
    m_backoff = std::min(m_backoff + 1, MAX_BACKOFF);
    ++m_probes;
    SetProbe(now, MAX_INTERVAL_SECONDS * m_ticksPerSecond);
}

// tcp_send_probe0, when the queue below has no room.
void
TcpLinux24SenderTimer::ProbeRefused(TcpTick now)
{
    // What did not leave is no fault of the peer: it counts once at most, and doubles nothing.
    m_probes = std::max(m_probes, 1U);
    SetProbe(now, m_ticksPerSecond / RESOURCE_PROBES_PER_SECOND);
}

void
TcpLinux24SenderTimer::CountAnswer()
{
    m_probes = 0;
}

// tcp_ack_probe, when the window is still too small: the next probe waits from now on.
void
TcpLinux24SenderTimer::ContinueProbing(TcpTick now)
{
    SetProbe(now, MAX_INTERVAL_SECONDS * m_ticksPerSecond);
}

// tcp_ack_probe, when the window has opened wide enough for the segment that waits.
void
TcpLinux24SenderTimer::EndProbing()
{
    m_deadline.reset();
    m_backoff = 0;
}

void
TcpLinux24SenderTimer::ForgetProbes()
{
    m_probes = m_backoff = 0;
}

// The interval doubles with each probe up to a limit (tcp_send_probe0).
void
TcpLinux24SenderTimer::SetProbe(TcpTick now, uint32_t most)
{
    const uint64_t interval = uint64_t{m_rtt.GetRto()} << m_backoff;
    m_deadline = now + static_cast<uint32_t>(std::min<uint64_t>(interval, most));
    m_isProbe = true;
}

} // namespace ns3

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "one-way-tcp-sender.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// Duplicate ACKs that tell of a loss (numdupacks_).
constexpr int64_t DUPLICATES = 3;
/// Window after the SYN, packets (windowInit_).
constexpr double FIRST_WINDOW = 2;
/// The timeout is not doubled any more from this factor on.
constexpr int64_t MOST_BACKOFF = 64;
/// From this factor on the round-trip time is forgotten.
constexpr int64_t FORGETTING_BACKOFF = 8;
/// Packets of a NewReno sender in fast recovery for each ACK.
constexpr int64_t NEWRENO_BURST = 2;
/// Longest time of the options, s. Timeouts are a few dozen times longer, which ns-3 can still
/// tell.
constexpr double MOST_SECONDS = 1e6;
constexpr int64_t UNLIMITED = std::numeric_limits<int64_t>::max();

} // namespace

OneWayTcpSender::OneWayTcpSender(const Options& options, std::function<void(int64_t)> send)
    : m_options(options),
      m_send(std::move(send)),
      m_threshold(options.window)
{
    const auto require = [](bool isMet, const char* name, double value, const char* accepted) {
        if (!isMet)
        {
            std::ostringstream mistake;
            mistake << name << "=" << value << ": expected " << accepted;
            throw std::invalid_argument(mistake.str());
        }
    };
    // NaN is neither.
    const auto isWithin = [](double value) { return value >= 0 && value <= MOST_SECONDS; };
    require(options.window > 0, "window", static_cast<double>(options.window), "at least 1 packet");
    require(isWithin(options.leastTimeout), "leastTimeout", options.leastTimeout, "0 to 1000000 s");
    require(isWithin(options.tick) && options.tick > 0,
            "tick",
            options.tick,
            "more than 0 and at most 1000000 s");
}

void
OneWayTcpSender::Start(int64_t packets, double now)
{
    m_end = packets + 1;
    SendMuch(now, UNLIMITED);
}

// recv() of the three agents.
void
OneWayTcpSender::AckReceived(int64_t number, double now)
{
    if (number > m_acked)
    {
        const bool isPartial = m_options.variant == Variant::NEWRENO &&
                               m_action == Action::DUPACK && m_inflation > 0 && number < m_recover;
        if (isPartial)
        {
            PartialAck(number, now);
        }
        else
        {
            NewAck(number, now);
        }
    }
    else if (number == m_acked)
    {
        DuplicateAck(now);
    }
    // Limited transmit has sent what the first two duplicates allow.
    if (m_duplicates == 0)
    {
        SendMuch(now, UNLIMITED);
    }
    else if (m_duplicates >= DUPLICATES)
    {
        SendMuch(now, m_options.variant == Variant::NEWRENO ? NEWRENO_BURST : UNLIMITED);
    }
}

void
OneWayTcpSender::NewAck(int64_t number, double now)
{
    if (m_options.variant == Variant::NEWRENO && m_inflation > 0)
    {
        m_action = Action::NONE; // fast recovery is over
    }
    m_inflation = 0;
    m_hasPartialAck = false;
    m_duplicates = 0;
    m_acked = number;
    m_next = std::max(m_next, number + 1);
    TakeSample(number, now);
    RestartTimer(now);
    // The window grows by ACKs and not by what they acknowledge, also beyond what is usable.
    OpenWindow();
    if (number == 0)
    {
        m_window = FIRST_WINDOW; // delay_growth_: the SYN does not count
    }
}

// partialnewack(): the next packet that is missing leaves at once. The timer starts again at the
// first such ACK alone (newreno_changes1_), so that a long recovery ends with a timeout.
void
OneWayTcpSender::PartialAck(int64_t number, double now)
{
    if (!m_hasPartialAck)
    {
        m_hasPartialAck = true;
        RestartTimer(now);
    }
    const int64_t deflation = number - m_acked;
    if (m_inflation > deflation)
    {
        m_inflation -= deflation - 1;
    }
    else
    {
        m_window = std::max(m_window - static_cast<double>(deflation - m_inflation), 1.0);
        m_inflation = 1; // still in fast recovery
    }
    m_acked = number;
    m_next = std::max(m_next, number + 1);
    if (m_sampleStart && number >= m_sampleNumber)
    {
        m_sampleStart.reset();
        m_backoff = 1;
    }
    Send(number + 1, now);
}

void
OneWayTcpSender::DuplicateAck(double now)
{
    ++m_duplicates;
    if (m_duplicates < DUPLICATES)
    {
        SendOne(now);
    }
    else if (m_duplicates == DUPLICATES)
    {
        if (MayRetransmitFast())
        {
            RecoverFromDuplicates(now);
        }
    }
    else if (m_options.variant != Variant::TAHOE && m_action == Action::DUPACK)
    {
        ++m_inflation;
    }
}

// bugFix_: duplicates of what was sent before the window was reduced do not reduce it again. Reno
// makes an exception if duplicates had reduced it.
bool
OneWayTcpSender::MayRetransmitFast() const
{
    return m_acked > m_recover ||
           (m_options.variant == Variant::RENO && m_action == Action::DUPACK);
}

// dupack_action()
void
OneWayTcpSender::RecoverFromDuplicates(double now)
{
    ++m_fastRetransmissions;
    m_recover = m_highest;
    m_action = Action::DUPACK;
    const double half = std::floor(std::floor(GetUsableWindow()) / 2);
    const bool isTahoe = m_options.variant == Variant::TAHOE;
    Reduce(isTahoe ? 1 : half);
    m_sampleStart.reset();
    m_timer = now + GetTimeout();
    if (isTahoe)
    {
        m_next = m_acked + 1; // SendMuch() sends it, and all behind it again
        return;
    }
    Send(m_acked + 1, now);
    m_inflation = DUPLICATES;
}

void
OneWayTcpSender::TimerExpired(double now)
{
    m_timer.reset();
    ++m_timeouts;
    m_inflation = 0;
    m_duplicates = 0;
    m_hasPartialAck = false;
    m_recover = m_highest;
    m_action = Action::TIMEOUT;
    Reduce(1);
    if (m_backoff < MOST_BACKOFF)
    {
        m_backoff *= 2;
    }
    // rtt_backoff() leaves the timeout itself (t_rtxcur_) as it was. What it adds to the
    // variability is lost: the next sample begins anew.
    if (m_backoff > FORGETTING_BACKOFF)
    {
        m_srtt = 0;
    }
    m_sampleStart.reset();
    m_timer = now + GetTimeout();
    m_next = m_acked + 1;
    SendMuch(now, UNLIMITED);
}

// slowdown(): the threshold is half of the window that was usable. @param window the new one
void
OneWayTcpSender::Reduce(double window)
{
    const double half = std::floor(std::floor(GetUsableWindow()) / 2);
    m_threshold = std::max<int64_t>(static_cast<int64_t>(half), 2);
    m_window = window;
}

void
OneWayTcpSender::OpenWindow()
{
    m_window += m_window < static_cast<double>(m_threshold) ? 1 : 1 / m_window;
}

double
OneWayTcpSender::GetUsableWindow() const
{
    return std::min(m_window + static_cast<double>(m_inflation),
                    static_cast<double>(m_options.window));
}

void
OneWayTcpSender::SendMuch(double now, int64_t most)
{
    const auto usable = static_cast<int64_t>(GetUsableWindow());
    for (int64_t sent = 0; sent < most && m_next <= m_acked + usable && m_next < m_end; ++sent)
    {
        Send(m_next++, now);
    }
}

// singledup_ (RFC 3042)
void
OneWayTcpSender::SendOne(double now)
{
    const auto next = static_cast<double>(m_next - m_acked);
    if (m_next < m_end && m_next <= m_acked + m_options.window &&
        next <= m_window + static_cast<double>(m_duplicates))
    {
        Send(m_next++, now);
    }
}

// output(): a packet is timed if it is new and no other one is.
void
OneWayTcpSender::Send(int64_t number, double now)
{
    if (number > m_highest)
    {
        m_highest = number;
        if (!m_sampleStart)
        {
            m_sampleStart = now;
            m_sampleNumber = number;
        }
    }
    m_send(number);
    if (!m_timer)
    {
        m_timer = now + GetTimeout();
    }
}

// newtimer()
void
OneWayTcpSender::RestartTimer(double now)
{
    if (m_next > m_acked + 1 || m_acked < m_highest)
    {
        m_timer = now + GetTimeout();
    }
    else
    {
        m_timer.reset();
    }
}

// rtt_update(): Jacobson's estimator in ticks of a clock that started at 0.
void
OneWayTcpSender::TakeSample(int64_t number, double now)
{
    if (!m_sampleStart || number < m_sampleNumber)
    {
        return;
    }
    const double start = *m_sampleStart;
    m_sampleStart.reset();
    m_backoff = 1;
    const double offset = std::fmod(start, m_options.tick);
    const auto ticks = static_cast<int64_t>((now - start + offset) / m_options.tick);
    const int64_t sample = std::max<int64_t>(ticks, 1);
    if (m_srtt == 0)
    {
        m_srtt = 8 * sample;
        m_rttvar = 2 * sample;
    }
    else
    {
        const int64_t delta = sample - m_srtt / 8;
        m_srtt = std::max<int64_t>(m_srtt + delta, 1);
        m_rttvar = std::max<int64_t>(m_rttvar + std::abs(delta) - m_rttvar / 4, 1);
    }
    m_timeout = static_cast<double>((8 * m_rttvar + m_srtt) / 8) * m_options.tick;
}

// rtt_timeout(): the least timeout is doubled, too (rfc2988_).
double
OneWayTcpSender::GetTimeout() const
{
    return std::max(m_timeout, m_options.leastTimeout) * static_cast<double>(m_backoff);
}

std::optional<double>
OneWayTcpSender::GetTimer() const
{
    return m_timer;
}

bool
OneWayTcpSender::IsDone() const
{
    return m_end > 0 && m_acked >= m_end - 1;
}

double
OneWayTcpSender::GetWindow() const
{
    return m_window;
}

int64_t
OneWayTcpSender::GetThreshold() const
{
    return m_threshold;
}

uint32_t
OneWayTcpSender::GetTimeouts() const
{
    return m_timeouts;
}

uint32_t
OneWayTcpSender::GetFastRetransmissions() const
{
    return m_fastRetransmissions;
}

} // namespace ns3

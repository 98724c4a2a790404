// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-flight-meter.h"

#include <algorithm>

namespace ns3
{

void
TcpLinux24FlightMeter::AckSent(TcpOffset ack, TcpTick now)
{
    if (!m_roundStart)
    {
        m_roundStart = now;
        m_roundAck = ack;
    }
}

// An echo of 0 says nothing, as in tcp_rcv_rtt_measure_ts; one of the future is not ours.
void
TcpLinux24FlightMeter::DataReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now)
{
    if (m_rounds > 0 && now - m_lastData > m_roundTicks + 1)
    {
        Restart();
    }
    m_lastData = now;
    if (!m_roundStart || echo.value_or(0) == 0 || GetTicksBetween(*echo, *m_roundStart) < 0 ||
        GetTicksBetween(*echo, now) > 0)
    {
        return;
    }
    std::rotate(m_flights.begin(), m_flights.begin() + 1, m_flights.end());
    m_flights.back() = end - m_roundAck;
    m_rounds = std::min(m_rounds + 1, ROUNDS);
    m_roundTicks = now - *m_roundStart;
    m_roundStart.reset();
}

void
TcpLinux24FlightMeter::Restart()
{
    m_rounds = 0;
    m_roundStart.reset();
}

std::optional<TcpOffset>
TcpLinux24FlightMeter::GetFlight() const
{
    return m_rounds == ROUNDS ? std::optional(m_flights.back()) : std::nullopt;
}

bool
TcpLinux24FlightMeter::IsGrowing() const
{
    return m_rounds == ROUNDS && 2 * m_flights.back() >= 3 * m_flights.front();
}

} // namespace ns3

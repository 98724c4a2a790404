// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_CLOCK_H
#define TCP_LINUX24_CLOCK_H

#include "tcp-linux24-segment.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The tick counter of a host (jiffies): whole ticks since its boot.
 */
class TcpLinux24Clock
{
  public:
    /// @param interval length of a tick, above 0
    void SetInterval(Time interval)
    {
        m_interval = interval;
    }

    /// @return length of a tick
    Time GetInterval() const
    {
        return m_interval;
    }

    /// @param offset time since boot when the simulation starts, 0 or more
    void SetOffset(Time offset)
    {
        m_offset = offset;
    }

    /// @return time since boot when the simulation starts
    Time GetOffset() const
    {
        return m_offset;
    }

    /// @return the present tick, modulo 2^32 as the wire has it
    TcpTick GetNow() const
    {
        return static_cast<TcpTick>(GetTicksSinceBoot());
    }

    /// @param tick a tick
    /// @return time until it starts; 0 if it has started
    Time GetDelayUntil(TcpTick tick) const
    {
        const int32_t ticks = GetTicksBetween(tick, GetNow());
        const Time start = m_interval * (GetTicksSinceBoot() + ticks) - m_offset;
        return Max(start - Simulator::Now(), Time());
    }

    /// @param delay a time to wait
    /// @return the tick a timer of Linux is set to for it
    TcpTick GetTickAfter(Time delay) const
    {
        return static_cast<TcpTick>(GetTicksSinceBoot() +
                                    delay.GetTimeStep() / m_interval.GetTimeStep());
    }

    /// @param ticks a span
    /// @return as simulated time
    Time GetSpan(int64_t ticks) const
    {
        return m_interval * ticks;
    }

  private:
    /// @return whole ticks since boot
    int64_t GetTicksSinceBoot() const
    {
        return (Simulator::Now() + m_offset).GetTimeStep() / m_interval.GetTimeStep();
    }

    Time m_interval{MilliSeconds(10)}; ///< see SetInterval
    Time m_offset{Seconds(1)};         ///< see SetOffset
};

} // namespace ns3

#endif // TCP_LINUX24_CLOCK_H

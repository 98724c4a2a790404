// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_CLOCK_H
#define TCP_LINUX24_CLOCK_H

#include "tcp-linux24-segment.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The tick counter of a host (jiffies): whole ticks since its boot.
 *
 * A timer of Linux fires at the start of a tick, and a span is a number of ticks, so that a delay
 * of n ticks lasts between n - 1 and n of them. TcpLinux24SocketFactory draws the offset once for
 * each host (attribute Uptime), so that all sockets of a host tick together.
 */
struct TcpLinux24Clock
{
    Time interval{MilliSeconds(10)}; ///< length of a tick, above 0
    Time offset{Seconds(1)};         ///< time since boot when the simulation starts, 0 or more

    /**
     * @return HZ, ticks in a second: 100 at 10 ms, rounded down for an interval that does not
     * divide a second
     */
    uint32_t GetTicksPerSecond() const
    {
        return static_cast<uint32_t>(Seconds(1).GetTimeStep() / interval.GetTimeStep());
    }

    /// @return the present tick, modulo 2^32 as on the wire
    TcpTick GetNow() const
    {
        return static_cast<TcpTick>(GetTicksSinceBoot());
    }

    /**
     * @param tick a tick, less than 2^31 ticks from now
     * @return time until it starts; 0 if it has started
     */
    Time GetDelayUntil(TcpTick tick) const
    {
        const int32_t ticks = GetTicksBetween(tick, GetNow());
        const Time start = interval * (GetTicksSinceBoot() + ticks) - offset;
        return Max(start - Simulator::Now(), Time());
    }

    /**
     * @param delay a time to wait, rounded down to whole ticks
     * @return the tick a timer of Linux is set to for it
     */
    TcpTick GetTickAfter(Time delay) const
    {
        return static_cast<TcpTick>(GetTicksSinceBoot() +
                                    delay.GetTimeStep() / interval.GetTimeStep());
    }

    /**
     * @param ticks a span; may be negative
     * @return as simulated time
     */
    Time GetSpan(int64_t ticks) const
    {
        return interval * ticks;
    }

  private:
    /// @return whole ticks since boot
    int64_t GetTicksSinceBoot() const
    {
        return (Simulator::Now() + offset).GetTimeStep() / interval.GetTimeStep();
    }
};

} // namespace ns3

#endif // TCP_LINUX24_CLOCK_H

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/simulator.h"
#include "ns3/tcp-linux24-clock.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{

namespace
{

/// @param clock of a host
/// @param sent when a segment is sent
/// @param ticks until its timeout
/// @return when the timeout comes
Time
FindTimeout(const TcpLinux24Clock& clock, Time sent, uint32_t ticks)
{
    Time timeout;
    Simulator::Schedule(sent, [&] {
        timeout = Simulator::Now() + clock.GetDelayUntil(clock.GetNow() + ticks);
    });
    Simulator::Run();
    Simulator::Destroy();
    return timeout;
}

TEST(TcpLinux24Clock, Tv06TimerQuantisation)
{
    TcpLinux24Clock clock;
    clock.offset = Time();
    for (const auto& sent :
         {MicroSeconds(20000000), MicroSeconds(20007000), MicroSeconds(20009900)})
    {
        EXPECT_EQ(FindTimeout(clock, sent, 21), MilliSeconds(20210)) << sent.As(Time::MS);
    }
    EXPECT_EQ(FindTimeout(clock, MilliSeconds(20010), 21), MilliSeconds(20220));
}

TEST(TcpLinux24Clock, PhaseOfTheTicksIsThatOfTheBoot)
{
    TcpLinux24Clock clock;
    clock.offset = MilliSeconds(1003); // ticks begin at 7, 17, 27 ms ...
    EXPECT_EQ(FindTimeout(clock, MilliSeconds(20000), 21), MilliSeconds(20207));
    EXPECT_EQ(FindTimeout(clock, MilliSeconds(20007), 21), MilliSeconds(20217));
}

TEST(TcpLinux24Clock, TickThatHasBegunIsNow)
{
    TcpLinux24Clock clock;
    EXPECT_EQ(FindTimeout(clock, MilliSeconds(20007), 0), MilliSeconds(20007));
    EXPECT_EQ(FindTimeout(clock, MilliSeconds(20007), static_cast<uint32_t>(-5)),
              MilliSeconds(20007));
}

} // namespace

} // namespace ns3

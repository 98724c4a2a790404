// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// When faults strike: at intervals, at instants that were asked for, and never once stopped.

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/usb-fault-schedule.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// A fault once a second, whose instants are noted.
class UsbFaultScheduleTest : public testing::Test
{
  protected:
    UsbFaultScheduleTest()
    {
        schedule.SetFault(Callback<void, Time>(
            [this](Time) { strikes.push_back(Simulator::Now().GetMilliSeconds()); }));
        schedule.SetInterval(
            CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(1)));
    }

    ~UsbFaultScheduleTest() override
    {
        schedule.Stop();
        Simulator::Destroy();
    }

    /// Do something at an instant.
    template <typename Action>
    void At(int64_t milliseconds, Action action)
    {
        Simulator::Schedule(MilliSeconds(milliseconds), action);
    }

    /// @param milliseconds the end
    void RunUntil(int64_t milliseconds)
    {
        Simulator::Stop(MilliSeconds(milliseconds));
        Simulator::Run();
    }

    UsbFaultSchedule schedule;
    std::vector<int64_t> strikes; ///< instants, ms
};

TEST_F(UsbFaultScheduleTest, StartedTwiceItStrikesOnceInAnInterval)
{
    schedule.Start();
    At(300, [this] { schedule.Start(); });
    RunUntil(3500);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1000, 2000, 3000}));
}

// Otherwise it would depend on the length of an interval whether the fault at its end strikes.
TEST_F(UsbFaultScheduleTest, IntervalsHaveAStreamOfTheirOwn)
{
    const auto interval = CreateObject<UniformRandomVariable>();
    schedule.SetInterval(interval);
    EXPECT_EQ(schedule.AssignStreams(5), 2) << "chance and interval";
    EXPECT_EQ(interval->GetStream(), 6);
}

TEST_F(UsbFaultScheduleTest, MayLastNoTimeAtAll)
{
    schedule.ScheduleAt(MilliSeconds(1200), Time(0));
    RunUntil(2000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1200}));
}

TEST_F(UsbFaultScheduleTest, StoppedItStrikesNoMoreUntilItIsStartedAgain)
{
    schedule.Start();
    schedule.ScheduleAt(MilliSeconds(1200), MilliSeconds(1));
    schedule.ScheduleAt(MilliSeconds(1700), MilliSeconds(1));
    At(1500, [this] { schedule.Stop(); });
    At(5300, [this] { schedule.Start(); });
    RunUntil(7000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1000, 1200, 6300}));
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// When faults strike: at intervals, at instants that were asked for, and never once stopped.

#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/usb-fault.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// A fault without Interval, whose instants are noted.
class UsbFaultWithoutIntervalTest : public testing::Test
{
  protected:
    UsbFaultWithoutIntervalTest()
    {
        fault->Attach(UsbFault::Action(
            [this](Time) { strikes.push_back(Simulator::Now().GetMilliSeconds()); }));
    }

    ~UsbFaultWithoutIntervalTest() override
    {
        fault->Dispose();
        Simulator::Destroy();
    }

    /// @param interval seconds between two occurrences
    void SetInterval(Ptr<RandomVariableStream> interval)
    {
        fault->SetAttribute("Interval", PointerValue(interval));
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

    Ptr<UsbFault> fault{CreateObject<UsbFault>()};
    std::vector<int64_t> strikes; ///< instants, ms
};

/// A fault once a second.
class UsbFaultTest : public UsbFaultWithoutIntervalTest
{
  protected:
    UsbFaultTest()
    {
        SetInterval(CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(1)));
    }
};

TEST_F(UsbFaultTest, StartedTwiceItStrikesOnceInAnInterval)
{
    fault->Start();
    At(300, [this] { fault->Start(); });
    RunUntil(3500);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1000, 2000, 3000}));
}

// Otherwise it would depend on the length of an interval whether the fault at its end strikes.
TEST_F(UsbFaultTest, IntervalsHaveAStreamOfTheirOwn)
{
    const auto interval = CreateObject<UniformRandomVariable>();
    SetInterval(interval);
    EXPECT_EQ(fault->AssignStreams(5), 2) << "chance and interval";
    EXPECT_EQ(interval->GetStream(), 6);
}

TEST_F(UsbFaultTest, MayLastNoTimeAtAll)
{
    fault->ScheduleAt(MilliSeconds(1200), Time(0));
    RunUntil(2000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1200}));
}

TEST_F(UsbFaultTest, StoppedItStrikesNoMoreUntilItIsStartedAgain)
{
    fault->Start();
    fault->ScheduleAt(MilliSeconds(1200), MilliSeconds(1));
    fault->ScheduleAt(MilliSeconds(1700), MilliSeconds(1));
    fault->ScheduleAt(MilliSeconds(5800), MilliSeconds(1));
    At(1500, [this] { fault->Stop(); });
    At(5300, [this] { fault->Start(); });
    RunUntil(7000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1000, 1200, 5800, 6300}));
}

using UsbFaultWithoutIntervalDeathTest = UsbFaultWithoutIntervalTest;

TEST_F(UsbFaultWithoutIntervalDeathTest, IsRefusedIfItIsNotScheduledEither)
{
    At(100, [this] { fault->Start(); });
    EXPECT_DEATH(RunUntil(1000), "Interval is null, and ScheduleAt\\(\\) was not called");
}

TEST_F(UsbFaultWithoutIntervalTest, StrikesWhenItIsScheduled)
{
    fault->ScheduleAt(MilliSeconds(300), MilliSeconds(1));
    fault->Start();
    RunUntil(1000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{300}));
}

TEST_F(UsbFaultWithoutIntervalTest, MayBeScheduledRightAfterItWasStarted)
{
    At(100, [this] {
        fault->Start();
        fault->ScheduleAt(MilliSeconds(300), MilliSeconds(1));
    });
    RunUntil(1000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{300}));
}

// An adapter that is plugged in again starts its faults again, and keeps those that are over.
TEST_F(UsbFaultWithoutIntervalTest, MayBeStartedAgainWhenAllIsOver)
{
    fault->ScheduleAt(MilliSeconds(300), MilliSeconds(1));
    fault->Start();
    At(500, [this] { fault->Stop(); });
    At(600, [this] { fault->Start(); });
    RunUntil(1000);
    EXPECT_EQ(strikes, (std::vector<int64_t>{300}));
}

TEST_F(UsbFaultTest, TakesAnotherIntervalAtOnce)
{
    fault->Start();
    At(1500, [this] {
        SetInterval(
            CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(0.3)));
    });
    RunUntil(2200);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1000, 1800, 2100}));
}

TEST_F(UsbFaultWithoutIntervalTest, MayGetAnIntervalRightAfterItWasStarted)
{
    At(100, [this] {
        fault->Start();
        SetInterval(CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(1)));
    });
    RunUntil(2500);
    EXPECT_EQ(strikes, (std::vector<int64_t>{1100, 2100}));
}

TEST_F(UsbFaultWithoutIntervalTest, TakenAwayAtOnceItIsNotRefused)
{
    At(100, [this] {
        fault->Start();
        fault->Stop();
    });
    RunUntil(1000);
    EXPECT_TRUE(strikes.empty());
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The calendar's end of the connection, with a kernel that this test plays.

#include "../../agent/linux-kernel-page.h"
#include "../../model/time-travel-link.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;
using namespace std::chrono_literals;

namespace
{

class TimeTravelLinkTest : public testing::Test
{
  protected:
    /// The kernel asks for a time, and waits.
    void Wait(uint64_t request)
    {
        page.request = request;
        page.turn = KERNEL_PAGE_SIMULATION;
        link.Await(1h);
        EXPECT_TRUE(link.IsWaiting());
    }

    uint64_t now{42};
    kernel_page page{};
    TimeTravelLink link{page, [this] { return now; }, 0};
};

} // namespace

TEST_F(TimeTravelLinkTest, KernelBootsInItsFirstTurn)
{
    link.Await(1ms);
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_FALSE(link.GetRequest().has_value());
    EXPECT_EQ(link.GetTurns(), 0U);
}

TEST_F(TimeTravelLinkTest, KernelThatBootsLaterIsAhead)
{
    TimeTravelLink late(page, [this] { return now; }, 300);
    EXPECT_EQ(page.now, 300U);
    EXPECT_EQ(late.GetReached(), 300U);
}

TEST_F(TimeTravelLinkTest, KernelGoesOnAfterAMessage)
{
    page.has_message = 1;
    page.turn = KERNEL_PAGE_MESSAGE;
    link.Await(1h);
    EXPECT_TRUE(link.TakeMessage());
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_EQ(page.turn, KERNEL_PAGE_KERNEL);
    EXPECT_FALSE(link.TakeMessage());
}

// The kernel may have ended its turn before the simulation sees the message.
TEST_F(TimeTravelLinkTest, MessageIsNotLostAtTheEndOfATurn)
{
    page.has_message = 1;
    Wait(90);
    EXPECT_TRUE(link.TakeMessage());
    EXPECT_TRUE(link.IsWaiting());
}

TEST_F(TimeTravelLinkTest, HasATurnAtItsTime)
{
    Wait(90);
    EXPECT_EQ(link.GetRequest(), 90U);
    now = 90;
    link.Run(now);
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_EQ(link.GetTurns(), 1U);
    EXPECT_EQ(page.turn, KERNEL_PAGE_KERNEL);
    EXPECT_EQ(page.now, 90U);
    Wait(100);
    EXPECT_EQ(link.GetRequest(), 100U);
}

TEST_F(TimeTravelLinkTest, CallAsksForATurnNow)
{
    Wait(90);
    now = 50;
    link.Call(3, 1);
    EXPECT_EQ(page.now, 50U) << "what the kernel's signal handler gets";
    EXPECT_EQ(link.GetRequest(), 50U);
    link.Run(now);
    page.call_count = 0;
    Wait(80);
    EXPECT_EQ(link.GetRequest(), 80U);
}

TEST_F(TimeTravelLinkTest, KeepsTheOrderOfCalls)
{
    link.Call(3, 1);
    link.Call(0, 0);
    ASSERT_EQ(page.call_count, 2U);
    EXPECT_EQ(page.calls[0], 2 * 3 + 1);
    EXPECT_EQ(page.calls[1], 0);
}

TEST_F(TimeTravelLinkTest, RefusesCallsThatNobodyLooksAt)
{
    for (int i = 0; i < 2 * KERNEL_PAGE_CARDS; ++i)
    {
        link.Call(0, 0);
    }
    EXPECT_THROW(link.Call(0, 0), std::runtime_error);
}

TEST_F(TimeTravelLinkTest, KernelWithoutATimerWaitsForInterrupts)
{
    Wait(INT64_MAX);
    EXPECT_FALSE(link.GetRequest().has_value());
    link.Call(0, 0);
    EXPECT_EQ(link.GetRequest(), 42U);
}

TEST_F(TimeTravelLinkTest, DoesNotGoBackBehindAKernelThatRanAhead)
{
    Wait(42);
    link.Run(100);
    EXPECT_EQ(page.free_until, 100U);
    // The library advances it, until it reaches out.
    page.now = 70;
    page.reached = 70;
    page.free_until = 0;
    Wait(80);
    EXPECT_EQ(link.GetReached(), 70U);
    link.Call(0, 0);
    EXPECT_EQ(page.now, 70U) << "ahead of the simulation";
    EXPECT_EQ(link.GetRequest(), 70U);
}

TEST_F(TimeTravelLinkTest, TellsWhichCardHasFrames)
{
    page.has_frames[1] = 1;
    EXPECT_FALSE(link.TakeKick(0));
    EXPECT_TRUE(link.TakeKick(1));
    EXPECT_FALSE(link.TakeKick(1));
}

TEST_F(TimeTravelLinkTest, TellsOnceThatTheKernelHasWritten)
{
    EXPECT_FALSE(link.TakeWritten());
    page.has_written = 1;
    EXPECT_TRUE(link.TakeWritten());
    EXPECT_FALSE(link.TakeWritten());
}

TEST_F(TimeTravelLinkTest, PassesThePlaceOfTheMailbox)
{
    link.SetMailbox(4096);
    EXPECT_EQ(page.mailbox, 4096U);
}

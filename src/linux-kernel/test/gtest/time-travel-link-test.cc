// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The calendar's end of the connection, with a kernel that this test plays.

#include "../../agent/linux-kernel-page.h"
#include "../../model/time-travel-link.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

using namespace ns3;

namespace
{

/// struct um_timetravel_msg
struct Message
{
    uint32_t operation;
    uint32_t sequence;
    uint64_t time;
};

enum Operation : uint32_t
{
    ACK = 0,
    START = 1,
    WAIT = 3,
    RUN = 6,
    FREE_UNTIL = 7,
};

class TimeTravelLinkTest : public testing::Test
{
  protected:
    TimeTravelLinkTest()
        : kernel(MakePair()),
          link(fds[0], page, [this] { return now; }, 0)
    {
        page.is_attached = 1;
    }

    ~TimeTravelLinkTest() override
    {
        if (kernel >= 0)
        {
            close(kernel);
        }
    }

    int MakePair()
    {
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
        return fds[1];
    }

    void Write(uint32_t operation, uint32_t sequence = 7)
    {
        const Message message{operation, sequence, 0};
        EXPECT_EQ(write(kernel, &message, sizeof(message)), ssize_t{sizeof(message)});
    }

    Message Read()
    {
        Message message{};
        EXPECT_EQ(read(kernel, &message, sizeof(message)), ssize_t{sizeof(message)});
        return message;
    }

    /// The kernel asks for a time, and waits.
    void Wait(uint64_t request)
    {
        page.request = request;
        Write(WAIT);
        EXPECT_TRUE(link.Read());
        EXPECT_TRUE(link.IsWaiting());
    }

    int fds[2];
    int kernel;
    uint64_t now{42};
    kernel_page page{};
    TimeTravelLink link;
};

} // namespace

TEST_F(TimeTravelLinkTest, Starts)
{
    Write(START);
    EXPECT_TRUE(link.Read());
    const Message answer = Read();
    EXPECT_EQ(answer.operation, ACK);
    EXPECT_EQ(answer.sequence, 7U);
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_FALSE(link.GetRequest().has_value());
}

TEST_F(TimeTravelLinkTest, KernelThatBootsLaterIsAhead)
{
    TimeTravelLink late(dup(fds[0]), page, [this] { return now; }, 300);
    EXPECT_EQ(page.now, 300U);
    EXPECT_EQ(late.GetReached(), 300U);
}

TEST_F(TimeTravelLinkTest, RefusesAKernelWithoutTheLibrary)
{
    page.is_attached = 0;
    Write(START);
    EXPECT_THROW(link.Read(), std::runtime_error);
}

TEST_F(TimeTravelLinkTest, HasATurnAtItsTime)
{
    Wait(90);
    EXPECT_EQ(link.GetRequest(), 90U);
    now = 90;
    link.Run(now);
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_EQ(link.GetTurns(), 1U);
    const Message run = Read();
    EXPECT_EQ(run.operation, RUN);
    EXPECT_EQ(run.time, 90U);
    EXPECT_EQ(page.now, 90U);
    EXPECT_EQ(page.free_until, 0U);
    Wait(100);
    EXPECT_EQ(link.GetRequest(), 100U);
}

TEST_F(TimeTravelLinkTest, CallAsksForATurnNow)
{
    Wait(90);
    now = 50;
    link.NoteCall();
    EXPECT_EQ(page.now, 50U) << "what the kernel's signal handler gets";
    EXPECT_EQ(link.GetRequest(), 50U);
    link.Run(now);
    Wait(80);
    EXPECT_EQ(link.GetRequest(), 80U);
}

TEST_F(TimeTravelLinkTest, KernelWithoutATimerWaitsForInterrupts)
{
    Wait(INT64_MAX);
    EXPECT_FALSE(link.GetRequest().has_value());
    link.NoteCall();
    EXPECT_EQ(link.GetRequest(), 42U);
}

// What it has not told of, it cannot have done.
TEST_F(TimeTravelLinkTest, RunsFreeUntilItReachesOut)
{
    Wait(42);
    link.Run(100);
    EXPECT_EQ(page.free_until, 100U);
    // Until then it may have advanced.
    link.NoteCall();
    EXPECT_EQ(page.now, 100U);
    // The library notes an UPDATE.
    page.free_until = 0;
    page.reached = 70;
    EXPECT_EQ(link.GetReached(), 70U);
    link.NoteCall();
    EXPECT_EQ(page.now, 70U) << "ahead of the simulation";
}

TEST_F(TimeTravelLinkTest, TellsWhichCardHasFrames)
{
    page.has_frames[1] = 1;
    EXPECT_FALSE(link.TakeKick(0));
    EXPECT_TRUE(link.TakeKick(1));
    EXPECT_FALSE(link.TakeKick(1));
}

TEST_F(TimeTravelLinkTest, EndsWithTheKernel)
{
    close(kernel);
    kernel = -1;
    EXPECT_FALSE(link.Read());
}

TEST_F(TimeTravelLinkTest, RefusesWhatAKernelDoesNotSend)
{
    Write(FREE_UNTIL);
    EXPECT_THROW(link.Read(), std::runtime_error);
    Write(99);
    EXPECT_THROW(link.Read(), std::runtime_error);
}

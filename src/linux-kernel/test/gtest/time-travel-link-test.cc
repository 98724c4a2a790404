// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The calendar's end of the connection, with a kernel that this test plays.

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
    ACK,
    START,
    REQUEST,
    WAIT,
    GET,
    UPDATE,
    RUN,
    FREE_UNTIL,
    GET_TOD,
};

class TimeTravelLinkTest : public testing::Test
{
  protected:
    TimeTravelLinkTest()
        : kernel(MakePair()),
          link(fds[0], [this] { return now; }, 1'000'000)
    {
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

    void Write(uint32_t operation, uint32_t sequence, uint64_t time)
    {
        const Message message{operation, sequence, time};
        EXPECT_EQ(write(kernel, &message, sizeof(message)), ssize_t{sizeof(message)});
    }

    Message Read()
    {
        Message message{};
        EXPECT_EQ(read(kernel, &message, sizeof(message)), ssize_t{sizeof(message)});
        return message;
    }

    /// Send a message that is acknowledged.
    uint64_t Ask(uint32_t operation, uint64_t time)
    {
        Write(operation, ++sequence, time);
        EXPECT_TRUE(link.Read());
        const Message answer = Read();
        EXPECT_EQ(answer.operation, ACK);
        EXPECT_EQ(answer.sequence, sequence);
        return answer.time;
    }

    int fds[2];
    int kernel;
    uint64_t now{42};
    uint32_t sequence{7};
    TimeTravelLink link;
};

} // namespace

TEST_F(TimeTravelLinkTest, AnswersWithItsTime)
{
    Ask(START, 0);
    EXPECT_EQ(Ask(GET, UINT64_MAX), 42U);
    EXPECT_EQ(Ask(GET_TOD, 0), 1'000'042U);
    EXPECT_EQ(Ask(UPDATE, 42), 0U);
    EXPECT_EQ(link.GetMessages(), 4U);
}

TEST_F(TimeTravelLinkTest, LastRequestCounts)
{
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_FALSE(link.GetRequest().has_value());
    Ask(REQUEST, 100);
    Ask(REQUEST, 90);
    EXPECT_FALSE(link.IsWaiting());
    Ask(WAIT, UINT64_MAX);
    EXPECT_TRUE(link.IsWaiting());
    EXPECT_EQ(link.GetRequest(), 90U);
    // An interrupt asks for another time.
    Ask(REQUEST, 42);
    EXPECT_EQ(link.GetRequest(), 42U);
}

TEST_F(TimeTravelLinkTest, KernelWithoutATimerWaitsForInterrupts)
{
    Ask(REQUEST, INT64_MAX);
    Ask(WAIT, 0);
    EXPECT_TRUE(link.IsWaiting());
    EXPECT_FALSE(link.GetRequest().has_value());
}

// It runs free until it reaches out. What it has not told of, it cannot have done.
TEST_F(TimeTravelLinkTest, RunsFreeUntilItReachesOut)
{
    Ask(REQUEST, 42);
    Ask(WAIT, 0);
    link.Run(100);
    Message message = Read();
    EXPECT_EQ(message.operation, FREE_UNTIL);
    EXPECT_EQ(message.time, 100U);
    EXPECT_EQ(Read().operation, RUN);
    // Until then it may have advanced.
    EXPECT_EQ(Ask(GET, UINT64_MAX), 100U);
    Write(UPDATE, ++sequence, 70);
    EXPECT_TRUE(link.Read());
    message = Read();
    EXPECT_EQ(message.operation, FREE_UNTIL) << "before the answer";
    EXPECT_EQ(message.time, 70U);
    EXPECT_EQ(Read().operation, ACK);
    EXPECT_EQ(link.GetReached(), 70U);
    EXPECT_EQ(Ask(GET, UINT64_MAX), 70U) << "ahead of the simulation";
}

// The kernel tells of a time once (__time_travel_propagate_time()).
TEST_F(TimeTravelLinkTest, DoesNotRunFreeFromATimeThatItHasToldOf)
{
    Ask(UPDATE, 42);
    link.Run(100);
    EXPECT_EQ(Read().operation, RUN);
    now = 43;
    link.Run(100);
    EXPECT_EQ(Read().operation, FREE_UNTIL);
    EXPECT_EQ(Read().operation, RUN);
}

TEST_F(TimeTravelLinkTest, KernelHasToTakeItsTurn)
{
    Ask(REQUEST, 42);
    Ask(WAIT, 0);
    link.Run(now);
    EXPECT_FALSE(link.IsWaiting());
    EXPECT_FALSE(link.GetRequest().has_value());
    const Message run = Read();
    EXPECT_EQ(run.operation, RUN);
    EXPECT_EQ(run.time, 42U);
    // It waits again before it has acknowledged that it runs.
    Ask(WAIT, 0);
    EXPECT_FALSE(link.IsWaiting());
    Write(ACK, run.sequence, 0);
    EXPECT_TRUE(link.Read());
    EXPECT_TRUE(link.IsWaiting());
}

TEST_F(TimeTravelLinkTest, EndsWithTheKernel)
{
    close(kernel);
    kernel = -1;
    EXPECT_FALSE(link.Read());
}

TEST_F(TimeTravelLinkTest, RefusesWhatAKernelDoesNotSend)
{
    Write(FREE_UNTIL, 1, 0);
    EXPECT_THROW(link.Read(), std::runtime_error);
    Write(99, 1, 0);
    EXPECT_THROW(link.Read(), std::runtime_error);
}

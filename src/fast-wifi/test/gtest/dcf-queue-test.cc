// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Packets of an access category, and what attempts make of them.

#include "../../model/dcf-counters.h"
#include "../../model/dcf-queue.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Result = MediumAttempt::Result;

class DcfQueueTest : public ::testing::Test
{
  protected:
    DcfQueueTest()
    {
        for (const MediumTime since : {1, 2})
        {
            DcfQueueItem item;
            item.since = since;
            queue.Push(item);
        }
    }

    /// @param result of an attempt of the first packet, computed at 1000
    /// @param completion when its sender knows it
    /// @param isDelivered whether the receiver got it
    /// @return the packet if it has left
    std::optional<DcfQueueItem> Note(Result result, MediumTime completion, bool isDelivered = false)
    {
        MediumAttempt attempt;
        attempt.result = result;
        attempt.completion = completion;
        attempt.delivered = isDelivered;
        return queue.Note(attempt, 1000);
    }

    DcfQueue queue;
};

TEST_F(DcfQueueTest, APacketOccupiesItUntilTheSenderKnowsTheResult)
{
    EXPECT_EQ(queue.GetLength(1000), 2);
    const auto done = Note(Result::ACKNOWLEDGED, 1300, true);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->since, 1);
    EXPECT_EQ(queue.GetNWaiting(), 1);
    EXPECT_EQ(queue.GetReleaseTime(), 1300);
    EXPECT_EQ(queue.GetLength(1299), 2);
    EXPECT_EQ(queue.GetLength(1300), 1);
}

// An attempt may be computed after its end.
TEST_F(DcfQueueTest, NoPacketLeavesInThePast)
{
    Note(Result::ACKNOWLEDGED, 900);
    EXPECT_EQ(queue.GetReleaseTime(), 1000);
    EXPECT_FALSE(queue.IsReleasing(1000));
}

TEST_F(DcfQueueTest, APacketThatFailedIsSentAgain)
{
    EXPECT_FALSE(Note(Result::MISSED, 1300, true));
    EXPECT_EQ(queue.GetFront().retries, 1);
    EXPECT_TRUE(queue.GetFront().isDelivered) << "its ACK was lost";
    EXPECT_TRUE(queue.GetFront().payload.isRetry);
    const auto done = Note(Result::RETRY_LIMIT, 1300);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->retries, 1) << "as WifiMpdu counts them";
    EXPECT_TRUE(done->isDelivered);
}

// The frame was not on the air: its Retry bit stays clear.
TEST_F(DcfQueueTest, ACollisionWithinTheStationIsNoRetry)
{
    EXPECT_FALSE(Note(Result::INTERNAL, 1000));
    EXPECT_EQ(queue.GetFront().retries, 1);
    EXPECT_FALSE(queue.GetFront().payload.isRetry);
}

TEST_F(DcfQueueTest, FramesThatWaitCanBeMadeAnew)
{
    queue.Remake([](Ptr<const Packet>, MediumStation receiver) {
        MediumFrame frame;
        frame.receiver = receiver;
        frame.data = 77;
        return frame;
    });
    EXPECT_EQ(queue.Pop().frame.data, 77);
    EXPECT_EQ(queue.Pop().frame.data, 77);
    EXPECT_TRUE(queue.IsEmpty());
}

TEST(DcfCountersTest, CountsWhatIsOnTheAir)
{
    DcfCounters counters;
    MediumAttempt attempt;
    for (const Result result : {Result::SENT,
                                Result::ACKNOWLEDGED,
                                Result::MISSED,
                                Result::RETRY_LIMIT,
                                Result::INTERNAL,
                                Result::INTERNAL_LIMIT})
    {
        attempt.result = result;
        attempt.collided = true;
        counters.Count(attempt);
    }
    EXPECT_EQ(counters.attempts, 4) << "all but the internal ones";
    EXPECT_EQ(counters.failures, 2) << "MISSED, RETRY_LIMIT";
    EXPECT_EQ(counters.collisions, 4);
    EXPECT_EQ(counters.acknowledged, 1);
    EXPECT_EQ(counters.group, 1);
}

} // namespace

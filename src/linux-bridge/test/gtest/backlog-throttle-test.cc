// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Which packets netif_rx() of Linux 2.4 takes, by hand.

#include "../../model/backlog-throttle.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Reason = ReceiveBacklogDropReason;

TEST(BacklogThrottle, TakesWhileNoMoreThanTheLimitWait)
{
    BacklogThrottle throttle(2);
    for (uint32_t waiting : {0, 1, 2})
    {
        EXPECT_EQ(throttle.Offer(waiting), std::nullopt) << waiting;
    }
    EXPECT_EQ(throttle.Offer(3), Reason::BACKLOG_FULL);
}

TEST(BacklogThrottle, RefusesUntilNothingWaits)
{
    BacklogThrottle throttle(2);
    EXPECT_EQ(throttle.Offer(3), Reason::BACKLOG_FULL);
    EXPECT_EQ(throttle.Offer(2), Reason::THROTTLED);
    EXPECT_EQ(throttle.Offer(1), Reason::THROTTLED);
    EXPECT_EQ(throttle.Offer(0), std::nullopt);
    EXPECT_EQ(throttle.Offer(1), std::nullopt);
}

TEST(BacklogThrottle, WithoutThrottlingOnlyTheLimitCounts)
{
    BacklogThrottle throttle(2, false);
    EXPECT_EQ(throttle.Offer(3), Reason::BACKLOG_FULL);
    EXPECT_EQ(throttle.Offer(2), std::nullopt);
}

TEST(BacklogThrottle, WithLimitZeroOnePacketWaits)
{
    BacklogThrottle throttle(0);
    EXPECT_EQ(throttle.Offer(0), std::nullopt);
    EXPECT_EQ(throttle.Offer(1), Reason::BACKLOG_FULL);
}

TEST(BacklogThrottle, ChangesTakeEffectAtTheNextPacket)
{
    BacklogThrottle throttle(2);
    EXPECT_EQ(throttle.Offer(3), Reason::BACKLOG_FULL);
    throttle.SetThrottles(false);
    EXPECT_EQ(throttle.Offer(2), std::nullopt);
    throttle.SetLimit(1);
    EXPECT_EQ(throttle.Offer(2), Reason::BACKLOG_FULL);
    throttle.SetLimit(3);
    EXPECT_EQ(throttle.Offer(3), std::nullopt);
    throttle.SetThrottles(true);
    EXPECT_EQ(throttle.Offer(4), Reason::BACKLOG_FULL);
    EXPECT_EQ(throttle.Offer(3), Reason::THROTTLED);
    EXPECT_EQ(throttle.GetLimit(), 3);
    EXPECT_TRUE(throttle.GetThrottles());
}

TEST(BacklogThrottle, ReasonsHaveNames)
{
    EXPECT_STREQ(GetReceiveBacklogDropReasonName(Reason::BACKLOG_FULL), "BACKLOG_FULL");
    EXPECT_STREQ(GetReceiveBacklogDropReasonName(Reason::THROTTLED), "THROTTLED");
}

} // namespace

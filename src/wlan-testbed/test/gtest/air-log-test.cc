// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// AirLog against sequences of frames written down by hand.

#include "ns3/air-log.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t LAPTOP = 0;
constexpr uint32_t ACCESS_POINT = 1;

void
SendAlone(AirLog& log, uint32_t station, bool retry)
{
    log.Begin(station, retry);
    log.End(station);
}

void
Collide(AirLog& log)
{
    log.Begin(LAPTOP, false);
    log.Begin(ACCESS_POINT, false);
    log.End(ACCESS_POINT);
    log.End(LAPTOP);
}

} // namespace

TEST(AirLog, NothingSentHasNoRetryRate)
{
    const AirLog log;
    EXPECT_EQ(log.GetRetryRate(), 0);
    EXPECT_EQ(log.GetCounts(LAPTOP).frames, 0u);
}

TEST(AirLog, RetryAfterNoiseIsNotPaired)
{
    AirLog log;
    SendAlone(log, LAPTOP, false);
    SendAlone(log, LAPTOP, true);
    SendAlone(log, ACCESS_POINT, false);
    EXPECT_EQ(log.GetCounts(LAPTOP).retries, 1u);
    EXPECT_EQ(log.GetCounts(LAPTOP).paired, 0u);
    EXPECT_DOUBLE_EQ(log.GetRetryRate(), 1.0 / 3);
}

TEST(AirLog, BothRetriesOfACollisionArePaired)
{
    AirLog log;
    Collide(log);
    SendAlone(log, ACCESS_POINT, true);
    EXPECT_EQ(log.GetCounts(ACCESS_POINT).paired, 0u) << "the other has not retried yet";
    SendAlone(log, LAPTOP, true);
    EXPECT_EQ(log.GetCounts(ACCESS_POINT).paired, 1u);
    EXPECT_EQ(log.GetCounts(LAPTOP).paired, 1u);
    EXPECT_DOUBLE_EQ(log.GetRetryRate(), 0.5);
}

TEST(AirLog, FrameGivenUpLeavesTheOtherUnpaired)
{
    AirLog log;
    Collide(log);
    SendAlone(log, LAPTOP, false); // no retry: the next frame
    SendAlone(log, ACCESS_POINT, true);
    EXPECT_EQ(log.GetCounts(ACCESS_POINT).retries, 1u);
    EXPECT_EQ(log.GetCounts(ACCESS_POINT).paired, 0u);
}

TEST(AirLog, RetryThatNoiseSpoilsIsPairedOnce)
{
    AirLog log;
    Collide(log);
    SendAlone(log, ACCESS_POINT, true);
    SendAlone(log, LAPTOP, true);
    SendAlone(log, LAPTOP, true); // alone, so that no collision was the reason
    EXPECT_EQ(log.GetCounts(LAPTOP).retries, 2u);
    EXPECT_EQ(log.GetCounts(LAPTOP).paired, 1u);
}

TEST(AirLog, RetriesThatCollideAgainPairAgain)
{
    AirLog log;
    Collide(log);
    log.Begin(LAPTOP, true);
    log.Begin(ACCESS_POINT, true);
    log.End(LAPTOP);
    log.End(ACCESS_POINT);
    SendAlone(log, LAPTOP, true);
    SendAlone(log, ACCESS_POINT, true);
    EXPECT_EQ(log.GetCounts(LAPTOP).retries, 2u);
    EXPECT_EQ(log.GetCounts(LAPTOP).paired, 2u);
    EXPECT_EQ(log.GetCounts(ACCESS_POINT).paired, 2u);
}

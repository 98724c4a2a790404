// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The backoff of one function: slots of 20 us, DIFS of 50 us, windows of 31 to 1023 slots.

#include "../../model/medium-backoff.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

using IdleAccess = MediumRules::IdleAccess;
using Result = MediumAttempt::Result;

constexpr MediumTime US = 1000;
constexpr MediumTime SLOT = 20 * US;

/// @param rules of it
/// @return a backoff that has not begun
MediumBackoff
MakeBackoff(const MediumRules& rules = {})
{
    MediumBackoff backoff;
    backoff.SetRules(rules);
    return backoff;
}

TEST(MediumBackoffTest, EndsAfterGapAndSlots)
{
    MediumBackoff backoff = MakeBackoff();
    backoff.Begin(7, 1000 * US);
    EXPECT_EQ(backoff.GetExpiry(SLOT), (1000 + 50 + 7 * 20) * US);
}

// 9.2.5.2: a slot counts when it is over. EDCA counts it at its start (9.9.1.5).
TEST(MediumBackoffTest, CountsWholeSlotsOfAnIdleMedium)
{
    MediumBackoff backoff = MakeBackoff();
    backoff.Begin(7, 0);
    backoff.Count(49 * US, SLOT);
    EXPECT_EQ(backoff.GetSlots(), 7) << "in the gap";
    backoff.Count((50 + 39) * US, SLOT);
    EXPECT_EQ(backoff.GetSlots(), 6);
    backoff.Count((50 + 40) * US, SLOT);
    EXPECT_EQ(backoff.GetSlots(), 5);
    EXPECT_EQ(backoff.GetExpiry(SLOT), (50 + 7 * 20) * US) << "as before";
    backoff.GoOn(5000 * US);
    EXPECT_EQ(backoff.GetExpiry(SLOT), (5000 + 50 + 5 * 20) * US) << "the rest, behind a frame";
}

TEST(MediumBackoffTest, CountsSlotsEarlyWhereTheRulesSaySo)
{
    MediumBackoff backoff = MakeBackoff({.earlyDecrement = true});
    backoff.Begin(7, 0);
    backoff.Count(50 * US, SLOT);
    EXPECT_EQ(backoff.GetSlots(), 6);
    backoff.Count(10000 * US, SLOT);
    EXPECT_EQ(backoff.GetSlots(), 0) << "no more than there are";
}

// 31, 63, ..., 1023: 9.2.4.
TEST(MediumBackoffTest, WindowDoublesToItsLargestValue)
{
    MediumBackoff backoff = MakeBackoff({.maxAttempts = 100});
    for (const uint32_t window : {63U, 127U, 255U, 511U, 1023U, 1023U, 1023U})
    {
        EXPECT_EQ(backoff.Conclude(Result::MISSED), Result::MISSED);
        EXPECT_EQ(backoff.GetWindow(), window);
    }
    EXPECT_EQ(backoff.Conclude(Result::ACKNOWLEDGED), Result::ACKNOWLEDGED);
    EXPECT_EQ(backoff.GetWindow(), 31);
}

TEST(MediumBackoffTest, LastAttemptGivesTheFrameUp)
{
    MediumBackoff backoff = MakeBackoff({.maxAttempts = 3});
    EXPECT_EQ(backoff.Conclude(Result::MISSED), Result::MISSED);
    EXPECT_FALSE(backoff.IsLastAttempt());
    EXPECT_EQ(backoff.Conclude(Result::INTERNAL), Result::INTERNAL);
    EXPECT_TRUE(backoff.IsLastAttempt());
    EXPECT_EQ(backoff.Conclude(Result::INTERNAL), Result::INTERNAL_LIMIT);
    EXPECT_FALSE(backoff.IsLastAttempt()) << "of the next frame";
}

// 802.11-2020, 10.23.2.2, resets the window at the failure after maxAttempts failures; 9.2.4 of
// 802.11-2007 when dot11ShortRetryLimit failures have been counted, which may be another number.
TEST(MediumBackoffTest, RulesSayWhichFailureResetsTheWindow)
{
    const std::map<uint32_t, std::vector<uint32_t>> windows{{0, {63, 127, 31, 63}},
                                                            {2, {63, 31, 63, 31}},
                                                            {3, {63, 127, 31, 63}},
                                                            {4, {63, 127, 255, 31}}};
    for (const auto& [limit, expected] : windows)
    {
        MediumBackoff backoff = MakeBackoff({.maxAttempts = 2, .shortRetryLimit = limit});
        bool isLast = false;
        for (const uint32_t window : expected)
        {
            EXPECT_EQ(backoff.Conclude(Result::MISSED),
                      isLast ? Result::RETRY_LIMIT : Result::MISSED);
            EXPECT_EQ(backoff.GetWindow(), window) << "limit " << limit;
            isLast = !isLast;
        }
        backoff.Conclude(Result::MISSED);
        backoff.Conclude(Result::ACKNOWLEDGED);
        EXPECT_EQ(backoff.GetWindow(), 31) << "an ACK ends the row";
        backoff.Conclude(Result::MISSED);
        EXPECT_EQ(backoff.GetWindow(), 63) << "limit " << limit;
    }
}

// 9.2.4 of 802.11-2007: a frame to a group resets SSRC, but not the window.
TEST(MediumBackoffTest, AFrameToAGroupEndsTheRow)
{
    MediumBackoff backoff = MakeBackoff({.maxAttempts = 7, .shortRetryLimit = 2});
    backoff.Conclude(Result::INTERNAL);
    backoff.Conclude(Result::SENT);
    EXPECT_EQ(backoff.GetWindow(), 63);
    backoff.Conclude(Result::MISSED);
    EXPECT_EQ(backoff.GetWindow(), 127) << "the first failure in a row";
    backoff.Conclude(Result::MISSED);
    EXPECT_EQ(backoff.GetWindow(), 31) << "the second one";
}

// A broadcast is sent without an answer, and tells an 802.11 station nothing.
TEST(MediumBackoffTest, AFrameWithoutAnswerResetsTheWindowOfWavelanOnly)
{
    MediumBackoff station = MakeBackoff();
    station.Conclude(Result::MISSED);
    station.Conclude(Result::SENT);
    EXPECT_EQ(station.GetWindow(), 63);
    MediumBackoff card =
        MakeBackoff({.cwMin = 0, .cwMax = 1023, .deference = MediumRules::Deference::REDRAW});
    for (const uint32_t window : {1U, 3U, 7U})
    {
        EXPECT_FALSE(card.LoseMedium());
        EXPECT_EQ(card.GetWindow(), window);
    }
    card.Conclude(Result::SENT);
    EXPECT_EQ(card.GetWindow(), 0);
}

// 16 times, as the controllers with 15 retries. IEEE 802.3: the window has at most 1024 slots.
TEST(MediumBackoffTest, AFrameThatLosesTheMediumToTheLimitIsGivenUp)
{
    MediumBackoff card = MakeBackoff(
        {.cwMin = 0, .cwMax = 1023, .maxAttempts = 16, .deference = MediumRules::Deference::RETRY});
    for (const bool afterSuccess : {false, true})
    {
        for (int i = 1; i < 16; ++i)
        {
            EXPECT_FALSE(card.LoseMedium()) << i;
            EXPECT_EQ(card.GetWindow(), (1 << std::min(i, 10)) - 1) << i;
        }
        if (afterSuccess)
        {
            EXPECT_EQ(card.Conclude(Result::SENT), Result::SENT);
            EXPECT_FALSE(card.LoseMedium()) << "the limit is one of each frame";
            continue;
        }
        EXPECT_TRUE(card.LoseMedium());
        EXPECT_EQ(card.GetWindow(), 0);
    }
}

TEST(MediumBackoffTest, SlotsOfARetryCountAtOnce)
{
    MediumBackoff card =
        MakeBackoff({.gap = 48 * US, .cwMin = 0, .deference = MediumRules::Deference::RETRY});
    EXPECT_TRUE(card.FailsByDeference(1000 * US)) << "it waits for the medium";
    card.Retry(5, 1000 * US, SLOT); // until 1100 us
    EXPECT_FALSE(card.FailsByDeference(1099 * US));
    EXPECT_TRUE(card.FailsByDeference(1100 * US));
    card.GoOn(1040 * US);
    EXPECT_EQ(card.GetExpiry(SLOT), 1100 * US) << "the slots end behind the gap";
    card.GoOn(1060 * US);
    EXPECT_EQ(card.GetExpiry(SLOT), 1108 * US) << "the gap is not over";
}

TEST(MediumBackoffTest, AFrameThatFindsTheMediumIdleWaitsAsTheRulesSay)
{
    // The medium is idle since 0, and the frame comes at 1 ms.
    MediumBackoff dcf = MakeBackoff();
    dcf.Access(0, 1000 * US);
    EXPECT_EQ(dcf.GetExpiry(SLOT), 1050 * US) << "a gap from its arrival";
    MediumBackoff card = MakeBackoff({.gap = 16 * US, .idleAccess = IdleAccess::DRAW});
    card.Begin(0, 0);
    card.Access(0, 1000 * US);
    EXPECT_EQ(card.GetExpiry(SLOT), 1000 * US) << "at once";
    card.Access(995 * US, 1000 * US);
    EXPECT_EQ(card.GetExpiry(SLOT), 1011 * US) << "the gap is not over";
}

// The boundaries of slots are at 50 us, 70 us, 90 us...
TEST(MediumBackoffTest, EdcaBeginsAtABoundaryOfSlots)
{
    const auto begin = [](IdleAccess access, MediumTime now) {
        MediumBackoff backoff = MakeBackoff({.idleAccess = access});
        backoff.Access(0, now);
        backoff.Align(0, SLOT);
        return backoff.GetExpiry(SLOT);
    };
    EXPECT_EQ(begin(IdleAccess::SLOT_BOUNDARY, 60 * US), 70 * US);
    EXPECT_EQ(begin(IdleAccess::NEXT_SLOT, 60 * US), 70 * US);
    EXPECT_EQ(begin(IdleAccess::SLOT_BOUNDARY, 70 * US), 70 * US);
    EXPECT_EQ(begin(IdleAccess::NEXT_SLOT, 70 * US), 90 * US);
    EXPECT_EQ(begin(IdleAccess::NEXT_SLOT, 20 * US), 50 * US) << "in the gap";
}

TEST(MediumBackoffTest, NewRulesLeaveTheSlotsThatWereDrawn)
{
    MediumBackoff backoff = MakeBackoff();
    backoff.Begin(20, 0);
    backoff.SetRules({.cwMin = 7});
    EXPECT_EQ(backoff.GetSlots(), 20);
    EXPECT_EQ(backoff.GetWindow(), 7);
}

} // namespace

// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// One busy period on 802.11b, by hand: SIFS 10 us, EIFS without DIFS 314 us, 4 us of carrier sense.

#include "../../model/medium-exchange.h"
#include "medium-script.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Result = MediumAttempt::Result;

class MediumExchangeTest : public ::testing::Test
{
  protected:
    MediumExchangeTest()
    {
        for (uint32_t i = 0; i < 4; ++i)
        {
            exchange.AddStation();
            script.frames[i].emplace_back();
        }
    }

    /// @param begin of the busy period
    /// @param frames by station, which begin it together
    /// @return the attempts
    std::span<MediumAttempt> Play(MediumTime begin,
                                  const std::vector<std::pair<uint32_t, MediumFrame>>& frames)
    {
        exchange.Open(begin);
        for (const auto& [station, frame] : frames)
        {
            MediumAttempt attempt;
            attempt.function = station;
            attempt.frame = frame;
            attempt.begin = begin;
            exchange.Add(attempt, station);
        }
        exchange.Play();
        return exchange.GetAttempts();
    }

    MediumScript script;
    MediumExchange exchange{script, MediumTiming{}};
};

TEST_F(MediumExchangeTest, AloneItIsASumOfTimes)
{
    const auto attempts = Play(1000 * US, {{0, GetProtected1500(1)}});
    EXPECT_EQ(attempts[0].result, Result::ACKNOWLEDGED);
    EXPECT_EQ(attempts[0].dataBegin, (1000 + 352 + 10 + 304 + 10) * US);
    EXPECT_EQ(attempts[0].completion, (1000 + 352 + 10 + 304 + 10 + 1310 + 10 + 304) * US);
    EXPECT_EQ(exchange.GetIdleFrom(3), attempts[0].completion);
    EXPECT_TRUE(script.asked.empty()) << "nobody need decide anything";
}

// The two stations that lock on no frame go on after DIFS, the senders after their timeouts.
TEST_F(MediumExchangeTest, FramesThatNobodyLocksOnLeaveTheSendersWaiting)
{
    const auto attempts = Play(0, {{0, GetFrame1500(2)}, {1, GetFrame1500(2)}});
    for (const MediumAttempt& attempt : attempts)
    {
        EXPECT_EQ(attempt.result, Result::MISSED);
        EXPECT_EQ(attempt.completion, (1310 + 222) * US);
        EXPECT_FALSE(attempt.delivered);
    }
    EXPECT_EQ(exchange.GetIdleFrom(0), (1310 + 222) * US);
    EXPECT_EQ(exchange.GetIdleFrom(3), 1310 * US);
}

// 9.2.3.4: EIFS behind a frame that was not decoded, until the next one that is.
TEST_F(MediumExchangeTest, WhoCannotDecodeWaitsForEifs)
{
    script.receptions[3] = {.locked = 0, .intact = false};
    Play(0, {{0, GetFrame1500(2)}, {1, GetFrame1500(2)}});
    EXPECT_EQ(exchange.GetIdleFrom(3), (1310 + 314) * US);
    Play(5000 * US, {{0, GetFrame1500(2)}});
    EXPECT_EQ(exchange.GetIdleFrom(3), (5000 + 1310 + 10 + 304) * US);
}

TEST_F(MediumExchangeTest, WhoHasNoEifsGoesOnWithTheMedium)
{
    exchange.SetEifs(3, false);
    script.receptions[2] = {.locked = 0, .intact = false};
    script.receptions[3] = {.locked = 0, .intact = false};
    Play(0, {{0, GetFrame1500(2)}, {1, GetFrame1500(2)}});
    EXPECT_EQ(exchange.GetIdleFrom(2), (1310 + 314) * US) << "the others have it";
    EXPECT_EQ(exchange.GetIdleFrom(3), 1310 * US);
    exchange.SetEifs(3, true);
    Play(5000 * US, {{0, GetFrame1500(2)}, {1, GetFrame1500(2)}});
    EXPECT_EQ(exchange.GetIdleFrom(3), (5000 + 1310 + 314) * US);
}

TEST_F(MediumExchangeTest, TheCapturedFrameIsAnswered)
{
    script.receptions[2] = {.locked = 1, .intact = true};
    const auto attempts = Play(0, {{0, GetFrame1500(2)}, {1, GetFrame1500(2)}});
    EXPECT_EQ(attempts[0].result, Result::MISSED);
    EXPECT_EQ(attempts[1].result, Result::ACKNOWLEDGED);
    EXPECT_EQ(attempts[1].completion, (1310 + 10 + 304) * US);
}

TEST_F(MediumExchangeTest, AStationThatHasLeftDoesNotAnswer)
{
    exchange.RemoveStation(2);
    EXPECT_FALSE(exchange.IsPresent(2));
    EXPECT_FALSE(exchange.IsCertain(GetFrame1500(2), 0, 0));
    EXPECT_TRUE(exchange.IsCertain(GetFrame1500(1), 0, 0));
    EXPECT_FALSE(exchange.IsCertain(GetFrame1500(0), 0, 0)) << "nor a station itself";
    EXPECT_EQ(Play(0, {{0, GetFrame1500(2)}})[0].result, Result::MISSED);
}

} // namespace
